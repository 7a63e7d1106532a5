//! Files of results: a header and one line of JSON for each task.
//!
//! Lines are added as tasks end, in any order. When a run ends, the file is replaced by one with the lines in order.
//! A killed run can leave an incomplete last line; the next run removes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use files::{open_locked, read_text, write_atomically};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// First line of a file of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Name of the experiment.
    pub experiment: String,
    /// Whether it is the quick scale.
    pub quick: bool,
    /// Nodes, and for timed experiments microseconds, of fixed searches: another number means another machine.
    pub signature: u64,
    /// Hash of everything else that decides the results.
    pub key: String,
    /// Number of tasks.
    pub tasks: usize,
}

/// Results read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The header.
    pub header: Header,
    /// Objects of JSON by task.
    lines: BTreeMap<usize, String>,
}

#[derive(Deserialize)]
struct Numbered {
    task: usize,
}

impl Results {
    /// Reads a file. Fails if a complete line of it is malformed.
    pub fn read(path: &Path) -> anyhow::Result<Results> {
        Results::of_text(path, &read_text(path)?)
    }

    /// Parses the text of a file.
    pub(crate) fn of_text(path: &Path, text: &str) -> anyhow::Result<Results> {
        let read = Results::parse_text(text).with_context(|| path.display().to_string())?;
        read.with_context(|| {
            format!(
                "{}: expected a header, got an incomplete line",
                path.display()
            )
        })
    }

    /// Parses the complete lines of a text; `None` if there is none.
    fn parse_text(text: &str) -> anyhow::Result<Option<Results>> {
        let complete = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut rows = (1..).zip(complete.lines());
        let Some((_, header)) = rows.next() else {
            return Ok(None);
        };
        let header: Header =
            serde_json::from_str(header).context("line 1: not a header of results")?;
        let mut lines = BTreeMap::new();
        for (number, line) in rows {
            let Numbered { task } = serde_json::from_str(line)
                .with_context(|| format!("line {number}: not a result"))?;
            ensure!(
                task < header.tasks,
                "line {number}: task: expected a number below {}, got {task}",
                header.tasks
            );
            ensure!(
                lines.insert(task, line.to_owned()).is_none(),
                "line {number}: task {task} has two results"
            );
        }
        Ok(Some(Results { header, lines }))
    }

    /// Number of tasks done.
    pub fn done(&self) -> usize {
        self.lines.len()
    }

    /// Numbers of the tasks done.
    pub(crate) fn tasks(&self) -> BTreeSet<usize> {
        self.lines.keys().copied().collect()
    }

    /// The results with their numbers. Fails if one is not of this type.
    pub fn parse<T: DeserializeOwned>(&self) -> anyhow::Result<Vec<(usize, T)>> {
        let parse = |(&task, line): (&usize, &String)| {
            let result = serde_json::from_str(line).with_context(|| format!("task {task}"))?;
            Ok((task, result))
        };
        self.lines.iter().map(parse).collect()
    }

    /// The whole file, with its lines in order.
    fn text(&self) -> anyhow::Result<String> {
        let mut text = serde_json::to_string(&self.header)? + "\n";
        for line in self.lines.values() {
            text += line;
            text.push('\n');
        }
        Ok(text)
    }

    /// Adds the results of another file of the same experiment. Fails if headers or results differ.
    pub(crate) fn merge(&mut self, other: &Results) -> anyhow::Result<()> {
        other.header.check_plan(&self.header)?;
        other.header.check_machine(&self.header)?;
        for (task, line) in &other.lines {
            let known = self.lines.entry(*task).or_insert_with(|| line.clone());
            ensure!(known == line, "task {task}: two results that differ");
        }
        Ok(())
    }

    /// Writes the whole file.
    pub(crate) fn write(&self, path: &Path) -> anyhow::Result<()> {
        write_atomically(path, &self.text()?)
    }
}

/// A file of results that a run adds to; no other process can.
pub(crate) struct ResultsFile {
    path: PathBuf,
    file: File,
    results: Results,
}

impl ResultsFile {
    /// Opens the file of a run, new or begun. Fails if it belongs to a run under other conditions, or another process
    /// writes to it.
    pub(crate) fn open(path: &Path, header: Header) -> anyhow::Result<ResultsFile> {
        let shown = path.display();
        let (mut file, text) = open_locked(path)?;
        let results = match Results::parse_text(&text).with_context(|| shown.to_string())? {
            Some(results) => {
                let checked = results
                    .header
                    .check_plan(&header)
                    .and_then(|()| results.header.check_machine(&header));
                checked.with_context(|| shown.to_string())?;
                let complete = text.rfind('\n').map_or(0, |end| end + 1);
                file.set_len(complete as u64)
                    .with_context(|| format!("cannot write {shown}"))?;
                results
            }
            None => {
                let line = serde_json::to_string(&header)? + "\n";
                ensure!(line.starts_with(&text), "{shown} is not a file of results");
                file.set_len(0)
                    .and_then(|()| file.write_all(line.as_bytes()))
                    .context("cannot write results")?;
                Results {
                    header,
                    lines: BTreeMap::new(),
                }
            }
        };
        Ok(ResultsFile {
            path: path.to_owned(),
            file,
            results,
        })
    }

