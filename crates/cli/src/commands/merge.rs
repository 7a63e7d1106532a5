//! `belle merge`

use std::fs;
use std::io;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use tournament::{merge_match, merge_suite};

use crate::setup::partly;

/// Merge the parts of a match, an analysis or a suite that were run with --shard.
///
/// Writes and shows what the command without --shard does, and ends with its exit status. `belle lab merge` merges
/// experiments.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The whole's file, as given with --pgn or -o; the parts stand beside it.
    file: PathBuf,
}

impl Merge {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let whole = &self.file;
        let parts = files::all_parts(whole)?;
        if parts.iter().any(|(_, path)| analysis::has_journal(path)) {
            let totals = analysis::merge(whole, &parts, &mut io::stdout())?;
            return partly(totals.faults(&whole.display().to_string()));
        }
        let path = &parts[0].1;
        let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        if text.starts_with(b"{") {
            return Ok(try_print!("{}", merge_suite(whole, &parts)?.table())?);
        }
        Ok(try_print!("{}", merge_match(whole, &parts)?)?)
    }
}
