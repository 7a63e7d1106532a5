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
//! The rider is the rook in a direction along ranks and files and the bishop in a diagonal one. An
//! empty square passes a ray on; the piece that stops it is reached too. The
//! ring is the squares next to the enemy's king; pressure counts those reached.
//!
//! Source: Chess Programming Wiki, "Belle", section on the evaluation. Fidelity: mobility along
//! rays and king squares documented (F063); decided: safe squares, the jumps, and that pressure
//! counts a square once a cycle.

use logic::lanes::Pair;
use logic::{Sides, Signal, Simulator, SquareLogic, scope};

use super::view::View;

/// Squares reached in one cycle.
#[derive(Clone, Copy)]
pub struct Reach<L: SquareLogic> {
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

/// The squares at which reaching counts.
#[derive(Clone, Copy)]
pub struct Targets<L: SquareLogic> {
    /// Those that count for mobility.
    pub safe: L::Plane,
    /// Those round the enemy's king, which count for pressure.
    pub ring: L::Plane,
}

/// Squares reached, cycle by cycle.
pub trait Reaches<L: SquareLogic> {
    /// The cycle with rays in direction `DX`, `DY` and jumps by `JX`, `JY`.
    fn reach<const DX: i32, const DY: i32, const JX: i32, const JY: i32>(&self, l: L) -> Reach<L>;
}

/// Computes each cycle's reach from the view, as the machine's wires do.
#[derive(Clone, Copy)]
pub struct InCycles<'a, L: SquareLogic> {
    /// One side's view.
    pub view: &'a View<L>,
    /// The squares at which reaching counts.
    pub targets: Targets<L>,
}

impl<L: SquareLogic> Reaches<L> for InCycles<'_, L> {
    #[inline(always)]
    fn reach<const DX: i32, const DY: i32, const JX: i32, const JY: i32>(&self, l: L) -> Reach<L> {
        let InCycles {
            view,
            targets: Targets { safe, ring },
        } = *self;
        scope!(l, "RAYS", {
            let rider = if DX == 0 || DY == 0 {
                view.rook
            } else {
                view.bishop
            };
            let arrives = l.ray::<DX, DY>(rider, view.empty).called("rider_ray");
            let queen = l.ray::<DX, DY>(view.queen, view.empty).called("queen_ray");
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
}

/// The squares that each side reaches, in all eight cycles at once.
#[derive(Clone, Copy)]
pub struct Octets<L: Simulator> {
    /// Where the riders' rays arrive that run up and down the files.
    files: [Pair; 2],
    /// The riders' rays reach safe squares.
    pub rider: L::SideOctet,
    /// The queens' rays reach safe squares.
    pub queen: L::SideOctet,
    /// The knights' jumps reach safe squares.
    pub knight: L::SideOctet,
    /// Any of them reaches a square of the ring.
    pub pressure: L::SideOctet,
}

/// Rays and jumps of all eight cycles at once.
#[inline(always)]
pub fn octets<L: Simulator>(l: L, view: &View<Sides>, targets: Targets<Sides>) -> Octets<L> {
    let arrives = l.side_rays(view.rook, view.bishop, view.empty);
    let queen = l.side_rays(view.queen, view.queen, view.empty);
    let knight = l.side_jumps(view.knight);
    let reached = l.either(l.either(arrives, queen), knight);
    Octets {
        files: l.north_and_south(arrives),
        rider: l.masked(arrives, targets.safe),
        queen: l.masked(queen, targets.safe),
        knight: l.masked(knight, targets.safe),
        pressure: l.masked(reached, targets.ring),
    }
}

impl<L: Simulator> Reaches<Sides> for Octets<L> {
    /// Only where the riders' rays arrive along files: the octets have the rest.
    #[inline(always)]
    fn reach<const DX: i32, const DY: i32, const JX: i32, const JY: i32>(
        &self,
        l: Sides,
    ) -> Reach<Sides> {
        let none = l.plane(0);
        let [north, south] = self.files;
        Reach {
            arrives: if DY > 0 { north } else { south },
            rider: none,
            queen: none,
            knight: none,
            pressure: none,
        }
    }
}
