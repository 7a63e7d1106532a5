//! Positions as the command line gives them.

use anyhow::Context;
use play::Game;

/// A position from `startpos` or FEN, quoted as one word or spread over several.
///
/// # Errors
/// Says what is wrong with it.
pub(crate) fn parse(words: &[String]) -> anyhow::Result<Game> {
    match words.join(" ").trim() {
        "startpos" => Ok(Game::new()),
        fen => Game::from_fen(fen).context("give 'startpos' or a position in FEN, in quotes"),
    }
}
