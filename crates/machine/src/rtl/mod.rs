//! The whole machine as one clocked RTL module.
//!
//! ```text
//!                     +--------------------------------------------------------+
//!                     |  microcode ROM --> ORDERS --> every part               |
//!  host port -------->|                                                        |--> host port
//!                     |  BOARD BUS --> piece registers --> ARRAY --> PRIORITY  |
//!  entry, wait ------>|       +----> piece registers --> FULL EVALUATOR        |--> address, entry, write
//!  (transposition     |       +--> LAZY, HASH      VALUE BUS <--> stack        |    (transposition memory)
//!   memory)           |                            SEQUENCER                   |
//!                     +--------------------------------------------------------+
//! ```
//!
//! [`Machine`](crate::Machine) is the same machine compiled for speed: it skips what a word does
//! not ask for. Here every circuit works in every cycle, as on the boards;
//! [`Top::cycle`](Circuit::cycle) is one cycle. Tests compare the two register by register and
//! cycle by cycle.
//!
//! Fidelity: each part tells its own; the clocking is decided (docs/hardware.md).

pub mod array;
pub mod board;
pub mod boards;
pub mod bus;
pub mod evaluator;
pub mod fast;
pub mod frame;
mod gates;
pub mod lazy;
mod memories;
pub mod memory;
mod model;
pub mod orders;
pub mod parts;
pub mod phases;
pub mod pins;
pub mod port;
pub mod sequencer;
pub mod serial;

use logic::clocked::{self, After, Before, Circuit, Clocked, Memory, Side};
use logic::netlist::{Adders, File};
use logic::pins::{Next, PinList};
use logic::{Logic, select};

use crate::microengine::variant::Variant;
use crate::microengine::word::{Dest, Frame, Memory as MemoryOrder, Ply, Put, Word};
use crate::modules;

/// The RTL of a variant gate by gate, with `program` in its microcode ROM.
pub fn netlist(variant: Variant, program: &[Word]) -> Clocked {
    let mut rtl = match variant {
        Variant::Authentic => clocked::build::<Top>(),
        Variant::Fast => clocked::build::<fast::Fast>(),
    };
    memories::load(&mut rtl.memories, program);
    rtl
}

/// The gates of a cycle in Verilog, a module a board of Belle, the module of all of them first.
pub fn modules() -> Vec<File> {
    let rtl = clocked::in_modules::<Top>();
    let head = format!(
        "Written by Belle {} from the function that it simulates.",
        env!("CARGO_PKG_VERSION")
    );
    let prefix = format!("{}_", rtl.name);
    rtl.gates
        .modules_in_verilog(&modules::GATES, &prefix, &head)
}

/// A page that says of each file of the machine what it is for.
pub fn guide(modules: &[File]) -> String {
    let mut page = String::from(GUIDE);
    for module in modules {
        page += &format!("| `{}.v` | {} |\n", module.name, module.about);
    }
    page
}

/// What [`guide`] begins with.
const GUIDE: &str = "\
# The machine in Verilog

Begin with `belle.v`. It has the machine's registers, its ROMs and its memories, each with what it holds, and one instance \
of `belle_gates`, which is all that happens in a cycle. `belle_gates.v` wires the boards of Belle to each other, in the order \
in which a cycle settles: the microword is decoded, the circuits settle on the registers as they are, each part says what \
its registers would become, and at the word's end they take that.

To see how the machine finds moves, read `belle_square.v`: one page, and 64 instances of it in `belle_array.v`. Lines \
between squares are named by where they come from: `king_from_ne` is the king's line from the square to the north-east, \
`ray_to_n` the ray that goes on to the north. Of 64 wires, wire 0 is that of square a1, 1 of b1, 63 of h8.

A port has the name that its signal has where it comes from, and a comment that says what it means. A register's next \
value ends with `_next`. `find_victim` is the line of the value `victim` of the microword's field `find`. Wires called by a \
number (`v1`) are steps within one module alone.

`belle_board.v` joins the machine with `transposition_memory.v`, whose size is the parameter `BITS`; the files of the \
ROMs are parameters of `belle`. `bench.cpp` searches positions with it in Verilator.

| file | what it is for |
|---|---|
| `belle.v` | registers and memories, around the gates of a cycle |
";

/// The RTL of a variant as files of Verilog-2005, names and contents: registers and memories
/// (`belle.v`), the gates between them ([modules()] of the authentic machine, one module of the
/// fast variant, `belle_gates.v`), what the ROMs hold, and a transposition memory to stand beside
/// it.
pub fn verilog(variant: Variant, program: &[Word]) -> Vec<(String, String)> {
    let rtl = netlist(variant, program);
    let version = env!("CARGO_PKG_VERSION");
    let mut files = vec![
        (
            format!("{}.v", rtl.name),
            format!("{}{}", header(version), rtl.verilog()),
        ),
        ("belle_board.v".to_owned(), board(variant)),
        (
            "transposition_memory.v".to_owned(),
            include_str!("../../verilog/transposition_memory.v").to_owned(),
        ),
        (
            "bench.cpp".to_owned(),
            include_str!("../../verilog/bench.cpp").to_owned(),
        ),
    ];
    match variant {
        Variant::Authentic => {
            let modules = modules();
            files.push(("MODULES.md".to_owned(), guide(&modules)));
            for module in modules {
                files.push((format!("{}.v", module.name), module.text));
            }
        }
        Variant::Fast => files.push(in_one_module(&rtl)),
    }
    let roms = rtl.memories.iter().filter(|memory| memory.is_rom());
    files.extend(roms.map(|rom| (format!("{}_{}.hex", rtl.name, rom.name), rom.hex())));
    files
}

