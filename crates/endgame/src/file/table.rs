//! A finished table: written once, then read block by block through a memory map.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::Mmap;
use rayon::prelude::*;
use shakmaty::Color;

use crate::file::block::{pack, read, unpack};
use crate::file::format::{BLOCK_LEN, Damage, Header, PaletteEntry, block_checksum, block_count, table_path};
use crate::file::loaded::LoadedTable;
use crate::file::storage::{FileError, Storage, map_file};
use crate::index::material::Material;
use crate::index::numbering::Index;
use crate::score::{Metric, Score, Value};

/// Blocks packed together while a file is written.
const BATCH: usize = 1024;

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

/// One ending's table, mapped into memory.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    map: Mmap,
    pub(crate) header: Header,
    pub(crate) index: Index,
    palettes: [Vec<Score>; 2],
    /// A bit for each block whose checksum was verified.
    checked: Vec<AtomicU64>,
}

impl Table {
    /// Opens the table of `material` and `metric` in `dir`. The header is checked now, each block at its first use.
    pub fn open(dir: &Path, material: Material, metric: Metric) -> Result<Table, TableError> {
        let path = table_path(dir, material, metric);
        let map = map_file(&path)?;
        let damaged = |damage| TableError::Damaged { path: path.clone(), damage };
        let header = Header::from_bytes(&map).map_err(damaged)?;
        if (header.material, header.metric) != (material, metric) {
            return Err(damaged(Damage::WrongTable(format!("{} {}", header.material, header.metric))));
        }
        let palettes = header.palettes.each_ref().map(|p| p.iter().map(|e| e.score).collect());
        let checked = (0..header.checksums.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Table { index: Index::new(material), path, map, header, palettes, checked })
    }

    /// The ending.
    pub fn material(&self) -> Material {
        self.header.material
    }

    /// The metric of the distances.
    pub fn metric(&self) -> Metric {
        self.header.metric
    }

    /// Bytes of the file.
    pub fn file_len(&self) -> u64 {
        self.map.len() as u64
    }

    /// Numbers of won, drawn and lost positions with `turn` to move, up to symmetry, like pieces distinguished.
    pub fn totals(&self, turn: Color) -> [u64; 3] {
        [1, 0, -1].map(|sign| self.header.count(turn, |v| v.sign() == sign))
    }

