//! The record of a game in the job of an analysis.

use std::path::{Path, PathBuf};

use anyhow::Context;
use files::{Header, Settings, Shard, check_new, check_output, is_stream};
use notation::{FilePosition, MalformedGame};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::annotate::annotated_pgn;
use crate::graph::graph;
use crate::html::page_game;
use crate::judged_game::JudgedGame;
use crate::selection::have_part;
use crate::summary::Summary;
use crate::training::{TrainingFilter, TrainingPosition, training_positions};

/// Kind of the job.
pub const ANALYSIS: &str = "analysis";

/// A game of the input, judged or skipped.
#[derive(Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The line it begins on, or that of its error.
    pub line: u64,
    /// Position reached in the input.
    pub input: FilePosition,
    /// Remarks on text that was left out.
    pub remarks: Vec<String>,
    /// Its result.
    pub result: EntryResult,
}

/// Result of one game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryResult {
    /// The game was judged.
    Judged(Box<JudgedEntry>),
    /// The game was skipped.
    Malformed {
        /// `White - Black`, if both are tagged.
        players: Option<String>,
        /// The error.
        reason: String,
    },
}

/// A judged game's part of each output.
#[derive(Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct JudgedEntry {
    pub summary: Summary,
    pub pgn: String,
    /// Its data in the report.
    pub page: Box<RawValue>,
    /// Its graph in SVG.
    pub graph: String,
    /// Where better moves were missed.
    pub(crate) training: Vec<TrainingPosition>,
}

impl Entry {
    /// Whether a player's name has this text in it.
    fn is_of(&self, part_of_name: &str) -> bool {
        let names = match &self.result {
            EntryResult::Judged(judged) => {
                format!("{}\n{}", judged.summary.white, judged.summary.black)
            }
            EntryResult::Malformed { players, .. } => players.clone().unwrap_or_default(),
        };
        have_part(&names, part_of_name)
    }

    /// The entry of a judged game.
    pub(crate) fn judged(judged: &JudgedGame, annotator: &str) -> anyhow::Result<Entry> {
        let game = &judged.game;
        let remarks = game.remarks.iter().map(|remark| remark.reason.clone());
        let summary = Summary::new(game, &judged.verdicts);
        let page = to_raw_value(&page_game(judged, &summary))?;
        Ok(Entry {
            line: game.line,
            input: game.end,
            remarks: remarks.collect(),
            result: EntryResult::Judged(Box::new(JudgedEntry {
                summary,
                pgn: annotated_pgn(judged, annotator),
                page,
                graph: graph(judged),
                training: training_positions(judged),
            })),
        })
    }

    /// The entry of a game that is skipped.
    pub(crate) fn malformed(game: MalformedGame) -> Entry {
        Entry {
            line: game.line,
            input: game.end,
            remarks: Vec::new(),
            result: EntryResult::Malformed {
                players: game.players,
                reason: game.reason,
            },
        }
    }
}

/// The graph of a game, numbered from 1.
pub(crate) fn graph_path(folder: &Path, game: u64) -> PathBuf {
    folder.join(format!("game-{game:06}.svg"))
}

/// What an analysis writes besides the games, and the name of its input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Outputs {
    pub input: String,
    pub json: Option<PathBuf>,
    /// Games; the players are in `FILE-players.csv` beside `FILE.csv`.
    pub csv: Option<PathBuf>,
    pub html: Option<PathBuf>,
    /// Training positions.
    #[serde(default)]
    pub epd: Option<PathBuf>,
    #[serde(default)]
    pub epd_filter: TrainingFilter,
    /// Folder of the graphs.
    pub svg: Option<PathBuf>,
    /// Whether the table is shown.
    pub table: bool,
    /// Part of a player's name: the outputs, but for the games' file, have only the games of
    /// players called so. The job may have others too.
    #[serde(default)]
    pub of: Option<String>,
}

impl Outputs {
    /// Checks that no file would be overwritten.
    pub fn check_new(&self) -> anyhow::Result<()> {
        for path in self.files() {
            check_new(&path, "choose another name")?;
        }
        Ok(())
    }

    /// Checks that the files can be written, or written again.
    pub fn check(&self) -> anyhow::Result<()> {
        for path in self.files() {
            check_output(&path)?;
        }
        Ok(())
    }

    fn files(&self) -> Vec<PathBuf> {
        let all = [
            self.json.clone(),
            self.csv.clone(),
            self.players_csv(),
            self.html.clone(),
            self.epd.clone(),
        ];
        all.into_iter().flatten().collect()
    }

    /// Makes the folder of the graphs. Fails also if none can be written there.
    pub fn make_folder(&self) -> anyhow::Result<()> {
        let Some(folder) = &self.svg else {
            return Ok(());
        };
        files::create_folder(folder)?;
        check_output(&graph_path(folder, 1))
    }

    /// The file of the players, beside that of the games; none can stand beside a device or a pipe.
    pub fn players_csv(&self) -> Option<PathBuf> {
        let games = self.csv.as_ref()?;
        if is_stream(games) {
            return None;
        }
        let stem = games.file_stem().unwrap_or_default().to_string_lossy();
        Some(games.with_file_name(format!("{stem}-players.csv")))
    }

    /// The outputs of a job. Fails if it is not that of an analysis.
    pub fn of(header: &Header) -> anyhow::Result<Outputs> {
        serde_json::from_value(header.outputs.clone()).context("not the job of an analysis")
    }

    /// Whether the outputs are about a game: about all, or those of one player.
    pub(crate) fn are_about(&self, entry: &Entry) -> bool {
        match &self.of {
            Some(part_of_name) => entry.is_of(part_of_name),
            None => true,
        }
    }

    /// The header of the job of an analysis with these outputs.
    pub fn header(&self, settings: Settings, shard: Option<Shard>) -> anyhow::Result<Header> {
        Ok(Header {
            shard,
            outputs: serde_json::to_value(self)?,
            // The input is read once, so nobody knows how many games it has.
            ..Header::new(ANALYSIS, settings, None)
        })
    }
}
