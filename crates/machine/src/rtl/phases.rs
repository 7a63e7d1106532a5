//! Phases: the length of a word in cycles, and its end.
//!
//! ```text
//!  find, memory, hit and put --------->+--------+
//!  phase (4) ------------------------->| PHASES |--> commit: the word ends with this cycle
//!  memory's wait line, ready line ---->|        |--> next phase
//!                                      +--------+
//! ```
//!
//! Fidelity: decided; the costs are the ledger's ([`clock`]).

use logic::{Logic, Signal, scope, select};

use super::gates::{any, equals, incremented};
use super::orders::Orders;
use super::pins::Registers;
use crate::clock;
use crate::microengine::word::{Find, Memory, Put, Test};

/// The longest word must fit the phase counter, and a find must last as long as its latch.
const _: () = assert!(
    clock::WORD_CYCLES + clock::FIND_CYCLES + clock::MEMORY_CYCLES + clock::KEY_CYCLES <= 16
);
const _: () = assert!(clock::FIND_CYCLES >= 1);

/// Where in its word the machine is.
#[derive(Clone, Copy)]
pub struct Phases<L: Logic> {
    /// The machine runs and its word ends with this cycle.
    pub commit: L::Wire,
    /// It is the word's first cycle.
    pub first: L::Wire,
    /// The phase of the next cycle.
    pub next: [L::Wire; 4],
}

/// Settles the phases. The memory's `memory_wait` lets a word wait that accesses it, `waits` any word.
pub fn phases<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    (memory_wait, waits): (L::Wire, L::Wire),
) -> Phases<L> {
    scope!(l, "PHASES", {
        let memory = !orders.memory.bit(Memory::Nothing as usize);
        let costs = [
            (!orders.find.bit(Find::Nothing as usize), clock::FIND_CYCLES),
            (memory, clock::MEMORY_CYCLES),
            (
                !orders.put.bit(Put::Nothing as usize) & orders.test.bit(Test::Hit as usize),
                clock::KEY_CYCLES,
            ),
        ];
        // The last phase of each way in which a word can cost more.
        let last = any((0..1_usize << costs.len()).map(|which| {
            let asked = |place: usize| which >> place & 1 != 0;
            let phase: u8 = (0..costs.len())
                .filter(|&place| asked(place))
                .map(|place| costs[place].1)
                .sum();
            let is = |place: usize| {
                if asked(place) {
                    costs[place].0
                } else {
                    !costs[place].0
                }
            };
            (0..costs.len())
                .map(is)
                .fold(equals(now.phase, phase.into()), |so, is| so & is)
        }));
        let stalled = (memory & memory_wait) | waits;
        let commit = (now.running & last & !stalled).named("commit");
        let going_on = now.running & !commit;
        let incremented = incremented(!stalled, now.phase);
        Phases {
            commit,
            first: !any(now.phase),
            next: incremented.map(|wire| select(going_on, wire, l.wire(false))),
        }
    })
}
