//! Running an experiment: its tasks on several threads, and its file of results.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, ensure};
use files::{Shard, part_path, parts};
use play::{Control, Limits, Player as _};

use crate::experiment::Experiment;
use crate::plan::{Plan, Scale, Trials, Work};
use crate::players::{PLAYERS, REFERENCE};
use crate::positions::{BRATKO_KOPEC, positions};
use crate::results::{Header, Results, ResultsFile};

/// A run of an experiment.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// Its scale.
    pub scale: Scale,
    /// Tasks done at the same time.
    pub jobs: usize,
    /// Whether the reference search plays instead of the machine: the same games, sooner. Only for games to fixed depths.
    pub by_reference: bool,
    /// The part of the tasks to do; all if `None`.
    pub shard: Option<Shard>,
    /// Folder of the files of results.
    pub folder: &'a Path,
}

/// State of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Tasks done.
    pub done: usize,
    /// Tasks of this run.
    pub of: usize,
    /// Weight of the tasks done.
    pub weight: u64,
    /// Weight of the tasks that were done before the run.
    pub before: u64,
    /// Weight of all.
    pub total: u64,
}

impl Progress {
    /// Whether all tasks of the run are done.
    pub fn is_complete(&self) -> bool {
        self.done == self.of
    }
}

impl Run<'_> {
    /// The file of results.
    pub fn path(&self) -> PathBuf {
        let name = format!("{}{}.jsonl", self.experiment.name, self.scale.suffix());
        part_path(&self.folder.join(name), self.shard)
    }

    /// Does all tasks that are not done yet, and reports after each. Ends early when `abort` is set. Fails if the file
    /// cannot be written or belongs to another run, a task fails, or the reference search cannot play the games.
    pub fn run(
        &self,
        abort: &Control,
        on_progress: &mut (dyn FnMut(Progress) + Send),
    ) -> anyhow::Result<Progress> {
        let plan = (self.experiment.plan)(self.scale)?;
        let tasks = plan.weights.len();
        let Experiment { name, reproducible, is_timed, .. } = self.experiment;
        let is_by_depth = matches!(plan.work, Work::Games(_)) && *reproducible && !is_timed;
        ensure!(
            is_by_depth || !self.by_reference,
            "{name}: not by the reference search; expected an experiment of games to fixed depths (depth, depth-200)"
        );
        let players = if self.by_reference { &REFERENCE } else { &PLAYERS };
        fs::create_dir_all(self.folder).with_context(|| format!("cannot make {}", self.folder.display()))?;
        let mut file = ResultsFile::open(&self.path(), header(self.experiment, self.scale, &plan))?;
        let is_mine = |task: usize| self.shard.is_none_or(|shard| shard.has(task));
        let mine: Vec<usize> = (0..tasks).filter(|&task| is_mine(task)).collect();
        let mut skipped = file.results().tasks();
        let weigh = |task: &usize| plan.weights[*task];
        let before: u64 = mine.iter().filter(|task| skipped.contains(task)).map(weigh).sum();
        let mut progress = Progress {
            done: mine.iter().filter(|task| skipped.contains(task)).count(),
            of: mine.len(),
            weight: before,
            before,
            total: mine.iter().map(weigh).sum(),
        };
        skipped.extend((0..tasks).filter(|&task| !is_mine(task)));
        on_progress(progress);
        let mut on_result = |task: usize, object: String| {
            file.add(task, &object)?;
            progress.done += 1;
            progress.weight += plan.weights[task];
            on_progress(progress);
            Ok(())
        };
        if skipped.len() < tasks {
            let left: Vec<usize> = (0..tasks).filter(|task| !skipped.contains(task)).collect();
            match &plan.work {
                Work::Games(contest) => contest.play(players, self.jobs, &skipped, abort, &mut on_result)?,
                Work::Trials(trials) => measure(trials, self.jobs, &left, abort, &mut on_result)?,
            }
        }
        file.finish()?;
        Ok(progress)
    }
}

