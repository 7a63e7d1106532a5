//! One side's pieces: a board and a piece list.
//!
//! Documented (F126): a separate board [1:65] and piece list [0:16] for each side, with the same
//! piece codes. Procedures take the boards by reference, as `mymanin` (the side to move) and
//! `opponents`; whether they take the lists so, too, is not said. So only the pawn table and the
//! home rank depend on the color.
//!
//! Second-hand (F130): squares 1 to 64, with White playing south to north from 1..16, so a1 is 1,
//! h1 is 8 and h8 is 64. Square 65 is the target of pawn captures off the board: it exists on both
//! boards and is always empty.
//!
//! Decided: entry 0 of the list is the number of entries in use; the king is entry 1, then the
//! others from queen to pawn. A captured piece leaves 0 in its entry until the capture is taken
//! back. Castling rights and the en passant square are kept here too; the published solver has
//! neither.

use shakmaty::{CastlingSide, Chess, Color, Position, Role, Square as ChessSquare};
use thiserror::Error;

/// A piece by Bell's code: K=6 Q=5 R=4 B=3 N=2 P=1, and 0 for an empty square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Piece(pub(crate) u8);

impl Piece {
    pub(crate) const NONE: Piece = Piece(0);
    pub(crate) const PAWN: Piece = Piece(1);
    pub(crate) const KNIGHT: Piece = Piece(2);
    pub(crate) const BISHOP: Piece = Piece(3);
    pub(crate) const ROOK: Piece = Piece(4);
    pub(crate) const QUEEN: Piece = Piece(5);
    pub(crate) const KING: Piece = Piece(6);

    pub(crate) fn role(self) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|&role| Piece::from(role) == self)
    }

    pub(crate) fn is_some(self) -> bool {
        self != Piece::NONE
    }
}

impl From<Role> for Piece {
    fn from(role: Role) -> Piece {
        Piece(role.into())
    }
}

/// Reason why Bell's arrays cannot hold a position.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PositionError {
    #[error(
        "{color}: expected at most 16 pieces (Atlas's piece list [0:16] holds 16), got {pieces}"
    )]
    TooManyPieces { color: Color, pieces: usize },
    #[error("{color}: expected one king, got {kings}")]
    Kings { color: Color, kings: usize },
}

/// One side's pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The side's color, which selects the pawn table and the home rank.
    pub(crate) color: Color,
    /// The board [1:65]; entry 0 is unused, entry 65 always empty.
    pub(crate) board: [Piece; 66],
    pub(crate) list: [Square; 17],
    /// En passant square: the one that this side's pawn passed over in the last move, if any.
    pub(crate) en_passant: Square,
    pub(crate) rights: Rights,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rights {
    pub(crate) king_side: bool,
    pub(crate) queen_side: bool,
}

impl Rights {
    pub(crate) fn any(self) -> bool {
        self.king_side || self.queen_side
    }
}

impl Side {
    /// Both sides, the side to move first. Fails if a side has more than sixteen pieces, or not
    /// exactly one king.
    pub fn both(position: &Chess) -> Result<(Side, Side), PositionError> {
        let mine = Side::of(position, position.turn())?;
        let mut opponents = Side::of(position, !position.turn())?;
        if let Some(passed_over) = position.pseudo_legal_ep_square() {
            opponents.en_passant = passed_over.into();
        }
        Ok((mine, opponents))
    }

    fn of(position: &Chess, color: Color) -> Result<Side, PositionError> {
        let side = position.board().by_color(color);
        let kings = (side & position.board().kings()).count();
        if kings != 1 {
            return Err(PositionError::Kings { color, kings });
        }
        if side.count() > 16 {
            return Err(PositionError::TooManyPieces {
                color,
                pieces: side.count(),
            });
        }
        let mut pieces = Side {
            color,
            board: [Piece::NONE; 66],
            list: [Square::NONE; 17],
            en_passant: Square::NONE,
            rights: Rights::default(),
        };
        let mut entry = 0;
        // The king comes first.
        for role in Role::ALL.into_iter().rev() {
            for chess_square in side & position.board().by_role(role) {
                let square = Square::from(chess_square);
                pieces.board[square.index()] = role.into();
                entry += 1;
                pieces.list[entry] = square;
            }
        }
        pieces.list[0] = Square(side.count() as u8);
        pieces.rights = rights(position, color, &pieces);
        Ok(pieces)
    }

