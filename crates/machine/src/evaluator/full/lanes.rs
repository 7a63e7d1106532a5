//! The full evaluator on lanes, as the rest of the machine runs it.
//!
//! White's cells and Black's are settled side by side, their rays and jumps of all eight cycles at
//! once in octets. Then each term's lines of all its cycles are counted together and weighed once.
//! That is the sum that eight runs of the [circuit](super::FullEvaluator) gather in the register,
//! with the additions in another order; the tests hold the two against each other.

use logic::{Kernel, Lanes, Simulator, lanes};
use roms::STAGES;
use roms::full::{
    CYCLES, FULL_TERMS, FULL_WEIGHT, ReportLine, TERMS, full_slot, full_term, full_weight,
};

use super::cell::{Lines, cells, cells_in_octets};
use super::clamp;
use super::view::{view_of_both, views};

/// One term of the full value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullTerm {
    /// Its name.
    pub name: &'static str,
    /// Weight of each at this stage of the game.
    pub weight: i16,
    /// Counts of White and of Black.
    pub count: [i16; 2],
    /// White's share, in centipawns.
    pub white: i16,
    /// Black's share, in centipawns.
    pub black: i16,
    /// White's less Black's.
    pub total: i16,
}

/// The full value in centipawns, from White's side, of the piece registers (bit 0 of a plane is a1)
/// at a stage class of 0 to 7. Never beyond [`FULL_MARGIN`](roms::full::FULL_MARGIN) either way.
#[inline(always)]
pub fn full_value<L: Simulator>(l: L, piece: [u64; 4], stage_class: u8) -> i16 {
    l.vectorize(Settle { piece, stage_class })
}

struct Settle {
    piece: [u64; 4],
    stage_class: u8,
}

impl Kernel for Settle {
    type Output = i16;

    #[inline(always)]
    fn run<L: Simulator>(self, l: L) -> i16 {
        let weights = &SPREAD_WEIGHTS[usize::from(self.stage_class & 7)];
        let (octets, lines) = cells_in_octets(l, &view_of_both(self.piece));
        let mut sum = l.nothing();
        let mut add = |octet, terms: [usize; 2]| {
            sum = l.with_octet(sum, octet, terms.map(|term| &weights[term]));
        };
        add(octets.rider, const { octet_terms(ReportLine::Rider) });
        add(octets.queen, const { octet_terms(ReportLine::Queen) });
        add(octets.knight, const { octet_terms(ReportLine::Knight) });
        add(octets.pressure, const { octet_terms(ReportLine::Pressure) });
        for_each_pair!(FIRST, SECOND => {
            let planes = [lines[FIRST.cycle][FIRST.line], lines[SECOND.cycle][SECOND.line]];
            sum = l.with_planes(sum, planes, [&weights[FIRST.term], &weights[SECOND.term]]);
        });
        const { assert!(SINGLE_TERMS.len() == 21) };
        const LAST: SingleTerm = SINGLE_TERMS[20];
        let last = lines[LAST.cycle][LAST.line];
        let sum = l.total(l.with_planes(sum, [last; 2], [&weights[LAST.term], &[0; 8]]));
        clamp(l, lanes::Word(sum as u16)).0 as i16
    }
}

/// [`FULL_WEIGHT`] with each word eight times, as a vector register takes it.
static SPREAD_WEIGHTS: [[[i16; 8]; FULL_TERMS]; STAGES] = {
    let mut weights = [[[0; 8]; FULL_TERMS]; STAGES];
    let mut class = 0;
    while class < STAGES {
        let mut term = 0;
        while term < FULL_TERMS {
            weights[class][term] = [full_weight(term, class); 8];
            term += 1;
        }
        class += 1;
    }
    weights
};

/// A term that is reported in one cycle.
#[derive(Clone, Copy)]
struct SingleTerm {
    term: usize,
    line: usize,
    cycle: usize,
}

/// The terms that are reported in one cycle.
const SINGLE_TERMS: [SingleTerm; single_terms()] = {
    let mut terms = [SingleTerm {
        term: 0,
        line: 0,
        cycle: 0,
    }; single_terms()];
    let (mut term, mut place) = (0, 0);
    while term < FULL_TERMS {
        let cycles = full_term(term).cycles;
        if cycles.count_ones() == 1 {
            terms[place] = SingleTerm {
                term,
                line: full_term(term).line as usize,
                cycle: cycles.trailing_zeros() as usize,
            };
            place += 1;
        }
        term += 1;
    }
    terms
};

