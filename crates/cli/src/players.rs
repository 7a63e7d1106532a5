//! The program's players on the command line.

use play::PlayerFactory;
use tournament::EngineSpec;

use crate::listed::Listed;

pub(crate) use players::{DEFAULT, PLAYERS};

/// Parser of a player's name.
pub(crate) fn parser() -> Listed<PlayerFactory> {
    Listed::new(PLAYERS.iter().map(PlayerFactory::name), find)
}

/// Finds the player of this name, for the command line.
pub(crate) fn find(name: &str) -> Result<PlayerFactory, String> {
    PlayerFactory::find(&PLAYERS, name)
}

/// Parses an engine, for the command line.
pub(crate) fn engine(text: &str) -> Result<EngineSpec, String> {
    EngineSpec::parse(text, &PLAYERS)
}
