//! The program run as a process.
#![allow(dead_code)] // no test needs all of it

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// The program with pipes, to be started in a folder.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_belle"));
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program in a folder, with these lines on its input, to its end.
pub(crate) fn belle(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = command(folder, arguments).spawn().expect("the program starts");
    // A program that ends early reads no more: no failure here.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Output as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
pub(crate) fn assert_shows(shown: &str, parts: &[&str]) {
    for part in parts {
        assert!(shown.contains(part), "{part:?} is not in:\n{shown}");
    }
}

/// Runs the commands of a section of `refusals.txt` in a folder.
pub(crate) fn assert_refused(section: &str, folder: &Path) {
    let sections = include_str!("../refusals.txt").split("\n== ");
    let rows = sections.filter_map(|text| text.strip_prefix(section)).next().expect("a section");
    for line in rows.trim().lines() {
        let (words, expected) = line.split_once(" =>").unwrap();
        let quoted = words.split('\'').enumerate();
        let arguments: Vec<&str> = quoted
            .flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        let output = belle(folder, &arguments, "");
        let error = text(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty(), "{words}: {}", text(&output.stdout));
        assert!(error.contains(expected.trim()) && !error.contains("panicked"), "{line}: {error}");
    }
}

/// A program whose output is read line by line.
pub(crate) struct Running {
    pub(crate) child: Child,
    output: BufReader<ChildStdout>,
    shown: String,
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> Running {
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().unwrap());
        Running { child, output, shown: String::new() }
    }

    pub(crate) fn wait_for(&mut self, text: &str) {
        while !self.shown.contains(text) {
            assert!(self.output.read_line(&mut self.shown).unwrap() > 0, "{text}: {}", self.shown);
        }
    }

    #[cfg(unix)]
    pub(crate) fn pid(&self) -> nix::unistd::Pid {
        nix::unistd::Pid::from_raw(self.child.id().try_into().unwrap())
    }

    /// Waits for the end; returns success, everything shown and the errors.
    pub(crate) fn end(mut self) -> (bool, String, String) {
        self.output.read_to_string(&mut self.shown).unwrap();
        let output = self.child.wait_with_output().unwrap();
        (output.status.success(), self.shown, text(&output.stderr))
    }
}