/// The gates of a cycle as one module: its file's name and contents.
fn in_one_module(rtl: &Clocked) -> (String, String) {
    let module = format!("{}_gates", rtl.name);
    let about = format!(
        "{module}: one cycle of the machine, gates only; {}.v has the registers and memories round it.\n\
         Written by Belle {} from the function that it simulates.",
        rtl.name,
        env!("CARGO_PKG_VERSION")
    );
    let mut gates = Vec::new();
    rtl.gates
        .write_verilog(&module, &about, Adders::Additions, &mut gates)
        .expect("memory takes all that is written");
    let text = String::from_utf8(gates).expect("names are in ASCII");
    (format!("{module}.v"), text)
}

/// The machine and its memory, which must know how long the machine asks for an entry.
fn board(variant: Variant) -> String {
    let costs = match variant {
        Variant::Authentic => phases::LEDGER,
        Variant::Fast => fast::COSTS,
    };
    let parameter = "parameter [2:0] REQUEST = 3'd";
    include_str!("../../verilog/belle_board.v").replace(
        &format!("{parameter}5"),
        &format!("{parameter}{}", 1 + costs.memory),
    )
}

fn header(version: &str) -> String {
    format!(
        "// Belle: the whole machine but for its transposition memory.\n\
         // Written by Belle {version} from the lists of registers, memories and ports.\n//\n\
         // SPDX-License-Identifier: GPL-3.0-or-later\n//\n\
         // All registers are clocked with the rising edge; reset acts with it and leaves the machine halted.\n\
         // The ROMs' contents lie beside this file.\n\n\
         // The machine does not use all that its gates and memories offer.\n\
         /* verilator lint_off UNUSEDSIGNAL */\n\n"
    )
}

/// The places of the memories in [`Circuit::memories`].
pub use memories::{DISABLE, FRAMES, MICROCODE, SLOTS, microcode_checksum};
pub use model::Model;
pub use pins::Top;

impl Circuit for Top {
    type Registers<L: Logic> = pins::Registers<L>;
    type Reads<L: Logic> = pins::Reads<L>;
    type Accesses<L: Logic> = pins::Accesses<L>;
    type Inputs<L: Logic> = pins::Inputs<L>;
    type Outputs<L: Logic> = pins::Outputs<L>;

    const NAME: &'static str = "belle";

    fn memories() -> Vec<Memory> {
        memories::memories()
    }

