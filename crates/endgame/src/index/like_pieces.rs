//! Sets of squares for like pieces: their ranks, and the ranks by the square of one piece.
//!
//! Like pieces on squares a < b < c < d have the rank C(a,1) + C(b,2) + C(c,3) + C(d,4).

use std::sync::LazyLock;

use crate::index::material::MAX_PIECES;

pub(crate) const MAX_SLOTS: usize = MAX_PIECES - 2;
/// Squares of the pieces besides the kings, in the order of
/// [`Material::slots`](crate::index::material::Material::slots).
pub(crate) type Squares = [u8; MAX_SLOTS];

/// Binomial coefficients C(n, k).
const BINOMIAL: [[usize; MAX_SLOTS + 1]; 65] = {
    let mut table = [[0; MAX_SLOTS + 1]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MAX_SLOTS {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Number of sets of `n` squares.
pub(crate) const fn placement_count(n: usize) -> usize {
    BINOMIAL[64][n]
}

/// The rank of a set of `n` different squares in any order.
#[inline]
pub(crate) fn rank_of(n: usize, at: impl Fn(usize) -> usize) -> usize {
    if n == 2 {
        let (a, b) = (at(0), at(1));
        return BINOMIAL[a.max(b)][2] + a.min(b);
    }
    let mut sorted = [0; MAX_SLOTS];
    let sorted = &mut sorted[..n];
    sorted.iter_mut().enumerate().for_each(|(i, s)| *s = at(i));
    sorted.sort_unstable();
    sorted
        .iter()
        .enumerate()
        .map(|(i, s)| BINOMIAL[*s][i + 1])
        .sum()
}

/// One piece of a group on each square, the others fixed.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// Squares of the other pieces.
    pub(crate) others: u64,
    /// Rank of the set by the square of the one piece; [`Column::NONE`] on the squares of the
    /// others.
    pub(crate) ranks: [u32; 64],
}

impl Column {
    pub(crate) const NONE: u32 = u32::MAX;
}

static SETS: [LazyLock<Vec<Squares>>; MAX_SLOTS] = [
    LazyLock::new(|| all_sets(1)),
    LazyLock::new(|| all_sets(2)),
    LazyLock::new(|| all_sets(3)),
    LazyLock::new(|| all_sets(4)),
];

static COLUMNS: [LazyLock<Vec<Column>>; MAX_SLOTS] = [
    LazyLock::new(|| all_columns(1)),
    LazyLock::new(|| all_columns(2)),
    LazyLock::new(|| all_columns(3)),
    LazyLock::new(|| all_columns(4)),
];

/// All sets of `n` squares, each ascending, in the order of their ranks.
pub(crate) fn sets(n: usize) -> &'static [Squares] {
    &SETS[n - 1]
}

/// The columns of a group of `n` pieces.
pub(crate) fn columns(n: usize) -> &'static [Column] {
    &COLUMNS[n - 1]
}

fn all_sets(n: usize) -> Vec<Squares> {
    let mut found = vec![[0; MAX_SLOTS]];
    for chosen in 0..n {
        // The rank is governed by the greatest square: each is put above all sets of lesser
        // squares.
        let mut next = Vec::new();
        for top in chosen as u8..64 {
            for set in &found[..BINOMIAL[usize::from(top)][chosen]] {
                let mut set = *set;
                set[chosen] = top;
                next.push(set);
            }
        }
        found = next;
    }
    found
}

fn all_columns(n: usize) -> Vec<Column> {
    let rest = if n == 1 {
        vec![[0; MAX_SLOTS]]
    } else {
        all_sets(n - 1)
    };
    let column = |set: Squares| {
        let others = set[..n - 1].iter().fold(0, |others, s| others | 1u64 << s);
        let rank = |s: usize| match others >> s & 1 {
            0 => rank_of(n, |i| if i < n - 1 { usize::from(set[i]) } else { s }) as u32,
            _ => Column::NONE,
        };
        Column {
            others,
            ranks: std::array::from_fn(rank),
        }
    };
    rest.into_iter().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_ascending_in_rank_order() {
        for n in 1..=3 {
            assert_eq!(sets(n).len(), placement_count(n));
            for (rank, set) in sets(n).iter().enumerate() {
                assert!(set[..n].is_sorted_by(|a, b| a < b));
                assert_eq!(rank_of(n, |i| usize::from(set[i])), rank);
            }
        }
        assert_eq!(placement_count(4), 635_376);
    }

    #[test]
    fn columns_every_set_once_for_each_of_its_pieces() {
        for n in 1..=3 {
            let mut seen = vec![0; placement_count(n)];
            for column in columns(n) {
                assert_eq!(column.others.count_ones() as usize, n - 1);
                let ranks = column.ranks.iter().filter(|rank| **rank != Column::NONE);
                ranks.for_each(|rank| seen[*rank as usize] += 1);
            }
            assert!(seen.iter().all(|count| *count == n));
        }
    }
}
