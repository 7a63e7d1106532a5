//! Former way to run a player on a thread, until every caller uses [`crate::PlayerThread`].

use crate::player_thread::run_on_thread;
use crate::{Crash, Player};

/// A player that comes back from its work, and the work's result.
pub type Returned<T> = Result<(Box<dyn Player>, T), Crash>;

/// Runs `work` on the player's thread and then calls `back`.
pub fn lend<T: 'static>(
    player: Box<dyn Player>,
    work: impl FnOnce(&mut dyn Player) -> T + Send + 'static,
    back: impl FnOnce(Returned<T>) + Send + 'static,
) {
    run_on_thread(player, work, move |finished| back(finished.into_parts()));
}
