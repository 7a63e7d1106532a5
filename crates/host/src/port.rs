//! The port: all that the host reads and writes of the machine.
//!
//! Its registers are those of [`machine::rtl::port::REGISTERS`]; beside them the host clears the transposition memory
//! and its open flags.

use machine::microengine::stack::{Flags, MoveCode, MoveKind, MoveState};
use machine::microengine::word::Slot;
use machine::probe::Probe;
use machine::transposition::memory::TranspositionMemory;
use machine::{BadMicrocode, Machine, Settled, State};
use microcode::Program;

use crate::searcher::Counters;

/// The simulated machine behind its port.
#[derive(Clone, Debug)]
pub(crate) struct Port {
    machine: Machine,
}

impl Port {
    /// A machine with this program in its microcode memory.
    pub(crate) fn new(program: &Program) -> Result<Port, BadMicrocode> {
        Ok(Port {
            machine: Machine::with_compiled(&program.words, compiled::search())?,
        })
    }

    /// All registers and memories, for observers.
    pub(crate) fn state(&self) -> &State {
        &self.machine.state
    }

    /// What the circuits say in the word that is carried out next, for observers.
    pub(crate) fn settled(&self) -> Settled {
        self.machine.settled()
    }

    /// Puts the machine into a state that it had before.
    pub(crate) fn restore(&mut self, state: &State) {
        self.machine.state.clone_from(state);
    }

    pub(crate) fn write_square(&mut self, square: u8, piece: u8) {
        self.machine.state.board.write(square, piece);
    }

    /// Writes side to move, rights and en-passant latch; ply, move registers and flags become zero.
    pub(crate) fn write_position(&mut self, white_to_move: bool, rights: u8, en_passant: u8) {
        let state = &mut self.machine.state;
        debug_assert_eq!(state.board, state.board.recomputed());
        state.ply = 0;
        state.white_to_move = white_to_move;
        state.now = MoveState {
            en_passant,
            rights,
            ..MoveState::default()
        };
    }

    /// Writes the move registers; the flags become zero.
    pub(crate) fn write_move(&mut self, registers: MoveCode) {
        let now = &mut self.machine.state.now;
        now.flags = Flags::default();
        now.to = registers.to;
        now.from = registers.from;
        now.kind = registers.kind;
    }

    pub(crate) fn draw(&self) -> i16 {
        self.machine.state.draw
    }

    pub(crate) fn write_draw(&mut self, white: i16) {
        self.machine.state.draw = white;
    }

    pub(crate) fn slot(&self, slot: Slot) -> i16 {
        self.machine.state.host_read(slot)
    }

    pub(crate) fn write_slot(&mut self, slot: Slot, value: i16) {
        self.machine.state.host_write(slot, value);
    }

    pub(crate) fn counters(&self) -> Counters {
        let state = &self.machine.state;
        Counters {
            nodes: state.nodes,
            cycles: state.cycles,
            deepest: state.deepest,
            hash_full: state.memory.per_mille(),
        }
    }

    pub(crate) fn clear_counters(&mut self) {
        let state = &mut self.machine.state;
        state.nodes = 0;
        state.cycles = 0;
        state.deepest = 0;
    }

    pub(crate) fn memory(&self) -> &TranspositionMemory {
        &self.machine.state.memory
    }

    pub(crate) fn memory_mut(&mut self) -> &mut TranspositionMemory {
        &mut self.machine.state.memory
    }

    /// Starts the microcode at an address; `hosted` if the host drives the root.
    pub(crate) fn start(&mut self, address: u16, hosted: bool) {
        self.machine.state.hosted = hosted;
        self.machine.start(address);
    }

    /// Runs until the microcode halts, or for `cycles` cycles, the last word completed. Returns whether it has halted.
    pub(crate) fn run<P: Probe>(&mut self, cycles: u64, probe: &mut P) -> bool {
        self.machine.run(cycles, probe)
    }

    /// The value left in the accumulator.
    pub(crate) fn value(&self) -> i16 {
        self.machine.state.host_value()
    }

    /// The move that the machine found; `None` if there is no further one.
    pub(crate) fn found_move(&self) -> Option<MoveCode> {
        let state = &self.machine.state;
        // Castling is tried when no victim is left: `none` is high then, and the kind says that there is a move.
        if state.none && state.now.kind == MoveKind::Plain {
            None
        } else {
            Some(state.now.code())
        }
    }

    /// Value of the position on the board, lazy and full, from the mover's side.
    pub(crate) fn static_value(&self) -> i16 {
        let state = &self.machine.state;
        state.for_mover(state.board.lazy.value() + state.full_value())
    }
}
