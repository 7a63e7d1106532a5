//! Ray multiplexer (RAY MUX): rays from neighbor to neighbor, and their arrival.
//!
//! ```text
//!                 +-----------+
//!  manhattan ---->|           |<--> 4 rays in and out, along ranks and files
//!  diagonal ----->|  RAY MUX  |<--> 4 rays in and out, along diagonals
//!  empty -------->|           |--> manhattan in (OR of 4), diagonal in (OR of 4)
//!                 +-----------+
//! ```
//!
//! An empty square passes the rays of its neighbors on; a piece stops them and adds its own.
//!
//! Source: Chess Programming Wiki, "Belle", block diagram of the square: RAY MUX, controlled by Empty. Fidelity:
//! documented.

use logic::{Logic, Signal, scope};

/// Rays arriving at the squares.
#[derive(Clone, Copy)]
pub struct Rays<L: Logic> {
    /// A ray along a rank or file arrives.
    pub manhattan: L::Plane,
    /// A ray along a diagonal arrives.
    pub diagonal: L::Plane,
}

/// Lets the rays run from the squares that send into them over the empty ones.
#[inline(always)]
pub fn ray_mux<L: Logic>(l: L, manhattan: L::Plane, diagonal: L::Plane, empty: L::Plane) -> Rays<L> {
    scope!(l, "RAY MUX", {
        let north = l.ray::<0, 1>(manhattan, empty).named("north");
        let east = l.ray::<1, 0>(manhattan, empty).named("east");
        let south = l.ray::<0, -1>(manhattan, empty).named("south");
        let west = l.ray::<-1, 0>(manhattan, empty).named("west");
        let north_east = l.ray::<1, 1>(diagonal, empty).named("north_east");
        let south_east = l.ray::<1, -1>(diagonal, empty).named("south_east");
        let south_west = l.ray::<-1, -1>(diagonal, empty).named("south_west");
        let north_west = l.ray::<-1, 1>(diagonal, empty).named("north_west");
        Rays {
            manhattan: ((north | east) | (south | west)).named("manhattan_in"),
            diagonal: ((north_east | south_east) | (south_west | north_west)).named("diagonal_in"),
        }
    })
}
