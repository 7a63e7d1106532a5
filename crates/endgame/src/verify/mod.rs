//! Verification of finished tables: positions are recomputed from their successors by the rules of
//! chess.
//!
//! Only the numbering is shared with the build: the rules library decides which positions are legal
//! and which moves they have. A table that passes whole is correct, not only consistent: the rules
//! decide the mates, and every other win or loss follows from them by induction over its distance.

mod source;
mod state;
mod syzygy;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role};
use thiserror::Error;

pub use syzygy::{Agreement, ComparisonError, compare_with_syzygy};

use crate::file::storage::{FileError, Storage, check_nothing_lost};
use crate::file::table::{Table, TableError, with_tested};
use crate::file::weights::Weights;
use crate::index::material::Material;
use crate::index::numbering::{Index, Row};
use crate::index::position::{NormalizedPosition, chess, random_position};
use crate::ordinal::ORDINALS;
use crate::probe::position_score::move_score;
use crate::score::{Metric, Score, Value};
use source::{Source, Sources};
use state::{Counts, State};

/// Random positions drawn from one seed.
const SAMPLES_A_UNIT: u64 = 10_000;
/// Positions verified, at least, between two points from which an interrupted verification
/// continues.
const BATCH: u64 = 1 << 24;
/// Such positions of samples, which take longer.
const SAMPLE_BATCH: u64 = 1 << 18;

/// A table did not pass.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum VerifyError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Io(#[from] FileError),
    #[error(
        "{material}: {position}: the table has {table}, expected {successors} from the successors"
    )]
    Contradiction {
        material: Material,
        /// The position in FEN, or its squares if it is illegal.
        position: String,
        table: String,
        successors: String,
    },
    #[error("{0}: the totals in the header do not match the values")]
    Totals(Material),
}

/// The content of a verified table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Legal positions recomputed.
    pub positions: u64,
    /// Index numbers that are not legal positions.
    pub illegal: u64,
    /// Their captures and promotions, whose values come from smaller tables.
    pub conversions: u64,
}

/// Options of a verification.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Directory of the tables.
    pub dir: PathBuf,
    /// The metric of the distances.
    pub metric: Metric,
    /// Bytes of memory to use at most; tables beyond them are read in their files.
    pub memory: u64,
    /// Random positions to recompute and their seed, rather than all positions.
    pub sample: Option<(u64, u64)>,
}

impl VerifyOptions {
    /// Options to verify all positions, with two gigabytes of memory.
    pub fn new(dir: &Path, metric: Metric) -> VerifyOptions {
        VerifyOptions {
            dir: dir.to_owned(),
            metric,
            memory: 2 << 30,
            sample: None,
        }
    }
}

