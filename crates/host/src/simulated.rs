//! The simulated machine behind its port.

use machine::microengine::stack::{Flags, MoveCode, MoveState};
use machine::microengine::word::Slot;
use machine::probe::{Probe, Silent};
use machine::rtl::microcode_checksum;
use machine::rtl::port::{self, control};
use machine::transposition::hash::Key;
use machine::transposition::memory::Entry;
use machine::{BadMicrocode, Machine, Settled, State};
use microcode::Program;

use crate::port::Port;
use crate::searcher::Counters;

/// The simulated machine, observed by a probe.
#[derive(Clone, Debug)]
pub struct Simulated<P: Probe = Silent> {
    machine: Machine,
    checksum: u32,
    /// The address of the entry that the host reads.
    entry_address: Key,
    /// The probe, which sees every cycle.
    pub probe: P,
}

impl<P: Probe> Simulated<P> {
    /// A machine with this program in its microcode memory.
    ///
    /// # Errors
    /// [`BadMicrocode`] if the machine rejects a word.
    pub fn new(program: &Program, probe: P) -> Result<Simulated<P>, BadMicrocode> {
        let mut machine = Machine::with_compiled(&program.words, compiled::search())?;
        machine.state = State::after_reset();
        Ok(Simulated {
            machine,
            checksum: microcode_checksum(&program.words),
            entry_address: Key {
                bits: 0,
                white_to_move: false,
            },
            probe,
        })
    }

    /// All registers and memories, for observers.
    pub fn state(&self) -> &State {
        &self.machine.state
    }

    /// The registers and memories, for what no host does.
    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut self.machine.state
    }

    /// What the circuits say in the word that is carried out next, for observers.
    pub fn settled(&self) -> Settled {
        self.machine.settled()
    }

    /// Side to move, rights and en-passant latch; ply, move registers and flags become zero.
    fn write_position(&mut self, data: u16) {
        let state = &mut self.machine.state;
        debug_assert_eq!(state.board, state.board.recomputed());
        state.ply = 0;
        state.white_to_move = data & 1 != 0;
        state.now = MoveState {
            en_passant: (data >> 5 & 63) as u8,
            rights: (data >> 1 & 15) as u8,
            ..MoveState::default()
        };
    }

    /// The move registers; the flags become zero.
    fn write_move(&mut self, data: u16) {
        let registers = MoveCode::from_word(data as i16);
        let now = &mut self.machine.state.now;
        now.flags = Flags::default();
        now.to = registers.to;
        now.from = registers.from;
        now.kind = registers.kind;
    }

    fn command(&mut self, data: u16) {
        let state = &mut self.machine.state;
        if data & port::CLEAR_MEMORY.mask() != 0 {
            state.memory.clear();
        }
        if data & port::CLEAR_OPEN_FLAGS.mask() != 0 {
            state.memory.clear_open_flags();
        }
        if data & port::READ_ENTRY.mask() != 0 {
            state.entry = state.memory.probe(self.entry_address);
        }
    }

    fn stop(&mut self) {
        let state = &mut self.machine.state;
        state.halted = true;
        state.evaluation.stop();
    }

    fn control(&self) -> u16 {
        let state = &self.machine.state;
        let lines = [
            (state.none, control::NONE),
            (state.check, control::CHECK),
            (state.hosted, control::HOSTED),
            (state.halted, control::HALTED),
        ];
        let mut word = state.address;
        for (high, line) in lines {
            if high {
                word |= line;
            }
        }
        word
    }

    fn position(&self) -> u16 {
        let state = &self.machine.state;
        u16::from(state.white_to_move)
            | u16::from(state.now.rights) << 1
            | u16::from(state.now.en_passant) << 5
    }
}

/// A part of a number that several registers hold.
fn part(number: u64, register: u8, of: port::HostRegister) -> u16 {
    (number >> (16 * (register - of.number))) as u16
}

/// The slot of a register.
fn slot(register: u8) -> Slot {
    Slot::CODES[usize::from(register - port::SLOTS.number)]
}

impl<P: Probe> Port for Simulated<P> {
    #[inline]
    fn write(&mut self, register: u8, data: u16) {
        if register == port::COMMAND.number && data & port::STOP.mask() != 0 {
            self.stop();
        }
        let state = &mut self.machine.state;
        if !state.halted {
            return;
        }
        match register {
            0 => {
                state.hosted = data & control::HOSTED != 0;
                self.machine.start(data);
            }
            1 => state.board.write((data & 63) as u8, (data >> 8 & 15) as u8),
            2 => self.write_position(data),
            3 => self.write_move(data),
            4 => state.draw = data as i16,
            6 => {
                state.nodes = 0;
                state.cycles = 0;
                state.deepest = 0;
            }
            7 => self.command(data),
            16..24 => state.host_write(slot(register), data as i16),
            24 => self.entry_address.bits = data.into(),
            25 => self.entry_address.white_to_move = data & 1 != 0,
            _ => {}
        }
    }

    #[inline]
    fn read(&mut self, register: u8) -> u16 {
        let state = &self.machine.state;
        match register {
            0 => self.control(),
            2 => self.position(),
            3 => state.now.code().word() as u16,
            4 => state.draw as u16,
            5 => state.host_value() as u16,
            6 => state.deepest.into(),
            8..12 => part(state.nodes, register, port::NODES),
            12..16 => part(state.cycles, register, port::CYCLES),
            16..24 => state.host_read(slot(register)) as u16,
            28..32 => part(state.entry.0, register, port::ENTRY),
            32 => state.memory.entries().len().trailing_zeros() as u16,
            33 => state.memory.per_mille() as u16,
            34..36 => part(self.checksum.into(), register, port::CHECKSUM),
            _ => 0,
        }
    }

    #[inline]
    fn run(&mut self, cycles: u64) -> bool {
        let halted = self.machine.run(cycles, &mut self.probe);
        let board = &self.machine.state.board;
        debug_assert!(!halted || *board == board.recomputed());
        halted
    }

    fn counters(&mut self) -> Counters {
        let state = &self.machine.state;
        Counters {
            nodes: state.nodes,
            cycles: state.cycles,
            deepest: state.deepest,
            hash_full: state.memory.per_mille(),
        }
    }

    // Its memory is at hand: the latch of the entry read last keeps what the microcode has put
    // there.
    fn entries(&mut self, keys: &[Key], _goes_on: &dyn Fn() -> bool) -> Vec<Entry> {
        let memory = &self.machine.state.memory;
        keys.iter().map(|&key| memory.probe(key)).collect()
    }
}
