//! Wiring that the RTL's parts share: switches, small numbers, comparisons with constants.

pub(super) use logic::select_each as select_wires;
use logic::{Logic, Signal, tree};

/// The OR of signals, each while its wire is high: the driver of a bus.
pub(super) fn pick<W, S>(choices: impl IntoIterator<Item = (W, S)>) -> S
where
    W: Signal<W>,
    S: Signal<W>,
{
    let driven: Vec<S> = choices
        .into_iter()
        .map(|(when, signal)| signal & S::spread(when))
        .collect();
    tree(&driven, |one, other| one | other)
}

/// [`pick`] for separate wires.
pub(super) fn pick_wires<W, const N: usize>(choices: &[(W, [W; N])]) -> [W; N]
where
    W: Signal<W>,
{
    let driven: Vec<[W; N]> = choices
        .iter()
        .map(|&(when, wires)| W::and_each(wires, [when; N]))
        .collect();
    tree(&driven, W::or_each)
}

/// The OR of any number of wires.
pub(super) fn any<W: Signal<W>>(wires: impl IntoIterator<Item = W>) -> W {
    let wires: Vec<W> = wires.into_iter().collect();
    W::any_of(&wires)
}

/// The wires of a bundle.
pub(super) fn bits<W: Signal<W>, S: Signal<W>, const N: usize>(signal: S) -> [W; N] {
    std::array::from_fn(|bit| signal.bit(bit))
}

/// A number of fewer than sixteen wires as a word, the rest low.
pub(super) fn word<L: Logic>(l: L, wires: &[L::Wire]) -> L::Word {
    l.join_word(std::array::from_fn(|bit| {
        wires.get(bit).copied().unwrap_or(l.wire(false))
    }))
}

/// At most six wires as an address, the rest low.
pub(super) fn address<L: Logic>(l: L, wires: &[L::Wire]) -> L::Address {
    l.join_address(std::array::from_fn(|bit| {
        wires.get(bit).copied().unwrap_or(l.wire(false))
    }))
}

/// Two bundles of wires side by side, the first lowest.
pub(super) fn concat<W: Copy, const A: usize, const B: usize, const N: usize>(
    low: [W; A],
    high: [W; B],
) -> [W; N] {
    const { assert!(A + B == N) };
    std::array::from_fn(|bit| if bit < A { low[bit] } else { high[bit - A] })
}

/// Wires tied to the bits of a number.
pub(super) fn constant_wires<L: Logic, const N: usize>(l: L, number: usize) -> [L::Wire; N] {
    std::array::from_fn(|bit| l.wire(number >> bit & 1 != 0))
}

/// Whether separate wires carry a number.
pub(super) fn equals<W: Signal<W>, const N: usize>(wires: [W; N], number: usize) -> W {
    W::equals(wires, number)
}

/// Separate wires as a number, one more while `when` is high; what is carried out is lost.
pub(super) fn incremented<W: Signal<W>, const N: usize>(when: W, wires: [W; N]) -> [W; N] {
    W::increment(wires, when)
}

/// A ROM of gates: at each place, the squares of the decoded address whose word has that bit.
pub(super) fn rom<L: Logic, const N: usize>(
    l: L,
    selected: L::Plane,
    words: &[u64],
) -> [L::Wire; N] {
    std::array::from_fn(|bit| {
        let high = words
            .iter()
            .enumerate()
            .map(|(at, word)| (word >> bit & 1) << at)
            .sum();
        (selected & l.plane(high)).any()
    })
}
