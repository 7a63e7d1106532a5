//! The fast variant of the chip: the authentic machine's circuits, clocked for speed.
//!
//! ```text
//!                 authentic                              fast
//!  find           array | priority (two cycles)          one cycle
//!  make, unmake   a square a word                        one word: board and ROMs with two ports
//!  window         a slot a word                          alpha, beta, depth in one word
//!  stand pat      eight words of add and compare         two test lines
//!  lazy value     settles in the word that reads it      latched
//! ```
//!
//! Values, moves and nodes are those of the authentic machine, cycle counts are not. [`Fast`] wires
//! the authentic machine's parts together anew; what only this variant has stands in this folder. A
//! program for it says `.machine fast`.
//!
//! Fidelity: decided (docs/decisions/fast-variant.md).

pub mod board;
pub mod lazy;
mod memories;
pub mod parts;
pub mod pins;
pub mod window;

use logic::clocked::{After, Before, Circuit, Memory, Side};
use logic::{Logic, Signal, scope, select};

use super::gates::equals;
use super::lazy as authentic_lazy;
use super::orders::{self, Orders};
use super::{Top, array, bus, evaluator, frame, memory, phases, port, sequencer};
use crate::microengine::word::{Dest, Disable, Frame, Memory as MemoryOrder, Ply};
use crate::move_generator::{array as squares, check, disable, priority};
use crate::rtl::pins as authentic;
use pins::{MoreAccesses, MoreRegisters};

pub use pins::Fast;

/// The registers as the buses see them: where the word restores a frame from the stack, they have
/// the frame's values already in this word.
pub fn seen<L: Logic>(
    l: L,
    now: &authentic::Registers<L>,
    orders: &Orders<L>,
    frame: [L::Wire; 34],
) -> authentic::Registers<L> {
    let order = |order: Frame| orders.frame.bit(order as usize);
    let mut seen = *now;
    frame::restored(
        l,
        order(Frame::Restore),
        order(Frame::Target),
        frame,
        &mut seen,
    );
    seen
}

/// What a disable order brings about.
#[derive(Clone, Copy)]
pub struct DisableOrder<L: Logic> {
    /// What the array sees: this ply's disable word after the order. Only `disable from` is left
    /// out here: it acts on the next find.
    pub array: array::Disabled<L>,
    /// The disable word that is written back, to the ply that the word ends with.
    pub data: L::Plane,
}

/// Carries out the disable order. `from` is the from register as the buses see it, `parent` the
/// disable word of the ply before.
pub fn disabled<L: Logic>(
    l: L,
    now: &authentic::Registers<L>,
    more: &MoreRegisters<L>,
    from: L::Address,
    reads: &authentic::Reads<L>,
    parent: L::Plane,
    orders: &Orders<L>,
) -> DisableOrder<L> {
    let disables_from = orders.disable.bit(Disable::From as usize);
    let down = orders.ply.bit(Ply::Down as usize);
    let at_once = Orders {
        disable: orders.disable.tied(Disable::From as usize, l.wire(false)),
        ..*orders
    };
    let passed = || (more.latch_set & !now.spent) & more.at_latch;
    let array = array::disabled_with(l, now, reads, &at_once, passed);
    let word = select(down, parent, reads.disable_word);
    DisableOrder {
        array: array::Disabled {
            written: array.written | disables_from,
            ..array
        },
        data: select(disables_from, disable::set(l, word, from), array.word),
    }
}

/// Cycles of a word beyond its first: none for a find, and one for the transposition memory, whose
/// entry comes then.
pub const COSTS: phases::Costs = phases::Costs { find: 0, memory: 1 };

impl Circuit for Fast {
    type Registers<L: Logic> = pins::Registers<L>;
    type Reads<L: Logic> = pins::Reads<L>;
    type Accesses<L: Logic> = pins::Accesses<L>;
    type Inputs<L: Logic> = authentic::Inputs<L>;
    type Outputs<L: Logic> = authentic::Outputs<L>;

    const NAME: &'static str = "belle";

    fn memories() -> Vec<Memory> {
        memories::memories()
    }

