//! The mate solver: keys, tries, threats, defences and duals.
//!
//! Documented: "the published Algol solves any mate in two, leaving out castling and en passant". What it printed
//! besides the key is not on record; the rest of this report is decided, and uses the problemists' words.

mod epd;
mod memory;
mod print;
mod solver;

use std::time::Instant;

use play::{Control, Stopped};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move as Named, Position};
use thiserror::Error;

use crate::legal::{listed, named_among};
use crate::listing::Scope;
use crate::men::{Men, Unfit};

pub use epd::{Line, LineError, Problem, Summary, Verdict, judge, lines, position, read_line};
use solver::{Outcome, Solver};

/// The longest mate the solver looks for, in moves.
pub const MOST_MOVES: u32 = 4;

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// Mate in this many moves, 1 to [`MOST_MOVES`].
    pub mates: u32,
    /// Bell's own scope, or all rules.
    pub scope: Scope,
    /// Also report first moves with at most this many refutations; 0 for none.
    pub tries: usize,
    /// Also report threats, defences and duals.
    pub play: bool,
}

impl Default for Task {
    fn default() -> Task {
        Task { mates: 2, scope: Scope::Published, tries: 0, play: true }
    }
}

/// A move and how it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The move.
    pub named: Named,
    /// In algebraic notation.
    pub san: String,
}

/// A first move, or a later move of the mating side, that mates in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mating {
    /// The move.
    pub first: Written,
    /// What it threatens, if the other side could pass; empty after a check or a waiting move.
    pub threats: Vec<Written>,
    /// Whether it gives check, so that there is no asking for a threat.
    pub check: bool,
    /// Every legal reply. None if the move mates.
    pub defences: Vec<Defence>,
}

/// A reply, and how it is mated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The reply.
    pub reply: Written,
    /// Every move that goes on to mate in time: more than one is a dual. With three or more moves to go only the
    /// first of them is followed further.
    pub mates: Vec<Mating>,
}

impl Defence {
    /// Whether more than one move mates.
    pub fn is_dual(&self) -> bool {
        self.mates.len() > 1
    }
}

/// A first move that fails to few replies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// The move.
    pub first: Written,
    /// The replies it fails to.
    pub refutations: Vec<Written>,
}

/// What the solver found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What was asked.
    pub task: Task,
    /// Every first move that mates in time: one in a sound problem.
    pub keys: Vec<Mating>,
    /// Tries, if asked for.
    pub tries: Vec<Try>,
    /// Positions reached in finding the keys.
    pub nodes: u64,
    /// Whether castling or a capture in passing came up and was left out: only in Bell's scope.
    pub left_out: bool,
    /// If something was left out: the keys by all the rules.
    pub full_keys: Option<Vec<Written>>,
}

impl Solution {
    /// The keys as they are written, without their play.
    pub fn key_moves(&self) -> Vec<Written> {
        self.keys.iter().map(|key| key.first.clone()).collect()
    }

    /// Whether the published scope gives other keys than the rules do: the problem needs castling or en passant.
    pub fn needs_all_rules(&self) -> bool {
        self.full_keys.as_ref().is_some_and(|full| {
            let ours = self.key_moves();
            full.len() != ours.len() || full.iter().any(|key| !ours.contains(key))
        })
    }
}

/// Why there is no solution to show.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum MateError {
    /// The position does not fit Bell's arrays.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// Mates in so many moves are not looked for.
    #[error("a mate in {0} was asked for; the solver looks for mates in 1 to {MOST_MOVES}")]
    Moves(u32),
    /// Told to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Solves one problem after another with the same tables.
pub struct Mate {
    solver: Solver,
}

impl Mate {
    /// A solver that looks at `control` now and then.
    pub fn new(control: Control) -> Mate {
        Mate { solver: Solver::new(Scope::Published, control) }
    }

    /// The same solver, which gives up at a moment of time.
    #[must_use]
    pub fn until(mut self, moment: Option<Instant>) -> Mate {
        self.solver.until = moment;
        self
    }

    /// Solves a problem.
    ///
    /// # Errors
    /// [`MateError`] says why not.
    pub fn solve(&mut self, position: &Chess, task: Task) -> Result<Solution, MateError> {
        if !(1..=MOST_MOVES).contains(&task.mates) {
            return Err(MateError::Moves(task.mates));
        }
        self.solver.forget(task.scope);
        let keys = self.keys(position, task.mates)?;
        let (nodes, left_out) = (self.solver.nodes, self.solver.left_out());
        let keys = self.followed(position, task.mates, keys, task.play, usize::MAX)?;
        let tries = if task.tries > 0 { self.tries(position, task)? } else { Vec::new() };
        let full_keys = match left_out {
            true => {
                self.solver.forget(Scope::Full);
                Some(self.keys(position, task.mates)?.into_iter().map(|one| written(position, one)).collect())
            }
            false => None,
        };
        Ok(Solution { task, keys, tries, nodes, left_out, full_keys })
    }

