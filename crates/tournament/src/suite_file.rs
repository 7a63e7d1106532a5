//! A suite's file, or a part of it, and the file of its results.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use files::{Shard, check_new, read_text, write_atomically};
use notation::Fingerprint;
use play::Limits;
use serde::{Deserialize, Serialize};

use crate::suite::{Moment, Problem, SuiteResult, parse_suite, suite_header};

/// The positions of a suite, or of a part of it.
#[derive(Debug)]
pub struct Suite {
    file: String,
    /// The positions to search.
    pub problems: Vec<Problem>,
    /// Skipped lines, with reasons.
    pub malformed: Vec<String>,
    part: Option<SuitePart>,
}

/// A part of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuitePart {
    shard: String,
    /// Positions of the whole suite.
    of: usize,
    /// Hash of the suite's text.
    key: String,
}

impl Suite {
    /// Reads an EPD file. Fails if it cannot be read or has no positions.
    pub fn read(path: &Path, shard: Option<Shard>) -> anyhow::Result<Suite> {
        let file = path.display().to_string();
        let bytes = fs::read(path).with_context(|| format!("cannot read {file}"))?;
        let (all, malformed) = parse_suite(&String::from_utf8_lossy(&bytes), &file);
        ensure!(!all.is_empty(), "{file} has no positions with bm, am or dm");
        let mut hash = Fingerprint::default();
        hash.add(&bytes);
        let key = format!("{:016x}", hash.0);
        let part = shard.map(|shard| SuitePart {
            shard: shard.to_string(),
            of: all.len(),
            key,
        });
        let is_chosen =
            |&(number, _): &(usize, Problem)| shard.is_none_or(|shard| shard.has(number));
        let problems = (0..)
            .zip(all)
            .filter(is_chosen)
            .map(|(_, problem)| problem)
            .collect();
        Ok(Suite {
            file,
            problems,
            malformed,
            part,
        })
    }

    /// Sums up the results.
    pub fn summary(
        self,
        player: String,
        limit: String,
        version: &str,
        positions: Vec<SuiteResult>,
    ) -> SuiteSummary {
        let interrupted = positions.len() < self.problems.len();
        let Suite {
            file,
            malformed,
            part,
            ..
        } = self;
        let version = version.to_owned();
        let (solved, total) = sums(&positions);
        SuiteSummary {
            file,
            player,
            limit,
            version,
            part,
            positions,
            malformed,
            solved,
            total,
            interrupted,
        }
    }
}

fn sums(positions: &[SuiteResult]) -> (usize, Moment) {
    (
        positions.iter().filter(|line| line.solved).count(),
        positions.iter().map(|line| line.end).sum(),
    )
}

/// Results of a whole suite, or of a part of it.
#[derive(Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct SuiteSummary {
    pub file: String,
    pub player: String,
    pub limit: String,
    pub version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<SuitePart>,
    pub positions: Vec<SuiteResult>,
    /// Skipped lines, with reasons.
    pub malformed: Vec<String>,
    pub solved: usize,
    pub total: Moment,
    pub interrupted: bool,
}

impl SuiteSummary {
    /// Writes the results to a new file. Wall-clock seconds are left out unless time limits the searches, so that two
    /// runs write the same. Fails if the file exists or cannot be written.
    pub fn write(mut self, path: &Path, limits: &Limits) -> anyhow::Result<()> {
        if limits.move_time.is_none() {
            let moments = self
                .positions
                .iter_mut()
                .flat_map(|line| [Some(&mut line.end), line.solution.as_mut()]);
            moments
                .flatten()
                .chain([&mut self.total])
                .for_each(|moment| moment.seconds = None);
        }
        self.write_new(path)
    }

    fn write_new(&self, path: &Path) -> anyhow::Result<()> {
        check_new(path, "choose another name")?;
        write_atomically(path, &(serde_json::to_string_pretty(self)? + "\n"))
    }

    /// The results as a table, as the run shows them.
    pub fn table(&self) -> String {
        let width = id_width(self.positions.iter().map(|line| &line.id[..]));
        let rows = self.positions.iter().map(|line| line.row(width) + "\n");
        format!(
            "{}\n{}\n{self}\n",
            suite_header(width),
            rows.collect::<String>()
        )
    }
}

/// Width of the column of names.
pub fn id_width<'a>(ids: impl Iterator<Item = &'a str>) -> usize {
    ids.map(|id| id.chars().count())
        .max()
        .unwrap_or(0)
        .clamp(8, 40)
}

impl Display for SuiteSummary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Moment {
            nodes,
            seconds,
            machine_seconds,
        } = self.total;
        writeln!(
            f,
            "{}: {} of {} solved",
            self.player,
            self.solved,
            self.positions.len()
        )?;
        write!(f, "{nodes} nodes")?;
        if let Some(seconds) = seconds {
            write!(f, ", {seconds:.1} s")?;
        }
        if let Some(machine) = machine_seconds.filter(|&seconds| seconds > 0.0) {
            let speed = nodes as f64 / machine;
            write!(
                f,
                ", {machine:.1} machine s ({speed:.0} nodes a machine second)"
            )?;
        }
        let skipped = self.malformed.len();
        if skipped > 0 {
            write!(f, "\n{skipped} malformed lines skipped")
        } else {
            Ok(())
        }
    }
}

/// Merges all parts of a suite to a new file, with the positions in order. Fails if a part is not the part of this
/// suite that its name says, with the same player and limits.
pub fn merge_suite(whole: &Path, parts: &[(Shard, PathBuf)]) -> anyhow::Result<SuiteSummary> {
    let mut positions = BTreeMap::new();
    let mut first = None;
    for (shard, path) in parts {
        let shown = path.display();
        let text = read_text(path)?;
        let not_part = || format!("{shown} is not a part of a suite");
        let mut read: SuiteSummary = serde_json::from_str(&text).with_context(not_part)?;
        let part = read.part.take().with_context(not_part)?;
        ensure!(
            part.shard == shard.to_string(),
            "{shown}: expected part {shard}, got part {}",
            part.shard
        );
        let (expected, got) = (shard.share(part.of), read.positions.len());
        ensure!(
            got == expected,
            "{shown}: expected {expected} positions, got {got}"
        );
        let lines = std::mem::take(&mut read.positions);
        positions.extend((0..).filter(|&number| shard.has(number)).zip(lines));
        let SuiteSummary {
            player,
            limit,
            version,
            ..
        } = &read;
        let found = [
            ("hash of the suite", &part.key),
            ("player", player),
            ("limit", limit),
            ("version", version),
        ];
        let found = found.map(|(name, value)| (name, value.clone()));
        let (_, begun) = first.get_or_insert_with(|| (read, found.clone()));
        for ((name, got), (_, expected)) in found.iter().zip(&*begun) {
            let other = parts[0].1.display();
            ensure!(
                got == expected,
                "{shown} is of another run than {other}: {name} is '{got}', not '{expected}'"
            );
        }
    }
    let (mut merged, _) = first.context("no parts")?;
    merged.positions = positions.into_values().collect();
    (merged.solved, merged.total) = sums(&merged.positions);
    merged.write_new(whole)?;
    Ok(merged)
}
