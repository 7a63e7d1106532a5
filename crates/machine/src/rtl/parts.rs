//! The RTL's parts one by one, each proved, tested and written out separately.
//!
//! Inputs and outputs have the names of the RTL's pins ([`pins`](super::pins)); signals from other parts have their own.

use logic::clocked::{Before, PinList, Side, declare_inputs, declare_next, declare_outputs};
use logic::netlist::Bus;
use logic::{Logic, Netlist, Signal};

use super::lazy::{Settled, Write};
use super::orders::{self, Orders};
use super::pins::{Accesses, Outputs};
use super::{
    Top, array, board, bus, evaluator, lazy, memory, phases as timing, port, sequencer as sequence,
};
use crate::microengine::word::Frame;

type Wire<'n> = Bus<'n, 1>;

/// The RTL's pins, those in `names` inputs.
fn given<'n>(net: &'n Netlist, names: &[&str]) -> Before<Top, &'n Netlist> {
    Side {
        registers: declare_inputs(net, names),
        memories: declare_inputs(net, names),
        ports: declare_inputs(net, names),
    }
}

/// The pins, `word` and those in `names` inputs, and the word's orders.
fn ordered<'n>(
    net: &'n Netlist,
    names: &[&str],
) -> (Before<Top, &'n Netlist>, Orders<&'n Netlist>) {
    let before = given(net, &[&["word"], names].concat());
    let orders = orders::decode(net, before.registers.word);
    (before, orders)
}

fn four<'n>(net: &'n Netlist, name: &'static str) -> [Wire<'n>; 4] {
    net.input_wires(name, 4).try_into().expect("four wires")
}

/// The microword's decoder. Input: `word`. Outputs: the fields by name (`disable` as `disable_order`), a symbolic one with
/// a wire for each of its codes.
pub fn orders() -> Netlist {
    let net = Netlist::new();
    let (_, orders) = ordered(&net, &[]);
    orders.declare(&net);
    net
}

/// When a word ends. Inputs: `word`, `running`, `phase`, `memory_wait`, and `waits`, that the word waits for the full
/// evaluator. Outputs: `commit`, `first`, `phase_next`.
pub fn phases() -> Netlist {
    let net = Netlist::new();
    let (before, orders) = ordered(&net, &["running", "phase", "memory_wait"]);
    let waits = (before.ports.memory_wait, net.input_wire("waits"));
    let phases = timing::phases(&net, &before.registers, &orders, waits);
    net.output("commit", phases.commit);
    net.output("first", phases.first);
    net.output_wires("phase_next", &phases.next);
    net
}

const SEQUENCE: [&str; 4] = ["reporting", "counting", "weighing", "clamping"];

/// The full evaluator's sequence. Inputs: `word`, its registers, `commit`, and `written`, that a board is written.
/// Outputs: the registers' next values; `clears`, that the latch is cleared; `waits`, that the word waits for the latch.
pub fn evaluation_sequence() -> Netlist {
    let net = Netlist::new();
    let (before, orders) = ordered(&net, &SEQUENCE);
    let mut next = before.registers;
    let ends = (net.input_wire("commit"), net.input_wire("written"));
    net.output(
        "clears",
        evaluator::sequence(&net, &before.registers, &orders, ends, &mut next),
    );
    net.output("waits", evaluator::waits(&before.registers, &orders));
    declare_next(&net, &mut next, &SEQUENCE);
    net
}

/// The hash register. Inputs: `hash`, the ROM's words `hash_old` and `hash_new`, `settling`, high in the cycle after a
/// write, `put`, the word's order to write, and `first`, high in the word's first cycle. Outputs: `hash_settled`, the key
/// of pieces and squares, and `hash_written`, that after this word.
pub fn hash_register() -> Netlist {
    let net = Netlist::new();
    let before = given(&net, &["hash", "settling", "hash_old", "hash_new"]);
    let (first, put) = (net.input_wire("first"), net.input_wire("put"));
    let settled = lazy::settled(&net, &before.registers, &before.memories, first, put);
    net.output("hash_settled", settled.hash);
    net.output("hash_written", settled.hash_written);
    net
}

/// The key: the hash register with latch and rights. Inputs: `hash`, `en_passant`, `rights`. Output: `key`.
pub fn hash_key() -> Netlist {
    let net = Netlist::new();
    let now = given(&net, &["hash", "en_passant", "rights"]).registers;
    net.output(
        "key",
        memory::key(&net, now.hash, now.en_passant, now.rights),
    );
    net
}

