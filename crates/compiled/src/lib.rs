//! The search's microcode as code.
//!
//! The build script assembles search.mc and writes its words and jumps, each word as a call of
//! [`State::run_word`] with the word as a constant. The compiler then leaves out what a word does
//! not order: no field is decoded while the machine runs. Orders, costs and tests are described in
//! `machine` alone: a changed order changes one place. The code is not committed; a test compares
//! its words with search.mc's.
//!
//! The machine runs it if the loaded words are these, the probe is silent, the address is a head,
//! and no stop can fall before the next head. Otherwise words run one by one, with exact stops.
//! Every gate of every word settles: a compiler barrier between words keeps gates from being shared
//! or left out. A back end's octet holds the eight directions of a ray in vector registers; plain
//! lanes settle them one by one, which is faster there, and are what processors without vectors
//! run. WebAssembly has its vectors or does not load.

use std::sync::OnceLock;

#[cfg(not(target_feature = "simd128"))]
use logic::Lanes as Baseline;
#[cfg(target_feature = "simd128")]
use logic::lanes::Simd128 as Baseline;
#[cfg(target_arch = "x86_64")]
use logic::lanes::{Avx2, Avx512};
use logic::{Kernel, Simulator};
use machine::microengine::word::{WORDS, Word};
use machine::{Compiled, State};

macro_rules! word {
    ($state:ident, $l:ident, $word:literal) => {
        $state.run_word::<L, $word>($l)
    };
}

macro_rules! program {
    (
        words $words:expr;
        heads $heads:expr;
        longest $longest:expr;
        code($state:ident, $l:ident, $head:ident, $last:ident) { $($code:tt)* }
    ) => {
        const WORDS_OF_SEARCH: &[u64] = &$words;
        const HEADS: [u64; WORDS / 64] = $heads;
        const LONGEST: u64 = $longest;

        impl Kernel for Run<'_> {
            type Output = ();

            #[inline(always)]
            fn run<L: Simulator>(self, $l: L) {
                let Run { state: $state, last: $last } = self;
                let mut $head = $state.address;
                $($code)*
                $state.address = $head;
            }
        }
    };
}

/// Runs from head to head until the machine halts or the counter stands beyond `last` cycles.
struct Run<'a> {
    state: &'a mut State,
    last: u64,
}

include!(concat!(env!("OUT_DIR"), "/search.rs"));

static PROGRAM: [Word; WORDS_OF_SEARCH.len()] = {
    let mut words = [Word(0); WORDS_OF_SEARCH.len()];
    let mut address = 0;
    while address < words.len() {
        words[address] = Word(WORDS_OF_SEARCH[address]);
        address += 1;
    }
    words
};

/// A form of the program for one back end.
struct Form {
    compiled: Compiled,
    runs_here: fn() -> bool,
}

const fn form<L: Simulator>() -> Form {
    Form {
        compiled: Compiled {
            back_end: L::NAME,
            words: &PROGRAM,
            heads: HEADS,
            longest: LONGEST,
            run: |state, last| {
                let l = L::detect().expect("only forms that run here are handed out");
                l.vectorize(Run { state, last });
            },
        },
        runs_here: || L::detect().is_some(),
    }
}

/// The forms, the fastest last.
static FORMS: &[Form] = &[
    form::<Baseline>(),
    #[cfg(target_arch = "x86_64")]
    form::<Avx2>(),
    #[cfg(target_arch = "x86_64")]
    form::<Avx512>(),
];

/// The forms of search.mc that this processor runs, the fastest last.
pub fn forms() -> impl DoubleEndedIterator<Item = &'static Compiled> {
    FORMS
        .iter()
        .filter(|form| (form.runs_here)())
        .map(|form| &form.compiled)
}

/// The form that new machines run.
static CHOSEN: OnceLock<&'static Compiled> = OnceLock::new();

/// The fastest form of search.mc that this processor runs, or that of the back end set before.
pub fn search() -> &'static Compiled {
    CHOSEN.get_or_init(|| forms().next_back().expect("the first form runs everywhere"))
}

/// Sets the back end of all machines made from now on, for measurements.
///
/// # Errors
/// The names that may be set: this one is none of them, or machines have been made already.
pub fn set_back_end(name: &str) -> Result<(), Vec<&'static str>> {
    if let Some(form) = forms().find(|form| form.back_end == name)
        && CHOSEN.set(form).is_ok()
    {
        return Ok(());
    }
    Err(forms().map(|form| form.back_end).collect())
}
