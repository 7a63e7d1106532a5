//! The move generator on lanes, as the rest of the machine runs it.
//!
//! Each function is [`MoveGenerator`] with its operation tied to a level; the compiler folds away
//! what that operation does not use.

use logic::{Combinational, Lanes, Simulator, lanes};

use super::{Inputs, MoveGenerator, Outputs, square};

/// The levels at the move generator's inputs, but for the operation and its address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveGenInputs {
    /// The piece registers: plane 0 to 2 hold the kind, plane 3 is black; bit 0 of a plane is a1.
    pub piece: [u64; 4],
    /// The disable word of this ply.
    pub disable: u64,
    /// White is to move.
    pub white_to_move: bool,
    /// The en-passant latch, a square from 0 to 63.
    pub en_passant: u8,
    /// The latch is armed and not yet spent at this ply.
    pub en_passant_open: bool,
}

/// Result of a find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FindResult {
    /// The square found, 0 if none was.
    pub square: u8,
    none: bool,
    /// The line it won on, 1 to 6; 0 if no square was found.
    pub line: u8,
    /// CHECK: the enemy's king can be taken. Always false in FIND AGGRESSOR.
    pub check: bool,
}

impl FindResult {
    /// No square was found.
    #[inline]
    pub fn is_none(self) -> bool {
        self.none
    }
}

impl MoveGenInputs {
    /// FIND VICTIM: the most valuable square the side to move can move to. Lines: 1 queen, 2 rook,
    /// 3 bishop, 4 knight, 5 pawn, 6 empty.
    #[inline(always)]
    pub fn find_victim<L: Simulator>(&self, l: L) -> FindResult {
        read(self.settle(l, 0, false))
    }

    /// FIND AGGRESSOR: the least valuable piece that can move to `victim`, 0 to 63. Lines: 1 pawn,
    /// 2 knight, 3 bishop, 4 rook, 5 queen, 6 king.
    #[inline(always)]
    pub fn find_aggressor<L: Simulator>(&self, l: L, victim: u8) -> FindResult {
        read(self.settle(l, victim, true))
    }

    /// CHECK alone: whether the side to move can take the enemy's king. With `white_to_move`
    /// inverted: whether the mover is in check.
    #[inline(always)]
    pub fn attacked_king<L: Simulator>(&self, l: L) -> bool {
        self.settle(l, 0, false).check.0
    }

    /// The squares of the pieces of the side to move.
    #[inline]
    pub fn own_pieces(&self) -> u64 {
        self.squares().own_pieces().0
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> u64 {
        self.squares().empty.0
    }

    #[inline(always)]
    fn squares(&self) -> square::Square<Lanes> {
        square::square(
            Lanes,
            self.piece.map(lanes::Plane),
            lanes::Wire(self.white_to_move),
        )
    }

    #[inline(always)]
    fn settle<L: Simulator>(&self, l: L, victim: u8, aggressor: bool) -> Outputs<L> {
        let pins = |white_to_move| Inputs {
            white_to_move: lanes::Wire(white_to_move),
            ..self.pins(victim, aggressor)
        };
        // With the side to move a constant the ways of its pawns are no switches but wires.
        if self.white_to_move {
            MoveGenerator::settle(l, pins(true))
        } else {
            MoveGenerator::settle(l, pins(false))
        }
    }

    /// The levels on the move generator's pins.
    #[inline(always)]
    pub(crate) fn pins<L: Simulator>(&self, victim: u8, aggressor: bool) -> Inputs<L> {
        Inputs {
            piece: self.piece.map(lanes::Plane),
            disable: lanes::Plane(self.disable),
            victim: lanes::Address(victim),
            aggressor: lanes::Wire(aggressor),
            white_to_move: lanes::Wire(self.white_to_move),
            en_passant: lanes::Address(self.en_passant),
            en_passant_open: lanes::Wire(self.en_passant_open),
        }
    }
}

/// The outputs as numbers.
#[inline(always)]
fn read<L: Simulator>(outputs: Outputs<L>) -> FindResult {
    let line = outputs.line.map(|wire| wire.0 as u8);
    let line = line[0] + 2 * line[1] + 3 * line[2] + 4 * line[3] + 5 * line[4] + 6 * line[5];
    FindResult {
        square: outputs.square.0,
        none: outputs.none.0,
        line,
        check: outputs.check.0,
    }
}
