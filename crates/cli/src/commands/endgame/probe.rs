//! `belle endgame probe`

use clap::Args;
use endgame::{MoveValue, Prober, Value};
use serde::Serialize;
use shakmaty::Position;
use shakmaty::san::SanPlus;

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
    moves: Vec<Rated>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct Rated {
    san: String,
    value: Value,
    moves_to_goal: Option<u16>,
}

impl Probe {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = parse_position(&self.words)?;
        let position = game.position();
        let tablebase = self.tables.open()?;
        let value = tablebase.probe(position)?;
        let rate = |m: &MoveValue| Rated {
            san: SanPlus::from_move(position.clone(), m.chess_move).to_string(),
            value: m.value,
            moves_to_goal: m.value.moves(),
        };
        let mut at = position.clone();
        let mut line = Vec::new();
        for m in tablebase.best_line(position, 1000)? {
            line.push(SanPlus::from_move(at.clone(), m).to_string());
            at.play_unchecked(m);
        }
        let answer = Answer {
            metric: self.tables.metric.to_string(),
            value,
            moves_to_goal: value.moves(),
            moves: tablebase.moves(position)?.iter().map(rate).collect(),
            line,
        };
        if self.json {
            try_println!("{}", serde_json::to_string_pretty(&answer)?)?;
            return Ok(());
        }
        try_println!("{} ({})", answer.value, answer.metric)?;
        for m in &answer.moves {
            try_println!("  {:8} {}", m.san, m.value)?;
        }
        if !answer.line.is_empty() {
            try_println!("{}", answer.line.join(" "))?;
        }
        Ok(())
    }
}
