//! Receiver (RECV): raises one of six candidate lines from the lines that arrive at a square.
//!
//! ```text
//!                        +--------+
//!  manhattan in -------->|        |
//!  diagonal in --------->|        |--> line 1   queen / pawn     (FIND VICTIM / FIND AGGRESSOR)
//!  knight in (OR of 8) ->|        |--> line 2   rook / knight
//!  king in (OR of 8) --->|  RECV  |--> line 3   bishop / bishop
//!  pawn move in -------->|        |--> line 4   knight / rook
//!  pawn capture in ----->|        |--> line 5   pawn / queen
//!  kind, own ----------->|        |--> line 6   empty / king
//!  disable, en passant ->|        |
//!  aggressor ----------->|        |--> king     to CHECK
//!                        +--------+
//! ```
//!
//! A disabled square raises none of the six lines; its king line is not inhibited.
//!
//! Source: Chess Programming Wiki, "Belle", block diagram of the square (RECV, a PLA). Fidelity:
//! inputs and table of lines documented (F044). Against the record (F040): gates instead
//! of a PLA. Decided: the input `own`, as the diagram draws no white-to-move to RECV; the king line
//! ignores the disable bit; the square of an open en-passant latch answers the pawn-capture lines
//! as a pawn, disabled or not, and is no empty square until the latch is spent.

use logic::{Logic, Merge, Signal, SquareLogic, pins, scope};

use super::square::Square;
use crate::part::{Part, wire};

/// The OR of the eight knights' lines.
pub(crate) const KNIGHT_IN: Part = Part {
    block: "move_generator/knight_in",
    fidelity: "documented (F044)",
    wires: &[wire(
        "knight_in",
        "Squares that a knight reaches with one jump.",
    )],
    file: file!(),
};

/// The OR of the eight kings' lines.
pub(crate) const KING_IN: Part = Part {
    block: "move_generator/king_in",
    fidelity: "documented (F044)",
    wires: &[wire(
        "king_in",
        "Squares that a king reaches with one step.",
    )],
    file: file!(),
};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator/recv",
    fidelity: "documented (F044): inputs and lines; against the record (F040): gates instead of a PLA; decided: the input own, the king line without the disable bit, en passant",
    wires: &[
        wire(
            "line1",
            "The most wanted candidates: queens that can be taken; in FIND AGGRESSOR pawns that can take, since they risk the least.",
        ),
        wire(
            "line2",
            "Second choice: rooks that can be taken; in FIND AGGRESSOR knights that can take.",
        ),
        wire(
            "line3",
            "Third choice: bishops, as victims that can be taken and as aggressors that can take.",
        ),
        wire(
            "line4",
            "Fourth choice: knights that can be taken; in FIND AGGRESSOR rooks that can take.",
        ),
        wire(
            "line5",
            "Fifth choice: pawns that can be taken; in FIND AGGRESSOR queens that can take.",
        ),
        wire(
            "line6",
            "Last choice: empty squares that a piece can move to; in FIND AGGRESSOR the king, who risks all.",
        ),
        wire(
            "king_taken",
            "The square of a king that could be taken: the move before has left him in check.",
        ),
    ],
    file: file!(),
};

/// Lines arriving at the squares.
#[derive(Clone, Copy)]
pub struct Received<L: Logic> {
    /// A ray along a rank or file.
    pub manhattan: L::Merge,
    /// A ray along a diagonal.
    pub diagonal: L::Merge,
    /// A knight's line.
    pub knight: L::Merge,
    /// A king's line.
    pub king: L::Merge,
    /// A pawn-move line.
    pub pawn_move: L::Plane,
    /// A pawn-capture line.
    pub pawn_capture: L::Plane,
}

pins! {
    /// Outputs of the receivers.
    Answers {
        ("the squares with a candidate on line " # "; a square is on one line at most") lines as line[1 2 3 4 5 6]: plane,
        "the squares of enemy kings that can be taken (FIND VICTIM only)" king as king_taken: plane,
    }
}

/// The receivers of all squares. `disable` inhibits, `en_passant` is the empty square that an open
/// en-passant latch names, `aggressor` the operation.
#[inline(always)]
pub fn receiver<L: Logic>(
    l: L,
    square: Square<L>,
    arrives: Received<L>,
    disable: L::Plane,
    en_passant: L::Plane,
    aggressor: L::Wire,
) -> Answers<L> {
    scope!(l, "RECV", {
        let aggressor = L::Plane::spread(aggressor);
        let Received {
            manhattan,
            diagonal,
            knight,
            king,
            pawn_move,
            pawn_capture,
        } = arrives;
        let sliding = manhattan | diagonal;
        let by_pieces = (sliding | (knight | king)).plane().called("by_pieces");

        // FIND VICTIM: enemy pieces, and squares to move to.
        let attacked = (by_pieces | pawn_capture) & !(square.own | aggressor);
        let attacked = attacked.called("attacked");
        let victim = (attacked & !disable).called("victim_here");
        let taken_in_passing = en_passant & pawn_capture & !aggressor;
        let free = square.empty & !(disable | (en_passant | aggressor));
        let reached = free & (by_pieces | pawn_move);

        // FIND AGGRESSOR: own pieces, each as it moves.
        let own = (square.own & aggressor & !disable).called("aggressor_here");
        let by_pawn = square.pawn & (pawn_move | pawn_capture);

        let queen_or_pawn = (victim & square.queen) | (own & by_pawn);
        let rook_or_knight = (victim & square.rook) | (own & (square.knight & knight.plane()));
        let bishop = square.bishop & (victim | (own & diagonal.plane()));
        let knight_or_rook = (victim & square.knight) | (own & (square.rook & manhattan.plane()));
        let pawn_or_queen =
            (victim & square.pawn) | (taken_in_passing | (own & (square.queen & sliding.plane())));
        let empty_or_king = reached | (own & (square.king & king.plane()));
        Answers {
            lines: [
                queen_or_pawn.named("line1"),
                rook_or_knight.named("line2"),
                bishop.named("line3"),
                knight_or_rook.named("line4"),
                pawn_or_queen.named("line5"),
                empty_or_king.named("line6"),
            ],
            king: (attacked & square.king).named("king_taken"),
        }
    })
}

/// The OR of 8 knight-ins.
#[inline(always)]
pub fn knight_in<L: Logic>(l: L, knight: L::Plane) -> L::Merge {
    scope!(l, "KNIGHT IN", l.jumped(knight).named("knight_in"))
}

/// The OR of 8 king-ins.
#[inline(always)]
pub fn king_in<L: SquareLogic>(l: L, king: L::Plane) -> L::Merge {
    scope!(l, "KING IN", l.around(king).named("king_in"))
}
