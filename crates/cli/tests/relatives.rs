//! Inputs related to the faults that people reported of chess programs: `suites/relatives.jsonl`.
//!
//! A line is one run of the program: the fault it is related to, the command, its input and files,
//! the exit status, and texts that its output (and a file that is read) must have and must not
//! have.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use conformance::session;
use serde::Deserialize;
use tempfile::TempDir;

#[derive(Debug, Deserialize)]
struct Case {
    fault: String,
    /// The arguments, as a shell reads them.
    run: String,
    #[serde(default)]
    input: String,
    #[serde(default)]
    files: BTreeMap<String, Content>,
    status: i32,
    shows: Vec<String>,
    #[serde(default)]
    hides: Vec<String>,
    /// A file whose text counts as output.
    #[serde(default)]
    reads: Option<String>,
}

/// Content of a file: a text, or bytes in hexadecimal.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Bytes { hex: String },
}

impl Content {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Content::Text(text) => text.clone().into_bytes(),
            Content::Bytes { hex } => {
                let pairs = (0..hex.len()).step_by(2);
                let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
                pairs.map(byte).collect()
            }
        }
    }
}

/// Runs a case; returns what is wrong with its output.
fn faults(case: &Case) -> Vec<String> {
    let folder = TempDir::new().unwrap();
    for (name, content) in &case.files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content.bytes()).unwrap();
    }
    let words = shell_words::split(&case.run).unwrap();
    let words = words.iter().map(String::as_str);
    let command = session::command(env!("CARGO_BIN_EXE_belle"), folder.path(), words);
    let output = session::run(command, &case.input);
    let mut text = session::text(&output.stdout) + &session::text(&output.stderr);
    if let Some(file) = &case.reads {
        text += &fs::read_to_string(folder.path().join(file)).unwrap_or_default();
    }
    let mut faults = Vec::new();
    if output.status.code() != Some(case.status) {
        faults.push(format!("{}, expected {}", output.status, case.status));
    }
    for wanted in &case.shows {
        if !text.contains(wanted) {
            faults.push(format!("{wanted:?} is missing"));
        }
    }
    for unwanted in &case.hides {
        if text.contains(unwanted) {
            faults.push(format!("{unwanted:?} is there"));
        }
    }
    if !faults.is_empty() {
        faults.push(text);
    }
    faults
}

#[test]
fn relatives_of_reported_faults_are_right() {
    let cases: Vec<Case> = include_str!("../../../suites/relatives.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut of_fault: BTreeMap<&str, usize> = BTreeMap::new();
    for case in &cases {
        *of_fault.entry(&case.fault).or_default() += 1;
    }
    assert!(of_fault.len() >= 30 && of_fault.values().all(|&count| count >= 5));
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let faults = faults(case);
                    if !faults.is_empty() {
                        let Case {
                            fault, run, input, ..
                        } = case;
                        let what = format!("{fault}\n{run} {input:?}\n{}\n", faults.join("\n"));
                        wrong.lock().unwrap().push(what);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
