//! Journals: append-only files of what was settled, ply by ply. A record is the message to other
//! processes, the checkpoint, and the source of the table file.
//!
//! A record holds sets of positions as rows in ascending order. Each row is a byte that marks the
//! nonzero bytes of its 64-bit word, then these bytes. A zero byte skips rows; the number of
//! skipped rows follows, seven bits a byte.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use shakmaty::Color;

use crate::file::format::take_number;
use crate::file::storage::check_nothing_lost;
use crate::score::Score;

/// Key of the last record: the preparation is whole.
pub(crate) const END: u32 = u32::MAX;

/// Side to move and score of a record.
pub(crate) fn prepared_key(key: u32) -> (Color, Score) {
    match key {
        END => (Color::White, Score::NONE),
        _ => (
            Color::from_white(key >> 31 == 0),
            Score::from_ordinal((key & 0x7fff_ffff) as usize),
        ),
    }
}

/// Writes rows of a set.
#[derive(Debug, Default)]
pub(crate) struct Encoder {
    pub(crate) bytes: Vec<u8>,
    next: usize,
    pub(crate) count: u64,
}

impl Encoder {
    /// Adds a row; rows are given in ascending order. Empty ones take no space.
    #[inline]
    pub(crate) fn push(&mut self, row: usize, bits: u64) {
        if bits == 0 {
            return;
        }
        let mut skipped = row - self.next;
        if skipped > 0 {
            self.bytes.push(0);
            while skipped > 127 {
                self.bytes.push(skipped as u8 | 128);
                skipped >>= 7;
            }
            self.bytes.push(skipped as u8);
        }
        self.next = row + 1;
        self.count += u64::from(bits.count_ones());
        let (mut encoded, mut len) = ([0; 9], 1);
        for (i, byte) in bits.to_le_bytes().into_iter().enumerate() {
            encoded[len] = byte;
            encoded[0] |= u8::from(byte != 0) << i;
            len += usize::from(byte != 0);
        }
        let end = self.bytes.len() + len;
        self.bytes.extend_from_slice(&encoded);
        self.bytes.truncate(end);
    }
}

/// Calls `found` with each row of an encoded set.
#[inline]
pub(crate) fn decode(bytes: &[u8], mut found: impl FnMut(usize, u64)) {
    let (mut row, mut bytes) = (0, bytes.iter());
    while let Some(&mask) = bytes.next() {
        if mask == 0 {
            let (mut skipped, mut shift) = (0, 0);
            for &byte in bytes.by_ref() {
                skipped |= usize::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 {
                    break;
                }
            }
            row += skipped;
            continue;
        }
        let (mut bits, mut left) = (0, mask);
        while left != 0 {
            bits |= u64::from(bytes.next().copied().unwrap_or(0)) << (8 * left.trailing_zeros());
            left &= left - 1;
        }
        found(row, bits);
        row += 1;
    }
}

/// A record: two sets under one key, with the numbers of their positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) key: u32,
    pub(crate) counts: [u64; 2],
    lens: [u32; 2],
    /// Start of the first set.
    at: u64,
}

const HEADER_LEN: usize = 32;

impl Record {
    fn len(&self) -> usize {
        self.lens.iter().map(|len| *len as usize).sum()
    }

    fn header(&self, sets: [&[u8]; 2]) -> [u8; HEADER_LEN] {
        let mut out = [0; HEADER_LEN];
        out[..4].copy_from_slice(&self.key.to_le_bytes());
        out[4..8].copy_from_slice(&self.lens[0].to_le_bytes());
        out[8..12].copy_from_slice(&self.lens[1].to_le_bytes());
        out[12..20].copy_from_slice(&self.counts[0].to_le_bytes());
        out[20..28].copy_from_slice(&self.counts[1].to_le_bytes());
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&out[..28]);
        sets.iter().for_each(|set| hasher.update(set));
        out[28..].copy_from_slice(&hasher.finalize().to_le_bytes());
        out
    }
}

/// The records of one part of a slice.
#[derive(Debug)]
pub(crate) struct Journal {
    store: Store,
    pub(crate) records: Vec<Record>,
}

#[derive(Debug)]
enum Store {
    Memory(Vec<u8>),
    File { file: File, len: u64 },
}

