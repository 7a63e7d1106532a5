//! Where an analysis writes its games: a file, or standard output in the end.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use files::{Shard, part_path};
use tempfile::TempDir;

use crate::journal::{Journal, Settings};
use crate::report::finish;
use crate::result_files::ResultFiles;

/// The output of an analysis.
#[derive(Debug)]
pub struct Output {
    /// The file.
    pub path: PathBuf,
    /// The folder of games that go to standard output in the end.
    temporary: Option<TempDir>,
}

impl Output {
    /// The file of the games, or of a part of them. `-`, or games from `-` without a file, mean standard output.
    pub fn new(
        games: &Path,
        output: Option<&Path>,
        shard: Option<Shard>,
    ) -> anyhow::Result<Output> {
        let standard = Path::new("-");
        if output == Some(standard) || (output.is_none() && games == standard) {
            let folder = TempDir::new().context("cannot make a temporary folder")?;
            return Ok(Output {
                path: folder.path().join("games.pgn"),
                temporary: Some(folder),
            });
        }
        let path = output.map_or_else(|| games.with_extension("analysed.pgn"), Path::to_owned);
        Ok(Output {
            path: part_path(&path, shard),
            temporary: None,
        })
    }

    /// Whether the games go to standard output.
    pub fn is_standard(&self) -> bool {
        self.temporary.is_some()
    }

    /// Ends the analysis as `finish` does, with `out` as standard output. Returns a message on games that were
    /// skipped or read in part.
    pub fn finish(
        &self,
        journal: Journal,
        input: &str,
        settings: &Settings,
        results: &ResultFiles,
        out: &mut dyn Write,
    ) -> anyhow::Result<Option<String>> {
        let totals = finish(journal, input, settings, results, out)?;
        if !self.is_standard() {
            return Ok(totals.faults(&self.path.display().to_string()));
        }
        io::copy(
            &mut File::open(&self.path).context("cannot read the games")?,
            out,
        )?;
        Ok(totals.faults("standard output"))
    }
}
