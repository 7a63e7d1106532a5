//! Thompson's unmoves for whole sets at once: all positions with a move into a given set.
//!
//! Along a line of squares, a piece on square `a`, next to `b`, reaches the set if the set holds it on `b`, or if
//! nothing stands on `b` and it reaches the set from there. So one pass over a line, from its far end, answers for
//! all its squares, and for all 64 squares of the black king. The sets hold legal positions only, so moves into check
//! never count, and no line continues through an occupied square.
//!
//! The rows of one piece's 64 squares lie scattered: they are gathered for several placements of the other pieces,
//! treated together, and the results scattered back.

use std::sync::LazyLock;

use shakmaty::attacks::knight_attacks;
use shakmaty::{Color, Role};

use crate::build::layout::{Digit, Layout};
use crate::file::storage::LargeArray;
use crate::index::like_pieces::Column;
use crate::index::numbering::Slice;
use crate::index::symmetry::{pull, square};

/// Placements of the other pieces treated together.
const LANES: usize = 16;

/// A set of positions: for each plane its rows, or no rows if the plane is not held.
pub(crate) type Set = Vec<LargeArray<u64>>;

/// The lines of the board in both directions, each listed from its far end; and the knight's moves.
struct Lines {
    orthogonal: Vec<Vec<usize>>,
    diagonal: Vec<Vec<usize>>,
    knight: Vec<Vec<usize>>,
}

static LINES: LazyLock<Lines> = LazyLock::new(|| Lines {
    orthogonal: lines(&[(1, 0), (-1, 0), (0, 1), (0, -1)]),
    diagonal: lines(&[(1, 1), (-1, -1), (1, -1), (-1, 1)]),
    knight: (0..64).map(|s| knight_attacks(square(s)).into_iter().map(usize::from).collect()).collect(),
});

fn lines(directions: &[(i32, i32)]) -> Vec<Vec<usize>> {
    let on = |f: i32, r: i32| (0..8).contains(&f) && (0..8).contains(&r);
    let mut found = Vec::new();
    for &(df, dr) in directions {
        for s in 0..64 {
            let (mut f, mut r) = (s & 7, s >> 3);
            if on(f - df, r - dr) {
                continue;
            }
            let mut line = Vec::new();
            while on(f, r) {
                line.push((f + 8 * r) as usize);
                (f, r) = (f + df, r + dr);
            }
            if line.len() > 1 {
                found.push(line);
            }
        }
    }
    found
}

#[derive(Clone, Copy)]
pub(crate) struct Unmoves<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) slice: &'a Slice,
}

impl Unmoves<'_> {
    /// Overwrites `out`, the rows of one plane, with the positions from which `color` can move into `into`, without
    /// captures and pawn moves. Bits of illegal positions are undefined. Moves of the white king read the
    /// neighboring planes, all others the same plane.
    pub(crate) fn collect(&self, color: Color, into: &Set, plane: usize, out: &mut [u64]) {
        let here: &[u64] = &into[plane];
        match color {
            Color::White => self.white_king(into, plane, out),
            Color::Black => out.iter_mut().zip(here).for_each(|(o, &i)| *o = king_neighbors(i)),
        }
        let fixed = self.layout.fixed(self.slice, plane);
        for digit in self.layout.digits.iter().filter(|digit| digit.piece.color == color) {
            piece_unmoves(digit, fixed, here, out);
        }
    }

    fn white_king(&self, into: &Set, plane: usize, out: &mut [u64]) {
        out.fill(0);
        for step in &self.layout.king_steps[plane] {
            let from = || step.planes.iter().map(|p| &into[*p][..]);
            if step.transform == 0 {
                from().for_each(|from| out.iter_mut().zip(from).for_each(|(o, &i)| *o |= i));
                continue;
            }
            let images = self.layout.last_image(step.transform);
            let blocks = &self.layout.block_map[usize::from(step.transform)];
            for (out, &block) in out.chunks_exact_mut(images.len()).zip(blocks) {
                let first = images.len() * block as usize;
                for from in from().map(|from| &from[first..first + images.len()]) {
                    for (o, &image) in out.iter_mut().zip(images) {
                        *o |= pull(step.transform, from[image as usize]);
                    }
                }
            }
        }
    }
}

fn king_neighbors(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let sides = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    let flat = set | sides;
    sides | flat << 8 | flat >> 8
}

/// One piece's rows on its 64 squares, for `N` placements of the others.
struct Gathered<const N: usize> {
    into: [[u64; N]; 64],
    /// The black king's squares that leave a square free for the piece to pass.
    free: [[u64; N]; 64],
    out: [[u64; N]; 64],
}

