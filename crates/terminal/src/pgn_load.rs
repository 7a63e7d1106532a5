//! Loads a game from a PGN file.

use std::fmt::Display;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use notation::{Games, ParsedGame, find_tag};
use play::Game;

use files::open_input;
use shakmaty::{Color, Outcome};

use crate::game_state::{PERSON, YOU};
use crate::game_tree::GameTree;

/// What is done with a game that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Play,
    Review,
}

impl Purpose {
    pub(crate) fn command(self) -> &'static str {
        match self {
            Purpose::Play => "load",
            Purpose::Review => "review",
        }
    }

    /// What the command does with a game.
    pub(crate) fn verb(self) -> &'static str {
        match self {
            Purpose::Play => "goes on with",
            Purpose::Review => "looks at",
        }
    }
}

/// The game wanted of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// The game with this number, from 1.
    Number(usize),
    Last,
    /// The only one; of several, the list.
    Only,
}

impl Which {
    /// The game with a number, if a person gave one.
    pub(crate) fn of(number: Option<usize>) -> Which {
        match number {
            Some(number) => Which::Number(number),
            None => Which::Only,
        }
    }
}

/// What a file has.
#[derive(Debug)]
pub(crate) enum PgnContents {
    Game(Box<Loaded>),
    List(GameList),
}

/// The games of a file that has several.
#[derive(Debug)]
pub(crate) struct GameList {
    pub(crate) path: PathBuf,
    /// A line for each of the first games.
    pub(crate) rows: String,
    pub(crate) listed: usize,
    pub(crate) count: usize,
}

/// Most games in a list.
pub(crate) const LISTED: usize = 30;

/// A tag as it is shown. A person without a name has the same one in a list as at the board.
fn shown_tag(game: &ParsedGame, name: &str) -> String {
    match game.tag(name) {
        Some(PERSON) => YOU.to_owned(),
        Some(value) => value.replace(char::is_control, ""),
        None => "?".to_owned(),
    }
}

/// A line of a list of games.
pub(crate) fn row(number: usize, game: &ParsedGame) -> String {
    let tag = |name| shown_tag(game, name);
    let moves = game.game.moves().len().div_ceil(2);
    let plural = if moves == 1 { "move" } else { "moves" };
    format!(
        "{number:>3}  {}  {} - {}  {}  {moves} {plural}\n",
        tag("Date"),
        tag("White"),
        tag("Black"),
        game.outcome
    )
}

/// A file that is being read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) number: u64,
    pub(crate) purpose: Purpose,
}

#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) game: Game,
    /// The game with its variations and comments.
    pub(crate) tree: GameTree,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) outcome: Outcome,
    /// `White - Black  result`, as far as the file says, and remarks.
    pub(crate) title: String,
    /// The text of one's own game, where it is kept.
    pub(crate) source: Option<String>,
}

impl Loaded {
    /// The name of a side's player.
    pub(crate) fn name(&self, side: Color) -> Option<String> {
        let tag = side.fold_wb("White", "Black");
        find_tag(&self.tags, tag).map(str::to_owned)
    }

    /// The time that a side has left at the end of the game, as the game tells it.
    pub(crate) fn time_left(&self, side: Color) -> Option<Duration> {
        let mut tree = self.tree.clone();
        while tree.forward() {}
        let mut seconds = 0;
        for part in tree.clock(side)?.split(':') {
            seconds = seconds * 60 + part.parse::<u64>().ok()?;
        }
        Some(Duration::from_secs(seconds))
    }

    /// The comments on the moves of the game.
    pub(crate) fn comments(&self) -> Vec<String> {
        let mut tree = self.tree.clone();
        while tree.forward() {}
        tree.path_comments()
    }
}

impl From<ParsedGame> for Loaded {
    fn from(parsed: ParsedGame) -> Loaded {
        let tag = |name| shown_tag(&parsed, name);
        let remarks: String = parsed
            .remarks
            .iter()
            .map(|remark| format!("; {}", remark.reason))
            .collect();
        let title = format!(
            "{} - {}  {}{remarks}",
            tag("White"),
            tag("Black"),
            parsed.outcome
        );
        let tree = GameTree::read(&parsed);
        Loaded {
            tree,
            game: parsed.game,
            tags: parsed.tags,
            outcome: parsed.outcome,
            title,
            source: None,
        }
    }
}

