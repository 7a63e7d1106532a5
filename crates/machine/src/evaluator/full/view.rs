//! View: the piece registers decoded, as each side sees the board.
//!
//! ```text
//!                     +------+
//!                     |      |--> White's view: own pieces by kind, enemy pawns, enemy king
//!  piece registers -->| VIEW |
//!                     |      |--> Black's view: the same, the board turned over
//!                     +------+
//! ```
//!
//! Fidelity: decided. The decoder is the move generator's SQUARE; turning the board over is wiring.

use logic::{Logic, scope};

use crate::move_generator::square::square;

/// The pieces as one side sees them, its own first rank at the bottom.
#[derive(Clone, Copy)]
pub struct View<L: Logic> {
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
    /// Every own piece.
    pub own: L::Plane,
    /// Enemy pawns.
    pub enemy_pawn: L::Plane,
    /// The enemy's king.
    pub enemy_king: L::Plane,
    /// Every enemy piece.
    pub enemy: L::Plane,
    /// Empty squares.
    pub empty: L::Plane,
}

/// White's view and Black's.
#[inline(always)]
pub fn views<L: Logic>(l: L, piece: [L::Plane; 4]) -> [View<L>; 2] {
    let squares = square(l, piece, l.wire(true));
    scope!(l, "VIEW", {
        let (white, black) = (squares.own_pieces(), !(squares.own | squares.empty));
        let view = |own: L::Plane, enemy: L::Plane| View {
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

/// The view with the board turned over.
#[inline(always)]
fn turned<L: Logic>(l: L, view: View<L>) -> View<L> {
    View {
        pawn: l.turned(view.pawn),
        knight: l.turned(view.knight),
        bishop: l.turned(view.bishop),
        rook: l.turned(view.rook),
        queen: l.turned(view.queen),
        own: l.turned(view.own),
        enemy_pawn: l.turned(view.enemy_pawn),
        enemy_king: l.turned(view.enemy_king),
        enemy: l.turned(view.enemy),
        empty: l.turned(view.empty),
    }
}
