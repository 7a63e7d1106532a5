//! The program's players, by name.

use std::sync::LazyLock;

use play::PlayerFactory;
use tournament::EngineSpec;

use crate::listed::Listed;

/// Every player; the first is the default.
pub(crate) static PLAYERS: LazyLock<Vec<PlayerFactory>> = LazyLock::new(|| {
    vec![
        belle_player::factory(),
        native::factory(),
        atlas::factory(),
        tablebase::factory(),
    ]
});

/// Name of the first player, for a default on the command line.
pub(crate) const DEFAULT: &str = "belle";

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
