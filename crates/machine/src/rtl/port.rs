//! The host port: sixteen-bit registers to load a position, start and stop the machine, read the
//! result, and look after the transposition memory.
//!
//! ```text
//!  number (6), data (16), write -->+-----------+--> board bus, slots, side to move and the rest, start
//!  registers --------------------->| HOST PORT |--> data (16), halted
//!  entry, wait, size, use -------->|           |--> entry's address, request, clear, close
//!                                  +-----------+
//! ```
//!
//! Writes take effect only while the machine has halted, but for the stop. Reading changes nothing.
//! The table [`REGISTERS`] says what each register gives when read and does when written. Slots and
//! the accumulator are read, and slots written, over the value bus.
//!
//! Clearing is the memory's work: the port asks for it, and `halted` stays low while the memory's
//! wait line says that it is not done. A stop leaves the board as the search had it: the position
//! must be loaded again.
//!
//! Source: Chess Programming Wiki, "Belle", section on the microcode: the value bus joins the
//! LSI-11. Fidelity: that documented (F081); registers and wires decided.

use logic::clocked::Before;
use logic::{Logic, Signal, scope, select};

use super::Top;
use super::gates::{address, any, bits, concat, equals, incremented, pick, select_wires, word};
use super::pins::{Accesses, Inputs, Outputs, Reads, Registers};
use crate::clock;

/// A register of the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostRegister {
    /// Its number, the first if it is several.
    pub number: u8,
    /// Count of its numbers.
    pub count: u8,
    /// Its name.
    pub name: &'static str,
    /// Value read.
    pub reads: &'static str,
    /// Effect of a write; empty if none.
    pub writes: &'static str,
}

/// Address, lines and the start.
pub const CONTROL: HostRegister = HostRegister {
    number: 0,
    count: 1,
    name: "control",
    reads: "bits 0 to 9 the microword's address, 12 no square found, 13 check, 14 the host drives the root, 15 halted",
    writes: "starts the microcode at the address in bits 0 to 9; bit 14: the host drives the root",
};
/// A square of the board.
pub const SQUARE: HostRegister = HostRegister {
    number: 1,
    count: 1,
    name: "square",
    reads: "zero",
    writes: "puts the piece in bits 8 to 11 on the square in bits 0 to 5",
};
/// Side to move, rights, en-passant latch.
pub const POSITION: HostRegister = HostRegister {
    number: 2,
    count: 1,
    name: "position",
    reads: "bit 0 white to move, 1 to 4 rights (K, Q, k, q), 5 to 10 the en-passant latch",
    writes: "the same; ply, to, from, captured, kind and flags become zero",
};
/// The move registers.
pub const MOVE: HostRegister = HostRegister {
    number: 3,
    count: 1,
    name: "move",
    reads: "bits 0 to 5 to, 6 to 11 from, 12 to 14 kind",
    writes: "the same; the flags become zero",
};
/// The draw value.
pub const DRAW: HostRegister = HostRegister {
    number: 4,
    count: 1,
    name: "draw",
    reads: "the draw value from White's side",
    writes: "the same",
};
/// The accumulator.
pub const VALUE: HostRegister = HostRegister {
    number: 5,
    count: 1,
    name: "value",
    reads: "the accumulator; while the machine runs, the value bus",
    writes: "",
};
/// The greatest ply.
pub const DEEPEST: HostRegister = HostRegister {
    number: 6,
    count: 1,
    name: "deepest",
    reads: "the greatest ply",
    writes: "clears it and the counters, with any data",
};
/// The node counter.
pub const NODES: HostRegister = HostRegister {
    number: 8,
    count: 4,
    name: "nodes",
    reads: "the node counter, lowest sixteen bits first",
    writes: "",
};
/// The cycle counter.
pub const CYCLES: HostRegister = HostRegister {
    number: 12,
    count: 4,
    name: "cycles",
    reads: "the cycle counter, lowest sixteen bits first",
    writes: "",
};
/// The slots of the frame.
pub const SLOTS: HostRegister = HostRegister {
    number: 16,
    count: 8,
    name: "slots",
    reads: "alpha, beta, limit, depth, next, best, spare, count; while the machine runs, the value bus",
    writes: "the same",
};

