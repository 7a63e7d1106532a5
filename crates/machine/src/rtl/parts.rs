//! The RTL's parts one by one, each proved, tested and written out separately.
//!
//! A part's inputs are those of the RTL's pins ([`pins`](super::pins)) that reach one of its
//! outputs, and signals of other parts, named here. Its outputs are the registers that it clocks,
//! the memories' pins and ports that it drives, and signals for other parts.

use logic::clocked::{Before, declare_clocked, declare_driven, part};
use logic::netlist::Bus;
use logic::pins::PinList;
use logic::{Logic, Netlist, SquareLogic as _};

use super::lazy::{Settled, Write};
use super::orders::{self, Orders};
use super::pins::{Accesses, Outputs};
use super::{
    Top, array, board, bus, evaluator, lazy, memory, phases as timing, port, sequencer as sequence,
};
use crate::circuits::value_bus;
use crate::microengine::word::Frame;

type Wire<'n> = Bus<'n, 1>;

/// A part that follows the microword's orders.
fn ordered(
    build: impl for<'n> Fn(&'n Netlist, &Before<Top, &'n Netlist>, &Orders<&'n Netlist>),
) -> Netlist {
    ordered_with(&[], build)
}

/// The same with inputs that come with others, though nothing uses them.
fn ordered_with(
    unused: &[&str],
    build: impl for<'n> Fn(&'n Netlist, &Before<Top, &'n Netlist>, &Orders<&'n Netlist>),
) -> Netlist {
    part::<Top>(unused, |net, before| {
        build(net, before, &orders::decode(net, before.registers.word))
    })
}

fn four<'n>(net: &'n Netlist, name: &'static str) -> [Wire<'n>; 4] {
    net.input_wires(name, 4).try_into().expect("four wires")
}

fn key_input(net: &Netlist) -> [Wire<'_>; 48] {
    net.input_wires("key", 48).try_into().expect("48 wires")
}

/// The microword's decoder: the fields by name (`disable` as `disable_order`), a symbolic one with
/// a wire for each of its codes.
pub fn orders() -> Netlist {
    ordered(|net, _, orders| orders.declare(net))
}

/// When a word ends. `waits`: the word waits for the full evaluator.
pub fn phases() -> Netlist {
    ordered(|net, before, orders| {
        let waits = net.input_wire("waits");
        let phases = timing::phases(
            net,
            &before.registers,
            orders,
            &before.ports,
            waits,
            timing::LEDGER,
        );
        net.output("commit", phases.commit);
        net.output("first", phases.first);
        net.output_wires("phase_next", &phases.next);
    })
}

/// The full evaluator's sequence. `written`: a board is written; `clears`: the latch is cleared;
/// `waits`: the word waits for the latch.
pub fn evaluation_sequence() -> Netlist {
    ordered(|net, before, orders| {
        let now = before.registers;
        let mut next = now;
        let (commit, written) = (net.input_wire("commit"), net.input_wire("written"));
        let clears = evaluator::sequence(net, &now, orders, commit, written, &mut next);
        net.output("clears", clears);
        net.output("waits", evaluator::waits(&now, orders));
        declare_clocked(net, now, next);
    })
}

/// The hash register. `put`: the word's order to write; `first`: it is the word's first cycle.
/// `hash_settled`: the key of pieces and squares; `hash_written`: that after this word.
pub fn hash_register() -> Netlist {
    part::<Top>(&[], |net, before| {
        let (first, put) = (net.input_wire("first"), net.input_wire("put"));
        let settled = lazy::settled(net, &before.registers, &before.memories, first, put);
        net.output_wires("hash_settled", &settled.hash);
        net.output_wires("hash_written", &settled.hash_written);
    })
}

/// The key: the hash register with latch and rights.
pub fn hash_key() -> Netlist {
    part::<Top>(&[], |net, before| {
        let now = &before.registers;
        let position = memory::Position {
            hash: now.hash,
            en_passant: now.en_passant,
            rights: now.rights,
        };
        net.output_wires("key", &memory::key(net, "hash_key", position));
    })
}

