//! What one search has said so far, and the move that may follow from it.

use std::time::Instant;

use play::{Bound, Choice, Control, Game, Limits, MachineTime, Report, Score};
use shakmaty::{Chess, Move, Position};

/// A search under way or about to be, and what is known of its answer.
pub(crate) struct Search {
    pub(crate) game: Game,
    pub(crate) limits: Limits,
    pub(crate) control: Control,
    /// Since when it has been under way.
    pub(crate) begun: Instant,
    /// The last report on the best variation.
    pub(crate) last: Option<Report>,
    /// The first move of the last exact report that had one.
    exact: Option<Move>,
    machine: Option<MachineTime>,
}

/// What a search came to: whatever the player said, the moves are legal.
pub(crate) struct Decision {
    pub(crate) best: Move,
    pub(crate) ponder: Option<Move>,
    /// The player chose no legal move, so this one was chosen for it.
    pub(crate) imposed: bool,
    /// The report that is due before the move, unless the player's last one is exact and about this move.
    pub(crate) owed: Option<Report>,
}

impl Search {
    pub(crate) fn new(game: Game, limits: Limits) -> Search {
        Search {
            game,
            limits,
            control: Control::new(),
            begun: Instant::now(),
            last: None,
            exact: None,
            machine: None,
        }
    }

    /// Where the search begins.
    pub(crate) fn root(&self) -> &Chess {
        self.game.position()
    }

    /// Whether the search may end now: `infinite` and `ponder` wait for the other side.
    pub(crate) fn may_end(&self) -> bool {
        let pondering = self.limits.ponder && !self.control.ponder_was_hit();
        self.control.stopped() || !(self.limits.infinite || pondering)
    }

    /// Keeps what a report says.
    pub(crate) fn hear(&mut self, report: &Report) {
        self.machine = report.machine.or(self.machine);
        if report.multipv > 1 {
            return;
        }
        self.last = Some(report.clone());
        if report.bound == Bound::Exact
            && let Some(&first) = report.pv.first()
            && self.root().is_legal(first)
        {
            self.exact = Some(first);
        }
    }

    /// The machine's own time, for a player that has one.
    pub(crate) fn machine(&self) -> Option<&MachineTime> {
        self.machine.as_ref()
    }

    /// The move, or nothing if there is no legal one.
    pub(crate) fn decide(&self, choice: &Choice) -> Option<Decision> {
        let position = self.root();
        let any = || self.limits.search_moves.first().copied().or(position.legal_moves().first().copied());
        let best = choice.best.filter(|&best| position.is_legal(best)).or(self.exact).or_else(any)?;
        let line: Vec<Move> = [best].into_iter().chain(choice.ponder).collect();
        Some(Decision {
            best,
            ponder: legal_prefix(position, &line).get(1).copied(),
            imposed: choice.best != Some(best),
            owed: self.owed(best),
        })
    }

    /// The last word on `best`: a value of which only a bound is known is said as the one it stands by.
    fn owed(&self, best: Move) -> Option<Report> {
        match &self.last {
            Some(last) if last.pv.first() == Some(&best) => {
                (last.bound != Bound::Exact).then(|| Report { bound: Bound::Exact, ..last.clone() })
            }
            _ => Some(unvalued(best)),
        }
    }
}

/// The moves of `line` up to the first that is not legal.
pub(crate) fn legal_prefix(root: &Chess, line: &[Move]) -> Vec<Move> {
    let mut position = root.clone();
    let legal = line.iter().take_while(|&&next| {
        let legal = position.is_legal(next);
        if legal {
            position.play_unchecked(next);
        }
        legal
    });
    legal.copied().collect()
}

/// A report on a move of which the player said nothing: no depth, no value.
fn unvalued(best: Move) -> Report {
    Report {
        depth: 0,
        selective_depth: 0,
        multipv: 1,
        score: Score::Centipawns(0),
        bound: Bound::Exact,
        wdl: None,
        nodes: 0,
        time: std::time::Duration::ZERO,
        hash_full: 0,
        table_hits: 0,
        pv: vec![best],
        machine: None,
    }
}
