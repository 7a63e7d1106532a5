//! The eight symmetries of the board, for squares and for sets of squares.
//!
//! A transform has three bits: 1 mirrors the files, 2 mirrors the ranks, 4 then exchanges files and
//! ranks.

use shakmaty::Square;

/// One of the eight symmetries, 0 to 7; 0 is the identity.
pub(crate) type Transform = u8;
pub(crate) const MIRROR: Transform = 1;
/// Reflection in the long diagonal a1-h8.
pub(crate) const DIAGONAL: Transform = 4;

pub(crate) const fn map(t: Transform, square: u8) -> u8 {
    let mut s = square;
    if t & 1 != 0 {
        s ^= 7;
    }
    if t & 2 != 0 {
        s ^= 56;
    }
    if t & 4 != 0 {
        s = (s >> 3) | ((s & 7) << 3);
    }
    s
}

pub(crate) static MAP: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        table[i / 64][i % 64] = map((i / 64) as u8, (i % 64) as u8);
        i += 1;
    }
    table
};

/// The transform that undoes `t`.
pub(crate) const fn inverse(t: Transform) -> Transform {
    if t & 4 == 0 {
        t
    } else {
        4 | (t & 1) << 1 | (t & 2) >> 1
    }
}

#[inline(always)]
pub(crate) fn pull(t: Transform, set: u64) -> u64 {
    let mut w = set;
    if t & 4 != 0 {
        w = transpose(w);
    }
    match t & 3 {
        0 => w,
        1 => w.reverse_bits().swap_bytes(),
        2 => w.swap_bytes(),
        _ => w.reverse_bits(),
    }
}

#[inline(always)]
fn transpose(set: u64) -> u64 {
    let mut x = set;
    let mut t = 0x0f0f_0f0f_0000_0000 & (x ^ (x << 28));
    x ^= t ^ (t >> 28);
    t = 0x3333_0000_3333_0000 & (x ^ (x << 14));
    x ^= t ^ (t >> 14);
    t = 0x5500_5500_5500_5500 & (x ^ (x << 7));
    x ^ t ^ (t >> 7)
}

pub(crate) const fn in_triangle(square: u8) -> bool {
    let (file, rank) = (square & 7, square >> 3);
    file < 4 && rank <= file
}

pub(crate) const fn on_diagonal(square: u8) -> bool {
    square & 7 == square >> 3
}

/// The first transform that brings `square` into the triangle.
pub(crate) const fn to_triangle(square: u8) -> Transform {
    let mut t = 0;
    while !in_triangle(map(t, square)) {
        t += 1;
    }
    t
}

pub(crate) fn square(s: u8) -> Square {
    Square::new(u32::from(s))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pull_any_set_agrees_with_map() {
        let set = 0x8001_2040_1234_9876;
        for (t, s) in (0..8).flat_map(|t| (0..64).map(move |s| (t, s))) {
            assert_eq!(
                pull(t, set) >> s & 1,
                set >> map(t, s) & 1,
                "transform {t} square {s}"
            );
        }
    }

    #[test]
    fn inverse_of_each_transform_undoes_it() {
        for (t, s) in (0..8).flat_map(|t| (0..64).map(move |s| (t, s))) {
            assert_eq!(map(inverse(t), map(t, s)), s, "transform {t} square {s}");
        }
    }

    #[test]
    fn triangle_ten_squares_represent_all() {
        assert_eq!((0..64).filter(|&s| in_triangle(s)).count(), 10);
        assert!((0..64).all(|s| in_triangle(map(to_triangle(s), s))));
    }
}
