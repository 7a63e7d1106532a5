//! `belle merge`

use std::io;
use std::path::{Path, PathBuf};

use analysis::{ANALYSIS, Outputs, finish};
use clap::Args;
use files::{check_new, is_stream, job_path};
use tournament::{MATCH, SUITE, SuiteResults, Summary, write_match};

use crate::setup::partly;

/// Merge the shards of jobs.
///
/// Writes and shows what the command without --shard does, and ends with its exit status.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// A whole's file, as given with --pgn or -o; the shards' jobs are beside it. For an experiment
    /// its job, such as laboratory/depth.job.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Merge {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut faults = Vec::new();
        for file in &self.files {
            faults.extend(merge(file)?);
        }
        let message = if faults.is_empty() {
            None
        } else {
            Some(faults.join("\n"))
        };
        partly(message)
    }
}

/// Merges the shards of a job. Returns a message if a part of its input was skipped, or
/// an engine failed.
fn merge(file: &Path) -> anyhow::Result<Option<String>> {
    let path = job_path(file);
    let whole = path.with_extension("");
    check_new(&whole, "move it away to merge its shards")?;
    // Nobody could go on with what goes to a stream.
    let job = files::merge(&path, !is_stream(&whole))?;
    match &job.header().kind[..] {
        ANALYSIS => {
            if let Err(error) = Outputs::of(job.header())?.check_new() {
                job.discard()?;
                return Err(error);
            }
            let totals = finish(job, Some(&whole), &mut io::stdout())?;
            return Ok(totals.faults(&whole.display().to_string()));
        }
        MATCH => {
            let board = write_match(&job, &whole)?;
            try_print!("{}", Summary::new(&board, None))?;
            return Ok(board.failures());
        }
        SUITE => {
            let results = SuiteResults::write(&job, &whole)?;
            try_print!("{}", results.table())?;
            return Ok(results.faults());
        }
        _ => try_println!("{}: {} tasks", path.display(), job.len())?,
    }
    Ok(None)
}
