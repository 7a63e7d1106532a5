//! A player at work on a thread of its own, so that whoever talks to it can go on listening.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use thiserror::Error;

use crate::Player;

/// Searches recurse once a ply and keep a frame there: more than a thread's usual stack leaves room for.
const STACK: usize = 16 << 20;

/// The name of the thread on which a lent player works.
pub const PLAYER_THREAD: &str = "player";

/// The player panicked and is lost; its message.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the player failed: {0}")]
pub struct Crash(pub String);

/// A player that comes back from its work, and what the work came to.
pub type Returned<T> = Result<(Box<dyn Player>, T), Crash>;

/// Lends `player` to a new thread that does `work` with it and then calls `back`, also when the work panics:
/// whoever waits for the player never waits in vain.
///
/// # Panics
/// If the system has no thread to give.
pub fn lend<T>(
    mut player: Box<dyn Player>,
    work: impl FnOnce(&mut dyn Player) -> T + Send + 'static,
    back: impl FnOnce(Returned<T>) + Send + 'static,
) {
    let body = move || {
        let worked = catch_unwind(AssertUnwindSafe(move || {
            let result = work(&mut *player);
            (player, result)
        }));
        back(worked.map_err(|panic| Crash(message(&*panic))));
    };
    thread::Builder::new()
        .name(PLAYER_THREAD.to_owned())
        .stack_size(STACK)
        .spawn(body)
        .expect("the system gives a thread for the player");
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}
