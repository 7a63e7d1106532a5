//! The search of the solver: does the side to move mate in so many moves against every defence?
//!
//! Documented: the published program solves any mate in two. Inferred: that it does so by listing every first
//! move, every reply and every second move, and that the exit `cutoff` tells it which of them are illegal and
//! whether a reply is left. Decided (docs/decisions/atlas-solver.md): the order of trying, the reply that
//! refuted last tried first, checks before quiet moves, and for mates in three or more a memory of positions.
//! None of these changes an answer.

use std::time::Instant;

use play::{Control, Stopped};

use crate::legal::{is_legal, king_can_be_taken};
use crate::listing::{Kind, Move, Moves, Probe, Scope, list_man, list_moves};
use crate::make::{make, unmake};
use crate::mate::memory::Memory;
use crate::men::{Man, Men};
use crate::tables::Tables;

/// What became of a first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The king stays open to capture.
    Illegal,
    /// A reply escapes the mate.
    Refuted,
    /// Every reply is mated in time.
    Mates,
}

/// Finds mates. Keeps what it learnt of one problem until [`Solver::forget`].
pub(crate) struct Solver {
    pub(crate) tables: Tables,
    pub(crate) scope: Scope,
    /// Positions reached.
    pub(crate) nodes: u64,
    /// Moves made since the beginning, to look at the clock now and then.
    reached: u64,
    listed: Moves,
    /// The reply that refuted last, by moves left.
    refuter: [Option<Move>; 8],
    memory: Memory,
    control: Control,
    pub(crate) until: Option<Instant>,
}

impl Solver {
    pub(crate) fn new(scope: Scope, control: Control) -> Solver {
        Solver {
            tables: Tables::new(),
            scope,
            nodes: 0,
            reached: 0,
            listed: Moves::default(),
            refuter: [None; 8],
            memory: Memory::default(),
            control,
            until: None,
        }
    }

    /// Starts on another problem.
    pub(crate) fn forget(&mut self, scope: Scope) {
        self.scope = scope;
        self.nodes = 0;
        self.listed = Moves::default();
        self.refuter = [None; 8];
        self.memory.forget();
    }

    /// Whether castling or a capture in passing was possible somewhere and left out by the published scope.
    pub(crate) fn left_out(&self) -> bool {
        self.listed.left_out
    }

    /// Whether the side to move can mate in at most `n` moves.
    pub(crate) fn mates(&mut self, n: u32, mine: &mut Men, theirs: &mut Men) -> Result<bool, Stopped> {
        if n <= 1 {
            return Ok(n == 1 && self.mates_at_once(mine, theirs));
        }
        let place = self.memory.place(mine, theirs);
        if let Some(known) = self.memory.recall(place, n) {
            return Ok(known);
        }
        // A shorter mate is found with less work, and most mates on the way are shorter.
        if self.mates(n - 1, mine, theirs)? {
            return Ok(true);
        }
        let start = self.listed.moves.len();
        if list_moves(&self.tables, self.scope, mine, theirs, &mut self.listed).is_break() {
            self.listed.moves.truncate(start);
            return Ok(false);
        }
        let quiet = self.checks_first(start, mine, theirs);
        let mut found = false;
        for at in (start..quiet).chain(quiet..self.listed.moves.len()) {
            let one = self.listed.moves[at];
            if self.first_move(n, one, mine, theirs)? == Outcome::Mates {
                found = true;
                break;
            }
        }
        self.listed.moves.truncate(start);
        self.memory.learn(place, n, found);
        Ok(found)
    }

    /// The legal moves in the order of listing.
    pub(crate) fn first_moves(&mut self, mine: &mut Men, theirs: &mut Men) -> Vec<Move> {
        let _ = list_moves(&self.tables, self.scope, mine, theirs, &mut self.listed);
        let mut moves = std::mem::take(&mut self.listed.moves);
        moves.retain(|&one| is_legal(&self.tables, mine, theirs, one));
        moves
    }

    /// What becomes of one first move of a mate in `n`.
    pub(crate) fn first_move(
        &mut self,
        n: u32,
        one: Move,
        mine: &mut Men,
        theirs: &mut Men,
    ) -> Result<Outcome, Stopped> {
        let undo = self.go(mine, theirs, one)?;
        let outcome = self.defend(n, theirs, mine);
        unmake(mine, theirs, one, undo);
        outcome
    }

