//! Static exchange evaluation.

use super::{
    Bitboard, Board, Cpu, Flag, Kernel, Kind, Move, Piece, PieceSquareTable, Square, attacks,
};

/// Value of each kind in exchanges, in centipawns; the king is never lost.
pub const EXCHANGE: [i32; 6] = [100, 325, 325, 500, 975, 0];

#[inline(always)]
fn exchange_value(piece: Option<Piece>) -> i32 {
    static WORTH: [i32; 13] = {
        let mut worth = [0; 13];
        let mut index = 0;
        while index < 12 {
            worth[index] = EXCHANGE[Piece::ALL[index].kind_index()];
            index += 1;
        }
        worth
    };
    WORTH[Piece::index_of(piece)]
}

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
    /// Whether the exchange begun by a legal move gains at least `threshold` (in units of
    /// [`EXCHANGE`]).
    ///
    /// Both sides capture with their least valuable piece first. Pins are ignored; only the move
    /// itself promotes.
    #[inline(always)]
    pub fn see_ge(&self, m: Move, threshold: i32) -> bool {
        let (from, to) = (m.from(), m.to());
        let mut occupied = (self.occupied() ^ from.bb()) | to.bb();
        let mut gain = exchange_value(self.piece_at(to)) - threshold;
        let mut standing = exchange_value(self.piece_at(from));
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
        // Even losing the piece for nothing keeps the gain.
        let swap = standing - gain;
        if swap <= 0 {
            return true;
        }
        // A pawn recaptures, and retaking it is not worth enough.
        let guards = attacks::pawn(self.turn, to) & self.pieces(!self.turn, Kind::Pawn);
        if swap > EXCHANGE[Kind::Pawn as usize] && guards.not_empty() {
            return false;
        }
        self.cpu.vectorize(Exchange {
            board: self,
            to,
            occupied,
            swap,
        })
    }

    /// Rest of the exchange on `to`. `swap` is the replying side's lead if its capture ends the
    /// series.
    #[inline(always)]
    fn exchange(&self, to: Square, mut occupied: Bitboard, mut swap: i32) -> bool {
        let (diagonal, straight) = (self.bishops_and_queens(), self.rooks_and_queens());
        let mut attackers = self.attackers(to, occupied);
        let mut side = self.turn;
        // Whether the move gains enough if the exchange ends here.
        let mut holds = true;
        loop {
            side = !side;
            attackers &= occupied;
            let Some((from, kind)) = self.least(attackers & self.color(side)) else {
                return holds;
            };
            holds = !holds;
            if kind == Kind::King {
                // The king cannot capture a defended piece.
                return if (attackers & self.color(!side)).not_empty() {
                    !holds
                } else {
                    holds
                };
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

    /// Least valuable attacker, the first by square. Branchless over all kinds, to avoid
    /// mispredictions.
    #[inline(always)]
    fn least(&self, attackers: Bitboard) -> Option<(Square, Kind)> {
        if attackers.is_empty() {
            return None;
        }
        let mut least = (Kind::King, attackers);
        for kind in [
            Kind::Queen,
            Kind::Rook,
            Kind::Bishop,
            Kind::Knight,
            Kind::Pawn,
        ] {
            let those = attackers & self.kind(kind);
            if those.not_empty() {
                least = (kind, those);
            }
        }
        let (kind, those) = least;
        those.first().map(|square| (square, kind))
    }
}
