//! The full evaluator on lanes, as the rest of the machine runs it.
//!
//! The cells' eight cycles are settled one after the other; then each term's lines of all its cycles are counted
//! together and weighed once. That is the sum that eight runs of [`cycle`](super::cycle) gather in the register,
//! with the additions in another order; the tests hold the two against each other.

use logic::{Lanes, Logic, lanes};
use roms::full::{CYCLES, FULL_TERMS, FULL_WEIGHT, TERMS, full_term};

use super::cell::{Lines, cells};
use super::clamp;
use super::view::views;

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

/// The full value in centipawns, from White's side, of the piece registers (bit 0 of a plane is a1) at a
/// stage class of 0 to 7. Never beyond [`FULL_MARGIN`](roms::full::FULL_MARGIN) either way.
#[inline(never)]
pub fn full_value(piece: [u64; 4], stage_class: u8) -> i16 {
    let [p0, p1, p2, p3] = piece;
    let [white, black] =
        views(Lanes, [lanes::Plane(p0), lanes::Plane(p1), lanes::Plane(p2), lanes::Plane(p3)]);
    let (white, black) = (cells(Lanes, &white), cells(Lanes, &black));
    let weights = &FULL_WEIGHT[usize::from(stage_class & 7)];
    let mut sum = 0i16;
    for_each_term!(T => {
        sum = sum.wrapping_add(balance::<T>(&white, &black).wrapping_mul(weights[T]));
    });
    clamp(Lanes, lanes::Word(sum as u16)).0 as i16
}

/// Every term of the same value, in the order of [`TERMS`]. Their totals add up to it unless it is clamped.
pub fn full_terms(piece: [u64; 4], stage_class: u8) -> [FullTerm; FULL_TERMS] {
    let [white, black] = views(Lanes, piece.map(lanes::Plane));
    let (white, black) = (cells(Lanes, &white), cells(Lanes, &black));
    let none = [[lanes::Plane(0); roms::full::LINES]; CYCLES];
    let mut count = [[0; 2]; FULL_TERMS];
    for_each_term!(T => {
        count[T] = [balance::<T>(&white, &none), balance::<T>(&black, &none)];
    });
    std::array::from_fn(|term| {
        let weight = FULL_WEIGHT[usize::from(stage_class & 7)][term];
        let [white, black] = count[term].map(|count| count * weight);
        let name = TERMS[term].name;
        FullTerm { name, weight, count: count[term], white, black, total: white - black }
    })
}

/// White's count of a term less Black's, over all its cycles.
#[inline(always)]
fn balance<const TERM: usize>(white: &[Lines<Lanes>; CYCLES], black: &[Lines<Lanes>; CYCLES]) -> i16 {
    let count = match const { full_term(TERM).cycles.count_ones() } {
        1 => Lanes.balance(reported::<TERM, 1>(white), reported::<TERM, 1>(black)),
        4 => Lanes.balance(reported::<TERM, 4>(white), reported::<TERM, 4>(black)),
        _ => Lanes.balance(reported::<TERM, 8>(white), reported::<TERM, 8>(black)),
    };
    count.0 as i16
}

/// Reports of a term in each of its cycles.
#[inline(always)]
fn reported<const TERM: usize, const N: usize>(lines: &[Lines<Lanes>; CYCLES]) -> [lanes::Plane; N] {
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
