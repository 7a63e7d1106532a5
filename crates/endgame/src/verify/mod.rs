//! Holds finished tables against the rules: every position recomputed from its successors.
//!
//! Nothing of the building is used but the numbering: the rules library says which positions are legal and which
//! moves they have. A table that passes is right, not only consistent: mates are told by the rules, and every other
//! win or loss follows from them by induction over its distance.

mod syzygy;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role};
use thiserror::Error;

use crate::index::numbering::Row;
use crate::index::numbering::{Index, Squares};
pub use syzygy::{Agreement, ComparisonError, compare_with_syzygy};

use crate::file::loaded::{LoadedTable, LoadedTables, count_codes};
use crate::file::storage::Storage;
use crate::file::table::{Table, TableError};
use crate::index::material::Material;
use crate::index::position::{NormalizedPosition, chess};
use crate::metric::Metric;
use crate::probe::values::{ScoreSource, after, of_best};
use crate::score::{Score, Value};

/// Why a table did not pass.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// A table is missing or damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A position's value does not follow from its successors'.
    #[error("{material}: {position}: the table says {table}, the successors {successors}")]
    Contradiction {
        /// The ending.
        material: Material,
        /// The position in FEN, or its squares if it is none.
        position: String,
        /// What the table says.
        table: String,
        /// What follows from the successors.
        successors: String,
    },
    /// The header's totals are not those of the values.
    #[error("{0}: the totals in the header are not those of its values")]
    Totals(Material),
}

/// What a verified table held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Legal positions recomputed.
    pub positions: u64,
    /// Numbers of the index that are no legal position.
    pub illegal: u64,
}

/// Recomputes every position of one table. `progress` is told, now and then, how many numbers are done, of how many.
///
/// # Errors
/// [`VerifyError`] names the first position found that does not follow from its successors.
pub fn verify(
    dir: &Path,
    material: Material,
    metric: Metric,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Verified, VerifyError> {
    let mut tables = LoadedTables::new();
    for successor in material.successors() {
        tables.insert(successor, Arc::new(Table::open(dir, successor, metric)?.load(Storage::Memory)?));
    }
    let table = Table::open(dir, material, metric)?;
    let header = table.header.clone();
    let loaded = Arc::new(table.load(Storage::Memory)?);
    let counted = count_codes(&loaded);
    let told = header.palettes.map(|p| p.iter().map(|e| e.count).collect::<Vec<_>>());
    if counted != told {
        return Err(VerifyError::Totals(material));
    }
    tables.insert(material, loaded.clone());
    let check = Check { metric, tables: &tables, table: &loaded, placements: loaded.index.placements() };
    let pairs = loaded.index.kings.pairs.len() * loaded.index.slices.len();
    let total = loaded.index.len() as u64;
    let done = AtomicU64::new(0);
    let counts = (0..pairs).into_par_iter().map(|pair| {
        let counts = check.pair(pair)?;
        let step = loaded.index.pieces as u64;
        let now = done.fetch_add(step, Ordering::Relaxed) + step;
        if now * 1000 / total != (now - step) * 1000 / total {
            progress(now, total);
        }
        Ok::<_, VerifyError>(counts)
    });
    let none = || Verified { positions: 0, illegal: 0 };
    counts.try_reduce(none, |a, b| {
        Ok(Verified { positions: a.positions + b.positions, illegal: a.illegal + b.illegal })
    })
}

struct Check<'a> {
    metric: Metric,
    tables: &'a LoadedTables,
    table: &'a LoadedTable,
    placements: Vec<Squares>,
}

