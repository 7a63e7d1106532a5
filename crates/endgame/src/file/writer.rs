//! Writing of a table: blocks in the order of their numbers, then the header.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Cursor, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use files::{create_own, publish_own};
use rayon::prelude::*;
use shakmaty::Color;

use crate::file::block::pack;
use crate::file::codes::{Code, Codes};
use crate::file::format::{
    BLOCK_LEN, Header, PaletteEntry, block_checksum, block_count, table_path, take_number,
};
use crate::file::loaded::LoadedTable;
use crate::file::storage::check_nothing_lost;
use crate::index::material::Material;
use crate::ranks::Ranks;
use crate::score::{Metric, Score};

/// Blocks packed together.
const BATCH: usize = 1024;

/// How a table is written, and by whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'a> {
    pub(crate) metric: Metric,
    /// None for a table that stays in memory.
    pub(crate) folders: Option<Folders<'a>>,
    pub(crate) ranks: &'a dyn Ranks,
}

/// Where a table is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Folders<'a> {
    /// Folder of the tables.
    pub(crate) tables: &'a Path,
    /// Folder of the files of an unfinished build.
    pub(crate) work: &'a Path,
}

impl Folders<'_> {
    /// The table while it is written, or what this process has packed for it.
    fn draft(&self, rank: usize) -> PathBuf {
        match rank {
            0 => self.work.join("table"),
            _ => self.work.join(format!("blocks-{rank:03}")),
        }
    }
}

/// What a table is written to.
#[derive(Debug)]
enum Draft {
    /// The table itself; in all processes but the first, packed blocks on their way there.
    File(BufWriter<File>),
    Memory(Cursor<Vec<u8>>),
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Draft::File(file) => file.write(bytes),
            Draft::Memory(memory) => memory.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Draft::File(file) => file.flush(),
            Draft::Memory(memory) => memory.flush(),
        }
    }
}

impl Seek for Draft {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Draft::File(file) => file.seek(to),
            Draft::Memory(memory) => memory.seek(to),
        }
    }
}

/// A table that was written.
#[derive(Debug)]
pub(crate) enum WrittenTable {
    File,
    Memory(Vec<u8>),
}

/// Writes a table under a temporary name, flushes it to the disk and renames it: a reader sees the
/// whole file or none. Several processes each pack a range of the codes. A block belongs to the
/// process that has its first code.
#[derive(Debug)]
pub(crate) struct TableWriter<'a, C> {
    output: Output<'a>,
    draft: Draft,
    header: Header,
    /// Bytes of all blocks of the sides that are done.
    written: u64,
    /// Numbers of the first block of the side to move, and of the next one of this process.
    first: usize,
    number: usize,
    /// Length and checksum of the blocks of this side to move, from its first.
    blocks: Vec<[u32; 2]>,
    /// The codes before the first block of this process, and how many there are.
    head: Vec<C>,
    head_len: usize,
    /// Codes of the side to move that do not yet fill a block.
    rest: Vec<C>,
}

