//! The window: the slots as memories of their own, copied from frame to frame at once, and what is
//! judged by them.
//!
//! ```text
//!  frame --> alpha, limit, next --> negate --> alpha, beta, depth of the next frame      window child
//!        --> beta, depth ---------> + 1 -----> limit, next of this frame                 window open
//!  lazy value, alpha, beta, depth, in check --> REFUTED, HOPELESS
//!  adder's output, parent's alpha or own beta > COMPARE                        window back, window beta
//! ```
//!
//! In the authentic machine one memory has all slots, and each word moves one of them over the
//! value bus.

use logic::{Logic, Signal, scope, select};
use roms::full::FULL_MARGIN;

use super::pins::{MoreAccesses, MoreReads};
use crate::circuits::value_bus::{Comparison, Outputs, add};
use crate::microengine::stack::FRAMES;
use crate::microengine::variant::{self, WINDOW, Window};
use crate::microengine::word::{Dest, LATE, Slot, Source};
use crate::rtl::bus;
use crate::rtl::gates::{any, bits, concat, equals, pick, select_wires};
use crate::rtl::orders::{Lines, Orders, symbol};
use crate::rtl::pins::Registers;
use crate::rtl::port::Host;

/// The orders to the window, a line each.
#[derive(Clone, Copy)]
pub struct WindowOrders<L: Logic> {
    /// `window child`.
    pub child: L::Wire,
    /// `window open`.
    pub open: L::Wire,
    /// `window back`.
    pub back: L::Wire,
    /// `window beta`.
    pub beta: L::Wire,
}

/// Decodes the orders to the window.
pub fn orders<L: Logic>(l: L, word: L::Plane) -> WindowOrders<L> {
    let lines: Lines<L::Wire, { 1 << WINDOW.width }> =
        scope!(l, "ORDERS", symbol(l, word, &WINDOW, WINDOW.name));
    let line = |order: Window| lines.bit(order as usize);
    WindowOrders {
        child: line(Window::Child),
        open: line(Window::Open),
        back: line(Window::Back),
        beta: line(Window::Beta),
    }
}

/// The slot that may drive the value bus: of the frame read, by the word's number or the host's.
pub fn slot<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    host: &Host<L>,
    reads: &MoreReads<L>,
) -> L::Word {
    let number = select_wires(now.running, orders.read, host.slot_number);
    let is = |slot: Slot| equals(number, slot as usize);
    let of_window = [
        (is(Slot::Alpha), reads.alpha),
        (is(Slot::Beta), reads.beta),
        (is(Slot::Limit), reads.limit),
        (is(Slot::Depth), reads.frame_depth),
        (is(Slot::Next), reads.next_depth),
    ];
    let other = !any(of_window.map(|(line, _)| line));
    scope!(
        l,
        "WINDOW",
        pick(of_window.into_iter().chain([(other, reads.other_slot)]))
    )
}

/// What the slots' memories are given by other parts.
#[derive(Clone, Copy)]
pub struct Given<L: Logic> {
    /// The word's orders.
    pub window: WindowOrders<L>,
    /// The ply counter's next value.
    pub child: L::Address,
    /// The flag IN CHECK as it will be.
    pub in_check: L::Wire,
    /// The value bus.
    pub sum: L::Word,
    /// The word ends with this cycle.
    pub commit: L::Wire,
}

/// Access to the slots.
pub fn slots<L: Logic>(
    l: L,
    now: &Registers<L>,
    reads: &MoreReads<L>,
    orders: &Orders<L>,
    host: &Host<L>,
    given: Given<L>,
    accesses: &mut MoreAccesses<L>,
) {
    scope!(l, "WINDOW", {
        let dest = |order: Dest| orders.dest.bit(order as usize);
        let window = given.window;
        let parent = bus::parent(l, now.ply);
        let above = orders.source.bit(Source::Parent as usize) & now.running;
        let number = select_wires(now.running, orders.read, host.slot_number);
        accesses.read_frame = select(above, parent, now.ply);
        accesses.parent_frame = parent;
        accesses.other_address = concat(number, bits::<_, _, 6>(accesses.read_frame));

        let by_word = given.commit & (dest(Dest::Frame) | dest(Dest::Both));
        let written = select_wires(host.slot, host.slot_number, orders.write);
        let by_bus = by_word | host.slot;
        let is = |slot: Slot| by_bus & equals(written, slot as usize);
        let child = given.commit & window.child;
        let open = given.commit & window.open;
        accesses.alpha_write = is(Slot::Alpha) | child;
        accesses.beta_write = is(Slot::Beta) | child;
        accesses.depth_write = is(Slot::Depth) | child;
        accesses.limit_write = is(Slot::Limit) | open;
        accesses.next_write = is(Slot::Next) | open;
        accesses.other_write = any([Slot::Best, Slot::Spare, Slot::Count].map(is));
        accesses.child_frame = select(window.child, given.child, now.ply);
        accesses.own_frame = now.ply;
        accesses.other_write_address = concat(written, bits::<_, _, 6>(now.ply));

        let negated = |word: L::Word| add(l, l.word(0), word, l.wire(true), l.wire(true));
        let sum = given.sum;
        accesses.alpha_data = select(window.child, negated(reads.limit), sum);
        accesses.beta_data = select(window.child, negated(reads.alpha), sum);
        accesses.depth_data = select(window.child, reads.next_depth, sum);
        accesses.limit_data = select(window.open, reads.beta, sum);
        // Getting out of check costs no ply.
        // CHECK comes late: the sum is there by then.
        let free = given.in_check & reads.frame_depth.bit(15);
        let one_ply = add(l, reads.frame_depth, l.word(0), l.wire(false), l.wire(true));
        let next = select(free, reads.frame_depth, one_ply);
        accesses.next_data = select(window.open, next, sum);
        accesses.other_data = sum;
    });
}