    fn cycle<L: Logic>(l: L, before: &Before<Fast, L>) -> After<Fast, L> {
        use logic::pins::PinList as _;

        let (now, more) = (&before.registers.base, &before.registers.more);
        let (reads, more_reads) = (&before.memories.base, &before.memories.more);
        let ports = &before.ports;
        let mut accesses = authentic::Accesses::low(l);
        let mut more_accesses = MoreAccesses::low(l);
        let mut out = authentic::Outputs::low(l);

        // Orders.
        let orders = orders::decode(l, now.word);
        let window = window::orders(l, now.word);
        let host = port::host(l, now, ports);
        let waits = evaluator::waits(now, &orders);
        let phases = phases::phases(l, now, &orders, ports, waits, COSTS);
        let commit = phases.commit;
        // The parts that the authentic machine has too see its side of the cycle.
        let as_authentic: Before<Top, L> = Side {
            registers: *now,
            memories: authentic::Reads {
                slot: window::slot(l, now, &orders, &host, more_reads),
                depth: more_reads.frame_depth,
                ..*reads
            },
            ports: *ports,
        };

        // What settles from the registers, the memories and the ports.
        let seen = seen(l, now, &orders, reads.frame);
        let disabled = disabled(
            l,
            now,
            more,
            seen.from,
            reads,
            more_reads.parent_disable,
            &orders,
        );
        let answers = squares(
            l,
            array::inputs(now, &orders, &disabled.array, || more.latch_set),
        );
        let winner = priority::priority(l, answers.lines);
        let found = array::FindOutputs {
            square: winner.square,
            none: winner.none,
            check: check::check(l, answers.king),
        };
        let settled = lazy::settled(l, now, more, reads, more_reads);
        let slot = as_authentic.memories.slot;
        let operands = bus::operands(l, now, slot, &orders, more.lazy_latch, &host);
        let settled_bus = bus::bus(l, now, &operands);
        let plain = equals(seen.kind, 0);
        let bus = window::compared(l, now, settled_bus, window, more_reads, plain);
        let writes = board::buses(l, &seen, &orders, &host, commit);
        let key = memory::key(
            l,
            "hash_key",
            memory::Position {
                hash: settled.hash,
                en_passant: now.en_passant,
                rights: now.rights,
            },
        );

        // Next values at the word's end.
        let mut after = *now;
        after.spent = disabled.array.spent;
        accesses.frame_data = frame::frame(&after);
        let order = |order: Frame| orders.frame.bit(order as usize);
        let (restore, target) = (order(Frame::Restore), order(Frame::Target));
        let from_parent = target | (restore & orders.ply.bit(Ply::Down as usize));
        frame::restored(l, restore, target, reads.frame, &mut after);
        board::listeners(l, &seen, &orders, &writes, &mut after);
        let probe = orders.memory.bit(MemoryOrder::Probe as usize);
        after.entry = select(probe, ports.memory_entry, now.entry);
        let dest = |order: Dest| orders.dest.bit(order as usize);
        after.acc = select(dest(Dest::Acc) | dest(Dest::Both), bus.sum, now.acc);
        sequencer::counters(l, now, &orders, &mut after);
        let to = after.to;
        array::found(now, &orders, &found, &mut after);
        sequencer::flags(l, &orders, &mut after);
        after.running = now.running & !orders.halt;

        // The test lines for castling, for special moves and for the key show what was so before
        // the word: its write and its find settle too late for its own test.
        let tested = authentic::Registers {
            to,
            en_passant: now.en_passant,
            ..after
        };
        let judged = window::judged(l, now, more.lazy_latch, more_reads, after.in_check);
        let jump =
            sequencer::jump(l, &orders, &tested, &bus, key) ^ window::line(l, &orders, judged);
        sequencer::fetch(l, &orders, jump, now, reads, &mut after);

        // Next values at this cycle's end: most registers stay until the word ends.
        let mut next = authentic::Registers::select(commit, &after, now);
        next.phase = phases.next;
        next.cycles = sequencer::count(l, now.running, now.cycles);
        board::pieces(now, &writes, &mut next);
        let class = |_: &authentic::Registers<L>| more.class_latch;
        let written = writes.first.written;
        evaluator::clocked(l, now, &orders, commit, written, class, &mut next);
        port::written(l, &host, reads, &mut next);
        let given = lazy::Given {
            settled: &settled,
            writes: &writes,
        };
        more_accesses.captured_address = lazy::clocked(l, now, given, &mut next, &mut accesses);
        let more_next = MoreRegisters {
            lazy_latch: lazy::value(l, now, more, reads, more_reads),
            taken_off: !writes.back,
            class_latch: scope!(l, "LAZY", authentic_lazy::class(l, now.stage)),
            latch_set: next.en_passant.any(),
            at_latch: !(now.to ^ now.en_passant).any(),
        };

        // Memories and ports.
        let given = window::Given {
            window,
            child: after.ply,
            in_check: after.in_check,
            sum: bus.sum,
            commit,
        };
        window::slots(
            l,
            now,
            more_reads,
            &orders,
            &host,
            given,
            &mut more_accesses,
        );
        sequencer::addresses(l, now, &orders, &host, &mut accesses);
        let parent = more_accesses.parent_frame;
        accesses.frame_address = select(from_parent, parent, now.ply);
        accesses.frame_write = commit & orders.frame.bit(Frame::Save as usize);
        accesses.disable_address = now.ply;
        let down = orders.ply.bit(Ply::Down as usize);
        more_accesses.disable_write_address = select(down, parent, now.ply);
        accesses.disable_write = commit & disabled.array.written;
        accesses.disable_data = disabled.data;
        memory::access(l, &as_authentic, &orders, key, commit, &mut out);
        port::memory(l, &as_authentic, &host, &mut next, &mut accesses, &mut out);
        out.host_out = port::read(l, &as_authentic, bus.sum, &host);
        out.halted = port::halted(now, ports);
        Side {
            registers: pins::Registers::new(next, more_next),
            memories: pins::Accesses::new(accesses, more_accesses),
            ports: out,
        }
    }
}
