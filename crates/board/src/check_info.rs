//! Detection of checking moves before they are made.

use super::{
    Bitboard, Board, CastlingSide, Cpu, Flag, Kind, Move, PieceSquareTable, Square, attacks,
};

/// Checking squares of each kind, and pieces that would discover a check; computed once per
/// position.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// By kind, the squares from which it gives check.
    pub squares: [Bitboard; 6],
    /// The mover's pieces that alone stand between the enemy king and an own slider.
    pub uncovering: Bitboard,
    king: Square,
}

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// Check information for [`Board::gives_check_with`].
    #[inline]
    pub fn check_info(&self) -> CheckInfo {
        let (us, occupied) = (self.turn, self.occupied());
        let king = self.king(!us);
        let (bishop, rook) = (
            self.cpu.bishop(king, occupied),
            self.cpu.rook(king, occupied),
        );
        let mut uncovering = Bitboard::EMPTY;
        let aimed = attacks::empty_bishop(king) & self.bishops_and_queens()
            | attacks::empty_rook(king) & self.rooks_and_queens();
        for from in aimed & self.color(us) {
            let between = attacks::between(king, from) & occupied;
            if !between.more_than_one() {
                uncovering |= between & self.color(us);
            }
        }
        let squares = [
            attacks::pawn(!us, king),
            attacks::knight(king),
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ];
        CheckInfo {
            squares,
            uncovering,
            king,
        }
    }

    /// Whether a legal move gives check. For many moves use [`Board::gives_check_with`].
    pub fn gives_check(&self, m: Move) -> bool {
        self.gives_check_with(m, &self.check_info())
    }

    /// Whether a legal move gives check, given [`Board::check_info`] of this position.
    #[inline(always)]
    pub fn gives_check_with(&self, m: Move, checks: &CheckInfo) -> bool {
        let (from, to) = (m.from(), m.to());
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        let uncovers = checks.uncovering.has(from) && !attacks::line(checks.king, from).has(to);
        if m.is_plain() {
            return uncovers || checks.squares[piece.kind_index()].has(to);
        }
        uncovers || self.special_gives_check(m, checks.king)
    }

    /// Whether a promotion, castling or en-passant capture gives check, other than by leaving its
    /// square.
    #[inline(never)]
    fn special_gives_check(&self, m: Move, king: Square) -> bool {
        let (from, to) = (m.from(), m.to());
        if let Some(kind) = m.promoted() {
            // The pawn no longer blocks the line.
            let occupied = self.occupied() ^ from.bb();
            return match kind {
                Kind::Knight => attacks::knight(to).has(king),
                Kind::Bishop => self.cpu.bishop(to, occupied).has(king),
                Kind::Rook => self.cpu.rook(to, occupied).has(king),
                Kind::Queen | Kind::Pawn | Kind::King => self.cpu.queen(to, occupied).has(king),
            };
        }
        if m.is(Flag::Castle) {
            // Nothing but the rook can give check: the first rank ends every other line through
            // king and rook.
            let side = CastlingSide::of_target(to);
            let rook = Square::at(side.rook_file(), to.rank());
            let left = from.bb() | self.rooks.square(self.turn, side).bb();
            let occupied = self.occupied() & !left | to.bb() | rook.bb();
            return self.cpu.rook(rook, occupied).has(king);
        }
        attacks::pawn(self.turn, to).has(king) || self.en_passant_uncovers(from, to, king)
    }

    /// Whether an en-passant capture discovers a check.
    fn en_passant_uncovers(&self, from: Square, to: Square, king: Square) -> bool {
        let victim = to.offset(-self.turn.up()).bb();
        let occupied = (self.occupied() ^ from.bb() ^ victim) | to.bb();
        let lines = self.cpu.bishop(king, occupied) & self.bishops_and_queens()
            | self.cpu.rook(king, occupied) & self.rooks_and_queens();
        (lines & self.color(self.turn)).not_empty()
    }
}
