//! `belle endgame longest`

use anyhow::Context;
use clap::{Args, ValueEnum};
use endgame::{LongestLine, Material};
use notation::Pgn;
use play::Game;
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position as _};

use super::args::TableArgs;

/// Show the longest line of an ending, with the number of equally good moves of both sides.
#[derive(Debug, Args)]
pub(crate) struct Longest {
    #[command(flatten)]
    tables: TableArgs,
    /// Ending, such as KQKR.
    ending: Material,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Pgn,
    Svg,
}

impl Longest {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let tablebase = self.tables.open()?;
        let line = self
            .tables
            .explained(LongestLine::new(&tablebase, self.ending))?;
        let line = line.with_context(|| format!("{}: neither side ever wins", self.ending))?;
        match self.format {
            Format::Text => Ok(try_print!("{line}")?),
            Format::Pgn => Ok(try_print!("{}", self.pgn(&line)?)?),
            Format::Svg => Ok(try_print!("{}", line.to_svg())?),
        }
    }

    fn pgn(&self, line: &LongestLine) -> anyhow::Result<String> {
        let fen = Fen::from_position(&line.start, EnPassantMode::Legal).to_string();
        let mut game = Game::from_fen(&fen)?;
        line.moves.iter().for_each(|m| game.play(m.chess_move));
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let event = format!("Longest line of {} to {}", line.material, line.metric);
        let pgn = Pgn {
            tags: vec![tag("Event", event)],
            // A line that ends in mate has a result, one that ends in a capture has none.
            outcome: game.position().outcome(),
            game,
        };
        let comments: Vec<String> = line
            .moves
            .iter()
            .map(|m| format!("{}, {} of {} moves", m.value, m.equal, m.legal))
            .collect();
        Ok(pgn.annotated(&comments))
    }
}
