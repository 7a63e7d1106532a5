//! The PGN file of a match: written game by game, and read to resume an interrupted match.

use std::fs::File;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, bail};
use shakmaty::{ByColor, KnownOutcome, Outcome};

use files::{Shard, open_locked, part_path};
use notation::{Fingerprint, Games, ParsedGame};
use play::Termination;

use crate::engine::EngineLimits;
use crate::openings::Opening;
use crate::record::MatchGame;
use crate::rules::Rules;

const EVENT: &str = "Belle match";

/// A PGN file locked for one match, or for a part of it, or none.
#[derive(Debug)]
pub struct GamesFile {
    file: Option<File>,
    date: String,
    key: String,
    shard: Option<Shard>,
}

impl GamesFile {
    /// Opens a new or empty file, or with `resume` the file of an interrupted match or part. Returns the complete games
    /// in it; an incomplete last game is cut off. A match without a file has no `path`. Fails if another process holds
    /// the file, or it has other games.
    pub fn open(
        path: Option<&Path>,
        shard: Option<Shard>,
        resume: bool,
        date: String,
        key: String,
    ) -> anyhow::Result<(GamesFile, Vec<ResumedGame>)> {
        let Some(path) = path.map(|whole| part_path(whole, shard)) else {
            return Ok((
                GamesFile {
                    file: None,
                    date,
                    key,
                    shard,
                },
                Vec::new(),
            ));
        };
        let shown = path.display();
        let (file, text) = open_locked(&path)?;
        if !resume && !text.is_empty() {
            bail!(
                "{shown} already exists: choose another name, or continue its match with --resume"
            );
        }
        let (games, end) = completed_games(&text);
        if games.iter().any(|game| game.key != key) {
            bail!(
                "{shown} has games of another match: engines, openings, limits, rules or seed differ"
            );
        }
        let other = games
            .iter()
            .find(|game| shard.is_some_and(|shard| !shard.has(game.number / 2)));
        if let (Some(shard), Some(game)) = (shard, other) {
            bail!(
                "{shown} has game {}, which is not of part {shard}",
                game.number + 1
            );
        }
        let begins = format!("[Event \"{EVENT}\"]\n");
        let rest = &text[end..];
        let incomplete = rest.starts_with(&begins) && rest[1..].find("\n[Event ").is_none();
        if !(incomplete || begins.starts_with(rest) || PartEnd::is_begun(rest)) {
            bail!("{shown} contains text that is not part of this match");
        }
        file.set_len(end as u64)
            .with_context(|| format!("cannot write {shown}"))?;
        Ok((
            GamesFile {
                file: Some(file),
                date,
                key,
                shard,
            },
            games,
        ))
    }

    /// Adds a game and waits until it is on the disk. Fails if the file cannot be written.
    pub fn add(&mut self, game: &MatchGame) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            write(file, &game.pgn(EVENT, &self.date, &self.key))?;
        }
        Ok(())
    }

    /// Marks a part as finished; `games` are those of the whole match. Fails if the file cannot be written.
    pub fn finish(self, games: usize) -> anyhow::Result<()> {
        match (self.file, self.shard) {
            (Some(mut file), Some(shard)) => write(
                &mut file,
                &PartEnd {
                    shard: shard.to_string(),
                    games,
                    key: self.key,
                }
                .line(),
            ),
            _ => Ok(()),
        }
    }
}

fn write(file: &mut File, text: &str) -> anyhow::Result<()> {
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_data());
    written.context("cannot write the PGN file")
}

/// Last line of a finished part's file, which PGN readers skip as an escape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartEnd {
    pub(crate) shard: String,
    /// Games of the whole match.
    pub(crate) games: usize,
    pub(crate) key: String,
}

impl PartEnd {
    const BEGIN: &str = "% part ";

    fn line(&self) -> String {
        format!(
            "{}{} of {} games, match {}\n",
            PartEnd::BEGIN,
            self.shard,
            self.games,
            self.key
        )
    }

    /// Parses the text after a file's games; `None` if the part is not finished.
    pub(crate) fn parse(text: &str) -> Option<PartEnd> {
        let (shard, rest) = text
            .strip_prefix(PartEnd::BEGIN)?
            .strip_suffix('\n')?
            .split_once(" of ")?;
        let (games, key) = rest.split_once(" games, match ")?;
        Some(PartEnd {
            shard: shard.to_owned(),
            games: games.parse().ok()?,
            key: key.to_owned(),
        })
    }

    /// Whether a text is such a line or the beginning of one.
    fn is_begun(text: &str) -> bool {
        PartEnd::BEGIN.starts_with(text)
            || text.starts_with(PartEnd::BEGIN) && text.lines().count() == 1
    }
}

/// A game read from the file of an interrupted match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResumedGame {
    /// Its number, from 0.
    pub number: usize,
    /// Where its text stands in the file.
    pub text: Range<usize>,
    pub key: String,
    pub names: ByColor<String>,
    pub outcome: KnownOutcome,
    pub termination: Termination,
}

/// The complete games of a match's file, and their length in bytes. An incomplete game may follow.
pub fn completed_games(text: &str) -> (Vec<ResumedGame>, usize) {
    let mut games = Vec::new();
    let mut end = 0;
    for parsed in Games::new(text.as_bytes()).map_while(|read| read.ok()?.ok()) {
        let next = parsed.end.offset as usize;
        let Some(game) = resumed_game(&parsed, text, end..next) else {
            break;
        };
        games.push(game);
        end = next;
    }
    (games, end)
}

