//! An analysis from the first game to the last: judged, written and recorded.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context;
use notation::{Games, MalformedGame, ParsedGame};
use play::Control;

use crate::annotate::annotated_pgn;
use crate::graph::graph;
use crate::journal::{Entry, EntryResult, Journal};
use crate::judge::{Evaluation, judge};
use crate::pool::{Pool, PoolResult};
use crate::summary::Summary;

/// An analysis in progress.
#[derive(Debug)]
pub struct Analysis {
    /// The input's name, for messages.
    pub input: String,
    /// Where the games go.
    pub journal: Journal,
    /// The tag `Annotator`.
    pub annotator: String,
    /// The folder for graphs.
    pub graphs: Option<PathBuf>,
    /// Number of games done.
    pub games: u64,
}

impl Analysis {
    /// Judges game after game and calls `skipped` for malformed ones. Returns false if it was stopped. Fails if the
    /// input cannot be read, an output cannot be written, or a player crashed.
    pub fn run<R: io::Read>(
        &mut self,
        mut games: Games<R>,
        mut pool: Pool,
        control: &Control,
        skipped: &dyn Fn(&MalformedGame),
    ) -> anyhow::Result<bool> {
        let mut more = true;
        while !control.stopped() {
            while more && pool.has_room() {
                let game = games.next().transpose();
                match game.with_context(|| format!("cannot read {}", self.input))? {
                    Some(game) => pool.put(game),
                    None => more = false,
                }
            }
            match pool.take()? {
                None => return Ok(true),
                Some(PoolResult::Malformed(malformed)) => {
                    skipped(&malformed);
                    self.skip(malformed)?;
                }
                Some(PoolResult::Evaluated(game, Some(evaluations))) => self.write(&game, &evaluations)?,
                Some(PoolResult::Evaluated(_, None)) => break,
            }
        }
        Ok(false)
    }

    fn write(&mut self, game: &ParsedGame, evaluations: &[Evaluation]) -> anyhow::Result<()> {
        let verdicts = judge(&game.game, evaluations);
        if let Some(folder) = &self.graphs {
            let path = folder.join(format!("game-{:06}.svg", game.number));
            write_graph(&path, &graph(game, evaluations, &verdicts))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let text = annotated_pgn(game, evaluations, &verdicts, &self.annotator);
        self.journal.add(&text, |output| Entry {
            game: game.number,
            line: game.line,
            input: game.end,
            output,
            result: EntryResult::Judged(Summary::new(game, &verdicts)),
        })?;
        self.games = game.number;
        Ok(())
    }

    fn skip(&mut self, malformed: MalformedGame) -> anyhow::Result<()> {
        let MalformedGame { number, line, players, reason, end, .. } = malformed;
        let result = EntryResult::Malformed { players, reason };
        self.journal.add("", |output| Entry { game: number, line, input: end, output, result })?;
        self.games = number;
        Ok(())
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
