//! A clocked circuit running, on lanes.

use crate::Lanes;
use crate::pins::{Pin, PinList, driven, levels, list};

use super::{After, Circuit, Memory, ReadTime, Side};

/// A clocked circuit with its registers and memories, simulated cycle by cycle. It begins as after
/// a reset, with all writable memories zero.
pub struct Running<S: Circuit> {
    registers: S::Registers<Lanes>,
    /// The memories' data by pin: what is read within this cycle,
    /// and what came with the last clock.
    reads: Vec<u64>,
    memories: Vec<WiredMemory>,
}

/// A memory whose pins have been found in the lists of accesses and reads.
struct WiredMemory {
    words: Vec<u64>,
    /// Ports whose word comes within the cycle. Those of the falling edge are among them: here no
    /// time passes between the edges.
    same_cycle: Vec<WiredRead>,
    /// Ports whose word comes with the next cycle.
    next_cycle: Vec<WiredRead>,
    write: Option<WiredWrite>,
}

/// Places of a reading port's pins: of its address among the accesses, of its data among the reads.
struct WiredRead {
    address: usize,
    data: usize,
}

/// Places of a writing port's pins among the accesses.
struct WiredWrite {
    enable: usize,
    address: usize,
    data: usize,
}

fn find(pins: &[&Pin], name: &str) -> usize {
    pins.iter()
        .position(|pin| pin.name == name)
        .unwrap_or_else(|| panic!("no pin named {name}"))
}

impl WiredMemory {
    fn new(memory: Memory, reads: &[&Pin], accesses: &[&Pin]) -> WiredMemory {
        let mut words = memory.contents;
        words.resize(1 << memory.address, 0);
        let mut wired = WiredMemory {
            words,
            same_cycle: Vec::new(),
            next_cycle: Vec::new(),
            write: memory.write.map(|port| WiredWrite {
                enable: find(accesses, port.enable),
                address: find(accesses, port.address),
                data: find(accesses, port.data),
            }),
        };
        for port in &memory.reads {
            let read = WiredRead {
                address: find(accesses, port.address),
                data: find(reads, port.data),
            };
            match port.time {
                ReadTime::AtOnce | ReadTime::FallingEdge => wired.same_cycle.push(read),
                ReadTime::NextCycle => wired.next_cycle.push(read),
            }
        }
        wired
    }
}

impl<S: Circuit> Running<S> {
    /// The circuit after a reset.
    pub fn new() -> Running<S> {
        let (reads, accesses) = (list::<S::Reads<Lanes>>(), list::<S::Accesses<Lanes>>());
        Running {
            registers: S::Registers::low(Lanes),
            reads: vec![0; reads.len()],
            memories: S::memories()
                .into_iter()
                .map(|memory| WiredMemory::new(memory, &reads, &accesses))
                .collect(),
        }
    }

    /// The registers as they are now.
    pub fn registers(&self) -> &S::Registers<Lanes> {
        &self.registers
    }

    /// The registers, for a test that sets them without going through the ports.
    pub fn registers_mut(&mut self) -> &mut S::Registers<Lanes> {
        &mut self.registers
    }

    /// The words of a memory, by its place in [`Circuit::memories`].
    pub fn memory_mut(&mut self, index: usize) -> &mut [u64] {
        &mut self.memories[index].words
    }

    /// The registers as numbers, in the order of their list.
    pub fn levels(&mut self) -> Vec<u64> {
        levels(&mut self.registers)
    }

    /// Lets everything settle with `ports` at the inputs, and returns the outputs. Nothing is
    /// clocked.
    pub fn settle(&mut self, ports: &S::Inputs<Lanes>) -> S::Outputs<Lanes> {
        self.settled(ports).ports
    }

    /// Lets everything settle, clocks registers and memories, and returns the outputs of before the
    /// clock.
    pub fn clock(&mut self, ports: &S::Inputs<Lanes>) -> S::Outputs<Lanes> {
        let mut after = self.settled(ports);
        self.registers = after.registers;
        let accesses = levels(&mut after.memories);
        for memory in &mut self.memories {
            for read in &memory.next_cycle {
                self.reads[read.data] = memory.words[accesses[read.address] as usize];
            }
            if let Some(write) = &memory.write
                && accesses[write.enable] != 0
            {
                memory.words[accesses[write.address] as usize] = accesses[write.data];
            }
        }
        after.ports
    }

    /// Lets everything settle. A memory that is read within the cycle is addressed by gates that
    /// settle in it: the first pass gives the addresses, the second everything with the words
    /// there.
    fn settled(&mut self, ports: &S::Inputs<Lanes>) -> After<S, Lanes> {
        let accesses = levels(&mut self.pass(ports).memories);
        for memory in &self.memories {
            for read in &memory.same_cycle {
                self.reads[read.data] = memory.words[accesses[read.address] as usize];
            }
        }
        self.pass(ports)
    }

    /// The gates' outputs for the registers, the reads and these ports.
    fn pass(&self, ports: &S::Inputs<Lanes>) -> After<S, Lanes> {
        S::cycle(
            Lanes,
            &Side {
                registers: self.registers,
                memories: driven(&self.reads),
                ports: *ports,
            },
        )
    }
}

impl<S: Circuit> Default for Running<S> {
    fn default() -> Running<S> {
        Running::new()
    }
}
