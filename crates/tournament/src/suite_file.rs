//! A suite's file, the job of searching its positions, and the file of its results.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write as _};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use files::{Bounded, Header, Job, Shard, open_input, write_atomically};
use notation::{Fingerprint, Fingerprinted};
use serde::{Deserialize, Serialize};

use crate::suite::{Moment, Points, Problem, SuiteResult, parse_suite};
use crate::suite_table::SuiteTable;

/// Kind of the job.
pub const SUITE: &str = "suite";

/// Most bytes of a suite: a million positions and more, each of which is searched.
const MAX_SUITE: u64 = 128 << 20;

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

/// What is known of a suite's job besides its results.
#[derive(Debug, Serialize, Deserialize)]
struct Outputs {
    file: String,
    malformed: Vec<String>,
    /// Whether wall-clock time limits the searches. Otherwise seconds are left out of the file, so
    /// that two runs write the same.
    is_timed: bool,
    /// Names of the players.
    players: Vec<String>,
}

impl Outputs {
    fn of(header: &Header) -> anyhow::Result<Outputs> {
        let outputs: Outputs =
            serde_json::from_value(header.outputs.clone()).context("not the job of a suite")?;
        ensure!(!outputs.players.is_empty(), "a suite's job without players");
        Ok(outputs)
    }

    /// Position and player of a task: all players search a position before the next one.
    fn position_and_player(&self, task: usize) -> (usize, usize) {
        (task / self.players.len(), task % self.players.len())
    }
}

impl Suite {
    /// Reads an EPD file. Fails if it cannot be read or has no positions.
    pub fn read(path: &Path) -> anyhow::Result<Suite> {
        let file = path.display().to_string();
        let text = Bounded::new(open_input(path)?.reader, MAX_SUITE);
        let mut input = Fingerprinted::new(text);
        let (problems, malformed) =
            parse_suite(&mut input, &file).with_context(|| format!("cannot read {file}"))?;
        if problems.is_empty() {
            let reason = match malformed.first() {
                Some(first) => format!(": {}", first.trim_end_matches("; skipped")),
                None => String::new(),
            };
            bail!("{file} has no positions with bm, am, dm or points for moves{reason}");
        }
        Ok(Suite {
            file,
            problems,
            malformed,
            fingerprint: input.fingerprint,
        })
    }

    /// The job of searching the positions with all players, or one shard of that job.
    pub fn job(
        &self,
        players: Vec<String>,
        limit: String,
        is_timed: bool,
        version: &str,
        shard: Option<Shard>,
    ) -> anyhow::Result<Header> {
        let settings = [
            ("suite", format!("{:016x}", self.fingerprint.0)),
            ("player", players.join("; ")),
            ("limit", limit),
            ("version", version.to_owned()),
        ];
        let settings = settings.map(|(name, value)| (name.to_owned(), value));
        let outputs = Outputs {
            file: self.file.clone(),
            malformed: self.malformed.clone(),
            is_timed,
            players,
        };
        let tasks = self.problems.len() * outputs.players.len();
        let header = Header::new(SUITE, settings.into(), Some(tasks));
        Ok(Header {
            shard,
            outputs: serde_json::to_value(&outputs)?,
            ..header
        })
    }
}

/// A player's results of a suite, of a shard of it, or of an interrupted run.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct SuiteSummary {
    pub file: String,
    pub player: String,
    pub limit: String,
    pub version: String,
    pub positions: Vec<SuiteResult>,
    /// Numbers of the positions in the suite.
    #[serde(skip)]
    numbers: Vec<usize>,
    /// Skipped lines, with reasons.
    pub malformed: Vec<String>,
    pub solved: usize,
    /// Points for moves, if the suite gives any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    pub total: Moment,
    pub interrupted: bool,
}

/// The results of all players.
#[derive(Debug)]
pub struct SuiteResults {
    /// In the order in which the players were given.
    pub players: Vec<SuiteSummary>,
}

/// A result with the number of its task.
type Numbered = (usize, SuiteResult);

