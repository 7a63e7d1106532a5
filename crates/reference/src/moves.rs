//! Moves, in the order of their victims and aggressors.

use std::fmt;

use roms::Kind;
use shakmaty::uci::UciMove;
use shakmaty::{Role, Square};

/// The victim of a move, the best first. A king is never one: the previous move would have been
/// illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Victim {
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    Empty,
}

impl Victim {
    pub(super) const ALL: [Victim; 6] = [
        Victim::Queen,
        Victim::Rook,
        Victim::Bishop,
        Victim::Knight,
        Victim::Pawn,
        Victim::Empty,
    ];
}

/// Promotion of a pawn, in the order tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Promotion {
    None,
    Queen,
    Knight,
    Rook,
    Bishop,
}

impl Promotion {
    pub(super) const ALL: [Promotion; 4] = [
        Promotion::Queen,
        Promotion::Knight,
        Promotion::Rook,
        Promotion::Bishop,
    ];

    /// The kind promoted to, if any.
    pub fn kind(self) -> Option<Kind> {
        [
            None,
            Some(Kind::Queen),
            Some(Kind::Knight),
            Some(Kind::Rook),
            Some(Kind::Bishop),
        ][self as usize]
    }
}

/// A move. The order of the fields is the order of the machine: moves compare by victim, then by
/// its square, then by aggressor, then by its square, then by promotion. (Castling stands outside
/// that order, at the end.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The victim.
    pub victim: Victim,
    /// Its square (of an en-passant capture, the square the taken pawn stepped over).
    pub to: u8,
    /// The aggressor; when castling, the king.
    pub aggressor: Kind,
    /// Its square.
    pub from: u8,
    /// Promotion.
    pub promotion: Promotion,
}

impl Move {
    /// Whether the king castles.
    pub fn is_castling(self) -> bool {
        self.aggressor == Kind::King && self.from.abs_diff(self.to) == 2
    }

    /// UCI notation: e2e4, e7e8q, castling e1g1.
    pub fn uci(self) -> UciMove {
        UciMove::Normal {
            from: Square::new(u32::from(self.from)),
            to: Square::new(u32::from(self.to)),
            promotion: self
                .promotion
                .kind()
                .map(|kind| Role::ALL[kind as usize - 1]),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uci().fmt(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?} takes {:?})", self.aggressor, self.victim)
    }
}
