//! Making moves (copy-make).

use super::{
    Board, CastlingSide, Cpu, Flag, Kind, Move, Piece, PieceSquareTable, Square, attacks, keys,
};

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// The board after a legal move.
    ///
    /// An illegal move gives an unspecified board or a panic, never undefined behavior.
    #[inline]
    pub fn make(&self, m: Move) -> Self {
        let mut board = *self;
        board.play(m);
        board
    }

    /// Approximate key after a move, for prefetching: ignores castling, en passant and promotion.
    #[inline(always)]
    pub fn key_after(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        let (moved, taken) = (self.piece_at(from), self.piece_at(to));
        let change = keys::optional_piece(moved, from)
            ^ keys::optional_piece(moved, to)
            ^ keys::optional_piece(taken, to);
        self.key ^ keys::black() ^ keys::en_passant(self.en_passant) ^ change
    }

    /// The board after a null move. The mover must not be in check.
    #[inline]
    pub fn make_null(&self) -> Self {
        debug_assert!(
            self.king_threats.checkers.is_empty(),
            "a side in check cannot pass"
        );
        let mut board = *self;
        board.key ^= keys::en_passant(board.en_passant) ^ keys::black();
        board.en_passant = None;
        board.halfmoves = board.halfmoves.saturating_add(1);
        board.fullmove = board.fullmove.saturating_add(self.turn as u32);
        board.turn = !self.turn;
        board.king_threats = board.sets.king_threats(board.turn);
        debug_assert_eq!(board.validate(), Ok(()));
        board
    }

    /// Makes a legal move in place, which saves a copy.
    #[inline(always)]
    pub fn play(&mut self, m: Move) {
        let (us, from, to) = (self.turn, m.from(), m.to());
        let Some(piece) = self.piece_at(from) else {
            debug_assert!(false, "no piece to move");
            return;
        };
        self.key ^= keys::en_passant(self.en_passant) ^ keys::black();
        self.en_passant = None;
        let irreversible = m.is_capture() || piece.kind_index() == Kind::Pawn as usize;
        self.halfmoves = self.halfmoves.saturating_add(1) * u16::from(!irreversible);
        self.fullmove = self.fullmove.saturating_add(us as u32);

        if m.is_capture() {
            let at = if m.is(Flag::EnPassant) {
                to.offset(-us.up())
            } else {
                to
            };
            if let Some(victim) = self.piece_at(at) {
                self.remove(victim, at);
            }
        }
        if let Some(kind) = m.promoted() {
            self.remove(piece, from);
            self.put(Piece::new(us, kind), to);
        } else if m.is(Flag::Castle) {
            self.castle(piece, from, to);
        } else {
            self.move_piece(piece, from, to);
        }

        let castling = self
            .rooks
            .rights_after(self.castling, us, piece.kind(), from, to);
        if castling != self.castling {
            self.key ^= self.rooks.key(self.castling);
            self.castling = castling;
            self.rooks = self.rooks.with_rights(castling);
            self.key ^= self.rooks.key(castling);
        }
        self.turn = !us;
        self.king_threats = self.sets.king_threats(!us);
        if m.is(Flag::Double) {
            self.set_en_passant(to.offset(-us.up()));
        }
        debug_assert_eq!(self.validate(), Ok(()), "after {m:?}: {self:?}");
    }

    /// Moves king and rook. In Chess960 each may stand on the other's target.
    fn castle(&mut self, king: Piece, from: Square, to: Square) {
        let (us, side) = (self.turn, CastlingSide::of_target(to));
        let rook = Piece::new(us, Kind::Rook);
        self.remove(king, from);
        self.remove(rook, self.rooks.square(us, side));
        self.put(king, to);
        self.put(rook, Square::at(side.rook_file(), to.rank()));
    }

    /// Sets the en-passant square if the mover can legally capture there.
    pub(super) fn set_en_passant(&mut self, square: Square) {
        let mut pawns = attacks::pawn(!self.turn, square) & self.pieces(self.turn, Kind::Pawn);
        if pawns.any(|from| self.may_capture_en_passant(from, square)) {
            self.en_passant = Some(square);
            self.key ^= keys::en_passant(Some(square));
        }
    }

    /// Whether the mover's king is safe after an en-passant capture.
    #[inline(always)]
    pub(super) fn may_capture_en_passant(&self, from: Square, to: Square) -> bool {
        self.sets
            .may_capture_en_passant(self.cpu, self.turn, from, to)
    }
}
