//! `cargo xtask test`: every check of the project.

mod steps;

use std::fs::{self, File};
use std::io::{Write as _, stdout};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum as _};
use nix::sys::resource::{UsageWho, getrusage};

use crate::tools::{mdbook, root};
use steps::{ALONE, ON_THE_SITE, SIDE_BY_SIDE, Step};

/// Steps that run at a time, after those that the others need: one more than cores, since most wait
/// for clocks, browsers and each other now and then. With two more, answers of the page come late.
const LANES: usize = 3;
/// Where what the steps print is kept until they end.
const LOGS: &str = "target/test-steps";
/// Lines of a failed step that are shown once more at the end of all.
const LAST_LINES: usize = 20;
/// Begins a line in which a step says what it did not do.
const LEFT_OUT: &str = "left out: ";

/// Installs missing programs and runs all tests.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// More random input: ten times the positions, 200 changed gates, 100 games, an hour of random
    /// keys.
    #[arg(long)]
    long: bool,
    /// Only this step, with what a whole run has installed and built.
    #[arg(long, value_enum, value_name = "STEP")]
    step: Option<Step>,
}

impl Test {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(step) = self.step {
            if let Some(what) = step.run(self.long)? {
                println!("{LEFT_OUT}{what}");
            }
            return Ok(());
        }
        let mut report = Report::default();
        if !self.long {
            report.leave_out("long tests: `cargo xtask test --long`, a day");
        }
        if mdbook().is_none() {
            report.leave_out("the pages as a book: `cargo xtask book`, minutes to build mdBook");
        }
        let started = Instant::now();
        let outcome = self.all(&mut report);
        report.print(started.elapsed());
        outcome
    }

    fn all(&self, report: &mut Report) -> anyhow::Result<()> {
        for &step in Step::value_variants() {
            if SIDE_BY_SIDE.contains(&step) || ALONE.contains(&step) {
                continue;
            }
            let started = Instant::now();
            let outcome = step.run(self.long);
            report.add(step, started.elapsed());
            if let Some(what) = outcome? {
                report.leave_out(what);
            }
        }
        self.side_by_side(report)
    }

    /// Runs the other steps, which leave a core idle by themselves: each lane takes the next one
    /// that none has begun, or waits for the site. All are run, also after one that failed.
    fn side_by_side(&self, report: &mut Report) -> anyhow::Result<()> {
        fs::create_dir_all(root().join(LOGS))?;
        let waiting = Mutex::new(SIDE_BY_SIDE.iter());
        // Held while the site is built.
        let site = Mutex::new(());
        let ended = Mutex::new((report, Vec::new()));
        let lane = || {
            loop {
                let mut steps = waiting.lock().expect("no lane panics");
                let Some(&step) = steps.next() else { break };
                // Before another lane can take a step that waits for it.
                let building = (step == Step::Site).then(|| site.lock());
                drop(steps);
                if ON_THE_SITE.contains(&step) {
                    drop(site.lock().expect("no lane panics"));
                }
                let started = Instant::now();
                let outcome = if step == Step::Tests {
                    // The one that prints as it goes: it takes the longest.
                    step.run(self.long).map(|_| Vec::new())
                } else {
                    self.apart(step)
                };
                drop(building);
                let mut ended = ended.lock().expect("no lane panics");
                let (report, failed) = &mut *ended;
                report.add(step, started.elapsed());
                match outcome {
                    Ok(left_out) => {
                        for what in &left_out {
                            report.leave_out(what);
                        }
                    }
                    Err(error) => failed.push(error.to_string()),
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..LANES {
                scope.spawn(lane);
            }
        });
        let (_, failed) = ended.into_inner().expect("no lane panics");
        if !failed.is_empty() {
            bail!("{}", failed.join("; "));
        }
        Ok(())
    }

    /// Runs a step as a process of its own, so that what it prints can be shown whole at its end.
    /// Returns what it left out.
    fn apart(&self, step: Step) -> anyhow::Result<Vec<String>> {
        let path = root().join(LOGS).join(format!("{}.log", step.name()));
        let log =
            File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        // This program, also when the tests have built another one of its name.
        let mut command = Command::new("/proc/self/exe");
        command.args(["test", "--step", &step.name()]);
        if self.long {
            command.arg("--long");
        }
        command.stdout(log.try_clone()?).stderr(log);
        let status = command.status()?;
        let said = fs::read(&path)?;
        let mut shown = stdout().lock();
        writeln!(shown, "\n===== {} =====", step.title())?;
        shown.write_all(&said)?;
        let said = String::from_utf8_lossy(&said);
        if !status.success() {
            // Of a long output often its end alone is kept, where the reason must not be missing.
            let lines: Vec<&str> = said.lines().collect();
            let end = lines[lines.len().saturating_sub(LAST_LINES)..].join("\n");
            bail!("{} failed:\n{end}\n", step.title());
        }
        let left_out = said.lines().filter_map(|line| line.strip_prefix(LEFT_OUT));
        Ok(left_out.map(str::to_owned).collect())
    }
}

/// The steps done so far with their times, and what was left out on purpose.
#[derive(Default)]
struct Report {
    done: Vec<(Step, Duration)>,
    left_out: Vec<String>,
}

impl Report {
    fn leave_out(&mut self, what: &str) {
        self.left_out.push(what.to_owned());
    }

    fn add(&mut self, step: Step, time: Duration) {
        self.done.push((step, time));
    }

    fn print(&self, all: Duration) {
        println!();
        for &(step, time) in &self.done {
            let beside = if SIDE_BY_SIDE.contains(&step) {
                "  beside others"
            } else {
                ""
            };
            println!("{:28} {}{beside}", step.title(), minutes(time));
        }
        println!("{:28} {}", "all", minutes(all));
        if let Some(busy) = processor_time() {
            println!("{:28} {}", "processor time", minutes(busy));
        }
        for what in &self.left_out {
            println!("{LEFT_OUT}{what}");
        }
    }
}

/// Processor time of all programs that were run and have ended, or `None` where the system does not
/// say.
fn processor_time() -> Option<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let (user, system) = (usage.user_time(), usage.system_time());
    let seconds = user.tv_sec() + system.tv_sec();
    Some(Duration::from_secs(seconds.try_into().ok()?))
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:3}:{:02}", seconds / 60, seconds % 60)
}