    fn cycle<L: Logic>(l: L, before: &Before<Top, L>) -> After<Top, L> {
        let Side {
            registers: now,
            memories: reads,
            ports,
        } = before;
        let accesses = pins::Accesses::low(l);
        let out = pins::Outputs::low(l);

        // Orders.
        let orders = l.module(&modules::ORDERS, || orders::decode(l, now.word));
        let host = l.module(&modules::HOST_ORDERS, || port::host(l, now, ports));
        let phases = l.module(&modules::PHASES, || {
            let waits = evaluator::waits(now, &orders);
            phases::phases(l, now, &orders, ports, waits, phases::LEDGER)
        });
        let commit = phases.commit;

        // Settling circuits, with the registers as they are.
        let disabled = l.module(&modules::DISABLE_ORDER, || {
            array::disabled(l, now, reads, &orders)
        });
        let settled = l.module(&modules::LAZY_ADDER, || {
            let put = !orders.put.bit(Put::Nothing as usize);
            lazy::settled(l, now, reads, phases.first, put)
        });
        let lazy = l.module(&modules::LAZY_VALUE, || lazy::Value {
            lazy: lazy::value(l, now, reads),
        });
        let operands = l.module(&modules::VALUE_SOURCE, || {
            bus::operands(l, now, reads.slot, &orders, lazy.lazy, &host)
        });
        let bus = bus::bus(l, now, &operands);
        let write = l.module(&modules::BOARD_BUS, || {
            board::buses(l, now, &orders, &host, commit)
        });
        let key = memory::key(
            l,
            "hash_key",
            memory::Position {
                hash: settled.hash,
                en_passant: now.en_passant,
                rights: now.rights,
            },
        );

        // Next values at the word's end, one part after the other.
        let mut after = *now;
        after.spent = disabled.spent;
        let (Next(after), accesses) = l.module(&modules::STATE_FRAME, || {
            let (mut after, mut accesses) = (after, accesses);
            accesses.frame_data = frame::frame(&after);
            let order = |order: Frame| orders.frame.bit(order as usize);
            let (restore, target) = (order(Frame::Restore), order(Frame::Target));
            frame::restored(l, restore, target, reads.frame, &mut after);
            (Next(after), accesses)
        });
        let Next(after) = l.module(&modules::BUS_LISTENERS, || {
            let mut after = after;
            board::listeners(l, now, &orders, &write, &mut after);
            Next(after)
        });
        let found = array::settled(l, now);
        let Next(after) = l.module(&modules::FOUND, || {
            let mut after = after;
            array::found(now, &orders, &found, &mut after);
            Next(after)
        });
        let Next(after) = l.module(&modules::LOADS, || {
            let mut after = after;
            let probe = orders.memory.bit(MemoryOrder::Probe as usize);
            after.entry = select(probe, ports.memory_entry, now.entry);
            let dest = |order: Dest| orders.dest.bit(order as usize);
            after.acc = select(dest(Dest::Acc) | dest(Dest::Both), bus.sum, now.acc);
            after.running = now.running & !orders.halt;
            Next(after)
        });
        let Next(after) = l.module(&modules::COUNTERS, || {
            let mut after = after;
            sequencer::counters(l, now, &orders, &mut after);
            Next(after)
        });
        let Next(after) = l.module(&modules::FLAGS, || {
            let mut after = after;
            sequencer::flags(l, &orders, &mut after);
            Next(after)
        });
        let key_after = memory::key(
            l,
            "hash_key_after",
            memory::Position {
                hash: settled.hash_written,
                en_passant: after.en_passant,
                rights: after.rights,
            },
        );
        let (Next(after), accesses) = l.module(&modules::SEQUENCER, || {
            let (mut after, mut accesses) = (after, accesses);
            // The test lines look at the board as the word leaves it.
            let mut seen = after;
            let write = lazy::Write {
                written: !orders.put.bit(Put::Nothing as usize),
                ..write
            };
            board::pieces(now, &write, &mut seen);
            let jump = sequencer::jump(l, &orders, &seen, &bus, key_after);
            sequencer::fetch(l, &orders, jump, now, reads, &mut after);
            sequencer::addresses(l, now, &orders, &host, &mut accesses);
            (Next(after), accesses)
        });

        // Next values at this cycle's end: most registers stay until the word ends.
        let Next(mut next) = l.module(&modules::WORD_END, || {
            let mut next = pins::Registers::select(commit, &after, now);
            // The host alone writes these.
            (next.hosted, next.draw) = (now.hosted, now.draw);
            next.cycles = sequencer::count(l, now.running, now.cycles);
            Next(next)
        });
        next.phase = phases.next;
        let Next(mut next) = l.module(&modules::PIECE_REGISTERS, || {
            let mut next = next;
            board::pieces(now, &write, &mut next);
            Next(next)
        });
        array::find(l, now, &orders, &disabled, &mut next);
        let Next(next) = l.module(&modules::FULL_EVALUATOR, || {
            let mut next = next;
            let class = |now: &pins::Registers<L>| lazy::class(l, now.stage);
            evaluator::clocked(l, now, &orders, commit, write.written, class, &mut next);
            Next(next)
        });
        let Next(next) = l.module(&modules::HOST_WRITES, || {
            let mut next = next;
            port::written(l, &host, reads, &mut next);
            Next(next)
        });
        let (Next(next), accesses) = l.module(&modules::LAZY_REGISTERS, || {
            let (mut next, mut accesses) = (next, accesses);
            lazy::clocked(l, now, &settled, &write, &mut next, &mut accesses);
            (Next(next), accesses)
        });

        // Memories and ports.
        let accesses = l.module(&modules::STACK_ACCESS, || {
            let mut accesses = accesses;
            bus::slots(l, now, &orders, bus.sum, &host, commit, &mut accesses);
            let (frame, ply) = (&orders.frame, &orders.ply);
            let restores = frame.bit(Frame::Restore as usize) & ply.bit(Ply::Down as usize);
            let from_parent = frame.bit(Frame::Target as usize) | restores;
            accesses.frame_address = select(from_parent, bus::parent(l, now.ply), now.ply);
            accesses.frame_write = commit & frame.bit(Frame::Save as usize);
            accesses.disable_write = commit & disabled.written;
            accesses
        });
        let mut accesses = accesses;
        accesses.disable_address = now.ply;
        accesses.disable_data = disabled.word;
        let out = l.module(&modules::MEMORY_ACCESS, || {
            let mut out = out;
            memory::access(l, before, &orders, key, commit, &mut out);
            out
        });
        let (Next(next), (accesses, out)) = l.module(&modules::HOST_MEMORY, || {
            let (mut next, mut accesses, mut out) = (next, accesses, out);
            port::memory(l, before, &host, &mut next, &mut accesses, &mut out);
            (Next(next), (accesses, out))
        });
        let out = l.module(&modules::HOST_READS, || {
            let mut out = out;
            out.host_out = port::read(l, before, bus.sum, &host);
            out.halted = port::halted(now, ports);
            out
        });
        Side {
            registers: next,
            memories: accesses,
            ports: out,
        }
    }
}