    /// Number of list entries in use, including those of captured pieces.
    pub(crate) fn count(&self) -> usize {
        self.list[0].index()
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.list[1..=self.count()]
            .iter()
            .copied()
            .filter(|&square| square != Square::NONE)
    }

    pub(crate) fn piece_on(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    pub(crate) fn king(&self) -> Square {
        self.list[1]
    }

    /// Offset of the home rank: its squares are `offset + 1` (a-file) to `offset + 8`.
    pub(crate) fn home_offset(&self) -> u8 {
        self.color.fold_wb(0, 56)
    }
}

/// The position's castling rights, kept only with the king on e and the rook on a or h.
fn rights(position: &Chess, color: Color, pieces: &Side) -> Rights {
    let has_right = |side: CastlingSide, rook: u8| {
        position.castles().has(color, side)
            && pieces.king() == Square(pieces.home_offset() + 5)
            && pieces.board[Square(pieces.home_offset() + rook).index()] == Piece::ROOK
    };
    Rights {
        king_side: has_right(CastlingSide::KingSide, 8),
        queen_side: has_right(CastlingSide::QueenSide, 1),
    }
}

/// A square: 1 to 64 on the board, 65 off the board, 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Square(pub(crate) u8);

impl Square {
    /// No square: a captured piece, or no en passant square.
    pub(crate) const NONE: Square = Square(0);
    /// The target of a pawn's capture off the board.
    pub(crate) const OFF: Square = Square(65);

    #[cfg(test)]
    pub(crate) fn chess_square(self) -> Option<ChessSquare> {
        (1..=64)
            .contains(&self.0)
            .then(|| ChessSquare::new(u32::from(self.0) - 1))
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
    fn piece_codes_are_bells() {
        let codes = Role::ALL.map(|role| Piece::from(role).0);
        assert_eq!(codes, [1, 2, 3, 4, 5, 6], "P N B R Q K");
        assert_eq!(Piece::NONE.role(), None);
    }

    #[test]
    fn initial_position_fills_two_boards() {
        let (white, black) = Side::both(&Chess::default()).unwrap();
        let codes = |pieces: &Side, squares: std::ops::RangeInclusive<usize>| -> Vec<u8> {
            squares.map(|s| pieces.board[s].0).collect()
        };
        assert_eq!(
            codes(&white, 1..=16),
            [4, 2, 3, 5, 6, 3, 2, 4, 1, 1, 1, 1, 1, 1, 1, 1]
        );
        assert_eq!(codes(&white, 17..=65), [0; 49]);
        assert_eq!(
            codes(&black, 57..=64),
            [4, 2, 3, 5, 6, 3, 2, 4],
            "the same codes for both sides"
        );
        assert_eq!((white.count(), white.king().0, black.king().0), (16, 5, 61));
    }

    #[test]
    fn seventeenth_piece_is_an_error() {
        let position =
            play::problem_from_fen("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1").unwrap();
        let error = Side::both(&position).unwrap_err();
        assert_eq!(
            error,
            PositionError::TooManyPieces {
                color: Color::White,
                pieces: 17
            }
        );
        assert_eq!(
            error.to_string(),
            "white: expected at most 16 pieces (Atlas's piece list [0:16] holds 16), got 17"
        );
    }

    #[test]
    fn squares_are_numbered_from_a1() {
        let squares = [
            ChessSquare::A1,
            ChessSquare::H2,
            ChessSquare::A8,
            ChessSquare::H8,
        ];
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
