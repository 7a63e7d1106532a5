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

/// Words of a command; single quotes keep blanks together.
fn words(text: &str) -> Vec<String> {
    let text = text.replace("{belle}", env!("CARGO_BIN_EXE_belle"));
    let text = text.replace("{suites}", concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites"));
    let quoted = text.split('\'').enumerate();
    let words = quoted.flat_map(|(at, part)| match at % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    });
    words.collect()
}

fn run_words(folder: &Path, text: &str, input: &str) -> Output {
    let words = words(text);
    belle(folder, &words.iter().map(String::as_str).collect::<Vec<_>>(), input)
}

/// Runs the commands of a section of `sessions.txt` in a folder; its head describes the lines.
pub(crate) fn run_session(section: &str, folder: &Path) {
    let mut sections = SESSIONS.split("\n== ").skip(1);
    let rows = sections.find_map(|text| text.strip_prefix(section)?.strip_prefix('\n')).expect("a section");
    let (mut output, mut expects_errors, mut at) = (None, true, 0);
    let end = |output: &Option<Output>, expects_errors: bool| {
        let unexpected = output.as_ref().filter(|_| !expects_errors).map(|output| text(&output.stderr));
        assert_eq!(unexpected.unwrap_or_default(), "", "{section}");
    };
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("the file").replace('\n', " ");
    for line in rows.lines().filter(|line| !line.is_empty()) {
        if let Some((words, expected)) = line.split_once(" =>") {
            let refused = run_words(folder, words, "");
            let (shown, error) = (text(&refused.stdout), text(&refused.stderr));
            assert!(!refused.status.success() && shown.is_empty(), "{words}: {shown}");
            assert!(error.contains(expected.trim()) && !error.contains("panicked"), "{line}: {error}");
            continue;
        }
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.replace("\\n", "\n").replace("\\0", "\0");
        if let Some(status) = mark.strip_prefix("run") {
            end(&output, expects_errors);
            let (words, input) = rest.split_once(" < ").unwrap_or((&rest, ""));
            let done = run_words(folder, words, input);
            assert_eq!(
                done.status.code(),
                Some(status.parse().unwrap_or(0)),
                "{line}: {}",
                text(&done.stderr)
            );
            (output, expects_errors, at) = (Some(done), !status.is_empty(), 0);
            continue;
        }
        let (shown, errors) = output
            .as_ref()
            .map_or_else(Default::default, |output: &Output| (text(&output.stdout), text(&output.stderr)));
        let named = rest.split_once(' ').unwrap_or((&rest, ""));
        let holds = match mark {
            "with" => std::fs::write(folder.join(named.0), named.1).is_ok(),
            "out" => shown.contains(&rest),
            "then" => shown[at..].find(&rest).map(|found| at += found + rest.len()).is_some(),
            "not" => !shown.contains(&rest),
            "all" => shown == rest,
            "start" => shown.starts_with(&rest),
            "end" => shown.ends_with(&rest),
            "count" => shown.matches(named.1).count() == named.0.parse::<usize>().unwrap(),
            "file" => read(named.0).contains(&named.1.replace('\n', " ")),
            "clean" => !read(named.0).contains(named.1),
            "lacks" => folder.read_dir().unwrap().all(|file| {
                let name = file.unwrap().file_name();
                !name.to_string_lossy().ends_with(&rest)
            }),
            "error" => errors.contains(&rest),
            _ => panic!("{section}: {line}: no such line"),
        };
        expects_errors |= mark == "error";
        assert!(holds, "{section}: {line}\n{shown}\n{errors}");
    }
    end(&output, expects_errors);
}

/// Commands with their output.
pub(crate) const SESSIONS: &str = include_str!("../sessions.txt");

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
