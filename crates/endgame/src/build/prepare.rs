//! The preparation of a slice: its legal positions, its stalemates, and the best moves that leave
//! it.
//!
//! The second journal of a part holds them sorted by side to move and score: what is won or drawn
//! at once, and what comes due at a later ply.

use std::io;

use rayon::prelude::*;
use shakmaty::Color;

use crate::build::journal::{END, Encoder, Journal};
use crate::build::layout::{Legal, SMALL_SLICE};
use crate::build::leaving_moves::LeavingMoves;
use crate::build::solver::Solver;
use crate::build::unmove::Unmoves;
use crate::ordinal::ORDINALS;
use crate::score::Score;

/// For one side to move, the rows of each score that occurs.
struct Streams {
    turn: Color,
    by_score: Vec<Option<Encoder>>,
    /// The current row's positions by score, and the scores that occur in it.
    row: Vec<u64>,
    touched: Vec<usize>,
}

impl Streams {
    fn new(turn: Color) -> Streams {
        let by_score = (0..ORDINALS).map(|_| None).collect();
        Streams {
            turn,
            by_score,
            row: vec![0; ORDINALS],
            touched: Vec::new(),
        }
    }

    fn add(&mut self, score: Score, bits: u64) {
        let ordinal = score.ordinal();
        if self.row[ordinal] == 0 {
            self.touched.push(ordinal);
        }
        self.row[ordinal] |= bits;
    }

    fn end_row(&mut self, row: usize) {
        for ordinal in self.touched.drain(..) {
            let bits = std::mem::take(&mut self.row[ordinal]);
            self.by_score[ordinal]
                .get_or_insert_default()
                .push(row, bits);
        }
    }

    fn write(&self, journal: &mut Journal) -> io::Result<()> {
        for (ordinal, set) in self.by_score.iter().enumerate() {
            if let Some(set) = set {
                let key = self.turn.fold_wb(0, 1) << 31 | ordinal as u32;
                journal.append(key, [&set.bytes, &[]], [set.count, 0])?;
            }
        }
        Ok(())
    }
}

impl Solver<'_> {
    /// Writes the second journal of each own part, unless it is whole already.
    pub(crate) fn prepare(&mut self, leaving: &LeavingMoves<'_>) -> io::Result<()> {
        let whole = |journal: &Journal| match journal.records.last() {
            Some(last) => last.key == END,
            None => false,
        };
        if self.parts.iter().all(|part| whole(&part.prepared)) {
            return Ok(());
        }
        self.find_legal();
        let (index, layout, slice) = (self.index, self.layout, self.slice);
        let (unmoves, whites, blacks) = (Unmoves { layout, slice }, &self.unwon, &self.lost[0]);
        let parts = self
            .parts
            .par_iter_mut()
            .filter(|part| !whole(&part.prepared));
        parts.try_for_each(|part| {
            let (area, journal) = (&part.area, &mut part.prepared);
            journal.truncate(0)?;
            let mut streams = [Color::White, Color::Black].map(Streams::new);
            let mut moves = [(); 2].map(|()| vec![0; area.rows.len()]);
            for plane in area.planes.clone() {
                unmoves.collect(
                    Color::White,
                    blacks,
                    plane,
                    area.rows.clone(),
                    &mut moves[0],
                );
                unmoves.collect(
                    Color::Black,
                    whites,
                    plane,
                    area.rows.clone(),
                    &mut moves[1],
                );
                for (at, number) in area.rows.clone().enumerate() {
                    let legal = Legal {
                        white: whites[plane][number],
                        black: blacks[plane][number],
                    };
                    if legal.white | legal.black == 0 {
                        continue;
                    }
                    let row = layout.row(index, slice, plane, number);
                    for (streams, moves) in streams.iter_mut().zip(&moves) {
                        let mut scores = [Score::NONE; 64];
                        let found = leaving.collect(&row, &legal, streams.turn, &mut scores);
                        each_bit(found, |bit| {
                            // An immediate loss delays nothing: whether the position is lost
                            // depends on the other moves.
                            if scores[bit] != Score::loss(0) {
                                streams.add(scores[bit], 1 << bit);
                            }
                        });
                        // Legal for both sides to move: neither king is in check.
                        let stalemates = legal.white & legal.black & !moves[at] & !found;
                        if stalemates != 0 {
                            streams.add(Score::DRAW, stalemates);
                        }
                        streams.end_row(area.number(plane, number));
                    }
                }
            }
            streams
                .iter()
                .try_for_each(|streams| streams.write(journal))?;
            journal.append(END, [&[], &[]], [0, 0])
        })
    }

    /// Puts the legal positions with White to move into `unwon`, those with Black to move into the
    /// first of `lost`.
    fn find_legal(&mut self) {
        let (index, layout, slice) = (self.index, self.layout, self.slice);
        for (plane, (whites, blacks)) in self.unwon.iter_mut().zip(&mut self.lost[0]).enumerate() {
            let rows = whites.par_iter_mut().zip(blacks.par_iter_mut()).enumerate();
            rows.with_min_len(SMALL_SLICE)
                .for_each(|(number, (white, black))| {
                    let legal = layout.legal(&layout.row(index, slice, plane, number));
                    (*white, *black) = (legal.white, legal.black);
                });
        }
    }
}

#[inline(always)]
fn each_bit(mut set: u64, mut found: impl FnMut(usize)) {
    while set != 0 {
        found(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
