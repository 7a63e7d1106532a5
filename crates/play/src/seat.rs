//! The one way to run a player on a thread of its own.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use shakmaty::Chess;
use thiserror::Error;

use crate::player::castling_refusal;
use crate::{
    Choice, Control, Game, Limits, OptionError, OptionKind, OptionSpec, Player, PlayerList, Report,
};

/// Stack of the player's thread. Searches recurse once a ply and need more than the usual size.
const STACK: usize = 16 << 20;
/// Name of the thread on which a player works.
pub const PLAYER_THREAD: &str = "player";

/// The player panicked and is lost, or could not do its work ([`Player::failure`]); holds the
/// message.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the player failed: {0}")]
pub struct Crash(pub String);

/// Result of one piece of work, which carries the player back to its [`Seat`].
pub struct Finished<T> {
    player: Option<Box<dyn Player>>,
    result: Result<T, Crash>,
}

impl<T> Finished<T> {
    /// Whether the player panicked and is lost.
    pub fn is_lost(&self) -> bool {
        self.player.is_none()
    }
}

impl<T: fmt::Debug> fmt::Debug for Finished<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Finished").field(&self.result).finish()
    }
}

/// A player on a thread of its own: what a front end, a match or an analysis needs to let it play.
///
/// The player is either idle here or at work on the thread. [`Seat::start`] starts any closure on
/// it and returns at once; when the closure ends or panics, the thread calls `done` with a
/// [`Finished`], which the caller sends to itself (by a channel of its own, among its other events)
/// and gives to [`Seat::finish`]. Until then the player counts as at work, so a late answer is
/// never taken for that of newer work. Reports go wherever the closure sends them; [`Seat::stop`]
/// asks the work to end.
pub struct Seat {
    /// The players to choose from; `None` if a player that panics is not replaced.
    list: Option<PlayerList>,
    /// `None` while it works.
    player: Option<Box<dyn Player>>,
    /// The player that takes the seat when the present one comes back from its work.
    successor: Option<Box<dyn Player>>,
    name: String,
    plays_chess960: bool,
    /// Stop signal of the work in progress.
    control: Option<Control>,
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat")
            .field("list", &self.list)
            .field("name", &self.name)
            .field("idle", &self.is_idle())
            .finish_non_exhaustive()
    }
}

impl Seat {
    /// A seat for the chosen player of the list. Should it panic, another one is made with the same
    /// options.
    pub fn new(list: PlayerList) -> Seat {
        let player = list.make();
        Seat {
            list: Some(list),
            ..Seat::without_replacement(player)
        }
    }

    /// A seat for this player alone: after a panic it is empty.
    pub fn without_replacement(player: Box<dyn Player>) -> Seat {
        Seat {
            list: None,
            name: player.name(),
            plays_chess960: player.plays_chess960(),
            player: Some(player),
            successor: None,
            control: None,
        }
    }

    /// The name of the player, or of the one that takes its place.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the player can search positions with castling rights of Chess960.
    pub fn plays_chess960(&self) -> bool {
        self.plays_chess960
    }