/// The lazy evaluator's adders. Inputs: the registers and what the ROMs give. Outputs: `material_settled`,
/// `piece_square_settled` and `lazy`, the value from the mover's side.
pub fn lazy_adder() -> Netlist {
    let net = Netlist::new();
    let registers = [
        "material",
        "piece_square",
        "settling",
        "king_white",
        "king_black",
        "white_to_move",
    ];
    let roms = [
        "lazy_old",
        "lazy_new",
        "safety_white",
        "safety_black",
        "central_white",
        "central_black",
    ];
    let before = given(&net, &[&registers[..], &roms].concat());
    let low = net.wire(false);
    let settled = lazy::settled(&net, &before.registers, &before.memories, low, low);
    net.output("material_settled", settled.material);
    net.output("piece_square_settled", settled.piece_square);
    net.output(
        "lazy",
        lazy::value(&net, &before.registers, &before.memories),
    );
    net
}

/// The registers that follow every write to the board. Inputs: `square`, the piece there, `piece_off`, the piece
/// put on, `piece_on`, `driven`, `written`, and the registers. Outputs: the registers' next values, the ROMs' addresses.
pub fn lazy_registers() -> Netlist {
    let net = Netlist::new();
    let now = given(&net, &["stage", "king_white", "king_black", "wings"]).registers;
    let square = net.input_address("square");
    let write = Write {
        selected: net.decode(square),
        square,
        old: four(&net, "piece_off"),
        new: four(&net, "piece_on"),
        driven: net.input_wire("driven"),
        written: net.input_wire("written"),
    };
    let (mut next, mut accesses) = (now, Accesses::low(&net));
    let (hash, word) = (net.plane(0), net.word(0));
    let settled = Settled {
        hash,
        hash_written: hash,
        material: word,
        piece_square: word,
    };
    lazy::clocked(&net, &now, &settled, &write, &mut next, &mut accesses);
    declare_next(
        &net,
        &mut next,
        &["settling", "stage", "king_white", "king_black", "wings"],
    );
    let roms = [
        "old_address",
        "new_address",
        "safety_white_address",
        "safety_black_address",
    ];
    declare_outputs(
        &net,
        &mut accesses,
        &[
            &roms[..],
            &["central_white_address", "central_black_address"],
        ]
        .concat(),
    );
    net
}

/// The transposition memory's ports. Inputs: `word`, `key`, `commit`, the registers, `depth` and the entry.
/// Outputs: the memory's ports.
pub fn memory_access() -> Netlist {
    let net = Netlist::new();
    let (before, orders) = ordered(
        &net,
        &["running", "acc", "white_to_move", "depth", "memory_entry"],
    );
    let (key, commit) = (net.input_plane("key"), net.input_wire("commit"));
    let mut out = Outputs::low(&net);
    let known = (key, &before.memories, &before.ports);
    memory::access(&net, &before.registers, &orders, known, commit, &mut out);
    declare_outputs(
        &net,
        &mut out,
        &[
            "memory_address",
            "memory_request",
            "memory_write",
            "memory_data",
        ],
    );
    net
}

/// Source of the value bus. Inputs: `word`, `running`, the sources with `lazy` and `full`, the host's wires. Outputs:
/// `source`, and what the adder does with it: `adds`, `inverts`, `carries`.
pub fn value_source() -> Netlist {
    let net = Netlist::new();
    let sources = [
        "acc",
        "slot",
        "draw",
        "entry",
        "ply",
        "to",
        "from",
        "kind",
        "white_to_move",
        "full",
    ];
    let host = ["running", "host_address", "host_write", "host_data"];
    let (before, orders) = ordered(&net, &[&sources[..], &host].concat());
    let now = before.registers;
    let values = bus::Values {
        lazy: net.input_word("lazy"),
        full: now.full,
    };
    let host = port::host(&net, &now, &before.ports);
    net.output(
        "source",
        bus::source(&net, &now, before.memories.slot, &orders, values, &host),
    );
    for (name, order) in ["adds", "inverts", "carries"]
        .into_iter()
        .zip(bus::adder_orders(&now, &orders))
    {
        net.output(name, order);
    }
    net
}

