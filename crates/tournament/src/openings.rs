//! Openings of a match, from EPD, PGN or a book in Polyglot's format.

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};
use book::Book;
use thiserror::Error;

use files::{Bounded, MAX_TEXT, open_input, uncompressed_name};
use notation::{Epd, EpdLine, Games, MAX_OTHER_LINES, MalformedGame, ParsedGame, epd_lines};
use play::{Game, chess960_start, is_chess960};
use shakmaty::Position as _;

/// The built-in openings; suites/openings/README.md describes them.
const BUILT_IN: &str = include_str!("../../../suites/openings/varied.epd");

/// Lines drawn from a book.
const BOOK_LINES: u64 = 1000;

/// An opening, named if its source names it.
#[derive(Clone, Debug)]
pub struct Opening {
    /// For example `C41 Philidor`, or empty.
    pub name: String,
    /// Its position, with the moves that led there.
    pub game: Game,
}

impl Opening {
    /// Whether its game is of Chess960, by its castling rights or by its file.
    pub(crate) fn is_chess960(&self) -> bool {
        let start = self.game.start();
        is_chess960(start) || start.castles().mode().is_chess960()
    }
}

/// An opening that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{place}: {reason}")]
pub struct OpeningError {
    /// `line 5` or `game 5`.
    pub place: String,
    pub reason: String,
}

/// Reads the openings of a file: PGN (by its name or its first letter), with the first `plies`
/// plies of each game, a book (`.bin`), with lines of `plies` plies, or EPD. Without a file the
/// built-in openings, or the 960 start positions of `chess960`. With `chess960` all games are of
/// Chess960. Also returns the entries that were skipped.
pub fn read_openings(
    file: Option<&Path>,
    plies: usize,
    chess960: bool,
) -> anyhow::Result<(Vec<Opening>, Vec<OpeningError>)> {
    let (openings, skipped) = match file {
        Some(path) => read_file(path, plies)?,
        None if chess960 => (chess960_openings().collect(), Vec::new()),
        None => (
            read_epd(BUILT_IN.as_bytes())?
                .into_iter()
                .flatten()
                .collect(),
            Vec::new(),
        ),
    };
    let openings = if chess960 {
        into_chess960(openings)
    } else {
        openings
    };
    Ok((openings, skipped))
}

pub(crate) fn into_chess960(mut openings: Vec<Opening>) -> Vec<Opening> {
    for opening in &mut openings {
        opening.game = std::mem::take(&mut opening.game).into_chess960();
    }
    openings
}

fn chess960_openings() -> impl Iterator<Item = Opening> {
    (0..960).map(|number| Opening {
        name: format!("Chess960 {number}"),
        game: chess960_start(number),
    })
}

/// Draws lines from a book by the weights of its moves; equal ones are left out. They end where the
/// book ends.
fn read_book(path: &Path, plies: usize) -> anyhow::Result<Vec<Opening>> {
    let book = Book::read(path).with_context(|| format!("{} is no book", path.display()))?;
    let mut known = BTreeSet::new();
    let line = |seed| {
        let mut game = Game::new();
        while game.moves().len() < plies
            && let Some(drawn) = book.choose(game.position(), seed)
        {
            game.play(drawn);
        }
        let new = !game.moves().is_empty() && known.insert(book::key(game.position()));
        if !new || game.ending().is_some() {
            return None;
        }
        Some(Opening {
            name: String::new(),
            game,
        })
    };
    let openings: Vec<Opening> = (0..BOOK_LINES).filter_map(line).collect();
    if openings.is_empty() {
        bail!("{} has no moves for the start position", path.display());
    }
    Ok(openings)
}

fn read_file(path: &Path, plies: usize) -> anyhow::Result<(Vec<Opening>, Vec<OpeningError>)> {
    let name = uncompressed_name(path);
    let extension = name.extension().unwrap_or_default();
    let has_extension = |wanted: &str| extension.eq_ignore_ascii_case(wanted);
    if has_extension("bin") {
        return Ok((read_book(path, plies)?, Vec::new()));
    }
    let cannot_read = || format!("cannot read {}", path.display());
    let mut text = BufReader::new(Bounded::new(open_input(path)?.reader, MAX_TEXT));
    // Marks of the byte order can precede the first letter.
    let head = text.fill_buf().with_context(cannot_read)?;
    let first = head.iter().find(|byte| byte.is_ascii_graphic());
    let found = if has_extension("pgn") || first == Some(&b'[') {
        read_pgn(text, plies)
    } else {
        read_epd(text).with_context(cannot_read)?
    };
    let (mut openings, mut skipped) = (Vec::new(), Vec::new());
    for opening in found {
        match opening {
            Ok(opening) => openings.push(opening),
            Err(error) => skipped.push(error),
        }
    }
    if openings.is_empty() {
        let first = match skipped.first() {
            Some(error) => format!(": {error}"),
            None => String::new(),
        };
        bail!("{} has no openings{first}", path.display());
    }
    Ok((openings, skipped))
}

/// Reads the openings of a text in EPD, line by line. Empty lines and lines that begin with `#` are
/// skipped.
///
/// Fails if the input does, or has very many lines and no position.
pub(crate) fn read_epd(input: impl Read) -> io::Result<Vec<Result<Opening, OpeningError>>> {
    let mut openings = Vec::new();
    let mut has_one = false;
    for line in epd_lines(input) {
        let EpdLine { number, text, .. } = line?;
        let opening = text
            .and_then(|text| Epd::parse(&text))
            .map_err(|error| error.to_string())
            .and_then(of_epd);
        has_one |= opening.is_ok();
        openings.push(opening.map_err(|reason| OpeningError {
            place: format!("line {number}"),
            reason,
        }));
        if !has_one && openings.len() > MAX_OTHER_LINES {
            break;
        }
    }
    Ok(openings)
}

