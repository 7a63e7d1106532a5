//! `belle lab`

use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::{Args, Subcommand};
use indicatif::FormattedDuration;
use laboratory::{
    EXPERIMENTS, Experiment, Progress, Run, Scale, check_page, find, list, write_report,
};

use crate::listed::ListedValues;
use crate::setup::{
    JobOptions, folder_path, output_width, progress_bar, stopped_by_interrupt,
    with_last_column_wrapped,
};

/// Repeat the experiments of Belle's time, and run newer ones.
///
/// Without a command, lists them with their progress.
#[derive(Debug, Args)]
pub(crate) struct Lab {
    #[command(subcommand)]
    command: Option<LabCommand>,
    /// Folder of the result files.
    #[arg(
        long,
        global = true,
        value_name = "FOLDER",
        value_parser = folder_path(),
        default_value = "laboratory"
    )]
    results: PathBuf,
}

#[derive(Debug, Subcommand)]
enum LabCommand {
    /// List the experiments.
    List,
    /// Run an experiment.
    ///
    /// Its file, NAME.job in the folder of results, is the job: after Ctrl-C or a crash the same
    /// command with --resume continues it.
    Run {
        /// Name of the experiment.
        #[arg(value_parser = ListedValues::new(EXPERIMENTS.iter().map(|one| one.name), find))]
        name: &'static Experiment,
        /// Play fewer games with smaller limits: at most four minutes on two cores.
        #[arg(long)]
        quick: bool,
        /// Tasks to run at the same time [default: one per core].
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
        jobs: Option<u32>,
        /// Play with the reference search, which judges the gates, for depth and depth-200: the
        /// same games, slower.
        #[arg(long)]
        reference: bool,
        #[command(flatten)]
        job: JobOptions,
        /// Write all results as a page when done, as `belle lab report` does.
        #[arg(long, value_name = "FILE", conflicts_with = "shard")]
        report: Option<PathBuf>,
    },
    /// Write all results as a page, with plots, CSV and JSON in a folder beside it.
    Report {
        /// The page.
        #[arg(short, long, value_name = "FILE", default_value = "laboratory.md")]
        output: PathBuf,
    },
}

impl Lab {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let folder = &self.results;
        match self.command {
            None | Some(LabCommand::List) => {
                let list = with_last_column_wrapped(&list(folder)?, output_width());
                Ok(try_print!("{list}")?)
            }
            Some(LabCommand::Run {
                name: experiment,
                quick,
                jobs,
                reference,
                job: JobOptions { resume, shard },
                report,
            }) => {
                let jobs = match (jobs, available_parallelism()) {
                    (Some(jobs), _) => jobs as usize,
                    (None, Ok(cores)) => cores.get(),
                    (None, Err(_)) => 1,
                };
                let scale = if quick { Scale::Quick } else { Scale::Full };
                if let Some(page) = &report {
                    check_page(page)?;
                }
                run(&Run {
                    experiment,
                    scale,
                    jobs,
                    by_reference: reference,
                    shard,
                    resume,
                    folder,
                })?;
                match report {
                    Some(page) => write_page(folder, &page),
                    None => Ok(()),
                }
            }
            Some(LabCommand::Report { output }) => write_page(folder, &output),
        }
    }
}

fn write_page(folder: &Path, page: &Path) -> anyhow::Result<()> {
    let names = write_report(folder, page)?;
    Ok(try_println!("{}: {}", page.display(), names.join(", "))?)
}

/// The time that the rest of a work takes, if something was done in this time.
fn time_left(elapsed: Duration, done: u64, rest: u64) -> Option<Duration> {
    if done == 0 {
        return None;
    }
    Some(elapsed.mul_f64(rest as f64 / done as f64))
}

fn run(run: &Run<'_>) -> anyhow::Result<()> {
    let abort = stopped_by_interrupt()?;
    // The bar's own estimate would count what earlier runs did.
    let bar = progress_bar(Some(1), "{bar:30} {msg}");
    let started = Instant::now();
    let mut show = |progress: Progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.weight);
        let elapsed = started.elapsed();
        let done = progress.weight - progress.before;
        let left = match time_left(elapsed, done, progress.total - progress.weight) {
            Some(left) => format!(" ({} left)", FormattedDuration(left)),
            None => String::new(),
        };
        bar.set_message(format!(
            "{}/{}  {}{left}",
            progress.done,
            progress.tasks,
            FormattedDuration(elapsed)
        ));
    };
    let end = run.run(&abort, &mut show);
    bar.finish_and_clear();
    let end = end?;
    let path = run.path();
    if !end.is_complete() {
        bail!(
            "interrupted after {} of {}; the same command with --resume continues",
            end.done,
            end.tasks
        );
    }
    Ok(try_println!(
        "{}: {} of {}",
        path.display(),
        end.done,
        end.tasks
    )?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_counts_only_what_this_run_did() {
        let seconds = Duration::from_secs;
        for (elapsed, done, rest, expected) in [
            (10, 5, 5, Some(10)),
            (10, 1, 28, Some(280)),
            (10, 0, 28, None),
            (10, 5, 0, Some(0)),
        ] {
            assert_eq!(
                time_left(seconds(elapsed), done, rest),
                expected.map(seconds)
            );
        }
    }
}
