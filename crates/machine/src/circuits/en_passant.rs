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
//! Source: none; the record is silent on en passant. Fidelity: decided. The latch is armed only if
//! an enemy pawn stands beside the square of arrival, so that positions which differ in nothing
//! else are equal.

use logic::{Combinational, Lanes, Logic, Signal, lanes, pins, scope};

pins! {
    /// Inputs of [`EnPassant`].
    Inputs {
        ("bit " # " of the piece registers, of which the move itself does not change those that count") piece as p[0 1 2 3]: plane,
        "the square of departure" from: address,
        "the square of arrival" to: address,
        "the mover is a pawn" mover_is_pawn as pawn: wire,
        "White moves" white_to_move as wtm: wire,
    }
}

pins! {
    /// Outputs of [`EnPassant`].
    Outputs {
        "next value of the latch" latch as ep: address,
    }
}

/// The circuit before the en-passant latch.
#[derive(Clone, Copy, Debug)]
pub struct EnPassant;

impl Combinational for EnPassant {
    type Inputs<L: Logic> = Inputs<L>;
    type Outputs<L: Logic> = Outputs<L>;

    #[inline(always)]
    fn settle<L: Logic>(l: L, inputs: Inputs<L>) -> Outputs<L> {
        scope!(l, "EN PASSANT LATCH", {
            let Inputs {
                piece,
                from,
                to,
                mover_is_pawn,
                white_to_move,
            } = inputs;
            // Ranks as numbers: White goes from 001 over 010 to 011, Black from 110 over 101 to
            // 100. Flipped to White's side, a rank is its bits XOR `black`.
            let black = !white_to_move;
            let side = L::Address::spread(black) & l.address(0o70);
            let (departure, end) = (from ^ side, to ^ side);
            let from_second = departure.bit(3) & !(departure.bit(4) | departure.bit(5));
            let to_fourth = (end.bit(3) & end.bit(4)) & !end.bit(5);

            let [p0, p1, p2, color] = piece;
            let pawns = p0 & !(p1 | p2);
            let enemy = pawns & (color ^ L::Plane::spread(black));
            // A double step ends on the fourth rank or the fifth: only those sixteen squares are
            // decoded.
            let arrival = l.decode(to) & l.plane(0x0000_00FF_FF00_0000);
            let beside = l.neighbor::<1, 0>(arrival) | l.neighbor::<-1, 0>(arrival);
            let can_take = (enemy & beside).any();

            let armed = ((mover_is_pawn & can_take) & (from_second & to_fourth)).named("armed");
            // The third rank or the sixth, which the side to move says, and the file of arrival.
            let rank = L::Address::spread(white_to_move) & l.address(0o20)
                | L::Address::spread(black) & l.address(0o50);
            let passed = to & l.address(0o07) | rank;
            Outputs {
                latch: (passed & L::Address::spread(armed)).named("latch"),
            }
        })
    }
}

/// [`EnPassant`] on lanes; squares are 0 to 63.
#[inline]
pub fn en_passant_latch(
    piece: [u64; 4],
    from: u8,
    to: u8,
    mover_is_pawn: bool,
    white_to_move: bool,
) -> u8 {
    let inputs = Inputs {
        piece: piece.map(lanes::Plane),
        from: lanes::Address(from),
        to: lanes::Address(to),
        mover_is_pawn: lanes::Wire(mover_is_pawn),
        white_to_move: lanes::Wire(white_to_move),
    };
    EnPassant::settle(Lanes, inputs).latch.0
}
