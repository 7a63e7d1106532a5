//! Special moves: promotion, capture en passant, and the squares that quiescence leaves open.
//!
//! ```text
//!  moved (4) ------>+-----------+--> promotion       a pawn goes to the first or last rank
//!  to (6) --------->|  SPECIAL  |--> en passant      a pawn goes to the latched square
//!  en passant (6) ->+-----------+
//!  kind (3) ------->  PROMOTED   --> the kind of piece a pawn becomes: queen, knight, rook, bishop
//! ```
//!
//! Source: none; the record is silent. Fidelity: decided.

use logic::{Combinational, Lanes, Logic, Signal, lanes, pins, scope, select};

use crate::microengine::stack::MoveKind;

/// Whether the piece in `moved` (bits 0 to 2: its kind) is a pawn.
#[inline(always)]
fn pawn<L: Logic>(moved: [L::Wire; 3]) -> L::Wire {
    moved[0] & !(moved[1] | moved[2])
}

/// A pawn goes to its last rank. Pawns never go to their first, so both ends count.
#[inline(always)]
pub fn promotion<L: Logic>(l: L, moved: [L::Wire; 3], to: L::Address) -> L::Wire {
    scope!(l, "SPECIAL", {
        let (a, b, c) = (to.bit(3), to.bit(4), to.bit(5));
        (pawn::<L>(moved) & ((a & b & c) | !(a | b | c))).named("promotion")
    })
}

/// A pawn goes to the square in the en-passant latch (0: none).
#[inline(always)]
pub fn takes_en_passant<L: Logic>(
    l: L,
    moved: [L::Wire; 3],
    to: L::Address,
    en_passant: L::Address,
) -> L::Wire {
    scope!(
        l,
        "SPECIAL",
        (pawn::<L>(moved) & en_passant.any() & !(to ^ en_passant).any()).named("en_passant")
    )
}

/// Promotion piece for the low two bits of the kind register: 0 queen, 1 knight, 2 rook, 3 bishop.
#[inline(always)]
pub fn promoted<L: Logic>(l: L, kind: [L::Wire; 2]) -> [L::Wire; 3] {
    scope!(l, "PROMOTED", {
        let [low, high] = kind;
        // Queen 101, knight 010, rook 100, bishop 011.
        [!(low ^ high) & !(low & !high), low, !low]
    })
}

/// The empty squares that quiescence disables: all but those of the mover's last rank with one of
/// its pawns before them.
#[inline(always)]
pub fn barred_empties<L: Logic>(l: L, piece: [L::Plane; 4], white_to_move: L::Wire) -> L::Plane {
    scope!(l, "EMPTIES", {
        let [p0, p1, p2, black] = piece;
        let empty = !(p0 | p1 | p2);
        let pawns = p0 & !(p1 | p2);
        let white = l.neighbor::<0, 1>(pawns & !black) & l.plane(0xFF << 56);
        let black = l.neighbor::<0, -1>(pawns & black) & l.plane(0xFF);
        empty & !select(white_to_move, white, black)
    })
}

#[inline(always)]
fn wires<const N: usize>(value: u8) -> [lanes::Wire; N] {
    std::array::from_fn(|bit| lanes::Wire(value >> bit & 1 != 0))
}

/// [`promotion`] on lanes.
#[inline(always)]
pub fn is_promotion(moved: u8, to: u8) -> bool {
    promotion(Lanes, wires(moved), lanes::Address(to)).0
}

/// [`takes_en_passant`] on lanes.
#[inline(always)]
pub fn is_en_passant(moved: u8, to: u8, en_passant: u8) -> bool {
    takes_en_passant(
        Lanes,
        wires(moved),
        lanes::Address(to),
        lanes::Address(en_passant),
    )
    .0
}

/// [`promoted`] on lanes: the code of a kind of piece.
#[inline(always)]
pub fn promoted_kind(kind: MoveKind) -> u8 {
    let [a, b, c] = promoted(Lanes, wires(kind as u8)).map(|wire| u8::from(wire.0));
    a | b << 1 | c << 2
}

