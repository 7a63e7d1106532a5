//! The full evaluator's clocking: its board, its sequence, and the latches between its parts.
//!
//! ```text
//!  buses --> board --> CELL --latch--> COUNT --latch--> WEIGH --> SUM --> CLAMP --latch--> value
//!                        ^               ^                ^                 ^
//!  evaluate --> reporting (4) --> counting (4) --> weighing (4) ---> clamping    none of them high: ready
//! ```
//!
//! Source and fidelity: as for the full evaluator ([`full`]). The simulator keeps this sequence as
//! one number, [`Sequence`](crate::evaluator::full::Sequence).

use logic::pins::Next;
use logic::{Logic, Signal, scope, select};

use super::gates::{any, incremented, select_wires};
use super::orders::Orders;
use super::pins::Registers;
use crate::evaluator::full;
use crate::microengine::word::Source;
use crate::modules;

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

/// The sequence's next cycle. `commit`: the word ends with this cycle; `written`: a board is
/// written with it. Returns whether the latch is cleared.
pub fn sequence<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    commit: L::Wire,
    written: L::Wire,
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

logic::pins! {
    /// What the sequence says to the latch.
    Control {
        "the latch is cleared: its value is not that of the board any more" clears: wire,
    }
}

/// The evaluator's next cycle. `class` gives the stage class that weighs.
pub fn clocked<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    commit: L::Wire,
    written: L::Wire,
    class: impl FnOnce(&Registers<L>) -> [L::Wire; 3],
    next: &mut Registers<L>,
) {
    scope!(l, "FULL EVALUATOR", {
        let (Next(sequence), control) = l.module(&modules::EVALUATION_SEQUENCE, || {
            let mut next = *next;
            let clears = scope!(
                l,
                "SEQUENCE",
                sequence(l, now, orders, commit, written, &mut next)
            );
            (Next(next), Control { clears })
        });
        *next = sequence;
        let low = l.wire(false);
        let [a, b, c, _] = now.reporting;
        let address = l.join_address([a, b, c, low, low, low]);
        [next.white, next.black] = full::report(l, now.evaluated, address);
        next.counts = full::count(l, [now.white, now.black]);

        let Next(weighed) = l.module(&modules::WEIGH, || {
            let mut next = *next;
            let ([a, b, c, _], class) = (now.weighing, class(now));
            let address = l.join_address([a, b, c, class[0], class[1], class[2]]);
            let sum = full::weigh(l, now.counts, address, now.sum);
            next.sum = select(now.weighing[3], sum, now.sum);
            Next(next)
        });
        *next = weighed;

        let clamped = l.module(&modules::CLAMP, || full::ClampOutputs {
            value: full::clamp(l, now.sum),
        });
        let latched = select(now.clamping, clamped.value, now.full);
        next.full = latched & L::Word::spread(!control.clears);
    });
}
