//! What the search reads from a position: its moves in the order in which the machine finds them,
//! and its values.

use std::ops::Range;

use roms::{EMPTY, Kind};

use super::position::step;
use super::{Address, LazyTerms, Move, MoveSet, Position, Promotion, Victim};
use crate::full::full_value;

impl Position {
    /// Its address in the memory (step 2).
    pub fn address(&self) -> Address {
        Address::new(self.key(), self.white)
    }

    /// Whether the mover's king is attacked (step 3).
    pub fn in_check(&self) -> bool {
        self.attacked(self.king(self.white), !self.white)
    }

    /// The lazy value from the mover's side (step 4).
    pub fn lazy_value(&self) -> i16 {
        self.for_mover(LazyTerms::of(self).white())
    }

    /// The full value from the mover's side (step 4).
    pub fn full_value(&self) -> i16 {
        self.for_mover(full_value(&self.board, LazyTerms::of(self).class))
    }

    /// Passes each legal move and the position after it to `attempt`, in the order of steps 5 and
    /// 6; true if one cuts.
    pub fn try_moves(
        &self,
        tried: MoveSet,
        mut attempt: impl FnMut(Move, &Position) -> bool,
    ) -> bool {
        let mut moves = match tried {
            MoveSet::All => self.moves(false),
            MoveSet::Noisy => self.moves(true),
            MoveSet::Exchange(target) => self.exchange(target),
        };
        if tried == MoveSet::All && !self.in_check() {
            moves.extend(self.castling());
        }
        moves.into_iter().any(|m| {
            let child = self.after(m);
            // Step 1 at the child: its mover could take the king, so this move was illegal and is not
            // counted.
            !child.king_can_be_taken() && attempt(m, &child)
        })
    }
}

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

impl Position {
    /// The moves of the mover's pieces in the order of step 5, without castling; among them those
    /// that leave the king to be taken. `noisy_only`: only captures and promotions, as a quiet node
    /// tries them (step 4).
    pub fn moves(&self, noisy_only: bool) -> Vec<Move> {
        let mut out = Vec::with_capacity(64);
        for from in 0..64 {
            if !Self::is_of(self.board[from], self.white) {
                continue;
            }
            let kind = Kind::of(self.board[from]).expect("a piece");
            match kind {
                Kind::Pawn => self.pawn_moves(from, noisy_only, &mut out),
                Kind::Knight => self.reach(kind, from, &LEAPS, 1, noisy_only, &mut out),
                Kind::Bishop => self.reach(kind, from, &DIAGONAL, 7, noisy_only, &mut out),
                Kind::Rook => self.reach(kind, from, &STRAIGHT, 7, noisy_only, &mut out),
                Kind::Queen | Kind::King => {
                    let steps = if kind == Kind::King { 1 } else { 7 };
                    self.reach(kind, from, &STRAIGHT, steps, noisy_only, &mut out);
                    self.reach(kind, from, &DIAGONAL, steps, noisy_only, &mut out);
                }
            }
        }
        // Moves compare as step 5 orders them.
        out.sort_unstable();
        out
    }

    /// Captures on `target` by its first aggressor only, legal or not: the moves of a late quiet
    /// node (step 4).
    pub fn exchange(&self, target: u8) -> Vec<Move> {
        let mut moves = self.moves(true);
        moves.retain(|m| m.to == target);
        if let Some(&Move { from, .. }) = moves.first() {
            moves.retain(|m| m.from == from);
        }
        moves
    }

    /// Adds the moves of a piece that goes up to `steps` steps in each of `directions`.
    fn reach(
        &self,
        aggressor: Kind,
        from: usize,
        directions: &[(i8, i8)],
        steps: usize,
        noisy_only: bool,
        out: &mut Vec<Move>,
    ) {
        for &direction in directions {
            let mut square = from;
            for _ in 0..steps {
                let Some(to) = step(square, direction) else {
                    break;
                };
                let victim = self.victim(to);
                if let Some(victim) = victim
                    && !(noisy_only && victim == Victim::Empty)
                {
                    let (from, to) = (from as u8, to as u8);
                    out.push(Move {
                        victim,
                        to,
                        aggressor,
                        from,
                        promotion: Promotion::None,
                    });
                }
                if victim != Some(Victim::Empty) {
                    break;
                }
                square = to;
            }
        }
    }

