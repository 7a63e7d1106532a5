//! Running an experiment: its tasks on several threads, and its job.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, ensure};
use files::{Header, Job, Shard, shard_path};
use host::Generation;
use play::{Choices as _, Control, Limits, Player as _};
use serde_json::value::RawValue;

use crate::experiment::{DependsOn, Experiment};
use crate::plan::{Plan, Scale, Trials, Work};
use crate::players::{PLAYERS, REFERENCE};
use crate::positions::{BRATKO_KOPEC, positions};

/// A run of an experiment.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// Its scale.
    pub scale: Scale,
    /// Tasks done at the same time.
    pub jobs: usize,
    /// Whether the reference search plays instead of the machine: the same games, several times
    /// slower. Only for games to fixed depths.
    pub by_reference: bool,
    /// The part of the tasks to do; all if `None`.
    pub shard: Option<Shard>,
    /// Whether to go on with a run that was interrupted.
    pub resume: bool,
    /// Folder of the jobs' files.
    pub folder: &'a Path,
}

/// State of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Tasks done.
    pub done: usize,
    /// Tasks of this run.
    pub tasks: usize,
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
        self.done == self.tasks
    }
}

impl Run<'_> {
    /// Fails if a program of another author that takes part is missing.
    fn check_programs(&self, plan: &Plan) -> anyhow::Result<()> {
        let takes_part = |program: &str| match &plan.work {
            Work::Games(contest) => contest
                .rivals
                .iter()
                .any(|rival| rival.spec.contains(program)),
            Work::Trials(_) => true,
        };
        for program in self.experiment.programs {
            let package = program.rsplit('/').next().unwrap_or(program);
            ensure!(
                !takes_part(program) || Path::new(program).exists(),
                "{} plays {program}, which is missing: Debian's package {package} has it (apt-get install {package})",
                self.experiment.name
            );
        }
        Ok(())
    }

    /// The job's file.
    pub fn path(&self) -> PathBuf {
        let whole = whole_path(self.experiment, self.scale, self.folder);
        shard_path(&whole, self.shard)
    }

    /// Does all tasks that are not done yet, and reports after each. Ends early when `abort` is
    /// set. Fails if the file cannot be written or belongs to another run, a task fails, or the
    /// reference search cannot play the games.
    pub fn run(
        &self,
        abort: &Control,
        on_progress: &mut (dyn FnMut(Progress) + Send),
    ) -> anyhow::Result<Progress> {
        let plan = (self.experiment.plan)(self.scale)?;
        let tasks = plan.weights.len();
        let Experiment {
            name,
            reproducible,
            depends_on,
            ..
        } = self.experiment;
        let is_by_depth =
            matches!(plan.work, Work::Games(_)) && *reproducible && *depends_on == DependsOn::Nodes;
        ensure!(
            is_by_depth || !self.by_reference,
            "{name}: not by the reference search; expected an experiment of games to fixed depths (depth, depth-200)"
        );
        self.check_programs(&plan)?;
        let players = if self.by_reference {
            &REFERENCE
        } else {
            &PLAYERS
        };
        files::create_folder(self.folder)?;
        let header = header(
            self.experiment,
            self.scale,
            &plan,
            signature(self.experiment),
        );
        let header = Header {
            shard: self.shard,
            ..header
        };
        let mine: Vec<usize> = (0..tasks).filter(|&task| header.has(task)).collect();
        // Tasks of other shards, and those that are done.
        let mut skipped: BTreeSet<usize> = (0..tasks).filter(|&task| !header.has(task)).collect();
        let mut job = Job::open(&self.path(), header, self.resume)?;
        skipped.extend(job.tasks());
        let weigh = |task: &usize| plan.weights[*task];
        let before: u64 = mine
            .iter()
            .filter(|task| skipped.contains(task))
            .map(weigh)
            .sum();
        let mut progress = Progress {
            done: mine.iter().filter(|task| skipped.contains(task)).count(),
            tasks: mine.len(),
            weight: before,
            before,
            total: mine.iter().map(weigh).sum(),
        };
        on_progress(progress);
        let mut on_result = |task: usize, record: Box<RawValue>| {
            job.add(task, &record)?;
            progress.done += 1;
            progress.weight += plan.weights[task];
            on_progress(progress);
            Ok(())
        };
        if skipped.len() < tasks {
            let left: Vec<usize> = (0..tasks).filter(|task| !skipped.contains(task)).collect();
            match &plan.work {
                Work::Games(contest) => {
                    contest.play(players, self.jobs, &skipped, abort, &mut on_result)?
                }
                Work::Trials(trials) => measure(trials, self.jobs, &left, abort, &mut on_result)?,
            }
        }
        job.finish(None)?;
        Ok(progress)
    }
}

/// What the threads of a measurement share.
struct Shared<F> {
    on_result: F,
    /// The first error.
    failure: Option<anyhow::Error>,
}