    /// The defender (`mine`, to move) looks for a reply after which `theirs` does not mate in `n - 1`.
    fn defend(&mut self, n: u32, mine: &mut Men, theirs: &mut Men) -> Result<Outcome, Stopped> {
        let start = self.listed.moves.len();
        if list_moves(&self.tables, self.scope, mine, theirs, &mut self.listed).is_break() {
            self.listed.moves.truncate(start);
            return Ok(Outcome::Illegal);
        }
        if let Some(at) = self.refuter[n as usize]
            .and_then(|last| self.listed.moves[start..].iter().position(|&one| one == last))
        {
            self.listed.moves.swap(start, start + at);
        }
        let mut outcome = None;
        for at in start..self.listed.moves.len() {
            let reply = self.listed.moves[at];
            let undo = self.go(mine, theirs, reply)?;
            let mated = if king_can_be_taken(&self.tables, theirs, mine) {
                Ok(None)
            } else {
                self.mates(n - 1, theirs, mine).map(Some)
            };
            unmake(mine, theirs, reply, undo);
            match mated? {
                None => {}
                Some(true) => outcome = Some(Outcome::Mates),
                Some(false) => {
                    self.refuter[n as usize] = Some(reply);
                    outcome = Some(Outcome::Refuted);
                    break;
                }
            }
        }
        self.listed.moves.truncate(start);
        // No legal reply: mate, or stalemate, which is no mate.
        Ok(outcome.unwrap_or_else(|| match king_can_be_taken(&self.tables, theirs, mine) {
            true => Outcome::Mates,
            false => Outcome::Refuted,
        }))
    }

    /// Whether some move mates at once.
    fn mates_at_once(&mut self, mine: &mut Men, theirs: &mut Men) -> bool {
        let start = self.listed.moves.len();
        let mut found = false;
        if list_moves(&self.tables, self.scope, mine, theirs, &mut self.listed).is_continue() {
            for at in start..self.listed.moves.len() {
                if self.is_mate(self.listed.moves[at], mine, theirs) {
                    found = true;
                    break;
                }
            }
        }
        self.listed.moves.truncate(start);
        found
    }

    /// Whether this move mates.
    pub(crate) fn is_mate(&mut self, one: Move, mine: &mut Men, theirs: &mut Men) -> bool {
        let undo = make(mine, theirs, one);
        self.nodes += 1;
        let mate = self.gives_check(one, mine, theirs)
            && !king_can_be_taken(&self.tables, theirs, mine)
            && !self.has_reply(theirs, mine);
        unmake(mine, theirs, one, undo);
        mate
    }

    /// Whether the move just made attacks the king: through the exit, but only for the men who can have come to
    /// attack him, the man moved and those who may look along a line he opened.
    fn gives_check(&self, one: Move, mine: &Men, theirs: &Men) -> bool {
        let leaves =
            |square| list_man(&self.tables, Scope::Published, square, mine, theirs, &mut Probe).is_break();
        leaves(one.to)
            || mine.squares().any(|square| {
                let man = mine.man_on(square);
                (Man::BISHOP..=Man::QUEEN).contains(&man) && square != one.to && leaves(square)
            })
    }

    /// Whether `mine`, to move, has a legal reply.
    fn has_reply(&mut self, mine: &mut Men, theirs: &mut Men) -> bool {
        let start = self.listed.moves.len();
        let _ = list_moves(&self.tables, self.scope, mine, theirs, &mut self.listed);
        let mut found = false;
        for at in start..self.listed.moves.len() {
            self.nodes += 1;
            if is_legal(&self.tables, mine, theirs, self.listed.moves[at]) {
                found = true;
                break;
            }
        }
        self.listed.moves.truncate(start);
        found
    }

    /// Moves the checks among the listed moves to the front; returns where the quiet moves begin.
    fn checks_first(&mut self, start: usize, mine: &mut Men, theirs: &mut Men) -> usize {
        let mut quiet = start;
        for at in start..self.listed.moves.len() {
            let one = self.listed.moves[at];
            let undo = make(mine, theirs, one);
            if one.kind != Kind::Castling && self.gives_check(one, mine, theirs) {
                self.listed.moves.swap(quiet, at);
                quiet += 1;
            }
            unmake(mine, theirs, one, undo);
        }
        quiet
    }

    /// Makes a move, counts it, and looks whether to stop.
    fn go(&mut self, mine: &mut Men, theirs: &mut Men, one: Move) -> Result<crate::make::Undo, Stopped> {
        self.nodes += 1;
        self.reached += 1;
        if self.reached.is_multiple_of(256) {
            let late = self.until.is_some_and(|moment| Instant::now() >= moment);
            if late || self.control.stopped() {
                return Err(Stopped);
            }
        }
        Ok(make(mine, theirs, one))
    }
}
