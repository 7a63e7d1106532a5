//! The project's players, by name: what the program `belle` and the Python package offer.

use std::sync::LazyLock;

use play::PlayerFactory;

/// Name of the first player.
pub const DEFAULT: &str = "belle";

/// Every player; the first is the default.
pub static PLAYERS: LazyLock<Vec<PlayerFactory>> = LazyLock::new(|| {
    vec![
        belle_player::factory(),
        native::factory(),
        atlas::factory(),
        #[cfg(feature = "files")]
        tablebase::factory(),
    ]
});
