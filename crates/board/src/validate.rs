//! Slow check of the incrementally updated state.

use super::state::castling_bit;
use super::{Board, CastlingSide, Color, Cpu, Kind, Piece, PieceSquareTable, Square};

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// Recomputes everything and compares.
    ///
    /// # Errors
    /// The property that does not hold.
    pub fn validate(&self) -> Result<(), &'static str> {
        let mut fresh = Self::empty(self.cpu);
        for square in Square::all() {
            if let Some(piece) = self.piece_at(square) {
                fresh.put(piece, square);
            }
        }
        for color in Color::ALL {
            require(self.pieces(color, Kind::King).len() == 1, "a king each")?;
            for (wing, rook) in [(CastlingSide::King, 7), (CastlingSide::Queen, 0)] {
                let king = Square::at(4, 0).relative(color);
                let rook = Square::at(rook, 0).relative(color);
                let home = self.piece_at(king) == Some(Piece::new(color, Kind::King))
                    && self.piece_at(rook) == Some(Piece::new(color, Kind::Rook));
                require(
                    self.castling & castling_bit(color, wing) == 0 || home,
                    "king and rook of a castling right on their first squares",
                )?;
            }
        }
        let attacked = self.attacked(self.king(!self.turn), self.turn, self.occupied());
        require(!attacked, "the side that moved out of check")?;
        fresh.finish(self.turn, self.castling, self.en_passant);
        require(self.sets == fresh.sets, "bitboards as the squares")?;
        require(self.king_threats == fresh.king_threats, "checkers and blockers")?;
        require(self.en_passant == fresh.en_passant, "an en-passant square with a capture")?;
        require(self.key == fresh.key, "key")?;
        require(self.part_keys == fresh.part_keys, "keys of pawns and of other pieces")?;
        require(self.score == fresh.score, "score")
    }
}

fn require(holds: bool, what: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(what) }
}
