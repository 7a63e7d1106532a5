//! The program's players on the command line.

use std::sync::LazyLock;

use play::PlayerFactory;
use tournament::EngineSpec;

use crate::listed::ListedValues;

/// Every player; the first is the default, and plays on a board too.
pub(crate) static PLAYERS: LazyLock<Vec<PlayerFactory>> = LazyLock::new(|| {
    let mut all = players::PLAYERS.clone();
    all[0] = belle_player::factory_with_devices(connect);
    all
});

/// Connects to the machine at a device.
fn connect(address: &str) -> Result<Box<dyn host::Searcher + Send>, String> {
    device::connect(address).map_err(|error| error.to_string())
}

pub(crate) use players::DEFAULT;

/// Parser of a player's name.
pub(crate) fn parser() -> ListedValues<PlayerFactory> {
    ListedValues::new(PLAYERS.iter().map(PlayerFactory::name), find)
}

/// Finds the player of this name, for the command line.
pub(crate) fn find(name: &str) -> Result<PlayerFactory, String> {
    PlayerFactory::find(&PLAYERS, name)
}

/// Parses an engine, for the command line.
pub(crate) fn engine(text: &str) -> Result<EngineSpec, String> {
    EngineSpec::parse(text, &PLAYERS)
}