/// The next word and its address. Inputs: `word`, the registers as they will be, `key`, of the value bus `bus_sum`,
/// `less` and `equal`, the host's wires, and the words read, `jump_word` and `following_word`. Outputs: the ROM's
/// addresses, `jump_address` and `following_address`; `address_next`, `word_next`.
pub fn sequencer() -> Netlist {
    let net = Netlist::new();
    let board = [
        "p0",
        "p1",
        "p2",
        "p3",
        "rights",
        "white_to_move",
        "moved",
        "to",
        "en_passant",
    ];
    let flags = [
        "kind", "in_check", "legal", "raised", "quiet", "captured", "none", "check",
    ];
    let host = ["running", "host_address", "host_write", "host_data"];
    let rest = [
        "address",
        "ply",
        "hosted",
        "entry",
        "jump_word",
        "following_word",
    ];
    let (before, orders) = ordered(&net, &[&board[..], &flags, &host, &rest].concat());
    let now = before.registers;
    let bus = bus::Bus {
        sum: net.input_word("bus_sum"),
        less: net.input_wire("less"),
        equal: net.input_wire("equal"),
    };
    let key = net.input_plane("key");
    let (mut after, mut accesses) = (now, Accesses::low(&net));
    let jump = sequence::jump(&net, &orders, &now, &bus, key);
    sequence::fetch(&net, &orders, jump, &now, &before.memories, &mut after);
    let host = port::host(&net, &now, &before.ports);
    sequence::addresses(&net, &now, &orders, &host, &mut accesses);
    declare_outputs(&net, &mut accesses, &["jump_address", "following_address"]);
    declare_next(&net, &mut after, &["address", "word"]);
    net
}

/// Flags and kind register. Inputs: `word` and they, and `check`. Outputs: their next values.
pub fn flags() -> Netlist {
    let net = Netlist::new();
    let names = [
        "kind", "check", "in_check", "legal", "raised", "quiet", "spent",
    ];
    let (before, orders) = ordered(&net, &names);
    let mut after = before.registers;
    sequence::flags(&net, &orders, &mut after);
    let next = ["kind", "in_check", "legal", "raised", "quiet", "spent"];
    declare_next(&net, &mut after, &next);
    net
}

/// Counters and the side to move. Inputs: `word` and they, and `running`. Outputs: their next values.
pub fn counters() -> Netlist {
    let net = Netlist::new();
    let (before, orders) = ordered(
        &net,
        &[
            "running",
            "ply",
            "deepest",
            "white_to_move",
            "nodes",
            "cycles",
        ],
    );
    let now = before.registers;
    let mut after = now;
    sequence::counters(&net, &now, &orders, &mut after);
    after.cycles = sequence::count(&net, now.running, now.cycles);
    let next = ["ply", "deepest", "white_to_move", "nodes", "cycles"];
    declare_next(&net, &mut after, &next);
    net
}

const BOARDS: [&str; 8] = ["p0", "p1", "p2", "p3", "e0", "e1", "e2", "e3"];

/// Drivers of the board buses, and the piece registers of both boards. Inputs: `word`, the registers, the host's wires, `commit`.
/// Outputs: `square`, `piece_off`, `piece_on`, `driven`, `written`, and the piece registers' next values.
pub fn board_bus() -> Netlist {
    let net = Netlist::new();
    let registers = [
        "running",
        "to",
        "from",
        "moved",
        "captured",
        "kind",
        "white_to_move",
    ];
    let host = ["host_address", "host_write", "host_data"];
    let (before, orders) = ordered(&net, &[&registers[..], &BOARDS, &host].concat());
    let now = before.registers;
    let host = port::host(&net, &now, &before.ports);
    let write = board::buses(&net, &now, &orders, &host, net.input_wire("commit"));
    let mut next = now;
    board::pieces(&now, &write, &mut next);
    net.output("square", write.square);
    net.output_wires("piece_off", &write.old);
    net.output_wires("piece_on", &write.new);
    net.output("driven", write.driven);
    net.output("written", write.written);
    declare_next(&net, &mut next, &BOARDS);
    net
}

/// The registers that listen to the board buses. Inputs: `word`, the registers, `square` and the piece there, `piece_off`.
/// Outputs: the registers' next values.
pub fn bus_listeners() -> Netlist {
    let net = Netlist::new();
    let registers = [
        "to",
        "from",
        "moved",
        "captured",
        "en_passant",
        "rights",
        "white_to_move",
    ];
    let (before, orders) = ordered(&net, &[&registers[..], &["p0", "p1", "p2", "p3"]].concat());
    let (square, old, low) = (
        net.input_address("square"),
        four(&net, "piece_off"),
        net.wire(false),
    );
    let write = Write {
        selected: net.plane(0),
        square,
        old,
        new: [low; 4],
        driven: low,
        written: low,
    };
    let mut after = before.registers;
    board::listeners(&net, &before.registers, &orders, &write, &mut after);
    declare_next(
        &net,
        &mut after,
        &["moved", "captured", "en_passant", "rights"],
    );
    net
}

