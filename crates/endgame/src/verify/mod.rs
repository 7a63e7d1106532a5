//! Verification of finished tables: every position is recomputed from its successors by the rules of chess.
//!
//! Only the numbering is shared with the build: the rules library decides which positions are legal and which moves
//! they have. A table that passes is correct, not only consistent: the rules decide the mates, and every other win
//! or loss follows from them by induction over its distance.

mod syzygy;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role};
use thiserror::Error;

pub use syzygy::{Agreement, ComparisonError, compare_with_syzygy};

use crate::file::loaded::{LoadedTable, LoadedTables};
use crate::file::storage::Storage;
use crate::file::table::{Table, TableError};
use crate::index::material::Material;
use crate::index::numbering::{Row, Squares};
use crate::index::position::{NormalizedPosition, chess};
use crate::probe::prober::move_score;
use crate::score::{Metric, Score, Value};

/// A table did not pass.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum VerifyError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("{material}: {position}: the table has {table}, expected {successors} from the successors")]
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
}

/// Recomputes every position of one table. `progress` gets the finished and all index numbers from time to time. The
/// error names the first position found that does not follow from its successors.
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
    let totals = table.header.palettes.each_ref().map(|p| p.iter().map(|e| e.count).collect::<Vec<_>>());
    let loaded = table.load(Storage::Memory)?;
    if loaded.count_codes() != totals {
        return Err(VerifyError::Totals(material));
    }
    let check = Check { metric, tables: &tables, table: &loaded, placements: loaded.index.placements() };
    let pairs = loaded.index.kings.pairs.len() * loaded.index.slices.len();
    let (step, total) = (loaded.index.placement_count as u64, loaded.index.len() as u64);
    let done = AtomicU64::new(0);
    let counts = (0..pairs).into_par_iter().map(|pair| {
        let counts = check.pair(pair)?;
        let now = done.fetch_add(step, Ordering::Relaxed) + step;
        if now * 1000 / total != (now - step) * 1000 / total {
            progress(now, total);
        }
        Ok::<_, VerifyError>(counts)
    });
    counts.try_reduce(Verified::default, |a, b| {
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
    fn pair(&self, pair: usize) -> Result<Verified, VerifyError> {
        let index = &self.table.index;
        let (slice, (white_king, black_king)) = index.slice_and_kings(pair);
        let mut counts = Verified::default();
        for (rank, placement) in self.placements.iter().enumerate() {
            let row = index.row(slice, white_king, placement);
            for turn in [Color::White, Color::Black] {
                let side = turn.fold_wb(0, 1);
                let code = self.table.codes[side][pair * index.placement_count + rank];
                let stored = self.table.palettes[side][usize::from(code)];
                let position = chess(&index.slots, &row, black_king, turn);
                let expected = match &position {
                    Some(position) => self.recompute(position, &row, black_king)?,
                    None => Score::ILLEGAL,
                };
                if stored != expected {
                    return Err(self.contradiction(position.as_ref(), &row, stored, expected));
                }
                *(if position.is_some() { &mut counts.positions } else { &mut counts.illegal }) += 1;
            }
        }
        Ok(counts)
    }

    fn recompute(&self, position: &Chess, row: &Row, black_king: u8) -> Result<Score, VerifyError> {
        let table_score = |at: &NormalizedPosition| {
            // Most successors are in the table itself.
            let own = self.table.index.material == at.material;
            let table = if own { self.table } else { &self.tables[&at.material] };
            Ok(table.score(at.turn, at.white_king, at.black_king, &at.squares))
        };
        let mut best = Score::NONE;
        for m in position.legal_moves() {
            let score = match self.quiet_move_score(position.turn(), row, black_king, m) {
                Some(score) => score,
                None => move_score(&table_score, self.metric, position, m)
                    .map_err(|_| VerifyError::Totals(self.table.index.material))?,
            };
            best = best.max(score);
        }
        Ok(match best {
            Score::NONE if position.is_check() => Score::loss(0),
            Score::NONE => Score::DRAW,
            _ => best,
        })
    }

    /// The score of a quiet move within the ending, computed without a board; `None` for all other moves.
    fn quiet_move_score(&self, turn: Color, row: &Row, black_king: u8, m: Move) -> Option<Score> {
        let Move::Normal { role, from, capture: None, to, promotion: None } = m else { return None };
        let mut kings = [row.white_king, black_king];
        let mut squares = row.squares;
        match role {
            Role::King => kings[turn.fold_wb(0, 1)] = to as u8,
            Role::Pawn if from.distance(to) == 2 => return None,
            _ => {
                let pieces = self.table.index.slots.len();
                let slot = squares[..pieces].iter().position(|s| *s == from as u8)?;
                squares[slot] = to as u8;
            }
        }
        let child = self.table.score(!turn, kings[0], kings[1], &squares);
        Some(if role == Role::Pawn { self.metric.push(child) } else { child.parent() })
    }

    fn contradiction(&self, at: Option<&Chess>, row: &Row, stored: Score, expected: Score) -> VerifyError {
        let text = |score: Score| match score.value() {
            Some(Value::Win(plies)) => format!("a win in {plies} plies"),
            Some(Value::Draw) => "a draw".to_owned(),
            Some(Value::Loss(plies)) => format!("a loss in {plies} plies"),
            None => "an illegal position".to_owned(),
        };
        let fen = |p| Fen::from_position(p, EnPassantMode::Legal).to_string();
        VerifyError::Contradiction {
            material: self.table.index.material,
            position: at.map_or_else(|| format!("{row:?}"), fen),
            table: text(stored),
            successors: text(expected),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{BuildOptions, build};
    use crate::file::table;

    #[test]
    fn verify_one_wrong_value_in_a_valid_file_fails() {
        let dir = tempfile::tempdir().unwrap();
        let rook: Material = "KRK".parse().unwrap();
        let options = BuildOptions::new(dir.path(), Metric::Dtm);
        build(&[rook], &options, &mut |_| {}).unwrap();
        let found = || verify(dir.path(), rook, Metric::Dtm, &|_, _| {});
        assert!(found().is_ok());
        let mut wrong = Table::open(dir.path(), rook, Metric::Dtm).unwrap().load(Storage::Memory).unwrap();
        // The first won position gets the value of another.
        let won =
            |code: &u8| wrong.palettes[0][usize::from(*code)].value().is_some_and(|value| value.sign() > 0);
        let at = wrong.codes[0].iter().position(won).unwrap();
        let before = wrong.codes[0][at];
        let other = wrong.codes[0].iter().copied().find(|code| *code != before && won(code)).unwrap();
        wrong.codes[0][at] = other;
        table::write(dir.path(), Metric::Dtm, &wrong).unwrap();
        let error = found().unwrap_err();
        assert!(matches!(error, VerifyError::Contradiction { .. }), "{error:?}");
    }
}
