//! What a thread has learnt of moves: which cut, and which did not.
//!
//! Every value obeys gravity: the nearer it is to its bound, the less a bonus adds, so that what is new counts.

use board::{Board, Color, Cpu, Kind, Move, Piece, PieceSquareTable, Square};

/// No history value exceeds this in amount.
pub(crate) const BOUND: i32 = 16_384;

/// Men on squares: the index of a move by what is moved where. One more than there are stands for no move. (The last 64,
/// of no man, are never used: they spare a choice.)
pub(crate) const PIECE_TO: usize = 13 * 64;

/// A man that moved to a square, as an index below [`MEN`].
#[inline(always)]
pub(crate) fn piece_to_index(piece: Option<Piece>, to: Square) -> usize {
    Piece::index_of(piece) * 64 + to.index()
}

/// Adds a bonus, or a malus, with gravity.
#[inline(always)]
pub(crate) fn update(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-BOUND, BOUND);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / BOUND) as i16;
}

/// A thread's tables.
#[derive(Clone)]
pub(crate) struct History {
    /// Quiet moves by colour, from and to.
    quiet: Box<[[i16; 4096]; 2]>,
    /// Captures by man, to and victim.
    noisy: Box<[[i16; 6]; PIECE_TO]>,
    /// Quiet moves by an earlier move (its man and to; the last row for none) and their own man and to.
    continuation: Box<[[i16; PIECE_TO]; PIECE_TO + 1]>,
    /// The quiet move that refuted a move.
    counter: Box<[Move; PIECE_TO + 1]>,
}

/// So many equal values on the heap, without a detour over the stack.
pub(super) fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let list = vec![value; N].into_boxed_slice();
    list.try_into().unwrap_or_else(|_| unreachable!("the length is N"))
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

/// The earlier moves that a quiet move is judged after: indices by [`man_to`] or [`MEN`], one, two and four plies ago.
pub(crate) type PreviousMoves = [usize; 3];

impl History {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill([0; 4096]);
        self.noisy.fill([0; 6]);
        self.continuation.fill([0; PIECE_TO]);
        self.counter.fill(Move::NULL);
    }

    /// What is known of quiet moves after the moves before them: a row for each of those.
    #[inline(always)]
    pub(crate) fn rows(&self, before: &PreviousMoves) -> [&[i16; PIECE_TO]; 3] {
        before.map(|earlier| &self.continuation[earlier])
    }

    /// What is known of a quiet move; `rows` are [`History::rows`].
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

    /// What is known of one quiet move.
    #[inline(always)]
    pub(crate) fn quiet(&self, color: Color, m: Move, piece_to: usize, before: &PreviousMoves) -> i32 {
        self.quiet_of(color, m, piece_to, &self.rows(before))
    }

    /// Teaches about a quiet move.
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

    /// Teaches about a quiet move after the moves before it.
    #[inline(always)]
    pub(crate) fn update_continuation(&mut self, piece_to: usize, before: &PreviousMoves, bonus: i32) {
        for &earlier in before {
            if earlier < PIECE_TO {
                update(&mut self.continuation[earlier][piece_to], bonus);
            }
        }
    }

    /// What is known of a capture or promotion.
    #[inline(always)]
    pub(crate) fn noisy(&self, piece_to: usize, victim: usize) -> i32 {
        i32::from(self.noisy[piece_to][victim])
    }

    /// Teaches about a capture or promotion.
    #[inline(always)]
    pub(crate) fn update_noisy(&mut self, piece_to: usize, victim: usize, bonus: i32) {
        update(&mut self.noisy[piece_to][victim], bonus);
    }

    /// The quiet move that refuted the move before.
    #[inline(always)]
    pub(crate) fn counter(&self, before: usize) -> Move {
        self.counter[before]
    }

    /// Remembers what refuted the move before.
    #[inline(always)]
    pub(crate) fn set_counter(&mut self, before: usize, m: Move) {
        self.counter[before] = m;
    }
}

#[inline(always)]
fn from_to(m: Move) -> usize {
    usize::from(m.bits() & 4095)
}

/// What a legal move moves where, as an index.
#[inline(always)]
pub(crate) fn piece_to<C: Cpu, V: PieceSquareTable>(board: &Board<C, V>, m: Move) -> usize {
    piece_to_index(board.piece_at(m.from()), m.to())
}

/// The number of the kind that a move captures; a plain promotion counts as taking a pawn.
#[inline(always)]
pub(crate) fn victim<C: Cpu, V: PieceSquareTable>(board: &Board<C, V>, m: Move) -> usize {
    // By man, or none: read, as a choice takes longer.
    static KINDS: [u8; 13] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, Kind::Pawn as u8];
    usize::from(KINDS[Piece::index_of(board.piece_at(m.to()))])
}