/// Size of the largest file read, in MiB: tens of thousands of games.
const MAX_SIZE: u64 = 64;

/// Reads a game, or lists the games if the only one is wanted of several.
pub(crate) fn find(path: &Path, which: Which) -> anyhow::Result<PgnContents> {
    if which == Which::Only {
        let list = list_within(MAX_SIZE, path)?;
        if list.count > 1 {
            return Ok(PgnContents::List(list));
        }
    }
    Ok(PgnContents::Game(Box::new(load(path, which)?)))
}

/// Fails, with the reason, if a file has no game, or none with this number.
pub fn check_game(path: &Path, number: Option<usize>) -> anyhow::Result<()> {
    find(path, Which::of(number)).map(drop)
}

/// Reads the game with this number, from 1, or the last one.
pub(crate) fn load(path: &Path, which: Which) -> anyhow::Result<Loaded> {
    let number = match which {
        Which::Number(number) => Some(number),
        Which::Last | Which::Only => None,
    };
    load_within(MAX_SIZE, path, number)
}

/// The error of a file that is larger than may be read.
fn too_large(name: impl Display, most: u64) -> anyhow::Error {
    anyhow!("{name} is too large: no more than {most} MiB of a file are read")
}

fn list_within(most: u64, path: &Path) -> anyhow::Result<GameList> {
    let mut source = open_input(path)?.reader.take((most << 20) + 1);
    let mut list = GameList {
        path: path.to_owned(),
        rows: String::new(),
        listed: 0,
        count: 0,
    };
    for read in Games::new(&mut source).lenient() {
        let read = read.with_context(|| format!("cannot read {}", path.display()))?;
        list.count += 1;
        if list.listed == LISTED {
            continue;
        }
        list.listed = list.count;
        list.rows += &match read {
            Ok(game) => row(list.count, &game),
            Err(malformed) => format!("{:>3}  cannot be read: {}\n", list.count, malformed.reason),
        };
    }
    if source.limit() == 0 {
        return Err(too_large(path.display(), most));
    }
    Ok(list)
}

/// Reads the last game of a text, as [`load`] does of a file.
pub(crate) fn load_text(text: &str) -> anyhow::Result<Loaded> {
    game_of(text.as_bytes(), MAX_SIZE, "the text", None)
}

fn load_within(most: u64, path: &Path, number: Option<usize>) -> anyhow::Result<Loaded> {
    game_of(open_input(path)?.reader, most, path.display(), number)
}

