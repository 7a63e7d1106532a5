//! `cargo xtask test`: every check of the project.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use clap::Args;

use crate::tools::{cargo, command, install, is_installed, python, root, run};
use crate::{book, site};

/// Version of the test runner that is built where it is missing.
const NEXTEST: &str = "0.9.143";
const PRETTIER: &str = "prettier@3.10.1";
const TYPESCRIPT: &str = "typescript@5.9.3";
pub(crate) const BELLE: &str = "target/release/belle";

/// Installs missing programs and runs all tests.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// More random input: ten times the positions, 200 changed gates, 100 games, an hour of random keys.
    #[arg(long)]
    long: bool,
}

impl Test {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        install(
            "berkeley-abc chromium g++ gnuchess iverilog stockfish yosys python3=python3-venv make npm verilator",
        )?;
        if !is_installed("cargo-nextest") {
            run(cargo("install --locked cargo-nextest --version").arg(NEXTEST))?;
        }
        run(&mut cargo("fmt --all --check"))?;
        format_of_page_and_python()?;
        run(&mut cargo(
            "clippy --quiet --workspace --all-targets -- -D warnings",
        ))?;
        let mut nextest = cargo("nextest run --workspace --no-fail-fast");
        if self.long {
            nextest.args(["--run-ignored", "all"]);
            nextest
                .env("BELLE_POSITIONS", "1000000")
                .env("PROPTEST_CASES", "5000");
            nextest.env("BELLE_KEYS_SECONDS", "3600");
        }
        run(&mut nextest)?;
        run(&mut cargo("test --quiet --workspace --doc"))?;
        run(cargo("doc --quiet --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))?;
        // The tests check the pages' links; the book is built only where mdBook is, which takes minutes to install.
        if let Some(mdbook) = book::installed() {
            book::build(&mdbook)?;
        }

        mpi(self.long)?;
        run(&mut cargo("build --quiet --release"))?;
        run(&mut command(BELLE, "selftest"))?;
        let python = python("conformance/python/requirements.txt")?;
        refereed_matches(&python)?;
        analysed_games(&python)?;
        let files = if self.long { "1000" } else { "100" };
        run(&mut command(
            &python,
            &format!("conformance/python/messy_games.py --games {files} {BELLE}"),
        ))?;
        let many = if self.long { "50" } else { "20" };
        let few = if self.long { "20" } else { "2" };
        for (player, uci, xboard) in [
            ("belle", many, few),
            ("native", few, few),
            ("atlas", few, few),
        ] {
            whole_games(&python, player, "uci", uci, "0.02")?;
            // Larger increment: python-chess exchanges several lines a move in this protocol.
            whole_games(&python, player, "xboard", xboard, "0.1")?;
        }
        machine_room()
    }
}

/// Checks the format of the page's modules and of Python.
fn format_of_page_and_python() -> anyhow::Result<()> {
    let files = "web/*.js web/*.css conformance/firefox/*.mjs";
    run(&mut npm_program(
        "prettier",
        PRETTIER,
        &format!("--check {files}"),
    ))?;
    python("conformance/python/ruff.txt")?;
    run(&mut command("target/python/bin/ruff", "format --check ."))?;
    run(&mut command("target/python/bin/ruff", "check ."))
}

/// A command of a program that npm installs for this run.
fn npm_program(name: &str, package: &str, arguments: &str) -> Command {
    command(
        "npm",
        &format!("exec --yes --package={package} -- {name} {arguments}"),
    )
}

/// Builds tables with several processes of this machine over MPI; in the long run, with pawns and five pieces too.
fn mpi(long: bool) -> anyhow::Result<()> {
    install("mpirun=openmpi-bin mpicc=libopenmpi-dev clang")?;
    let manifest = "--quiet --manifest-path crates/cluster/Cargo.toml --target-dir target/cluster";
    run(&mut cargo(&format!(
        "clippy {manifest} --all-targets -- -D warnings"
    )))?;
    let ignored = if long { " -- --include-ignored" } else { "" };
    run(&mut cargo(&format!("test {manifest}{ignored}")))
}

/// Plays, steps and follows links in Chromium, on the server and, where the compiler can build it, on the static site.
fn machine_room() -> anyhow::Result<()> {
    types()?;
    let python = python("conformance/python/browser.txt")?;
    let mut test = command(python, "conformance/python/machine_room.py");
    if site::is_possible() {
        site::build(&root().join("target/site"))?;
        test.args(["--site", "target/site"]);
    } else {
        println!(
            "left out: the static site; `rustup target add wasm32-unknown-unknown` makes it possible"
        );
    }
    run(&mut test)
}

/// Has TypeScript check the page's modules by their comments.
fn types() -> anyhow::Result<()> {
    let options = "--noEmit --allowJs --strict --noImplicitAny false --strictNullChecks false --target es2023 \
                   --lib es2023,dom,dom.iterable --module esnext --moduleResolution bundler";
    run(&mut npm_program(
        "tsc",
        TYPESCRIPT,
        &format!("{options} web/app.js"),
    ))
}

/// Has python-chess play, analyze, ponder and change options in a protocol.
fn whole_games(
    python: &Path,
    player: &str,
    protocol: &str,
    games: &str,
    increment: &str,
) -> anyhow::Result<()> {
    let settings =
        format!("--protocol {protocol} --games {games} --clock 2 --increment {increment}");
    let engine = format!("{BELLE} {protocol} --player {player}");
    run(&mut command(
        python,
        &format!("conformance/python/whole_games.py {settings} {engine}"),
    ))
}

/// Analyzes Belle's games; python-chess reads the result.
fn analysed_games(python: &Path) -> anyhow::Result<()> {
    let (games, analysed) = ("suites/belle.pgn", "target/analysed.pgn");
    remove(analysed)?;
    run(&mut command(
        BELLE,
        &format!("analyse {games} --nodes 2000 -o {analysed}"),
    ))?;
    run(&mut command(
        python,
        &format!("conformance/python/analysed_games.py {games} {analysed}"),
    ))
}

fn remove(file: &str) -> anyhow::Result<()> {
    match std::fs::remove_file(root().join(file)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Plays games of the machine in two processes, and between generations; python-chess replays them.
fn refereed_matches(python: &Path) -> anyhow::Result<()> {
    let generations =
        |year: &str, depth: u32| format!("belle,name={year},generation={year},depth={depth}");
    let outside = format!("cmd={BELLE} uci,name=outside,depth=1");
    for (one, other, number) in [
        ("belle,name=inside,depth=2".to_owned(), outside, "200"),
        (generations("1972", 2), generations("1978", 3), "40"),
        (generations("1976", 2), generations("1983", 3), "40"),
    ] {
        let games = "target/refereed.pgn";
        remove(games)?;
        let limits = ["--games", number, "--concurrency", "2", "--pgn", games];
        run(command(BELLE, "match").arg(one).arg(other).args(limits))?;
        run(&mut command(
            python,
            &format!("conformance/python/referee.py --games {number} {games}"),
        ))?;
    }
    Ok(())
}