fn of_epd(epd: Epd) -> Result<Opening, String> {
    let name = epd.id().unwrap_or_default().to_owned();
    let game = epd.game;
    usable(&game)?;
    Ok(Opening { name, game })
}

/// Reads the openings of a text in PGN: the first `plies` plies of each game.
pub fn read_pgn(input: impl Read, plies: usize) -> Vec<Result<Opening, OpeningError>> {
    let opening = |parsed: ParsedGame| {
        let mut names = Vec::new();
        for tag in NAMES {
            if let Some(value) = parsed.tag(tag)
                && value != "?"
            {
                names.push(value);
            }
        }
        let name = names.join(" ");
        let mut game = Game::from_position(parsed.game.start().clone());
        parsed
            .game
            .moves()
            .iter()
            .take(plies)
            .for_each(|&made| game.play(made));
        if game.moves().len() < plies
            && let Some(remark) = parsed.remarks.first()
        {
            return Err(remark.reason.clone());
        }
        usable(&game)?;
        Ok(Opening { name, game })
    };
    let read = |(number, read): (usize, std::io::Result<Result<ParsedGame, MalformedGame>>)| {
        let parsed = read
            .map_err(|error| error.to_string())
            .and_then(|read| read.map_err(|bad| bad.reason));
        parsed.and_then(opening).map_err(|reason| OpeningError {
            place: format!("game {number}"),
            reason,
        })
    };
    (1..).zip(Games::new(input)).map(read).collect()
}

fn usable(game: &Game) -> Result<(), String> {
    match game.ending() {
        Some(end) => Err(format!("the game is over: {end}")),
        None => Ok(()),
    }
}

const NAMES: [&str; 3] = ["ECO", "Opening", "Variation"];

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn epd_bad_lines_reported() {
        let text = "# a remark\n\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"C20\";\nrubbish\n\
                    7k/5Q2/6K1/8/8/8/8/8 b - -\n";
        let found = read_epd(text.as_bytes()).unwrap();
        assert_eq!(found[0].as_ref().unwrap().name, "C20");
        assert_eq!(found[1].as_ref().unwrap_err().place, "line 4");
        assert!(
            found[2]
                .as_ref()
                .unwrap_err()
                .reason
                .contains("the game is over")
        );
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn pgn_bad_games_reported() {
        let text = "[ECO \"C41\"]\n[Opening \"Philidor\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 d6 { and so on } *\n\n\
                    [Event \"?\"]\n\n1. e4 Ke4 *\n\n[FEN \"rubbish\"]\n\n1. e4 *\n\n[Event \"?\"]\n\n1. d4 d5 *\n";
        let found = read_pgn(text.as_bytes(), 3);
        let first = found[0].as_ref().unwrap();
        assert_eq!(
            (first.name.as_str(), first.game.moves().len()),
            ("C41 Philidor", 3)
        );
        assert!(
            found[1]
                .as_ref()
                .unwrap_err()
                .reason
                .contains("move 1...: 'Ke4' is not a legal move")
        );
        assert!(found[2].is_err());
        assert_eq!(found[3].as_ref().unwrap().game.moves().len(), 2);
    }

    #[test]
    fn book_lines_are_distinct_and_of_the_length_asked() {
        let book = Path::new(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../book/data/book.bin"
        ));
        let (found, skipped) = read_openings(Some(book), 6, false).unwrap();
        assert!(found.len() > 50 && skipped.is_empty(), "{}", found.len());
        assert!(
            found
                .iter()
                .all(|opening| (1..=6).contains(&opening.game.moves().len()))
        );
        assert!(
            found
                .iter()
                .filter(|opening| opening.game.moves().len() == 6)
                .count()
                > found.len() / 2
        );
        let boards: BTreeSet<_> = found
            .iter()
            .map(|opening| book::key(opening.game.position()))
            .collect();
        assert_eq!(boards.len(), found.len());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bad.bin");
        for (bytes, reason) in [
            (&[7; 17][..], "multiple of 16"),
            (&[], "empty"),
            (&[7; 16], "no moves for the start"),
        ] {
            fs::write(&path, bytes).unwrap();
            let error = format!("{:#}", read_openings(Some(&path), 6, false).unwrap_err());
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn chess960_openings_make_every_game_one_of_chess960() {
        let (all, _) = read_openings(None, 0, true).unwrap();
        assert_eq!(all.len(), 960);
        assert!(
            all.iter()
                .all(|opening| opening.game.start().castles().mode().is_chess960())
        );
        let standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let text = format!("{standard}\nbbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf -");
        let read: Vec<Opening> = read_epd(text.as_bytes())
            .unwrap()
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let (mixed, remark) = crate::plan::of_one_variant(read.clone(), &[]).unwrap();
        assert_eq!((mixed.len(), remark), (2, None));
        assert!(mixed.iter().all(Opening::is_chess960));
    }

    #[test]
    fn built_in_openings_are_distinct() {
        let found: Vec<Opening> = read_epd(BUILT_IN.as_bytes())
            .unwrap()
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let board = |opening: &Opening| format!("{:?}", opening.game.position().board());
        assert!(found.len() >= 100);
        assert_eq!(
            found
                .iter()
                .map(board)
                .collect::<std::collections::BTreeSet<_>>()
                .len(),
            found.len()
        );
    }
}
