//! The fast variant's own parts one by one, each proved, tested and written out separately, as the
//! authentic machine's in [`parts`](crate::rtl::parts). What stands there and is not here is the
//! same in both machines.

use logic::clocked::{Before, declare_clocked, declare_driven, part};
use logic::netlist::Bus;
use logic::pins::PinList;
use logic::{Logic as _, Netlist, SquareLogic as _, select};

use super::board::Writes;
use super::pins::{Fast, MoreAccesses, MoreRegisters};
use super::{COSTS, board, lazy, window};
use crate::circuits::value_bus;
use crate::rtl::lazy::{Settled, Write};
use crate::rtl::orders::{self, Orders};
use crate::rtl::pins::Accesses;
use crate::rtl::{phases as timing, port};

type Wire<'n> = Bus<'n, 1>;

fn ordered(
    build: impl for<'n> Fn(&'n Netlist, &Before<Fast, &'n Netlist>, &Orders<&'n Netlist>),
) -> Netlist {
    ordered_with(&[], build)
}

/// The same with inputs that come with others, though nothing uses them.
fn ordered_with(
    unused: &[&str],
    build: impl for<'n> Fn(&'n Netlist, &Before<Fast, &'n Netlist>, &Orders<&'n Netlist>),
) -> Netlist {
    part::<Fast>(unused, |net, before| {
        let orders = orders::decode(net, before.registers.base.word);
        build(net, before, &orders);
    })
}

fn four<'n>(net: &'n Netlist, name: &'static str) -> [Wire<'n>; 4] {
    net.input_wires(name, 4).try_into().expect("four wires")
}

/// When a word ends. `waits`: the word waits for the full evaluator.
pub fn phases() -> Netlist {
    ordered(|net, before, orders| {
        let waits = net.input_wire("waits");
        let now = &before.registers.base;
        let phases = timing::phases(net, now, orders, &before.ports, waits, COSTS);
        net.output("commit", phases.commit);
        net.output("first", phases.first);
        net.output_wires("phase_next", &phases.next);
    })
}

/// Drivers of both ports of the board, and the piece registers of both boards. The registers are as
/// the buses see them.
pub fn board_bus() -> Netlist {
    ordered(|net, before, orders| {
        let now = before.registers.base;
        let host = port::host(net, &now, &before.ports);
        let writes = board::buses(net, &now, orders, &host, net.input_wire("commit"));
        let mut next = now;
        board::pieces(&now, &writes, &mut next);
        let Writes { first, second, .. } = writes;
        net.output("square", first.square);
        net.output_wires("piece_off", &first.old);
        net.output_wires("piece_on", &first.new);
        net.output("driven", first.driven);
        net.output("written", first.written);
        net.output("other_square", second.square);
        net.output_wires("other_off", &second.old);
        net.output_wires("other_on", &second.new);
        net.output("other_written", second.written);
        net.output("across", writes.across);
        net.output("back", writes.back);
        net.output_wires("captured_across", &writes.captured);
        declare_clocked(net, now, next);
    })
}

/// The writes of the board's two ports: on `square` the piece there, `piece_off`, makes room for
/// `piece_on`; or, if it goes `across` to the `other_square`, for `captured_piece` if it goes
/// `back`, or else for nothing.
fn writes(net: &Netlist) -> Writes<&Netlist> {
    let (square, other) = (
        net.input_address("square"),
        net.input_address("other_square"),
    );
    let (driven, written) = (net.input_wire("driven"), net.input_wire("written"));
    let (across, back) = (net.input_wire("across"), net.input_wire("back"));
    let (off, on) = (four(net, "piece_off"), four(net, "piece_on"));
    let captured = four(net, "captured_piece").map(|wire| wire & across);
    let first = Write {
        selected: net.decode(square),
        square,
        old: off,
        new: std::array::from_fn(|bit| select(across, captured[bit] & back, on[bit])),
        driven,
        written,
    };
    let second = Write {
        selected: net.decode(other),
        square: other,
        old: captured.map(|wire| wire & !back),
        new: off,
        driven: driven & across,
        written: written & across,
    };
    Writes {
        first,
        second,
        across,
        back,
        captured,
    }
}

/// The registers that listen to the buses.
pub fn bus_listeners() -> Netlist {
    ordered(|net, before, orders| {
        let seen = before.registers.base;
        let low = net.wire(false);
        let square = net.input_address("square");
        let idle = Write {
            selected: net.plane(0),
            square,
            old: four(net, "piece_off"),
            new: [low; 4],
            driven: low,
            written: low,
        };
        let writes = Writes {
            first: idle,
            second: Write {
                square: net.input_address("other_square"),
                ..idle
            },
            across: net.input_wire("across"),
            back: low,
            captured: [low; 4],
        };
        let mut after = seen;
        board::listeners(net, &seen, orders, &writes, &mut after);
        declare_clocked(net, seen, after);
    })
}

