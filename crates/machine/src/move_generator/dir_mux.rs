//! Direction multiplexer (DIR MUX): turns the pawn lines up or down the board.
//!
//! ```text
//!                      +-----------+
//!  pawn move --------->|           |--> up or down --> >=1 --> pawn move in     (OR of 2, from below and above)
//!  pawn capture ------>|  DIR MUX  |
//!  empty ------------->|           |--> up or down --> >=1 --> pawn capture in  (OR of 2, from either side)
//!  white to move ----->|           |
//!  aggressor --------->|           |
//!                      +-----------+
//! ```
//!
//! White's pawns transmit up the board and Black's down; in FIND AGGRESSOR the victim transmits the
//! other way, to where the pawns are.
//!
//! Source: Chess Programming Wiki, "Belle", block diagram of the square: DIR MUX under
//! white-to-move. Fidelity: the multiplexer at the sender and the ORs at the receiver documented
//! (F043); the `aggressor` input inferred (F047). Decided: an empty square on the third rank of the
//! side to move relays an arriving pawn-move line, so nothing jumps.

use crate::part::{Part, wire};
use logic::{Logic, Signal, scope, select};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator/dir_mux",
    fidelity: "documented (F043): the multiplexer and its ORs; inferred (F047): the aggressor input; decided: the double step",
    wires: &[
        wire(
            "up",
            "The pawns' lines run up the board, as White's pawns move; low: down the board.",
        ),
        wire(
            "pawn_move_in",
            "Squares that a pawn can step to, or, in FIND AGGRESSOR, from which a pawn can step to the square asked for.",
        ),
        wire(
            "pawn_capture_in",
            "Squares where a pawn can take, or, in FIND AGGRESSOR, from which a pawn can take the victim.",
        ),
    ],
    file: file!(),
};

const THIRD_RANK: u64 = 0xFF << 16;
const SIXTH_RANK: u64 = 0xFF << 40;

/// Pawn lines arriving at the squares.
#[derive(Clone, Copy)]
pub struct Pawns<L: Logic> {
    /// A pawn-move line arrives.
    pub moving: L::Plane,
    /// A pawn-capture line arrives.
    pub capture: L::Plane,
}

/// Leads the pawn lines to where they arrive.
#[inline(always)]
pub fn dir_mux<L: Logic>(
    l: L,
    pawn_move: L::Plane,
    pawn_capture: L::Plane,
    empty: L::Plane,
    white_to_move: L::Wire,
    aggressor: L::Wire,
) -> Pawns<L> {
    scope!(l, "DIR MUX", {
        let up = (white_to_move ^ aggressor).named("up");
        let third = l.plane(THIRD_RANK).called("third_rank");
        let sixth = l.plane(SIXTH_RANK).called("sixth_rank");
        let relay = empty & select(white_to_move, third, sixth);
        let single = ahead(l, pawn_move, up, ["pawn_step_up", "pawn_step_down"]);
        let moves = ["pawn_move_up", "pawn_move_down"];
        let moving = ahead(l, pawn_move | single & relay, up, moves);
        let captures = ["pawn_capture_up", "pawn_capture_down"];
        let front = ahead(l, pawn_capture, up, captures).called("pawn_capture_front");
        let capture = l.neighbor::<1, 0>(front) | l.neighbor::<-1, 0>(front);
        Pawns {
            moving: moving.named("pawn_move_in"),
            capture: capture.named("pawn_capture_in"),
        }
    })
}

/// Sent one rank up the board or one down; the lines from below and above are ORed where they
/// arrive.
#[inline(always)]
fn ahead<L: Logic>(l: L, line: L::Plane, up: L::Wire, names: [&'static str; 2]) -> L::Plane {
    let up = L::Plane::spread(up);
    let rising = (line & up).called(names[0]);
    let falling = (line & !up).called(names[1]);
    l.neighbor::<0, 1>(rising) | l.neighbor::<0, -1>(falling)
}
