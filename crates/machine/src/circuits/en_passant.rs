//! En passant: the next value of the en-passant latch when a piece has moved.
//!
//! ```text
//!                     +--------------+
//!  piece registers -->|              |
//!  from, to --------->|              |--> the square passed over (6 wires),
//!  mover is a pawn -->|  EN PASSANT  |    0 (a1) if nothing can be taken in passing
//!  white to move ---->|              |
//!                     +--------------+
//! ```
//!
//! Source: none; the record is silent on en passant. Fidelity: decided. The latch is armed only if an enemy
//! pawn stands beside the square of arrival, so that positions which differ in nothing else are equal.

use logic::{Lanes, Logic, Netlist, Signal, lanes, scope};

use super::REGISTERS;

/// The latch's next value. `white_to_move` is the side that moves; the registers of the squares beside `to`
/// are looked at, which the move itself does not change.
#[inline(always)]
pub fn en_passant<L: Logic>(
    l: L,
    piece: [L::Plane; 4],
    from: L::Address,
    to: L::Address,
    mover_is_pawn: L::Wire,
    white_to_move: L::Wire,
) -> L::Address {
    scope!(l, "EN PASSANT LATCH", {
        // Ranks as numbers: White goes from 001 over 010 to 011, Black from 110 over 101 to 100. Turned to
        // White's side, a rank is its bits XOR `black`.
        let black = !white_to_move;
        let rank = |address: L::Address, bit: usize| address.bit(3 + bit) ^ black;
        let from_second = rank(from, 0) & !(rank(from, 1) | rank(from, 2));
        let to_fourth = (rank(to, 0) & rank(to, 1)) & !rank(to, 2);

        let [p0, p1, p2, color] = piece;
        let pawns = p0 & !(p1 | p2);
        let enemy = pawns & (color ^ L::Plane::spread(black));
        // A double step ends on the fourth rank or the fifth: only those sixteen squares are decoded.
        let arrival = l.decode(to) & l.plane(0x0000_00FF_FF00_0000);
        let beside = l.neighbor::<1, 0>(arrival) | l.neighbor::<-1, 0>(arrival);
        let can_take = (enemy & beside).any();

        let armed = ((mover_is_pawn & can_take) & (from_second & to_fourth)).named("armed");
        let passed = l.join_address([to.bit(0), to.bit(1), to.bit(2), black, white_to_move, black]);
        (passed & L::Address::spread(armed)).named("latch")
    })
}

/// [`en_passant`] on lanes; squares are 0 to 63.
#[inline]
pub fn en_passant_latch(
    piece: [u64; 4],
    from: u8,
    to: u8,
    mover_is_pawn: bool,
    white_to_move: bool,
) -> u8 {
    en_passant(
        Lanes,
        piece.map(lanes::Plane),
        lanes::Address(from),
        lanes::Address(to),
        lanes::Wire(mover_is_pawn),
        lanes::Wire(white_to_move),
    )
    .0
}

/// Builds the circuit gate by gate. Inputs: `p0` to `p3` (64 wires each), `from` (6), `to` (6), `pawn`, `wtm`. Output:
/// `ep` (6 wires).
pub fn netlist() -> Netlist {
    let net = Netlist::new();
    let piece = REGISTERS.map(|name| net.input_plane(name));
    let (from, to) = (net.input_address("from"), net.input_address("to"));
    let (pawn, white) = (net.input_wire("pawn"), net.input_wire("wtm"));
    net.output("ep", en_passant(&net, piece, from, to, pawn, white));
    net
}