    /// Why the player cannot search a position: [`Player::refusal`]. A player at work cannot be
    /// asked; what is known of it is whether it plays Chess960.
    pub fn refusal(&self, position: &Chess) -> Option<String> {
        match &self.player {
            Some(player) => player.refusal(position),
            None => castling_refusal(&self.name, self.plays_chess960, position),
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
        match &mut self.player {
            Some(player) => Some(&mut **player),
            None => None,
        }
    }

    /// Sets an option of an idle player, and of every player that replaces it. A refused value
    /// changes nothing, and so does any while the player is at work.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Some(player) = &mut self.player else {
            return Ok(());
        };
        player.set_option(name, value)?;
        let options = player.options();
        let is_button = |spec: &OptionSpec| spec.is_named(name) && spec.kind == OptionKind::Button;
        if !options.iter().any(is_button) {
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

    /// Replaces an idle player by the one of this name, with the same options. Returns false and does
    /// nothing if the player is at work, or there is none of this name to choose.
    pub fn choose(&mut self, name: &str) -> bool {
        if !self.is_idle() {
            return false;
        }
        let Some(list) = &mut self.list else {
            return false;
        };
        if !list.choose(name) {
            return false;
        }
        let player = list.make();
        self.take_place(player);
        true
    }

    /// Gives the seat to `player`, made from `list`, as soon as the present one is idle.
    pub fn replace(&mut self, list: PlayerList, player: Box<dyn Player>) {
        self.list = Some(list);
        if self.is_idle() {
            self.take_place(player);
        } else {
            self.name = player.name();
            self.plays_chess960 = player.plays_chess960();
            self.successor = Some(player);
        }
    }

    /// Starts `work` on the player's thread; `control` stops it. When it ends or panics, the thread
    /// calls `done`, whose argument must come back to [`Seat::finish`]. Returns false and does
    /// nothing if the player is not idle.
    pub fn start<T: 'static>(
        &mut self,
        control: Control,
        work: impl FnOnce(&mut dyn Player, &Control) -> T + Send + 'static,
        done: impl FnOnce(Finished<T>) + Send + 'static,
    ) -> bool {
        let Some(mut player) = self.player.take() else {
            return false;
        };
        self.control = Some(control.clone());
        let body = move |done: Done<T>| {
            let worked = catch_unwind(AssertUnwindSafe(move || {
                let result = work(&mut *player, &control);
                (player, result)
            }));
            done.call(match worked {
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
        let done = Done::new(done);
        let on_thread = done.clone();
        let thread = thread::Builder::new()
            .name(PLAYER_THREAD.to_owned())
            .stack_size(STACK);
        // Without a thread the work and the player in it are lost, as in a panic.
        if let Err(error) = thread.spawn(move || body(on_thread)) {
            done.call(Finished {
                player: None,
                result: Err(Crash(format!(
                    "the system starts no thread for it: {error}"
                ))),
            });
        }
        true
    }

    /// Starts a search on the player's thread, as [`Seat::start`] does; `report` is called there.
    pub fn search(
        &mut self,
        game: Game,
        limits: Limits,
        control: Control,
        mut report: impl FnMut(&Report) + Send + 'static,
        done: impl FnOnce(Finished<Choice>) + Send + 'static,
    ) -> bool {
        self.start(
            control,
            move |player, control| player.search(&game, &limits, control, &mut report),
            done,
        )
    }

    /// Asks the work in progress to end; its result still comes.
    pub fn stop(&self) {
        if let Some(control) = &self.control {
            control.stop();
        }
    }

    /// Takes the player back from its work and returns the result. Fails if the player could not do
    /// it, or panicked: then, where there is a list, a fresh one has taken its place.
    pub fn finish<T>(&mut self, finished: Finished<T>) -> Result<T, Crash> {
        self.control = None;
        let mut player = finished.player;
        let failure = match &mut player {
            Some(player) => player.failure(),
            None => None,
        };
        let next = match (self.successor.take(), player) {
            (Some(successor), _) => Some(successor),
            (None, Some(player)) => Some(player),
            (None, None) => self.list.as_ref().map(PlayerList::make),
        };
        if let Some(next) = next {
            self.take_place(next);
        }
        match failure {
            Some(why) => Err(Crash(why)),
            None => finished.result,
        }
    }

    fn take_place(&mut self, player: Box<dyn Player>) {
        self.name = player.name();
        self.plays_chess960 = player.plays_chess960();
        self.player = Some(player);
    }
}

/// Called once with the result of one piece of work.
type Receiver<T> = Box<dyn FnOnce(Finished<T>) + Send>;

/// Receives the result of one piece of work, from the player's thread or from where it was refused
/// one.
struct Done<T>(Arc<Mutex<Option<Receiver<T>>>>);

impl<T> Clone for Done<T> {
    fn clone(&self) -> Done<T> {
        Done(Arc::clone(&self.0))
    }
}

impl<T> Done<T> {
    fn new(done: impl FnOnce(Finished<T>) + Send + 'static) -> Done<T> {
        Done(Arc::new(Mutex::new(Some(Box::new(done)))))
    }

    fn call(&self, finished: Finished<T>) {
        let done = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(done) = done {
            done(finished);
        }
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

    fn crash(seat: &mut Seat) -> Result<(), Crash> {
        let (sender, inbox) = channel();
        assert!(seat.start(
            Control::new(),
            |_, _| panic!("on demand"),
            move |finished| drop(sender.send(finished))
        ));
        assert!(!seat.is_idle() && !seat.start(Control::new(), |_, _| (), |_| ()));
        seat.finish(inbox.recv().unwrap())
    }

    #[test]
    fn player_that_panics_is_replaced_with_its_options() {
        let mut seat = Seat::new(PlayerList::single(|| Box::new(Named::default())));
        seat.set_option("Name", "first").unwrap();
        assert_eq!(crash(&mut seat), Err(Crash("on demand".to_owned())));
        assert_eq!(seat.player().unwrap().name(), "first");
        assert_eq!(seat.name(), "first");
        let (sender, inbox) = channel();
        let done = move |finished| drop(sender.send(finished));
        assert!(seat.search(Game::new(), Limits::default(), Control::new(), |_| (), done));
        assert_eq!(seat.finish(inbox.recv().unwrap()).unwrap().best, None);
        assert!(seat.is_idle());
    }

    #[test]
    fn player_without_replacement_is_gone_after_a_panic() {
        let mut seat = Seat::without_replacement(Box::new(Named::default()));
        assert!(crash(&mut seat).is_err() && seat.player().is_none());
    }

    #[test]
    fn successor_takes_the_seat_after_the_work() {
        let mut seat = Seat::new(PlayerList::single(|| Box::new(Named::default())));
        let (sender, inbox) = channel();
        let wait = |_: &mut dyn Player, control: &Control| {
            while !control.stopped() {
                thread::yield_now();
            }
        };
        let done = move |finished| drop(sender.send(finished));
        assert!(seat.start(Control::new(), wait, done));
        let next = PlayerList::single(|| Box::new(Named("next".to_owned())));
        let player = next.make();
        seat.replace(next, player);
        assert_eq!((seat.name(), seat.is_idle()), ("next", false));
        seat.stop();
        seat.finish(inbox.recv().unwrap()).unwrap();
        assert_eq!(seat.player().unwrap().name(), "next");
    }

    #[test]
    fn refusal_names_the_player_and_the_way_out() {
        let seat = Seat::without_replacement(Box::new(Named("A".to_owned())));
        let standard = Game::new();
        assert_eq!(seat.refusal(standard.position()), None);
        let other = crate::chess960_start(0);
        let refusal = seat.refusal(other.position()).unwrap();
        assert!(
            refusal.starts_with("A plays standard chess only"),
            "{refusal}"
        );
        assert!(
            refusal.ends_with("native plays Chess960: --player native"),
            "{refusal}"
        );
    }
}
