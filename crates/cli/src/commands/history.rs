//! `belle history` and `belle replay`.

use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use play::{Control, Limits, Player};
use terminal::board::locale_is_ascii;
use terminal::replay::{self, Replay};
use tournament::parse_seconds;

use crate::setup::{progress_bar, stopped_by_interrupt};

/// Show the machine's history on one screen.
#[derive(Debug, Args)]
pub(crate) struct History {}

impl History {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        try_print!("{}", include_str!("history.txt"))?;
        Ok(())
    }
}

/// Step through one of Belle's games beside the machine's moves today.
///
/// The machine's moves come from recorded searches of three machine minutes each; --machine repeats the searches.
#[derive(Debug, Args)]
pub(crate) struct ReplayCommand {
    /// Game: 'blitz' (Blitz 6.5 - Belle, 1978) or 'chaos' (Belle - Chaos, 1980).
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(Replay::names()))]
    game: String,
    /// Let the machine search each of its moves now.
    #[arg(long)]
    machine: bool,
    /// Machine seconds per move.
    #[arg(long, default_value = "180", requires = "machine", value_name = "SECONDS", value_parser = parse_seconds)]
    seconds: Duration,
    /// Show all moves without waiting for a key (automatic when input or output is not a terminal).
    #[arg(long)]
    all: bool,
    /// Write the machine's moves to a table.
    #[arg(short, long, requires = "machine", value_name = "FILE")]
    output: Option<PathBuf>,
}

impl ReplayCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = Replay::find(&self.game)?;
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
        let wait = !self.all && stdin().is_terminal() && stdout().is_terminal();
        let opinions = game.run(
            &mut ask,
            (&mut stdin().lock(), wait),
            &mut stdout(),
            locale_is_ascii(),
        )?;
        if let Some(path) = self.output {
            files::write_atomically(&path, &replay::table(&opinions))?;
        }
        Ok(())
    }
}
