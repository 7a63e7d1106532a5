//! Belle as a player: its host with clock, options, book and endgame databases, for every year from
//! 1972 to 1983.
//!
//! The machine is driven by crate `host`; the devices of 1978 with their software are here; the
//! program of 1972 is crate `tbelle`.
//!
//! ```
//! use belle_player::Belle;
//! use play::{Control, Game, Limits, Player};
//!
//! let choice = Belle::new().search(&Game::new(), &Limits::depth(2), &Control::new(), &mut |_| {});
//! assert!(choice.best.is_some());
//! ```

mod device;
mod devices;
mod endgames;
mod limits;
mod options;
mod player;
mod report;
mod search;

pub use device::Connect;
pub use devices::Devices;
pub use player::{Belle, DEVICE};

/// The player `belle`. Its benchmark is a search of five plies.
pub fn factory() -> play::PlayerFactory {
    play::PlayerFactory::new("belle", 5, || Box::new(Belle::new()))
}

/// The same player with the option `Device`, for a program that can reach a machine on a board.
pub fn factory_with_devices(connect: Connect) -> play::PlayerFactory {
    play::PlayerFactory::new("belle", 5, move || {
        Box::new(Belle::new().with_devices(connect))
    })
}
