//! The RTL with a transposition memory beside it, running: a board without the board.
//!
//! ```
//! use machine::rtl::Model;
//! use machine::rtl::port::{DRAW, MEMORY_SIZE};
//!
//! let mut model = Model::new(&[]);
//! model.write(DRAW.number, 25);
//! assert_eq!(model.read(DRAW.number), 25);
//! assert_eq!(model.read(MEMORY_SIZE.number), 17);
//! ```

use logic::Lanes;
use logic::clocked::{Circuit, Running};
use logic::lanes::{self, Address, Plane, Wire};
use logic::pins::PinList;

use super::pins::{Inputs, Outputs, Top};
use super::{memories, port};
use crate::microengine::word::Word;
use crate::transposition::hash::Key;
use crate::transposition::memory::{Entry, TranspositionMemory};

/// The RTL, gate by gate and cycle by cycle, as [`Circuit::cycle`] describes it: the authentic
/// machine's, or that of another circuit with its ports.
pub struct Model<S: Circuit = Top> {
    machine: Running<S>,
    memory: TranspositionMemory,
    /// What the memory's latch holds: the entry that the cycle before addressed.
    entry: Entry,
}

impl Model {
    /// The authentic machine's RTL after a reset, with this program in its microcode ROM and an
    /// empty memory.
    pub fn new(program: &[Word]) -> Model {
        Model::of(program)
    }
}

impl<S> Model<S>
where
    S: Circuit<Inputs<Lanes> = Inputs<Lanes>, Outputs<Lanes> = Outputs<Lanes>>,
{
    /// The RTL of a circuit after a reset, likewise.
    pub fn of(program: &[Word]) -> Model<S> {
        let mut machine = Running::new();
        let mut loaded = S::memories();
        memories::load(&mut loaded, program);
        for (place, memory) in loaded.iter().enumerate() {
            if memory.is_rom() {
                machine.memory_mut(place)[..memory.contents.len()]
                    .copy_from_slice(&memory.contents);
            }
        }
        Model {
            machine,
            memory: TranspositionMemory::default(),
            entry: Entry::default(),
        }
    }

    /// The same with an empty memory of 2^`bits` entries, 10 to 17: the address has no more wires.
    pub fn with_memory_bits(self, bits: u32) -> Model<S> {
        assert!(bits <= 17, "bits: expected 10 to 17, got {bits}");
        Model {
            memory: TranspositionMemory::with_bits(bits),
            ..self
        }
    }

    /// The host writes a register: one cycle.
    pub fn write(&mut self, register: u8, data: u16) {
        let ports = Inputs {
            host_address: Address(register & 63),
            host_write: Wire(true),
            host_data: lanes::Word(data),
            ..self.ports()
        };
        self.clock(&ports);
    }

    /// The host reads a register, which takes no cycle.
    pub fn read(&mut self, register: u8) -> u16 {
        let mut ports = Inputs {
            host_address: Address(register & 63),
            ..self.ports()
        };
        if register == port::MEMORY_USED.number {
            let used = self.memory.per_mille();
            ports.memory_used = std::array::from_fn(|bit| Wire(used >> bit & 1 != 0));
        }
        self.machine.settle(&ports).host_out.0
    }

    /// Runs until the machine has halted, or for so many cycles; returns whether it has halted.
    pub fn run(&mut self, cycles: u64) -> bool {
        let ports = self.ports();
        for _ in 0..cycles {
            let ports = Inputs {
                memory_entry: Plane(self.entry.0),
                ..ports
            };
            if self.clock(&ports).halted.0 {
                return true;
            }
        }
        self.machine.settle(&self.ports()).halted.0
    }

    fn ports(&self) -> Inputs<Lanes> {
        let bits = self.memory.entries().len().trailing_zeros();
        Inputs {
            memory_entry: Plane(self.entry.0),
            memory_bits: std::array::from_fn(|bit| Wire(bits >> bit & 1 != 0)),
            ..Inputs::low(Lanes)
        }
    }

    /// One cycle of machine and memory.
    fn clock(&mut self, ports: &Inputs<Lanes>) -> Outputs<Lanes> {
        let out = self.machine.clock(ports);
        let address = out.memory_address.iter().rev();
        let address = address.fold(0_u64, |address, wire| address << 1 | u64::from(wire.0));
        let key = Key {
            bits: address & 0xFFFF,
            white_to_move: address >> 16 != 0,
        };
        self.entry = self.memory.probe(key);
        if out.memory_write.0 {
            self.memory.put(key, Entry(out.memory_data.0));
        }
        // A board's memory takes a cycle an entry for these, and raises its wait line; here they
        // are done at once.
        if out.memory_clear.0 {
            self.memory.clear();
        }
        if out.memory_close.0 {
            self.memory.clear_open_flags();
        }
        out
    }
}
