//! What an interrupted build left on disk, so that it goes on where it was.
//!
//! Beside the tables lies a directory for the table being built, with a log of the slices that are done and the
//! state of the one that is not. Every record carries its length and checksum: of a torn one nothing is used.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use shakmaty::Color;

use crate::build::solver::Stage;
use crate::file::storage::LargeArray;
use crate::index::material::Material;
use crate::metric::Metric;
use crate::score::Score;

/// Bytes packed into one record of a state.
const PIECE: usize = 1 << 20;

/// The directory of one table under construction.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    dir: PathBuf,
    /// The directory itself, locked: a process that dies lets go of it.
    _lock: File,
    log: Option<BufWriter<File>>,
}

/// A finished slice: its number, palettes so far, and codes for either side to move.
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

    /// Removes what a build has left that was killed when its table was written.
    pub(crate) fn clear(dir: &Path, material: Material, metric: Metric) -> io::Result<()> {
        if Checkpoint::path(dir, material, metric).is_dir()
            && let Some(left) = Checkpoint::open(dir, material, metric)?
        {
            left.remove()?;
        }
        Ok(())
    }

    /// Opens or makes the directory for this table; `None` if another process builds it.
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

    /// Calls `found` with each finished slice in turn, then makes the log ready for more. What follows the last whole
    /// record, or one that `found` does not accept, is cut off.
    pub(crate) fn replay(&mut self, mut found: impl FnMut(FinishedSlice) -> bool) -> io::Result<()> {
        let path = self.dir.join("slices");
        let mut whole = 0;
        if let Ok(file) = File::open(&path) {
            let mut reader = BufReader::new(file);
            while let Some(record) = read_record(&mut reader) {
                if !FinishedSlice::from_bytes(&record).is_some_and(&mut found) {
                    break;
                }
                whole += record_len(&record);
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(&path)?;
        file.set_len(whole)?;
        self.log = Some(BufWriter::new(file));
        Ok(())
    }

    /// Adds a finished slice to the log.
    pub(crate) fn log(&mut self, done: &FinishedSlice) -> io::Result<()> {
        let log = self.log.as_mut().expect("the log is replayed before it is written");
        write_record(log, &done.to_bytes())
    }

    /// Hands what was logged to the system: it then survives the death of the process.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.log.as_mut().map_or(Ok(()), |log| log.flush())
    }

    /// Writes the state of an unfinished slice in place of the last one.
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
            for batch in bytes.chunks(64 * PIECE) {
                let packed: Vec<_> = batch.par_chunks(PIECE).map(lz4_flex::block::compress).collect();
                packed.iter().try_for_each(|piece| write_record(&mut file, piece))?;
            }
        }
        // Not forced to the disk: what a power failure leaves of it, the checksums tell.
        file.flush()?;
        drop(file);
        fs::rename(partial, self.dir.join("state"))
    }

    /// Reads the state of `slice` into `scores`; `None`, and the scores spoilt, unless it is there and whole.
    pub(crate) fn restore(&self, slice: usize, scores: &mut [LargeArray<Score>; 2]) -> Option<Stage> {
        let mut file = BufReader::new(File::open(self.dir.join("state")).ok()?);
        let head = read_record(&mut file)?;
        let number = |i: usize| Some(u64::from_le_bytes(head.get(i..i + 8)?.try_into().ok()?) as usize);
        if number(0)? != slice {
            return None;
        }
        let winner = if *head.get(16)? == 0 { Color::White } else { Color::Black };
        let stage = Stage { winner, plies: number(8)? };
        for scores in scores {
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(scores);
            for piece in bytes.chunks_mut(PIECE) {
                let n = lz4_flex::block::decompress_into(&read_record(&mut file)?, piece).ok()?;
                (n == piece.len()).then_some(())?;
            }
        }
        Some(stage)
    }

    /// Removes the directory: the table is finished.
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

    fn from_bytes(bytes: &[u8]) -> Option<FinishedSlice> {
        let mut rest = bytes;
        let mut take = |n: usize| -> Option<&[u8]> {
            let (head, tail) = rest.split_at_checked(n)?;
            rest = tail;
            Some(head)
        };
        let number = |b: &[u8]| b.iter().rev().fold(0, |v: usize, b| v << 8 | usize::from(*b));
        let slice = number(take(4)?);
        let mut sides = Vec::new();
        for _ in 0..2 {
            let [palette, codes, packed] = [number(take(4)?), number(take(4)?), number(take(4)?)];
            let palette =
                take(2 * palette)?.chunks(2).map(|b| Score(i16::from_le_bytes([b[0], b[1]]))).collect();
            sides.push((palette, lz4_flex::block::decompress(take(packed)?, codes).ok()?));
        }
        let [(white, white_codes), (black, black_codes)]: [(Vec<Score>, Vec<u8>); 2] =
            sides.try_into().ok()?;
        Some(FinishedSlice { slice, palettes: [white, black], codes: [white_codes, black_codes] })
    }
}

fn record_len(data: &[u8]) -> u64 {
    8 + data.len() as u64
}

fn write_record(out: &mut impl Write, data: &[u8]) -> io::Result<()> {
    out.write_all(&(data.len() as u32).to_le_bytes())?;
    out.write_all(&crc32fast::hash(data).to_le_bytes())?;
    out.write_all(data)
}

/// The next record, or `None` at the end or at the first that is not whole.
fn read_record(from: &mut impl Read) -> Option<Vec<u8>> {
    let mut head = [0; 8];
    from.read_exact(&mut head).ok()?;
    let [len, sum] = [0, 4].map(|i| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]));
    let mut data = Vec::new();
    from.take(u64::from(len)).read_to_end(&mut data).ok()?;
    (data.len() == len as usize && crc32fast::hash(&data) == sum).then_some(data)
}
