//! Priority network: each candidate square raises one of six lines, a kind of piece each, line 1
//! before line 6. The network names the lowest square on the first line that is raised.
//!
//! ```text
//!                     +------------+
//!  64 times 6 lines   |            |--> square (6 wires; 0 if none)
//!  from RECV -------->|  PRIORITY  |--> none
//!                     |            |--> line (one of 6, or none of them)
//!                     +------------+
//! ```
//!
//! Source: Chess Programming Wiki, "Belle", section on the move generator: the two-level priority
//! tree. Fidelity: documented (F045); decided: a tree for each line, which finds the line's lowest
//! square (a1 first) while the best line is settled; the levels of a tree are ranks and files.

use crate::part::{Part, wire};
use logic::{Logic, Signal, pins, scope};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator/priority",
    fidelity: "documented (F045): two levels; decided: ranks, then files, and the lowest square wins",
    wires: &[
        wire(
            "square",
            "The choice among all candidates: the lowest square on the best line. It becomes the victim or the aggressor.",
        ),
        wire(
            "none",
            "There is no candidate: no line of any square is raised, so this list of moves is at its end.",
        ),
    ],
    file: file!(),
};

pins! {
    /// Inputs of the network.
    Lines {
        ("the squares with a candidate on line " # "") lines as line[1 2 3 4 5 6]: plane,
    }
}

pins! {
    /// Outputs of the network.
    Winner {
        "the winning square, 0 if there is none" square: address,
        "there is no candidate" none: wire,
        "the winning line, one-hot, line 1 first; all low if there is none" line: wires[6],
    }
}

/// Settles the six lines of all squares, line 1 first.
#[inline(always)]
pub fn priority<L: Logic>(l: L, lines: [L::Plane; 6]) -> Winner<L> {
    scope!(l, "PRIORITY", {
        let [a, b, c, d, e, f] = lines.map(|line| line.any());
        // After each line: neither it nor a better one is raised anywhere.
        let n1 = !a;
        let n2 = n1 & !b;
        let n3 = n2 & !c;
        let n4 = n3 & !d;
        let n5 = n4 & !e;
        let (square, none) = l.lowest(lines, [l.wire(true), n1, n2, n3, n4, n5], n5 & !f);
        Winner {
            square: square.named("square"),
            none: none.named("none"),
            line: [a, n1 & b, n2 & c, n3 & d, n4 & e, n5 & f],
        }
    })
}