/// The lazy evaluator's adders: the registers with what is settling, and the value from the mover's
/// side.
pub fn lazy_adder() -> Netlist {
    part::<Top>(&[], |net, before| {
        let low = net.wire(false);
        let settled = lazy::settled(net, &before.registers, &before.memories, low, low);
        net.output("material_settled", settled.material);
        net.output("piece_square_settled", settled.piece_square);
        let value = lazy::value(net, &before.registers, &before.memories);
        net.output("lazy", value);
    })
}

/// The registers that follow every write to the board, and the ROMs' addresses. The write is
/// `square`, the piece there, `piece_off`, the piece put on, `piece_on`, and whether it is `driven`
/// and `written`.
pub fn lazy_registers() -> Netlist {
    part::<Top>(&[], |net, before| {
        let now = before.registers;
        let square = net.input_address("square");
        let write = Write {
            selected: net.decode(square),
            square,
            old: four(net, "piece_off"),
            new: four(net, "piece_on"),
            driven: net.input_wire("driven"),
            written: net.input_wire("written"),
        };
        // The sums are the adder's part.
        let settled = Settled {
            hash: now.hash,
            hash_written: now.hash,
            material: now.material,
            piece_square: now.piece_square,
        };
        let (mut next, mut accesses) = (now, Accesses::low(net));
        lazy::clocked(net, &now, &settled, &write, &mut next, &mut accesses);
        declare_clocked(net, now, next);
        declare_driven(net, &mut accesses);
    })
}

/// The transposition memory's ports.
pub fn memory_access() -> Netlist {
    ordered(|net, before, orders| {
        let (key, commit) = (key_input(net), net.input_wire("commit"));
        let mut out = Outputs::low(net);
        memory::access(net, before, orders, key, commit, &mut out);
        declare_driven(net, &mut out);
    })
}

/// Source of the value bus, and what the adder does with it. `lazy` is the lazy evaluator's value.
pub fn value_source() -> Netlist {
    ordered(|net, before, orders| {
        let now = &before.registers;
        let lazy = net.input_word("lazy");
        let host = port::host(net, now, &before.ports);
        let source = bus::source(net, now, before.memories.slot, orders, lazy, &host);
        net.output("source", source);
        let [adds, inverts, carries] = bus::adder_orders(now, orders);
        net.output("adds", adds);
        net.output("inverts", inverts);
        net.output("carries", carries);
    })
}

/// The next word and its address; the registers are as they will be. `key` is the key; `bus_sum`,
/// `less` and `equal` are the value bus's.
pub fn sequencer() -> Netlist {
    // All planes of the board are led there, though castling looks for no color.
    ordered_with(&["p3"], |net, before, orders| {
        let now = before.registers;
        let bus = value_bus::Outputs {
            sum: net.input_word("bus_sum"),
            less: net.input_wire("less"),
            equal: net.input_wire("equal"),
        };
        let key = key_input(net);
        let (mut after, mut accesses) = (now, Accesses::low(net));
        let jump = sequence::jump(net, orders, &now, &bus, key);
        sequence::fetch(net, orders, jump, &now, &before.memories, &mut after);
        let host = port::host(net, &now, &before.ports);
        sequence::addresses(net, &now, orders, &host, &mut accesses);
        declare_driven(net, &mut accesses);
        declare_clocked(net, now, after);
    })
}

/// Flags and kind register.
pub fn flags() -> Netlist {
    ordered(|net, before, orders| {
        let mut after = before.registers;
        sequence::flags(net, orders, &mut after);
        declare_clocked(net, before.registers, after);
    })
}

/// Counters and the side to move.
pub fn counters() -> Netlist {
    ordered(|net, before, orders| {
        let now = before.registers;
        let mut after = now;
        sequence::counters(net, &now, orders, &mut after);
        after.cycles = sequence::count(net, now.running, now.cycles);
        declare_clocked(net, now, after);
    })
}