    /// Whether the side to move mates in at most `n` moves, and how: the main line, for a player's report.
    pub(crate) fn line(&mut self, position: &Chess, n: u32) -> Result<Option<Vec<Named>>, MateError> {
        self.solver.forget(Scope::Full);
        let mut position = position.clone();
        let mut line = Vec::new();
        let Some(mut n) = self.shortest(&position, n)? else { return Ok(None) };
        loop {
            let Some(&key) = self.keys(&position, n)?.first() else { return Ok(None) };
            position.play_unchecked(key);
            line.push(key);
            let replies = position.legal_moves();
            // The reply that holds out longest.
            let mut longest = None;
            for &reply in &replies {
                let mut after = position.clone();
                after.play_unchecked(reply);
                let left = self.shortest(&after, n - 1)?;
                if longest.is_none_or(|(most, _)| left > most) {
                    longest = Some((left, reply));
                }
            }
            let Some((Some(left), reply)) = longest else { return Ok(Some(line)) };
            position.play_unchecked(reply);
            line.push(reply);
            n = left;
        }
    }

    /// The least number of moves in which the side to move mates, if at most `n`.
    fn shortest(&mut self, position: &Chess, n: u32) -> Result<Option<u32>, MateError> {
        let (mut mine, mut theirs) = Men::both(position)?;
        for moves in 1..=n {
            if self.solver.mates(moves, &mut mine, &mut theirs)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Every move that mates in at most `n`.
    fn keys(&mut self, position: &Chess, n: u32) -> Result<Vec<Named>, MateError> {
        let (mut mine, mut theirs) = Men::both(position)?;
        let legal = position.legal_moves();
        let mut keys = Vec::new();
        for one in self.solver.first_moves(&mut mine, &mut theirs) {
            let mates = match n {
                1 => self.solver.is_mate(one, &mut mine, &mut theirs),
                _ => self.solver.first_move(n, one, &mut mine, &mut theirs)? == Outcome::Mates,
            };
            if mates {
                keys.extend(named_among(&legal, one));
            }
        }
        Ok(keys)
    }

    /// The moves with threats and defences, of the first `follow` of them.
    fn followed(
        &mut self,
        position: &Chess,
        n: u32,
        moves: Vec<Named>,
        play: bool,
        follow: usize,
    ) -> Result<Vec<Mating>, MateError> {
        let mut mating = Vec::new();
        for (at, one) in moves.into_iter().enumerate() {
            let mut after = position.clone();
            after.play_unchecked(one);
            let check = after.is_check();
            let is_followed = play && n > 1 && at < follow;
            mating.push(Mating {
                first: written(position, one),
                threats: if is_followed && !check { self.threats(&after, n - 1)? } else { Vec::new() },
                check,
                defences: if is_followed { self.defences(&after, n - 1)? } else { Vec::new() },
            });
        }
        Ok(mating)
    }

    /// What the side that just moved would do if it could move again.
    fn threats(&mut self, position: &Chess, n: u32) -> Result<Vec<Written>, MateError> {
        let Ok(again) = position.clone().swap_turn() else { return Ok(Vec::new()) };
        Ok(self.keys(&again, n)?.into_iter().map(|one| written(&again, one)).collect())
    }

    fn defences(&mut self, position: &Chess, n: u32) -> Result<Vec<Defence>, MateError> {
        let mut defences = Vec::new();
        for reply in self.in_scope(position) {
            let mut after = position.clone();
            after.play_unchecked(reply);
            let mates = self.keys(&after, n)?;
            let mates = self.followed(&after, n, mates, true, if n > 1 { 1 } else { usize::MAX })?;
            defences.push(Defence { reply: written(position, reply), mates });
        }
        Ok(defences)
    }

    /// First moves that are no keys, but fail to few replies only.
    fn tries(&mut self, position: &Chess, task: Task) -> Result<Vec<Try>, MateError> {
        let mut tries = Vec::new();
        for first in self.in_scope(position) {
            let mut after = position.clone();
            after.play_unchecked(first);
            let mut refutations = Vec::new();
            for reply in self.in_scope(&after) {
                let mut then = after.clone();
                then.play_unchecked(reply);
                if self.shortest(&then, task.mates - 1)?.is_none() {
                    refutations.push(written(&after, reply));
                    if refutations.len() > task.tries {
                        break;
                    }
                }
            }
            if (1..=task.tries).contains(&refutations.len()) {
                tries.push(Try { first: written(position, first), refutations });
            }
        }
        Ok(tries)
    }

    /// The legal moves that the scope knows.
    fn in_scope(&self, position: &Chess) -> Vec<Named> {
        let outside = |one: &Named| one.is_castle() || one.is_en_passant();
        let known = |one: &Named| self.solver.scope == Scope::Full || !outside(one);
        position.legal_moves().into_iter().filter(|one| known(one) && listed(*one).is_some()).collect()
    }
}

fn written(position: &Chess, named: Named) -> Written {
    Written { named, san: SanPlus::from_move(position.clone(), named).to_string() }
}
