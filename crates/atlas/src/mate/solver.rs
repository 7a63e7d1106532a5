//! The search for forced mates.
//!
//! Second-hand (F129): the published program solves any mate in two. Inferred (F127): it generates
//! every first move, reply and second move, and the exit `cutoff` shows which are illegal and
//! whether a reply is left. Decided (docs/atlas.md): move ordering by the last refutation, checks
//! before quiet moves, and a table of positions. None of these changes a result.

use play::{Control, Instant, Stopped, mix};

use crate::legal::{is_legal, king_can_be_taken};
use crate::make::{Undo, make, unmake};
use crate::movegen::{KingProbe, Move, MoveKind, MoveStore, generate_moves, generate_piece_moves};
use crate::settings::Rules;
use crate::side::{Piece, Side};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Illegal,
    Refuted,
    Mates,
}

const CHECK_INTERVAL: u64 = 256;

#[derive(Default)]
pub(crate) struct Solver {
    pub(crate) rules: Rules,
    pub(crate) nodes: u64,
    /// Moves made; after every [`CHECK_INTERVAL`] of them the clock is read.
    made: u64,
    pub(crate) moves: MoveStore,
    /// The last refutation, by moves left.
    refuter: [Option<Move>; 8],
    table: MateTable,
    control: Control,
    pub(crate) deadline: Option<Instant>,
}

impl Solver {
    pub(crate) fn new(rules: Rules, control: Control) -> Solver {
        Solver {
            rules,
            control,
            ..Solver::default()
        }
    }

    pub(crate) fn clear(&mut self, rules: Rules) {
        self.rules = rules;
        self.nodes = 0;
        self.moves = MoveStore::default();
        self.refuter = [None; 8];
        self.table.entries.clear();
    }

    /// Whether the side to move mates in at most `n` moves.
    pub(crate) fn mates(
        &mut self,
        n: u32,
        mine: &mut Side,
        theirs: &mut Side,
    ) -> Result<bool, Stopped> {
        if n <= 1 {
            return Ok(n == 1 && self.mates_at_once(mine, theirs));
        }
        let key = self.table.key(mine, theirs);
        if let Some(known) = self.table.probe(key, n) {
            return Ok(known);
        }
        // A shorter mate costs less, and most mates in the tree are shorter.
        if self.mates(n - 1, mine, theirs)? {
            return Ok(true);
        }
        let start = self.moves.moves.len();
        if generate_moves(self.rules, mine, theirs, &mut self.moves).is_break() {
            self.moves.moves.truncate(start);
            return Ok(false);
        }
        self.sort_checks_first(start, mine, theirs);
        let mut found = false;
        for at in start..self.moves.moves.len() {
            let mv = self.moves.moves[at];
            if self.first_move(n, mv, mine, theirs)? == Outcome::Mates {
                found = true;
                break;
            }
        }
        self.moves.moves.truncate(start);
        self.table.store(key, n, found);
        Ok(found)
    }

    pub(crate) fn first_moves(&mut self, mine: &mut Side, theirs: &mut Side) -> Vec<Move> {
        let _ = generate_moves(self.rules, mine, theirs, &mut self.moves);
        let mut moves = std::mem::take(&mut self.moves.moves);
        moves.retain(|&mv| is_legal(mine, theirs, mv));
        moves
    }

    pub(crate) fn first_move(
        &mut self,
        n: u32,
        mv: Move,
        mine: &mut Side,
        theirs: &mut Side,
    ) -> Result<Outcome, Stopped> {
        let undo = self.make_counted(mine, theirs, mv)?;
        let outcome = self.defend(n, theirs, mine);
        unmake(mine, theirs, mv, undo);
        outcome
    }

