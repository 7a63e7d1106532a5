//! Asks finished tables for the value of a position, of its moves, and for the best play to the end.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use shakmaty::{CastlingMode, Chess, Color, Move, Position};
use thiserror::Error;

use crate::format::{BLOCK, blocks};
use crate::material::Material;
use crate::metric::Metric;
use crate::position::Stored;
use crate::score::{Score, Value};
use crate::table::{Table, TableError};
use crate::values::{self, Source};

/// Unpacked blocks a prober keeps at first: 16 MiB.
const CACHED_BLOCKS: usize = 4096;

/// The tables of one metric in one directory, open for reading. Share it between threads, and give each thread a
/// [`Prober`].
#[derive(Debug)]
pub struct Tablebase {
    metric: Metric,
    tables: Vec<Table>,
    numbers: HashMap<Material, usize>,
}

/// Why a position has no value.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// More men than tables are made for.
    #[error("more men on the board than any table has")]
    TooManyMen,
    /// A side may still castle; tables hold no such positions.
    #[error("a side may still castle, which no table provides for")]
    Castling,
    /// The table needed is not in the directory.
    #[error("the table of {0} is not there")]
    Missing(Material),
    /// The table needed is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A move and what it is worth to the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move.
    pub chess_move: Move,
    /// Its value before it is made: a mating move is a win in 1 ply.
    pub value: Value,
}

impl Tablebase {
    /// Opens all tables of `metric` in `dir`.
    ///
    /// # Errors
    /// [`TableError`] if the directory cannot be read, or any of its tables is damaged in its header.
    pub fn open(dir: &Path, metric: Metric) -> Result<Tablebase, TableError> {
        let mut tables = Vec::new();
        for material in Tablebase::list(dir, metric)? {
            tables.push(Table::open(dir, material, metric)?);
        }
        let numbers = tables.iter().enumerate().map(|(i, t)| (t.material(), i)).collect();
        Ok(Tablebase { metric, tables, numbers })
    }

    /// The endings whose tables lie in `dir`, fewest men first.
    ///
    /// # Errors
    /// [`TableError::Io`] if the directory cannot be read.
    pub fn list(dir: &Path, metric: Metric) -> Result<Vec<Material>, TableError> {
        let io = |source| TableError::Io { path: dir.to_owned(), source };
        let mut found = Vec::new();
        for entry in fs::read_dir(dir).map_err(io)? {
            let name = entry.map_err(io)?.file_name();
            if let Some((name, extension)) = name.to_str().and_then(|n| n.rsplit_once('.')) {
                // Other files may well be in the directory.
                if let (true, Ok(material)) = (extension == metric.name(), name.parse::<Material>()) {
                    found.push(material);
                }
            }
        }
        found.sort_by_key(|m| (m.men(), std::cmp::Reverse(*m)));
        Ok(found)
    }

    /// What is counted.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The tables, fewest men first.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Most men of any table; 2 if there is none. A search asks only below that.
    pub fn max_men(&self) -> usize {
        self.tables.last().map_or(2, |t| t.material().men())
    }

    /// The table of one ending.
    pub fn table(&self, material: Material) -> Option<&Table> {
        self.numbers.get(&material).map(|&i| &self.tables[i])
    }
}

/// One thread's access to a [`Tablebase`], with the blocks it unpacked last.
#[derive(Debug)]
pub struct Prober {
    tablebase: Arc<Tablebase>,
    /// Which block lies in each place of `blocks`: table and number; `usize::MAX` for none.
    keys: Vec<(usize, usize)>,
    blocks: Vec<[u8; BLOCK]>,
}

impl Prober {
    /// A prober with a cache of 16 MiB.
    pub fn new(tablebase: Arc<Tablebase>) -> Prober {
        Prober::with_cache(tablebase, CACHED_BLOCKS)
    }

