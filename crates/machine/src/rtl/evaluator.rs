//! The full evaluator's clocking: its board, its sequence, and the latches between its parts.
//!
//! ```text
//!  buses --> board --> CELL --latch--> COUNT --latch--> WEIGH --> SUM --> CLAMP --latch--> value
//!                        ^               ^                ^                 ^
//!  evaluate --> reporting (4) --> counting (4) --> weighing (4) ---> clamping    none of them high: ready
//! ```
//!
//! Source and fidelity: as [`full`]; the sequence as a value is
//! [`Sequence`](crate::evaluator::full::Sequence).

use logic::{Logic, Signal, scope, select};

use super::gates::{any, incremented, select_wires};
use super::lazy;
use super::orders::Orders;
use super::pins::Registers;
use crate::evaluator::full;
use crate::microengine::word::Source;

/// Whether the value stands in the latch, or nothing is on the way there.
pub fn ready<L: Logic>(now: &Registers<L>) -> L::Wire {
    !any([
        now.reporting[3],
        now.counting[3],
        now.weighing[3],
        now.clamping,
    ])
}

/// Whether the word reads the latch and waits for the ready line.
pub fn waits<L: Logic>(now: &Registers<L>, orders: &Orders<L>) -> L::Wire {
    orders.source.bit(Source::Full as usize) & !ready(now)
}

/// The sequence's next cycle. `commit`: the word ends with this cycle; `written`: a board is written with it. Returns
/// whether the latch is cleared.
pub fn sequence<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    (commit, written): (L::Wire, L::Wire),
    next: &mut Registers<L>,
) -> L::Wire {
    let halts = commit & orders.halt;
    let starts = commit & orders.evaluate & !orders.halt;
    let clears = any([written, halts, starts]);
    let low = [l.wire(false); 4];
    let moved_on = incremented(now.reporting[3], now.reporting);
    next.reporting = select_wires(clears, [low[0], low[1], low[2], starts], moved_on);
    next.counting = select_wires(clears, low, now.reporting);
    next.weighing = select_wires(clears, low, now.counting);
    let complete = now
        .weighing
        .into_iter()
        .reduce(|one, other| one & other)
        .expect("four wires");
    next.clamping = complete & !clears;
    clears
}

/// The evaluator's next cycle.
pub fn clocked<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    ends: (L::Wire, L::Wire),
    next: &mut Registers<L>,
) {
    scope!(l, "FULL EVALUATOR", {
        let clears = scope!(l, "SEQUENCE", sequence(l, now, orders, ends, next));
        let low = l.wire(false);
        let [a, b, c, _] = now.reporting;
        let board = [now.e0, now.e1, now.e2, now.e3];
        let [white, black] = full::report(l, board, l.join_address([a, b, c, low, low, low]));
        [
            next.white0,
            next.white1,
            next.white2,
            next.white3,
            next.white4,
            next.white5,
            next.white6,
        ] = white;
        [
            next.black0,
            next.black1,
            next.black2,
            next.black3,
            next.black4,
            next.black5,
            next.black6,
        ] = black;

        let white = [
            now.white0, now.white1, now.white2, now.white3, now.white4, now.white5, now.white6,
        ];
        let black = [
            now.black0, now.black1, now.black2, now.black3, now.black4, now.black5, now.black6,
        ];
        [
            next.count0,
            next.count1,
            next.count2,
            next.count3,
            next.count4,
            next.count5,
            next.count6,
        ] = full::count(l, [white, black]);

        let counts = [
            now.count0, now.count1, now.count2, now.count3, now.count4, now.count5, now.count6,
        ];
        let ([a, b, c, _], class) = (now.weighing, lazy::class(l, now.stage));
        let address = l.join_address([a, b, c, class[0], class[1], class[2]]);
        next.sum = select(
            now.weighing[3],
            full::weigh(l, counts, address, now.sum),
            now.sum,
        );

        let latched = select(now.clamping, full::clamp(l, now.sum), now.full);
        next.full = latched & L::Word::spread(!clears);
    });
}
