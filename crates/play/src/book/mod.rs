//! Opening books in the format of Polyglot (`.bin`), and the one that the program carries.
//!
//! That Belle had an opening book, and that it had checked it line by line, is documented; what was in it is not.
//! This one is decided: docs/decisions/book.md.

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

/// The bytes of the book that the program carries.
const EMBEDDED: &[u8] = include_bytes!("../../data/book.bin");

/// Moves for positions, each with a weight. A key that two positions happen to share, a damaged entry or a book of
/// another game costs nothing worse than a move not found: whatever comes out is legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// By key.
    entries: Vec<Entry>,
}

/// A move that a book holds for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, legal.
    pub chess_move: Move,
    /// Its weight against the others of the position.
    pub weight: u16,
}

/// Why a file is no book.
#[derive(Debug, Error)]
pub enum BookError {
    /// The system's reason.
    #[error("it cannot be read: {0}")]
    Read(#[from] io::Error),
    /// Nothing is in it.
    #[error("it is empty")]
    Empty,
    /// Cut off, or something else altogether.
    #[error("its {0} bytes are no whole number of 16-byte entries")]
    Length(usize),
    /// Something else altogether: books are sorted.
    #[error("entry {0} stands out of order")]
    Order(usize),
}

impl Book {
    /// The book that the program carries.
    pub fn embedded() -> Arc<Book> {
        static BOOK: LazyLock<Arc<Book>> =
            LazyLock::new(|| Arc::new(Book::from_bytes(EMBEDDED).expect("the embedded book is one")));
        Arc::clone(&BOOK)
    }

    /// Reads a book from a file.
    ///
    /// # Errors
    /// [`BookError`] says why it is none.
    pub fn read(path: &Path) -> Result<Book, BookError> {
        // A device or a pipe might never come to its end.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file").into());
        }
        let mut bytes = Vec::new();
        File::open(path)?.read_to_end(&mut bytes)?;
        Book::from_bytes(&bytes)
    }

    /// Reads a book from the bytes of a file.
    ///
    /// # Errors
    /// [`BookError`] says why it is none.
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

    /// How many positions it knows.
    pub fn positions(&self) -> usize {
        self.entries.chunk_by(|one, next| one.key == next.key).count()
    }

    /// The legal moves it holds for a position, in the file's order; those of weight 0 too.
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

    /// A move for a position, drawn in proportion to the weights. The same book, position and seed give the same move.
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

    /// The heaviest moves one after another from a position, `plies` at most.
    pub fn line(&self, position: &Chess, plies: usize) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while line.len() < plies {
            let moves = self.moves(&position);
            // Of equals the first: `max_by_key` would take the last.
            let heaviest =
                moves.iter().rev().filter(|found| found.weight > 0).max_by_key(|found| found.weight);
            let Some(heaviest) = heaviest else { break };
            position.play_unchecked(heaviest.chess_move);
            line.push(heaviest.chess_move);
        }
        line
    }
}

/// Scatters the bits of a number: the last steps of the generator SplitMix64.
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
