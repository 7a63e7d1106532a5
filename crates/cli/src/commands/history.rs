//! `belle history` and `belle replay`.

use std::io::{IsTerminal, Write as _, stdin, stdout};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use files::NewFile;
use play::{Control, Limits, Player};
use terminal::board::locale_is_ascii;
use terminal::replay::{self, Replay};
use tournament::parse_seconds;

use crate::setup::{output_path, progress_bar, stopped_by_interrupt};

/// What follows the timeline.
const AFTER_TIMELINE: &str = "
* in part at second hand. ChipTest, Deep Thought and Deep Blue began from its
architecture. A block diagram of a square was found, but no circuit diagrams and
no microcode: what the record leaves open, this project decided, and says so.
belle history --all has tournaments and games, belle history F044 a fact.
";

/// Show the machine's history on one screen.
#[derive(Debug, Args)]
pub(crate) struct History {
    /// Show also all tournaments with their games, the games whose moves are lost, and the questions
    /// that no text answers.
    #[arg(long, conflicts_with = "fact")]
    all: bool,
    /// A fact of the record, by the id that labels carry, such as F044: show it with its source.
    fact: Option<String>,
}

impl History {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let record = record::record();
        if let Some(id) = self.fact {
            let fact = record.fact(&id.to_uppercase()).with_context(|| {
                let (first, last) = (&record.facts[0], &record.facts[record.facts.len() - 1]);
                format!(
                    "no fact '{id}': ids go from {} to {}, with gaps (docs/sources.md lists them)",
                    first.id, last.id
                )
            })?;
            try_print!("{}", record.fact_in_full(fact))?;
            return Ok(());
        }
        try_print!("{}{AFTER_TIMELINE}", record.timeline())?;
        if self.all {
            try_print!("\n{}", for_locale(record.events_in_full()))?;
        }
        Ok(())
    }
}

/// The text with half points as the locale can show them: `3.5`, and `1/2` alone.
fn for_locale(mut text: String) -> String {
    if !locale_is_ascii() {
        return text;
    }
    for digit in '0'..='9' {
        text = text.replace(&format!("{digit}½"), &format!("{digit}.5"));
    }
    text.replace('½', "1/2")
}

/// Step through one of Belle's games beside the machine's moves today.
///
/// The machine's moves come from recorded searches of three machine minutes each; --machine repeats
/// the searches. The games against Browne were played from a database: beside their moves stand its
/// distances.
#[derive(Debug, Args)]
pub(crate) struct ReplayCommand {
    /// Game: 'blitz' (Blitz 6.5 - Belle, 1978), 'lexcentrique' or 'chaos' (Belle - L'Excentrique
    /// and Belle - Chaos, 1980), 'nuchess' (Nuchess - Belle, 1983), or 'browne' (rook against
    /// Walter Browne's queen, both games of 1978).
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(Replay::names()))]
    game: String,
    /// Let the machine search each of its moves now.
    #[arg(long)]
    machine: bool,
    /// Machine seconds per move.
    #[arg(
        long,
        default_value = "180",
        requires = "machine",
        value_name = "SECONDS",
        value_parser = parse_seconds
    )]
    seconds: Duration,
    /// Show all moves without waiting for a key (automatic when input or output is not a terminal).
    #[arg(long)]
    all: bool,
    /// Write the machine's moves to a table.
    #[arg(short, long, requires = "machine", value_name = "FILE", value_parser = output_path())]
    output: Option<PathBuf>,
}

impl ReplayCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let games = Replay::find(&self.game)?;
        let is_from_database = games.iter().any(Replay::is_from_database);
        ensure!(
            !(self.machine && is_from_database),
            "'{}' was played from a database, so the machine has no moves of its own in it: \
             leave --machine out",
            self.game
        );
        // It is refused before the moves that it would lose.
        let mut output = match &self.output {
            Some(path) => Some(NewFile::create(path)?),
            None => None,
        };
        let mut player = belle_player::Belle::new();
        for (name, value) in [("Pace", "machine"), ("OwnBook", "false")] {
            player.set_option(name, value)?;
        }
        let limits = Limits {
            move_time: Some(self.seconds),
            ..Limits::default()
        };
        let control = if self.machine {
            stopped_by_interrupt()?
        } else {
            Control::new()
        };
        let wait = !self.all && stdin().is_terminal() && stdout().is_terminal();
        let mut opinions = Vec::new();
        for game in &games {
            let mut ask = |ply| {
                if !self.machine {
                    return Ok(game.recorded(ply));
                }
                let spinner = progress_bar(None, "{spinner} {elapsed} the machine thinks");
                let opinion = game.ask(ply, &mut player, &limits, &control);
                spinner.finish_and_clear();
                ensure!(!control.stopped(), "interrupted");
                Ok(opinion)
            };
            let shown = game.run(
                &mut ask,
                (&mut stdin().lock(), wait),
                &mut stdout(),
                locale_is_ascii(),
            )?;
            opinions.extend(shown.opinions);
            if shown.quit {
                break;
            }
        }
        if let Some(mut file) = output.take() {
            file.write_all(replay::table(&opinions).as_bytes())?;
            file.finish()?;
        }
        Ok(())
    }
}