/// Commands: [`STOP`], [`CLEAR_MEMORY`], [`CLEAR_OPEN_FLAGS`], [`READ_ENTRY`].
pub const COMMAND: HostRegister = HostRegister {
    number: 7,
    count: 1,
    name: "command",
    reads: "zero",
    writes: "bit 0, at any time: stops the machine; bit 1: clears the transposition memory; bit 2: clears its open flags; bit 3: reads the entry addressed",
};
/// The address of the entry that [`READ_ENTRY`] reads.
pub const ENTRY_ADDRESS: HostRegister = HostRegister {
    number: 24,
    count: 2,
    name: "entry address",
    reads: "zero",
    writes: "the address of the entry to be read: 24 the key's lowest sixteen bits, 25 in bit 0 white-to-move",
};
/// The entry that was read last.
pub const ENTRY: HostRegister = HostRegister {
    number: 28,
    count: 4,
    name: "entry",
    reads: "the entry that was read last, by the host or the microcode, lowest sixteen bits first",
    writes: "",
};
/// The memory's size.
pub const MEMORY_SIZE: HostRegister = HostRegister {
    number: 32,
    count: 1,
    name: "memory size",
    reads: "the transposition memory has two to this power entries",
    writes: "",
};
/// How full the memory is.
pub const MEMORY_USED: HostRegister = HostRegister {
    number: 33,
    count: 1,
    name: "memory used",
    reads: "used entries among the first thousand",
    writes: "",
};
/// By this the host knows the microcode.
pub const CHECKSUM: HostRegister = HostRegister {
    number: 34,
    count: 2,
    name: "checksum",
    reads: "CRC-32 of the microcode ROM, lowest sixteen bits first",
    writes: "",
};

/// All of them.
pub static REGISTERS: &[HostRegister] = &[
    CONTROL,
    SQUARE,
    POSITION,
    MOVE,
    DRAW,
    VALUE,
    DEEPEST,
    COMMAND,
    NODES,
    CYCLES,
    SLOTS,
    ENTRY_ADDRESS,
    ENTRY,
    MEMORY_SIZE,
    MEMORY_USED,
    CHECKSUM,
];

/// A bit that is written to a register to ask for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its place.
    pub bit: u8,
    /// Its name.
    pub name: &'static str,
}

impl Request {
    /// The data that ask for it alone.
    pub const fn mask(self) -> u16 {
        1 << self.bit
    }
}

/// Stops the machine, at any time.
pub const STOP: Request = Request {
    bit: 0,
    name: "stop",
};
/// Clears the transposition memory.
pub const CLEAR_MEMORY: Request = Request {
    bit: 1,
    name: "clear memory",
};
/// Clears the open flags of all its entries.
pub const CLEAR_OPEN_FLAGS: Request = Request {
    bit: 2,
    name: "clear open flags",
};
/// Reads the entry that is addressed.
pub const READ_ENTRY: Request = Request {
    bit: 3,
    name: "read entry",
};
/// All that the command register takes.
pub static REQUESTS: &[Request] = &[STOP, CLEAR_MEMORY, CLEAR_OPEN_FLAGS, READ_ENTRY];

/// Bits of the control register.
pub mod control {
    /// The priority network found no square.
    pub const NONE: u16 = 1 << 12;
    /// CHECK.
    pub const CHECK: u16 = 1 << 13;
    /// Written with the start, and read: the host drives the root.
    pub const HOSTED: u16 = 1 << 14;
    /// The machine has halted, and the memory is done with what the host asked for.
    pub const HALTED: u16 = 1 << 15;
}

logic::pins! {
    /// Actions of the host in this cycle.
    Host {
        "the host's data" data as host_data: word,
        "the host starts the microcode" start as host_starts: wire,
        "the host puts a piece on a square" square as host_puts: wire,
        "the host writes side to move, rights and en-passant latch" position as host_writes_position: wire,
        "the host writes the move registers" chess_move as host_writes_move: wire,
        "the host writes the draw value" draw as host_writes_draw: wire,
        "the host clears the counters" clear as host_clears_counters: wire,
        "the host writes a slot: its data drive the value bus" slot as host_writes_slot: wire,
        "the host reads a slot, which drives the value bus" slot_read as host_reads_slot: wire,
        "the host reads the accumulator, which drives the value bus" value_read as host_reads_value: wire,
        "the host stops the machine" stop as host_stops: wire,
        "the host has the memory clear all entries" clear_memory as host_clears_memory: wire,
        "the host has the memory clear all open flags" clear_open_flags as host_clears_open_flags: wire,
        "the host asks for an entry of the memory" fetch as host_fetches: wire,
        "the host writes the lower, the upper half of the entry's address" entry_address as host_writes_entry_address: wires[2],
        "the slot that the host addresses" slot_number as host_slot: wires[3],
        "the register that the host addresses, a line a number" selected as host_register: plane,
    }
}

