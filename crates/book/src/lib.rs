//! Opening books in Polyglot's format (`.bin`), and the embedded one, which docs/decisions/book.md
//! describes.

mod own;
#[cfg(test)]
mod tests;

#[cfg(feature = "files")]
use std::io::Read as _;
#[cfg(feature = "files")]
use std::path::Path;
use std::sync::{Arc, LazyLock};

#[cfg(feature = "files")]
use files::{Bounded, open_regular};
use play::mix;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position, Square};
use thiserror::Error;

pub use own::OwnBook;

/// Most bytes of a file: larger books are not known.
#[cfg(feature = "files")]
const MAX_SIZE: u64 = 1 << 30;

const EMBEDDED: &[u8] = include_bytes!("../data/book.bin");

/// One move in one position, with the format's encoding of moves.
///
/// ```text
///   bytes  0..8   8..10  10..12  12..16      all big-endian
///          key    move   weight  learn
///
///   move bits  14..12     11..6  5..0        squares: a1 = 0 ... h8 = 63
///              promotion  from   to          promotion: 0 none, 1 knight, 2 bishop, 3 rook,
///                                            4 queen
/// ```
///
/// Castling is written as the king taking its own rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Key of the position.
    pub key: u64,
    /// Code of the move.
    pub code: u16,
    /// Weight relative to the other moves of the position; a move of weight 0 is never played.
    pub weight: u16,
    /// Learning data of other programs, not used here.
    pub learn: u32,
}

impl Entry {
    /// Reads an entry.
    pub fn from_bytes(bytes: &[u8; 16]) -> Entry {
        let whole = u128::from_be_bytes(*bytes);
        Entry {
            key: (whole >> 64) as u64,
            code: (whole >> 48) as u16,
            weight: (whole >> 32) as u16,
            learn: whole as u32,
        }
    }

    /// Writes it.
    pub fn to_bytes(self) -> [u8; 16] {
        let whole = u128::from(self.key) << 64
            | u128::from(self.code) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        whole.to_be_bytes()
    }
}

/// Polyglot key of a position.
pub fn key(position: &Chess) -> u64 {
    // The format includes the en-passant file if a pawn stands beside, even if it cannot capture
    // legally.
    position
        .zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal)
        .0
}

/// Polyglot code of a move.
pub fn code(chess_move: Move) -> u16 {
    let from = chess_move.from().map_or(0, u16::from);
    let promotion = chess_move.promotion().map_or(0, |role| u16::from(role) - 1);
    u16::from(chess_move.to()) | from << 6 | promotion << 12
}

fn decode(position: &Chess, wanted: u16) -> Option<Move> {
    let legal = position.legal_moves();
    legal
        .into_iter()
        .find(|&found| code(found) == wanted || two_steps(found) == Some(wanted))
}

/// Code of castling as two steps of the king, which some books use against the format.
fn two_steps(chess_move: Move) -> Option<u16> {
    let Move::Castle { king, .. } = chess_move else {
        return None;
    };
    let to = Square::from_coords(chess_move.castling_side()?.king_to_file(), king.rank());
    Some(u16::from(to) | u16::from(king) << 6)
}

/// Moves for positions, each with a weight. Only legal moves are returned, also from a damaged
/// book.
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
    Read(#[from] std::io::Error),
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
        static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| {
            Arc::new(Book::from_bytes(EMBEDDED).expect("the embedded book is valid"))
        });
        Arc::clone(&BOOK)
    }

    /// Reads a book from a file. Fails if the file cannot be read or is not a book.
    #[cfg(feature = "files")]
    pub fn read(path: &Path) -> Result<Book, BookError> {
        let mut bytes = Vec::new();
        Bounded::new(open_regular(path)?, MAX_SIZE).read_to_end(&mut bytes)?;
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
        match entries
            .windows(2)
            .position(|pair| pair[0].key > pair[1].key)
        {
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
        self.entries
            .chunk_by(|one, next| one.key == next.key)
            .count()
    }

    /// Legal moves for a position, in the file's order, including those of weight 0.
    pub fn moves(&self, position: &Chess) -> Vec<BookMove> {
        let key = key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        self.entries[first..]
            .iter()
            .take_while(|entry| entry.key == key)
            .filter_map(|entry| {
                let chess_move = decode(position, entry.code)?;
                Some(BookMove {
                    chess_move,
                    weight: entry.weight,
                })
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
            let heaviest = moves
                .iter()
                .rev()
                .filter(|found| found.weight > 0)
                .max_by_key(|found| found.weight);
            let Some(heaviest) = heaviest else { break };
            position.play_unchecked(heaviest.chess_move);
            line.push(heaviest.chess_move);
        }
        line
    }
}
