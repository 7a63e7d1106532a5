//! The header of a table file; `docs/endgame-format.md` describes the whole format.

use std::path::{Path, PathBuf};

use shakmaty::Color;

use crate::file::codes::code_bytes;
use crate::index::material::Material;
use crate::index::numbering::Index;
use crate::ordinal::{MAX_PLIES, ORDINALS};
use crate::score::{Metric, Score, Value};

pub(crate) const MAGIC: [u8; 8] = *b"BELLEEND";
/// Version of files with codes of one byte, and of files with codes of two bytes.
const VERSIONS: [u16; 2] = [1, 2];
/// Positions in a block; the last block of each side may be shorter.
pub(crate) const BLOCK_LEN: usize = 4096;
/// Bytes of the header's fixed part, which precedes the palettes.
const FIXED_LEN: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PaletteEntry {
    pub(crate) score: Score,
    /// Symmetric positions count once; those with like pieces exchanged count as different.
    pub(crate) count: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) material: Material,
    pub(crate) metric: Metric,
    /// Size of the index: positions of one side to move.
    pub(crate) positions: u64,
    /// The values that occur with White and with Black to move.
    pub(crate) palettes: [Vec<PaletteEntry>; 2],
    /// Start of each block, White's first, and the end of the last, counted from the end of the
    /// header.
    pub(crate) offsets: Vec<u64>,
    /// CRC-32 of each block's bytes followed by its number.
    pub(crate) checksums: Vec<u32>,
}

/// Reason why a file is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Damage {
    #[error("not an endgame table of this project")]
    NotATable,
    #[error("format version {0}: expected 1 or 2")]
    Version(u16),
    #[error("{found} bytes long, expected {expected}: truncated or overwritten")]
    Length { found: u64, expected: u64 },
    #[error("the header is damaged")]
    Header,
    #[error("block {0} is damaged")]
    Block(usize),
    #[error("the file holds {0}")]
    WrongTable(String),
}

/// The path of a table in a directory.
pub fn table_path(dir: &Path, material: Material, metric: Metric) -> PathBuf {
    dir.join(format!("{material}.{metric}"))
}

pub(crate) fn block_count(positions: usize) -> usize {
    positions.div_ceil(BLOCK_LEN)
}

pub(crate) fn block_checksum(number: usize, data: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(data);
    hasher.update(&(number as u64).to_le_bytes());
    hasher.finalize()
}

/// Takes the first `n` bytes of `rest`.
pub(crate) fn take<'a>(rest: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (head, tail) = rest.split_at_checked(n)?;
    *rest = tail;
    Some(head)
}

pub(crate) fn take_number(rest: &mut &[u8], n: usize) -> Option<u64> {
    Some(
        take(rest, n)?
            .iter()
            .rev()
            .fold(0, |v, b| v << 8 | u64::from(*b)),
    )
}

/// A score as stored: n for a win in n plies, 0 for a draw, -1-n for a loss in n plies, 32767 for
/// an illegal position.
fn to_file(score: Score) -> i16 {
    match score.value() {
        Some(Value::Win(plies)) => plies as i16,
        Some(Value::Draw) => 0,
        Some(Value::Loss(plies)) => -1 - plies as i16,
        None => i16::MAX,
    }
}

fn from_file(value: i16) -> Option<Score> {
    if value == i16::MAX {
        return Some(Score::ILLEGAL);
    }
    let plies = if value >= 0 { value } else { -1 - value } as usize;
    if plies > MAX_PLIES {
        return None;
    }
    Some(match value.signum() {
        1 => Score::win(plies),
        0 => Score::DRAW,
        _ => Score::loss(plies),
    })
}

