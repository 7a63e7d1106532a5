//! From the scores of a slice to the codes of a table.

use rayon::prelude::*;

use crate::build::layout::Layout;
use crate::index::kings::KingPairs;
use crate::score::{ORDINALS, Score};

/// Which scores occur; positions without one are drawn.
pub(crate) fn present(scores: &[Score]) -> [bool; ORDINALS] {
    let none = || vec![false; ORDINALS];
    let chunks = scores.par_chunks(1 << 16);
    let found = chunks.fold(none, |mut found, scores| {
        scores.iter().for_each(|s| found[s.ordinal()] = true);
        found
    });
    let found = found.reduce(none, |a, b| a.iter().zip(&b).map(|(a, b)| a | b).collect());
    let mut present: [bool; ORDINALS] = found.try_into().expect("one flag for each ordinal");
    present[Score::DRAW.ordinal()] |= std::mem::take(&mut present[Score::NONE.ordinal()]);
    present
}

/// Writes the codes of a slice in the order of the index; `placements` are the rows of the pieces' placements.
pub(crate) fn encode(
    layout: &Layout,
    kings: &KingPairs,
    placements: &[u32],
    scores: &[Score],
    codes: &[u8; ORDINALS],
    out: &mut [u8],
) {
    let mut codes = *codes;
    codes[Score::NONE.ordinal()] = codes[Score::DRAW.ordinal()];
    let mut planes = Vec::new();
    let mut rest = out;
    for pairs in kings.pairs.chunk_by(|a, b| a.0 == b.0) {
        let (here, next) = rest.split_at_mut(pairs.len() * placements.len());
        planes.push((pairs, here));
        rest = next;
    }
    planes.into_par_iter().enumerate().for_each(|(plane, (pairs, out))| {
        let scores = &scores[plane * layout.plane_rows * 64..][..layout.plane_rows * 64];
        // Some rows at a time for all pairs, so that a row is read while it is near.
        for (first, rows) in (0..).step_by(64).zip(placements.chunks(64)) {
            for ((_, black), out) in pairs.iter().zip(out.chunks_mut(placements.len())) {
                for (row, code) in rows.iter().zip(&mut out[first..]) {
                    *code = codes[scores[*row as usize * 64 + usize::from(*black)].ordinal()];
                }
            }
        }
    });
}
