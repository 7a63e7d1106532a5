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
//! documented (F042).

use crate::part::{Part, wire};
use logic::{Logic, Merge, scope};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator/ray_mux",
    fidelity: "documented (F042)",
    wires: &[
        wire("north", "a ray arrives that runs to the north"),
        wire("east", "a ray arrives that runs to the east"),
        wire("south", "a ray arrives that runs to the south"),
        wire("west", "a ray arrives that runs to the west"),
        wire("north_east", "a ray arrives that runs to the north-east"),
        wire("south_east", "a ray arrives that runs to the south-east"),
        wire("south_west", "a ray arrives that runs to the south-west"),
        wire("north_west", "a ray arrives that runs to the north-west"),
        wire("manhattan_in", "a ray along a rank or file arrives"),
        wire("diagonal_in", "a ray along a diagonal arrives"),
    ],
    file: file!(),
};

/// Rays arriving at the squares.
#[derive(Clone, Copy)]
pub struct Rays<L: Logic> {
    /// A ray along a rank or file arrives.
    pub manhattan: L::Merge,
    /// A ray along a diagonal arrives.
    pub diagonal: L::Merge,
}

/// Names of the rays, in the order of an [octet](logic::octet).
const NAMES: [&str; 8] = [
    "north",
    "east",
    "south",
    "west",
    "north_east",
    "south_east",
    "south_west",
    "north_west",
];

/// Lets the rays run from the squares that send into them over the empty ones.
#[inline(always)]
pub fn ray_mux<L: Logic>(
    l: L,
    manhattan: L::Plane,
    diagonal: L::Plane,
    empty: L::Plane,
) -> Rays<L> {
    scope!(l, "RAY MUX", {
        let rays = l.rays(manhattan, diagonal, empty, NAMES);
        Rays {
            manhattan: l.straight(rays).named("manhattan_in"),
            diagonal: l.diagonal(rays).named("diagonal_in"),
        }
    })
}
