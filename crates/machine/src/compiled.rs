//! Compiled: a program as code, one function that holds words and jumps only.

use crate::microengine::word::{WORDS, Word};
use crate::state::State;

/// A program as code.
///
/// The code is entered at a head, which is an entry or one of the words that cut the program's
/// loops, and left at one.
#[derive(Debug)]
pub struct Compiled {
    /// Name of the back end that settles its gates.
    pub back_end: &'static str,
    /// The words it was made from.
    pub words: &'static [Word],
    /// The heads: a bit for each address, address 0 lowest.
    pub heads: [u64; WORDS / 64],
    /// Most cycles from one head to the next.
    pub longest: u64,
    /// Runs from the head in the address register until the machine halts, or reaches a head with
    /// more than these cycles on its counter.
    pub run: fn(&mut State, u64),
}

impl Compiled {
    /// Whether the state stands at a head and the next head comes before the counter reaches
    /// `until`.
    #[inline]
    pub(crate) fn can_run(&self, state: &State, until: u64) -> bool {
        let address = usize::from(state.address) % WORDS;
        self.heads[address / 64] >> (address % 64) & 1 != 0 && until - state.cycles >= self.longest
    }
}
