//! The port: all that the host reads and writes of a machine, wherever that machine is.
//!
//! Its registers are those of [`machine::rtl::port::REGISTERS`], which the databook lists. Three
//! machines stand behind one: [`Simulated`](crate::Simulated), the machine that searches fast;
//! [`Rtl`](crate::Rtl), its circuits gate by gate; and a board at the end of a serial line (the
//! crate `device`). [`Link`](crate::Link) drives any of them.

use machine::rtl::port::{
    COMMAND, CONTROL, CYCLES, DEEPEST, ENTRY, ENTRY_ADDRESS, HostRegister, MEMORY_USED, NODES,
    READ_ENTRY, Request,
};
use machine::transposition::hash::Key;
use machine::transposition::memory::Entry;

use crate::searcher::Counters;

/// What is written to a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterWrite {
    /// The register's number.
    pub register: u8,
    /// The data.
    pub data: u16,
}

/// Writes that start the search of a root move.
pub const SEARCH_WRITES: usize = 7;

/// The host port of a machine.
///
/// As in the circuit, writes take effect only while the machine has halted, but for the stop.
///
/// A port that has failed, because its board was unplugged, says so ([`Port::failure`]). From then
/// on it answers zeros and takes no time, so that whoever drives it comes to its end and finds out.
pub trait Port {
    /// Writes a register.
    fn write(&mut self, register: u8, data: u16);

    /// Reads a register of a machine that has halted.
    fn read(&mut self, register: u8) -> u16;

    /// Waits until the machine has halted, for about `cycles` of its cycles; returns whether it has
    /// halted.
    ///
    /// A machine without a clock of its own runs for that long, the last word completed.
    fn run(&mut self, cycles: u64) -> bool;

    /// What is written next is to find a machine that has halted.
    fn finish(&mut self) {
        while !self.run(u64::MAX) {}
    }

    /// How many more runs of the microcode can be queued behind one that is about to be started;
    /// none if the port has no queue.
    fn queue_room(&self) -> usize {
        0
    }

    /// Queues writes, the last of which starts the microcode, behind the run that was started last.
    /// They are dropped, with all that is queued after them, if that run's value exceeds `limit`.
    /// Only as many as there is room for.
    fn queue(&mut self, _limit: i16, _writes: &[RegisterWrite]) {}

    /// A queued run goes on where the one before has ended within its limit: [`Port::run`] now
    /// waits for this one.
    fn go_on(&mut self) {}

    /// Starts the microcode at each of these addresses in turn, and reads registers after each
    /// halt.
    fn run_each(&mut self, starts: &[u16], registers: &[u8]) -> Vec<Vec<u16>> {
        let mut values = Vec::with_capacity(starts.len());
        for &start in starts {
            self.write(CONTROL.number, start);
            self.finish();
            values.push(self.read_all(registers));
        }
        values
    }

    /// Why the machine does not answer any more; `None` if it does.
    fn failure(&self) -> Option<&str> {
        None
    }

    /// Reads several registers; a line on which each answer takes long asks for all at once.
    fn read_all(&mut self, registers: &[u8]) -> Vec<u16> {
        registers
            .iter()
            .map(|&register| self.read(register))
            .collect()
    }

    /// The counters since they were cleared. Those of a running machine may be a little old.
    fn counters(&mut self) -> Counters {
        Counters {
            nodes: read_wide(self, NODES),
            cycles: read_wide(self, CYCLES),
            deepest: self.read(DEEPEST.number) as u8,
            hash_full: self.read(MEMORY_USED.number).into(),
        }
    }

    /// The entries that these keys address, of any position; those of the first keys if `goes_on`
    /// says no before all are read.
    fn entries(&mut self, keys: &[Key], goes_on: &dyn Fn() -> bool) -> Vec<Entry> {
        let mut entries = Vec::with_capacity(keys.len());
        for &key in keys {
            if !goes_on() {
                break;
            }
            self.write(ENTRY_ADDRESS.number, key.bits as u16);
            self.write(ENTRY_ADDRESS.number + 1, key.white_to_move.into());
            self.request(READ_ENTRY);
            self.finish();
            entries.push(Entry(read_wide(self, ENTRY)));
        }
        entries
    }

    /// Asks for something by the command register.
    fn request(&mut self, request: Request) {
        self.write(COMMAND.number, request.mask());
    }
}

/// A number of several registers, lowest sixteen bits first.
pub fn read_wide<P: Port + ?Sized>(port: &mut P, register: HostRegister) -> u64 {
    let numbers: Vec<u8> = (register.number..register.number + register.count).collect();
    let parts = port.read_all(&numbers);
    parts
        .iter()
        .rev()
        .fold(0, |number, &part| number << 16 | u64::from(part))
}
