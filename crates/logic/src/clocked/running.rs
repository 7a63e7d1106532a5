//! A clocked circuit running, on lanes.

use crate::Lanes;

use super::{
    After, Circuit, Memory, PinList, PinTable, ReadPort, ReadTime, Side, driven, pins, table,
};

/// A clocked circuit with its registers and memories, simulated cycle by cycle. It begins as after a reset, with all
/// writable memories zero.
pub struct Running<S: Circuit> {
    registers: S::Registers<Lanes>,
    /// The memories' data: read within this cycle, or with the last clock.
    reads: Vec<u64>,
    memories: Vec<Wired>,
}

/// A memory with its pins found.
struct Wired {
    words: Vec<u64>,
    /// Address among the accesses and data among the reads of what is read within the cycle.
    within: Vec<(usize, usize)>,
    /// Those of what comes with the next cycle.
    clocked: Vec<(usize, usize)>,
    /// Enable, address and data among the accesses.
    write: Option<[usize; 3]>,
}

fn levels<T: PinList<Lanes>>(list: &mut T) -> Vec<u64> {
    let mut levels = pins::Levels::default();
    list.visit(&mut levels);
    levels.0
}

fn find(table: &PinTable, name: &str) -> usize {
    table
        .iter()
        .position(|(pin, _)| pin.name == name)
        .unwrap_or_else(|| panic!("no pin named {name}"))
}

impl Wired {
    fn new(memory: Memory, reads: &PinTable, accesses: &PinTable) -> Wired {
        let mut words = memory.contents;
        words.resize(1 << memory.address, 0);
        let read = |port: &ReadPort| (find(accesses, port.address), find(reads, port.data));
        let write = |port: super::WritePort| {
            [port.enable, port.address, port.data].map(|pin| find(accesses, pin))
        };
        let (clocked, within): (Vec<ReadPort>, Vec<ReadPort>) = memory
            .reads
            .iter()
            .partition(|port| port.time == ReadTime::NextCycle);
        Wired {
            words,
            within: within.iter().map(read).collect(),
            clocked: clocked.iter().map(read).collect(),
            write: memory.write.map(write),
        }
    }
}

impl<S: Circuit> Running<S> {
    /// The circuit after a reset.
    pub fn new() -> Running<S> {
        let (reads, accesses) = (table::<S::Reads<Lanes>>(), table::<S::Accesses<Lanes>>());
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
            for &(address, data) in &memory.clocked {
                self.reads[data] = memory.words[accesses[address] as usize];
            }
            if let Some([enable, address, data]) = memory.write
                && accesses[enable] != 0
            {
                memory.words[accesses[address] as usize] = accesses[data];
            }
        }
        after.ports
    }

    /// Settles twice: the addresses first, then everything with what the memories read within the cycle have there.
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
            for &(address, data) in &memory.within {
                self.reads[data] = memory.words[accesses[address] as usize];
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
