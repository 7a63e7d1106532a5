//! Writing of a table: blocks in the order of their numbers, then the header.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::file::block::pack;
use crate::file::codes::{Code, Codes};
use crate::file::format::{BLOCK_LEN, Header, PaletteEntry, block_checksum, block_count, table_path};
use crate::file::loaded::LoadedTable;
use crate::index::material::Material;
use crate::score::{Metric, Score};

/// Blocks packed together.
const BATCH: usize = 1024;

/// Writes a table under a temporary name, flushes it to the disk and renames it: a reader sees the whole file or none.
#[derive(Debug)]
pub(crate) struct TableWriter<C> {
    dir: PathBuf,
    partial: PathBuf,
    file: BufWriter<File>,
    header: Header,
    number: usize,
    /// Codes of the side to move that do not yet fill a block.
    rest: Vec<C>,
}

impl<C: Code> TableWriter<C> {
    /// Begins a file. The codes of White follow, then those of Black.
    pub(crate) fn new(
        dir: &Path,
        material: Material,
        metric: Metric,
        positions: usize,
        palettes: &[Vec<Score>; 2],
    ) -> io::Result<TableWriter<C>> {
        let uncounted = |scores: &Vec<Score>| {
            scores.iter().map(|&score| PaletteEntry { score, count: 0 }).collect::<Vec<PaletteEntry>>()
        };
        let header = Header {
            material,
            metric,
            positions: positions as u64,
            palettes: palettes.each_ref().map(uncounted),
            offsets: vec![0; 2 * block_count(positions) + 1],
            checksums: vec![0; 2 * block_count(positions)],
        };
        let partial = dir.join(format!(".{material}.{metric}.partial"));
        let mut file = BufWriter::new(File::create(&partial)?);
        // Placeholder for the header, which depends on the packed blocks.
        file.write_all(&header.to_bytes())?;
        Ok(TableWriter { dir: dir.to_owned(), partial, file, header, number: 0, rest: Vec::new() })
    }

    /// Appends codes of the current side to move.
    pub(crate) fn push(&mut self, mut codes: &[C]) -> io::Result<()> {
        if !self.rest.is_empty() {
            let missing = (BLOCK_LEN - self.rest.len()).min(codes.len());
            let (first, others) = codes.split_at(missing);
            self.rest.extend_from_slice(first);
            codes = others;
            if self.rest.len() < BLOCK_LEN {
                return Ok(());
            }
            let block = std::mem::take(&mut self.rest);
            self.write(&block)?;
        }
        let whole = codes.len() / BLOCK_LEN * BLOCK_LEN;
        self.write(&codes[..whole])?;
        self.rest.extend_from_slice(&codes[whole..]);
        Ok(())
    }

    /// Ends the codes of a side to move.
    pub(crate) fn end_side(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.rest);
        self.write(&rest)
    }

    fn write(&mut self, codes: &[C]) -> io::Result<()> {
        for batch in codes.chunks(BATCH * BLOCK_LEN) {
            let packed: Vec<Vec<u8>> = batch.par_chunks(BLOCK_LEN).map(pack).collect();
            for data in packed {
                let (header, number) = (&mut self.header, self.number);
                header.checksums[number] = block_checksum(number, &data);
                header.offsets[number + 1] = header.offsets[number] + data.len() as u64;
                self.number += 1;
                self.file.write_all(&data)?;
            }
        }
        Ok(())
    }

    /// Completes the file, given the numbers of positions with each code.
    pub(crate) fn finish(mut self, counts: &[Vec<u64>; 2]) -> io::Result<()> {
        for (palette, counts) in self.header.palettes.iter_mut().zip(counts) {
            palette.iter_mut().zip(counts).for_each(|(entry, count)| entry.count = *count);
        }
        self.file.rewind()?;
        self.file.write_all(&self.header.to_bytes())?;
        self.file.into_inner().map_err(|e| e.into_error())?.sync_all()?;
        fs::rename(&self.partial, table_path(&self.dir, self.header.material, self.header.metric))?;
        File::open(&self.dir)?.sync_all()
    }
}

/// Writes a table whose codes are in memory.
pub(crate) fn write(dir: &Path, metric: Metric, table: &LoadedTable) -> io::Result<()> {
    match &table.codes {
        [Codes::Narrow(white), Codes::Narrow(black)] => write_codes(dir, metric, table, [white, black]),
        [Codes::Wide(white), Codes::Wide(black)] => write_codes(dir, metric, table, [white, black]),
        _ => unreachable!("both sides have codes of the same width"),
    }
}

fn write_codes<C: Code>(dir: &Path, metric: Metric, table: &LoadedTable, sides: [&[C]; 2]) -> io::Result<()> {
    let index = &table.index;
    let mut writer = TableWriter::new(dir, index.material, metric, index.len(), &table.palettes)?;
    for codes in sides {
        writer.push(codes)?;
        writer.end_side()?;
    }
    writer.finish(&table.count_codes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{BuildOptions, build};
    use crate::file::storage::Storage;
    use crate::file::table::Table;
    use shakmaty::Color;

    #[test]
    fn wide_codes_version_two_same_values() {
        let dir = tempfile::tempdir().unwrap();
        let rook: Material = "KRK".parse().unwrap();
        build(&[rook], &BuildOptions::new(dir.path(), Metric::Dtm), &mut |_| {}).unwrap();
        let open = || Table::open(dir.path(), rook, Metric::Dtm).unwrap();
        let before = open();
        let mut table = open().load(Storage::Memory).unwrap();
        // Values that do not occur make room for wide codes before those that do.
        let unused: Vec<Score> = (600..900).map(Score::win).collect();
        for (turn, codes) in table.codes.iter_mut().enumerate() {
            codes.widen(Storage::Memory).unwrap();
            let Codes::Wide(codes) = codes else { unreachable!() };
            codes.iter_mut().for_each(|code| *code += 300);
            table.palettes[turn] = [&unused[..], &table.palettes[turn]].concat();
        }
        write(dir.path(), Metric::Dtm, &table).unwrap();
        let bytes = fs::read(table_path(dir.path(), rook, Metric::Dtm)).unwrap();
        assert_eq!(bytes[8..10], [2, 0]);
        let (after, loaded) = (open(), open().load(Storage::Memory).unwrap());
        for turn in [Color::White, Color::Black] {
            for number in 0..before.index.len() {
                let score = before.score(turn, number).unwrap();
                assert_eq!((after.score(turn, number).unwrap(), loaded.at(turn, number)), (score, score));
            }
            let counted: Vec<_> = after.histogram(turn).into_iter().filter(|(_, count)| *count > 0).collect();
            assert_eq!(counted, before.histogram(turn));
        }
        assert_eq!(after.longest_win(Color::White), 16);
    }
}