    /// Searches for a reply of `mine` after which `theirs` does not mate in `n - 1`.
    fn defend(&mut self, n: u32, mine: &mut Side, theirs: &mut Side) -> Result<Outcome, Stopped> {
        let start = self.moves.moves.len();
        if generate_moves(self.rules, mine, theirs, &mut self.moves).is_break() {
            self.moves.moves.truncate(start);
            return Ok(Outcome::Illegal);
        }
        let refuter = self.refuter[n as usize];
        if let Some(at) = self.moves.moves[start..]
            .iter()
            .position(|&mv| Some(mv) == refuter)
        {
            self.moves.moves.swap(start, start + at);
        }
        let mut outcome = None;
        for at in start..self.moves.moves.len() {
            let reply = self.moves.moves[at];
            let undo = self.make_counted(mine, theirs, reply)?;
            let mated = match king_can_be_taken(theirs, mine) {
                true => Ok(None),
                false => self.mates(n - 1, theirs, mine).map(Some),
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
        self.moves.moves.truncate(start);
        Ok(match outcome {
            Some(outcome) => outcome,
            // No legal reply: mate or stalemate.
            None if king_can_be_taken(theirs, mine) => Outcome::Mates,
            None => Outcome::Refuted,
        })
    }

    fn mates_at_once(&mut self, mine: &mut Side, theirs: &mut Side) -> bool {
        let start = self.moves.moves.len();
        let found = generate_moves(self.rules, mine, theirs, &mut self.moves).is_continue()
            && (start..self.moves.moves.len())
                .any(|at| self.is_mate(self.moves.moves[at], mine, theirs));
        self.moves.moves.truncate(start);
        found
    }

    pub(crate) fn is_mate(&mut self, mv: Move, mine: &mut Side, theirs: &mut Side) -> bool {
        let undo = make(mine, theirs, mv);
        self.nodes += 1;
        let mate = self.gives_check(mv, mine, theirs)
            && !king_can_be_taken(theirs, mine)
            && !self.has_reply(theirs, mine);
        unmake(mine, theirs, mv, undo);
        mate
    }

    /// Whether the move just made gives check. Only the moved piece and sliders behind it can.
    fn gives_check(&self, mv: Move, mine: &Side, theirs: &Side) -> bool {
        let attacks_king = |square| {
            generate_piece_moves(Rules::Published, square, mine, theirs, &mut KingProbe).is_break()
        };
        attacks_king(mv.to)
            || mine.squares().any(|square| {
                let piece = mine.piece_on(square);
                (Piece::BISHOP..=Piece::QUEEN).contains(&piece)
                    && square != mv.to
                    && attacks_king(square)
            })
    }

    fn has_reply(&mut self, mine: &mut Side, theirs: &mut Side) -> bool {
        let start = self.moves.moves.len();
        let _ = generate_moves(self.rules, mine, theirs, &mut self.moves);
        let found = (start..self.moves.moves.len()).any(|at| {
            self.nodes += 1;
            is_legal(mine, theirs, self.moves.moves[at])
        });
        self.moves.moves.truncate(start);
        found
    }

    /// Puts the moves from `start` on that give check before the others.
    fn sort_checks_first(&mut self, start: usize, mine: &mut Side, theirs: &mut Side) {
        let mut first_quiet = start;
        for at in start..self.moves.moves.len() {
            let mv = self.moves.moves[at];
            let undo = make(mine, theirs, mv);
            if mv.kind != MoveKind::Castling && self.gives_check(mv, mine, theirs) {
                self.moves.moves.swap(first_quiet, at);
                first_quiet += 1;
            }
            unmake(mine, theirs, mv, undo);
        }
    }

    fn make_counted(
        &mut self,
        mine: &mut Side,
        theirs: &mut Side,
        mv: Move,
    ) -> Result<Undo, Stopped> {
        self.nodes += 1;
        self.made += 1;
        if self.made.is_multiple_of(CHECK_INTERVAL) {
            let late = match self.deadline {
                Some(moment) => Instant::now() >= moment,
                None => false,
            };
            if late || self.control.stopped() {
                return Err(Stopped);
            }
        }
        Ok(make(mine, theirs, mv))
    }
}

/// Entries of the table of mates.
const ENTRIES: usize = 1 << 18;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// The shortest known mate, in moves; 0 if none.
    mates_in: u8,
    /// The largest number of moves in which no mate exists.
    no_mate_in: u8,
}

/// Known mates and their absence. The table is allocated at the first store.
#[derive(Default)]
pub(crate) struct MateTable {
    entries: Vec<Entry>,
}

impl MateTable {
    pub(crate) fn key(&self, mine: &Side, theirs: &Side) -> u64 {
        let mut key = u64::from(mine.home_offset());
        for (side, pieces) in [mine, theirs].into_iter().enumerate() {
            for square in pieces.squares() {
                let piece = u64::from(pieces.piece_on(square).0);
                key ^= mix((side as u64) << 24 | piece << 32 | u64::from(square.0) << 40 | 1);
            }
            let rights =
                u64::from(pieces.rights.king_side) + 2 * u64::from(pieces.rights.queen_side);
            key ^= mix((side as u64) << 16 | rights << 8 | u64::from(pieces.en_passant.0));
        }
        key
    }

    pub(crate) fn probe(&self, key: u64, n: u32) -> Option<bool> {
        let entry = self
            .entries
            .get(key as usize % ENTRIES)
            .filter(|entry| entry.key == key)?;
        if entry.mates_in > 0 && u32::from(entry.mates_in) <= n {
            return Some(true);
        }
        if u32::from(entry.no_mate_in) >= n {
            return Some(false);
        }
        None
    }

    pub(crate) fn store(&mut self, key: u64, n: u32, mates: bool) {
        if self.entries.is_empty() {
            self.entries.resize(ENTRIES, Entry::default());
        }
        let entry = &mut self.entries[key as usize % ENTRIES];
        if entry.key != key {
            *entry = Entry {
                key,
                ..Entry::default()
            };
        }
        if mates {
            entry.mates_in = n as u8;
        } else {
            entry.no_mate_in = entry.no_mate_in.max(n as u8);
        }
    }
}