    /// Adds the moves of the pawn on `from`.
    fn pawn_moves(&self, from: usize, noisy_only: bool, out: &mut Vec<Move>) {
        let ahead = if self.white { 1 } else { -1 };
        let rank = if self.white {
            from >> 3
        } else {
            7 - (from >> 3)
        };
        let mut add = |victim, to: usize| {
            let (from, to, aggressor) = (from as u8, to as u8, Kind::Pawn);
            if rank == 6 {
                out.extend(Promotion::ALL.map(|promotion| Move {
                    victim,
                    to,
                    aggressor,
                    from,
                    promotion,
                }));
            } else if !(noisy_only && victim == Victim::Empty) {
                out.push(Move {
                    victim,
                    to,
                    aggressor,
                    from,
                    promotion: Promotion::None,
                });
            }
        };
        for side in [-1, 1] {
            let Some(to) = step(from, (side, ahead)) else {
                continue;
            };
            match self.victim(to) {
                // En passant. A latch of 0 is none, not a1.
                Some(Victim::Empty) if self.latch != 0 && to == usize::from(self.latch) => {
                    add(Victim::Pawn, to);
                }
                Some(Victim::Empty) | None => {}
                Some(victim) => add(victim, to),
            }
        }
        let one = step(from, (0, ahead)).expect("no pawn stands on the last rank");
        if self.board[one] == EMPTY {
            add(Victim::Empty, one);
            let two = step(one, (0, ahead));
            if let Some(two) = two
                && rank == 1
                && self.board[two] == EMPTY
            {
                add(Victim::Empty, two);
            }
        }
    }

    /// The victim on `square`; `None` for an own piece or a king.
    fn victim(&self, square: usize) -> Option<Victim> {
        let piece = self.board[square];
        if Self::is_of(piece, self.white) {
            return None;
        }
        match Kind::of(piece) {
            None => Some(Victim::Empty),
            Some(Kind::King) => None,
            // Kinds rise from pawn to queen, victims fall from queen to pawn.
            Some(kind) => Some(Victim::ALL[Kind::Queen as usize - kind as usize]),
        }
    }

    /// The castling moves of step 6, king's side first: the right is there, the squares between are
    /// empty and the square the king crosses is not attacked. The king's target square is checked
    /// after the move.
    pub fn castling(&self) -> Vec<Move> {
        struct Side {
            /// The right's bit among the mover's two.
            right: u8,
            /// The squares between king and rook.
            between: Range<usize>,
            /// The square that the king crosses.
            crossed: usize,
            to: usize,
        }
        let (home, rights) = if self.white {
            (4, self.rights)
        } else {
            (60, self.rights >> 2)
        };
        let kings_side = Side {
            right: 1,
            between: home + 1..home + 3,
            crossed: home + 1,
            to: home + 2,
        };
        let queens_side = Side {
            right: 2,
            between: home - 3..home,
            crossed: home - 1,
            to: home - 2,
        };
        let mut moves = Vec::new();
        for mut side in [kings_side, queens_side] {
            let is_possible = rights & side.right != 0
                && side.between.all(|square| self.board[square] == EMPTY)
                && !self.attacked(side.crossed, !self.white);
            if is_possible {
                moves.push(Move {
                    victim: Victim::Empty,
                    to: side.to as u8,
                    aggressor: Kind::King,
                    from: home as u8,
                    promotion: Promotion::None,
                });
            }
        }
        moves
    }

    /// Whether a piece of this side attacks `square`.
    pub fn attacked(&self, square: usize, by_white: bool) -> bool {
        let is = |square: usize, kind| self.board[square] == Self::code(kind, by_white);
        let one_step = |from: &[(i8, i8)], kind| {
            from.iter()
                .any(|&d| step(square, d).is_some_and(|attacker| is(attacker, kind)))
        };
        let ray = |directions: &[(i8, i8)], kind| {
            directions.iter().any(|&direction| {
                let mut at = step(square, direction);
                while let Some(s) = at
                    && self.board[s] == EMPTY
                {
                    at = step(s, direction);
                }
                match at {
                    Some(s) => is(s, kind) || is(s, Kind::Queen),
                    None => false,
                }
            })
        };
        let below = if by_white { -1 } else { 1 };
        one_step(&LEAPS, Kind::Knight)
            || one_step(&[(-1, below), (1, below)], Kind::Pawn)
            || one_step(&STRAIGHT, Kind::King)
            || one_step(&DIAGONAL, Kind::King)
            || ray(&STRAIGHT, Kind::Rook)
            || ray(&DIAGONAL, Kind::Bishop)
    }

    /// Whether the mover could take the king: the move before was illegal (step 1).
    pub fn king_can_be_taken(&self) -> bool {
        self.attacked(self.king(!self.white), self.white)
    }
}