/// The disable order. Inputs: `word`, the board, the side to move, latch, `spent`, `to`, `from`, and the ply's word,
/// `disable_word`. Outputs: `disable_data`, `disable_write`, `spent_next`.
pub fn disable_order() -> Netlist {
    let net = Netlist::new();
    let board = [
        "p0",
        "p1",
        "p2",
        "p3",
        "white_to_move",
        "en_passant",
        "spent",
        "to",
        "from",
    ];
    let (before, orders) = ordered(&net, &[&board[..], &["disable_word"]].concat());
    let disabled = array::disabled(&net, &before.registers, &before.memories, &orders);
    net.output("disable_data", disabled.word);
    net.output("disable_write", disabled.written);
    net.output("spent_next", disabled.spent);
    net
}

/// The registers that a find loads. Inputs: `word`, they, and `found_square`, `found_none`, `found_check`, its result.
/// Outputs: their next values.
pub fn found() -> Netlist {
    let net = Netlist::new();
    let (before, orders) = ordered(&net, &["to", "from", "none", "check"]);
    let result = array::Found {
        square: net.input_address("found_square"),
        none: net.input_wire("found_none"),
        check: net.input_wire("found_check"),
    };
    let mut after = before.registers;
    array::found(&before.registers, &orders, &result, &mut after);
    declare_next(&net, &mut after, &["to", "from", "none", "check"]);
    net
}

const KEPT: [&str; 11] = [
    "to",
    "from",
    "captured",
    "en_passant",
    "rights",
    "kind",
    "in_check",
    "legal",
    "raised",
    "quiet",
    "spent",
];
/// The state half of a frame. Inputs: `word`, the registers it keeps, and the `frame` read. Outputs: `frame_data`, what it
/// would keep, and the registers' next values.
pub fn state_frame() -> Netlist {
    let net = Netlist::new();
    let (before, orders) = ordered(&net, &[&KEPT[..], &["frame"]].concat());
    let mut after = before.registers;
    let order = |order: Frame| orders.frame.bit(order as usize);
    let (restore, target) = (order(Frame::Restore), order(Frame::Target));
    super::frame::restored(&net, restore, target, before.memories.frame, &mut after);
    net.output_wires("frame_data", &super::frame::frame(&before.registers));
    declare_next(&net, &mut after, &KEPT);
    net
}

/// Access to the stack's slots. Inputs: `word`, `running`, `ply`, the host's wires, `bus_sum`, `commit`. Outputs: the
/// slots' pins.
pub fn slot_access() -> Netlist {
    let net = Netlist::new();
    let (before, orders) = ordered(
        &net,
        &["running", "ply", "host_address", "host_write", "host_data"],
    );
    let low = net.wire(false);
    let bus = bus::Bus {
        sum: net.input_word("bus_sum"),
        less: low,
        equal: low,
    };
    let host = port::host(&net, &before.registers, &before.ports);
    let mut accesses = Accesses::low(&net);
    let commit = net.input_wire("commit");
    bus::slots(
        &net,
        &before.registers,
        &orders,
        &bus,
        &host,
        commit,
        &mut accesses,
    );
    let pins = [
        "slot_address",
        "depth_address",
        "slot_write",
        "slot_write_address",
        "slot_data",
    ];
    declare_outputs(&net, &mut accesses, &pins);
    net
}

/// The host port. Inputs: the registers it reads or writes, `bus_sum`, `jump_word`, the host's wires. Outputs: `host_out`,
/// and the registers' next values if nothing else changes them.
pub fn host_port() -> Netlist {
    let net = Netlist::new();
    let others = [
        "running",
        "hosted",
        "address",
        "white_to_move",
        "ply",
        "deepest",
        "none",
        "check",
    ];
    let rest = [
        "draw",
        "nodes",
        "cycles",
        "word",
        "jump_word",
        "host_address",
        "host_write",
        "host_data",
    ];
    let before = given(&net, &[&KEPT[..], &others, &rest].concat());
    let host = port::host(&net, &before.registers, &before.ports);
    net.output(
        "host_out",
        port::read(&net, &before.registers, net.input_word("bus_sum"), &host),
    );
    let mut next = before.registers;
    port::written(&net, &host, &before.memories, &mut next);
    let others = ["running", "hosted", "address", "white_to_move", "ply"];
    let rest = ["deepest", "draw", "nodes", "cycles", "word"];
    declare_next(&net, &mut next, &[&KEPT[..], &others, &rest].concat());
    net
}
