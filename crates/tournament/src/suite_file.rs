//! A suite's file, the job of searching its positions, and the file of its results.

use std::fmt::{self, Display, Formatter};
use std::path::Path;

use anyhow::{Context, ensure};
use files::{Header, Job, Shard, open_input, write_atomically};
use notation::{Fingerprint, Fingerprinted};
use serde::{Deserialize, Serialize};

use crate::suite::{Moment, Problem, SuiteResult, parse_suite, suite_header};

/// Kind of the job.
pub const SUITE: &str = "suite";

/// The positions of a suite.
#[derive(Debug)]
pub struct Suite {
    file: String,
    /// The positions to search.
    pub problems: Vec<Problem>,
    /// Skipped lines, with reasons.
    pub malformed: Vec<String>,
    fingerprint: Fingerprint,
}

/// What the file of the results says besides them.
#[derive(Debug, Serialize, Deserialize)]
struct Outputs {
    file: String,
    malformed: Vec<String>,
    /// Whether wall-clock time limits the searches. Otherwise seconds are left out of the file, so
    /// that two runs write the same.
    is_timed: bool,
}

impl Suite {
    /// Reads an EPD file. Fails if it cannot be read or has no positions.
    pub fn read(path: &Path) -> anyhow::Result<Suite> {
        let file = path.display().to_string();
        let mut input = Fingerprinted::new(open_input(path)?.reader);
        let (problems, malformed) =
            parse_suite(&mut input, &file).with_context(|| format!("cannot read {file}"))?;
        ensure!(
            !problems.is_empty(),
            "{file} has no positions with bm, am or dm"
        );
        Ok(Suite {
            file,
            problems,
            malformed,
            fingerprint: input.fingerprint,
        })
    }

    /// The job of searching its positions, or a shard of them.
    pub fn job(
        &self,
        player: String,
        limit: String,
        is_timed: bool,
        version: &str,
        shard: Option<Shard>,
    ) -> anyhow::Result<Header> {
        let settings = [
            ("suite", format!("{:016x}", self.fingerprint.0)),
            ("player", player),
            ("limit", limit),
            ("version", version.to_owned()),
        ];
        let settings = settings.map(|(name, value)| (name.to_owned(), value));
        let outputs = Outputs {
            file: self.file.clone(),
            malformed: self.malformed.clone(),
            is_timed,
        };
        let header = Header::new(SUITE, settings.into(), Some(self.problems.len()));
        Ok(Header {
            shard,
            outputs: serde_json::to_value(&outputs)?,
            ..header
        })
    }
}

/// Results of a suite, of a shard of it, or of an interrupted run.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct SuiteSummary {
    pub file: String,
    pub player: String,
    pub limit: String,
    pub version: String,
    pub positions: Vec<SuiteResult>,
    /// Skipped lines, with reasons.
    pub malformed: Vec<String>,
    pub solved: usize,
    pub total: Moment,
    pub interrupted: bool,
}

impl SuiteSummary {
    /// Sums up the results of a job. Fails if its header is not that of a suite.
    pub fn new(header: &Header, positions: Vec<SuiteResult>) -> anyhow::Result<SuiteSummary> {
        let outputs = Outputs::of(header)?;
        let setting = |name: &str| header.settings.get(name).cloned().unwrap_or_default();
        let tasks = 0..header.tasks.unwrap_or_default();
        let expected = tasks.filter(|&task| header.has(task)).count();
        Ok(SuiteSummary {
            file: outputs.file,
            player: setting("player"),
            limit: setting("limit"),
            version: setting("version"),
            malformed: outputs.malformed,
            solved: positions.iter().filter(|line| line.solved).count(),
            total: positions.iter().map(|line| line.end).sum(),
            interrupted: positions.len() < expected,
            positions,
        })
    }

    /// Sums up the results of a job and writes them to a file.
    pub fn write(job: &Job, path: &Path) -> anyhow::Result<SuiteSummary> {
        let mut positions: Vec<SuiteResult> = Vec::new();
        for record in job.records() {
            let (_, mut result): (usize, SuiteResult) = record?;
            if !Outputs::of(job.header())?.is_timed {
                result.end.seconds = None;
                if let Some(moment) = &mut result.solution {
                    moment.seconds = None;
                }
            }
            positions.push(result);
        }
        let summary = SuiteSummary::new(job.header(), positions)?;
        write_atomically(path, &(serde_json::to_string_pretty(&summary)? + "\n"))?;
        Ok(summary)
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

impl Outputs {
    fn of(header: &Header) -> anyhow::Result<Outputs> {
        serde_json::from_value(header.outputs.clone()).context("not the job of a suite")
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
