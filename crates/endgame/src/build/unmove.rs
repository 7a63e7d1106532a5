//! Thompson's unmoves for whole sets at once: all positions with a move into a given set.
//!
//! Along a line of squares, a piece on square `a`, next to `b`, reaches the set if the set holds it on `b`, or if
//! nothing stands on `b` and it reaches the set from there. So one pass over a line, from its far end, answers for
//! all its squares, and for all 64 squares of the black king. The sets hold legal positions only, so moves into check
//! never count, and no line continues through an occupied square.

use std::sync::LazyLock;

use shakmaty::attacks::knight_attacks;
use shakmaty::{Color, Role};

use crate::build::layout::Layout;
use crate::index::symmetry::{MAP, pull, square};

/// Adjacent rows treated together.
const WIDE: usize = 16;

/// The lines of the board in both directions, each listed from its far end.
struct Lines {
    orthogonal: Vec<Vec<usize>>,
    diagonal: Vec<Vec<usize>>,
}

static LINES: LazyLock<Lines> = LazyLock::new(|| Lines {
    orthogonal: lines(&[(1, 0), (-1, 0), (0, 1), (0, -1)]),
    diagonal: lines(&[(1, 1), (-1, -1), (1, -1), (-1, 1)]),
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
    /// Rows of [`crate::build::layout::Legal::placed`].
    pub(crate) placed: &'a [u64],
}

impl Unmoves<'_> {
    /// Overwrites `out`, the rows of one plane, with the positions from which `color` can move into `into`, without
    /// captures and pawn moves. Bits of illegal positions are undefined.
    pub(crate) fn collect(&self, color: Color, into: &[u64], plane: usize, out: &mut [u64]) {
        let rows = self.layout.plane_rows;
        let own = plane * rows..(plane + 1) * rows;
        let (here, placed) = (&into[own.clone()], &self.placed[own]);
        match color {
            Color::White => self.white_king(into, plane, out),
            Color::Black => out.iter_mut().zip(here).for_each(|(o, &i)| *o = king_neighbors(i)),
        }
        for (slot, piece) in self.layout.slots[..self.layout.first_pawn].iter().enumerate() {
            if piece.color == color {
                piece_unmoves(piece.role, rows >> (6 * (slot + 1)), here, placed, out);
            }
        }
    }

    fn white_king(&self, into: &[u64], plane: usize, out: &mut [u64]) {
        let rows = self.layout.plane_rows;
        out.fill(0);
        for step in &self.layout.king_steps[plane] {
            if step.transform == 0 {
                for from in step.planes.iter().map(|p| &into[p * rows..(p + 1) * rows]) {
                    out.iter_mut().zip(from).for_each(|(o, &i)| *o |= i);
                }
                continue;
            }
            let squares = &MAP[usize::from(step.transform)];
            let blocks = &self.layout.block_map[usize::from(step.transform)];
            for (out, &block) in out.chunks_exact_mut(64).zip(blocks) {
                let mut sum = [0; 64];
                for p in &step.planes {
                    let from = &into[p * rows + 64 * block as usize..][..64];
                    sum.iter_mut().zip(from).for_each(|(s, &i)| *s |= i);
                }
                sum.iter_mut().for_each(|s| *s = pull(step.transform, *s));
                out.iter_mut().zip(squares).for_each(|(o, &s)| *o |= sum[usize::from(s)]);
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

/// Adds one piece's unmoves; the piece's squares lie `stride` rows apart.
fn piece_unmoves(role: Role, stride: usize, into: &[u64], placed: &[u64], out: &mut [u64]) {
    let block = 64 * stride;
    for base in (0..into.len()).step_by(block) {
        let (into, placed) = (&into[base..base + block], &placed[base..base + block]);
        let out = &mut out[base..base + block];
        if role == Role::Knight {
            leap(stride, into, out);
        }
        if matches!(role, Role::Queen | Role::Rook) {
            slide(&LINES.orthogonal, stride, into, placed, out);
        }
        if matches!(role, Role::Queen | Role::Bishop) {
            slide(&LINES.diagonal, stride, into, placed, out);
        }
    }
}

fn slide(lines: &[Vec<usize>], stride: usize, into: &[u64], placed: &[u64], out: &mut [u64]) {
    if stride == 1 {
        lines.iter().for_each(|line| slide_line::<1>(line, 1, 0, into, placed, out));
    } else {
        for first in (0..stride).step_by(WIDE) {
            lines.iter().for_each(|line| slide_line::<WIDE>(line, stride, first, into, placed, out));
        }
    }
}

/// One line, for `N` adjacent rows.
#[inline(always)]
fn slide_line<const N: usize>(
    line: &[usize],
    stride: usize,
    first: usize,
    into: &[u64],
    placed: &[u64],
    out: &mut [u64],
) {
    let mut reach = [0; N];
    for pair in line.windows(2) {
        let (far, near) = (pair[0] * stride + first, pair[1] * stride + first);
        let (into, placed, out) = (&into[far..far + N], &placed[far..far + N], &mut out[near..near + N]);
        for i in 0..N {
            reach[i] = into[i] | reach[i] & placed[i];
            out[i] |= reach[i];
        }
    }
}

fn leap(stride: usize, into: &[u64], out: &mut [u64]) {
    for (from, out) in out.chunks_exact_mut(stride).enumerate() {
        for to in knight_attacks(square(from as u8)) {
            let into = &into[usize::from(to) * stride..][..stride];
            out.iter_mut().zip(into).for_each(|(o, &i)| *o |= i);
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
