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
//! [`Machine`](crate::Machine) is the same machine compiled for speed: it skips what a word does not ask for. Here every
//! circuit works in every cycle, as on the boards; [`Top::step`](Top) is one cycle. Tests compare the two register by
//! register and cycle by cycle.
//!
//! Fidelity: as that of the parts; decided: the clocking (docs/hardware.md).

pub mod array;
pub mod board;
pub mod boards;
pub mod bus;
pub mod evaluator;
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
use logic::netlist::Adders;
use logic::pins::PinList;
use logic::{Logic, Signal, select};

use crate::microengine::word::{Dest, Frame, Memory as MemoryOrder, Ply, Put, Word};

/// The RTL gate by gate, with `program` in its microcode ROM.
pub fn netlist(program: &[Word]) -> Clocked {
    let mut rtl = clocked::build::<Top>();
    memories::load(&mut rtl.memories, program);
    rtl
}

/// The RTL as files of Verilog-2005, names and contents: registers and memories (`belle.v`), gates (`belle_gates.v`),
/// what the ROMs hold, and a transposition memory to stand beside it.
pub fn verilog(program: &[Word]) -> Vec<(String, String)> {
    let rtl = netlist(program);
    let version = env!("CARGO_PKG_VERSION");
    let about = format!(
        "{0}_gates: one cycle of the machine, gates only; {0}.v has the registers and memories round it.\n\
         Written by Belle {version} from the function that it simulates.",
        rtl.name
    );
    let mut gates = Vec::new();
    rtl.gates
        .write_verilog(
            &format!("{}_gates", rtl.name),
            &about,
            Adders::Additions,
            &mut gates,
        )
        .expect("memory takes all that is written");
    let mut files = vec![
        (
            format!("{}.v", rtl.name),
            format!("{}{}", header(version), rtl.verilog()),
        ),
        (
            format!("{}_gates.v", rtl.name),
            String::from_utf8(gates).expect("names are in ASCII"),
        ),
        (
            "belle_board.v".to_owned(),
            include_str!("../../verilog/belle_board.v").to_owned(),
        ),
        (
            "transposition_memory.v".to_owned(),
            include_str!("../../verilog/transposition_memory.v").to_owned(),
        ),
        (
            "bench.cpp".to_owned(),
            include_str!("../../verilog/bench.cpp").to_owned(),
        ),
    ];
    let roms = rtl.memories.iter().filter(|memory| memory.is_rom());
    files.extend(roms.map(|rom| (format!("{}_{}.hex", rtl.name, rom.name), rom.hex())));
    files
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
        let mut accesses = pins::Accesses::low(l);
        let mut out = pins::Outputs::low(l);

        // Orders.
        let orders = orders::decode(l, now.word);
        let host = port::host(l, now, ports);
        let waits = evaluator::waits(now, &orders);
        let phases = phases::phases(l, now, &orders, ports, waits);
        let commit = phases.commit;

        // Settling circuits, with the registers as they are.
        let disabled = array::disabled(l, now, reads, &orders);
        let put = !orders.put.bit(Put::Nothing as usize);
        let settled = lazy::settled(l, now, reads, phases.first, put);
        let bus = bus::bus(l, now, reads, &orders, &host);
        let write = board::buses(l, now, &orders, &host, commit);
        let key = memory::key(l, settled.hash, now.en_passant, now.rights);

        // Next values at the word's end.
        let mut after = *now;
        after.spent = disabled.spent;
        accesses.frame_data = frame::frame(&after);
        let (restore, target) = (
            orders.frame.bit(Frame::Restore as usize),
            orders.frame.bit(Frame::Target as usize),
        );
        let from_parent = target | (restore & orders.ply.bit(Ply::Down as usize));
        frame::restored(l, restore, target, reads.frame, &mut after);
        board::pieces(
            now,
            &lazy::Write {
                written: put,
                ..write
            },
            &mut after,
        );
        board::listeners(l, now, &orders, &write, &mut after);
        array::found(now, &orders, &array::settled(l, now), &mut after);
        let probe = orders.memory.bit(MemoryOrder::Probe as usize);
        after.entry = select(probe, ports.memory_entry, now.entry);
        let dest = |order: Dest| orders.dest.bit(order as usize);
        after.acc = select(dest(Dest::Acc) | dest(Dest::Both), bus.sum, now.acc);
        sequencer::counters(l, now, &orders, &mut after);
        sequencer::flags(l, &orders, &mut after);
        after.running = now.running & !orders.halt;
        let key_after = memory::key(l, settled.hash_written, after.en_passant, after.rights);
        let jump = sequencer::jump(l, &orders, &after, &bus, key_after);
        sequencer::fetch(l, &orders, jump, now, reads, &mut after);

        // Next values at this cycle's end: most registers stay until the word ends.
        let mut next = pins::Registers::select(commit, &after, now);
        next.phase = phases.next;
        next.cycles = sequencer::count(l, now.running, now.cycles);
        board::pieces(now, &write, &mut next);
        array::find(l, now, &orders, &disabled, &mut next);
        evaluator::clocked(l, now, &orders, commit, write.written, &mut next);
        port::written(l, &host, reads, &mut next);
        lazy::clocked(l, now, &settled, &write, &mut next, &mut accesses);

        // Memories and ports.
        bus::slots(l, now, &orders, bus.sum, &host, commit, &mut accesses);
        sequencer::addresses(l, now, &orders, &host, &mut accesses);
        accesses.frame_address = select(from_parent, bus::parent(l, now.ply), now.ply);
        accesses.disable_address = now.ply;
        accesses.frame_write = commit & orders.frame.bit(Frame::Save as usize);
        accesses.disable_write = commit & disabled.written;
        accesses.disable_data = disabled.word;
        memory::access(l, before, &orders, key, commit, &mut out);
        port::memory(l, before, &host, &mut next, &mut accesses, &mut out);
        out.host_out = port::read(l, before, bus.sum, &host);
        out.halted = port::halted(now, ports);
        Side {
            registers: next,
            memories: accesses,
            ports: out,
        }
    }
}
