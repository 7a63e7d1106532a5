//! The program run as a process.
#![allow(dead_code)] // no test needs all of it

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Runs the program in a folder, with these lines on its input, to its end.
pub(crate) fn belle(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_belle"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that ends early reads no more: no failure here.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Output as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The error message of a command that must fail.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let folder = TempDir::new().unwrap();
    let output = belle(folder.path(), arguments, "");
    assert!(!output.status.success(), "{arguments:?}");
    let message = text(&output.stderr);
    assert!(!message.contains("panicked"), "{message}");
    message
}
