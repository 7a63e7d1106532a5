//! Wiring that the RTL's parts share: switches, small numbers, comparisons with constants.

use logic::{Logic, Signal, select};

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

/// Signals joined two by two, as few gates deep as can be.
fn tree<S: Copy>(signals: &[S], gate: fn(S, S) -> S) -> S {
    match signals {
        [] => panic!("no signals to join"),
        [signal] => *signal,
        _ => {
            let (low, high) = signals.split_at(signals.len() / 2);
            gate(tree(low, gate), tree(high, gate))
        }
    }
}

/// [`pick`] for separate wires.
pub(super) fn pick_wires<W, const N: usize>(choices: &[(W, [W; N])]) -> [W; N]
where
    W: Signal<W>,
{
    std::array::from_fn(|bit| pick(choices.iter().map(|&(when, wires)| (when, wires[bit]))))
}

/// Separate wires switched.
pub(super) fn select_wires<W, const N: usize>(when: W, then: [W; N], otherwise: [W; N]) -> [W; N]
where
    W: Signal<W>,
{
    std::array::from_fn(|bit| select(when, then[bit], otherwise[bit]))
}

/// The OR of any number of wires.
pub(super) fn any<W: Signal<W>>(wires: impl IntoIterator<Item = W>) -> W {
    tree(&wires.into_iter().collect::<Vec<_>>(), |one, other| {
        one | other
    })
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

/// A number of fewer than sixty-four wires as a plane, the rest low.
pub(super) fn plane<L: Logic>(l: L, wires: &[L::Wire]) -> L::Plane {
    l.join_plane(std::array::from_fn(|bit| {
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
    let agree = |bit: usize| {
        if number >> bit & 1 != 0 {
            wires[bit]
        } else {
            !wires[bit]
        }
    };
    tree(&std::array::from_fn::<_, N, _>(agree), |one, other| {
        one & other
    })
}

/// Separate wires as a number, one more while `when` is high; what is carried out is lost.
pub(super) fn incremented<W: Signal<W>, const N: usize>(when: W, wires: [W; N]) -> [W; N] {
    let mut carry = when;
    wires.map(|wire| {
        let sum = wire ^ carry;
        carry = carry & wire;
        sum
    })
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