    /// A prober that keeps so many unpacked blocks of 4 KiB, at least one.
    pub fn with_cache(tablebase: Arc<Tablebase>, blocks: usize) -> Prober {
        let n = blocks.max(1);
        Prober { tablebase, keys: vec![(usize::MAX, 0); n], blocks: vec![[0; BLOCK]; n] }
    }

    /// The tables it asks.
    pub fn tablebase(&self) -> &Tablebase {
        &self.tablebase
    }

    /// The value of a position for the side to move, without regard to the fifty-move rule.
    ///
    /// # Errors
    /// [`ProbeError`]; never a value out of a damaged block.
    pub fn probe(&mut self, position: &Chess) -> Result<Value, ProbeError> {
        if position.castles().any() {
            return Err(ProbeError::Castling);
        }
        let metric = self.tablebase.metric;
        let score = values::score(self, metric, position)?;
        // The rules library lets no illegal position through, so an entry that says so is a damaged table.
        score.value().ok_or(ProbeError::TooManyMen)
    }

    /// All legal moves with their values, best first; equally good ones in the order of their UCI texts.
    ///
    /// # Errors
    /// As [`Prober::probe`].
    pub fn moves(&mut self, position: &Chess) -> Result<Vec<RatedMove>, ProbeError> {
        if position.castles().any() {
            return Err(ProbeError::Castling);
        }
        let metric = self.tablebase.metric;
        let mut rated = Vec::new();
        for chess_move in position.legal_moves() {
            let score = values::after(self, metric, position, chess_move)?;
            let value = score.value().ok_or(ProbeError::TooManyMen)?;
            rated.push(RatedMove { chess_move, value });
        }
        rated.sort_by_cached_key(|m| {
            let uci = m.chess_move.to_uci(CastlingMode::Standard).to_string();
            (std::cmp::Reverse(Score::from(m.value)), uci)
        });
        Ok(rated)
    }

    /// The best play of both sides from a won or lost position to mate, at most `limit` moves; nothing in a draw.
    ///
    /// With distance to conversion or to a zeroing move the line is the best to each conversion in turn.
    ///
    /// # Errors
    /// As [`Prober::probe`].
    pub fn best_line(&mut self, position: &Chess, limit: usize) -> Result<Vec<Move>, ProbeError> {
        let mut line = Vec::new();
        let mut at = position.clone();
        while line.len() < limit {
            match self.moves(&at)?.first() {
                Some(best) if best.value != Value::Draw => {
                    at.play_unchecked(best.chess_move);
                    line.push(best.chess_move);
                }
                _ => break,
            }
        }
        Ok(line)
    }

    /// The code of position `number` of table `table`.
    #[inline]
    fn code(&mut self, table: usize, turn: Color, number: usize) -> Result<u8, TableError> {
        let source = &self.tablebase.tables[table];
        let block = number / BLOCK + turn.fold_wb(0, blocks(source.index.len()));
        let place = (block.wrapping_mul(0x9e37_79b9) ^ table.wrapping_mul(0x85eb_ca6b)) % self.keys.len();
        if self.keys[place] != (table, block) {
            self.keys[place] = (usize::MAX, 0);
            source.read_block(block, &mut self.blocks[place])?;
            self.keys[place] = (table, block);
        }
        Ok(self.blocks[place][number % BLOCK])
    }
}

impl Source for Prober {
    type Error = ProbeError;

    fn score(&mut self, at: &Stored) -> Result<Score, ProbeError> {
        let &table = self.tablebase.numbers.get(&at.material).ok_or(ProbeError::Missing(at.material))?;
        let index = &self.tablebase.tables[table].index;
        let Some(number) = index.of(at.white_king, at.black_king, &at.squares) else {
            return Ok(Score::ILLEGAL);
        };
        let code = self.code(table, at.turn, number)?;
        Ok(self.tablebase.tables[table].palette(at.turn)[usize::from(code)])
    }

    fn too_many_men(&self) -> ProbeError {
        ProbeError::TooManyMen
    }
}