impl SuiteResults {
    /// Sums up the results of a job. Fails if its header is not that of a suite.
    pub fn new(header: &Header, results: Vec<Numbered>) -> anyhow::Result<SuiteResults> {
        let outputs = Outputs::of(header)?;
        let mut players = Vec::new();
        for name in &outputs.players {
            players.push(SuiteSummary::without_results(header, &outputs, name));
        }
        for (task, result) in results {
            let (position, player) = outputs.position_and_player(task);
            players[player].add(position, result);
        }
        let mut expected = vec![0; players.len()];
        for task in 0..header.tasks.unwrap_or_default() {
            if header.has(task) {
                expected[outputs.position_and_player(task).1] += 1;
            }
        }
        for (player, expected) in players.iter_mut().zip(expected) {
            player.interrupted = player.positions.len() < expected;
        }
        Ok(SuiteResults { players })
    }

    /// Sums up the results of a job and writes them to a file.
    pub fn write(job: &Job, path: &Path) -> anyhow::Result<SuiteResults> {
        let is_timed = Outputs::of(job.header())?.is_timed;
        let mut results: Vec<Numbered> = Vec::new();
        for record in job.records() {
            let (task, mut result): Numbered = record?;
            if !is_timed {
                result.end.seconds = None;
                if let Some(moment) = &mut result.solution {
                    moment.seconds = None;
                }
            }
            results.push((task, result));
        }
        let results = SuiteResults::new(job.header(), results)?;
        write_atomically(path, &(results.json()? + "\n"))?;
        Ok(results)
    }

    /// The results of the player in JSON, or those of several as a list.
    pub fn json(&self) -> serde_json::Result<String> {
        match &self.players[..] {
            [only] => serde_json::to_string_pretty(only),
            players => serde_json::to_string_pretty(players),
        }
    }

    /// Whether results are missing.
    pub fn interrupted(&self) -> bool {
        self.players.iter().any(|player| player.interrupted)
    }

    /// What was not done: lines that were skipped, and searches in which an engine failed.
    pub fn faults(&self) -> Option<String> {
        let mut faults = Vec::new();
        faults.extend(self.skipped());
        let mut failures = 0;
        for player in &self.players {
            // Without a move an engine failed: every position has a legal one.
            let failed = player.positions.iter().filter(|one| one.played.is_none());
            failures += failed.count();
        }
        match failures {
            0 => {}
            1 => faults.push("an engine failed at 1 position".to_owned()),
            failures => faults.push(format!("engines failed at {failures} positions")),
        }
        if faults.is_empty() {
            None
        } else {
            Some(faults.join("; "))
        }
    }

    /// The lines of the suite that were skipped, which are the same for every player.
    fn skipped(&self) -> Option<String> {
        match self.players.first()?.malformed.len() {
            0 => None,
            1 => Some("1 malformed line skipped".to_owned()),
            skipped => Some(format!("{skipped} malformed lines skipped")),
        }
    }

    /// The results as a table, as the run shows them.
    pub fn table(&self) -> String {
        // A run that was interrupted has not all positions of all players.
        let mut ids = BTreeMap::new();
        let mut first = None;
        let mut has_points = false;
        for player in &self.players {
            for (number, result) in player.numbers.iter().zip(&player.positions) {
                ids.insert(*number, &result.id[..]);
                first = first.or(Some(result));
            }
            has_points |= player.points.is_some();
        }
        let Some(first) = first else {
            return format!("{self}\n");
        };
        let mut names = Vec::new();
        for player in &self.players {
            names.push(player.player.clone());
        }
        let table = SuiteTable::new(&names, ids.values().copied(), has_points, first);
        let mut text = table.header() + "\n";
        for number in ids.keys() {
            let mut row = Vec::new();
            for player in &self.players {
                row.push(player.at(*number));
            }
            text += &(table.row(&row) + "\n");
        }
        format!("{text}\n{self}\n")
    }
}

impl SuiteSummary {
    fn without_results(header: &Header, outputs: &Outputs, name: &str) -> SuiteSummary {
        let setting = |key: &str| header.settings.get(key).cloned().unwrap_or_default();
        SuiteSummary {
            file: outputs.file.clone(),
            player: name.to_owned(),
            limit: setting("limit"),
            version: setting("version"),
            positions: Vec::new(),
            numbers: Vec::new(),
            malformed: outputs.malformed.clone(),
            solved: 0,
            points: None,
            total: Moment::default(),
            interrupted: false,
        }
    }

