//! The layout of a table's file; `docs/endgame-format.md` describes it for readers in other languages.

use std::path::{Path, PathBuf};

use shakmaty::Color;

use crate::index::material::Material;
use crate::index::numbering::Index;
use crate::metric::Metric;
use crate::score::{Score, Value};

pub(crate) const MAGIC: [u8; 8] = *b"BELLEEND";
pub(crate) const VERSION: u16 = 1;
/// Positions in a block, all but the last of each side.
pub(crate) const BLOCK: usize = 4096;
/// Bytes before the palettes.
const FIXED: usize = 64;

/// One value that occurs in a table, and how many positions have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    /// Positions up to symmetry, like men told apart.
    pub(crate) count: u64,
}

/// What stands before the blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) material: Material,
    pub(crate) metric: Metric,
    /// Numbers of the index, for one side to move.
    pub(crate) positions: u64,
    pub(crate) palettes: [Vec<Entry>; 2],
    /// Start of each block, White's first, and the end of the last, counted from the end of the header.
    pub(crate) offsets: Vec<u64>,
    /// CRC-32 of each block's bytes, continued over its number.
    pub(crate) checksums: Vec<u32>,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// It does not begin as a table does.
    #[error("not an endgame table of this project")]
    NotATable,
    /// Written by another version of the format.
    #[error("version {0} of the format, this program reads version {VERSION}")]
    Version(u16),
    /// Shorter or longer than its header says.
    #[error("{found} bytes long where {expected} are due: truncated or overwritten")]
    Length {
        /// The file's length.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// The header's checksum does not match, or what it says cannot be.
    #[error("the header is damaged")]
    Header,
    /// A block's checksum does not match, or it does not unpack.
    #[error("block {0} is damaged")]
    Block(usize),
    /// The file holds another table than its name says.
    #[error("the file holds {0}")]
    Mistaken(String),
}

/// The path of a table in a directory.
pub fn table_path(dir: &Path, material: Material, metric: Metric) -> PathBuf {
    dir.join(format!("{material}.{metric}"))
}

/// Blocks of one side.
pub(crate) fn blocks(positions: usize) -> usize {
    positions.div_ceil(BLOCK)
}

/// The checksum of a block.
pub(crate) fn block_checksum(number: usize, data: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(data);
    hasher.update(&(number as u64).to_le_bytes());
    hasher.finalize()
}

/// A score as the file writes it: n for a win in n plies, 0 for a draw, -1-n for a loss in n plies, 32767 for no
/// position of chess.
fn to_file(score: Score) -> i16 {
    match score.value() {
        Some(Value::Win(plies)) => plies as i16,
        Some(Value::Draw) => 0,
        Some(Value::Loss(plies)) => -1 - plies as i16,
        None => i16::MAX,
    }
}

fn from_file(value: i16) -> Option<Score> {
    let plies = |n: i16| (n as usize <= crate::score::MAX_PLIES).then_some(n as usize);
    Some(match value {
        i16::MAX => Score::ILLEGAL,
        0 => Score::DRAW,
        n if n > 0 => Score::win(plies(n)?),
        n => Score::loss(plies(-1 - n)?),
    })
}