/// Decodes what comes in.
pub fn host<L: Logic>(l: L, now: &Registers<L>, ports: &Inputs<L>) -> Host<L> {
    scope!(l, "HOST PORT", {
        let selected = l.decode(ports.host_address);
        let written = selected & L::Plane::spread(ports.host_write & !now.running);
        let line = |register: HostRegister| written.bit(usize::from(register.number));
        let at_rest = !now.running;
        let data = ports.host_data;
        let asked = |request: Request| line(COMMAND) & data.bit(usize::from(request.bit));
        let stops = ports.host_write & data.bit(usize::from(STOP.bit));
        let slot = (written & l.plane(numbers(SLOTS))).any();
        let slots = (selected & l.plane(numbers(SLOTS))).any();
        Host {
            data,
            start: line(CONTROL),
            square: line(SQUARE),
            position: line(POSITION),
            chess_move: line(MOVE),
            draw: line(DRAW),
            clear: line(DEEPEST),
            slot,
            slot_read: slots & at_rest & !slot,
            value_read: selected.bit(usize::from(VALUE.number)) & at_rest,
            stop: stops & selected.bit(usize::from(COMMAND.number)),
            clear_memory: asked(CLEAR_MEMORY),
            clear_open_flags: asked(CLEAR_OPEN_FLAGS),
            fetch: asked(READ_ENTRY),
            entry_address: std::array::from_fn(|half| {
                written.bit(usize::from(ENTRY_ADDRESS.number) + half)
            }),
            slot_number: std::array::from_fn(|bit| ports.host_address.bit(bit)),
            selected,
        }
    })
}

/// The numbers of a register, as squares of the decoded address.
fn numbers(register: HostRegister) -> u64 {
    ((1 << register.count) - 1) << register.number
}

/// Applies the host's writes over the registers' next values.
pub fn written<L: Logic>(l: L, host: &Host<L>, reads: &Reads<L>, next: &mut Registers<L>) {
    scope!(l, "HOST PORT", {
        let data = host.data;
        let field = |first: usize| {
            address(
                l,
                &(0..6).map(|bit| data.bit(first + bit)).collect::<Vec<_>>(),
            )
        };
        let low = l.wire(false);
        next.running = (next.running | host.start) & !host.stop;
        next.hosted = select(host.start, data.bit(14), next.hosted);
        next.address = select_wires(host.start, bits(data), next.address);
        // A stopped machine keeps no word: nothing of it may act on the next position.
        next.word = select(host.start, reads.jump_word, next.word) & L::Plane::spread(!host.stop);

        next.white_to_move = select(host.position, data.bit(0), next.white_to_move);
        let rights = std::array::from_fn(|bit| data.bit(1 + bit));
        next.rights = select_wires(host.position, rights, next.rights);
        next.en_passant = select(host.position, field(5), next.en_passant);
        let fresh = !host.position;
        next.ply = next.ply & L::Address::spread(fresh);
        next.captured = L::Wire::and_each(next.captured, [fresh; 4]);

        // A position has no move: those registers are cleared with it.
        let set = host.chess_move | host.position;
        let given = L::Address::spread(host.chess_move);
        next.to = select(set, field(0) & given, next.to);
        next.from = select(set, field(6) & given, next.from);
        let kind = std::array::from_fn(|bit| data.bit(12 + bit));
        let kind = L::Wire::and_each(kind, [host.chess_move; 3]);
        next.kind = select_wires(set, kind, next.kind);
        for flag in [
            &mut next.in_check,
            &mut next.legal,
            &mut next.raised,
            &mut next.quiet,
            &mut next.spent,
        ] {
            *flag = select(set, low, *flag);
        }

        next.draw = select(host.draw, data, next.draw);
        let kept = L::Plane::spread(!host.clear);
        next.nodes = next.nodes & kept;
        next.cycles = next.cycles & kept;
        next.deepest = next.deepest & L::Address::spread(!host.clear);
    });
}

