//! The value bus: its sources, adder and comparator, and the stack's slots.
//!
//! ```text
//!  accumulator, slot, constant, evaluators, draw, entry, ply, move, host -->| SOURCE |--> source
//!                                      source, accumulator -->| ADD |--> sum  | COMPARE |--> less, equal
//! ```
//!
//! Source and fidelity: as [`value_bus`].

use logic::{Combinational, Logic, Signal, scope};

use super::gates::{address, any, bits, concat, constant_wires, pick, select_wires, word};
use super::orders::Orders;
use super::pins::{Accesses, Registers};
use super::port::Host;
use crate::circuits::value_bus::{self, ValueBus, add};
use crate::microengine::constants::CONSTANTS;
use crate::microengine::word::{Dest, Slot, Source};
use crate::modules;

logic::pins! {
    /// What goes to the adder and comparator.
    Operands {
        "the number on the value bus" source: word,
        "the accumulator is added to it" adds: wire,
        "it is inverted before" inverts: wire,
        "one is carried in" carries: wire,
    }
}

/// What drives the bus, and what the adder is to do with it.
pub fn operands<L: Logic>(
    l: L,
    now: &Registers<L>,
    slot: L::Word,
    orders: &Orders<L>,
    lazy: L::Word,
    host: &Host<L>,
) -> Operands<L> {
    scope!(l, "VALUE BUS", {
        let source = source(l, now, slot, orders, lazy, host);
        let [adds, inverts, carries] = adder_orders(now, orders);
        Operands {
            source,
            adds,
            inverts,
            carries,
        }
    })
}

/// Settles the bus.
pub fn bus<L: Logic>(l: L, now: &Registers<L>, operands: &Operands<L>) -> value_bus::Outputs<L> {
    let inputs = value_bus::Inputs {
        accumulator: now.acc,
        gate: operands.adds,
        operand: operands.source,
        invert: operands.inverts,
        carry: operands.carries,
    };
    l.instance(&modules::VALUE_BUS, "value_bus", inputs, |inputs| {
        scope!(l, "VALUE BUS", ValueBus::settle(l, inputs))
    })
}

/// The word's orders to the adder: that it adds the accumulator, inverts the source, and carries
/// in. While the machine is at rest the source passes through.
pub fn adder_orders<L: Logic>(now: &Registers<L>, orders: &Orders<L>) -> [L::Wire; 3] {
    [orders.add, orders.invert, orders.carry].map(|order| order & now.running)
}

/// Source of the bus: the word's, or that of the host's access while the machine is at rest. `slot`
/// is the slot that may drive it, `lazy` the lazy evaluator's value.
pub fn source<L: Logic>(
    l: L,
    now: &Registers<L>,
    slot: L::Word,
    orders: &Orders<L>,
    lazy: L::Word,
    host: &Host<L>,
) -> L::Word {
    let line = |source: Source| orders.source.bit(source as usize) & now.running;
    let white = pick([
        (line(Source::Full), now.full),
        (line(Source::Draw), now.draw),
    ]);
    let black = !now.white_to_move;
    let mover = add(l, l.word(0), white, black, black);
    let read = l.decode(address(l, &orders.read));
    let constant = pick((0..8).map(|number| {
        (
            read.bit(number),
            l.word(CONSTANTS[number % CONSTANTS.len()].value as u16),
        )
    }));
    let entry = |first: usize, bits: usize| {
        l.join_word(std::array::from_fn(|bit| {
            now.entry.bit(first + bit.min(bits - 1))
        }))
    };
    let moved: [L::Wire; 12] = concat(bits::<_, _, 6>(now.to), bits::<_, _, 6>(now.from));
    let moved: [L::Wire; 15] = concat(moved, now.kind);
    let settled = pick([
        (host.slot, host.data),
        (line(Source::Acc) | host.value_read, now.acc),
        (
            any([line(Source::Frame), line(Source::Parent), host.slot_read]),
            slot,
        ),
        (line(Source::Constant), constant),
        (line(Source::Full) | line(Source::Draw), mover),
        (line(Source::EntryValue), entry(32, 16)),
        (line(Source::EntryDepth), entry(48, 8)),
        (line(Source::Ply), word(l, &bits::<_, _, 6>(now.ply))),
        (line(Source::Move), word(l, &moved)),
    ]);
    // The lazy value settles last.
    (settled | (lazy & L::Word::spread(line(Source::Lazy)))).named("source")
}

/// The ply before.
pub fn parent<L: Logic>(l: L, ply: L::Address) -> L::Address {
    let low = l.wire(false);
    let before: [L::Wire; 6] = bits(add(
        l,
        word(l, &bits::<_, _, 6>(ply)),
        l.word(0xFFFF),
        low,
        low,
    ));
    address(l, &before)
}

/// Access to the stack's slots. `commit`: the word ends with this cycle.
pub fn slots<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    sum: L::Word,
    host: &Host<L>,
    commit: L::Wire,
    accesses: &mut Accesses<L>,
) {
    let dest = |order: Dest| orders.dest.bit(order as usize);
    let ply: [L::Wire; 6] = bits(now.ply);
    let parent: [L::Wire; 6] = bits(parent(l, now.ply));
    let above = orders.source.bit(Source::Parent as usize) & now.running;
    let frame: [L::Wire; 6] = select_wires(above, parent, ply);
    let read = select_wires(now.running, orders.read, host.slot_number);
    accesses.slot_address = concat(read, frame);
    accesses.depth_address = concat(constant_wires::<L, 3>(l, Slot::Depth as usize), ply);
    accesses.slot_write = (commit & any([dest(Dest::Frame), dest(Dest::Both)])) | host.slot;
    accesses.slot_write_address =
        concat(select_wires(host.slot, host.slot_number, orders.write), ply);
    accesses.slot_data = sum;
}
