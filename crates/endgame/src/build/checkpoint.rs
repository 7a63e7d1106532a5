//! The saved state of an interrupted build, from which the next build continues.
//!
//! While a table is built, a directory beside the tables holds a log of the finished slices and the state of the
//! current one. Every record has its length and checksum; torn records are ignored.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use shakmaty::Color;

use crate::build::solver::Stage;
use crate::file::format::{take, take_number};
use crate::file::storage::LargeArray;
use crate::index::material::Material;
use crate::score::{Metric, Score};

/// Bytes packed into one record of a state.
const CHUNK: usize = 1 << 20;

#[derive(Debug)]
pub(crate) struct Checkpoint {
    dir: PathBuf,
    /// The locked directory; the system releases the lock if the process dies.
    _lock: File,
    log: Option<BufWriter<File>>,
}

/// A finished slice: its number, the palettes so far, and the codes for each side to move.
#[derive(Debug)]
pub(crate) struct FinishedSlice {
    pub(crate) slice: usize,
    pub(crate) palettes: [Vec<Score>; 2],
    pub(crate) codes: [Vec<u8>; 2],
}

impl Checkpoint {
    fn path(dir: &Path, material: Material, metric: Metric) -> PathBuf {
        dir.join(format!(".{material}.{metric}.work"))
    }

    /// Removes the directory of a build that was killed after its table was written.
    pub(crate) fn clear(dir: &Path, material: Material, metric: Metric) -> io::Result<()> {
        if Checkpoint::path(dir, material, metric).is_dir()
            && let Some(left) = Checkpoint::open(dir, material, metric)?
        {
            left.remove()?;
        }
        Ok(())
    }

    /// Opens or creates the directory of this table; `None` if another process is building it.
    pub(crate) fn open(dir: &Path, material: Material, metric: Metric) -> io::Result<Option<Checkpoint>> {
        let dir = Checkpoint::path(dir, material, metric);
        fs::create_dir_all(&dir)?;
        let lock = File::open(&dir)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Checkpoint { dir, _lock: lock, log: None })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Calls `found` with each finished slice in turn, then opens the log for appending. Anything after the last whole
    /// record, or after one that `found` rejects, is cut off.
    pub(crate) fn replay(&mut self, mut found: impl FnMut(FinishedSlice) -> bool) -> io::Result<()> {
        let path = self.dir.join("slices");
        let mut whole = 0;
        if let Ok(file) = File::open(&path) {
            let mut reader = BufReader::new(file);
            while let Some(record) = read_record(&mut reader) {
                if !FinishedSlice::from_bytes(&record).is_some_and(&mut found) {
                    break;
                }
                whole += 8 + record.len() as u64;
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(&path)?;
        file.set_len(whole)?;
        self.log = Some(BufWriter::new(file));
        Ok(())
    }

    pub(crate) fn log(&mut self, done: &FinishedSlice) -> io::Result<()> {
        let log = self.log.as_mut().expect("the log is replayed before it is written");
        write_record(log, &done.to_bytes())
    }

    /// Writes buffered records to the file, so that they survive the death of the process.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.log.as_mut().map_or(Ok(()), |log| log.flush())
    }

    /// Replaces the saved state with that of an unfinished slice.
    pub(crate) fn save(&self, slice: usize, stage: Stage, scores: &[LargeArray<Score>; 2]) -> io::Result<()> {
        let partial = self.dir.join("state.partial");
        let mut file = BufWriter::new(File::create(&partial)?);
        let mut head = Vec::new();
        head.extend((slice as u64).to_le_bytes());
        head.extend((stage.plies as u64).to_le_bytes());
        head.push(stage.winner.fold_wb(0, 1));
        write_record(&mut file, &head)?;
        for scores in scores {
            let bytes: &[u8] = bytemuck::cast_slice(scores);
            for batch in bytes.chunks(64 * CHUNK) {
                let packed: Vec<_> = batch.par_chunks(CHUNK).map(lz4_flex::block::compress).collect();
                packed.iter().try_for_each(|chunk| write_record(&mut file, chunk))?;
            }
        }
        // Not synced to the disk: after a power failure the checksums reveal a damaged state.
        file.flush()?;
        drop(file);
        fs::rename(partial, self.dir.join("state"))
    }

    /// Reads the state of `slice` into `scores`; `None`, with `scores` undefined, if it is missing or damaged.
    pub(crate) fn restore(&self, slice: usize, scores: &mut [LargeArray<Score>; 2]) -> Option<Stage> {
        let mut file = BufReader::new(File::open(self.dir.join("state")).ok()?);
        let head = read_record(&mut file)?;
        let head = &mut &head[..];
        if take_number(head, 8)? != slice as u64 {
            return None;
        }
        let plies = take_number(head, 8)? as usize;
        let winner = Color::from_white(take_number(head, 1)? == 0);
        for scores in scores {
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(scores);
            for chunk in bytes.chunks_mut(CHUNK) {
                let n = lz4_flex::block::decompress_into(&read_record(&mut file)?, chunk).ok()?;
                (n == chunk.len()).then_some(())?;
            }
        }
        Some(Stage { winner, plies })
    }

    pub(crate) fn remove(self) -> io::Result<()> {
        drop(self.log);
        fs::remove_dir_all(self.dir)
    }
}

impl FinishedSlice {
    fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend((self.slice as u32).to_le_bytes());
        for (palette, codes) in self.palettes.iter().zip(&self.codes) {
            let packed = lz4_flex::block::compress(codes);
            for n in [palette.len(), codes.len(), packed.len()] {
                out.extend((n as u32).to_le_bytes());
            }
            palette.iter().for_each(|s| out.extend(s.0.to_le_bytes()));
            out.extend(packed);
        }
        out
    }

    fn from_bytes(mut bytes: &[u8]) -> Option<FinishedSlice> {
        let rest = &mut bytes;
        let slice = take_number(rest, 4)? as usize;
        let mut finished = FinishedSlice { slice, palettes: Default::default(), codes: Default::default() };
        for turn in 0..2 {
            let palette_len = take_number(rest, 4)? as usize;
            let [codes_len, packed_len] = [take_number(rest, 4)? as usize, take_number(rest, 4)? as usize];
            let palette = take(rest, 2 * palette_len)?.chunks(2);
            finished.palettes[turn] = palette.map(|b| Score(i16::from_le_bytes([b[0], b[1]]))).collect();
            finished.codes[turn] = lz4_flex::block::decompress(take(rest, packed_len)?, codes_len).ok()?;
        }
        Some(finished)
    }
}

fn write_record(out: &mut impl Write, data: &[u8]) -> io::Result<()> {
    out.write_all(&(data.len() as u32).to_le_bytes())?;
    out.write_all(&crc32fast::hash(data).to_le_bytes())?;
    out.write_all(data)
}

fn read_record(from: &mut impl Read) -> Option<Vec<u8>> {
    let mut head = [0; 8];
    from.read_exact(&mut head).ok()?;
    let [len, sum] = [0, 4].map(|i| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]));
    let mut data = Vec::new();
    from.take(u64::from(len)).read_to_end(&mut data).ok()?;
    (data.len() == len as usize && crc32fast::hash(&data) == sum).then_some(data)
}
