//! The program's opening book: a tree of moves in a file.
//!
//! Documented (F110): the file begins with the offset of the root, a little-endian word. A node is
//! a row of four-byte entries, ended by the word FFFF. An entry has a from-square, a to-square and
//! the offset of the node after the move, whose low bit is masked. The first entry is played. A
//! move of zero would match any. Once out of the book, a game stays out.
//!
//! Decided: an illegal entry ends the book, as a node beyond the file does.

use std::io::{Error, ErrorKind, Read as _, Result};
use std::path::Path;

#[cfg(feature = "files")]
use files::open_regular;
use play::Game;
use shakmaty::{Chess, Move as ChessMove};

use crate::squares::Move;

/// There are no files: none can be opened.
#[cfg(not(feature = "files"))]
fn open_regular(_: &Path) -> Result<std::io::Empty> {
    Err(ErrorKind::Unsupported.into())
}

const END: u16 = 0xFFFF;
/// Greatest size of a file: offsets are words.
const MAX_BYTES: u64 = 1 << 16;

/// A book as its file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Book {
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    mv: Move,
    next: usize,
}

impl Book {
    /// Reads a book. Fails if the file cannot be read, is longer than 65,536 bytes or has no move
    /// at its root.
    pub(crate) fn read(path: &Path) -> Result<Book> {
        let invalid = |reason: String| Err(Error::new(ErrorKind::InvalidData, reason));
        let mut bytes = Vec::new();
        open_regular(path)?
            .take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_BYTES {
            return invalid(format!("expected at most {MAX_BYTES} bytes, got more"));
        }
        let book = Book { bytes };
        match book.word(0).map(usize::from) {
            None => invalid(format!(
                "expected the offset of the root, got {} bytes",
                book.bytes.len()
            )),
            Some(root) if book.entries(root).is_empty() => invalid(format!(
                "expected a node with a move at offset {root}, got none"
            )),
            Some(_) => Ok(book),
        }
    }

    /// The move of the book in a game from the initial position.
    pub(crate) fn answer(&self, game: &Game) -> Option<ChessMove> {
        let mut node = usize::from(self.word(0)?);
        let positions = game.positions();
        if *positions.first()? != Chess::default() {
            return None;
        }
        for (position, &played) in positions.iter().zip(game.moves()) {
            let is_played = |entry: &Entry| {
                entry.mv == Move::default() || entry.mv.to_chess(position) == Some(played)
            };
            node = self.entries(node).into_iter().find(is_played)?.next;
        }
        self.entries(node).first()?.mv.to_chess(game.position())
    }

    fn word(&self, at: usize) -> Option<u16> {
        let bytes = self.bytes.get(at..at + 2)?;
        Some(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn entries(&self, node: usize) -> Vec<Entry> {
        let entry = |at: usize| {
            let [from, to] = self
                .word(at)
                .filter(|&move_word| move_word != END)?
                .to_le_bytes();
            let next = usize::from(self.word(at + 2)? & !1);
            Some(Entry {
                mv: Move { from, to },
                next,
            })
        };
        (node..).step_by(4).map_while(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TBelle;
    use crate::squares::game_after;
    use play::{Control, Limits, Player as _};

    /// A book of one line, then another first move: 1.e4 e5 2.Nf3, and 1.d4.
    fn book() -> Book {
        let square = |name: &str| name.parse::<shakmaty::Square>().unwrap().to_usize() as u8 ^ 56;
        let entry = |from: &str, to: &str, next: u16| {
            let [low, high] = (next | 1).to_le_bytes();
            [square(from), square(to), low, high]
        };
        let end = [0xFF, 0xFF];
        let mut bytes = vec![2, 0];
        bytes.extend(entry("e2", "e4", 12));
        bytes.extend(entry("d2", "d4", 10));
        bytes.extend(end);
        bytes.extend(entry("e7", "e5", 18));
        bytes.extend(end);
        bytes.extend(entry("g1", "f3", 22));
        bytes.extend(end);
        Book { bytes }
    }

    fn answer(moves: &str) -> Option<String> {
        book().answer(&game_after(moves)).map(|one| one.to_string())
    }

    #[test]
    fn answer_first_entry_is_played_until_the_line_is_left() {
        assert_eq!(answer(""), Some("e2-e4".to_owned()));
        assert_eq!(answer("e2e4"), Some("e7-e5".to_owned()));
        assert_eq!(answer("e2e4 e7e5"), Some("Ng1-f3".to_owned()));
        assert_eq!(answer("e2e4 e7e5 g1f3"), None);
        assert_eq!(answer("d2d4"), None, "a node without entries");
        assert_eq!(answer("c2c4"), None);
    }

    #[test]
    fn search_book_move_counts_for_the_depth() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), book().bytes).unwrap();
        let mut player = TBelle::default();
        player
            .set_option("ProgramBook", file.path().to_str().unwrap())
            .unwrap();
        let mut depth = 0;
        let mut search = |game: &Game| {
            player.search(game, &Limits::default(), &Control::new(), &mut |report| {
                depth = report.depth
            });
            depth
        };
        assert_eq!(search(&game_after("")), 1, "not searched");
        assert_eq!(
            search(&game_after("e2e4 c7c5")),
            3,
            "as deep as after a searched move"
        );
    }

    #[test]
    fn answer_malformed_book_gives_none() {
        let whole = book();
        for cut in 0..whole.bytes.len() {
            let mut broken = whole.clone();
            broken.bytes.truncate(cut);
            let _ = broken.answer(&Game::new());
            let mut broken = whole.clone();
            broken.bytes[cut] ^= 0xFF;
            let _ = broken.answer(&Game::new());
        }
    }

    #[test]
    fn read_other_files_are_refused_with_a_reason() {
        let refusal = |path: &str| Book::read(Path::new(path)).unwrap_err().to_string();
        assert!(refusal("Cargo.toml").starts_with("expected a node with a move at offset"));
        assert_eq!(refusal("/dev/zero"), "it is a device, expected a file");
        assert!(refusal("absent").contains("No such file"));
        let long = tempfile::NamedTempFile::new().unwrap();
        long.as_file().set_len(MAX_BYTES + 1).unwrap();
        assert_eq!(
            refusal(long.path().to_str().unwrap()),
            "expected at most 65536 bytes, got more"
        );
        let empty = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(
            refusal(empty.path().to_str().unwrap()),
            "expected the offset of the root, got 0 bytes"
        );
    }
}