    /// The number of positions with each value and `turn` to move, counted like [`Table::totals`].
    pub fn histogram(&self, turn: Color) -> Vec<(Value, u64)> {
        let entries = self.header.palettes[turn.fold_wb(0, 1)].iter();
        let mut all: Vec<_> = entries.filter_map(|e| Some((e.score.value()?, e.count))).collect();
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

    /// The longest distance, in the winner's moves, of values with this sign and `turn` to move; 0 if there is none.
    pub(crate) fn longest(&self, turn: Color, sign: i8) -> u16 {
        let values = self.histogram(turn).into_iter().filter(|(v, count)| *count > 0 && v.sign() == sign);
        values.filter_map(|(v, _)| v.moves()).max().unwrap_or(0)
    }

    pub(crate) fn damaged(&self, damage: Damage) -> TableError {
        TableError::Damaged { path: self.path.clone(), damage }
    }

    /// The packed bytes of block `number`, White's first. Its checksum is verified at the first reading.
    fn block(&self, number: usize) -> Result<&[u8], TableError> {
        let damaged = || self.damaged(Damage::Block(number));
        let [from, to] = [0, 1].map(|i| self.header.len() + self.header.offsets[number + i] as usize);
        let data = self.map.get(from..to).ok_or_else(damaged)?;
        let (word, bit) = (&self.checked[number / 64], 1 << (number % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            if block_checksum(number, data) != self.header.checksums[number] {
                return Err(damaged());
            }
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(data)
    }

    /// Reads the whole file and verifies every block's checksum. The error names the first damaged one.
    pub fn test(&self) -> Result<(), TableError> {
        (0..self.header.checksums.len()).try_for_each(|number| self.block(number).map(|_| ()))
    }

    pub(crate) fn read_block(&self, number: usize, codes: &mut [u8; BLOCK_LEN]) -> Result<usize, TableError> {
        let positions = self.index.len();
        let first = number % block_count(positions) * BLOCK_LEN;
        let codes = &mut codes[..BLOCK_LEN.min(positions - first)];
        let damaged = || self.damaged(Damage::Block(number));
        unpack(self.block(number)?, codes).ok_or_else(damaged)?;
        let known = self.palettes[usize::from(number >= block_count(positions))].len();
        if codes.iter().any(|c| usize::from(*c) >= known) {
            return Err(damaged());
        }
        Ok(codes.len())
    }

    #[inline]
    pub(crate) fn score(&self, turn: Color, number: usize) -> Result<Score, TableError> {
        let block = number / BLOCK_LEN + turn.fold_wb(0, block_count(self.index.len()));
        let code = read(self.block(block)?, number % BLOCK_LEN);
        let score = code.and_then(|c| self.palette(turn).get(usize::from(c)));
        score.copied().ok_or_else(|| self.damaged(Damage::Block(block)))
    }

    pub(crate) fn palette(&self, turn: Color) -> &[Score] {
        &self.palettes[turn.fold_wb(0, 1)]
    }

    pub(crate) fn load(self, storage: Storage<'_>) -> Result<LoadedTable, TableError> {
        let mut loaded =
            LoadedTable::empty(Index::new(self.material()), storage).map_err(FileError::at(&self.path))?;
        let side = block_count(self.index.len());
        for (turn, codes) in loaded.codes.iter_mut().enumerate() {
            codes.par_chunks_mut(BLOCK_LEN).enumerate().try_for_each(|(i, codes)| {
                let mut block = [0; BLOCK_LEN];
                let n = self.read_block(turn * side + i, &mut block)?;
                codes.copy_from_slice(&block[..n]);
                Ok::<_, TableError>(())
            })?;
        }
        loaded.palettes = self.palettes;
        Ok(loaded)
    }
}

/// Writes a table under a temporary name, flushes it to the disk and renames it: a reader sees the whole file or none.
pub(crate) fn write(dir: &Path, metric: Metric, table: &LoadedTable) -> io::Result<()> {
    let material = table.index.material;
    let partial = dir.join(format!(".{material}.{metric}.partial"));
    let counts = table.count_codes();
    let palettes = [0, 1].map(|turn| {
        let counted = table.palettes[turn].iter().zip(&counts[turn]);
        counted.map(|(&score, &count)| PaletteEntry { score, count }).collect()
    });
    let positions = table.index.len();
    let mut header = Header {
        material,
        metric,
        positions: positions as u64,
        palettes,
        offsets: vec![0; 2 * block_count(positions) + 1],
        checksums: vec![0; 2 * block_count(positions)],
    };
    let mut file = BufWriter::new(File::create(&partial)?);
    // Placeholder for the header, which depends on the packed blocks.
    file.write_all(&header.to_bytes())?;
    let mut number = 0;
    for codes in &table.codes {
        for batch in codes.chunks(BATCH * BLOCK_LEN) {
            let packed: Vec<Vec<u8>> = batch.par_chunks(BLOCK_LEN).map(pack).collect();
            for data in packed {
                header.checksums[number] = block_checksum(number, &data);
                header.offsets[number + 1] = header.offsets[number] + data.len() as u64;
                number += 1;
                file.write_all(&data)?;
            }
        }
    }
    file.rewind()?;
    file.write_all(&header.to_bytes())?;
    file.into_inner().map_err(|e| e.into_error())?.sync_all()?;
    fs::rename(&partial, table_path(dir, material, metric))?;
    File::open(dir)?.sync_all()
}
