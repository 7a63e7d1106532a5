//! Lanes: the back end that simulates. Gate *g* of all 64 squares is one operation on a `u64`.
//!
//! Everything here is inlined into the circuit and the compiler sees one straight line of integer code.
//! Where many gates settle into one machine operation it is used (an OR of 64 is a comparison with zero, a
//! carry chain is an addition, a ray is three doublings): what counts is the settled value of each output,
//! and the tests hold these against [`netlist`](crate::netlist), gate by gate.

mod count;

use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::{Logic, Signal};

/// The simulating back end. It has no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes;

/// One wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wire(pub bool);

/// Six wires: the number of a square, 0 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(pub u8);

/// Sixteen wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(pub u16);

/// Sixty-four wires: bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane(pub u64);

const SQUARE: u8 = 63;

macro_rules! signal {
    ($name:ident, $all:expr, $spread:expr, $any:expr, $bit:expr) => {
        impl BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl BitXor for $name {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }
        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(self.0 ^ $all)
            }
        }
        impl Signal<Wire> for $name {
            #[inline(always)]
            fn spread(wire: Wire) -> Self {
                Self($spread(wire.0))
            }
            #[inline(always)]
            fn any(self) -> Wire {
                Wire($any(self.0))
            }
            #[inline(always)]
            fn bit(self, index: usize) -> Wire {
                Wire($bit(self.0, index))
            }
            #[inline(always)]
            fn named(self, _: &'static str) -> Self {
                self
            }
        }
    };
}

signal!(Wire, true, |w| w, |v| v, |v, i| {
    assert!(i == 0);
    v
});
signal!(Address, SQUARE, |w| if w { SQUARE } else { 0 }, |v| v != 0, |v, i| {
    assert!(i < 6);
    v >> i & 1 != 0
});
signal!(Word, u16::MAX, |w| (w as u16).wrapping_neg(), |v| v != 0, |v, i| v >> i & 1 != 0);
signal!(Plane, u64::MAX, |w| (w as u64).wrapping_neg(), |v| v != 0, |v, i| v >> i & 1 != 0);

/// The files in which a signal that has moved `dx` files can arrive.
const fn arrivals(dx: i32) -> u64 {
    let mut mask = 0;
    let mut file = 0;
    while file < 8 {
        if 0 <= file - dx && file - dx < 8 {
            mask |= 0x0101_0101_0101_0101 << file;
        }
        file += 1;
    }
    mask
}

/// A shift towards h8 if `OFFSET` times `times` is positive, else towards a1.
#[inline(always)]
const fn shift<const DX: i32, const DY: i32>(plane: u64, times: i32) -> u64 {
    let offset = (8 * DY + DX) * times;
    if offset >= 0 { plane << offset } else { plane >> -offset }
}

impl Logic for Lanes {
    type Wire = Wire;
    type Address = Address;
    type Word = Word;
    type Plane = Plane;

    #[inline(always)]
    fn wire(self, level: bool) -> Wire {
        Wire(level)
    }

    #[inline(always)]
    fn address(self, square: u8) -> Address {
        Address(square & SQUARE)
    }

    #[inline(always)]
    fn word(self, value: u16) -> Word {
        Word(value)
    }

    #[inline(always)]
    fn plane(self, mask: u64) -> Plane {
        Plane(mask)
    }

    #[inline(always)]
    fn join_address(self, wires: [Wire; 6]) -> Address {
        let [a, b, c, d, e, f] = wires.map(|wire| wire.0 as u8);
        Address(a | b << 1 | c << 2 | d << 3 | e << 4 | f << 5)
    }

    #[inline(always)]
    fn join_word(self, wires: [Wire; 16]) -> Word {
        let mut value = 0;
        for (place, wire) in wires.into_iter().enumerate() {
            value |= (wire.0 as u16) << place;
        }
        Word(value)
    }

    #[inline(always)]
    fn join_plane(self, wires: [Wire; 64]) -> Plane {
        let mut value = 0;
        for (square, wire) in wires.into_iter().enumerate() {
            value |= (wire.0 as u64) << square;
        }
        Plane(value)
    }

    #[inline(always)]
    fn neighbor<const DX: i32, const DY: i32>(self, plane: Plane) -> Plane {
        Plane(shift::<DX, DY>(plane.0, 1) & const { arrivals(DX) })
    }

    #[inline(always)]
    fn ray<const DX: i32, const DY: i32>(self, source: Plane, pass: Plane) -> Plane {
        if DX == 1 && DY == 0 {
            // Towards the higher bit the chain is the carry chain of an addition, cut at the h file.
            let generate = source.0 & const { arrivals(-1) };
            let propagate = (pass.0 & const { arrivals(-1) }) | generate;
            let sum = generate.wrapping_add(propagate);
            return Plane(generate ^ propagate ^ sum);
        }
        // Parallel prefix: after three doublings `out` has travelled up to seven squares.
        let mut out = source.0;
        let mut through = pass.0 & const { arrivals(DX) };
        out |= through & shift::<DX, DY>(out, 1);
        through &= shift::<DX, DY>(through, 1);
        out |= through & shift::<DX, DY>(out, 2);
        through &= shift::<DX, DY>(through, 2);
        out |= through & shift::<DX, DY>(out, 4);
        self.neighbor::<DX, DY>(Plane(out))
    }

    #[inline(always)]
    fn decode(self, address: Address) -> Plane {
        Plane(1 << (address.0 & SQUARE))
    }

    #[inline(always)]
    fn lowest<const N: usize>(self, planes: [Plane; N], open: [Wire; N]) -> Address {
        let through = (0..N).fold(0, |through, i| through | (planes[i] & Plane::spread(open[i])).0);
        Address(through.trailing_zeros() as u8 & SQUARE)
    }

    #[inline(always)]
    fn carry(self, generate: Word, propagate: Word, carry_in: Wire) -> (Word, Wire) {
        let (a, b) = ((generate.0 | propagate.0) as u32, generate.0 as u32);
        let sum = a + b + carry_in.0 as u32;
        (Word((a ^ b ^ sum) as u16), Wire(sum >> 16 != 0))
    }

    #[inline(always)]
    fn turned(self, plane: Plane) -> Plane {
        Plane(plane.0.swap_bytes())
    }

    #[inline(always)]
    fn balance<const N: usize>(self, more: [Plane; N], less: [Plane; N]) -> Word {
        Word(count::balance(more, less))
    }

    #[inline(always)]
    fn multiply(self, number: Word, by: Word) -> Word {
        Word(number.0.wrapping_mul(by.0))
    }

    #[inline(always)]
    fn enter(self, _: &'static str) {}

    #[inline(always)]
    fn leave(self) {}
}
