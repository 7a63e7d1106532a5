//! Legality of moves from elsewhere: hash table, killers.

use super::{
    Bitboard, Board, CastlingSide, Cpu, Flag, Kind, Move, PieceSquareTable, Square, attacks,
    castling::castling_bit,
};

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// Whether a move, of any 16 bits, is in [`Board::moves`].
    #[inline]
    pub fn is_legal(&self, m: Move) -> bool {
        self.is_pseudo_legal(m) && self.leaves_king_safe(m)
    }

    /// Whether a move is pseudo-legal with the right flag. Castling and en passant are checked
    /// fully.
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        let (us, from, to) = (self.turn, m.from(), m.to());
        let Some(piece) = self.piece_at(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        if m.is(Flag::Castle) {
            return piece.kind() == Kind::King && self.may_castle_to(from, to);
        }
        if m.is(Flag::EnPassant) {
            return piece.kind() == Kind::Pawn
                && self.en_passant == Some(to)
                && attacks::pawn(us, from).has(to)
                && self.may_capture_en_passant(from, to);
        }
        let reached = if m.is_capture() {
            self.color(!us)
        } else {
            !self.occupied()
        };
        if !reached.has(to) {
            return false;
        }
        if piece.kind() != Kind::Pawn {
            return (m.is(Flag::Quiet) || m.is(Flag::Capture))
                && self.attacks_from(piece, from).has(to);
        }
        self.is_pawn_pseudo_legal(m)
    }

    /// Pseudo-legality of a pawn move whose target matches its flag.
    fn is_pawn_pseudo_legal(&self, m: Move) -> bool {
        let (us, from, to) = (self.turn, m.from(), m.to());
        if m.promoted().is_some() != matches!(to.rank(), 0 | 7) {
            return false;
        }
        if m.is_capture() {
            let flagged = m.promoted().is_some() || m.is(Flag::Capture);
            return flagged && attacks::pawn(us, from).has(to);
        }
        let ahead = from.bb().forward(us) & !self.occupied();
        if m.is(Flag::Double) {
            return from.relative(us).rank() == 1 && ahead.forward(us).has(to);
        }
        (m.promoted().is_some() || m.is(Flag::Quiet)) && ahead.has(to)
    }

    fn may_castle_to(&self, from: Square, to: Square) -> bool {
        let (us, side) = (self.turn, CastlingSide::of_target(to));
        to == Square::at(side.king_file(), from.rank())
            && self.castling & castling_bit(us, side) != 0
            && self.checkers().is_empty()
            && self.sets.may_castle(self.cpu, us, side, self.rooks)
    }

    /// Whether a pseudo-legal move leaves the mover's king out of check. Of castling and en passant
    /// that is known already: they are pseudo-legal only if the king is safe.
    #[inline]
    pub fn leaves_king_safe(&self, m: Move) -> bool {
        let (us, from, to) = (self.turn, m.from(), m.to());
        let king = self.king(us);
        if m.is(Flag::Castle) || m.is(Flag::EnPassant) {
            return true;
        }
        if from == king {
            return !self.attacked(to, !us, self.occupied() ^ king.bb());
        }
        if self.checkers().more_than_one() {
            return false;
        }
        let check_mask = match self.checkers().first() {
            Some(checker) => attacks::between(king, checker) | self.checkers(),
            None => Bitboard::ALL,
        };
        check_mask.has(to) && (!self.blockers().has(from) || attacks::line(king, from).has(to))
    }
}
