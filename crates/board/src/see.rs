//! Static exchange evaluation: what a series of captures on one square is worth.

use super::{Bitboard, Board, Cpu, Flag, Kernel, Kind, Move, Piece, PieceSquareTable, Square, attacks};

/// What each kind counts for in exchanges, in hundredths of a pawn; the king is never lost.
pub const EXCHANGE: [i32; 6] = [100, 325, 325, 500, 975, 0];

/// What a man, or none, counts for.
#[inline(always)]
fn worth(man: Option<Piece>) -> i32 {
    static WORTH: [i32; 13] = {
        let mut worth = [0; 13];
        let mut index = 0;
        while index < 12 {
            worth[index] = EXCHANGE[Piece::ALL[index].kind_index()];
            index += 1;
        }
        worth
    };
    WORTH[Piece::index_of(man)]
}

/// The rest of [`Board::see_ge`] as a piece of work.
struct Exchange<'a, C: Cpu, V: PieceSquareTable> {
    board: &'a Board<C, V>,
    to: Square,
    occupied: Bitboard,
    swap: i32,
}

impl<C: Cpu, V: PieceSquareTable> Kernel for Exchange<'_, C, V> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.board.exchange(self.to, self.occupied, self.swap)
    }
}

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// Whether the exchange that a legal move begins on its square gains the mover at least `threshold` (in units of
    /// [`EXCHANGE`]), both sides capturing with their least man first and stopping when it pays. Pins are not
    /// regarded; a king captures only what is no longer covered; only the move itself promotes.
    #[inline(always)]
    pub fn see_ge(&self, m: Move, threshold: i32) -> bool {
        let (from, to) = (m.from(), m.to());
        let mut occupied = (self.occupied() ^ from.bb()) | to.bb();
        let mut gain = worth(self.piece_at(to)) - threshold;
        let mut standing = worth(self.piece_at(from));
        if !m.is_plain() {
            if m.is(Flag::Castle) {
                return threshold <= 0;
            }
            if m.is(Flag::EnPassant) {
                occupied ^= to.offset(-self.turn.up()).bb();
                gain += EXCHANGE[Kind::Pawn as usize];
            }
            if let Some(kind) = m.promoted() {
                gain += EXCHANGE[kind as usize] - EXCHANGE[Kind::Pawn as usize];
                standing = EXCHANGE[kind as usize];
            }
        }
        if gain < 0 {
            return false;
        }
        // If the man is lost for nothing and the gain still stands, no reply can change that.
        let swap = standing - gain;
        if swap <= 0 {
            return true;
        }
        // Nor, if a pawn takes it and is itself not worth that, can what follows.
        let guards = attacks::pawn(self.turn, to) & self.pieces(!self.turn, Kind::Pawn);
        if swap > EXCHANGE[Kind::Pawn as usize] && guards.not_empty() {
            return false;
        }
        self.cpu.vectorize(Exchange { board: self, to, occupied, swap })
    }

    /// The exchange on `to` after the first move: whether the mover of that comes out at its threshold or above.
    /// `swap` is what the replying side is ahead of it if it captures and that ends the series.
    #[inline(always)]
    fn exchange(&self, to: Square, mut occupied: Bitboard, mut swap: i32) -> bool {
        let (diagonal, straight) = (self.bishops_and_queens(), self.rooks_and_queens());
        let mut attackers = self.attackers(to, occupied);
        let mut side = self.turn;
        let mut holds = true;
        loop {
            side = !side;
            attackers &= occupied;
            let Some((from, kind)) = self.least(attackers & self.color(side)) else { return holds };
            holds = !holds;
            if kind == Kind::King {
                // The king may not step onto a covered square: then the side has no capture.
                return if (attackers & self.color(!side)).not_empty() { !holds } else { holds };
            }
            swap = EXCHANGE[kind as usize] - swap;
            if swap < i32::from(holds) {
                return holds;
            }
            occupied ^= from.bb();
            if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
                attackers |= self.cpu.bishop(to, occupied) & diagonal;
            }
            if matches!(kind, Kind::Rook | Kind::Queen) {
                attackers |= self.cpu.rook(to, occupied) & straight;
            }
        }
    }

    /// The least of these men, the first of them by square. All kinds are looked at: where a search in order would end,
    /// the processor cannot foretell.
    #[inline(always)]
    fn least(&self, men: Bitboard) -> Option<(Square, Kind)> {
        if men.is_empty() {
            return None;
        }
        let mut least = (Kind::King, men);
        for kind in [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn] {
            let those = men & self.kind(kind);
            if those.not_empty() {
                least = (kind, those);
            }
        }
        let (kind, those) = least;
        those.first().map(|square| (square, kind))
    }
}
