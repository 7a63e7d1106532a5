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
//! Source: Chess Programming Wiki, "Belle", block diagram of the square: RAY MUX, controlled by
//! Empty. Fidelity: documented (F042).

use crate::part::{Part, wire};
use logic::{Logic, Merge, scope};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator/ray_mux",
    fidelity: "documented (F042)",
    wires: &[
        wire(
            "north",
            "Squares that a rook or queen reaches up the board, from White to Black: its ray has passed only empty squares on the way here.",
        ),
        wire(
            "east",
            "Squares that a rook or queen reaches to the right, towards the h file: its ray has passed only empty squares on the way here.",
        ),
        wire(
            "south",
            "Squares that a rook or queen reaches down the board, from Black to White: its ray has passed only empty squares on the way here.",
        ),
        wire(
            "west",
            "Squares that a rook or queen reaches to the left, towards the a file: its ray has passed only empty squares on the way here.",
        ),
        wire(
            "north_east",
            "Squares that a bishop or queen reaches up and to the right: its ray has passed only empty squares on the way here.",
        ),
        wire(
            "south_east",
            "Squares that a bishop or queen reaches down and to the right: its ray has passed only empty squares on the way here.",
        ),
        wire(
            "south_west",
            "Squares that a bishop or queen reaches down and to the left: its ray has passed only empty squares on the way here.",
        ),
        wire(
            "north_west",
            "Squares that a bishop or queen reaches up and to the left: its ray has passed only empty squares on the way here.",
        ),
        wire(
            "manhattan_in",
            "Squares that a rook or queen reaches, from any of the four sides.",
        ),
        wire(
            "diagonal_in",
            "Squares that a bishop or queen reaches, from any of the four corners.",
        ),
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

/// Lets the rays run from the squares that send into them over the empty ones. In FIND AGGRESSOR
/// only one sends.
#[inline(always)]
pub fn ray_mux<L: Logic>(
    l: L,
    manhattan: L::Plane,
    diagonal: L::Plane,
    empty: L::Plane,
    aggressor: L::Wire,
) -> Rays<L> {
    scope!(l, "RAY MUX", {
        let rays = l.rays(manhattan, diagonal, empty, aggressor, NAMES);
        Rays {
            manhattan: l.straight(rays).named("manhattan_in"),
            diagonal: l.diagonal(rays).named("diagonal_in"),
        }
    })
}