    pub(crate) fn results(&self) -> &Results {
        &self.results
    }

    /// Adds the result of a task, a JSON object, and waits until it is on the disk.
    pub(crate) fn add(&mut self, task: usize, object: &str) -> anyhow::Result<()> {
        let fields = object.strip_prefix('{').context("a result is an object")?;
        let line = format!("{{\"task\":{task},{fields}");
        let bytes = format!("{line}\n");
        let written = self
            .file
            .write_all(bytes.as_bytes())
            .and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        self.results.lines.insert(task, line);
        Ok(())
    }

    /// Puts the lines in order if they are not.
    pub(crate) fn finish(self) -> anyhow::Result<Results> {
        let text = self.results.text()?;
        let written = std::fs::read_to_string(&self.path).context("cannot read results")?;
        if written != text {
            write_atomically(&self.path, &text)?;
        }
        Ok(self.results)
    }
}

const ELSEWHERE: &str = "move the file away, or use another folder";

impl Header {
    /// Fails if the results are not those of the expected experiment under its conditions.
    pub(crate) fn check_plan(&self, expected: &Header) -> anyhow::Result<()> {
        let scale = |header: &Header| if header.quick { "quick" } else { "full" };
        for (what, expected, got) in [
            ("experiment", &expected.experiment[..], &self.experiment[..]),
            ("scale", scale(expected), scale(self)),
            (
                "number of tasks",
                &expected.tasks.to_string(),
                &self.tasks.to_string(),
            ),
        ] {
            ensure!(
                expected == got,
                "results of another run ({what}: expected {expected}, got {got}): {ELSEWHERE}"
            );
        }
        ensure!(
            expected.key == self.key,
            "results under other conditions (engines, limits or positions have changed): {ELSEWHERE}"
        );
        Ok(())
    }

    /// Fails if the results are those of another machine.
    fn check_machine(&self, expected: &Header) -> anyhow::Result<()> {
        let (expected, got) = (expected.signature, self.signature);
        ensure!(
            expected == got,
            "results of another machine (signature: expected {expected}, got {got}): {ELSEWHERE}"
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let (experiment, key) = ("squares".to_owned(), "a".to_owned());
        Header {
            experiment,
            quick: false,
            signature: 1,
            key,
            tasks: 2,
        }
    }

    /// The message of opening a file that a run under this header began.
    fn refused(header_of_run: &Header) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("squares.jsonl");
        drop(ResultsFile::open(&path, header()).unwrap());
        let error = ResultsFile::open(&path, header_of_run.clone())
            .err()
            .expect("another run");
        format!("{error:#}").replace(&path.display().to_string(), "FILE")
    }

    #[test]
    fn open_results_of_another_run_names_the_difference() {
        let other = "FILE: results of another run";
        for (changed, message) in [
            (
                Header {
                    signature: 2,
                    ..header()
                },
                "FILE: results of another machine (signature: expected 2, got 1)",
            ),
            (
                Header {
                    tasks: 3,
                    ..header()
                },
                &format!("{other} (number of tasks: expected 3, got 2)"),
            ),
            (
                Header {
                    quick: true,
                    ..header()
                },
                &format!("{other} (scale: expected quick, got full)"),
            ),
            (
                Header {
                    experiment: "cubes".to_owned(),
                    ..header()
                },
                &format!("{other} (experiment: expected cubes, got squares)"),
            ),
            (
                Header {
                    key: "b".to_owned(),
                    ..header()
                },
                "FILE: results under other conditions (engines, limits or positions have changed)",
            ),
        ] {
            assert_eq!(refused(&changed), format!("{message}: {ELSEWHERE}"));
        }
    }

    #[test]
    fn parse_text_task_twice_or_beyond_the_last_refused() {
        let first = serde_json::to_string(&header()).unwrap();
        for (lines, message) in [
            (
                "{\"task\":0}\n{\"task\":0,\"x\":1}\n",
                "line 3: task 0 has two results",
            ),
            (
                "{\"task\":2}\n",
                "line 2: task: expected a number below 2, got 2",
            ),
        ] {
            let error = Results::parse_text(&format!("{first}\n{lines}")).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
