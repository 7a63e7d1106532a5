//! An analysis from the first game to the last: judged, written and recorded.

use std::fmt::{self, Display, Formatter};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context;
use notation::{Games, MalformedGame, ParsedGame, Remark};
use play::Control;
use shakmaty::Color;

use crate::annotate::annotated_pgn;
use crate::graph::graph;
use crate::journal::{Entry, EntryResult, Journal, ResumePoint};
use crate::judge::{MoveEvaluation, judge};
use crate::openings::opening;
use crate::pool::{Pool, PoolResult};
use crate::selection::Selection;
use crate::summary::Summary;

/// An analysis in progress.
#[derive(Debug)]
pub struct Analysis {
    /// The input's name, for messages.
    pub input_name: String,
    /// Where the games go.
    pub journal: Journal,
    /// The tag `Annotator`.
    pub annotator: String,
    /// The folder for graphs.
    pub graphs: Option<PathBuf>,
    /// Number of the last game done.
    pub games_done: u64,
    /// The last game read, with those not chosen.
    pub end: ResumePoint,
    /// The games to analyze; the others are not written.
    pub selection: Selection,
}

/// A message about a game that could not be read whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The line of the error.
    pub line: u64,
    /// The game's number.
    pub game: u64,
    /// `White - Black`, if known.
    pub players: Option<String>,
    /// The error and what follows from it.
    pub text: String,
}

impl Display for Notice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {}", self.line, self.game)?;
        self.players
            .iter()
            .try_for_each(|players| write!(f, " ({players})"))?;
        write!(f, ": {}", self.text)
    }
}

impl Analysis {
    /// Judges game after game and calls `notify` for malformed ones. Returns false if it was stopped. Fails if the
    /// input cannot be read, an output cannot be written, or a player crashed.
    pub fn run<R: io::Read>(
        &mut self,
        mut games: Games<R>,
        mut pool: Pool,
        control: &Control,
        notify: &dyn Fn(&Notice),
    ) -> anyhow::Result<bool> {
        let mut more = true;
        while !control.stopped() {
            while more && pool.has_room() {
                let game = games.next().transpose();
                match game.with_context(|| format!("cannot read {}", self.input_name))? {
                    Some(game) => {
                        let (number, position) = game.as_ref().map_or_else(
                            |bad| (bad.number, bad.end),
                            |game| (game.number, game.end),
                        );
                        self.end = ResumePoint {
                            games: number,
                            position,
                        };
                        if self.selection.has(&game) {
                            pool.put(game);
                        }
                        more = !self.selection.ends_at(number);
                    }
                    None => more = false,
                }
            }
            match pool.take()? {
                None => return Ok(true),
                Some(PoolResult::Malformed(malformed)) => {
                    let MalformedGame {
                        number,
                        line,
                        ref players,
                        ref reason,
                        ..
                    } = malformed;
                    let (players, text) = (players.clone(), format!("{reason}; skipped"));
                    notify(&Notice {
                        line,
                        game: number,
                        players,
                        text,
                    });
                    self.skip(malformed)?;
                }
                Some(PoolResult::Evaluated(game, Some(evaluations))) => {
                    for Remark { line, reason } in &game.remarks {
                        let players =
                            format!("{} - {}", game.name(Color::White), game.name(Color::Black));
                        let (line, players) =
                            (*line, Some(players).filter(|players| players != "? - ?"));
                        notify(&Notice {
                            line,
                            game: game.number,
                            players,
                            text: reason.clone(),
                        });
                    }
                    self.write(*game, &evaluations)?;
                }
                Some(PoolResult::Evaluated(_, None)) => break,
            }
        }
        Ok(false)
    }

    fn write(
        &mut self,
        mut game: ParsedGame,
        evaluations: &[MoveEvaluation],
    ) -> anyhow::Result<()> {
        name_opening(&mut game);
        let game = &game;
        let verdicts = judge(&game.game, evaluations);
        if let Some(folder) = &self.graphs {
            let path = folder.join(format!("game-{:06}.svg", game.number));
            write_graph(&path, &graph(game, evaluations, &verdicts))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let text = annotated_pgn(game, evaluations, &verdicts, &self.annotator);
        self.journal.add(text.as_bytes(), |output| Entry {
            game: game.number,
            line: game.line,
            input: game.end,
            output,
            remarks: game
                .remarks
                .iter()
                .map(|remark| remark.reason.clone())
                .collect(),
            result: EntryResult::Judged(Summary::new(game, &verdicts)),
        })?;
        self.games_done = game.number;
        Ok(())
    }

    fn skip(&mut self, malformed: MalformedGame) -> anyhow::Result<()> {
        let MalformedGame {
            number,
            line,
            players,
            reason,
            end,
            ..
        } = malformed;
        let result = EntryResult::Malformed { players, reason };
        self.journal.add(b"", |output| Entry {
            game: number,
            line,
            input: end,
            output,
            remarks: Vec::new(),
            result,
        })?;
        self.games_done = number;
        Ok(())
    }
}

/// Adds the opening's code and name, unless the game has them.
fn name_opening(game: &mut ParsedGame) {
    let Some(opening) = opening(&game.game) else {
        return;
    };
    for (name, value) in [("ECO", opening.code), ("Opening", opening.name)] {
        if game.tag(name).is_none() {
            game.tags.push((name.to_owned(), value.to_owned()));
        }
    }
}

/// Writes a graph completely or not at all. A temporary file left by a kill is overwritten when the analysis resumes.
fn write_graph(path: &Path, svg: &str) -> io::Result<()> {
    let part = path.with_extension("svg.part");
    let mut file = File::create(&part)?;
    file.write_all(svg.as_bytes())?;
    file.sync_all()?;
    fs::rename(part, path)
}
