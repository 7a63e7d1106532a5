//! Sides: a circuit of the squares settled for White and for Black at once.
//!
//! The first plane of a pair is White's. The second is Black's with the board flipped, as Black
//! sees it, so that the same circuit serves both.

use super::arrivals;
use super::pair::Pair;
use crate::octet::{self, Merge};
use crate::{Signal, SquareLogic};

/// The back end that settles both sides. It has no state.
#[derive(Clone, Copy, Debug)]
pub struct Sides;

/// Rays or jumps of both sides in eight directions, in the order of an [octet](crate::octet).
pub(super) type SideOctet = [Pair; 8];

impl Signal<Pair> for Pair {
    #[inline(always)]
    fn spread(wire: Pair) -> Pair {
        wire
    }

    /// A wire of a side is all wires of its plane.
    #[inline(always)]
    fn any(self) -> Pair {
        Pair::any(self)
    }

    #[inline(always)]
    fn bit(self, index: usize) -> Pair {
        Pair::any(self & Pair::both(1 << index))
    }

    #[inline(always)]
    fn named(self, _: &'static str) -> Pair {
        self
    }
}

impl Merge<Pair> for Pair {
    #[inline(always)]
    fn plane(self) -> Pair {
        self
    }

    #[inline(always)]
    fn named(self, _: &'static str) -> Pair {
        self
    }
}

/// Both planes shifted `times` steps, towards h8 if a step leads there, else towards a1.
#[inline(always)]
fn shift<const DX: i32, const DY: i32>(pair: Pair, times: i32) -> Pair {
    let offset = (8 * DY + DX) * times;
    if offset >= 0 {
        pair.up(offset as u32)
    } else {
        pair.down(-offset as u32)
    }
}

/// The wires on files where one that has moved `dx` files can arrive.
#[inline(always)]
fn arriving(pair: Pair, dx: i32) -> Pair {
    if dx == 0 {
        pair
    } else {
        pair & Pair::both(arrivals(dx))
    }
}

impl SquareLogic for Sides {
    type Wire = Pair;
    type Plane = Pair;
    type Merge = Pair;

    #[inline(always)]
    fn plane(self, mask: u64) -> Pair {
        Pair::both(mask)
    }

    #[inline(always)]
    fn neighbor<const DX: i32, const DY: i32>(self, plane: Pair) -> Pair {
        arriving(shift::<DX, DY>(plane, 1), DX)
    }

    /// As [`Lanes`](super::Lanes) settles one.
    #[inline(always)]
    fn ray<const DX: i32, const DY: i32>(self, source: Pair, pass: Pair) -> Pair {
        if DX == 1 && DY == 0 {
            let generate = arriving(source, -1);
            let propagate = arriving(pass, -1) | generate;
            return generate ^ propagate ^ generate.plus(propagate);
        }
        let mut out = source;
        let mut through = arriving(pass, DX);
        out = out | (through & shift::<DX, DY>(out, 1));
        through = through & shift::<DX, DY>(through, 1);
        out = out | (through & shift::<DX, DY>(out, 2));
        through = through & shift::<DX, DY>(through, 2);
        out = out | (through & shift::<DX, DY>(out, 4));
        arriving(shift::<DX, DY>(out, 1), DX)
    }

    #[inline(always)]
    fn around(self, plane: Pair) -> Pair {
        super::around(self, plane)
    }

    #[inline(always)]
    fn enter(self, _: &'static str) {}

    #[inline(always)]
    fn leave(self) {}
}

impl Sides {
    /// [`Simulator::side_rays`](super::Simulator::side_rays), pair by pair.
    #[inline(always)]
    pub(super) fn rays(self, straight: Pair, diagonal: Pair, pass: Pair) -> SideOctet {
        octet::rays(self, straight, diagonal, pass, [""; 8])
    }

    /// [`Simulator::side_jumps`](super::Simulator::side_jumps), pair by pair.
    #[inline(always)]
    pub(super) fn jumps(self, plane: Pair) -> SideOctet {
        octet::jumps(self, plane)
    }
}

/// The part of `impl Simulator` of the back ends that settle both sides pair by pair.
macro_rules! paired_sides {
    () => {
        type SideOctet = $crate::lanes::sides::SideOctet;

        #[inline(always)]
        fn side_rays(
            self,
            straight: $crate::lanes::Pair,
            diagonal: $crate::lanes::Pair,
            pass: $crate::lanes::Pair,
        ) -> Self::SideOctet {
            $crate::Sides.rays(straight, diagonal, pass)
        }

        #[inline(always)]
        fn side_jumps(self, plane: $crate::lanes::Pair) -> Self::SideOctet {
            $crate::Sides.jumps(plane)
        }

        #[inline(always)]
        fn north_and_south(
            self,
            [north, _, south, ..]: Self::SideOctet,
        ) -> [$crate::lanes::Pair; 2] {
            [north, south]
        }

        #[inline(always)]
        fn masked(self, octet: Self::SideOctet, plane: $crate::lanes::Pair) -> Self::SideOctet {
            octet.map(|each| each & plane)
        }

        #[inline(always)]
        fn either(self, a: Self::SideOctet, b: Self::SideOctet) -> Self::SideOctet {
            std::array::from_fn(|i| a[i] | b[i])
        }

        type Sum = $crate::lanes::pair::WeighedSum;

        #[inline(always)]
        fn nothing(self) -> Self::Sum {
            Self::Sum::zero()
        }

        #[inline(always)]
        fn with_octet(
            self,
            sum: Self::Sum,
            [a, b, c, d, e, f, g, h]: Self::SideOctet,
            [straight, diagonal]: [&$crate::lanes::Weight; 2],
        ) -> Self::Sum {
            sum.with([a, b, c, d], straight)
                .with([e, f, g, h], diagonal)
        }

        #[inline(always)]
        fn with_planes(
            self,
            sum: Self::Sum,
            [first, second]: [$crate::lanes::Pair; 2],
            weights: [&$crate::lanes::Weight; 2],
        ) -> Self::Sum {
            sum.with([first], weights[0]).with([second], weights[1])
        }

        #[inline(always)]
        fn total(self, sum: Self::Sum) -> i16 {
            sum.value()
        }
    };
}