/// Of some places of two numbers: whether the first number is the less there, and whether they are
/// the same.
#[derive(Clone, Copy)]
struct Compared<W> {
    less: W,
    same: W,
}

/// Compares two signed numbers, as the value bus does, in a tree: a carry through sixteen places
/// would be the longest way of the machine.
fn compare<L: Logic>(a: L::Word, b: L::Word) -> Comparison<L> {
    let mut places: Vec<Compared<L::Wire>> = Vec::new();
    for place in 0..16 {
        let (a, b) = (a.bit(place), b.bit(place));
        // Of two signs the set one is the less.
        let less = if place == 15 { a & !b } else { !a & b };
        let same = !(a ^ b);
        places.push(Compared { less, same });
    }
    while places.len() > 1 {
        let mut halves = Vec::new();
        for pair in places.chunks(2) {
            let [low, high] = [pair[0], pair[1]];
            halves.push(Compared {
                less: high.less | (high.same & low.less),
                same: high.same & low.same,
            });
        }
        places = halves;
    }
    Comparison {
        less: places[0].less,
        equal: places[0].same,
    }
}

/// What the sequencer can test of the window.
#[derive(Clone, Copy)]
pub struct Judged<L: Logic> {
    /// The lazy value refutes the move before.
    pub refuted: L::Wire,
    /// The full value cannot reach alpha.
    pub hopeless: L::Wire,
}

/// Judges the lazy value. `in_check` is the flag as it will be.
pub fn judged<L: Logic>(
    l: L,
    now: &Registers<L>,
    lazy: L::Word,
    reads: &MoreReads<L>,
    in_check: L::Wire,
) -> Judged<L> {
    scope!(l, "WINDOW", {
        let low = l.wire(false);
        let margin = |margin: i16| add(l, lazy, l.word(margin as u16), low, low);
        let below_beta = compare::<L>(margin(-FULL_MARGIN), reads.beta).less;
        let above = compare::<L>(reads.alpha, margin(FULL_MARGIN)).less;
        let depth = reads.frame_depth;
        let exhausted = !depth.bit(15);
        let late = any((LATE.trailing_zeros() as usize..15).map(|bit| depth.bit(bit))) & exhausted;
        let deep = equals(bits::<_, _, 6>(now.ply), FRAMES - 2);
        let stands = ((!in_check | late) & exhausted) & !deep;
        Judged {
            refuted: stands & !below_beta,
            hopeless: stands & !above,
        }
    })
}

/// The test line of the codes that this variant adds.
pub fn line<L: Logic>(l: L, orders: &Orders<L>, judged: Judged<L>) -> L::Wire {
    scope!(
        l,
        "WINDOW",
        pick([
            (orders.test.bit(variant::REFUTED as usize), judged.refuted),
            (orders.test.bit(variant::HOPELESS as usize), judged.hopeless),
        ])
    )
}

/// The value bus with the comparator's lines for the adder's output. `plain`: the move is no
/// special one.
pub fn compared<L: Logic>(
    l: L,
    now: &Registers<L>,
    bus: Outputs<L>,
    window: WindowOrders<L>,
    reads: &MoreReads<L>,
    plain: L::Wire,
) -> Outputs<L> {
    scope!(l, "WINDOW", {
        let against = select(window.back, reads.parent_alpha, reads.beta);
        let sum = compare::<L>(bus.sum, against);
        // At the root of a host that drives it every value is the host's.
        let to_host = now.hosted & equals(bits::<_, _, 6>(now.ply), 1);
        let goes_on = plain & !to_host;
        let less = select(window.back, sum.less & goes_on, sum.less | !plain);
        let equal = sum.equal & goes_on;
        let judges = window.back | window.beta;
        Outputs {
            sum: bus.sum,
            less: select(judges, less, bus.less),
            equal: select(judges, equal, bus.equal),
        }
    })
}
