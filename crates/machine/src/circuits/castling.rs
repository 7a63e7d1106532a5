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

use logic::{Combinational, Lanes, Logic, Signal, lanes, pins, scope, select};

// The squares of king and rook for each right, in the order K, Q, k, q.
const ENDING: [u64; 4] = [
    1 << 4 | 1 << 7,
    1 << 4 | 1,
    1 << 60 | 1 << 63,
    1 << 60 | 1 << 56,
];

/// What [`kept`] says of each square, the four rights as bits 0 to 3.
static KEPT: [u8; 64] = {
    let mut kept = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut right = 0;
        while right < 4 {
            kept[square] |= ((ENDING[right] >> square & 1 == 0) as u8) << right;
            right += 1;
        }
        square += 1;
    }
    kept
};

// What must be empty, on White's first rank and on Black's.
const KING_SIDE: [u64; 2] = [0x60, 0x60 << 56];
const QUEEN_SIDE: [u64; 2] = [0x0E, 0x0E << 56];

/// The castlings of the side to move for which the right is held and the squares between king and
/// rook are empty: king side, queen side. `rights` are, in this order, those of White's king side
/// and queen side and of Black's king side and queen side.
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

/// Which rights stay when the square at `address` is written to: a king or rook that leaves its
/// square, and a rook taken on it, ends the right. In the order of `rights`.
#[inline(always)]
pub fn kept<L: Logic>(l: L, address: L::Address) -> [L::Wire; 4] {
    scope!(l, "CASTLING RIGHTS", {
        let written = l.decode(address);
        ENDING.map(|squares| !(written & l.plane(squares)).any())
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

/// [`kept`] on lanes for a square from 0 to 63: the four rights as bits 0 to 3.
#[inline(always)]
pub fn rights_kept(square: u8) -> u8 {
    KEPT[usize::from(square & 63)]
}

pins! {
    /// Inputs of [`Castling`].
    Inputs {
        ("bit " # " of the piece registers") piece as p[0 1 2 3]: plane,
        "the right of White's king side" white_king_side: wire,
        "the right of White's queen side" white_queen_side: wire,
        "the right of Black's king side" black_king_side: wire,
        "the right of Black's queen side" black_queen_side: wire,
        "White is to move" white_to_move as wtm: wire,
    }
}

pins! {
    /// Outputs of [`Castling`].
    Outputs {
        "castling is open on the king's side" king_side: wire,
        "castling is open on the queen's side" queen_side: wire,
    }
}

/// The circuit [`castling`].
#[derive(Clone, Copy, Debug)]
pub struct Castling;

impl Combinational for Castling {
    type Inputs<L: Logic> = Inputs<L>;
    type Outputs<L: Logic> = Outputs<L>;

    fn settle<L: Logic>(l: L, inputs: Inputs<L>) -> Outputs<L> {
        let rights = [
            inputs.white_king_side,
            inputs.white_queen_side,
            inputs.black_king_side,
            inputs.black_queen_side,
        ];
        let [king_side, queen_side] = castling(l, inputs.piece, rights, inputs.white_to_move);
        Outputs {
            king_side,
            queen_side,
        }
    }
}

pins! {
    /// Inputs of [`CastlingRights`].
    WrittenSquare {
        "the square that is written to" square as adr: address,
    }
}

pins! {
    /// Outputs of [`CastlingRights`]: which rights stay.
    KeptRights {
        "White's king side" white_king_side: wire,
        "White's queen side" white_queen_side: wire,
        "Black's king side" black_king_side: wire,
        "Black's queen side" black_queen_side: wire,
    }
}

/// The circuit [`kept`].
#[derive(Clone, Copy, Debug)]
pub struct CastlingRights;

impl Combinational for CastlingRights {
    type Inputs<L: Logic> = WrittenSquare<L>;
    type Outputs<L: Logic> = KeptRights<L>;

    fn settle<L: Logic>(l: L, inputs: WrittenSquare<L>) -> KeptRights<L> {
        let [
            white_king_side,
            white_queen_side,
            black_king_side,
            black_queen_side,
        ] = kept(l, inputs.square);
        KeptRights {
            white_king_side,
            white_queen_side,
            black_king_side,
            black_queen_side,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_kept_on_lanes_are_those_of_the_circuit() {
        for square in 0..64 {
            let wires = kept(Lanes, lanes::Address(square));
            let wires = (0..4).fold(0, |all, right| all | u8::from(wires[right].0) << right);
            assert_eq!(rights_kept(square), wires, "square {square}");
        }
    }
}