impl Header {
    pub(crate) fn len(&self) -> usize {
        header_len(
            self.palettes.iter().map(Vec::len).sum(),
            self.checksums.len(),
        )
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.len());
        out.extend(MAGIC);
        out.extend(VERSIONS[code_bytes(&self.palettes) - 1].to_le_bytes());
        out.push(
            Metric::ALL
                .iter()
                .position(|m| *m == self.metric)
                .unwrap_or(0) as u8,
        );
        out.push(self.material.piece_count() as u8);
        out.extend((self.len() as u32).to_le_bytes());
        let mut name = [0; 16];
        let text = self.material.to_string();
        name[..text.len()].copy_from_slice(text.as_bytes());
        out.extend(name);
        out.extend(self.positions.to_le_bytes());
        out.extend((BLOCK_LEN as u32).to_le_bytes());
        out.extend((self.checksums.len() as u32).to_le_bytes());
        let end = self.offsets.last().copied().unwrap_or(0) + self.len() as u64;
        out.extend(end.to_le_bytes());
        self.palettes
            .iter()
            .for_each(|p| out.extend((p.len() as u16).to_le_bytes()));
        out.extend([0; 4]);
        debug_assert_eq!(out.len(), FIXED_LEN);
        for entry in self.palettes.iter().flatten() {
            out.extend(to_file(entry.score).to_le_bytes());
            out.extend(entry.count.to_le_bytes());
        }
        self.offsets
            .iter()
            .for_each(|o| out.extend(o.to_le_bytes()));
        self.checksums
            .iter()
            .for_each(|c| out.extend(c.to_le_bytes()));
        out.extend(crc32fast::hash(&out).to_le_bytes());
        out
    }

    /// Reads the header of a file, and checks it against itself and the file's length.
    pub(crate) fn from_bytes(file: &[u8]) -> Result<Header, Damage> {
        if file.len() < 8 || file[..8] != MAGIC {
            return Err(Damage::NotATable);
        }
        let fixed = file.get(..FIXED_LEN).ok_or(Damage::Header)?;
        let field =
            |offset: usize, bytes: usize| take_number(&mut &fixed[offset..], bytes).unwrap_or(0);
        let version = field(8, 2) as u16;
        if !VERSIONS.contains(&version) {
            return Err(Damage::Version(version));
        }
        let len = field(12, 4) as usize;
        let header = file
            .get(..len)
            .filter(|h| h.len() >= FIXED_LEN + 4)
            .ok_or(Damage::Header)?;
        let (body, sum) = header.split_at(len - 4);
        if crc32fast::hash(body).to_le_bytes() != sum {
            return Err(Damage::Header);
        }
        if file.len() as u64 != field(48, 8) {
            return Err(Damage::Length {
                found: file.len() as u64,
                expected: field(48, 8),
            });
        }
        let header = Header::parse(body, field).ok_or(Damage::Header)?;
        let consistent = block_count(header.positions as usize) * 2 == header.checksums.len()
            && header.offsets.is_sorted()
            && header.offsets.first() == Some(&0)
            && header.offsets.last().map(|end| end + len as u64) == Some(file.len() as u64)
            && version == VERSIONS[code_bytes(&header.palettes) - 1]
            && Index::new(header.material).len() as u64 == header.positions;
        if consistent {
            Ok(header)
        } else {
            Err(Damage::Header)
        }
    }

    fn parse(body: &[u8], field: impl Fn(usize, usize) -> u64) -> Option<Header> {
        let metric = *Metric::ALL.get(field(10, 1) as usize)?;
        let name: String = body[16..32]
            .iter()
            .take_while(|b| **b != 0)
            .map(|b| *b as char)
            .collect();
        let material = name
            .parse::<Material>()
            .ok()
            .filter(|m| m.piece_count() as u64 == field(11, 1))?;
        let counts = [field(56, 2) as usize, field(58, 2) as usize];
        let blocks = field(44, 4) as usize;
        let complete = body.len() + 4 == header_len(counts[0] + counts[1], blocks);
        if !complete
            || field(40, 4) != BLOCK_LEN as u64
            || counts.iter().any(|c| !(1..=ORDINALS).contains(c))
        {
            return None;
        }
        let rest = &mut &body[FIXED_LEN..];
        let mut entry = || {
            let score = from_file(take_number(rest, 2)? as i16)?;
            Some(PaletteEntry {
                score,
                count: take_number(rest, 8)?,
            })
        };
        let mut palette = |n: usize| {
            (0..n)
                .map(|_| entry())
                .collect::<Option<Vec<PaletteEntry>>>()
        };
        let palettes = [palette(counts[0])?, palette(counts[1])?];
        let offsets = (0..=blocks)
            .map(|_| take_number(rest, 8))
            .collect::<Option<_>>()?;
        let checksums = (0..blocks)
            .map(|_| Some(take_number(rest, 4)? as u32))
            .collect::<Option<_>>()?;
        Some(Header {
            material,
            metric,
            positions: field(32, 8),
            palettes,
            offsets,
            checksums,
        })
    }

    /// The number of positions with `turn` to move whose value satisfies `wanted`.
    pub(crate) fn count(&self, turn: Color, wanted: impl Fn(Value) -> bool) -> u64 {
        let mut count = 0;
        for entry in &self.palettes[turn.fold_wb(0, 1)] {
            if let Some(value) = entry.score.value()
                && wanted(value)
            {
                count += entry.count;
            }
        }
        count
    }
}

fn header_len(palette: usize, blocks: usize) -> usize {
    FIXED_LEN + palette * 10 + (blocks + 1) * 8 + blocks * 4 + 4
}
