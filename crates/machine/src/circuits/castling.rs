//! Castling: whether the way between king and rook is open.
//!
//! ```text
//!                     +------------+
//!  piece registers -->|            |--> king side open
//!  rights KQkq ------>|  CASTLING  |
//!  white to move ---->|            |--> queen side open
//!                     +------------+
//! ```
//!
//! Attacks on the king's squares are CHECK's task, which the microcode uses.
//!
//! Source: none; the record is silent on castling. Fidelity: decided.

use logic::{Lanes, Logic, Netlist, Signal, lanes, scope, select};

use super::REGISTERS;

// What must be empty, on White's first rank and on Black's.
const KING_SIDE: [u64; 2] = [0x60, 0x60 << 56];
const QUEEN_SIDE: [u64; 2] = [0x0E, 0x0E << 56];

/// The castlings of the side to move for which the right is held and the squares between king and rook are
/// empty: king side, queen side. `rights` are, in this order, those of White's king side and queen side
/// and of Black's king side and queen side.
#[inline(always)]
pub fn castling<L: Logic>(
    l: L,
    piece: [L::Plane; 4],
    rights: [L::Wire; 4],
    white_to_move: L::Wire,
) -> [L::Wire; 2] {
    scope!(l, "CASTLING", {
        let [p0, p1, p2, _] = piece;
        let pieces = p0 | p1 | p2;
        let open = |[white, black]: [u64; 2], white_right: L::Wire, black_right: L::Wire| {
            let by_white = white_right & !(pieces & l.plane(white)).any();
            let by_black = black_right & !(pieces & l.plane(black)).any();
            select(white_to_move, by_white, by_black)
        };
        [
            open(KING_SIDE, rights[0], rights[2]).named("king_side_open"),
            open(QUEEN_SIDE, rights[1], rights[3]).named("queen_side_open"),
        ]
    })
}

/// Which rights stay when the square at `address` is written to: a king or rook that leaves its square, and a
/// rook taken on it, ends the right. In the order of `rights`.
#[inline(always)]
pub fn kept<L: Logic>(l: L, address: L::Address) -> [L::Wire; 4] {
    scope!(l, "CASTLING RIGHTS", {
        let written = l.decode(address);
        let ends = |squares: u64| !(written & l.plane(squares)).any();
        [
            ends(1 << 4 | 1 << 7),
            ends(1 << 4 | 1),
            ends(1 << 60 | 1 << 63),
            ends(1 << 60 | 1 << 56),
        ]
    })
}

/// [`castling`] on lanes; bit 0 to 3 of `rights` are K, Q, k, q.
#[inline]
pub fn castling_open(piece: [u64; 4], rights: u8, white_to_move: bool) -> [bool; 2] {
    let right = |bit: u8| lanes::Wire(rights >> bit & 1 != 0);
    let rights = [right(0), right(1), right(2), right(3)];
    castling(
        Lanes,
        piece.map(lanes::Plane),
        rights,
        lanes::Wire(white_to_move),
    )
    .map(|open| open.0)
}

/// [`kept`] on lanes: the four rights as bits 0 to 3.
#[inline(always)]
pub fn rights_kept(square: u8) -> u8 {
    let [a, b, c, d] = kept(Lanes, lanes::Address(square)).map(|wire| u8::from(wire.0));
    a | b << 1 | c << 2 | d << 3
}

const RIGHTS: [&str; 4] = [
    "white_king_side",
    "white_queen_side",
    "black_king_side",
    "black_queen_side",
];

/// Builds [`castling`] gate by gate. Inputs: `p0` to `p3` (64 wires each), the four rights `white_king_side`,
/// `white_queen_side`, `black_king_side`, `black_queen_side`, and `wtm`. Outputs: `king_side`, `queen_side`.
pub fn netlist() -> Netlist {
    let net = Netlist::new();
    let piece = REGISTERS.map(|name| net.input_plane(name));
    let rights = RIGHTS.map(|name| net.input_wire(name));
    let [king_side, queen_side] = castling(&net, piece, rights, net.input_wire("wtm"));
    net.output("king_side", king_side);
    net.output("queen_side", queen_side);
    net
}

/// Builds [`kept`] gate by gate. Input: `adr` (6 wires). Outputs: the four rights, called as in [`netlist`].
pub fn kept_netlist() -> Netlist {
    let net = Netlist::new();
    let kept = kept(&net, net.input_address("adr"));
    for (name, right) in RIGHTS.into_iter().zip(kept) {
        net.output(name, right);
    }
    net
}