/// [`barred_empties`] on lanes.
#[inline(always)]
pub fn empties_barred(piece: [u64; 4], white_to_move: bool) -> u64 {
    barred_empties(Lanes, piece.map(lanes::Plane), lanes::Wire(white_to_move)).0
}

pins! {
    /// Inputs of [`Special`].
    SpecialInputs {
        ("bit " # " of the moved register") moved[0 1 2]: wire,
        "the square of arrival" to: address,
        "the en-passant latch" en_passant as ep: address,
    }
}

pins! {
    /// Outputs of [`Special`].
    SpecialMoves {
        "a pawn promotes" promotion: wire,
        "a pawn takes en passant" takes: wire,
    }
}

/// The circuits [`promotion`] and [`takes_en_passant`].
#[derive(Clone, Copy, Debug)]
pub struct Special;

impl Combinational for Special {
    type Inputs<L: Logic> = SpecialInputs<L>;
    type Outputs<L: Logic> = SpecialMoves<L>;

    fn settle<L: Logic>(l: L, inputs: SpecialInputs<L>) -> SpecialMoves<L> {
        SpecialMoves {
            promotion: promotion(l, inputs.moved, inputs.to),
            takes: takes_en_passant(l, inputs.moved, inputs.to, inputs.en_passant),
        }
    }
}

pins! {
    /// Inputs of [`Promoted`].
    PromotedInputs {
        ("bit " # " of the kind register") kind[0 1]: wire,
    }
}

pins! {
    /// Outputs of [`Promoted`].
    PromotedPiece {
        "the kind of piece" piece: wires[3],
    }
}

/// The circuit [`promoted`].
#[derive(Clone, Copy, Debug)]
pub struct Promoted;

impl Combinational for Promoted {
    type Inputs<L: Logic> = PromotedInputs<L>;
    type Outputs<L: Logic> = PromotedPiece<L>;

    fn settle<L: Logic>(l: L, inputs: PromotedInputs<L>) -> PromotedPiece<L> {
        PromotedPiece {
            piece: promoted(l, inputs.kind),
        }
    }
}

pins! {
    /// Inputs of [`BarredEmpties`].
    BarredInputs {
        ("bit " # " of the piece registers") piece as p[0 1 2 3]: plane,
        "White is to move" white_to_move as wtm: wire,
    }
}

pins! {
    /// Outputs of [`BarredEmpties`].
    BarredSquares {
        "the squares" barred: plane,
    }
}

/// The circuit [`barred_empties`].
#[derive(Clone, Copy, Debug)]
pub struct BarredEmpties;

impl Combinational for BarredEmpties {
    type Inputs<L: Logic> = BarredInputs<L>;
    type Outputs<L: Logic> = BarredSquares<L>;

    fn settle<L: Logic>(l: L, inputs: BarredInputs<L>) -> BarredSquares<L> {
        BarredSquares {
            barred: barred_empties(l, inputs.piece, inputs.white_to_move),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use roms::Kind;

    #[test]
    fn promoted_kinds_are_those_of_the_move() {
        for kind in (4..8).map(MoveKind::from_code) {
            let piece = kind.promotion().expect("a promotion");
            assert_eq!(promoted_kind(kind), piece as u8);
        }
    }

    #[test]
    fn special_moves_are_pawns_only() {
        for moved in 0..16 {
            let is_pawn = moved & 7 == Kind::Pawn as u8;
            for to in 0..64 {
                assert_eq!(is_promotion(moved, to), is_pawn && !(8..56).contains(&to));
                for latch in [0, 16, 20, 47] {
                    assert_eq!(
                        is_en_passant(moved, to, latch),
                        is_pawn && latch != 0 && to == latch
                    );
                }
            }
        }
    }

    #[test]
    fn barred_empties_leave_promotion_squares() {
        // White pawns a7 and h6, black pawn c2; all else empty.
        let pawns = 1 << 48 | 1 << 47 | 1 << 10;
        let planes = [pawns, 0, 0, 1 << 10];
        assert_eq!(empties_barred(planes, true), !pawns & !(1 << 56));
        assert_eq!(empties_barred(planes, false), !pawns & !(1 << 2));
    }
}
