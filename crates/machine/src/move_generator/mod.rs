//! The move generator: 64 similar combinational circuits, and the networks that read them.
//!
//! ```text
//!                     +-------------------------------------------------------+
//!  piece registers -->| SQUARE -> XMIT -> RAY MUX, DIR MUX, KNIGHT, KING ---+ |
//!  victim address --->|   |                                                 v | --> square, none, line
//!  operation -------->|   +-----------------------------------------> RECV ---> PRIORITY
//!  white to move ---->|                                                 |     |
//!  disable word ----->|                                                 +-----> CHECK --> check
//!  en-passant latch ->|                                                       |
//!                     +-------------------------------------------------------+
//! ```
//!
//! FIND VICTIM names the most valuable square that the side to move can move to, FIND AGGRESSOR the
//! least valuable piece that can move to the addressed one. [`MoveGenerator`] is the whole circuit;
//! [`MoveGenInputs`] runs it.
//!
//! Source: Chess Programming Wiki, "Belle", block diagram and text. Fidelity: documented (F040,
//! F046, F047, F051), with decided details in the parts' files. The 64 circuits are similar, as in
//! the record: here they differ on two ranks (DIR MUX). Against the record (F051): a third
//! operation, find for check, which is FIND VICTIM with the sides exchanged.

pub mod check;
pub mod dir_mux;
pub mod disable;
mod lanes;
mod many;
pub mod priority;
pub mod ray_mux;
pub mod receiver;
pub mod square;
pub mod transmitter;

use logic::{Combinational, Logic, Signal, pins, scope};

use crate::modules;
use crate::part::Part;
pub use disable::DisableMemory;
pub use lanes::{FindResult, MoveGenInputs};
pub use many::{Operation, settle_many};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator",
    fidelity: "documented (F040, F046, F047, F051); against the record (F051): find for check beside the two operations; decided: details of its parts",
    wires: &[],
    file: file!(),
};

pins! {
    /// The inputs of the move generator.
    Inputs {
        ("bit " # " of the piece registers") piece as p[0 1 2 3]: plane,
        "the disable word of this ply" disable as dis: plane,
        "the victim's square, for FIND AGGRESSOR" victim as adr: address,
        "the operation: low for FIND VICTIM, high for FIND AGGRESSOR" aggressor: wire,
        "the side to move" white_to_move as wtm: wire,
        "the en-passant latch: the square that a pawn passed over" en_passant as ep: address,
        "the latch is armed and not yet spent at this ply" en_passant_open as ep_open: wire,
    }
}

pins! {
    /// The outputs of the move generator.
    Outputs {
        "the square that the priority network found, 0 if it found none" square as sq: address,
        "there is none" none: wire,
        "the line it won on, one-hot, line 1 first; all low if there is none" line: wires[6],
        "the enemy's king can be taken (FIND VICTIM only; always low in FIND AGGRESSOR)" check: wire,
    }
}

/// The array: all squares, up to what their receivers answer.
#[inline(always)]
pub fn array<L: Logic>(l: L, inputs: Inputs<L>) -> receiver::Answers<L> {
    let Inputs {
        piece,
        disable,
        victim,
        aggressor,
        white_to_move,
        en_passant,
        en_passant_open,
    } = inputs;
    let squares = square::square(l, piece, white_to_move);
    let selected = scope!(l, "ADDRESS", l.decode(victim).called("selected"));
    let en_passant = scope!(
        l,
        "EN PASSANT",
        (l.decode(en_passant).called("latched")
            & (squares.empty & L::Plane::spread(en_passant_open)))
        .called("passed_over")
    );

    let sent = transmitter::transmitter(l, squares, selected, en_passant, aggressor);
    let rays = ray_mux::ray_mux(l, sent.manhattan, sent.diagonal, sent.empty, aggressor);
    let pawns = dir_mux::dir_mux(
        l,
        sent.pawn_move,
        sent.pawn_capture,
        sent.empty,
        white_to_move,
        aggressor,
    );
    let arrives = receiver::Received {
        manhattan: rays.manhattan,
        diagonal: rays.diagonal,
        knight: receiver::knight_in(l, sent.knight),
        king: receiver::king_in(l, sent.king),
        pawn_move: pawns.moving,
        pawn_capture: pawns.capture,
    };
    receiver::receiver(l, squares, arrives, disable, en_passant, aggressor)
}

/// The move generator.
#[derive(Clone, Copy, Debug)]
pub struct MoveGenerator;

impl Combinational for MoveGenerator {
    type Inputs<L: Logic> = Inputs<L>;
    type Outputs<L: Logic> = Outputs<L>;

    #[inline(always)]
    fn settle<L: Logic>(l: L, inputs: Inputs<L>) -> Outputs<L> {
        let answers = array(l, inputs);
        let winner = priority::priority(l, answers.lines);
        Outputs {
            square: winner.square,
            none: winner.none,
            line: winner.line,
            check: check::check(l, answers.king),
        }
    }
}

/// The move generator in [modules](logic::Logic::module): the array's squares, and the priority
/// network.
#[derive(Clone, Copy, Debug)]
pub struct InModules;

impl Combinational for InModules {
    type Inputs<L: Logic> = Inputs<L>;
    type Outputs<L: Logic> = Outputs<L>;

    fn settle<L: Logic>(l: L, inputs: Inputs<L>) -> Outputs<L> {
        let answers = l.instance(&modules::ARRAY, "array", inputs, |inputs| array(l, inputs));
        let lines = priority::Lines {
            lines: answers.lines,
        };
        let winner = l.instance(&modules::PRIORITY, "priority_network", lines, |lines| {
            priority::priority(l, lines.lines)
        });
        Outputs {
            square: winner.square,
            none: winner.none,
            line: winner.line,
            check: check::check(l, answers.king),
        }
    }
}
