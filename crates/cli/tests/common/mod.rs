//! The program run as a process.
#![allow(dead_code)] // no test needs all of it

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output};

use conformance::session;
pub(crate) use conformance::session::text;

/// The program with pipes, to be started in a folder.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    session::command(env!("CARGO_BIN_EXE_belle"), folder, arguments.iter().copied())
}

/// Runs the program in a folder, with these lines on its input, to its end.
pub(crate) fn belle(folder: &Path, arguments: &[&str], input: &str) -> Output {
    session::run(command(folder, arguments), input)
}

#[track_caller]
pub(crate) fn assert_shows(shown: &str, parts: &[&str]) {
    for part in parts {
        assert!(shown.contains(part), "{part:?} is not in:\n{shown}");
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
