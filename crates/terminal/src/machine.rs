//! The machine's seat: a player that is lent out to think, and what it says meanwhile.

use std::fmt;
use std::sync::mpsc::Sender;
use std::time::Instant;

use play::{Bound, Choice, Control, Crash, Game, Limits, Player, Report, Returned, Score, Term, lend};
use shakmaty::{Chess, Color, Move, Position};

use crate::event::Event;

/// What the machine is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Finding its move.
    Move,
    /// Advising the person.
    Hint,
    /// Naming the terms of its evaluation.
    Evaluate,
    /// Thinking on the person's time about what follows this move.
    Ponder(Move),
}

/// What comes from the machine.
pub(crate) enum Word {
    /// It thinks.
    Thought(Report),
    /// It is done, and back.
    Done(Returned<Work>),
}

/// What its work came to.
#[derive(Debug)]
pub(crate) enum Work {
    Choice(Choice),
    Terms(Vec<Term>),
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Thought(report) => f.debug_tuple("Thought").field(report).finish(),
            Word::Done(returned) => {
                f.debug_tuple("Done").field(&returned.as_ref().map(|(_, work)| work)).finish()
            }
        }
    }
}

/// What it thought in its last search, or thinks now.
#[derive(Debug)]
pub(crate) struct Thoughts {
    /// The position thought about.
    pub(crate) root: Chess,
    /// From the first to the last.
    pub(crate) reports: Vec<Report>,
    /// When the search began.
    pub(crate) since: Instant,
}

impl Thoughts {
    /// The last value that is no bound, with whose side it is from; a book move is no opinion.
    pub(crate) fn opinion(&self) -> Option<(Score, Color)> {
        let exact = |report: &&Report| report.bound == Bound::Exact && report.nodes > 0;
        self.reports.iter().rev().find(exact).map(|report| (report.score, self.root.turn()))
    }

    /// The last report that is no bound.
    pub(crate) fn last(&self) -> Option<&Report> {
        self.reports.iter().rev().find(|report| report.bound == Bound::Exact)
    }
}

/// The player in its seat.
pub(crate) struct Machine {
    make: Box<dyn Fn() -> Box<dyn Player>>,
    /// `None` while it works.
    player: Option<Box<dyn Player>>,
    name: String,
    events: Sender<Event>,
    /// The wire to its work, and what that is for; `None` if nobody waits for it any more.
    work: Option<(Control, Option<Purpose>)>,
    thoughts: Option<Thoughts>,
    /// Whether a game begins of which it does not know.
    fresh: bool,
}

impl Machine {
    /// A fresh player; what it says goes to `events`.
    pub(crate) fn new(make: Box<dyn Fn() -> Box<dyn Player>>, events: Sender<Event>) -> Machine {
        let player = make();
        let name = player.name();
        Machine { name, make, player: Some(player), events, work: None, thoughts: None, fresh: false }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether it sits there and waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.player.is_some()
    }

    /// What it is at, if anybody waits for that.
    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.work.as_ref().and_then(|(_, purpose)| *purpose)
    }

    /// Its last thoughts.
    pub(crate) fn thoughts(&self) -> Option<&Thoughts> {
        self.thoughts.as_ref()
    }

    /// Another game: what it thought of the last one is forgotten.
    pub(crate) fn forget(&mut self) {
        self.drop_work();
        self.clear_thoughts();
        self.fresh = true;
    }

    /// What it thought is no longer about the game.
    pub(crate) fn clear_thoughts(&mut self) {
        self.thoughts = None;
    }

    /// Sets it to work, if it is idle.
    pub(crate) fn begin(&mut self, purpose: Purpose, game: Game, limits: Limits, now: Instant) {
        let Some(mut player) = self.player.take() else { return };
        if std::mem::take(&mut self.fresh) {
            player.new_game();
        }
        let control = Control::new();
        self.work = Some((control.clone(), Some(purpose)));
        let end = self.events.clone();
        let back = move |returned| drop(end.send(Event::Machine(Word::Done(returned))));
        if purpose == Purpose::Evaluate {
            return lend(player, move |player| Work::Terms(player.evaluate(game.position())), back);
        }
        self.thoughts = Some(Thoughts { root: game.position().clone(), reports: Vec::new(), since: now });
        let thoughts = self.events.clone();
        let search = move |player: &mut dyn Player| {
            let mut report =
                |report: &Report| drop(thoughts.send(Event::Machine(Word::Thought(report.clone()))));
            Work::Choice(player.search(&game, &limits, &control, &mut report))
        };
        lend(player, search, back);
    }

    /// Its work is to end, with what it has.
    pub(crate) fn stop(&self) {
        if let Some((control, _)) = &self.work {
            control.stop();
        }
    }

    /// Nobody waits for its work any more.
    pub(crate) fn drop_work(&mut self) {
        self.stop();
        if let Some((_, purpose)) = &mut self.work {
            *purpose = None;
        }
    }

    /// The move pondered on was made: its work is now to find a move.
    pub(crate) fn ponder_hit(&mut self) {
        if let Some((control, purpose)) = &mut self.work {
            control.ponder_hit();
            *purpose = Some(Purpose::Move);
        }
    }

    /// Keeps a thought, if anybody waits for it, and says for what.
    pub(crate) fn thinks(&mut self, report: Report) -> Option<Purpose> {
        let purpose = self.purpose()?;
        self.thoughts.as_mut()?.reports.push(report);
        Some(purpose)
    }

    /// Takes it back from its work: what that was for and came to, if anybody waits for it.
    pub(crate) fn returns(&mut self, returned: Returned<Work>) -> Option<(Purpose, Result<Work, Crash>)> {
        let (_, purpose) = self.work.take()?;
        let work = match returned {
            Ok((player, work)) => {
                self.player = Some(player);
                Ok(work)
            }
            Err(crash) => {
                self.player = Some((self.make)());
                Err(crash)
            }
        };
        Some((purpose?, work))
    }
}
