//! The host port: sixteen-bit registers to load a position, start the machine and read the result.
//!
//! ```text
//!  number (6), data (16), write -->+-----------+--> board bus, slots, side to move and the rest, start
//!  registers --------------------->| HOST PORT |--> data (16), halted
//!                                  +-----------+
//! ```
//!
//! Writes take effect only while the machine has halted. Reading changes nothing. The
//! [`REGISTERS`] are the table of both. Slots and the accumulator are read, and slots written, over the value bus.
//!
//! Source: Chess Programming Wiki, "Belle", section on the microcode: the value bus joins the LSI-11. Fidelity: that
//! documented (F081); registers and wires decided.

use logic::{Logic, Signal, scope, select};

use super::gates::{address, bits, concat, pick, select_wires, word};
use super::pins::{Inputs, Reads, Registers};

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

const CONTROL: HostRegister = HostRegister {
    number: 0,
    count: 1,
    name: "control",
    reads: "bits 0 to 9 the microword's address, 12 none, 13 check, 14 hosted, 15 halted",
    writes: "starts the microcode at the address in bits 0 to 9; bit 14: the host drives the root",
};
const SQUARE: HostRegister = HostRegister {
    number: 1,
    count: 1,
    name: "square",
    reads: "zero",
    writes: "puts the piece in bits 8 to 11 on the square in bits 0 to 5",
};
const POSITION: HostRegister = HostRegister {
    number: 2,
    count: 1,
    name: "position",
    reads: "bit 0 white to move, 1 to 4 rights (K, Q, k, q), 5 to 10 the en-passant latch",
    writes: "the same; ply, to, from, captured, kind and flags become zero",
};
const MOVE: HostRegister = HostRegister {
    number: 3,
    count: 1,
    name: "move",
    reads: "bits 0 to 5 to, 6 to 11 from, 12 to 14 kind",
    writes: "the same; the flags become zero",
};
const DRAW: HostRegister = HostRegister {
    number: 4,
    count: 1,
    name: "draw",
    reads: "the draw value from White's side",
    writes: "the same",
};
const VALUE: HostRegister = HostRegister {
    number: 5,
    count: 1,
    name: "value",
    reads: "the accumulator; while the machine runs, the value bus",
    writes: "",
};
const DEEPEST: HostRegister = HostRegister {
    number: 6,
    count: 1,
    name: "deepest",
    reads: "the greatest ply",
    writes: "clears it and the counters, with any data",
};
const NODES: HostRegister = HostRegister {
    number: 8,
    count: 4,
    name: "nodes",
    reads: "the node counter, lowest sixteen bits first",
    writes: "",
};
const CYCLES: HostRegister = HostRegister {
    number: 12,
    count: 4,
    name: "cycles",
    reads: "the cycle counter, lowest sixteen bits first",
    writes: "",
};
const SLOTS: HostRegister = HostRegister {
    number: 16,
    count: 8,
    name: "slots",
    reads: "the slots of this ply's frame, in the order of their codes; likewise",
    writes: "the same",
};

/// All of them.
pub static REGISTERS: &[HostRegister] = &[
    CONTROL, SQUARE, POSITION, MOVE, DRAW, VALUE, DEEPEST, NODES, CYCLES, SLOTS,
];

/// Actions of the host in this cycle.
#[derive(Clone, Copy)]
pub struct Host<L: Logic> {
    /// Data written.
    pub data: L::Word,
    /// It starts the microcode.
    pub start: L::Wire,
    /// It puts a piece on a square.
    pub square: L::Wire,
    /// It writes the position's rest.
    pub position: L::Wire,
    /// It writes a move.
    pub chess_move: L::Wire,
    /// It writes the draw value.
    pub draw: L::Wire,
    /// It clears the counters.
    pub clear: L::Wire,
    /// It writes a slot: its data drive the value bus.
    pub slot: L::Wire,
    /// It reads a slot, which drives the value bus.
    pub slot_read: L::Wire,
    /// It reads the accumulator, which drives the value bus.
    pub value_read: L::Wire,
    /// The slot it addresses.
    pub slot_number: [L::Wire; 3],
    /// The register it addresses, a line a number.
    selected: L::Plane,
}

/// Decodes what comes in.
pub fn host<L: Logic>(l: L, now: &Registers<L>, ports: &Inputs<L>) -> Host<L> {
    scope!(l, "HOST PORT", {
        let selected = l.decode(ports.host_address);
        let written = selected & L::Plane::spread(ports.host_write & !now.running);
        let line = |register: HostRegister| written.bit(usize::from(register.number));
        let at_rest = !now.running;
        let slot = (written & l.plane(numbers(SLOTS))).any();
        let slots = (selected & l.plane(numbers(SLOTS))).any();
        Host {
            data: ports.host_data,
            start: line(CONTROL),
            square: line(SQUARE),
            position: line(POSITION),
            chess_move: line(MOVE),
            draw: line(DRAW),
            clear: line(DEEPEST),
            slot,
            slot_read: slots & at_rest & !slot,
            value_read: selected.bit(usize::from(VALUE.number)) & at_rest,
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
        next.running = next.running | host.start;
        next.hosted = select(host.start, data.bit(14), next.hosted);
        next.address = select_wires(host.start, bits(data), next.address);
        next.word = select(host.start, reads.jump_word, next.word);

        next.white_to_move = select(host.position, data.bit(0), next.white_to_move);
        let rights = std::array::from_fn(|bit| data.bit(1 + bit));
        next.rights = select_wires(host.position, rights, next.rights);
        next.en_passant = select(host.position, field(5), next.en_passant);
        let fresh = !host.position;
        next.ply = next.ply & L::Address::spread(fresh);
        next.captured = next.captured.map(|wire| wire & fresh);

        // A position has no move: those registers are cleared with it.
        let set = host.chess_move | host.position;
        let given = L::Address::spread(host.chess_move);
        next.to = select(set, field(0) & given, next.to);
        next.from = select(set, field(6) & given, next.from);
        let kind = std::array::from_fn(|bit| data.bit(12 + bit) & host.chess_move);
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

/// Data read by the host; `bus` is the value bus.
pub fn read<L: Logic>(l: L, now: &Registers<L>, bus: L::Word, host: &Host<L>) -> L::Word {
    scope!(l, "HOST PORT", {
        let status: [L::Wire; 4] = [now.none, now.check, now.hosted, !now.running];
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
        for (register, number) in [(NODES, now.nodes), (CYCLES, now.cycles)] {
            for index in 0..usize::from(register.count) {
                let part = std::array::from_fn(|bit| number.bit(16 * index + bit));
                choices.push((line(register, index), l.join_word(part)));
            }
        }
        pick(choices).named("host_out")
    })
}
