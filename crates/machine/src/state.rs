//! State: all registers and memories between two cycles, as one value.

use logic::Lanes;

use crate::board_bus::Board;
use crate::circuits::value_bus;
use crate::evaluator::full::{Sequence, full_value};
use crate::microengine::stack::{MoveState, Stack};
use crate::microengine::word::Slot;
use crate::move_generator::{DisableMemory, MoveGenInputs};
use crate::transposition::hash::Key;
use crate::transposition::memory::{Entry, TranspositionMemory};

/// All registers and memories. Equal states continue equally.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Address of the microword of this cycle, 0 to 1,023.
    pub address: u16,
    /// The machine has stopped and signals the host.
    pub halted: bool,
    /// The board: piece registers, hash key, lazy evaluator.
    pub board: Board,
    /// The full evaluator's sequence.
    pub evaluation: Sequence,
    /// The disable memory, a word a ply.
    pub disable: DisableMemory,
    /// The stack.
    pub stack: Stack,
    /// The transposition memory.
    pub memory: TranspositionMemory,
    /// Cycles run. They do not stand beside `nodes`: the compiler would add to both in one vector
    /// register, which waits until the word before has stored them one by one.
    pub cycles: u64,
    /// The memory's latch: the entry read last.
    pub entry: Entry,
    /// The move registers, latches and flags that the stack's state half saves.
    pub now: MoveState,
    /// The moved register: a 4-bit piece.
    pub moved: u8,
    /// The side to move.
    pub white_to_move: bool,
    /// The ply counter, 0 to 63.
    pub ply: u8,
    /// The greatest ply since the host last cleared this.
    pub deepest: u8,
    /// The accumulator.
    pub acc: i16,
    /// The priority network found no square (last FIND VICTIM or FIND AGGRESSOR).
    pub none: bool,
    /// CHECK (last find).
    pub check: bool,
    /// The draw value from White's side, set by the host.
    pub draw: i16,
    /// The host drives the root: microcode stops after each root move.
    pub hosted: bool,
    /// Nodes counted.
    pub nodes: u64,
}

impl State {
    /// All registers and memories as a reset leaves them: zero, and the machine halted.
    pub fn after_reset() -> State {
        State {
            halted: true,
            ..State::default()
        }
    }

    /// The key of the position on the board.
    #[inline(always)]
    pub fn key(&self) -> Key {
        Key::new(
            self.board.hash,
            self.now.en_passant,
            self.now.rights,
            self.white_to_move,
        )
    }

    /// A value from White's side, negated for Black: from the mover's.
    #[inline(always)]
    pub fn for_mover(&self, white: i16) -> i16 {
        if self.white_to_move {
            white
        } else {
            white.wrapping_neg()
        }
    }

    /// The host writes a slot of this ply's frame: its data drive the value bus, and the slot takes
    /// the sum.
    pub fn host_write(&mut self, slot: Slot, data: i16) {
        self.stack.set_slot(self.ply, slot as u8, self.passed(data));
    }

    /// The host reads a slot of this ply's frame over the value bus.
    pub fn host_read(&self, slot: Slot) -> i16 {
        self.passed(self.stack.slot(self.ply, slot as u8))
    }

    /// The host reads the accumulator over the value bus.
    pub fn host_value(&self) -> i16 {
        self.passed(self.acc)
    }

    /// The value bus of a machine at rest: the source passes through the adder.
    fn passed(&self, source: i16) -> i16 {
        value_bus::settle(self.acc, false, source, false, false).sum
    }

    /// The full value of the position on the evaluator's board, from White's side: what its
    /// circuits settle on.
    pub fn full_value(&self) -> i16 {
        full_value(Lanes, self.board.full, self.board.lazy.stage_class())
    }

    /// The full evaluator's latch in this cycle.
    pub fn full_latch(&self) -> i16 {
        if self.evaluation.is_started() && self.evaluation.left(self.cycles) == 0 {
            self.full_value()
        } else {
            0
        }
    }

    /// The levels at the move generator's inputs, for this ply and the side to move.
    #[inline(always)]
    pub fn move_gen_inputs(&self) -> MoveGenInputs {
        MoveGenInputs {
            piece: self.board.planes,
            disable: self.disable.word(self.ply),
            white_to_move: self.white_to_move,
            en_passant: self.now.en_passant,
            en_passant_open: self.now.en_passant != 0 && !self.now.flags.spent,
        }
    }
}
