//! The program run as a process.
#![allow(dead_code)] // no test needs all of it

use std::path::Path;
use std::process::{Command, Output};

use conformance::session;
pub(crate) use conformance::session::{Running, text};

/// The program with pipes, to be started in a folder.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    session::command(
        env!("CARGO_BIN_EXE_belle"),
        folder,
        arguments.iter().copied(),
    )
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

#[cfg(unix)]
pub(crate) fn pid(running: &Running) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(running.child.id().try_into().unwrap())
}
