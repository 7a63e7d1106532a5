//! Positions on the command line.

use anyhow::Context;
use play::Game;

/// Parses `startpos` or FEN, quoted as one word or spread over several.
///
/// # Errors
/// The text is not a legal position in FEN.
pub(crate) fn parse(words: &[String]) -> anyhow::Result<Game> {
    match words.join(" ").trim() {
        "startpos" => Ok(Game::new()),
        fen => Game::from_fen(fen).context("expected 'startpos' or a position in FEN"),
    }
}
