//! The one way to run a player on a thread of its own.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use thiserror::Error;

use crate::{Choice, Control, Game, Limits, OptionError, OptionKind, Player, PlayerList, Report};

/// Stack of the player's thread. Searches recurse once a ply and need more than the usual size.
const STACK: usize = 16 << 20;
/// Name of the thread on which a player works.
pub const PLAYER_THREAD: &str = "player";

/// The player panicked and is lost; holds the panic's message.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the player failed: {0}")]
pub struct Crash(pub String);

/// Result of one piece of work, which carries the player back to its [`PlayerThread`].
pub struct Finished<T> {
    player: Option<Box<dyn Player>>,
    result: Result<T, Crash>,
}

impl<T: fmt::Debug> fmt::Debug for Finished<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Finished").field(&self.result).finish()
    }
}

/// Owner of a player, of the factory that replaces it, and of the thread it works on.
///
/// The player is either idle here or at work on the thread. [`PlayerThread::run`] starts any closure on it and returns
/// at once; when the closure ends or panics, the thread calls `done` with a [`Finished`], which the caller sends to
/// itself (by a channel of its own, among its other events) and gives to [`PlayerThread::take_back`]. Until then the
/// player counts as at work, so a late answer is never taken for that of newer work. Reports go wherever the closure
/// sends them; stopping goes through the [`Control`] that the closure was given.
pub struct PlayerThread {
    /// `None` if a player that panics is not replaced.
    list: Option<PlayerList>,
    /// `None` while it works.
    player: Option<Box<dyn Player>>,
}

impl fmt::Debug for PlayerThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayerThread")
            .field("list", &self.list)
            .field("idle", &self.is_idle())
            .finish()
    }
}

impl PlayerThread {
    /// The chosen player of the list. Should it panic, another one is made with the same options.
    pub fn new(list: PlayerList) -> PlayerThread {
        PlayerThread {
            player: Some(list.make()),
            list: Some(list),
        }
    }

    /// A player that is not replaced: after a panic there is none.
    pub fn without_replacement(player: Box<dyn Player>) -> PlayerThread {
        PlayerThread {
            list: None,
            player: Some(player),
        }
    }

    /// The players to choose from, with the options set so far; `None` without replacement.
    pub fn list(&self) -> Option<&PlayerList> {
        self.list.as_ref()
    }

    /// Whether the player is here and can be given work.
    pub fn is_idle(&self) -> bool {
        self.player.is_some()
    }

    /// The player, if it is idle.
    pub fn player(&mut self) -> Option<&mut dyn Player> {
        self.player
            .as_mut()
            .map(|player| &mut **player as &mut dyn Player)
    }

