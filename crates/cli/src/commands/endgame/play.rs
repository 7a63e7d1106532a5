//! `belle endgame play`

use std::io;
use std::sync::Arc;

use clap::Args;
use endgame::TablebaseGame;
use play::Game;
use shakmaty::{Color, Position};
use terminal::board::locale_is_ascii;
use terminal::play_ending;

use super::args::TableArgs;
use crate::setup::{parse_position, side};

/// The start of Browne's game against Belle in 1978: White wins the rook in 31 moves.
const BROWNE: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

/// Play an ending against the tablebase under the fifty-move rule.
#[derive(Debug, Args)]
#[command(override_usage = "belle endgame play [OPTIONS] [FEN]")]
pub(crate) struct Play {
    #[command(flatten)]
    tables: TableArgs,
    /// Your side [default: the side to move].
    #[arg(long, value_parser = side())]
    side: Option<Color>,
    /// Draw the board in letters (automatic if the locale is not UTF-8).
    #[arg(long)]
    ascii: bool,
    /// Position in FEN, quoted or not [default: Browne's KQKR of 1978].
    #[arg(value_name = "FEN", num_args = 0..)]
    words: Vec<String>,
}

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let start = if self.words.is_empty() {
            Game::from_fen(BROWNE)?
        } else {
            parse_position(&self.words)?
        };
        let user = self.side.unwrap_or(start.position().turn());
        let game = TablebaseGame::new(start, user, Arc::new(self.tables.open()?));
        // A missing table is reported before the first move.
        self.tables.explained(game.value())?;
        let (ascii, metric) = (
            self.ascii || locale_is_ascii(),
            self.tables.metric.to_string(),
        );
        play_ending(
            game,
            user,
            &metric,
            ascii,
            io::stdin().lock(),
            &mut io::stdout().lock(),
        )
    }
}
