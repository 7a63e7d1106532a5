//! Squares as Bell numbers them.
//!
//! Documented (Bell 1972): squares 1 to 64, with White playing south to north from 1..16, so a1 is 1, h1 is 8 and h8 is 64.
//! Square 65 is the target of pawn captures off the board: it exists on both boards and is always empty.

use shakmaty::Square as ChessSquare;

/// A square: 1 to 64 on the board, 65 off the board, 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Square(pub(crate) u8);

impl Square {
    /// No square: a captured piece, or no en passant square.
    pub(crate) const NONE: Square = Square(0);
    /// The target of a pawn's capture off the board.
    pub(crate) const OFF: Square = Square(65);

    /// The square in shakmaty, unless it is off the board.
    #[cfg(test)]
    pub(crate) fn chess_square(self) -> Option<ChessSquare> {
        (1..=64).contains(&self.0).then(|| ChessSquare::new(u32::from(self.0) - 1))
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<ChessSquare> for Square {
    fn from(named: ChessSquare) -> Square {
        Square(u8::from(named) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_from_a1() {
        let squares = [ChessSquare::A1, ChessSquare::H2, ChessSquare::A8, ChessSquare::H8];
        assert_eq!(squares.map(|named| Square::from(named).0), [1, 16, 57, 64]);
    }

    #[test]
    fn conversion_is_reversible() {
        for named in ChessSquare::ALL {
            assert_eq!(Square::from(named).chess_square(), Some(named));
        }
        assert_eq!(Square::OFF.chess_square(), None);
    }
}
