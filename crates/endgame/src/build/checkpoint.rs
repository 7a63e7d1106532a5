//! The saved state of an interrupted build, from which the next build continues.
//!
//! While a table is built, a directory beside the tables holds the journals of the current slice,
//! for endings with pawns the finished slices, and at last the table itself. A *slice* is all
//! positions with the pawns on the same squares (`index::numbering`). Processes and threads divide
//! each slice into *parts* (`build::division`), and each part has files of its own. Every record
//! has its length and checksum; torn records are ignored.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Seek, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::build::journal::{read_block, skip_block, write_block};
use crate::file::codes::{Codes, code_bytes};
use crate::file::format::{take, take_number};
use crate::index::material::Material;
use crate::score::{Metric, Score};

#[derive(Debug)]
pub(crate) struct Checkpoint {
    dir: PathBuf,
    /// The locked directory; the system releases the lock if the process dies.
    _lock: Option<File>,
}

/// One part of a finished slice. Its scores are stored as codes: a code is a place in the palette,
/// which lists each score that has occurred in the table so far. Pairs are by the side to move.
#[derive(Debug)]
pub(crate) struct FinishedPart {
    pub(crate) slice: usize,
    pub(crate) palettes: [Vec<Score>; 2],
    /// The codes of the part's positions, as bytes.
    pub(crate) codes: [Vec<u8>; 2],
}

/// The finished slices of one part, open for appending.
#[derive(Debug)]
pub(crate) struct SliceLog {
    file: File,
    /// End of each record.
    ends: Vec<u64>,
}

impl Checkpoint {
    fn path(dir: &Path, material: Material, metric: Metric) -> PathBuf {
        dir.join(format!(".{material}.{metric}.work"))
    }

    /// Removes the directory of a build that was killed after its table was written.
    pub(crate) fn clear(dir: &Path, material: Material, metric: Metric) -> io::Result<()> {
        if Checkpoint::path(dir, material, metric).exists()
            && let Some(left) = Checkpoint::open(dir, material, metric, true)?
        {
            left.remove()?;
        }
        Ok(())
    }

    /// Opens or creates the directory of this table; `None` if another build has it. Of several
    /// processes that build together one takes the lock for all.
    pub(crate) fn open(
        dir: &Path,
        material: Material,
        metric: Metric,
        takes_lock: bool,
    ) -> io::Result<Option<Checkpoint>> {
        let dir = Checkpoint::path(dir, material, metric);
        files::create_own_folder(&dir)?;
        if !takes_lock {
            return Ok(Some(Checkpoint { dir, _lock: None }));
        }
        let lock = File::open(&dir)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Checkpoint {
                dir,
                _lock: Some(lock),
            })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Bytes that an interrupted build of this table has on the disk.
    pub(crate) fn bytes(dir: &Path, material: Material, metric: Metric) -> io::Result<u64> {
        let files = match fs::read_dir(Checkpoint::path(dir, material, metric)) {
            Ok(files) => files.collect::<io::Result<Vec<_>>>()?,
            // What else has the name is refused when the build is begun.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Vec::new()
            }
            Err(error) => return Err(error),
        };
        files
            .iter()
            .try_fold(0, |bytes, file| Ok(bytes + file.metadata()?.len()))
    }

    /// The directory of the journals.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Opens the log of a part. `accept` gets each finished slice in turn. What stands after the
    /// last whole record, or from one on that `accept` refuses, is ignored and overwritten.
    pub(crate) fn slices(
        &self,
        part_number: usize,
        mut accept: impl FnMut(FinishedPart) -> bool,
    ) -> io::Result<SliceLog> {
        let mut log = SliceLog {
            file: files::open_own(&self.slices_path(part_number))?,
            ends: Vec::new(),
        };
        let mut reader = BufReader::new(&log.file);
        while let Some(record) = read_block(&mut reader) {
            let Some(part) = FinishedPart::from_bytes(&record) else {
                break;
            };
            if !accept(part) {
                break;
            }
            log.ends.push(reader.stream_position()?);
        }
        Ok(log)
    }

    /// Reads these slices from the finished log of a part that another process owns.
    pub(crate) fn slices_of_another(
        &self,
        part_number: usize,
        slices: Range<usize>,
        mut each: impl FnMut(FinishedPart),
    ) -> io::Result<()> {
        let path = self.slices_path(part_number);
        let mut reader = BufReader::new(File::open(&path)?);
        let torn = || io::Error::other(format!("{}: torn or damaged", path.display()));
        for slice in 0..slices.end {
            if slice < slices.start {
                skip_block(&mut reader)?;
                continue;
            }
            let record = read_block(&mut reader).ok_or_else(torn)?;
            let part = FinishedPart::from_bytes(&record).ok_or_else(torn)?;
            if part.slice != slice {
                return Err(torn());
            }
            each(part);
        }
        Ok(())
    }

    fn slices_path(&self, part_number: usize) -> PathBuf {
        self.dir.join(format!("part-{part_number:03}.slices"))
    }

    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_dir_all(self.dir)
    }
}

