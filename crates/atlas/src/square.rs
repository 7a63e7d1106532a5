//! Squares as Bell numbers them.
//!
//! Documented: squares 1 to 64, "White plays south to north and starts on 1..16", so a1 is 1, h1 is 8 and h8
//! is 64. Square 65 is the catch for pawns capturing off the board: it is on both boards and always empty.

use shakmaty::Square as Named;

/// A square: 1 to 64 on the board, 65 the catch beside it. Zero stands for "no square".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Square(pub(crate) u8);

impl Square {
    /// No square: the mark of a man who is off the board, or of no pawn to take in passing.
    pub const NONE: Square = Square(0);
    /// The catch: where a pawn's capture lands that would leave the board.
    pub const OFF: Square = Square(65);

    /// The square with Bell's number, if it has one.
    pub fn numbered(number: u8) -> Option<Square> {
        (1..=65).contains(&number).then_some(Square(number))
    }

    /// Bell's number of the square.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The square by its usual name, unless it is off the board.
    pub fn named(self) -> Option<Named> {
        (1..=64).contains(&self.0).then(|| Named::new(u32::from(self.0) - 1))
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Named> for Square {
    fn from(named: Named) -> Square {
        Square(u8::from(named) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_starts_on_1_to_16() {
        assert_eq!(Square::from(Named::A1).number(), 1);
        assert_eq!(Square::from(Named::H2).number(), 16);
        assert_eq!(Square::from(Named::A8).number(), 57);
        assert_eq!(Square::from(Named::H8).number(), 64);
    }

    #[test]
    fn names_come_back() {
        for named in Named::ALL {
            assert_eq!(Square::from(named).named(), Some(named));
        }
        assert_eq!(Square::OFF.named(), None);
        assert_eq!(Square::numbered(66), None);
    }
}