const fn single_terms() -> usize {
    let (mut term, mut count) = (0, 0);
    while term < FULL_TERMS {
        count += (full_term(term).cycles.count_ones() == 1) as usize;
        term += 1;
    }
    count
}

/// The terms of a line that is reported in every cycle: of its straight cycles, of its diagonal
/// ones.
const fn octet_terms(line: ReportLine) -> [usize; 2] {
    match (full_slot(line as usize, 0), full_slot(line as usize, 1)) {
        (Some(straight), Some(diagonal)) => [straight, diagonal],
        _ => panic!("the line has terms in every cycle"),
    }
}

/// Every term of the same value, in the order of [`TERMS`]. Their totals add up to it unless it is
/// clamped.
pub fn full_terms(piece: [u64; 4], stage_class: u8) -> [FullTerm; FULL_TERMS] {
    let [white, black] = views(Lanes, piece.map(lanes::Plane));
    let (white, black) = (cells(Lanes, &white), cells(Lanes, &black));
    let none = [[lanes::Plane(0); roms::full::LINES]; CYCLES];
    let mut count = [[0; 2]; FULL_TERMS];
    for_each_term!(T => {
        count[T] = [balance::<Lanes, T>(Lanes, &white, &none), balance::<Lanes, T>(Lanes, &black, &none)];
    });
    std::array::from_fn(|term| {
        let weight = FULL_WEIGHT[usize::from(stage_class & 7)][term];
        let [white, black] = count[term].map(|count| count * weight);
        let name = TERMS[term].name;
        FullTerm {
            name,
            weight,
            count: count[term],
            white,
            black,
            total: white - black,
        }
    })
}

/// White's count of a term less Black's, over all its cycles.
#[inline(always)]
fn balance<L: Simulator, const TERM: usize>(
    l: L,
    white: &[Lines<L>; CYCLES],
    black: &[Lines<L>; CYCLES],
) -> i16 {
    let count = match const { full_term(TERM).cycles.count_ones() } {
        1 => l.balance(reported::<L, TERM, 1>(white), reported::<L, TERM, 1>(black)),
        4 => l.balance(reported::<L, TERM, 4>(white), reported::<L, TERM, 4>(black)),
        _ => l.balance(reported::<L, TERM, 8>(white), reported::<L, TERM, 8>(black)),
    };
    count.0 as i16
}

/// Reports of a term in each of its cycles.
#[inline(always)]
fn reported<L: Simulator, const TERM: usize, const N: usize>(
    lines: &[Lines<L>; CYCLES],
) -> [lanes::Plane; N] {
    let cycles = const { cycles_of(TERM) };
    std::array::from_fn(|i| lines[cycles[i]][const { full_term(TERM).line as usize }])
}

/// The cycles a term is reported in, first to last.
const fn cycles_of(term: usize) -> [usize; CYCLES] {
    let mut out = [0; CYCLES];
    let (mut cycle, mut next) = (0, 0);
    while cycle < CYCLES {
        if full_term(term).cycles >> cycle & 1 == 1 {
            out[next] = cycle;
            next += 1;
        }
        cycle += 1;
    }
    out
}

/// Runs a block once for each term, its number a constant.
macro_rules! for_each_term {
    ($term:ident => $body:block) => {
        for_each_term!(@ $term $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25)
    };
    (@ $term:ident $body:block $($number:literal)*) => {
        const { assert!([$($number),*].len() == FULL_TERMS) };
        $({ const $term: usize = $number; $body })*
    };
}
use for_each_term;

/// Runs a block once for two terms each of those that are reported in one cycle, but for the last.
macro_rules! for_each_pair {
    ($first:ident, $second:ident => $body:block) => {
        for_each_pair!(@ $first $second $body 0 1 2 3 4 5 6 7 8 9)
    };
    (@ $first:ident $second:ident $body:block $($number:literal)*) => {
        $({
            const $first: SingleTerm = SINGLE_TERMS[2 * $number];
            const $second: SingleTerm = SINGLE_TERMS[2 * $number + 1];
            $body
        })*
    };
}
use for_each_pair;