impl Check<'_> {
    /// All positions of one pair of kings in one slice.
    fn pair(&self, pair: usize) -> Result<Verified, VerifyError> {
        let index: &Index = &self.table.index;
        let pairs = &index.kings.pairs;
        let (white_king, black_king) = pairs[pair % pairs.len()];
        let slice = &index.slices[pair / pairs.len()];
        let mut counts = Verified { positions: 0, illegal: 0 };
        for (rank, placement) in self.placements.iter().enumerate() {
            let mut row = Row { white_king, squares: *placement };
            row.squares[index.first_pawn..index.slots.len()].copy_from_slice(&slice.pawns);
            for turn in [Color::White, Color::Black] {
                let side = turn.fold_wb(0, 1);
                let code = self.table.codes[side][pair * index.pieces + rank];
                let told = self.table.palettes[side][usize::from(code)];
                let position = chess(&index.slots, &row, black_king, turn);
                let follows = match &position {
                    Some(position) => self.follows(position, &row, black_king)?,
                    None => Score::ILLEGAL,
                };
                if told != follows {
                    return Err(self.contradiction(position.as_ref(), &row, told, follows));
                }
                if position.is_some() {
                    counts.positions += 1;
                } else {
                    counts.illegal += 1;
                }
            }
        }
        Ok(counts)
    }

    /// The score that follows from the successors, of the position of these men.
    fn follows(&self, position: &Chess, row: &Row, black_king: u8) -> Result<Score, VerifyError> {
        let mut best = Score::NONE;
        for m in position.legal_moves() {
            let score = match self.stays(position.turn(), row, black_king, m) {
                Some(score) => score,
                None => after(&mut { self }, self.metric, position, m)?,
            };
            best = best.max(score);
        }
        Ok(of_best(best, position))
    }

    /// What a move is worth that only puts a man on an empty square, for which no board need be set up; `None` for
    /// all others.
    fn stays(&self, turn: Color, row: &Row, black_king: u8, m: Move) -> Option<Score> {
        let Move::Normal { role, from, capture: None, to, promotion: None } = m else { return None };
        let mut kings = [row.white_king, black_king];
        let mut squares = row.squares;
        match role {
            Role::King => kings[turn.fold_wb(0, 1)] = to as u8,
            Role::Pawn if from.distance(to) == 2 => return None,
            _ => {
                let men = self.table.index.slots.len();
                let slot = squares[..men].iter().position(|s| *s == from as u8)?;
                squares[slot] = to as u8;
            }
        }
        let child = self.table.score(!turn, kings[0], kings[1], &squares);
        Some(if role == Role::Pawn { self.metric.push(child) } else { child.parent() })
    }

    fn contradiction(&self, at: Option<&Chess>, row: &Row, told: Score, follows: Score) -> VerifyError {
        let text = |score: Score| match score.value() {
            Some(Value::Win(plies)) => format!("a win in {plies} plies"),
            Some(Value::Draw) => "a draw".to_owned(),
            Some(Value::Loss(plies)) => format!("a loss in {plies} plies"),
            None => "no legal position".to_owned(),
        };
        VerifyError::Contradiction {
            material: self.table.index.material,
            position: at.map_or_else(
                || format!("{row:?}"),
                |p| Fen::from_position(p, EnPassantMode::Legal).to_string(),
            ),
            table: text(told),
            successors: text(follows),
        }
    }
}

impl ScoreSource for &Check<'_> {
    type Error = VerifyError;

    fn score(&mut self, at: &NormalizedPosition) -> Result<Score, VerifyError> {
        // Most successors are in the table itself.
        let own = self.table.index.material == at.material;
        let table = if own { self.table } else { &self.tables[&at.material] };
        Ok(table.score(at.turn, at.white_king, at.black_king, &at.squares))
    }

    fn too_many_pieces(&self) -> VerifyError {
        VerifyError::Totals(self.table.index.material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{BuildOptions, build};
    use crate::file::table;
    use std::time::Duration;

    #[test]
    fn one_wrong_value_in_a_sound_file_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let rook: Material = "KRK".parse().unwrap();
        let options = BuildOptions {
            dir: dir.path().to_owned(),
            metric: Metric::Dtm,
            memory: 1 << 30,
            save_every: Duration::from_secs(30),
        };
        build(&[rook], &options, &mut |_| {}).unwrap();
        assert!(verify(dir.path(), rook, Metric::Dtm, &|_, _| {}).is_ok());
        let mut wrong = Table::open(dir.path(), rook, Metric::Dtm).unwrap().load(Storage::Memory).unwrap();
        // The value of the first won position becomes that of another.
        let won =
            |code: &u8| wrong.palettes[0][usize::from(*code)].value().is_some_and(|value| value.sign() > 0);
        let at = wrong.codes[0].iter().position(won).unwrap();
        let before = wrong.codes[0][at];
        let other = wrong.codes[0].iter().copied().find(|code| *code != before && won(code)).unwrap();
        wrong.codes[0][at] = other;
        let counts = count_codes(&wrong);
        table::write(dir.path(), Metric::Dtm, &wrong, counts).unwrap();
        let found = verify(dir.path(), rook, Metric::Dtm, &|_, _| {});
        assert!(matches!(found, Err(VerifyError::Contradiction { .. })), "{found:?}");
    }
}