impl<'a, C: Code> TableWriter<'a, C> {
    /// Begins a file. The codes of White follow, then those of Black.
    pub(crate) fn new(
        output: Output<'a>,
        material: Material,
        positions: usize,
        palettes: &[Vec<Score>; 2],
    ) -> io::Result<TableWriter<'a, C>> {
        let uncounted = |scores: &Vec<Score>| {
            scores
                .iter()
                .map(|&score| PaletteEntry { score, count: 0 })
                .collect::<Vec<PaletteEntry>>()
        };
        let header = Header {
            material,
            metric: output.metric,
            positions: positions as u64,
            palettes: palettes.each_ref().map(uncounted),
            offsets: vec![0; 2 * block_count(positions) + 1],
            checksums: vec![0; 2 * block_count(positions)],
        };
        let rank = output.ranks.rank();
        let mut draft = match output.folders {
            Some(folders) => Draft::File(BufWriter::new(create_own(&folders.draft(rank))?)),
            None => Draft::Memory(Cursor::default()),
        };
        if rank == 0 {
            // Placeholder for the header, which depends on the packed blocks.
            draft.write_all(&header.to_bytes())?;
        }
        Ok(TableWriter {
            output,
            draft,
            header,
            written: 0,
            first: 0,
            number: 0,
            blocks: Vec::new(),
            head: Vec::new(),
            head_len: 0,
            rest: Vec::new(),
        })
    }

    /// Begins a side to move: this process appends its codes from number `start`.
    pub(crate) fn begin_side(&mut self, turn: Color, start: usize) {
        self.first = turn.fold_wb(0, block_count(self.header.positions as usize));
        self.number = self.first + block_count(start);
        self.head_len = start.next_multiple_of(BLOCK_LEN) - start;
    }

    /// Appends codes of the current side to move.
    pub(crate) fn push(&mut self, mut codes: &[C]) -> io::Result<()> {
        let (head, others) = codes.split_at(codes.len().min(self.head_len - self.head.len()));
        self.head.extend_from_slice(head);
        codes = others;
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

    /// Ends the codes of a side to move, in all processes. Each appends the beginning of the next
    /// one's codes to its last block, and then writes its blocks into the file, behind those of the
    /// processes before it.
    pub(crate) fn end_side(&mut self) -> io::Result<()> {
        let ranks = self.output.ranks;
        let (rank, size) = (ranks.rank(), ranks.size());
        let head = std::mem::take(&mut self.head);
        let heads = ranks.exchange(vec![bytemuck::cast_slice(&head).to_vec(); size]);
        let mut rest = std::mem::take(&mut self.rest);
        if !rest.is_empty()
            && let Some(next) = heads[rank + 1..].iter().find(|head| !head.is_empty())
        {
            let codes = next.chunks_exact(C::BYTES);
            rest.extend(codes.map(bytemuck::pod_read_unaligned::<C>));
        }
        self.write(&rest)?;
        let blocks = std::mem::take(&mut self.blocks);
        let mut len = blocks
            .iter()
            .map(|[len, _]| u64::from(*len))
            .sum::<u64>()
            .to_le_bytes()
            .to_vec();
        let mut messages = vec![len.clone(); size];
        for number in blocks.iter().flatten() {
            len.extend(number.to_le_bytes());
        }
        messages[0] = len;
        let messages = ranks.exchange(messages);
        let lens = messages
            .iter()
            .map(|message| take_number(&mut &message[..], 8).unwrap_or(0));
        let lens: Vec<u64> = lens.collect();
        if rank == 0 {
            let blocks = messages
                .iter()
                .flat_map(|message| message[8..].chunks_exact(8));
            let header = &mut self.header;
            for (number, mut block) in (self.first..).zip(blocks) {
                let mut field = || take_number(&mut block, 4).unwrap_or(0);
                header.offsets[number + 1] = header.offsets[number] + field();
                header.checksums[number] = field() as u32;
            }
        } else if let (Draft::File(packed), Some(folders)) = (&mut self.draft, self.output.folders)
        {
            packed.rewind()?;
            let mut table = OpenOptions::new().write(true).open(folders.draft(0))?;
            let before: u64 = lens[..rank].iter().sum();
            table.seek(SeekFrom::Start(
                self.header.len() as u64 + self.written + before,
            ))?;
            io::copy(packed.get_mut(), &mut table)?;
            table.sync_all()?;
            packed.get_mut().set_len(0)?;
            packed.rewind()?;
        }
        self.written += lens.iter().sum::<u64>();
        // All blocks are in the file.
        ranks.sum(0);
        if rank == 0 {
            let end = self.header.len() as u64 + self.written;
            self.draft.seek(SeekFrom::Start(end))?;
        }
        Ok(())
    }

    fn write(&mut self, codes: &[C]) -> io::Result<()> {
        for batch in codes.chunks(BATCH * BLOCK_LEN) {
            let packed: Vec<Vec<u8>> = batch.par_chunks(BLOCK_LEN).map(pack).collect();
            for data in packed {
                self.blocks
                    .push([data.len() as u32, block_checksum(self.number, &data)]);
                self.number += 1;
                self.draft.write_all(&data)?;
            }
        }
        Ok(())
    }

    /// Completes the file, given the numbers of this process's positions with each code.
    pub(crate) fn finish(mut self, counts: &[Vec<u64>; 2]) -> io::Result<WrittenTable> {
        check_nothing_lost()?;
        let Output {
            metric,
            folders,
            ranks,
        } = self.output;
        let mut messages = vec![Vec::new(); ranks.size()];
        for count in counts.iter().flatten() {
            messages[0].extend(count.to_le_bytes());
        }
        let counts = ranks.exchange(messages);
        if ranks.rank() > 0 {
            return Ok(WrittenTable::File);
        }
        for counts in counts {
            let entries = self.header.palettes.iter_mut().flatten();
            entries
                .zip(counts.chunks_exact(8))
                .for_each(|(entry, mut count)| {
                    entry.count += take_number(&mut count, 8).unwrap_or(0);
                });
        }
        self.draft.rewind()?;
        self.draft.write_all(&self.header.to_bytes())?;
        match (self.draft, folders) {
            (Draft::File(file), Some(folders)) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.sync_all()?;
                let path = table_path(folders.tables, self.header.material, metric);
                publish_own(&folders.draft(0), &path)?;
                Ok(WrittenTable::File)
            }
            (Draft::Memory(memory), _) => Ok(WrittenTable::Memory(memory.into_inner())),
            (Draft::File(_), None) => unreachable!("a file has a folder"),
        }
    }
}