/// Measures tasks on some threads.
fn measure(
    trials: &Trials,
    jobs: usize,
    tasks: &[usize],
    abort: &Control,
    on_result: &mut (dyn FnMut(usize, Box<RawValue>) -> anyhow::Result<()> + Send),
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let shared = Mutex::new(Shared {
        on_result,
        failure: None,
    });
    let work = || {
        while !abort.stopped() {
            let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let measured = (trials.measure)(task, abort);
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let done = match measured.with_context(|| format!("task {task}")) {
                Ok(Some(record)) => (shared.on_result)(task, record),
                Ok(None) => break,
                Err(error) => Err(error),
            };
            if let Err(error) = done {
                shared.failure.get_or_insert(error);
                abort.stop();
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs.max(1) {
            // With fewer threads the experiment takes longer.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let failure = shared
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .failure;
    match failure {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Names of an experiment's settings in the header of its job.
const EXPERIMENT: &str = "experiment";
const SCALE: &str = "scale";
/// Nodes, and for timed experiments microseconds, of fixed searches: another number means another
/// machine.
const SIGNATURE: &str = "signature";
/// Hash of everything else that decides the results.
const CONDITIONS: &str = "engines, limits and positions";

/// The header of an experiment by the machine of this signature.
pub(crate) fn header(experiment: &Experiment, scale: Scale, plan: &Plan, signature: u64) -> Header {
    let settings = [
        (EXPERIMENT, experiment.name.to_owned()),
        (SCALE, scale.pick("full", "quick").to_owned()),
        (SIGNATURE, signature.to_string()),
        (CONDITIONS, plan.key()),
    ];
    let settings = settings.map(|(name, value)| (name.to_owned(), value));
    Header::new("experiment", settings.into(), Some(plan.weights.len()))
}

/// Whether a job is of the quick scale.
pub(crate) fn is_quick(job: &Job) -> bool {
    job.header().settings.get(SCALE).map(String::as_str) == Some("quick")
}

/// Signature of the machine that did a job. Fails if its header has none.
pub(crate) fn measured_signature(job: &Job) -> anyhow::Result<u64> {
    let text = job.header().settings.get(SIGNATURE);
    let text = text.context("the job of an experiment has a signature")?;
    text.parse().context("signature: expected a number")
}

/// Depth of the searches behind the signature.
const SIGNATURE_DEPTH: u32 = 3;

/// Sum that changes with what the experiment depends on.
pub(crate) fn signature(experiment: &Experiment) -> u64 {
    match experiment.depends_on {
        DependsOn::Nodes => MACHINE.nodes,
        DependsOn::Time => MACHINE.sum(),
        DependsOn::Generations => *ALL_GENERATIONS,
    }
}

/// Counts of searches of the Bratko-Kopec positions.
#[derive(Default)]
struct Counts {
    nodes: u64,
    /// Machine time.
    microseconds: u64,
}

impl Counts {
    fn sum(&self) -> u64 {
        self.nodes + self.microseconds
    }
}

static MACHINE: LazyLock<Counts> = LazyLock::new(|| counts(Generation::Machine1980));

static ALL_GENERATIONS: LazyLock<u64> =
    LazyLock::new(|| Generation::values().map(|year| counts(year).sum()).sum());

fn counts(generation: Generation) -> Counts {
    let mut belle = belle_player::Belle::new();
    belle
        .set_option("Generation", generation.name())
        .expect("all generations are options");
    let mut sums = Counts::default();
    for epd in positions(BRATKO_KOPEC) {
        let mut last = Counts::default();
        belle.new_game();
        belle.search(
            &epd.game,
            &Limits::depth(SIGNATURE_DEPTH),
            &Control::new(),
            &mut |report| {
                let seconds = match report.machine {
                    Some(machine) => machine.seconds,
                    None => 0.0,
                };
                last = Counts {
                    nodes: report.nodes,
                    microseconds: (seconds * 1e6).round() as u64,
                };
            },
        );
        sums.nodes += last.nodes;
        sums.microseconds += last.microseconds;
    }
    sums
}

/// Reads the job of an experiment, if there is one. Fails if the file is malformed, or of another
/// job; the machine may be another.
pub(crate) fn read(
    experiment: &Experiment,
    scale: Scale,
    plan: &Plan,
    folder: &Path,
) -> anyhow::Result<Option<Job>> {
    let path = whole_path(experiment, scale, folder);
    if !path.exists() {
        return Ok(None);
    }
    let job = Job::read(&path)?;
    check_plan(&job, experiment, scale, plan).with_context(|| path.display().to_string())?;
    Ok(Some(job))
}

/// Fails if a job is not of this experiment under its conditions; the machine may be another.
pub(crate) fn check_plan(
    job: &Job,
    experiment: &Experiment,
    scale: Scale,
    plan: &Plan,
) -> anyhow::Result<()> {
    let expected = header(experiment, scale, plan, measured_signature(job)?);
    job.header().check_same_job(&expected)
}

/// The file of an experiment's whole job.
pub(crate) fn whole_path(experiment: &Experiment, scale: Scale, folder: &Path) -> PathBuf {
    folder.join(format!("{}{}.job", experiment.name, scale.suffix()))
}