    /// Sets an option of an idle player, and of every player that replaces it. A refused value changes nothing.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Some(player) = &mut self.player else {
            return Ok(());
        };
        player.set_option(name, value)?;
        let options = player.options();
        let button = |kind: &OptionKind| *kind == OptionKind::Button;
        if !options
            .iter()
            .any(|spec| spec.is_named(name) && button(&spec.kind))
        {
            self.record_option(name, value);
        }
        Ok(())
    }

    /// Records an option for later players without setting it in the present one.
    pub fn record_option(&mut self, name: &str, value: &str) {
        if let Some(list) = &mut self.list {
            list.set(name, value);
        }
    }

    /// Replaces an idle player by the one of this name, with the same options; false if there is none.
    pub fn choose(&mut self, name: &str) -> bool {
        let found = self.is_idle() && self.list.as_mut().is_some_and(|list| list.choose(name));
        if found {
            self.replace();
        }
        found
    }

    /// Replaces an idle player by the chosen one of another list; false if it is at work.
    pub fn set_list(&mut self, list: PlayerList) -> bool {
        if self.is_idle() {
            self.list = Some(list);
            self.replace();
        }
        self.is_idle()
    }

    /// Starts `work` on the player's thread. When it ends or panics, the thread calls `done`, whose argument must come
    /// back to [`PlayerThread::take_back`]. Returns false and does nothing if the player is not idle.
    pub fn run<T: 'static>(
        &mut self,
        work: impl FnOnce(&mut dyn Player) -> T + Send + 'static,
        done: impl FnOnce(Finished<T>) + Send + 'static,
    ) -> bool {
        let Some(mut player) = self.player.take() else {
            return false;
        };
        let body = move || {
            let worked = catch_unwind(AssertUnwindSafe(move || {
                let result = work(&mut *player);
                (player, result)
            }));
            done(match worked {
                Ok((player, result)) => Finished {
                    player: Some(player),
                    result: Ok(result),
                },
                Err(panic) => Finished {
                    player: None,
                    result: Err(Crash(message(&*panic))),
                },
            });
        };
        let thread = thread::Builder::new()
            .name(PLAYER_THREAD.to_owned())
            .stack_size(STACK);
        thread
            .spawn(body)
            .expect("the system starts a thread for the player");
        true
    }

    /// Starts a search on the player's thread, as [`PlayerThread::run`] does; `report` is called there.
    pub fn search(
        &mut self,
        game: Game,
        limits: Limits,
        control: Control,
        mut report: impl FnMut(&Report) + Send + 'static,
        done: impl FnOnce(Finished<Choice>) + Send + 'static,
    ) -> bool {
        self.run(
            move |player| player.search(&game, &limits, &control, &mut report),
            done,
        )
    }

    /// Takes the player back from its work and returns the result. Fails if the player panicked; where there is a list,
    /// a fresh one has taken its place.
    pub fn take_back<T>(&mut self, finished: Finished<T>) -> Result<T, Crash> {
        self.player = finished.player;
        if self.player.is_none() {
            self.replace();
        }
        finished.result
    }

    fn replace(&mut self) {
        self.player = self.list.as_ref().map(PlayerList::make);
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::OptionSpec;

    #[derive(Default)]
    struct Named(String);

    impl Player for Named {
        fn name(&self) -> String {
            self.0.clone()
        }

        fn options(&self) -> Vec<OptionSpec> {
            vec![OptionSpec {
                name: "Name",
                kind: OptionKind::Text {
                    default: String::new(),
                },
            }]
        }

        fn set_option(&mut self, _name: &str, value: &str) -> Result<(), OptionError> {
            value.clone_into(&mut self.0);
            Ok(())
        }

        fn search(
            &mut self,
            _: &Game,
            _: &Limits,
            _: &Control,
            _: &mut dyn FnMut(&Report),
        ) -> Choice {
            Choice {
                best: None,
                ponder: None,
            }
        }
    }

    fn crash(thread: &mut PlayerThread) -> Result<(), Crash> {
        let (sender, inbox) = channel();
        assert!(thread.run(
            |_| panic!("on demand"),
            move |finished| drop(sender.send(finished))
        ));
        assert!(!thread.is_idle() && !thread.run(|_| (), |_| ()));
        thread.take_back(inbox.recv().unwrap())
    }

    #[test]
    fn player_that_panics_is_replaced_with_its_options() {
        let mut thread = PlayerThread::new(PlayerList::single(|| Box::new(Named::default())));
        thread.set_option("Name", "first").unwrap();
        assert_eq!(crash(&mut thread), Err(Crash("on demand".to_owned())));
        assert_eq!(thread.player().unwrap().name(), "first");
        let (sender, inbox) = channel();
        let done = move |finished| drop(sender.send(finished));
        assert!(thread.search(Game::new(), Limits::default(), Control::new(), |_| (), done));
        assert_eq!(thread.take_back(inbox.recv().unwrap()).unwrap().best, None);
        assert!(thread.is_idle());
    }

    #[test]
    fn player_without_replacement_is_gone_after_a_panic() {
        let mut thread = PlayerThread::without_replacement(Box::new(Named::default()));
        assert!(crash(&mut thread).is_err() && thread.player().is_none());
    }
}
