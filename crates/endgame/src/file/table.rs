//! A finished table, read block by block through a memory map.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::Mmap;
use rayon::prelude::*;
use shakmaty::{Bitboard, Chess, Color};

use crate::file::block::{LineStart, find, read, unpack};
use crate::file::codes::{Code, Codes, code_bytes};
use crate::file::format::{BLOCK_LEN, Damage, Header, block_checksum, block_count, table_path};
use crate::file::loaded::LoadedTable;
use crate::file::storage::{FileError, Storage, lost_pages, map_bytes, map_file, release};
use crate::index::like_pieces::Squares;
use crate::index::material::Material;
use crate::index::numbering::Index;
use crate::score::{Metric, Score, Value};

/// A table could not be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum TableError {
    #[error(transparent)]
    Io(#[from] FileError),
    /// The file is damaged; none of its content is used.
    #[error("{path}: {damage}")]
    Damaged { path: PathBuf, damage: Damage },
}

/// Runs work that reads tested tables. Its error is that of a table which was changed after its
/// test: to return it through the inner loops would slow them.
pub(crate) fn with_tested<T, E: From<TableError>>(
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result,
        Err(panic) => match panic.downcast::<TableError>() {
            Ok(error) => Err(E::from(*error)),
            Err(panic) => resume_unwind(panic),
        },
    }
}

/// Finished tables by ending.
pub(crate) type Tables = HashMap<Material, Table>;

/// One ending's table, mapped into memory.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    map: Mmap,
    /// Whether there is no file from which its pages could be read again.
    is_in_memory: bool,
    pub(crate) header: Header,
    pub(crate) index: Index,
    palettes: [Vec<Score>; 2],
    pub(crate) code_bytes: usize,
    /// A bit for each block whose checksum was verified.
    checked: Vec<AtomicU64>,
}

impl Table {
    /// Opens the table of `material` and `metric` in `dir`. The header is checked now, each block
    /// at its first use.
    pub fn open(dir: &Path, material: Material, metric: Metric) -> Result<Table, TableError> {
        let path = table_path(dir, material, metric);
        let map = map_file(&path)?;
        Table::of_map(path, map, material, metric)
    }

    /// The table of these bytes, as they would stand in its file.
    pub(crate) fn in_memory(
        bytes: &[u8],
        material: Material,
        metric: Metric,
    ) -> Result<Table, TableError> {
        let path = PathBuf::from("memory");
        let map = map_bytes(bytes).map_err(FileError::at(&path))?;
        let table = Table::of_map(path, map, material, metric)?;
        Ok(Table {
            is_in_memory: true,
            ..table
        })
    }

    fn of_map(
        path: PathBuf,
        map: Mmap,
        material: Material,
        metric: Metric,
    ) -> Result<Table, TableError> {
        let damaged = |damage| TableError::Damaged {
            path: path.clone(),
            damage,
        };
        let header = Header::from_bytes(&map).map_err(damaged)?;
        if (header.material, header.metric) != (material, metric) {
            return Err(damaged(Damage::WrongTable(format!(
                "{} {}",
                header.material, header.metric
            ))));
        }
        let palettes = header
            .palettes
            .each_ref()
            .map(|p| p.iter().map(|e| e.score).collect());
        let checked = (0..header.checksums.len().div_ceil(64))
            .map(|_| AtomicU64::new(0))
            .collect();
        let (index, code_bytes) = (Index::new(material), code_bytes(&header.palettes));
        Ok(Table {
            index,
            path,
            map,
            is_in_memory: false,
            header,
            palettes,
            code_bytes,
            checked,
        })
    }

    /// The ending.
    pub fn material(&self) -> Material {
        self.header.material
    }

    /// The metric of the distances.
    pub fn metric(&self) -> Metric {
        self.header.metric
    }

    #[cfg(test)]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Bytes of the file.
    pub fn file_len(&self) -> u64 {
        self.map.len() as u64
    }

    /// Numbers of won, drawn and lost positions with `turn` to move, up to symmetry, like pieces
    /// distinguished.
    pub fn totals(&self, turn: Color) -> [u64; 3] {
        [1, 0, -1].map(|sign| self.header.count(turn, |v| v.sign() == sign))
    }

