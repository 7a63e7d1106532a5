//! History heuristics: butterfly, capture and continuation history, and counter moves.
//!
//! Values obey gravity: a bonus adds less the nearer a value is to its bound.

use board::{Board, Color, Cpu, Kind, Move, Piece, PieceSquareTable, Square};

pub(crate) const BOUND: i32 = 16_384;

/// Number of (piece, target square) indices; the number itself stands for no move.
/// The last 64, of no piece, are never used; they avoid a branch.
pub(crate) const PIECE_TO: usize = 13 * 64;

/// Index of a piece and its target square, below [`PIECE_TO`].
#[inline(always)]
pub(crate) fn piece_to_index(piece: Option<Piece>, to: Square) -> usize {
    Piece::index_of(piece) * 64 + to.index()
}

/// Adds a bonus or malus with gravity.
#[inline(always)]
pub(crate) fn update(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-BOUND, BOUND);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / BOUND) as i16;
}

#[derive(Clone)]
pub(crate) struct History {
    /// Butterfly history of quiet moves: color, from, to.
    quiet: Box<[[i16; 4096]; 2]>,
    /// Capture history: piece, to, victim.
    noisy: Box<[[i16; 6]; PIECE_TO]>,
    /// Continuation history: earlier move (piece, to; last row for none), own piece and to.
    continuation: Box<[[i16; PIECE_TO]; PIECE_TO + 1]>,
    /// Counter moves: the quiet refutation of each (piece, to).
    counter: Box<[Move; PIECE_TO + 1]>,
}

/// `N` equal values on the heap, built without using the stack.
pub(super) fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let list = vec![value; N].into_boxed_slice();
    list.try_into()
        .unwrap_or_else(|_| unreachable!("the length is N"))
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: boxed([0; 4096]),
            noisy: boxed([0; 6]),
            continuation: boxed([0; PIECE_TO]),
            counter: boxed(Move::NULL),
        }
    }
}

/// Moves one, two and four plies ago, by [`piece_to_index`] or [`PIECE_TO`].
pub(crate) type PreviousMoves = [usize; 3];

impl History {
    pub(crate) fn clear(&mut self) {
        self.quiet.fill([0; 4096]);
        self.noisy.fill([0; 6]);
        self.continuation.fill([0; PIECE_TO]);
        self.counter.fill(Move::NULL);
    }

    #[inline(always)]
    pub(crate) fn rows(&self, before: &PreviousMoves) -> [&[i16; PIECE_TO]; 3] {
        before.map(|earlier| &self.continuation[earlier])
    }

    #[inline(always)]
    pub(crate) fn quiet_of(
        &self,
        color: Color,
        m: Move,
        piece_to: usize,
        rows: &[&[i16; PIECE_TO]; 3],
    ) -> i32 {
        let butterfly = self.quiet[color as usize][from_to(m)];
        let after = |ply: usize| i32::from(rows[ply][piece_to]);
        i32::from(butterfly) + after(0) + after(1) + after(2) / 2
    }

    #[inline(always)]
    pub(crate) fn quiet(
        &self,
        color: Color,
        m: Move,
        piece_to: usize,
        before: &PreviousMoves,
    ) -> i32 {
        self.quiet_of(color, m, piece_to, &self.rows(before))
    }

    #[inline(always)]
    pub(crate) fn update_quiet(
        &mut self,
        color: Color,
        m: Move,
        piece_to: usize,
        before: &PreviousMoves,
        bonus: i32,
    ) {
        update(&mut self.quiet[color as usize][from_to(m)], bonus);
        self.update_continuation(piece_to, before, bonus);
    }

    #[inline(always)]
    pub(crate) fn update_continuation(
        &mut self,
        piece_to: usize,
        before: &PreviousMoves,
        bonus: i32,
    ) {
        for &earlier in before {
            if earlier < PIECE_TO {
                update(&mut self.continuation[earlier][piece_to], bonus);
            }
        }
    }

    #[inline(always)]
    pub(crate) fn noisy(&self, piece_to: usize, victim: usize) -> i32 {
        i32::from(self.noisy[piece_to][victim])
    }

    #[inline(always)]
    pub(crate) fn update_noisy(&mut self, piece_to: usize, victim: usize, bonus: i32) {
        update(&mut self.noisy[piece_to][victim], bonus);
    }

    #[inline(always)]
    pub(crate) fn counter(&self, before: usize) -> Move {
        self.counter[before]
    }

    #[inline(always)]
    pub(crate) fn set_counter(&mut self, before: usize, m: Move) {
        self.counter[before] = m;
    }
}

#[inline(always)]
fn from_to(m: Move) -> usize {
    usize::from(m.bits() & 4095)
}

#[inline(always)]
pub(crate) fn piece_to<C: Cpu, V: PieceSquareTable>(board: &Board<C, V>, m: Move) -> usize {
    piece_to_index(board.piece_at(m.from()), m.to())
}

/// Index of the captured kind; a promotion without capture counts as a pawn.
#[inline(always)]
pub(crate) fn victim<C: Cpu, V: PieceSquareTable>(board: &Board<C, V>, m: Move) -> usize {
    // A table look-up is faster than a branch.
    static KINDS: [u8; 13] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, Kind::Pawn as u8];
    usize::from(KINDS[Piece::index_of(board.piece_at(m.to()))])
}
