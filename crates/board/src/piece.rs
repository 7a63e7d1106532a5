//! The two sides, the six kinds and the twelve men.

use std::ops::Not;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Color {
    /// Both, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The step of a pawn in square indices.
    #[inline(always)]
    pub const fn up(self) -> i8 {
        match self {
            Color::White => 8,
            Color::Black => -8,
        }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A kind of man, in the order of worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Kind {
    /// All six, the pawn first.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
}

/// A man: a kind of a colour. Its number is `2 * kind + color`, so an `Option<Piece>` is one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Piece {
    /// All twelve, in the order of their numbers.
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::BlackKnight,
        Piece::WhiteBishop,
        Piece::BlackBishop,
        Piece::WhiteRook,
        Piece::BlackRook,
        Piece::WhiteQueen,
        Piece::BlackQueen,
        Piece::WhiteKing,
        Piece::BlackKing,
    ];

    /// The man of this colour and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece::ALL[kind as usize * 2 + color as usize]
    }

    /// 0 to 11.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 0 to 11, or 12 for no man: an index into tables that have a place for that, without a choice.
    #[inline(always)]
    pub const fn index_of(man: Option<Piece>) -> usize {
        match man {
            Some(piece) => piece.index(),
            None => 12,
        }
    }

    /// The number of its kind, 0 to 5: for hot code, which indexes with it, as [`Piece::kind`] reads a list.
    #[inline(always)]
    pub const fn kind_index(self) -> usize {
        self as usize >> 1
    }

    /// Its kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind::ALL[self.kind_index()]
    }

    /// Its colour.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }
}