impl Journal {
    /// A journal in memory, for slices that are solved too soon to need a checkpoint.
    pub(crate) fn in_memory() -> Journal {
        Journal {
            store: Store::Memory(Vec::new()),
            records: Vec::new(),
        }
    }

    /// Opens or begins the journal of a slice. Torn or damaged records, and those of another slice,
    /// are cut off.
    pub(crate) fn open(path: &Path, slice: usize) -> io::Result<Journal> {
        let file = files::open_own(path)?;
        let (records, len) = read_records(&file, slice);
        file.set_len(len)?;
        let mut journal = Journal {
            store: Store::File { file, len },
            records,
        };
        if len == 0 {
            journal.append(slice as u32, [&[], &[]], [0, 0])?;
            journal.records.clear();
        }
        Ok(journal)
    }

    /// Opens the finished journal of another process to read it.
    pub(crate) fn open_whole(path: &Path, slice: usize) -> io::Result<Journal> {
        let file = files::open_regular(path)?;
        let (records, len) = read_records(&file, slice);
        if len == 0 || len < file.metadata()?.len() {
            return Err(io::Error::other(format!(
                "{}: torn or damaged",
                path.display()
            )));
        }
        Ok(Journal {
            store: Store::File { file, len },
            records,
        })
    }

    /// Flushes the journal, for processes on other machines.
    pub(crate) fn sync(&self) -> io::Result<()> {
        match &self.store {
            Store::Memory(_) => Ok(()),
            Store::File { file, .. } => file.sync_data(),
        }
    }

    /// Appends a record. In memory, empty ones are left out. Fails if a table it may depend on was
    /// lost.
    pub(crate) fn append(
        &mut self,
        key: u32,
        sets: [&[u8]; 2],
        counts: [u64; 2],
    ) -> io::Result<()> {
        check_nothing_lost()?;
        let lens =
            sets.map(|set| u32::try_from(set.len()).expect("a part has less than 4 GiB a ply"));
        let mut record = Record {
            key,
            counts,
            lens,
            at: 0,
        };
        match &mut self.store {
            Store::Memory(_) if counts == [0, 0] => return Ok(()),
            Store::Memory(bytes) => {
                record.at = bytes.len() as u64;
                sets.iter().for_each(|set| bytes.extend_from_slice(set));
            }
            Store::File { file, len } => {
                let mut all = record.header(sets).to_vec();
                record.at = *len + HEADER_LEN as u64;
                sets.iter().for_each(|set| all.extend_from_slice(set));
                file.write_all_at(&all, *len)?;
                *len += all.len() as u64;
            }
        }
        self.records.push(record);
        Ok(())
    }