impl Header {
    /// Bytes of the header, checksum included.
    pub(crate) fn len(&self) -> usize {
        header_len(self.palettes.iter().map(Vec::len).sum(), self.checksums.len())
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.len());
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.push(Metric::ALL.iter().position(|m| *m == self.metric).unwrap_or(0) as u8);
        out.push(self.material.piece_count() as u8);
        out.extend((self.len() as u32).to_le_bytes());
        let mut name = [0; 16];
        let text = self.material.to_string();
        name[..text.len()].copy_from_slice(text.as_bytes());
        out.extend(name);
        out.extend(self.positions.to_le_bytes());
        out.extend((BLOCK as u32).to_le_bytes());
        out.extend((self.checksums.len() as u32).to_le_bytes());
        let end = self.offsets.last().copied().unwrap_or(0) + self.len() as u64;
        out.extend(end.to_le_bytes());
        self.palettes.iter().for_each(|p| out.extend((p.len() as u16).to_le_bytes()));
        out.extend([0; 4]);
        debug_assert_eq!(out.len(), FIXED);
        for entry in self.palettes.iter().flatten() {
            out.extend(to_file(entry.score).to_le_bytes());
            out.extend(entry.count.to_le_bytes());
        }
        self.offsets.iter().for_each(|o| out.extend(o.to_le_bytes()));
        self.checksums.iter().for_each(|c| out.extend(c.to_le_bytes()));
        out.extend(crc32fast::hash(&out).to_le_bytes());
        out
    }

    /// Reads the header at the start of a file's bytes, and holds everything in it against everything else.
    pub(crate) fn from_bytes(file: &[u8]) -> Result<Header, Damage> {
        if file.len() < 8 || file[..8] != MAGIC {
            return Err(Damage::NotATable);
        }
        let fixed = file.get(..FIXED).ok_or(Damage::Header)?;
        let at =
            |i: usize, n: usize| fixed[i..i + n].iter().rev().fold(0, |v: u64, b| v << 8 | u64::from(*b));
        if at(8, 2) != u64::from(VERSION) {
            return Err(Damage::Version(at(8, 2) as u16));
        }
        let len = at(12, 4) as usize;
        let header = file.get(..len).filter(|h| h.len() >= FIXED + 4).ok_or(Damage::Header)?;
        let (body, sum) = header.split_at(len - 4);
        if crc32fast::hash(body).to_le_bytes() != sum {
            return Err(Damage::Header);
        }
        if file.len() as u64 != at(48, 8) {
            return Err(Damage::Length { found: file.len() as u64, expected: at(48, 8) });
        }
        let header = Header::parse(body, at).ok_or(Damage::Header)?;
        let whole = blocks(header.positions as usize) * 2 == header.checksums.len()
            && header.offsets.is_sorted()
            && header.offsets.first() == Some(&0)
            && header.offsets.last().map(|end| end + len as u64) == Some(file.len() as u64)
            && Index::new(header.material).len() as u64 == header.positions;
        if whole { Ok(header) } else { Err(Damage::Header) }
    }

    fn parse(body: &[u8], at: impl Fn(usize, usize) -> u64) -> Option<Header> {
        let metric = *Metric::ALL.get(at(10, 1) as usize)?;
        let name: String = body[16..32].iter().take_while(|b| **b != 0).map(|b| *b as char).collect();
        let material = name.parse::<Material>().ok().filter(|m| m.piece_count() as u64 == at(11, 1))?;
        let counts = [at(56, 2) as usize, at(58, 2) as usize];
        let blocks = at(44, 4) as usize;
        let complete = body.len() + 4 == header_len(counts[0] + counts[1], blocks);
        if !complete || at(40, 4) != BLOCK as u64 || counts.iter().any(|c| !(1..=256).contains(c)) {
            return None;
        }
        let mut rest = &body[FIXED..];
        let mut take = |n: usize| {
            let (head, tail) = rest.split_at(n);
            rest = tail;
            head.iter().rev().fold(0, |v: u64, b| v << 8 | u64::from(*b))
        };
        let mut palette = |n: usize| -> Option<Vec<Entry>> {
            (0..n).map(|_| Some(Entry { score: from_file(take(2) as u16 as i16)?, count: take(8) })).collect()
        };
        let palettes = [palette(counts[0])?, palette(counts[1])?];
        let offsets = (0..=blocks).map(|_| take(8)).collect();
        let checksums = (0..blocks).map(|_| take(4) as u32).collect();
        Some(Header { material, metric, positions: at(32, 8), palettes, offsets, checksums })
    }

    /// Number of positions with `turn` to move that have a value satisfying `wanted`.
    pub(crate) fn count(&self, turn: Color, wanted: impl Fn(Value) -> bool) -> u64 {
        let entries = self.palettes[turn.fold_wb(0, 1)].iter();
        entries.filter(|e| e.score.value().is_some_and(&wanted)).map(|e| e.count).sum()
    }
}

fn header_len(palette: usize, blocks: usize) -> usize {
    FIXED + palette * 10 + (blocks + 1) * 8 + blocks * 4 + 4
}
