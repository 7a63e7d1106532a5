//! Rays: squares that one side's pieces reach in one direction, and by one of the knight's jumps.
//!
//! ```text
//!                 +------+
//!  rider -------->|      |--> safe squares its ray reaches
//!  queen -------->|      |--> safe squares its ray reaches
//!  knight ------->| RAYS |--> safe squares it jumps to
//!  empty -------->|      |
//!  safe, ring --->|      |--> squares of the ring that any of them reaches
//!                 +------+
//! ```
//!
//! The rider is the rook in a direction along ranks and files and the bishop in a diagonal one. An empty square
//! passes a ray on; the piece that stops it is reached too.
//!
//! Source: Chess Programming Wiki, "Belle", section on the evaluation. Fidelity: mobility along rays and king squares
//! documented; decided: safe squares, the jumps, and that pressure counts a square once a cycle.

use logic::{Logic, scope};

use super::view::View;

/// Squares reached in one cycle.
#[derive(Clone, Copy)]
pub struct Reach<L: Logic> {
    /// The rider's ray arrives, safe square or not.
    pub arrives: L::Plane,
    /// The rider's ray reaches a safe square.
    pub rider: L::Plane,
    /// The queen's ray reaches a safe square.
    pub queen: L::Plane,
    /// The knight's jump reaches a safe square.
    pub knight: L::Plane,
    /// Any of them reaches a square of the ring.
    pub pressure: L::Plane,
}

/// One cycle: rays in direction `DX`, `DY`, jumps by `JX`, `JY`. `safe` squares count for mobility, those of the
/// `ring` round the enemy's king for pressure.
#[inline(always)]
pub fn reach<L: Logic, const DX: i32, const DY: i32, const JX: i32, const JY: i32>(
    l: L,
    view: &View<L>,
    safe: L::Plane,
    ring: L::Plane,
) -> Reach<L> {
    scope!(l, "RAYS", {
        let source = if DX == 0 || DY == 0 { view.rook } else { view.bishop };
        let arrives = l.ray::<DX, DY>(source, view.empty);
        let queen = l.ray::<DX, DY>(view.queen, view.empty);
        let knight = l.neighbor::<JX, JY>(view.knight);
        Reach {
            arrives,
            rider: arrives & safe,
            queen: queen & safe,
            knight: knight & safe,
            pressure: (arrives | queen | knight) & ring,
        }
    })
}