/// The disable order. `seen_from`: the from register as restored.
pub fn disable_order() -> Netlist {
    ordered(|net, before, orders| {
        let now = &before.registers.base;
        let more = &before.registers.more;
        let reads = &before.memories.base;
        let parent = before.memories.more.parent_disable;
        let from = net.input_address("seen_from");
        let disabled = super::disabled(net, now, more, from, reads, parent, orders);
        net.output("disable_array", disabled.array.word);
        net.output("disable_data", disabled.data);
        net.output("disable_write", disabled.array.written);
        net.output("spent_next", disabled.array.spent);
    })
}

/// The hash register, as the authentic machine's with the captured piece.
pub fn hash_register() -> Netlist {
    part::<Fast>(&[], |net, before| {
        let (now, reads) = (&before.registers, &before.memories);
        let settled = lazy::settled(net, &now.base, &now.more, &reads.base, &reads.more);
        net.output_wires("hash_settled", &settled.hash);
    })
}

/// The lazy evaluator's adders, as the authentic machine's with the captured piece.
pub fn lazy_adder() -> Netlist {
    part::<Fast>(&[], |net, before| {
        let (now, reads) = (&before.registers, &before.memories);
        let settled = lazy::settled(net, &now.base, &now.more, &reads.base, &reads.more);
        net.output("material_settled", settled.material);
        net.output("piece_square_settled", settled.piece_square);
        let value = lazy::value(net, &now.base, &now.more, &reads.base, &reads.more);
        net.output("lazy", value);
    })
}

/// The registers that follow every write to the board, and the ROMs' addresses.
pub fn lazy_registers() -> Netlist {
    part::<Fast>(&[], |net, before| {
        let now = before.registers.base;
        let writes = writes(net);
        // The sums are the adder's part.
        let settled = Settled {
            hash: now.hash,
            hash_written: now.hash,
            material: now.material,
            piece_square: now.piece_square,
        };
        let given = lazy::Given {
            settled: &settled,
            writes: &writes,
        };
        let (mut next, mut accesses) = (now, Accesses::low(net));
        let captured = lazy::clocked(net, &now, given, &mut next, &mut accesses);
        net.output_wires("captured_address", &captured);
        declare_clocked(net, now, next);
        declare_driven(net, &mut accesses);
    })
}

/// Access to the slots. `bus_sum` is the value bus's sum, `child` the next ply, `in_check` the flag
/// as it will be.
pub fn window_slots() -> Netlist {
    // The host's wires are led there together; its data pass over the value bus.
    ordered_with(&["host_data"], |net, before, orders| {
        let now = &before.registers.base;
        let reads = &before.memories.more;
        let host = port::host(net, now, &before.ports);
        let given = window::Given {
            window: window::orders(net, now.word),
            child: net.input_address("child"),
            in_check: net.input_wire("checked"),
            sum: net.input_word("bus_sum"),
            commit: net.input_wire("commit"),
        };
        let mut accesses = MoreAccesses::low(net);
        window::slots(net, now, reads, orders, &host, given, &mut accesses);
        declare_driven(net, &mut accesses);
        net.output("slot", window::slot(net, now, orders, &host, reads));
    })
}

/// What is judged: the two test lines on the latched lazy value, and the comparator on the adder's
/// output, `bus_sum`. `checked` is the flag IN CHECK as it will be, `plain` says that the move is
/// no special one, `less` and `equal` are the value bus's.
pub fn window_judge() -> Netlist {
    ordered(|net, before, orders| {
        let now = &before.registers.base;
        let reads = &before.memories.more;
        let MoreRegisters { lazy_latch, .. } = before.registers.more;
        let judged = window::judged(net, now, lazy_latch, reads, net.input_wire("checked"));
        net.output("judged", window::line(net, orders, judged));
        let bus = value_bus::Outputs {
            sum: net.input_word("bus_sum"),
            less: net.input_wire("less"),
            equal: net.input_wire("equal"),
        };
        let window = window::orders(net, now.word);
        let plain = net.input_wire("plain");
        let compared = window::compared(net, now, bus, window, reads, plain);
        net.output("compared_less", compared.less);
        net.output("compared_equal", compared.equal);
    })
}