fn resumed_game(parsed: &ParsedGame, file: &str, range: Range<usize>) -> Option<ResumedGame> {
    let value = |name: &str| parsed.tag(name).map(str::to_owned);
    let result = value("Result")?;
    let text = &file[range.clone()];
    let complete = text.ends_with("\n\n") && text.trim_end().ends_with(&result);
    let Ok(Outcome::Known(outcome)) = result.parse() else {
        return None;
    };
    complete.then_some(ResumedGame {
        number: value("MatchGame")?.parse::<usize>().ok()?.checked_sub(1)?,
        text: range,
        key: value("MatchKey")?,
        names: ByColor {
            white: value("White")?,
            black: value("Black")?,
        },
        outcome,
        termination: value("Termination")?.parse().ok()?,
    })
}

/// A hash of everything that decides the games of a match, but not of their number. The hashed text is that of the
/// first version, with its names, so that its files can be resumed.
pub fn match_key(
    limits: &EngineLimits,
    rules: &Rules,
    seed: u64,
    engines: &[(&str, &str)],
    openings: &[Opening],
) -> String {
    let some = |text: Option<String>| {
        text.map_or_else(|| "None".to_owned(), |text| format!("Some({text})"))
    };
    let control = some(limits.control.map(|control| {
        let (moves, time, increment) = (control.moves, control.time, control.increment);
        format!("TimeControl {{ moves: {moves:?}, time: {time:?}, increment: {increment:?} }}")
    }));
    let EngineLimits {
        move_time,
        depth,
        nodes,
        ..
    } = limits;
    let adjudication = &rules.adjudication;
    let draw = some(adjudication.draw.map(|rule| {
        format!(
            "DrawRule {{ from_move: {}, moves: {}, score: {} }}",
            rule.from_move, rule.moves, rule.score
        )
    }));
    let resign = some(adjudication.resign.map(|rule| {
        format!(
            "ResignRule {{ moves: {}, score: {} }}",
            rule.moves, rule.score
        )
    }));
    let mut text = format!(
        "Allowance {{ control: {control}, move_time: {move_time:?}, depth: {depth:?}, nodes: {nodes:?} }} \
         Rules {{ adjudication: Adjudication {{ draw: {draw}, resign: {resign}, longest: {:?} }}, \
         margin: {:?}, patience: {:?} }} {seed}",
        adjudication.max_moves, rules.time_margin, rules.hang_timeout
    );
    if let Some(rule) = &adjudication.tablebases {
        text += &format!("\nendgame tables {}", rule.folders);
    }
    for (name, specification) in engines {
        text += &format!("\n{name} {specification}");
    }
    for opening in openings {
        text += &format!("\n{} {:?}", opening.name, opening.game.position());
    }
    let mut hash = Fingerprint::default();
    hash.add(text.as_bytes());
    format!("{:016x}", hash.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::read_epd;
    use crate::record::tests::sample;
    use crate::rules::Adjudication;
    use std::time::Duration;

    #[test]
    fn completed_games_incomplete_game_left_out() {
        let text = sample(0).pgn("m", "d", "k") + &sample(7).pgn("m", "d", "k");
        let (games, end) = completed_games(&text);
        assert_eq!(
            games.iter().map(|game| game.number).collect::<Vec<_>>(),
            [0, 7]
        );
        assert_eq!(
            (games[0].names.white.as_str(), end),
            ("a \"b\\", text.len())
        );
        let first = sample(0).pgn("m", "d", "k").len();
        for cut in first..text.len() {
            let (games, end) = completed_games(&text[..cut]);
            assert_eq!((games.len(), end), (1, first), "cut at {cut}");
        }
    }

    /// A file of version 1 with its own words for a failure.
    #[test]
    fn first_version_file_is_resumed() {
        let text = "[Event \"Belle match\"]\n[White \"one\"]\n[Black \"two\"]\n[Result \"1-0\"]\n\
                    [Termination \"abandoned\"]\n[Reason \"Black hangs\"]\n[MatchGame \"1\"]\n\
                    [MatchKey \"173717fbcb69dfe9\"]\n\n1. Nf3 { [%eval 0.24,12] } 1-0\n\n";
        let (games, end) = completed_games(text);
        assert_eq!(
            (games[0].termination, end),
            (Termination::Abandoned, text.len())
        );
    }

    /// Keys that version 1 wrote.
    #[test]
    fn match_key_first_version_unchanged() {
        let epd = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 id \"C20\";";
        let openings = [read_epd(epd).remove(0).unwrap()];
        let limits = EngineLimits {
            control: Some("40/60+0.5".parse().unwrap()),
            move_time: Some(Duration::from_secs(2)),
            depth: Some(2),
            nodes: Some(9999),
        };
        let adjudication = Adjudication {
            draw: Some("from=1,moves=1,score=30".parse().unwrap()),
            resign: Some("".parse().unwrap()),
            tablebases: None,
            max_moves: Some(4),
        };
        let rules = Rules {
            adjudication,
            ..Rules::default()
        };
        let engines = [
            ("one", "native,name=one"),
            ("two", "native,name=two,depth=1"),
        ];
        assert_eq!(
            match_key(&limits, &rules, 1, &engines, &openings),
            "8ecc98aa4e78bc64"
        );
        let limits = EngineLimits {
            depth: Some(1),
            ..EngineLimits::default()
        };
        let adjudication = Adjudication {
            max_moves: Some(2),
            ..Adjudication::default()
        };
        let rules = Rules {
            adjudication,
            ..Rules::default()
        };
        let engines = [("one", "native,name=one"), ("two", "native,name=two")];
        assert_eq!(
            match_key(&limits, &rules, 1, &engines, &openings),
            "5960ea2b9d091e03"
        );
    }
}
