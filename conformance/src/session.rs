//! Sessions of shell commands as text files with their output, and programs run as processes.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use snapbox::data::DataFormat;
use snapbox::{Assert, Data};

use crate::documents::root;

/// Runs the commands of a session in an empty folder and compares the whole with its file.
///
/// The file has blocks as in `cram` and `trycmd`:
///
/// ```text
/// $ belle mate - << '.'        a command for sh; its further lines follow "> "
/// > 7k/8/5K2/8/8/8/8/6Q1 w - -
/// > .
///     1 open                   its standard output
/// 2> belle: 1 problem left     then each line of standard error
/// ? 1                          then its exit status, unless it is 0
/// ```
///
/// The program is in the path, `$SUITES` is the project's folder suites, and `[FOLDER]` in the
/// output is the session's folder, which is the program's folder of settings too. In expected
/// output `[..]` stands for any text within a line, and a line `...` for any number of lines. With
/// `SNAPSHOTS=overwrite` a file that differs is written with the whole output of this run: put such
/// places back by hand.
pub fn assert_session(program: &Path, file: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let session = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    let mut actual = String::new();
    let mut lines = session.lines().peekable();
    while let Some(line) = lines.next() {
        // Other lines are the output expected before.
        let Some(first) = line.strip_prefix("$ ") else {
            continue;
        };
        let mut command = first.to_owned();
        let mut shown = line.to_owned() + "\n";
        while let Some(line) = lines.next_if(|line| line.starts_with('>')) {
            let more = line.strip_prefix("> ").unwrap_or_default();
            write!(command, "\n{more}").expect("a string");
            writeln!(shown, "{line}").expect("a string");
        }
        let output = run_shell(program, folder.path(), &command);
        if !actual.is_empty() {
            actual.push('\n');
        }
        actual += &shown;
        actual += &described(&output).replace(&*folder.path().to_string_lossy(), "[FOLDER]");
    }
    Assert::new()
        .action_env(snapbox::assert::DEFAULT_ACTION_ENV)
        .normalize_paths(false)
        .eq(actual, Data::read_from(file, Some(DataFormat::Text)));
}

fn run_shell(program: &Path, folder: &Path, command: &str) -> Output {
    let programs = program.parent().expect("the program's folder");
    let path = std::env::var("PATH").expect("a path");
    Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("SUITES", root().join("suites"))
        .env("XDG_CONFIG_HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .stdin(Stdio::null())
        .output()
        .expect("sh runs")
}

/// Standard output, standard error and a status other than 0, as a session's file shows them.
fn described(output: &Output) -> String {
    let mut described = text(&output.stdout);
    if !described.is_empty() && !described.ends_with('\n') {
        described.push('\n');
    }
    for line in text(&output.stderr).lines() {
        let marked = format!("2> {line}");
        writeln!(described, "{}", marked.trim_end()).expect("a string");
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => writeln!(described, "? {code}").expect("a string"),
        None => described += "? ended by a signal\n",
    }
    described
}

/// Whether this process does not ignore Ctrl-C, as far as the system tells it.
fn heeds_interrupts() -> bool {
    const SIGINT: u32 = 2;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = line.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap_or(0));
    mask >> (SIGINT - 1) & 1 == 0
}

/// A program with pipes, to be started in a folder.
pub fn command<'a>(
    program: &str,
    folder: &Path,
    arguments: impl IntoIterator<Item = &'a str>,
) -> Command {
    let mut command = if heeds_interrupts() {
        Command::new(program)
    } else {
        // A shell ignores Ctrl-C for its jobs in the background, and so do all that they start.
        let mut restored = Command::new("env");
        restored.args(["--default-signal=INT", program]);
        restored
    };
    command
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder)
        .env("XDG_DATA_HOME", folder);
    pipe(&mut command);
    command
}

fn pipe(command: &mut Command) {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
}

/// Runs a program, with these lines on its input, to its end.
pub fn run(mut command: Command, input: &str) -> Output {
    pipe(&mut command);
    let mut child = command.spawn().expect("the program starts");
    // A program that ends early reads no more: no failure here.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// Output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A program whose output is read line by line.
#[derive(Debug)]
pub struct Running {
    pub child: Child,
    output: BufReader<ChildStdout>,
    shown: String,
}

impl Running {
    pub fn start(command: &mut Command) -> Running {
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Running {
            child,
            output,
            shown: String::new(),
        }
    }

    pub fn wait_for(&mut self, text: &str) {
        while !self.shown.contains(text) {
            let bytes = self.output.read_line(&mut self.shown).expect("lines");
            assert!(bytes > 0, "{text}: {}", self.shown);
        }
    }

    /// Waits for the end; returns success, everything shown and the errors.
    pub fn end(mut self) -> (bool, String, String) {
        self.output.read_to_string(&mut self.shown).expect("text");
        let output = self.child.wait_with_output().expect("the program ends");
        (output.status.success(), self.shown, text(&output.stderr))
    }
}
