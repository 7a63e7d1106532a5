//! `belle endgame probe`

use clap::Args;
use endgame::{MoveValue, Prober, Value};
use notation::san_line;
use play::san;
use serde::Serialize;
use shakmaty::Color;
use terminal::board::{Style, draw, locale_is_ascii};

use super::args::TableArgs;
use crate::setup::parse_position;

/// Show the value of a position and its moves, and the best line.
#[derive(Debug, Args)]
#[command(override_usage = "belle endgame probe [OPTIONS] <FEN>")]
pub(crate) struct Probe {
    #[command(flatten)]
    tables: TableArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Draw the board in letters (automatic if the locale is not UTF-8).
    #[arg(long)]
    ascii: bool,
    /// Position in FEN, quoted or not.
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    words: Vec<String>,
}

#[derive(Serialize)]
struct Answer {
    metric: String,
    value: Value,
    /// The winner's moves to the goal.
    moves_to_goal: Option<u16>,
    moves: Vec<RatedMove>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct RatedMove {
    san: String,
    value: Value,
    moves_to_goal: Option<u16>,
}

impl Probe {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = parse_position(&self.words)?;
        let position = game.position();
        let tablebase = self.tables.open()?;
        let value = self.tables.explained(tablebase.probe(position))?;
        let rate = |m: &MoveValue| RatedMove {
            san: san(position, m.chess_move),
            value: m.value,
            moves_to_goal: m.value.moves(),
        };
        let best_line = tablebase.best_line(position, 1000)?;
        let answer = Answer {
            metric: self.tables.metric.to_string(),
            value,
            moves_to_goal: value.moves(),
            moves: tablebase.moves(position)?.iter().map(rate).collect(),
            line: words_of(&san_line(position, &best_line)),
        };
        if self.json {
            try_println!("{}", serde_json::to_string_pretty(&answer)?)?;
            return Ok(());
        }
        let style = Style {
            ascii: self.ascii || locale_is_ascii(),
            bottom: Color::White,
        };
        try_println!("{}", draw(position, None, style))?;
        try_println!("{} ({})", answer.value, answer.metric)?;
        for m in &answer.moves {
            try_println!("  {:8} {}", m.san, m.value)?;
        }
        if !best_line.is_empty() {
            try_println!("{}", san_line(position, &best_line))?;
        }
        Ok(())
    }
}

/// The moves of a line without their numbers.
fn words_of(line: &str) -> Vec<String> {
    line.split(' ')
        .filter(|word| !word.is_empty() && !word.ends_with('.'))
        .map(str::to_owned)
        .collect()
}