    /// The result at the position with this number in the suite.
    fn at(&self, number: usize) -> Option<&SuiteResult> {
        let index = self.numbers.iter().position(|&other| other == number)?;
        Some(&self.positions[index])
    }

    fn add(&mut self, number: usize, result: SuiteResult) {
        self.solved += usize::from(result.solved);
        if let Some(points) = result.points {
            let sum = self.points.get_or_insert_default();
            sum.got += points.got;
            sum.of += points.of;
        }
        // A sum with a part that has no seconds has none, so the first result is not added to zero.
        self.total = if self.positions.is_empty() {
            result.end
        } else {
            self.total.plus(result.end)
        };
        self.numbers.push(number);
        self.positions.push(result);
    }
}

impl Display for SuiteResults {
    /// Two lines for each player, and the number of skipped lines.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for player in &self.players {
            writeln!(text, "{player}")?;
        }
        if let Some(skipped) = self.skipped() {
            writeln!(text, "{skipped}")?;
        }
        f.write_str(text.trim_end())
    }
}

impl Display for SuiteSummary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Moment {
            nodes,
            seconds,
            machine_seconds,
        } = self.total;
        let (solved, positions) = (self.solved, self.positions.len());
        write!(f, "{}: {solved} of {positions} solved", self.player)?;
        if let Some(Points { got, of }) = self.points {
            write!(f, ", {got} of {of} points")?;
        }
        write!(f, "\n{nodes} nodes")?;
        if let Some(seconds) = seconds {
            write!(f, ", {seconds:.1} s")?;
        }
        if let Some(machine_seconds) = machine_seconds
            && machine_seconds > 0.0
        {
            let speed = nodes as f64 / machine_seconds;
            write!(
                f,
                ", {machine_seconds:.1} machine s ({speed:.0} nodes a machine second)"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn header(players: &[&str]) -> Header {
        let outputs =
            json!({"file": "two.epd", "malformed": [], "is_timed": false, "players": players});
        let settings = [].into();
        Header {
            outputs,
            ..Header::new(SUITE, settings, Some(4))
        }
    }

    fn result(id: &str, solved: bool) -> SuiteResult {
        let fields = json!({
            "id": id, "solved": solved, "played": "e4", "expected": "e4", "depth": 1,
            "score": "+0.10", "nodes": 20, "machine_seconds": null, "solution": null,
        });
        serde_json::from_value(fields).unwrap()
    }

    /// The rows of the table, by the names of their positions.
    fn rows(results: Vec<Numbered>) -> Vec<String> {
        let table = SuiteResults::new(&header(&["A", "B"]), results)
            .unwrap()
            .table();
        let is_row = |line: &&str| line.starts_with("first") || line.starts_with("second");
        table.lines().filter(is_row).map(str::to_owned).collect()
    }

    #[test]
    fn table_of_an_interrupted_run_has_a_row_for_each_position() {
        // Tasks 0 and 1 are the first position for A and B, 2 and 3 the second.
        let gap = rows(vec![
            (0, result("first", true)),
            (3, result("second", true)),
        ]);
        assert_eq!(gap.len(), 2, "{gap:?}");
        assert!(gap[0].starts_with("first") && gap[1].starts_with("second"));
        let one_alone = rows(vec![
            (1, result("first", true)),
            (2, result("second", true)),
        ]);
        assert_eq!(one_alone.len(), 2, "{one_alone:?}");
        let whole = rows(vec![
            (2, result("second", true)),
            (3, result("second", true)),
            (0, result("first", true)),
            (1, result("first", true)),
        ]);
        assert_eq!(whole.len(), 2, "{whole:?}");
        assert!(whole[0].starts_with("first"));
    }

    #[test]
    fn results_of_a_job_without_players_are_refused() {
        let error = SuiteResults::new(&header(&[]), vec![(0, result("first", true))]);
        let error = error.unwrap_err().to_string();
        assert_eq!(error, "a suite's job without players");
    }
}