/// Drivers of the board buses, and the piece registers of both boards.
pub fn board_bus() -> Netlist {
    ordered(|net, before, orders| {
        let now = before.registers;
        let host = port::host(net, &now, &before.ports);
        let write = board::buses(net, &now, orders, &host, net.input_wire("commit"));
        let mut next = now;
        board::pieces(&now, &write, &mut next);
        net.output("square", write.square);
        net.output_wires("piece_off", &write.old);
        net.output_wires("piece_on", &write.new);
        net.output("driven", write.driven);
        net.output("written", write.written);
        declare_clocked(net, now, next);
    })
}

/// The registers that listen to the board buses: to `square` and the piece there, `piece_off`.
pub fn bus_listeners() -> Netlist {
    ordered(|net, before, orders| {
        let (square, old) = (net.input_address("square"), four(net, "piece_off"));
        let low = net.wire(false);
        let write = Write {
            selected: net.plane(0),
            square,
            old,
            new: [low; 4],
            driven: low,
            written: low,
        };
        let mut after = before.registers;
        board::listeners(net, &before.registers, orders, &write, &mut after);
        declare_clocked(net, before.registers, after);
    })
}

/// The disable order.
pub fn disable_order() -> Netlist {
    ordered(|net, before, orders| {
        let disabled = array::disabled(net, &before.registers, &before.memories, orders);
        net.output("disable_data", disabled.word);
        net.output("disable_write", disabled.written);
        net.output("spent_next", disabled.spent);
    })
}

/// The registers that a find loads with its result: `found_square`, `found_none`, `found_check`.
pub fn found() -> Netlist {
    ordered(|net, before, orders| {
        let result = array::FindOutputs {
            square: net.input_address("found_square"),
            none: net.input_wire("found_none"),
            check: net.input_wire("found_check"),
        };
        let mut after = before.registers;
        array::found(&before.registers, orders, &result, &mut after);
        declare_clocked(net, before.registers, after);
    })
}

/// The state half of a frame: the registers that it keeps, and `frame_data`, what it would keep of
/// them.
pub fn state_frame() -> Netlist {
    ordered(|net, before, orders| {
        let mut after = before.registers;
        let order = |order: Frame| orders.frame.bit(order as usize);
        let (restore, target) = (order(Frame::Restore), order(Frame::Target));
        super::frame::restored(net, restore, target, before.memories.frame, &mut after);
        net.output_wires("frame_data", &super::frame::frame(&before.registers));
        declare_clocked(net, before.registers, after);
    })
}

/// Access to the stack's slots. `bus_sum` is the value bus's sum.
pub fn slot_access() -> Netlist {
    // The host's wires are led there together; its data pass over the value bus.
    ordered_with(&["host_data"], |net, before, orders| {
        let sum = net.input_word("bus_sum");
        let host = port::host(net, &before.registers, &before.ports);
        let mut accesses = Accesses::low(net);
        let commit = net.input_wire("commit");
        bus::slots(
            net,
            &before.registers,
            orders,
            sum,
            &host,
            commit,
            &mut accesses,
        );
        declare_driven(net, &mut accesses);
    })
}

/// The host port: what the host reads, the registers' next values if nothing else changes them, and
/// the ports of the transposition memory. `bus_sum` is the value bus's sum; `word_address` and
/// `word_requests` are the address and the request of the microword.
pub fn host_port() -> Netlist {
    part::<Top>(&[], |net, before| {
        let now = before.registers;
        let host = port::host(net, &now, &before.ports);
        let data = port::read(net, before, net.input_word("bus_sum"), &host);
        net.output("host_out", data);
        net.output("halted", port::halted(&now, &before.ports));
        let (mut next, mut accesses) = (now, Accesses::low(net));
        port::written(net, &host, &before.memories, &mut next);
        let mut out = Outputs::low(net);
        out.memory_address = net
            .input_wires("word_address", 17)
            .try_into()
            .expect("seventeen wires");
        out.memory_request = net.input_wire("word_requests");
        port::memory(net, before, &host, &mut next, &mut accesses, &mut out);
        declare_driven(net, &mut accesses);
        declare_driven(net, &mut out);
        declare_clocked(net, now, next);
    })
}
