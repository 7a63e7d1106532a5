//! The program's players, by name.

use std::sync::LazyLock;

use play::PlayerFactory;
use tournament::EngineSpec;

use crate::listed::Listed;

/// Every player; the first is the default.
pub(crate) static PLAYERS: LazyLock<Vec<PlayerFactory>> = LazyLock::new(|| {
    vec![
        PlayerFactory::new(DEFAULT, 5, || Box::new(belle_player::Belle::new())),
        PlayerFactory::new("native", native::BENCH_DEPTH, || {
            Box::new(native::Native::new())
        }),
        PlayerFactory::new("atlas", 3, || Box::new(atlas::Atlas::new())),
        PlayerFactory::new("tablebase", 1, || {
            Box::new(tablebase::TablebasePlayer::new())
        }),
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