    /// The number of positions with each value and `turn` to move, counted like [`Table::totals`].
    pub fn histogram(&self, turn: Color) -> Vec<(Value, u64)> {
        let mut all = Vec::new();
        for entry in &self.header.palettes[turn.fold_wb(0, 1)] {
            if let Some(value) = entry.score.value() {
                all.push((value, entry.count));
            }
        }
        all.sort_by_key(|(value, _)| (-value.sign(), value.plies()));
        all
    }

    /// The longest win of `winner` in its own moves, with either side to move; 0 if it never wins.
    pub fn longest_win(&self, winner: Color) -> u16 {
        self.longest(winner, 1).max(self.longest(!winner, -1))
    }

    /// The longest win of `winner` in its own moves, with `winner` to move; 0 if it never wins.
    pub fn longest_win_to_move(&self, winner: Color) -> u16 {
        self.longest(winner, 1)
    }

    /// The longest distance, in the winner's moves, of values with this sign and `turn` to move; 0
    /// if there is none.
    pub(crate) fn longest(&self, turn: Color, sign: i8) -> u16 {
        let mut longest = 0;
        for (value, count) in self.histogram(turn) {
            if count > 0 && value.sign() == sign {
                longest = longest.max(value.moves().unwrap_or(0));
            }
        }
        longest
    }

    pub(crate) fn damaged(&self, damage: Damage) -> TableError {
        TableError::Damaged {
            path: self.path.clone(),
            damage,
        }
    }

