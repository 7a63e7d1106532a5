//! The codes of a solved slice, written from its journals.

use std::io;
use std::ops::Range;

use shakmaty::Color;

use crate::build::division::Area;
use crate::build::journal::decode;
use crate::build::layout::Layout;
use crate::build::solver::{LOST, Part, SolvedSlice, Stage, WON};
use crate::file::codes::Code;
use crate::index::numbering::{Index, Slice};
use crate::ordinal::ORDINALS;
use crate::ranks::Ranks;
use crate::score::Score;

/// Rows whose legal positions are written together.
const CHUNK: usize = 64;

/// Whether each score occurs, by ordinal.
pub(crate) type ScoresPresent = [bool; ORDINALS];

impl SolvedSlice {
    /// The scores that occur with White and with Black to move, in all processes' parts; positions
    /// that neither side wins are drawn.
    pub(crate) fn present(&self, ranks: &dyn Ranks) -> [ScoresPresent; 2] {
        let mut present = [[false; ORDINALS]; 2];
        let mut settled = [0, 0];
        for part in &self.parts {
            for record in &part.plies.records {
                let Stage { winner, plies } = Stage::from_key(record.key);
                for (turn, score, count) in [
                    (!winner, Score::loss(plies), record.counts[LOST]),
                    (winner, Score::win(plies), record.counts[WON]),
                ] {
                    let turn = turn.fold_wb(0, 1);
                    present[turn][score.ordinal()] |= count > 0;
                    settled[turn] += count;
                }
            }
        }
        for (turn, present) in present.iter_mut().enumerate() {
            let flags: Vec<u8> = present.iter().map(|flag| u8::from(*flag)).collect();
            for flags in ranks.exchange(vec![flags; ranks.size()]) {
                present
                    .iter_mut()
                    .zip(flags)
                    .for_each(|(flag, other)| *flag |= other != 0);
            }
            // Every slice has numbers of positions with adjacent kings.
            present[Score::ILLEGAL.ordinal()] = true;
            present[Score::DRAW.ordinal()] = ranks.sum(self.legal[turn]) > ranks.sum(settled[turn]);
        }
        present
    }
}

/// Where the codes of each plane lie within those of a slice.
#[derive(Debug)]
pub(crate) struct PlaneCodes {
    /// For each plane, the black king's squares whose positions are numbered.
    kings: Vec<Vec<u8>>,
    placements: usize,
}

impl PlaneCodes {
    pub(crate) fn new(index: &Index) -> PlaneCodes {
        let planes = index.kings.pairs.chunk_by(|a, b| a.0 == b.0);
        let kings = planes
            .map(|pairs| pairs.iter().map(|(_, black)| *black).collect())
            .collect();
        PlaneCodes {
            kings,
            placements: index.placement_count,
        }
    }

    /// Codes of one side to move in a plane.
    pub(crate) fn len(&self, plane: usize) -> usize {
        self.kings[plane].len() * self.placements
    }

    /// Number of the first king pair of a plane.
    pub(crate) fn first_pair(&self, plane: usize) -> usize {
        self.kings[..plane].iter().map(Vec::len).sum()
    }

    /// Codes of one side to move in all planes up to `plane`, without it.
    pub(crate) fn start(&self, plane: usize) -> usize {
        self.first_pair(plane) * self.placements
    }

    /// The codes of one side to move in an area, as ranges of those of a slice: one for each king
    /// pair.
    pub(crate) fn ranges(&self, area: &Area) -> impl Iterator<Item = Range<usize>> {
        let pairs = self.first_pair(area.planes.start)..self.first_pair(area.planes.end);
        let (placements, rows) = (self.placements, area.rows.clone());
        pairs.map(move |pair| pair * placements + rows.start..pair * placements + rows.end)
    }
}

/// Writes the codes of a slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SliceCodes<'a> {
    pub(crate) index: &'a Index,
    pub(crate) layout: &'a Layout,
    pub(crate) slice: &'a Slice,
    pub(crate) planes: &'a PlaneCodes,
}

impl SliceCodes<'_> {
    /// Overwrites `out` with the codes of planes, given all their parts.
    pub(crate) fn fill_all<C: Code>(
        &self,
        parts: &[Part],
        turn: Color,
        palette: &[Score],
        out: &mut [C],
    ) -> io::Result<()> {
        parts
            .iter()
            .try_for_each(|part| self.fill(part, turn, palette, out))
    }

    /// Writes the codes of a part into `out`, the codes of all rows of its planes.
    fn fill<C: Code>(
        &self,
        part: &Part,
        turn: Color,
        palette: &[Score],
        out: &mut [C],
    ) -> io::Result<()> {
        let mut codes = [C::new(0); ORDINALS];
        palette
            .iter()
            .enumerate()
            .for_each(|(code, score)| codes[score.ordinal()] = C::new(code));
        let (mut starts, mut next) = (Vec::new(), 0);
        for plane in part.area.planes.clone() {
            let out = &mut out[next..next + self.planes.len(plane)];
            self.fill_unsettled(plane, &part.area.rows, turn, &codes, out);
            // Start of each black king's codes in `out`, or nothing for squares without numbers.
            let mut start = [usize::MAX; 64];
            for king in &self.planes.kings[plane] {
                start[usize::from(*king)] = next + part.area.rows.start;
                next += self.planes.placements;
            }
            starts.push(start);
        }
        for record in &part.plies.records {
            let Stage { winner, plies } = Stage::from_key(record.key);
            let (set, score) = if turn == winner {
                (WON, Score::win(plies))
            } else {
                (LOST, Score::loss(plies))
            };
            let code = codes[score.ordinal()];
            decode(&part.plies.read(record, set)?, |number, bits| {
                let (plane, row) = part.area.offset(number);
                let start = &starts[plane];
                let mut left = bits;
                while left != 0 {
                    let start = start[left.trailing_zeros() as usize];
                    if start != usize::MAX {
                        out[start + row] = code;
                    }
                    left &= left - 1;
                }
            });
        }
        Ok(())
    }

    /// Marks all positions of a plane's rows as drawn or illegal, before the settled ones are
    /// written.
    fn fill_unsettled<C: Code>(
        &self,
        plane: usize,
        rows: &Range<usize>,
        turn: Color,
        codes: &[C; ORDINALS],
        out: &mut [C],
    ) {
        let (draw, illegal) = (
            codes[Score::DRAW.ordinal()],
            codes[Score::ILLEGAL.ordinal()],
        );
        let placements = self.planes.placements;
        let mut legal = [0; CHUNK];
        for first in rows.clone().step_by(CHUNK) {
            let count = CHUNK.min(rows.end - first);
            for (i, legal) in legal[..count].iter_mut().enumerate() {
                let row = self.layout.row(self.index, self.slice, plane, first + i);
                *legal = self.layout.legal(&row).of(turn);
            }
            for (king, out) in self.planes.kings[plane]
                .iter()
                .zip(out.chunks_exact_mut(placements))
            {
                for (out, legal) in out[first..first + count].iter_mut().zip(&legal) {
                    *out = if legal >> king & 1 == 1 {
                        draw
                    } else {
                        illegal
                    };
                }
            }
        }
    }
}