/// Writes a table, of which this process holds the codes of `slices`.
pub(crate) fn write(
    output: Output<'_>,
    table: &LoadedTable,
    slices: Range<usize>,
) -> io::Result<WrittenTable> {
    match &table.codes {
        [Codes::Narrow(_), _] => write_codes::<u8>(output, table, slices),
        [Codes::Wide(_), _] => write_codes::<u16>(output, table, slices),
    }
}

fn write_codes<C: Code>(
    output: Output<'_>,
    table: &LoadedTable,
    slices: Range<usize>,
) -> io::Result<WrittenTable> {
    let index = &table.index;
    let mut writer = TableWriter::<C>::new(output, index.material, index.len(), &table.palettes)?;
    let (start, len) = (
        slices.start * index.slice_len(),
        slices.len() * index.slice_len(),
    );
    for (turn, codes) in [Color::White, Color::Black].into_iter().zip(&table.codes) {
        writer.begin_side(turn, start);
        writer.push(bytemuck::cast_slice(codes.bytes(start, len)))?;
        writer.end_side()?;
    }
    writer.finish(&table.count_codes(slices))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{BuildOptions, build};
    use crate::file::storage::Storage;
    use crate::file::table::Table;
    use crate::ranks::Alone;
    use shakmaty::Color;

    #[test]
    fn wide_codes_version_two_same_values() {
        let dir = tempfile::tempdir().unwrap();
        let rook: Material = "KRK".parse().unwrap();
        build(
            &[rook],
            &BuildOptions::new(dir.path(), Metric::Dtm),
            &mut |_| {},
        )
        .unwrap();
        let open = || Table::open(dir.path(), rook, Metric::Dtm).unwrap();
        let before = open();
        let mut table = open().load(Storage::Memory).unwrap();
        // Values that do not occur make room for wide codes before those that do.
        let unused: Vec<Score> = (600..900).map(Score::win).collect();
        for (turn, codes) in table.codes.iter_mut().enumerate() {
            codes.widen(Storage::Memory).unwrap();
            let Codes::Wide(codes) = codes else {
                unreachable!()
            };
            codes.iter_mut().for_each(|code| *code += 300);
            table.palettes[turn] = [&unused[..], &table.palettes[turn]].concat();
        }
        let slices = 0..table.index.slices.len();
        let output = Output {
            metric: Metric::Dtm,
            folders: Some(Folders {
                tables: dir.path(),
                work: dir.path(),
            }),
            ranks: &Alone,
        };
        write(output, &table, slices).unwrap();
        let bytes = std::fs::read(table_path(dir.path(), rook, Metric::Dtm)).unwrap();
        assert_eq!(bytes[8..10], [2, 0]);
        let (after, loaded) = (open(), open().load(Storage::Memory).unwrap());
        for turn in [Color::White, Color::Black] {
            for number in 0..before.index.len() {
                let score = before.score(turn, number).unwrap();
                assert_eq!(
                    (after.score(turn, number).unwrap(), loaded.at(turn, number)),
                    (score, score)
                );
            }
            let counted: Vec<_> = after
                .histogram(turn)
                .into_iter()
                .filter(|(_, count)| *count > 0)
                .collect();
            assert_eq!(counted, before.histogram(turn));
        }
        assert_eq!(after.longest_win(Color::White), 16);
    }
}