/// Adds the unmoves of a group's pieces.
fn piece_unmoves(digit: &Digit, fixed: u64, into: &[u64], out: &mut [u64]) {
    let (stride, block) = (digit.stride, digit.size * digit.stride);
    if stride.is_multiple_of(LANES) {
        // The lanes are placements of the less significant digits.
        for (high, &outer) in digit.high.iter().enumerate() {
            let occupied = |first: usize| -> [u64; LANES] {
                std::array::from_fn(|lane| fixed | outer | digit.low[first + lane])
            };
            for column in digit.columns {
                for first in (0..stride).step_by(LANES) {
                    unmove_lanes::<LANES>(digit, column, high * block + first, 1, occupied(first), into, out);
                }
            }
        }
    } else if digit.high.len().is_multiple_of(LANES) {
        // The last digit: the lanes are placements of the more significant ones.
        for first in (0..digit.high.len()).step_by(LANES) {
            let occupied: [u64; LANES] = std::array::from_fn(|lane| fixed | digit.high[first + lane]);
            for column in digit.columns {
                unmove_lanes::<LANES>(digit, column, first * block, block, occupied, into, out);
            }
        }
    } else {
        // The only digit.
        for column in digit.columns {
            unmove_lanes::<1>(digit, column, 0, 1, [fixed], into, out);
        }
    }
}

/// Lane `i` stands for the rows from `first + i * step`.
#[inline(always)]
fn unmove_lanes<const N: usize>(
    digit: &Digit,
    column: &Column,
    first: usize,
    step: usize,
    occupied: [u64; N],
    into: &[u64],
    out: &mut [u64],
) {
    let mut gathered = Gathered { into: [[0; N]; 64], free: [[0; N]; 64], out: [[0; N]; 64] };
    let mut any = 0;
    for (to, &rank) in gathered.into.iter_mut().zip(&column.ranks) {
        if rank == Column::NONE {
            continue;
        }
        let at = first + rank as usize * digit.stride;
        if step == 1 {
            to.copy_from_slice(&into[at..at + N]);
        } else {
            to.iter_mut().zip(into[at..].iter().step_by(step)).for_each(|(to, &i)| *to = i);
        }
        any |= to.iter().fold(0, |any, i| any | i);
    }
    if any == 0 {
        return;
    }
    let role = digit.piece.role;
    if role == Role::Knight {
        gathered.leap();
    } else {
        gathered.find_free(occupied.map(|o| o | column.others));
        if matches!(role, Role::Queen | Role::Rook) {
            LINES.orthogonal.iter().for_each(|line| gathered.slide(line));
        }
        if matches!(role, Role::Queen | Role::Bishop) {
            LINES.diagonal.iter().for_each(|line| gathered.slide(line));
        }
    }
    for (from, &rank) in gathered.out.iter().zip(&column.ranks) {
        if rank == Column::NONE {
            continue;
        }
        let at = first + rank as usize * digit.stride;
        if step == 1 {
            out[at..at + N].iter_mut().zip(from).for_each(|(o, f)| *o |= f);
        } else {
            out[at..].iter_mut().step_by(step).zip(from).for_each(|(o, f)| *o |= f);
        }
    }
}

impl<const N: usize> Gathered<N> {
    #[inline(always)]
    fn find_free(&mut self, occupied: [u64; N]) {
        for (s, free) in self.free.iter_mut().enumerate() {
            for (free, occupied) in free.iter_mut().zip(&occupied) {
                *free = (occupied >> s & 1).wrapping_sub(1) & !(1 << s);
            }
        }
    }

    #[inline(always)]
    fn slide(&mut self, line: &[usize]) {
        let mut reach = [0; N];
        for pair in line.windows(2) {
            let (far, near) = (pair[0], pair[1]);
            let (into, free, out) = (&self.into[far], &self.free[far], &mut self.out[near]);
            for i in 0..N {
                reach[i] = into[i] | reach[i] & free[i];
                out[i] |= reach[i];
            }
        }
    }

    #[inline(always)]
    fn leap(&mut self) {
        for (out, to) in self.out.iter_mut().zip(&LINES.knight) {
            for into in to.iter().map(|to| &self.into[*to]) {
                (0..N).for_each(|i| out[i] |= into[i]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::attacks::king_attacks;

    #[test]
    fn king_neighbors_match_king_attacks() {
        for s in 0..64 {
            assert_eq!(king_neighbors(1 << s), king_attacks(square(s)).0);
        }
        assert_eq!(king_neighbors(0b11), king_attacks(square(0)).0 | king_attacks(square(1)).0);
    }
}
