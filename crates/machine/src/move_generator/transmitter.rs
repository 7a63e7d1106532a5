//! Transmitter (XMIT): the lines each square sends, from its piece, the operation and the side to
//! move.
//!
//! ```text
//!                   +--------+--> manhattan, diagonal   to RAY MUX
//!                   |        |--> empty                 to RAY MUX, as its control
//!  kind, own ------>|        |--> knight, king          to eight squares each
//!  selected ------->|  XMIT  |--> pawn move, capture    to DIR MUX
//!  en passant ----->|        |
//!  aggressor ------>|        |
//!                   +--------+
//! ```
//!
//! FIND VICTIM: every piece of the side to move transmits in its own way. FIND AGGRESSOR: only the
//! addressed square transmits, as all pieces at once (the super-piece), its pawn lines backwards.
//!
//! Source: Chess Programming Wiki, "Belle", block diagram of the square (XMIT, a ROM). Fidelity:
//! outputs and both operations documented (F041, F046, F047). Inferred (F047): the super-piece's
//! pawn line (an empty square is moved to, a piece is captured). Against the record (F040,
//! F041): gates instead of a ROM; two pawn lines, move and capture, where the diagram has one, of
//! which DIR MUX makes both. Decided: the en-passant square is captured on and nothing else.

use logic::{Logic, Signal, scope};

use super::square::Square;
use crate::part::{Part, wire};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator/xmit",
    fidelity: "documented (F041, F046, F047): outputs and both operations; inferred (F047): the super-piece's pawn line; against the record (F040, F041): gates instead of a ROM, two pawn lines instead of one; decided: en passant",
    wires: &[
        wire(
            "manhattan",
            "Squares that send along rank and file: rooks and queens, and in FIND AGGRESSOR the victim's square.",
        ),
        wire(
            "diagonal",
            "Squares that send along their diagonals: bishops and queens, and in FIND AGGRESSOR the victim's square.",
        ),
        wire(
            "knight",
            "Squares that send to the eight squares a knight's jump away: knights, and in FIND AGGRESSOR the victim's square.",
        ),
        wire(
            "king",
            "Squares that send to their eight neighbors: kings, and in FIND AGGRESSOR the victim's square.",
        ),
        wire(
            "pawn_move",
            "Squares that send straight ahead: pawns, to where they can step; in FIND AGGRESSOR an empty square asks backwards.",
        ),
        wire(
            "pawn_capture",
            "Squares that send ahead to both sides: pawns, to where they can take; in FIND AGGRESSOR the victim asks backwards.",
        ),
    ],
    file: file!(),
};

/// Lines sent by the squares.
#[derive(Clone, Copy)]
pub struct Transmitted<L: Logic> {
    /// Into the rays along ranks and files.
    pub manhattan: L::Plane,
    /// Into the rays along diagonals.
    pub diagonal: L::Plane,
    /// To the eight squares a knight's jump away.
    pub knight: L::Plane,
    /// To the eight adjacent squares.
    pub king: L::Plane,
    /// On the pawn-move line, through DIR MUX.
    pub pawn_move: L::Plane,
    /// On the two pawn-capture lines, through DIR MUX.
    pub pawn_capture: L::Plane,
    /// The square is empty: it passes rays on.
    pub empty: L::Plane,
}

/// `selected` is the addressed square, `en_passant` the empty square that an open en-passant latch
/// names, `aggressor` the operation.
#[inline(always)]
pub fn transmitter<L: Logic>(
    l: L,
    square: Square<L>,
    selected: L::Plane,
    en_passant: L::Plane,
    aggressor: L::Wire,
) -> Transmitted<L> {
    scope!(l, "XMIT", {
        let pieces = (square.own & !L::Plane::spread(aggressor)).called("sends_as_piece");
        let super_piece = (selected & L::Plane::spread(aggressor)).called("super_piece");
        let all_pieces = (super_piece & !en_passant).called("sends_as_all");
        let moved_to = (all_pieces & square.empty).called("is_moved_to");
        let pawn = (pieces & square.pawn).called("sends_as_pawn");
        Transmitted {
            manhattan: (pieces & (square.rook | square.queen) | all_pieces).named("manhattan"),
            diagonal: (pieces & (square.bishop | square.queen) | all_pieces).named("diagonal"),
            knight: (pieces & square.knight | all_pieces).named("knight"),
            king: (pieces & square.king | all_pieces).named("king"),
            pawn_move: (pawn | moved_to).named("pawn_move"),
            pawn_capture: (pawn | super_piece & !moved_to).named("pawn_capture"),
            empty: square.empty,
        }
    })
}
