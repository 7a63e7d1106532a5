//! Loads a game from a PGN file.

use std::io::Read as _;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use notation::{Games, ParsedGame, find_tag};
use play::Game;

use files::open_input;
use shakmaty::{Color, Outcome};

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
}

impl Loaded {
    /// The name of a side's player.
    pub(crate) fn name(&self, side: Color) -> Option<String> {
        let tag = side.fold_wb("White", "Black");
        find_tag(&self.tags, tag).map(str::to_owned)
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
        let tag = |name| {
            parsed
                .tag(name)
                .unwrap_or("?")
                .replace(|c: char| c.is_control(), "")
        };
        let remarks: String = parsed
            .remarks
            .iter()
            .map(|remark| format!("; {}", remark.reason))
            .collect();
        let title = format!(
            "{} - {}  {}{remarks}",
            tag("White"),
            tag("Black"),
            tag("Result")
        );
        let tree = GameTree::read(&parsed);
        Loaded {
            tree,
            game: parsed.game,
            tags: parsed.tags,
            outcome: parsed.outcome,
            title,
        }
    }
}

/// Size of the largest file read, in MiB: tens of thousands of games.
const MAX_SIZE: u64 = 64;

/// Reads the game with this number, from 1, or the last one.
pub(crate) fn load(path: &Path, number: Option<usize>) -> anyhow::Result<Loaded> {
    load_within(MAX_SIZE, path, number)
}

fn load_within(most: u64, path: &Path, number: Option<usize>) -> anyhow::Result<Loaded> {
    let mut source = open_input(path)?.reader.take((most << 20) + 1);
    let mut games = 0;
    let mut last = None;
    let name = path.display();
    for read in Games::new(&mut source)
        .lenient()
        .take(number.unwrap_or(usize::MAX))
    {
        last = Some(read.with_context(|| format!("cannot read {name}"))?);
        games += 1;
    }
    if source.limit() == 0 {
        bail!("{name} is too large: no more than {most} MiB of a file are read");
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

    const TWO: &str = "[White \"One\"]\n[Result \"1-0\"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 1-0\n\n\
                       [SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O+ *\n";

    fn read(text: &str, number: Option<usize>) -> Result<(usize, String), String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, text).unwrap();
        let loaded = load(&path, number).map_err(|error| format!("{error:#}"))?;
        Ok((loaded.game.moves().len(), loaded.title))
    }

    #[test]
    fn games_are_found_by_number() {
        assert_eq!(read(TWO, Some(1)), Ok((3, "One - ?  1-0".to_owned())));
        assert_eq!(read(TWO, None), Ok((1, "? - ?  ?".to_owned())));
        let remark = "? - ?  ?; move 1...: '--' is not a legal move; the moves before it are kept";
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
        assert!(load(&path, None).is_ok());
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
            let refusal = format!("{:#}", load(path, None).unwrap_err());
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
        let missing = load(Path::new("no-such.pgn"), None)
            .unwrap_err()
            .to_string();
        assert!(missing.contains("cannot read no-such.pgn"), "{missing}");
    }
}
