//! View: the piece registers decoded, as each side sees the board.
//!
//! ```text
//!                     +------+
//!                     |      |--> White's view: own pieces by kind, enemy pawns, enemy king
//!  piece registers -->| VIEW |
//!                     |      |--> Black's view: the same, the board flipped
//!                     +------+
//! ```
//!
//! Fidelity: decided. The decoder is the move generator's SQUARE; flipping the board is wiring.

use logic::lanes::Pair;
use logic::{Logic, Sides, SquareLogic, pins, scope};

use crate::move_generator::square::{Square, square};
use roms::full::CYCLES;

pins! {
    /// What the cells of one side see: its [view](View), and the cycle.
    SideInputs {
        "own pawns" pawn: plane,
        "own knights" knight: plane,
        "own bishops" bishop: plane,
        "own rooks" rook: plane,
        "own queens" queen: plane,
        "all own pieces" own: plane,
        "the enemy's pawns" enemy_pawn: plane,
        "the enemy's king" enemy_king: plane,
        "all enemy pieces" enemy: plane,
        "empty squares" empty: plane,
        "a wire a cycle" cycle: wires[8],
    }
}

/// The pieces as one side sees them, its own first rank at the bottom.
#[derive(Clone, Copy)]
pub struct View<L: SquareLogic> {
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

impl<L: Logic> View<L> {
    /// The view on pins, with a wire a cycle.
    #[inline(always)]
    pub fn inputs(&self, cycle: [L::Wire; CYCLES]) -> SideInputs<L> {
        let View {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            own,
            enemy_pawn,
            enemy_king,
            enemy,
            empty,
        } = *self;
        SideInputs {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            own,
            enemy_pawn,
            enemy_king,
            enemy,
            empty,
            cycle,
        }
    }

    /// The view that stands on pins.
    #[inline(always)]
    pub fn of(inputs: &SideInputs<L>) -> View<L> {
        let SideInputs {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            own,
            enemy_pawn,
            enemy_king,
            enemy,
            empty,
            cycle: _,
        } = *inputs;
        View {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            own,
            enemy_pawn,
            enemy_king,
            enemy,
            empty,
        }
    }
}

/// White's view and Black's.
#[inline(always)]
pub fn views<L: Logic>(l: L, piece: [L::Plane; 4]) -> [View<L>; 2] {
    let squares = square(l, piece, l.wire(true));
    scope!(l, "VIEW", {
        let (white, black) = (squares.own_pieces(), !(squares.own | squares.empty));
        let own = view(&squares, white, black);
        [own, flipped(l, view(&squares, black, white))]
    })
}

/// Both views in one, White's planes and Black's side by side.
#[inline(always)]
pub fn view_of_both(piece: [u64; 4]) -> View<Sides> {
    let white_to_move = Pair::new(!0, 0);
    let squares = square(Sides, piece.map(Pair::with_flipped), white_to_move);
    let enemy = !(squares.own | squares.empty);
    view(&squares, squares.own_pieces(), enemy)
}

/// The pieces as the owner of `own` sees them, the board not flipped.
#[inline(always)]
fn view<L: SquareLogic>(squares: &Square<L>, own: L::Plane, enemy: L::Plane) -> View<L> {
    View {
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
    }
}

/// The view with the board flipped.
#[inline(always)]
fn flipped<L: Logic>(l: L, view: View<L>) -> View<L> {
    View {
        pawn: l.flipped(view.pawn),
        knight: l.flipped(view.knight),
        bishop: l.flipped(view.bishop),
        rook: l.flipped(view.rook),
        queen: l.flipped(view.queen),
        own: l.flipped(view.own),
        enemy_pawn: l.flipped(view.enemy_pawn),
        enemy_king: l.flipped(view.enemy_king),
        enemy: l.flipped(view.enemy),
        empty: l.flipped(view.empty),
    }
}
