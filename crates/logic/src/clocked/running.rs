//! A clocked circuit running, on lanes.

use crate::Lanes;
use crate::pins::{Pin, PinList, driven, levels, list};

use super::{After, Circuit, Memory, ReadTime, Side};

/// A clocked circuit with its registers and memories, simulated cycle by cycle. It begins as after
/// a reset, with all writable memories zero.
pub struct Running<S: Circuit> {
    registers: S::Registers<Lanes>,
    /// The memories' data: read within this cycle, or with the last clock.
    reads: Vec<u64>,
    memories: Vec<Wired>,
}

/// A memory with its pins found.
struct Wired {
    words: Vec<u64>,
    /// What is read within the cycle.
    within: Vec<WiredRead>,
    /// What comes with the next cycle.
    clocked: Vec<WiredRead>,
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

impl Wired {
    fn new(memory: Memory, reads: &[&Pin], accesses: &[&Pin]) -> Wired {
        let mut words = memory.contents;
        words.resize(1 << memory.address, 0);
        let mut wired = Wired {
            words,
            within: Vec::new(),
            clocked: Vec::new(),
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
                ReadTime::AtOnce | ReadTime::FallingEdge => wired.within.push(read),
                ReadTime::NextCycle => wired.clocked.push(read),
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
                .map(|memory| Wired::new(memory, &reads, &accesses))
                .collect(),
        }
    }

    /// The registers.
    pub fn registers(&self) -> &S::Registers<Lanes> {
        &self.registers
    }

    /// The registers, to be set: what a test does that does not go through the ports.
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

    /// Everything settles with `ports` at the inputs; returned are the outputs. Nothing is clocked.
    pub fn settle(&mut self, ports: &S::Inputs<Lanes>) -> S::Outputs<Lanes> {
        self.settled(ports).ports
    }

    /// Settles, and clocks registers and memories; returned are the outputs before the clock.
    pub fn clock(&mut self, ports: &S::Inputs<Lanes>) -> S::Outputs<Lanes> {
        let mut after = self.settled(ports);
        self.registers = after.registers;
        let accesses = levels(&mut after.memories);
        for memory in &mut self.memories {
            for read in &memory.clocked {
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

    /// Settles twice: the addresses first, then everything with what the memories read within the
    /// cycle have there.
    fn settled(&mut self, ports: &S::Inputs<Lanes>) -> After<S, Lanes> {
        let step = |reads: &[u64]| {
            S::cycle(
                Lanes,
                &Side {
                    registers: self.registers,
                    memories: driven(reads),
                    ports: *ports,
                },
            )
        };
        let accesses = levels(&mut step(&self.reads).memories);
        for memory in &self.memories {
            for read in &memory.within {
                self.reads[read.data] = memory.words[accesses[read.address] as usize];
            }
        }
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
