//! SIMD128, WebAssembly's vectors: the planes of an octet two by two.
//!
//! Both places of a register shift by the same count. So a direction that leads up shares one with
//! its mirror image, which stands upside down there and leads up as well. East and west have no
//! such partner and are settled alone.

use std::ops::BitOr;

use super::pair::Pair;
use super::{
    Address, Kernel, Plane, SQUARE, Simulator, Wire, Word, arrivals, count_balance, flipped, shift,
};
use crate::octet::Merge;
use crate::{Lanes, Logic, SquareLogic};

/// The simulating back end for WebAssembly with SIMD128. Other processors run it for tests, two
/// integers in place of a register.
#[derive(Clone, Copy, Debug)]
pub struct Simd128(());

/// Eight planes.
#[derive(Clone, Copy, Debug)]
pub struct Octet {
    /// North, and south flipped.
    vertical: Pair,
    /// North-east, and south-east flipped.
    right: Pair,
    /// North-west, and south-west flipped.
    left: Pair,
    east: Plane,
    west: Plane,
}

/// The OR of two planes, the second of them flipped, and a third.
#[derive(Clone, Copy, Debug)]
pub struct Three {
    pair: Pair,
    plane: Plane,
}

impl Three {
    #[inline(always)]
    fn of_plane(plane: Plane) -> Three {
        Three {
            pair: Pair::both(0),
            plane,
        }
    }
}

/// Both planes led `DX` files to the right and `DY` ranks up, `DY` being above 0.
#[inline(always)]
fn moved<const DX: i32, const DY: i32>(pair: Pair) -> Pair {
    on_files::<DX>(pair.up(const { (8 * DY + DX) as u32 }))
}

/// The files in which a signal that has moved `DX` files can arrive.
#[inline(always)]
fn on_files<const DX: i32>(pair: Pair) -> Pair {
    if DX == 0 {
        pair
    } else {
        pair & Pair::both(const { arrivals(DX) })
    }
}

/// Two rays up the board by parallel prefix, as [`Lanes`] settles one.
#[inline(always)]
fn rays<const DX: i32>(source: Pair, pass: Pair) -> Pair {
    let step = const { (8 + DX) as u32 };
    let mut out = source;
    let mut through = on_files::<DX>(pass);
    out = out | through & out.up(step);
    through = through & through.up(step);
    out = out | through & out.up(2 * step);
    through = through & through.up(2 * step);
    out = out | through & out.up(4 * step);
    moved::<DX, 1>(out)
}

impl SquareLogic for Simd128 {
    type Merge = Three;

    single_squares!();

    #[inline(always)]
    fn around(self, plane: Plane) -> Three {
        Three::of_plane(Lanes.around(plane))
    }
}

impl Logic for Simd128 {
    type Octet = Octet;

    single_planes!();

    #[inline(always)]
    fn balance<const N: usize>(self, more: [Plane; N], less: [Plane; N]) -> Word {
        count_balance(more, less)
    }

    #[inline(always)]
    fn rays(
        self,
        straight: Plane,
        diagonal: Plane,
        pass: Plane,
        _single: Wire,
        _: [&'static str; 8],
    ) -> Octet {
        let passes = Pair::with_flipped(pass.0);
        let (straights, diagonals) = (
            Pair::with_flipped(straight.0),
            Pair::with_flipped(diagonal.0),
        );
        Octet {
            vertical: rays::<0>(straights, passes),
            right: rays::<1>(diagonals, passes),
            left: rays::<-1>(diagonals, passes),
            east: self.ray::<1, 0>(straight, pass),
            west: self.ray::<-1, 0>(straight, pass),
        }
    }

    #[inline(always)]
    fn jumped(self, plane: Plane) -> Three {
        Three::of_plane(Lanes.jumped(plane))
    }

    #[inline(always)]
    fn straight(self, octet: Octet) -> Three {
        Three {
            pair: octet.vertical,
            plane: octet.east | octet.west,
        }
    }

    #[inline(always)]
    fn diagonal(self, octet: Octet) -> Three {
        Three {
            pair: octet.right | octet.left,
            plane: Plane(0),
        }
    }

    #[inline(always)]
    fn merge(self, octet: Octet) -> Three {
        self.straight(octet) | self.diagonal(octet)
    }
}

impl Simulator for Simd128 {
    const NAME: &'static str = "SIMD128";

    paired_sides!();

    #[inline(always)]
    fn detect() -> Option<Simd128> {
        Some(Simd128(()))
    }

    #[inline(never)]
    fn vectorize<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

impl BitOr for Three {
    type Output = Three;

    #[inline(always)]
    fn bitor(self, other: Three) -> Three {
        Three {
            pair: self.pair | other.pair,
            plane: self.plane | other.plane,
        }
    }
}

impl Merge<Plane> for Three {
    #[inline(always)]
    fn plane(self) -> Plane {
        Plane(self.pair.first() | self.pair.second_flipped()) | self.plane
    }

    #[inline(always)]
    fn named(self, _: &'static str) -> Three {
        self
    }
}
