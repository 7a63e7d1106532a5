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

use logic::{Logic, Signal, scope};

use super::gates::{any, equals, incremented};
use super::orders::Orders;
use super::pins::{Inputs, Registers};
use crate::clock;
use crate::microengine::word::{Find, Memory, Put, Test};

/// The longest word must fit the phase counter, and a find must last as long as its latch.
const _: () = assert!(
    clock::WORD_CYCLES + clock::FIND_CYCLES + clock::MEMORY_CYCLES + clock::KEY_CYCLES <= 16
);
const _: () = assert!(clock::FIND_CYCLES >= 1);

logic::pins! {
    /// Where in its word the machine is.
    Phases {
        "the machine runs and its word ends with this cycle" commit: wire,
        "it is the word's first cycle" first: wire,
        "the phase of the next cycle" next as phase_next: wires[4],
    }
}

/// What finds and the transposition memory cost beyond a word's one cycle.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// Cycles of a find.
    pub find: u8,
    /// Cycles of an access to the transposition memory, at least one: the entry comes in the cycle
    /// after its address.
    pub memory: u8,
}

/// The ledger's costs.
pub const LEDGER: Costs = Costs {
    find: clock::FIND_CYCLES,
    memory: clock::MEMORY_CYCLES,
};

/// Settles the phases. The memory's wait line lets a word wait that accesses it, `waits` any word.
pub fn phases<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    ports: &Inputs<L>,
    waits: L::Wire,
    costs: Costs,
) -> Phases<L> {
    scope!(l, "PHASES", {
        let memory = !orders.memory.bit(Memory::Nothing as usize);
        let mut costs = vec![
            (!orders.find.bit(Find::Nothing as usize), costs.find),
            (memory, costs.memory),
            (
                !orders.put.bit(Put::Nothing as usize) & orders.test.bit(Test::Hit as usize),
                clock::KEY_CYCLES,
            ),
        ];
        costs.retain(|&(_, cycles)| cycles > 0);
        // A line for each way in which a word can cost more, high in the word's last phase.
        let mut lasts = Vec::new();
        for way in 0..1_usize << costs.len() {
            let costs_more = |place: usize| way >> place & 1 != 0;
            let mut phase = 0;
            for (place, &(_, cycles)) in costs.iter().enumerate() {
                if costs_more(place) {
                    phase += usize::from(cycles);
                }
            }
            let mut last = equals(now.phase, phase);
            for (place, &(order, _)) in costs.iter().enumerate() {
                last = last & if costs_more(place) { order } else { !order };
            }
            lasts.push(last);
        }
        let last = any(lasts);
        let stalled = (memory & ports.memory_wait) | waits;
        let commit = (now.running & last & !stalled).named("commit");
        let going_on = now.running & !commit;
        let incremented = incremented(!stalled, now.phase);
        Phases {
            commit,
            first: !any(now.phase),
            next: L::Wire::and_each(incremented, [going_on; 4]),
        }
    })
}