fn measure(
    trials: &Trials,
    jobs: usize,
    tasks: &[usize],
    abort: &Control,
    on_result: &mut (dyn FnMut(usize, String) -> anyhow::Result<()> + Send),
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((on_result, None));
    let work = || {
        while let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !abort.stopped()) {
            let measured = (trials.measure)(task, abort);
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let done = match measured.with_context(|| format!("task {task}")) {
                Ok(Some(object)) => (shared.0)(task, object),
                Ok(None) => break,
                Err(error) => Err(error),
            };
            if let Err(error) = done {
                shared.1.get_or_insert(error);
                abort.stop();
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let failure = shared.into_inner().unwrap_or_else(PoisonError::into_inner).1;
    failure.map_or(Ok(()), Err)
}

fn header(experiment: &Experiment, scale: Scale, plan: &Plan) -> Header {
    Header {
        experiment: experiment.name.to_owned(),
        quick: scale == Scale::Quick,
        signature: signature(experiment),
        key: plan.key(),
        tasks: plan.weights.len(),
    }
}

/// Depth of the searches behind the signature.
const SIGNATURE_DEPTH: u32 = 3;

/// Sum that changes with the machine as far as the experiment depends on it.
pub(crate) fn signature(experiment: &Experiment) -> u64 {
    let (nodes, cycles) = *COUNTS;
    if experiment.is_timed { nodes + cycles } else { nodes }
}

/// Nodes and cycles of the machine's searches of the Bratko-Kopec positions.
static COUNTS: LazyLock<(u64, u64)> = LazyLock::new(|| {
    let mut belle = host::Belle::new();
    let mut sums = (0, 0);
    for epd in positions(BRATKO_KOPEC) {
        let mut last = (0, 0);
        belle.new_game();
        belle.search(&epd.game, &Limits::depth(SIGNATURE_DEPTH), &Control::new(), &mut |report| {
            last = (report.nodes, report.machine.map_or(0, |machine| machine.cycles));
        });
        sums = (sums.0 + last.0, sums.1 + last.1);
    }
    sums
});

/// State of an experiment's results in a folder.
#[derive(Clone, Debug)]
pub(crate) struct Status {
    /// Tasks of the plan.
    pub(crate) tasks: usize,
    /// Tasks done, if there is a file of results.
    pub(crate) done: Option<usize>,
}

/// State of the results of an experiment. Fails if the file is malformed.
pub(crate) fn status(experiment: &Experiment, scale: Scale, folder: &Path) -> anyhow::Result<Status> {
    let path = Run { experiment, scale, jobs: 1, by_reference: false, shard: None, folder }.path();
    let done = if path.exists() { Some(Results::read(&path)?.done()) } else { None };
    Ok(Status { tasks: (experiment.plan)(scale)?.weights.len(), done })
}

/// Merges the files of all shards of an experiment into one. Returns the tasks done and all tasks. Fails if there are
/// none, or they are of different runs.
pub fn merge(experiment: &Experiment, scale: Scale, folder: &Path) -> anyhow::Result<(usize, usize)> {
    let whole = Run { experiment, scale, jobs: 1, by_reference: false, shard: None, folder }.path();
    let mut parts: Vec<PathBuf> = parts(&whole)?.into_iter().map(|(_, path)| path).collect();
    ensure!(!parts.is_empty(), "{} has no shards of {}", folder.display(), experiment.name);
    if whole.exists() {
        parts.insert(0, whole.clone());
    }
    let mut merged: Option<Results> = None;
    for path in &parts {
        let part = Results::read(path)?;
        match &mut merged {
            Some(merged) => merged.merge(&part).with_context(|| path.display().to_string())?,
            None => merged = Some(part),
        }
    }
    let merged = merged.context("no results")?;
    merged.write(&whole)?;
    Ok((merged.done(), merged.header.tasks))
}