    /// The packed bytes of block `number`, White's first. Its checksum is verified at the first
    /// reading.
    fn block(&self, number: usize) -> Result<&[u8], TableError> {
        let damaged = || self.damaged(Damage::Block(number));
        let [from, to] =
            [0, 1].map(|i| self.header.len() + self.header.offsets[number + i] as usize);
        let data = self.map.get(from..to).ok_or_else(damaged)?;
        let (word, bit) = (&self.checked[number / 64], 1 << (number % 64));
        // A block that was verified may have lost pages since.
        if word.load(Ordering::Relaxed) & bit == 0 || lost_pages() > 0 {
            if block_checksum(number, data) != self.header.checksums[number] {
                return Err(damaged());
            }
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(data)
    }

    /// Reads the whole file and verifies every block's checksum. The error names a damaged one.
    pub fn test(&self) -> Result<(), TableError> {
        (0..self.header.checksums.len())
            .into_par_iter()
            .try_for_each(|number| self.block(number).map(|_| ()))
    }

    /// Gives back the memory of what was read.
    pub(crate) fn release(&self) -> Result<(), FileError> {
        if self.is_in_memory {
            return Ok(());
        }
        release(&self.map).map_err(FileError::at(&self.path))
    }

    /// Unpacks block `number` into codes of the table's own width.
    fn read_block<C: Code>(&self, number: usize, codes: &mut [C]) -> Result<(), TableError> {
        let damaged = || self.damaged(Damage::Block(number));
        let lost = lost_pages();
        unpack(self.block(number)?, codes).ok_or_else(damaged)?;
        let known = self.palettes[usize::from(number >= block_count(self.index.len()))].len();
        if codes.iter().any(|code| code.number() >= known) || lost_pages() != lost {
            return Err(damaged());
        }
        Ok(())
    }

    /// The index numbers whose values with `turn` to move are `wanted`, by code, ascending: those
    /// of each block given to `map`, and what it returns in order.
    pub(crate) fn find<T: Send>(
        &self,
        turn: Color,
        wanted: &[bool],
        map: impl Fn(Vec<usize>) -> T + Sync,
    ) -> Result<Vec<T>, TableError> {
        let side = block_count(self.index.len());
        let blocks = (0..side).into_par_iter().filter_map(|block| {
            let (number, first) = (block + turn.fold_wb(0, side), block * BLOCK_LEN);
            let len = BLOCK_LEN.min(self.index.len() - first);
            let mut places = Vec::new();
            let lost = lost_pages();
            let data = match self.block(number) {
                Ok(data) => data,
                Err(error) => return Some(Err(error)),
            };
            match find(data, len, self.code_bytes, wanted, |i| {
                places.push(first + i)
            }) {
                None => Some(Err(self.damaged(Damage::Block(number)))),
                Some(()) if lost_pages() != lost => Some(Err(self.damaged(Damage::Block(number)))),
                Some(()) if places.is_empty() => None,
                Some(()) => Some(Ok(map(places))),
            }
        });
        blocks.collect()
    }

    /// The position with the least index number of those with this value and `turn` to move.
    pub(crate) fn first(&self, turn: Color, value: Value) -> Result<Option<Chess>, TableError> {
        let wanted: Vec<bool> = self
            .palette(turn)
            .iter()
            .map(|score| score.value() == Some(value))
            .collect();
        let found = self.find(turn, &wanted, |numbers| numbers[0])?;
        match found.first() {
            Some(number) => Ok(self.index.position(*number, turn)),
            None => Ok(None),
        }
    }

    #[inline]
    pub(crate) fn score(&self, turn: Color, number: usize) -> Result<Score, TableError> {
        let block = number / BLOCK_LEN + turn.fold_wb(0, block_count(self.index.len()));
        let lost = lost_pages();
        let code = read(self.block(block)?, number % BLOCK_LEN, self.code_bytes);
        let score = code.and_then(|code| self.palette(turn).get(code));
        match score {
            Some(&score) if lost_pages() == lost => Ok(score),
            _ => Err(self.damaged(Damage::Block(block))),
        }
    }

    /// The score of an index number in a table that passed [`Table::test`].
    #[inline]
    pub(crate) fn tested_score(&self, turn: Color, number: usize) -> Score {
        match self.score(turn, number) {
            Ok(score) => score,
            Err(error) => resume_unwind(Box::new(error)),
        }
    }

    /// The score of a position whose pieces stand on different squares, in a table that passed
    /// [`Table::test`].
    #[inline]
    pub(crate) fn tested_score_of(
        &self,
        turn: Color,
        white_king: u8,
        black_king: u8,
        squares: &Squares,
    ) -> Score {
        match self.index.of(white_king, black_king, squares) {
            Some(number) => self.tested_score(turn, number),
            None => Score::ILLEGAL,
        }
    }

    /// The scores of the index numbers of the squares in `of`, or of none, in a table that passed
    /// [`Table::test`]. All lines are found before any is read, so that one does not wait for the
    /// memory of another.
    #[inline]
    pub(crate) fn tested_scores(
        &self,
        turn: Color,
        of: Bitboard,
        number: impl Fn(u8) -> Option<usize>,
    ) -> [Score; 64] {
        let side = turn.fold_wb(0, block_count(self.index.len()));
        let lost = lost_pages();
        let changed = |block| -> ! { resume_unwind(Box::new(self.damaged(Damage::Block(block)))) };
        let mut lines = [(0, 0, LineStart::default()); 64];
        let mut count = 0;
        for square in of.into_iter().map(u8::from) {
            if let Some(number) = number(square) {
                let (block, i) = (side + number / BLOCK_LEN, number % BLOCK_LEN);
                let line = self
                    .block(block)
                    .ok()
                    .and_then(|data| LineStart::of_code(data, i));
                let Some(line) = line else { changed(block) };
                lines[count] = (square, i, line);
                count += 1;
            }
        }
        let mut scores = [Score::ILLEGAL; 64];
        for (square, i, line) in &lines[..count] {
            let code = line.read(*i, self.code_bytes);
            let score = code.and_then(|code| self.palette(turn).get(code));
            match score {
                Some(&score) if lost_pages() == lost => scores[usize::from(*square)] = score,
                _ => changed(side),
            }
        }
        scores
    }

    pub(crate) fn palette(&self, turn: Color) -> &[Score] {
        &self.palettes[turn.fold_wb(0, 1)]
    }

    pub(crate) fn load(self, storage: Storage<'_>) -> Result<LoadedTable, TableError> {
        let (at_path, side) = (FileError::at(&self.path), block_count(self.index.len()));
        let mut codes = Vec::new();
        for turn in 0..2 {
            let mut own =
                Codes::zeroed(self.index.len(), self.code_bytes, storage).map_err(&at_path)?;
            match &mut own {
                Codes::Narrow(codes) => self.read_blocks(turn * side, codes)?,
                Codes::Wide(codes) => self.read_blocks(turn * side, codes)?,
            }
            codes.push(own);
        }
        let codes = codes.try_into().expect("two sides to move");
        Ok(LoadedTable {
            index: self.index,
            codes,
            palettes: self.palettes,
        })
    }

    fn read_blocks<C: Code>(&self, first: usize, codes: &mut [C]) -> Result<(), TableError> {
        let blocks = codes.par_chunks_mut(BLOCK_LEN).enumerate();
        blocks
            .map(|(i, codes)| self.read_block(first + i, codes))
            .collect()
    }
}