impl SliceLog {
    /// Cuts off all but the first `count` slices.
    pub(crate) fn truncate(&mut self, count: usize) -> io::Result<()> {
        self.ends.truncate(count);
        let end = self.ends.last().copied().unwrap_or(0);
        self.file.set_len(end)?;
        self.file.seek(io::SeekFrom::Start(end))?;
        Ok(())
    }

    /// Flushes the log, for processes on other machines.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    pub(crate) fn append(&mut self, record: &[u8]) -> io::Result<()> {
        // Written at once, so that a process that is killed leaves at most one torn record.
        let mut block = Vec::new();
        write_block(&mut block, record)?;
        self.file.write_all(&block)?;
        let end = self.ends.last().copied().unwrap_or(0) + block.len() as u64;
        self.ends.push(end);
        Ok(())
    }
}

impl FinishedPart {
    /// Copies the codes into those of a table whose slice begins at `start`, to these ranges of the
    /// slice.
    pub(crate) fn copy_to(
        &self,
        table: &mut [Codes; 2],
        start: usize,
        ranges: impl Iterator<Item = Range<usize>>,
    ) {
        let (bytes, mut next) = (code_bytes(&self.palettes), 0);
        for range in ranges {
            let len = range.len() * bytes;
            for (to, from) in table.iter_mut().zip(&self.codes) {
                to.copy_from_bytes(start + range.start, &from[next..next + len], bytes);
            }
            next += len;
        }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend((self.slice as u64).to_le_bytes());
        for (palette, codes) in self.palettes.iter().zip(&self.codes) {
            let packed = lz4_flex::block::compress(codes);
            for n in [palette.len(), codes.len(), packed.len()] {
                out.extend((n as u64).to_le_bytes());
            }
            palette.iter().for_each(|s| out.extend(s.0.to_le_bytes()));
            out.extend(packed);
        }
        out
    }

    pub(crate) fn from_bytes(mut bytes: &[u8]) -> Option<FinishedPart> {
        let rest = &mut bytes;
        let slice = take_number(rest, 8)? as usize;
        let mut finished = FinishedPart {
            slice,
            palettes: Default::default(),
            codes: Default::default(),
        };
        for turn in 0..2 {
            let palette_len = take_number(rest, 8)? as usize;
            let [codes_len, packed_len] = [
                take_number(rest, 8)? as usize,
                take_number(rest, 8)? as usize,
            ];
            let palette = take(rest, 2 * palette_len)?.chunks(2);
            finished.palettes[turn] = palette
                .map(|b| Score(i16::from_le_bytes([b[0], b[1]])))
                .collect();
            finished.codes[turn] =
                lz4_flex::block::decompress(take(rest, packed_len)?, codes_len).ok()?;
        }
        Some(finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_an_interrupted_build_counted() {
        let dir = tempfile::tempdir().unwrap();
        let rook = "KRK".parse().unwrap();
        let bytes = || Checkpoint::bytes(dir.path(), rook, Metric::Dtc).unwrap();
        assert_eq!(bytes(), 0);
        let checkpoint = Checkpoint::open(dir.path(), rook, Metric::Dtc, true)
            .unwrap()
            .unwrap();
        fs::write(checkpoint.dir().join("part-000.plies"), [0; 30]).unwrap();
        fs::write(checkpoint.dir().join("table"), [0; 12]).unwrap();
        assert_eq!(bytes(), 42);
    }
}
