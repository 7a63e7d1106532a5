//! Thompson's unmoves for whole sets at once: all positions with a move into a given set.
//!
//! Along a line of squares, a piece on square `a`, next to `b`, reaches the set if the set holds it
//! on `b`, or if nothing stands on `b` and it reaches the set from there. So one pass over a line,
//! from its far end, answers for all its squares, and for all 64 squares of the black king. The
//! sets hold legal positions only, so moves into check never count, and no line continues through
//! an occupied square.
//!
//! The rows of one piece's 64 squares lie scattered: they are gathered for several placements of
//! the other pieces, treated together, and the results scattered back. For the last digit, whose
//! neighbors are its own values, these placements are first laid side by side.

use std::ops::Range;
use std::sync::LazyLock;

use shakmaty::attacks::knight_attacks;
use shakmaty::{Color, Role};

use crate::build::layout::{Digit, KingStep, Layout};
use crate::file::storage::LargeArray;
use crate::index::like_pieces::Column;
use crate::index::numbering::Slice;
use crate::index::symmetry::{inverse, pull, square};

/// Placements of the other pieces treated together.
const LANES: usize = 16;
/// Rows of each of these that are laid side by side at a time.
const TILE: usize = 8;

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
    knight: (0..64)
        .map(|s| {
            knight_attacks(square(s))
                .into_iter()
                .map(usize::from)
                .collect()
        })
        .collect(),
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
    /// Overwrites `out`, these rows of one plane, with the positions from which `color` can move
    /// into `into`, without captures and pawn moves. Bits of illegal positions are undefined. Moves
    /// of the white king read the neighboring planes, those of the first digit all rows of the
    /// plane, all others the same rows.
    pub(crate) fn collect(
        &self,
        color: Color,
        into: &Set,
        plane: usize,
        rows: Range<usize>,
        out: &mut [u64],
    ) {
        match color {
            Color::White => self.white_king(into, plane, &rows, out),
            Color::Black => {
                let here = &into[plane][rows.clone()];
                out.iter_mut()
                    .zip(here)
                    .for_each(|(o, &i)| *o = king_neighbors(i));
            }
        }
        let fixed = self.layout.fixed(self.slice, plane);
        for digit in self
            .layout
            .digits
            .iter()
            .filter(|digit| digit.piece.color == color)
        {
            piece_unmoves(digit, fixed, &into[plane], &rows, out);
        }
    }

    /// Overwrites `out` block by block, so that each stays in the cache for all of the king's
    /// moves.
    fn white_king(&self, into: &Set, plane: usize, rows: &Range<usize>, out: &mut [u64]) {
        let steps = &self.layout.king_steps[plane];
        let len = self.layout.last_image(0).len();
        for (out, block) in out.chunks_exact_mut(len).zip(rows.start / len..) {
            out.fill(0);
            for KingStep { transform, planes } in steps {
                let first = len * self.layout.block_map[usize::from(*transform)][block] as usize;
                let rows = self.layout.last_image(inverse(*transform));
                for from in planes.iter().map(|plane| &into[*plane][first..first + len]) {
                    if *transform == 0 {
                        out.iter_mut().zip(from).for_each(|(o, &i)| *o |= i);
                        continue;
                    }
                    for (&set, &row) in from.iter().zip(rows).filter(|(set, _)| **set != 0) {
                        out[row as usize] |= pull(*transform, set);
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

/// Adds the unmoves of a group's pieces to `out`, these rows of the plane.
fn piece_unmoves(digit: &Digit, fixed: u64, plane: &[u64], rows: &Range<usize>, out: &mut [u64]) {
    let (stride, block) = (digit.stride, digit.size * digit.stride);
    let first_high = rows.start / block;
    let high = &digit.high[first_high..rows.end.div_ceil(block)];
    // Moves of the first digit, whose one block is the plane, come from all its rows.
    let (into, cut) = match rows.len() < block {
        true => (plane, rows.clone()),
        false => (&plane[rows.clone()], 0..rows.len()),
    };
    if stride.is_multiple_of(LANES) {
        // The lanes are placements of the less significant digits.
        for (at, &outer) in high.iter().enumerate() {
            let occupied = |first: usize| -> [u64; LANES] {
                std::array::from_fn(|lane| fixed | outer | digit.low[first + lane])
            };
            for column in digit.columns {
                for first in (0..stride).step_by(LANES) {
                    let lanes = Lanes {
                        first: at * block + first,
                        stride,
                        occupied: occupied(first),
                    };
                    lanes.unmove(digit, column, into, &cut, out);
                }
            }
        }
    } else {
        // The last digit: the lanes are placements of the more significant ones.
        let whole = high.len() / LANES * LANES;
        last_digit::<LANES>(digit, fixed, &high[..whole], 0, into, out);
        last_digit::<1>(digit, fixed, &high[whole..], whole, into, out);
    }
}

/// Adds the unmoves of the last digit, for placements of the others from number `at`.
fn last_digit<const N: usize>(
    digit: &Digit,
    fixed: u64,
    high: &[u64],
    at: usize,
    into: &[u64],
    out: &mut [u64],
) {
    let (size, mut turned) = (digit.size, vec![0u64; N * digit.size]);
    let mut found = turned.clone();
    for (chunk, high) in high.chunks_exact(N).enumerate() {
        let rows = (at + chunk * N) * size..(at + (chunk + 1) * N) * size;
        if !turn::<N>(&into[rows.clone()], &mut turned) {
            continue;
        }
        found.fill(0);
        let occupied: [u64; N] = std::array::from_fn(|lane| fixed | high[lane]);
        let lanes = Lanes {
            first: 0,
            stride: N,
            occupied,
        };
        let all = 0..N * size;
        digit
            .columns
            .iter()
            .for_each(|column| lanes.unmove(digit, column, &turned, &all, &mut found));
        for_each_tile::<N>(size, |row, turned| out[rows.start + row] |= found[turned]);
    }
}

/// Lays `N` blocks of rows side by side. Returns whether any row is not empty.
fn turn<const N: usize>(rows: &[u64], turned: &mut [u64]) -> bool {
    let mut any = 0;
    for_each_tile::<N>(rows.len() / N, |row, at| {
        turned[at] = rows[row];
        any |= rows[row];
    });
    any != 0
}

/// Calls `pair` with the number of each row of `N` blocks of `size` rows, and its number when they
/// lie side by side. Few rows of all blocks come together, so that both fit in the cache.
#[inline(always)]
fn for_each_tile<const N: usize>(size: usize, mut pair: impl FnMut(usize, usize)) {
    for first in (0..size).step_by(TILE) {
        for lane in 0..N {
            for row in first..(first + TILE).min(size) {
                pair(lane * size + row, row * N + lane);
            }
        }
    }
}

/// Placements of the other pieces treated together: lane `i` stands for the rows from `first + i`,
/// `stride` apart.
struct Lanes<const N: usize> {
    first: usize,
    stride: usize,
    occupied: [u64; N],
}

impl<const N: usize> Lanes<N> {
    /// Adds the unmoves of one piece within the rows `cut` to `out`.
    #[inline(always)]
    fn unmove(
        &self,
        digit: &Digit,
        column: &Column,
        into: &[u64],
        cut: &Range<usize>,
        out: &mut [u64],
    ) {
        let &Lanes {
            first,
            stride,
            occupied,
        } = self;
        let mut gathered = Gathered {
            into: [[0; N]; 64],
            free: [[0; N]; 64],
            out: [[0; N]; 64],
        };
        let mut any = 0;
        for (to, &rank) in gathered.into.iter_mut().zip(&column.ranks) {
            if rank == Column::NONE {
                continue;
            }
            let at = first + rank as usize * stride;
            to.copy_from_slice(&into[at..at + N]);
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
                LINES
                    .orthogonal
                    .iter()
                    .for_each(|line| gathered.slide(line));
            }
            if matches!(role, Role::Queen | Role::Bishop) {
                LINES.diagonal.iter().for_each(|line| gathered.slide(line));
            }
        }
        for (from, &rank) in gathered.out.iter().zip(&column.ranks) {
            let at = first + rank as usize * stride;
            if rank == Column::NONE || !cut.contains(&at) {
                continue;
            }
            let at = at - cut.start;
            out[at..at + N]
                .iter_mut()
                .zip(from)
                .for_each(|(o, f)| *o |= f);
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
        assert_eq!(
            king_neighbors(0b11),
            king_attacks(square(0)).0 | king_attacks(square(1)).0
        );
    }
}
