//! Opening books in Polyglot's format (`.bin`), and the embedded one, which docs/decisions/book.md describes.

mod entry;
mod own;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use shakmaty::{Chess, Move, Position};
use thiserror::Error;

pub use entry::{Entry, code, key};
pub use own::OwnBook;

const EMBEDDED: &[u8] = include_bytes!("../data/book.bin");

/// Moves for positions, each with a weight. Only legal moves are returned, also from a damaged book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    entries: Vec<Entry>,
}

/// A book's move for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Legal move.
    pub chess_move: Move,
    /// Weight relative to the other moves of the position.
    pub weight: u16,
}

/// Reason for which a file is not a book.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum BookError {
    #[error("it cannot be read: {0}")]
    Read(#[from] io::Error),
    #[error("it is empty")]
    Empty,
    #[error("its length of {0} bytes is not a multiple of 16")]
    Length(usize),
    #[error("entry {0} is out of order")]
    Order(usize),
}

impl Book {
    /// The embedded book.
    pub fn embedded() -> Arc<Book> {
        static BOOK: LazyLock<Arc<Book>> =
            LazyLock::new(|| Arc::new(Book::from_bytes(EMBEDDED).expect("the embedded book is valid")));
        Arc::clone(&BOOK)
    }

    /// Reads a book from a file. Fails if the file cannot be read or is not a book.
    pub fn read(path: &Path) -> Result<Book, BookError> {
        // A device or a pipe might never end.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file").into());
        }
        let mut bytes = Vec::new();
        File::open(path)?.read_to_end(&mut bytes)?;
        Book::from_bytes(&bytes)
    }

    /// Reads a book from the bytes of a file. Fails if the file cannot be read or is not a book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let (whole, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return Err(BookError::Length(bytes.len()));
        }
        if whole.is_empty() {
            return Err(BookError::Empty);
        }
        let entries: Vec<Entry> = whole.iter().map(Entry::from_bytes).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(index) => Err(BookError::Order(index + 2)),
            None => Ok(Book { entries }),
        }
    }

    /// All entries, by key.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.entries.chunk_by(|one, next| one.key == next.key).count()
    }

    /// Legal moves for a position, in the file's order, including those of weight 0.
    pub fn moves(&self, position: &Chess) -> Vec<BookMove> {
        let key = key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        self.entries[first..]
            .iter()
            .take_while(|entry| entry.key == key)
            .filter_map(|entry| {
                let chess_move = entry::decode(position, entry.code)?;
                Some(BookMove { chess_move, weight: entry.weight })
            })
            .collect()
    }

    /// A move drawn in proportion to the weights; book, position and seed determine it.
    pub fn choose(&self, position: &Chess, seed: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
        let random = mix(key(position) ^ mix(seed));
        let mut point = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        let drawn = moves.iter().find(|found| {
            let hit = point < u64::from(found.weight);
            point = point.saturating_sub(u64::from(found.weight));
            hit
        });
        drawn.map(|found| found.chess_move)
    }

    /// Line of the heaviest moves from a position, at most `plies` long.
    pub fn line(&self, position: &Chess, plies: usize) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while line.len() < plies {
            let moves = self.moves(&position);
            // The first of equals; `max_by_key` returns the last.
            let heaviest =
                moves.iter().rev().filter(|found| found.weight > 0).max_by_key(|found| found.weight);
            let Some(heaviest) = heaviest else { break };
            position.play_unchecked(heaviest.chess_move);
            line.push(heaviest.chess_move);
        }
        line
    }
}

/// Mixes the bits of a number, as the last steps of the generator SplitMix64 do.
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
