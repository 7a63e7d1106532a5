//! Men: the piece registers decoded, as each side sees the board.
//!
//! ```text
//!                     +-----+
//!                     |     |--> White's view: own men by kind, enemy pawns, enemy king
//!  piece registers -->| MEN |
//!                     |     |--> Black's view: the same, the board turned over
//!                     +-----+
//! ```
//!
//! Fidelity: decided. The decoder is the move generator's SQUARE; turning the board over is wiring.

use logic::{Logic, scope};

use crate::move_generator::square::square;

/// The men as one side sees them, its own first rank at the bottom.
#[derive(Clone, Copy)]
pub struct Men<L: Logic> {
    /// Own pawns.
    pub pawn: L::Plane,
    /// Own knights.
    pub knight: L::Plane,
    /// Own bishops.
    pub bishop: L::Plane,
    /// Own rooks.
    pub rook: L::Plane,
    /// Own queens.
    pub queen: L::Plane,
    /// Every own man.
    pub own: L::Plane,
    /// Enemy pawns.
    pub enemy_pawn: L::Plane,
    /// The enemy's king.
    pub enemy_king: L::Plane,
    /// Every enemy man.
    pub enemy: L::Plane,
    /// Empty squares.
    pub empty: L::Plane,
}

/// White's view and Black's.
#[inline(always)]
pub fn men<L: Logic>(l: L, piece: [L::Plane; 4]) -> [Men<L>; 2] {
    let squares = square(l, piece, l.wire(true));
    scope!(l, "MEN", {
        let (white, black) = (squares.own_men(), !(squares.own | squares.empty));
        let view = |own: L::Plane, enemy: L::Plane| Men {
            pawn: squares.pawn & own,
            knight: squares.knight & own,
            bishop: squares.bishop & own,
            rook: squares.rook & own,
            queen: squares.queen & own,
            own,
            enemy_pawn: squares.pawn & enemy,
            enemy_king: squares.king & enemy,
            enemy,
            empty: squares.empty,
        };
        [view(white, black), turned(l, view(black, white))]
    })
}

/// The same men on the board turned over.
#[inline(always)]
fn turned<L: Logic>(l: L, men: Men<L>) -> Men<L> {
    Men {
        pawn: l.turned(men.pawn),
        knight: l.turned(men.knight),
        bishop: l.turned(men.bishop),
        rook: l.turned(men.rook),
        queen: l.turned(men.queen),
        own: l.turned(men.own),
        enemy_pawn: l.turned(men.enemy_pawn),
        enemy_king: l.turned(men.enemy_king),
        enemy: l.turned(men.enemy),
        empty: l.turned(men.empty),
    }
}
