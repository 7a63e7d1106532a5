//! The move generator: 64 identical combinational circuits, and the networks that read them.
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
//! FIND VICTIM names the most valuable square that the side to move can move to, FIND AGGRESSOR the least
//! valuable piece that can move to the addressed one. [`find`] is the whole circuit; [`MoveGenInputs`] runs it.
//!
//! Source: Chess Programming Wiki, "Belle", block diagram and text. Fidelity: documented, with decided details in the
//! parts' files; the 64 circuits are similar in the record, and here differ on two ranks (DIR MUX).

pub mod check;
pub mod dir_mux;
pub mod disable;
mod lanes;
pub mod priority;
pub mod ray_mux;
pub mod receiver;
pub mod square;
pub mod transmitter;

use logic::{Logic, Netlist, Signal, scope};

use crate::circuits::REGISTERS;

use crate::part::Part;
pub use disable::DisableMemory;
pub use lanes::{FindResult, MoveGenInputs};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator",
    fidelity: "documented; decided: details of its parts",
    wires: &[],
    file: file!(),
};

/// The inputs of the move generator.
#[derive(Clone, Copy)]
pub struct Inputs<L: Logic> {
    /// The piece registers, bit 0 first; see [`square`].
    pub piece: [L::Plane; 4],
    /// The disable word of this ply.
    pub disable: L::Plane,
    /// The victim's square, for FIND AGGRESSOR.
    pub victim: L::Address,
    /// The operation: low for FIND VICTIM, high for FIND AGGRESSOR.
    pub aggressor: L::Wire,
    /// The side to move.
    pub white_to_move: L::Wire,
    /// The en-passant latch: the square that a pawn passed over.
    pub en_passant: L::Address,
    /// The latch is armed and not yet spent at this ply.
    pub en_passant_open: L::Wire,
}

/// The outputs of the move generator.
#[derive(Clone, Copy)]
pub struct Outputs<L: Logic> {
    /// Result of the priority network.
    pub winner: priority::Winner<L>,
    /// The enemy's king can be taken (FIND VICTIM only; always low in FIND AGGRESSOR).
    pub check: L::Wire,
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
    let selected = scope!(l, "ADDRESS", l.decode(victim));
    let en_passant = scope!(
        l,
        "EN PASSANT",
        l.decode(en_passant) & (squares.empty & L::Plane::spread(en_passant_open))
    );

    let sent = transmitter::transmitter(l, squares, selected, en_passant, aggressor);
    let rays = ray_mux::ray_mux(l, sent.manhattan, sent.diagonal, sent.empty);
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
#[inline(always)]
pub fn find<L: Logic>(l: L, inputs: Inputs<L>) -> Outputs<L> {
    let answers = array(l, inputs);
    Outputs {
        winner: priority::priority(l, answers.lines),
        check: check::check(l, answers.king),
    }
}

/// Builds the move generator gate by gate. Inputs: `p0` to `p3` (64 wires each), `dis` (64), `adr` (6), `aggressor`,
/// `wtm`, `ep` (6), `ep_open`. Outputs: `sq` (6 wires, 0 when `none`), `none`, `line` (6, one-hot, all low when
/// `none`), `check`.
pub fn netlist() -> Netlist {
    let net = Netlist::new();
    let outputs = find(
        &net,
        Inputs {
            piece: REGISTERS.map(|name| net.input_plane(name)),
            disable: net.input_plane("dis"),
            victim: net.input_address("adr"),
            aggressor: net.input_wire("aggressor"),
            white_to_move: net.input_wire("wtm"),
            en_passant: net.input_address("ep"),
            en_passant_open: net.input_wire("ep_open"),
        },
    );
    net.output("sq", outputs.winner.square);
    net.output("none", outputs.winner.none);
    net.output_wires("line", &outputs.winner.line);
    net.output("check", outputs.check);
    net
}