fn game_of(
    source: impl Read,
    most: u64,
    name: impl Display,
    number: Option<usize>,
) -> anyhow::Result<Loaded> {
    let mut source = source.take((most << 20) + 1);
    let mut games = 0;
    let mut last = None;
    for read in Games::new(&mut source)
        .lenient()
        .take(number.unwrap_or(usize::MAX))
    {
        last = Some(read.with_context(|| format!("cannot read {name}"))?);
        games += 1;
    }
    if source.limit() == 0 {
        return Err(too_large(name, most));
    }
    match (last, number) {
        (None, _) => bail!("{name} has no game in PGN"),
        (_, Some(number)) if number != games => {
            bail!("{name} has no game {number}: it has {games}")
        }
        (Some(Err(malformed)), _) if malformed.is_empty && games == 1 => {
            bail!("{name} has no game in PGN")
        }
        (Some(Ok(parsed)), None) if parsed.tags.is_empty() && parsed.game.moves().is_empty() => {
            bail!("{name} has no game in PGN")
        }
        (Some(Err(malformed)), _) => {
            Err(anyhow!(malformed.reason)).with_context(|| format!("{name}, game {games}"))
        }
        (Some(Ok(parsed)), _) => Ok(parsed.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "[White \"One\"]\n[Result \"1-0\"]\n\n\
                       1. e4 {good} e5 (1... c5) 2. Nf3 1-0\n\n\
                       [SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O+ *\n";

    fn read(text: &str, number: Option<usize>) -> Result<(usize, String), String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, text).unwrap();
        let which = number.map_or(Which::Last, Which::Number);
        let loaded = load(&path, which).map_err(|error| format!("{error:#}"))?;
        Ok((loaded.game.moves().len(), loaded.title))
    }

    #[test]
    fn games_are_found_by_number() {
        assert_eq!(read(TWO, Some(1)), Ok((3, "One - ?  1-0".to_owned())));
        assert_eq!(read(TWO, None), Ok((1, "? - ?  *".to_owned())));
        let remark = "? - ?  *; move 1...: '--' is not a legal move; the moves before it are kept";
        assert_eq!(read("1. e4 -- 2. d4 *", None), Ok((1, remark.to_owned())));
        let (legal, title) = read("1. e4 e4 2. d4 *", None).unwrap();
        assert!(
            legal == 1 && title.contains("'e4' is not a legal move here"),
            "{title}"
        );
        assert!(
            title.ends_with("; the rest of the game is left out"),
            "{title}"
        );
    }

    #[test]
    fn file_of_several_games_is_listed_and_file_of_one_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let found = |text: &str| {
            std::fs::write(&path, text).unwrap();
            find(&path, Which::Only).unwrap()
        };
        let PgnContents::List(list) = found(&format!("{TWO}\n[White \"Bad\"]\n\n1. e5 *\n")) else {
            panic!("expected a list");
        };
        assert_eq!(list.count, 3);
        let rows: Vec<&str> = list.rows.lines().collect();
        assert_eq!(rows[0], "  1  ?  One - ?  1-0  2 moves");
        assert_eq!(rows[1], "  2  ?  ? - ?  *  1 move");
        assert!(
            rows[2].starts_with("  3  cannot be read: move 1: 'e5'"),
            "{rows:?}"
        );
        let PgnContents::List(list) = found(&TWO.repeat(20)) else {
            panic!("expected a list");
        };
        assert!(list.count == 40 && list.listed == LISTED && list.rows.lines().count() == LISTED);
        assert!(matches!(found("1. e4 e5 *\n"), PgnContents::Game(_)));
    }

    #[test]
    fn large_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let game = "1. e4 e5 *\n\n";
        let fitting = (1 << 20) / game.len();
        let within = |number| load_within(1, &path, number).map_err(|error| error.to_string());
        std::fs::write(&path, game.repeat(fitting)).unwrap();
        assert_eq!(within(None).unwrap().game.moves().len(), 2);
        std::fs::write(&path, game.repeat(fitting + 1)).unwrap();
        let refusal = within(None).unwrap_err();
        assert!(
            refusal.ends_with("is too large: no more than 1 MiB of a file are read"),
            "{refusal}"
        );
        assert_eq!(within(Some(2)).unwrap().game.moves().len(), 2);
        assert!(load(&path, Which::Last).is_ok());
        let refusal = list_within(1, &path).unwrap_err().to_string();
        assert!(refusal.ends_with("is too large: no more than 1 MiB of a file are read"));
    }

    #[cfg(unix)]
    #[test]
    fn irregular_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        for path in [Path::new("/dev/zero"), folder.path(), &pipe] {
            let refusal = format!("{:#}", find(path, Which::Only).unwrap_err());
            assert!(refusal.starts_with("cannot read "), "{refusal}");
            assert!(refusal.contains(", expected a file"), "{refusal}");
        }
    }

    #[test]
    fn bad_game_is_refused() {
        for (text, number, reason) in [
            (TWO, Some(3), "has no game 3: it has 2"),
            ("", None, "has no game in PGN"),
            ("my letters", None, "has no game in PGN"),
            (
                "[White \"A\"]\n\n1. e5 e4 *",
                None,
                "game 1: move 1: 'e5' is not a legal move",
            ),
            ("[FEN \"x\"]\n\n*", None, "not a position in FEN"),
        ] {
            assert!(read(text, number).unwrap_err().contains(reason), "{text}");
        }
        let missing = find(Path::new("no-such.pgn"), Which::Only)
            .unwrap_err()
            .to_string();
        assert!(missing.contains("cannot read no-such.pgn"), "{missing}");
    }
}
