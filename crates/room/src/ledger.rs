//! The ledger of cycles: what each cycle of a word is for.

use std::iter::repeat_n;

use machine::State;
use machine::clock::{FIND_CYCLES, KEY_CYCLES, MEMORY_CYCLES, WORD_CYCLES};
use machine::microengine::word::{Find, Memory, Put, Source, Test, Word};

use crate::event::CycleUse;

/// All uses, in the order in which a word's cycles pass.
pub(crate) const USES: [CycleUse; 5] = [
    CycleUse::Wait,
    CycleUse::Find,
    CycleUse::Memory,
    CycleUse::Key,
    CycleUse::Word,
];

/// The cycles of the word that is carried out next.
pub(crate) fn uses(state: &State, word: Word) -> Vec<CycleUse> {
    let orders = word.orders().unwrap_or_default();
    let mut uses = Vec::new();
    if orders.source == Source::Full {
        let left = state.evaluation.left(state.cycles);
        uses.extend(repeat_n(CycleUse::Wait, left as usize));
    }
    let mut add = |asked: bool, of: CycleUse, cycles: u8| {
        if asked {
            uses.extend(repeat_n(of, usize::from(cycles)));
        }
    };
    add(orders.find != Find::Nothing, CycleUse::Find, FIND_CYCLES);
    add(
        orders.memory != Memory::Nothing,
        CycleUse::Memory,
        MEMORY_CYCLES,
    );
    add(
        orders.put != Put::Nothing && orders.test == Test::Hit,
        CycleUse::Key,
        KEY_CYCLES,
    );
    add(true, CycleUse::Word, WORD_CYCLES);
    uses
}
