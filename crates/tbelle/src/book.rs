//! The program's opening book: a tree of moves in a file.
//!
//! Documented: one little-endian word, the offset of the root; a node is a row of four-byte entries (from, to, the offset of
//! the node after the move with its low bit masked), ended by the word FFFF. The first entry is played. A move of zero
//! would match any. Once out of the book, a game stays out. Decided: an illegal entry ends the book, as a
//! node beyond the file does.

use std::io;
use std::path::Path;

use play::Game;
use shakmaty::{Chess, Move as ChessMove};

use crate::position::Move;

const END: u16 = 0xFFFF;
/// Greatest size of a file: offsets are words.
const MAX_BYTES: usize = 1 << 16;

/// A book as its file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    mv: Move,
    next: usize,
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// Those of reading the file. One beyond 65,536 bytes, or without a root, is no book.
    pub fn read(path: &Path) -> io::Result<Book> {
        let book = Book { bytes: std::fs::read(path)? };
        let root = book.word(0).map(usize::from);
        if book.bytes.len() > MAX_BYTES || root.is_none_or(|root| book.entries(root).is_empty()) {
            let message = "expected a book of T. Belle's form (a root and its moves), got another file";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(book)
    }

    /// The move of the book in a game from the initial position.
    pub(crate) fn answer(
        &self,
        game: &Game,
        find: impl Fn(&Chess, Move) -> Option<ChessMove>,
    ) -> Option<ChessMove> {
        let mut node = usize::from(self.word(0)?);
        let positions = game.positions();
        if *positions.first()? != Chess::default() {
            return None;
        }
        for (position, &played) in positions.iter().zip(game.moves()) {
            let is_played = |entry: &Entry| {
                entry.mv == Move::default() || find(position, entry.mv).is_some_and(|found| found == played)
            };
            node = self.entries(node).into_iter().find(is_played)?.next;
        }
        let first = *self.entries(node).first()?;
        find(game.position(), first.mv)
    }

    fn word(&self, at: usize) -> Option<u16> {
        let bytes = self.bytes.get(at..at + 2)?;
        Some(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn entries(&self, node: usize) -> Vec<Entry> {
        let entry = |at: usize| {
            let [from, to] = self.word(at).filter(|&move_word| move_word != END)?.to_le_bytes();
            let next = usize::from(self.word(at + 2)? & !1);
            Some(Entry { mv: Move { from, to }, next })
        };
        (node..).step_by(4).map_while(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{TBelle, find_chess_move};
    use play::{Control, Limits, Player as _};
    use shakmaty::uci::UciMove;
    use std::sync::Arc;

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

    fn game_after(moves: &[&str]) -> Game {
        let mut game = Game::new();
        for text in moves {
            let one: UciMove = text.parse().unwrap();
            game.play(one.to_move(game.position()).unwrap());
        }
        game
    }

    fn answer(moves: &[&str]) -> Option<String> {
        book().answer(&game_after(moves), find_chess_move).map(|one| one.to_string())
    }

    #[test]
    fn answer_first_entry_is_played_until_the_line_is_left() {
        assert_eq!(answer(&[]), Some("e2-e4".to_owned()));
        assert_eq!(answer(&["e2e4"]), Some("e7-e5".to_owned()));
        assert_eq!(answer(&["e2e4", "e7e5"]), Some("Ng1-f3".to_owned()));
        assert_eq!(answer(&["e2e4", "e7e5", "g1f3"]), None);
        assert_eq!(answer(&["d2d4"]), None, "a node without entries");
        assert_eq!(answer(&["c2c4"]), None);
    }

    #[test]
    fn search_book_move_counts_for_the_depth() {
        let mut player = TBelle::default();
        player.set_book(Some(Arc::new(book())));
        let mut depth = 0;
        let mut search = |game: &Game| {
            player.search(game, &Limits::default(), &Control::new(), &mut |report| depth = report.depth);
            depth
        };
        assert_eq!(search(&game_after(&[])), 1, "not searched");
        assert_eq!(search(&game_after(&["e2e4", "c7c5"])), 3, "as deep as after a searched move");
    }

    #[test]
    fn answer_malformed_book_gives_none() {
        let mut broken = book();
        for cut in 0..broken.bytes.len() {
            broken.bytes.truncate(cut);
            let _ = broken.answer(&Game::new(), find_chess_move);
            broken = book();
            broken.bytes[cut] ^= 0xFF;
            let _ = broken.answer(&Game::new(), find_chess_move);
            broken = book();
        }
        assert!(Book::read(Path::new("Cargo.toml")).is_err());
        assert!(Book::read(Path::new("absent")).is_err());
    }
}
