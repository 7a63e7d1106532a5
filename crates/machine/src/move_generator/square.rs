//! Square: the piece register of each square, decoded into a line for each kind of piece and one
//! for its owner.
//!
//! ```text
//!                  +----------+
//!  p0 p1 p2 ------>|          |--> empty pawn knight bishop rook queen king
//!  p3 (black) ---->|  SQUARE  |
//!  white to move ->|          |--> own (of the side to move; meaningless for empty squares)
//!                  +----------+
//! ```
//!
//! Source: Chess Programming Wiki, "Belle", section on the move generator: the 4-bit piece
//! register. Fidelity: four bits are documented (F040), their code is decided. Bits 0 to 2 are the
//! kind: 0 empty, 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king. A 7 would be neither empty
//! nor a piece: rays stop there, and nothing moves. Bit 3 is high for black. XMIT and RECV, a ROM
//! and a PLA in the record, share this decoder here.

use crate::part::{Part, wire};
use logic::{Signal, SquareLogic, scope};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator/square",
    fidelity: "documented (F040): a register of four bits; decided: the code",
    wires: &[
        wire(
            "empty",
            "Squares without a piece: rays pass them, and a piece can move there without taking.",
        ),
        wire(
            "pawn",
            "Squares with a pawn on them, White's or Black's, as the four bits of the piece register say.",
        ),
        wire(
            "knight",
            "Squares with a knight on them, White's or Black's, as the four bits of the piece register say.",
        ),
        wire(
            "bishop",
            "Squares with a bishop on them, White's or Black's, as the four bits of the piece register say.",
        ),
        wire(
            "rook",
            "Squares with a rook on them, White's or Black's, as the four bits of the piece register say.",
        ),
        wire(
            "queen",
            "Squares with a queen on them, White's or Black's, as the four bits of the piece register say.",
        ),
        wire(
            "king",
            "Squares with a king on them, White's or Black's, as the four bits of the piece register say.",
        ),
        wire(
            "own",
            "Squares whose register has the color of the side to move: a piece there may move, one elsewhere may be taken. It means nothing of an empty square.",
        ),
    ],
    file: file!(),
};

/// The decoded piece registers.
#[derive(Clone, Copy)]
pub struct Square<L: SquareLogic> {
    /// No piece stands here.
    pub empty: L::Plane,
    /// A pawn of either side.
    pub pawn: L::Plane,
    /// A knight of either side.
    pub knight: L::Plane,
    /// A bishop of either side.
    pub bishop: L::Plane,
    /// A rook of either side.
    pub rook: L::Plane,
    /// A queen of either side.
    pub queen: L::Plane,
    /// A king of either side.
    pub king: L::Plane,
    /// The register's color is that of the side to move. An empty register's color means nothing.
    pub own: L::Plane,
}

impl<L: SquareLogic> Square<L> {
    /// The squares of the pieces of the side to move.
    #[inline(always)]
    pub fn own_pieces(&self) -> L::Plane {
        self.own & !self.empty
    }
}

/// Decodes the four planes of the piece registers, bit 0 first.
#[inline(always)]
pub fn square<L: SquareLogic>(l: L, piece: [L::Plane; 4], white_to_move: L::Wire) -> Square<L> {
    scope!(l, "SQUARE", {
        let [p0, p1, p2, black] = piece;
        let (n0, n1, n2) = (!p0, !p1, !p2);
        let (low, high) = (n2 & p1, p2 & n1);
        Square {
            empty: (n2 & n1 & n0).named("empty"),
            pawn: (n2 & n1 & p0).named("pawn"),
            knight: (low & n0).named("knight"),
            bishop: (low & p0).named("bishop"),
            rook: (high & n0).named("rook"),
            queen: (high & p0).named("queen"),
            king: (p2 & p1 & n0).named("king"),
            own: (black ^ L::Plane::spread(white_to_move)).named("own"),
        }
    })
}