    /// One set of a record.
    pub(crate) fn read(&self, record: &Record, which: usize) -> io::Result<Cow<'_, [u8]>> {
        let (skipped, len) = (
            if which == 0 { 0 } else { record.lens[0] },
            record.lens[which] as usize,
        );
        let at = record.at + u64::from(skipped);
        match &self.store {
            Store::Memory(bytes) => Ok(Cow::Borrowed(&bytes[at as usize..at as usize + len])),
            Store::File { file, .. } => {
                let mut bytes = vec![0; len];
                file.read_exact_at(&mut bytes, at)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// Cuts off all but the first `count` records.
    pub(crate) fn truncate(&mut self, count: usize) -> io::Result<()> {
        if let Some(first) = self.records.get(count)
            && let Store::File { file, len } = &mut self.store
        {
            *len = first.at - HEADER_LEN as u64;
            file.set_len(*len)?;
        }
        self.records.truncate(count);
        Ok(())
    }

    /// Bytes held so far.
    pub(crate) fn len(&self) -> u64 {
        match &self.store {
            Store::Memory(bytes) => bytes.len() as u64,
            Store::File { len, .. } => *len,
        }
    }
}

/// The whole records of a slice's journal, and the bytes up to their end; none of another slice's
/// journal.
fn read_records(file: &File, slice: usize) -> (Vec<Record>, u64) {
    let (mut reader, mut records, mut len) = (BufReader::new(file), Vec::new(), 0);
    if let Some(first) = read_record(&mut reader, len)
        && first.key as usize == slice
    {
        len = HEADER_LEN as u64;
        while let Some(record) = read_record(&mut reader, len) {
            records.push(record);
            len = record.at + record.len() as u64;
        }
    }
    (records, len)
}

/// Reads the record at offset `at`; `None` if it is torn or damaged.
fn read_record(from: &mut impl Read, at: u64) -> Option<Record> {
    let mut header = [0; HEADER_LEN];
    from.read_exact(&mut header).ok()?;
    let rest = &mut &header[..];
    let mut number = |n| take_number(rest, n);
    let key = number(4)? as u32;
    let lens = [number(4)? as u32, number(4)? as u32];
    let counts = [number(8)?, number(8)?];
    let record = Record {
        key,
        counts,
        lens,
        at: at + HEADER_LEN as u64,
    };
    let mut data = Vec::new();
    from.take(record.len() as u64).read_to_end(&mut data).ok()?;
    if data.len() != record.len() {
        return None;
    }
    let (white, black) = data.split_at(lens[0] as usize);
    if record.header([white, black]) != header {
        return None;
    }
    Some(record)
}

/// Writes `data` after its length and checksum.
pub(crate) fn write_block(out: &mut impl Write, data: &[u8]) -> io::Result<()> {
    out.write_all(&(data.len() as u64).to_le_bytes())?;
    out.write_all(&crc32fast::hash(data).to_le_bytes())?;
    out.write_all(data)
}

/// Reads what [`write_block`] wrote; `None` if it is torn or damaged.
pub(crate) fn read_block(from: &mut impl Read) -> Option<Vec<u8>> {
    let mut header = [0; 12];
    from.read_exact(&mut header).ok()?;
    let rest = &mut &header[..];
    let (len, sum) = (take_number(rest, 8)?, take_number(rest, 4)?);
    let mut data = Vec::new();
    from.take(len).read_to_end(&mut data).ok()?;
    if data.len() as u64 != len || u64::from(crc32fast::hash(&data)) != sum {
        return None;
    }
    Some(data)
}

/// Passes over what [`write_block`] wrote.
pub(crate) fn skip_block(from: &mut BufReader<File>) -> io::Result<()> {
    let mut header = [0; 12];
    from.read_exact(&mut header)?;
    let len = take_number(&mut &header[..], 8).unwrap_or(0);
    from.seek_relative(len as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<(usize, u64)> {
        vec![
            (0, 1),
            (1, u64::MAX),
            (2, 1 << 63),
            (130, 0x00ff_0000_0100_0000),
            (40_000, 7),
            (40_001, 9),
        ]
    }

    fn encoded(rows: &[(usize, u64)]) -> Encoder {
        let mut encoder = Encoder::default();
        rows.iter().for_each(|&(row, bits)| encoder.push(row, bits));
        encoder
    }

    #[test]
    fn encode_rows_decode_the_same() {
        let encoder = encoded(&rows());
        let mut found = Vec::new();
        decode(&encoder.bytes, |row, bits| found.push((row, bits)));
        assert_eq!(found, rows());
        assert_eq!(
            encoder.count,
            rows()
                .iter()
                .map(|(_, bits)| u64::from(bits.count_ones()))
                .sum::<u64>()
        );
    }

    #[test]
    fn open_torn_journal_keeps_whole_records() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("plies");
        let set = encoded(&rows());
        let mut journal = Journal::open(&path, 3).unwrap();
        for key in [5, 6, 7] {
            journal
                .append(key, [&set.bytes, &[]], [set.count, 0])
                .unwrap();
        }
        let (records, len) = (journal.records.clone(), journal.len());
        drop(journal);
        let again = Journal::open(&path, 3).unwrap();
        assert_eq!(again.records, records);
        assert_eq!(again.read(&records[1], 0).unwrap(), set.bytes);
        // A byte of the last record changes; then the end is torn off.
        let file = File::options().write(true).open(&path).unwrap();
        file.write_all_at(&[0xaa], len - 3).unwrap();
        assert_eq!(Journal::open(&path, 3).unwrap().records, records[..2]);
        file.set_len(records[1].at + 2).unwrap();
        assert_eq!(Journal::open(&path, 3).unwrap().records, records[..1]);
        assert!(
            Journal::open(&path, 4).unwrap().records.is_empty(),
            "of another slice"
        );
    }
}