/// Whether the machine has halted and the memory is done with what the host asked for.
pub fn halted<L: Logic>(now: &Registers<L>, ports: &Inputs<L>) -> L::Wire {
    !any([now.running, any(now.fetch), ports.memory_wait])
}

/// The host's side of the transposition memory. An entry is read as by a microword: the request
/// lasts as many cycles, and the wait line lengthens it. A machine that starts takes the memory
/// from the host.
pub fn memory<L: Logic>(
    l: L,
    before: &Before<Top, L>,
    host: &Host<L>,
    next: &mut Registers<L>,
    accesses: &mut Accesses<L>,
    out: &mut Outputs<L>,
) {
    const CYCLES: usize = 1 + clock::MEMORY_CYCLES as usize;
    let (now, ports) = (&before.registers, &before.ports);
    scope!(l, "HOST PORT", {
        let fetches = any(now.fetch) & !now.running;
        let goes_on = fetches & !ports.memory_wait;
        let ends = goes_on & equals(now.fetch, CYCLES);
        let asked = [host.fetch, l.wire(false), l.wire(false)];
        let counted = incremented(goes_on, now.fetch);
        let counts = fetches & !ends;
        next.fetch = L::Wire::or_each(
            L::Wire::and_each(counted, [counts; 3]),
            L::Wire::and_each(asked, [!fetches; 3]),
        );
        next.entry = select(ends, ports.memory_entry, next.entry);
        let [low, high] = host.entry_address;
        next.entry_address = std::array::from_fn(|bit| {
            let when = if bit < 16 { low } else { high };
            select(when, host.data.bit(bit % 16), now.entry_address[bit])
        });

        out.memory_address = select_wires(fetches, now.entry_address, out.memory_address);
        out.memory_request = out.memory_request | fetches;
        out.memory_clear = host.clear_memory;
        out.memory_close = host.clear_open_flags;
        accesses.checksum_address = [ports.host_address.bit(0)];
    });
}

/// Data read by the host; `bus` is the value bus.
pub fn read<L: Logic>(l: L, before: &Before<Top, L>, bus: L::Word, host: &Host<L>) -> L::Word {
    let (now, ports) = (&before.registers, &before.ports);
    scope!(l, "HOST PORT", {
        let status: [L::Wire; 4] = [now.none, now.check, now.hosted, halted(now, ports)];
        let control = l.join_word(std::array::from_fn(|bit| match bit {
            0..10 => now.address[bit],
            12.. => status[bit - 12],
            _ => l.wire(false),
        }));
        let position: [L::Wire; 11] = concat::<_, 5, 6, 11>(
            concat([now.white_to_move], now.rights),
            bits(now.en_passant),
        );
        let moved: [L::Wire; 12] = concat(bits::<_, _, 6>(now.to), bits::<_, _, 6>(now.from));
        let moved: [L::Wire; 15] = concat(moved, now.kind);
        let line = |register: HostRegister, index: usize| {
            host.selected.bit(usize::from(register.number) + index)
        };
        let mut choices = vec![
            (line(CONTROL, 0), control),
            (line(POSITION, 0), word(l, &position)),
            (line(MOVE, 0), word(l, &moved)),
            (line(DRAW, 0), now.draw),
            (line(DEEPEST, 0), word(l, &bits::<_, _, 6>(now.deepest))),
            (
                (host.selected & l.plane(numbers(SLOTS) | numbers(VALUE))).any(),
                bus,
            ),
        ];
        choices.extend([
            (line(MEMORY_SIZE, 0), word(l, &ports.memory_bits)),
            (line(MEMORY_USED, 0), word(l, &ports.memory_used)),
            (
                (host.selected & l.plane(numbers(CHECKSUM))).any(),
                before.memories.checksum,
            ),
        ]);
        for (register, number) in [(NODES, now.nodes), (CYCLES, now.cycles), (ENTRY, now.entry)] {
            for index in 0..usize::from(register.count) {
                let part = std::array::from_fn(|bit| number.bit(16 * index + bit));
                choices.push((line(register, index), l.join_word(part)));
            }
        }
        pick(choices).named("host_out")
    })
}
