//! A side's men: one board and one piece list a side.
//!
//! Documented: "two distinct 8x8 boards [1:65] and piece lists [0:16]", the same codes for both sides, and the
//! pair handed on as "my men" and "opponent's" by side to move. So there is no White and no Black below this
//! file but in the choice of the pawn table and of the home rank.
//!
//! Decided: entry 0 of the list counts the entries in use; the king is entry 1, then the other men from queen to
//! pawn; a man who is taken leaves 0 in his entry until the move is taken back. Castling rights and the square
//! passed over by a double step travel with the men (the published solver has neither).

use shakmaty::{CastlingSide, Chess, Color, Position, Role};
use thiserror::Error;

use crate::square::Square;

/// A man by Bell's code: K=6 Q=5 R=4 B=3 N=2 P=1, and 0 for an empty square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Man(pub(crate) u8);

impl Man {
    /// An empty square.
    pub const NONE: Man = Man(0);
    /// Pawn.
    pub const PAWN: Man = Man(1);
    /// Knight.
    pub const KNIGHT: Man = Man(2);
    /// Bishop.
    pub const BISHOP: Man = Man(3);
    /// Rook.
    pub const ROOK: Man = Man(4);
    /// Queen.
    pub const QUEEN: Man = Man(5);
    /// King.
    pub const KING: Man = Man(6);

    /// Bell's code.
    pub fn code(self) -> u8 {
        self.0
    }

    /// The man as the rest of the project calls him.
    pub fn role(self) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| Man::from(role) == self)
    }

    pub(crate) fn stands(self) -> bool {
        self != Man::NONE
    }
}

impl From<Role> for Man {
    fn from(role: Role) -> Man {
        match role {
            Role::Pawn => Man::PAWN,
            Role::Knight => Man::KNIGHT,
            Role::Bishop => Man::BISHOP,
            Role::Rook => Man::ROOK,
            Role::Queen => Man::QUEEN,
            Role::King => Man::KING,
        }
    }
}

/// A position that does not fit Bell's arrays.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Unfit {
    /// A piece list holds sixteen men.
    #[error("{colour} has {men} men, and Atlas's piece list [0:16] holds 16")]
    TooManyMen {
        /// Whose list.
        colour: Color,
        /// How many men the position has.
        men: usize,
    },
    /// The king exit needs a king.
    #[error("{colour} has {kings} kings, and must have one")]
    Kings {
        /// Whose.
        colour: Color,
        /// How many the position has.
        kings: usize,
    },
}

/// One side's men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Men {
    /// Which side: chooses the pawn table and the home rank, nothing else.
    pub(crate) colour: Color,
    /// The board [1:65]; entry 0 is not used, entry 65 is always empty.
    pub(crate) board: [Man; 66],
    /// The piece list [0:16].
    pub(crate) list: [Square; 17],
    /// The square this side's pawn passed over by the double step just made, or none.
    pub(crate) passed: Square,
    /// Whether castling on the king's and the queen's side is still open.
    pub(crate) rights: Rights,
}

/// Which castlings a side has not lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rights {
    pub(crate) king_side: bool,
    pub(crate) queen_side: bool,
}

impl Rights {
    pub(crate) fn any(self) -> bool {
        self.king_side || self.queen_side
    }
}

impl Men {
    /// The men of both sides, those of the side to move first.
    ///
    /// # Errors
    /// [`Unfit`] if a side has more than sixteen men or not exactly one king.
    pub fn both(position: &Chess) -> Result<(Men, Men), Unfit> {
        let mine = Men::of(position, position.turn())?;
        let mut opponents = Men::of(position, !position.turn())?;
        opponents.passed = position.pseudo_legal_ep_square().map_or(Square::NONE, Square::from);
        Ok((mine, opponents))
    }

    fn of(position: &Chess, colour: Color) -> Result<Men, Unfit> {
        let side = position.board().by_color(colour);
        let kings = (side & position.board().kings()).count();
        if kings != 1 {
            return Err(Unfit::Kings { colour, kings });
        }
        if side.count() > 16 {
            return Err(Unfit::TooManyMen { colour, men: side.count() });
        }
        let mut men = Men {
            colour,
            board: [Man::NONE; 66],
            list: [Square::NONE; 17],
            passed: Square::NONE,
            rights: Rights::default(),
        };
        let ranked = Role::ALL.into_iter().rev();
        let squares = ranked.flat_map(|role| (side & position.board().by_role(role)).into_iter());
        for (entry, named) in squares.enumerate() {
            let square = Square::from(named);
            let role = position.board().role_at(named).expect("a man stands on his square");
            men.board[square.index()] = role.into();
            men.list[entry + 1] = square;
        }
        men.list[0] = Square(side.count() as u8);
        men.rights = rights(position, colour, &men);
        Ok(men)
    }

    /// How many entries of the list are in use, those of taken men among them.
    pub fn count(&self) -> usize {
        self.list[0].index()
    }

    /// The squares of the men still on the board, in the order of the list.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.list[1..=self.count()].iter().copied().filter(|&square| square != Square::NONE)
    }

    /// The man on a square.
    pub fn man_on(&self, square: Square) -> Man {
        self.board[square.index()]
    }

    /// Where the king stands.
    pub fn king(&self) -> Square {
        self.list[1]
    }

    /// The number before the first square of the home rank: 0 for White, 56 for Black.
    pub(crate) fn home(&self) -> u8 {
        match self.colour {
            Color::White => 0,
            Color::Black => 56,
        }
    }

    /// The queen's square in the opening array.
    pub(crate) fn queen_home(&self) -> Square {
        Square(self.home() + 4)
    }
}

/// The rights that stand for castling as the program knows it: king on e, rook on a or h.
fn rights(position: &Chess, colour: Color, men: &Men) -> Rights {
    let open = |side: CastlingSide, rook: u8| {
        position.castles().has(colour, side)
            && men.king() == Square(men.home() + 5)
            && men.board[Square(men.home() + rook).index()] == Man::ROOK
    };
    Rights { king_side: open(CastlingSide::KingSide, 8), queen_side: open(CastlingSide::QueenSide, 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_bells() {
        let codes = Role::ALL.map(|role| Man::from(role).code());
        assert_eq!(codes, [1, 2, 3, 4, 5, 6], "P N B R Q K");
        assert_eq!(Man::NONE.role(), None);
    }

    #[test]
    fn the_opening_array_stands_on_two_boards() {
        let (white, black) = Men::both(&Chess::default()).unwrap();
        let codes = |men: &Men, squares: std::ops::RangeInclusive<usize>| -> Vec<u8> {
            squares.map(|s| men.board[s].code()).collect()
        };
        assert_eq!(codes(&white, 1..=16), [4, 2, 3, 5, 6, 3, 2, 4, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(codes(&white, 17..=65), [0; 49]);
        assert_eq!(codes(&black, 57..=64), [4, 2, 3, 5, 6, 3, 2, 4], "the same codes for both sides");
        assert_eq!((white.count(), white.king().number(), black.king().number()), (16, 5, 61));
    }

    #[test]
    fn a_seventeenth_man_is_refused_by_name() {
        let position = crate::mate::position("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1").unwrap();
        let error = Men::both(&position).unwrap_err();
        assert_eq!(error, Unfit::TooManyMen { colour: Color::White, men: 17 });
        assert_eq!(error.to_string(), "white has 17 men, and Atlas's piece list [0:16] holds 16");
    }
}