/// Recomputes every position of one table, or some. `progress` gets the finished and all index
/// numbers or samples from time to time. The error names a position that does not follow from its
/// successors. An interrupted verification continues where it stopped, if it is repeated with the
/// same options.
pub fn verify(
    material: Material,
    options: &VerifyOptions,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Verified, VerifyError> {
    with_tested(|| verify_table(material, options, progress))
}

fn verify_table(
    material: Material,
    options: &VerifyOptions,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Verified, VerifyError> {
    let metric = options.metric;
    let mut left = options.memory;
    let mut source = |material| {
        let table = Table::open(&options.dir, material, metric)?;
        let bytes = (2 * table.index.len() * table.code_bytes) as u64;
        // For samples, loading takes longer than reading them.
        if bytes <= left && options.sample.is_none() {
            left -= bytes;
            return Ok::<_, TableError>(Source::Loaded(table.load(Storage::Memory)?));
        }
        table.test()?;
        Ok(Source::Packed(table))
    };
    let own = source(material)?;
    let mut tables = Sources::new();
    for successor in material.successors() {
        tables.insert(successor, source(successor)?);
    }
    let table = Table::open(&options.dir, material, metric)?;
    let (index, positions) = (&table.index, table.index.len() as u64);
    let code_of = [Color::White, Color::Black].map(|turn| {
        let mut code_of = vec![0; ORDINALS];
        for (code, score) in table.palette(turn).iter().enumerate() {
            code_of[score.ordinal()] = code as u16;
        }
        code_of
    });
    let check = Check {
        metric,
        tables: &tables,
        own: &own,
        table: &table,
        code_of,
    };
    // A unit is a king pair, or some samples.
    let (units, step, least) = match options.sample {
        None => (
            (index.kings.pairs.len() * index.slices.len()) as u64,
            index.placement_count as u64,
            BATCH,
        ),
        Some((samples, _)) => (
            samples.div_ceil(SAMPLES_A_UNIT),
            SAMPLES_A_UNIT,
            SAMPLE_BATCH,
        ),
    };
    let total = match options.sample {
        Some((samples, _)) => samples,
        None => positions,
    };
    let mut state = State::open(&options.dir, &table.header, options.sample);
    let done = AtomicU64::new(state.units * step);
    let batch = (least / step).max(2 * rayon::current_num_threads() as u64);
    progress((state.units * step).min(total), total);
    while state.units < units {
        let next = state.units + batch.min(units - state.units);
        let found = (state.units..next).into_par_iter().map(|unit| {
            let counts = match options.sample {
                None => check.pair(unit as usize)?,
                Some((samples, seed)) => check.samples(
                    seed + unit,
                    SAMPLES_A_UNIT.min(samples - unit * SAMPLES_A_UNIT),
                )?,
            };
            let now = done.fetch_add(step, Ordering::Relaxed) + step;
            if now * 1000 / total != (now - step) * 1000 / total {
                progress(now.min(total), total);
            }
            Ok::<_, VerifyError>(counts)
        });
        let found = found.try_reduce(|| check.none(), |a, b| Ok(a.plus(b)))?;
        // Nothing found since the last save is worth anything otherwise.
        check_nothing_lost().map_err(FileError::at(&options.dir))?;
        state.add(next, found);
        state.save();
    }
    if options.sample.is_none() {
        let stored = table
            .header
            .palettes
            .each_ref()
            .map(|p| p.iter().map(|e| e.count).collect::<Vec<_>>());
        if state.counts.by_code != stored {
            return Err(VerifyError::Totals(material));
        }
    }
    state.remove().map_err(FileError::at(&options.dir))?;
    let Counts {
        positions,
        illegal,
        conversions,
        ..
    } = state.counts;
    Ok(Verified {
        positions,
        illegal,
        conversions,
    })
}

struct Check<'a> {
    metric: Metric,
    tables: &'a Sources,
    own: &'a Source,
    table: &'a Table,
    /// For each side to move, the code of each score by ordinal.
    code_of: [Vec<u16>; 2],
}

impl Check<'_> {
    fn none(&self) -> Counts {
        let by_code = self
            .table
            .header
            .palettes
            .each_ref()
            .map(|palette| vec![0; palette.len()]);
        Counts {
            by_code,
            ..Counts::default()
        }
    }

    fn index(&self) -> &Index {
        &self.table.index
    }

    fn pair(&self, pair: usize) -> Result<Counts, VerifyError> {
        let index = self.index();
        let (slice, (white_king, black_king)) = index.slice_and_kings(pair);
        let weights = Weights::new(index);
        let mut counts = self.none();
        let mut codes = vec![0u16; index.placement_count];
        for (side, turn) in [Color::White, Color::Black].into_iter().enumerate() {
            for (rank, code) in codes.iter_mut().enumerate() {
                let row = index.row(slice, white_king, &index.placement(rank));
                let stored = self.own.at(turn, pair * index.placement_count + rank);
                *code = self.code_of[side][stored.ordinal()];
                let position = chess(&index.slots, &row, black_king, turn);
                counts.conversions += self.compare(position.as_ref(), &row, black_king, stored)?;
                *(if position.is_some() {
                    &mut counts.positions
                } else {
                    &mut counts.illegal
                }) += 1;
            }
            weights.add(pair, &codes, &mut counts.by_code[side]);
        }
        Ok(counts)
    }

    fn samples(&self, seed: u64, count: u64) -> Result<Counts, VerifyError> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut counts = self.none();
        for _ in 0..count {
            let position = random_position(self.index().material, &mut rng);
            let at = NormalizedPosition::of_board(position.board(), position.turn());
            let at = at.expect("a position of the ending");
            let row = Row {
                white_king: at.white_king,
                squares: at.squares,
            };
            let stored = self
                .own
                .score(at.turn, at.white_king, at.black_king, &at.squares);
            counts.conversions += self.compare(Some(&position), &row, at.black_king, stored)?;
            counts.positions += 1;
        }
        Ok(counts)
    }

    /// Compares the stored score with that recomputed for a position, or for an illegal one.
    /// Returns the number of captures and promotions.
    fn compare(
        &self,
        position: Option<&Chess>,
        row: &Row,
        black_king: u8,
        stored: Score,
    ) -> Result<u64, VerifyError> {
        let (expected, conversions) = match position {
            Some(position) => self.recompute(position, row, black_king)?,
            None => (Score::ILLEGAL, 0),
        };
        if stored == expected {
            Ok(conversions)
        } else {
            Err(self.contradiction(position, row, stored, expected))
        }
    }

    fn recompute(
        &self,
        position: &Chess,
        row: &Row,
        black_king: u8,
    ) -> Result<(Score, u64), VerifyError> {
        let table_score = |at: &NormalizedPosition| {
            // Most successors are in the table itself.
            let own = self.index().material == at.material;
            let table = if own {
                self.own
            } else {
                &self.tables[&at.material]
            };
            Ok(table.score(at.turn, at.white_king, at.black_king, &at.squares))
        };
        let (mut best, mut conversions) = (Score::NONE, 0);
        for m in position.legal_moves() {
            let score = match self.quiet_move_score(position.turn(), row, black_king, m) {
                Some(score) => score,
                None => move_score(&table_score, self.metric, position, m)
                    .map_err(|_| VerifyError::Totals(self.index().material))?,
            };
            best = best.max(score);
            conversions += u64::from(m.is_capture() || m.is_promotion());
        }
        let score = match best {
            Score::NONE if position.is_check() => Score::loss(0),
            Score::NONE => Score::DRAW,
            _ => best,
        };
        Ok((score, conversions))
    }

    /// The score of a quiet move within the ending, computed without a board; `None` for all other
    /// moves.
    fn quiet_move_score(&self, turn: Color, row: &Row, black_king: u8, m: Move) -> Option<Score> {
        let Move::Normal {
            role,
            from,
            capture: None,
            to,
            promotion: None,
        } = m
        else {
            return None;
        };
        let mut kings = [row.white_king, black_king];
        let mut squares = row.squares;
        match role {
            Role::King => kings[turn.fold_wb(0, 1)] = to as u8,
            Role::Pawn if from.distance(to) == 2 => return None,
            _ => {
                let pieces = self.index().slots.len();
                let slot = squares[..pieces].iter().position(|s| *s == from as u8)?;
                squares[slot] = to as u8;
            }
        }
        let child = self.own.score(!turn, kings[0], kings[1], &squares);
        Some(if role == Role::Pawn {
            self.metric.push(child)
        } else {
            child.parent()
        })
    }

    fn contradiction(
        &self,
        at: Option<&Chess>,
        row: &Row,
        stored: Score,
        expected: Score,
    ) -> VerifyError {
        let text = |score: Score| match score.value() {
            Some(Value::Win(plies)) => format!("a win in {plies} plies"),
            Some(Value::Draw) => "a draw".to_owned(),
            Some(Value::Loss(plies)) => format!("a loss in {plies} plies"),
            None => "an illegal position".to_owned(),
        };
        let fen = |p| Fen::from_position(p, EnPassantMode::Legal).to_string();
        VerifyError::Contradiction {
            material: self.index().material,
            position: match at {
                Some(position) => fen(position),
                None => format!("{row:?}"),
            },
            table: text(stored),
            successors: text(expected),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{BuildOptions, build};
    use crate::file::codes::Codes;
    use crate::file::writer::{self, Folders, Output};
    use crate::ranks::Alone;

    #[test]
    fn verify_one_wrong_value_in_a_valid_file_fails() {
        let dir = tempfile::tempdir().unwrap();
        let rook: Material = "KRK".parse().unwrap();
        build(
            &[rook],
            &BuildOptions::new(dir.path(), Metric::Dtm),
            &mut |_| {},
        )
        .unwrap();
        let found = |memory, sample| {
            let options = VerifyOptions {
                memory,
                sample,
                ..VerifyOptions::new(dir.path(), Metric::Dtm)
            };
            verify(rook, &options, &|_, _| {})
        };
        let whole = found(1 << 30, None).unwrap();
        assert_eq!(found(0, None).unwrap(), whole, "read in the file");
        let sample = found(0, Some((12_345, 1))).unwrap();
        assert_eq!((sample.positions, sample.illegal), (12_345, 0));
        assert!(
            (1..sample.positions).contains(&sample.conversions),
            "the black king can take the rook at times"
        );
        let mut wrong = Table::open(dir.path(), rook, Metric::Dtm)
            .unwrap()
            .load(Storage::Memory)
            .unwrap();
        // The first won position gets the value of another.
        let palette = wrong.palettes[0].clone();
        let Codes::Narrow(codes) = &mut wrong.codes[0] else {
            unreachable!()
        };
        let won = |code: &u8| {
            palette[usize::from(*code)]
                .value()
                .is_some_and(|value| value.sign() > 0)
        };
        let at = codes.iter().position(won).unwrap();
        let before = codes[at];
        codes[at] = codes
            .iter()
            .copied()
            .find(|code| *code != before && won(code))
            .unwrap();
        let output = Output {
            metric: Metric::Dtm,
            folders: Some(Folders {
                tables: dir.path(),
                work: dir.path(),
            }),
            ranks: &Alone,
        };
        writer::write(output, &wrong, 0..wrong.index.slices.len()).unwrap();
        for (memory, sample) in [(1 << 30, None), (0, None), (0, Some((1_000_000, 1)))] {
            let error = found(memory, sample).unwrap_err();
            assert!(
                matches!(error, VerifyError::Contradiction { .. }),
                "{error:?}"
            );
        }
    }
}
