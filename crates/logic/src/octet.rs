//! Octets: eight planes, one for each direction of a ray, a step or a knight's jump.
//!
//! A vector register holds several planes, so a circuit hands all directions over at once. The
//! order: north, east, south, west, then north-east and on clockwise; the jumps that begin at each
//! direction and turn to the right, likewise.

use std::ops::BitOr;

use crate::{Signal, SquareLogic};

/// The OR of planes `P`, wire by wire. A back end may settle it only when it is read.
pub trait Merge<P>: Copy + BitOr<Output = Self> {
    /// The settled plane.
    fn plane(self) -> P;

    /// Gives the OR a name within the current scope and returns it. Costs no gate.
    fn named(self, name: &'static str) -> Self;
}

/// [`Logic::rays`](crate::Logic::rays), ray by ray.
#[inline(always)]
pub(crate) fn rays<L: SquareLogic>(
    l: L,
    straight: L::Plane,
    diagonal: L::Plane,
    pass: L::Plane,
    names: [&'static str; 8],
) -> [L::Plane; 8] {
    [
        l.ray::<0, 1>(straight, pass).named(names[0]),
        l.ray::<1, 0>(straight, pass).named(names[1]),
        l.ray::<0, -1>(straight, pass).named(names[2]),
        l.ray::<-1, 0>(straight, pass).named(names[3]),
        l.ray::<1, 1>(diagonal, pass).named(names[4]),
        l.ray::<1, -1>(diagonal, pass).named(names[5]),
        l.ray::<-1, -1>(diagonal, pass).named(names[6]),
        l.ray::<-1, 1>(diagonal, pass).named(names[7]),
    ]
}

/// A plane led to the neighbors, in an octet's order; built clockwise from the north.
#[inline(always)]
pub(crate) fn steps<L: SquareLogic>(l: L, plane: L::Plane) -> [L::Plane; 8] {
    straight_first([
        l.neighbor::<0, 1>(plane),
        l.neighbor::<1, 1>(plane),
        l.neighbor::<1, 0>(plane),
        l.neighbor::<1, -1>(plane),
        l.neighbor::<0, -1>(plane),
        l.neighbor::<-1, -1>(plane),
        l.neighbor::<-1, 0>(plane),
        l.neighbor::<-1, 1>(plane),
    ])
}

/// A plane led a knight's jump away, in an octet's order; built clockwise from the north.
#[inline(always)]
pub(crate) fn jumps<L: SquareLogic>(l: L, plane: L::Plane) -> [L::Plane; 8] {
    straight_first([
        l.neighbor::<1, 2>(plane),
        l.neighbor::<2, 1>(plane),
        l.neighbor::<2, -1>(plane),
        l.neighbor::<1, -2>(plane),
        l.neighbor::<-1, -2>(plane),
        l.neighbor::<-2, -1>(plane),
        l.neighbor::<-2, 1>(plane),
        l.neighbor::<-1, 2>(plane),
    ])
}

#[inline(always)]
fn straight_first<P>([n, ne, e, se, s, sw, w, nw]: [P; 8]) -> [P; 8] {
    [n, e, s, w, ne, se, sw, nw]
}

/// [`Logic::straight`](crate::Logic::straight) as a tree.
#[inline(always)]
pub(crate) fn straight<P: BitOr<Output = P>>([n, e, s, w, ..]: [P; 8]) -> P {
    (n | e) | (s | w)
}

/// [`Logic::diagonal`](crate::Logic::diagonal) as a tree.
#[inline(always)]
pub(crate) fn diagonal<P: BitOr<Output = P>>([.., ne, se, sw, nw]: [P; 8]) -> P {
    (ne | se) | (sw | nw)
}

/// [`Logic::merge`](crate::Logic::merge) as a tree, clockwise.
#[inline(always)]
pub(crate) fn merge<P: BitOr<Output = P>>([n, e, s, w, ne, se, sw, nw]: [P; 8]) -> P {
    ((n | ne) | (e | se)) | ((s | sw) | (w | nw))
}
