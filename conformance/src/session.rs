//! Sessions with a command-line program as data files. The head of crates/cli/tests/sessions.txt describes the lines.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use serde_json::Value;

use crate::documents::root;

/// A program and the sections of a file with its sessions.
#[derive(Clone, Copy, Debug)]
pub struct Sessions {
    pub program: &'static str,
    pub text: &'static str,
}

impl Sessions {
    /// Names of the sections.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.text
            .split("\n== ")
            .skip(1)
            .filter_map(|section| section.lines().next())
    }

    /// Runs the commands of a section in a folder.
    pub fn run(&self, section: &str, folder: &Path) {
        let mut sections = self.text.split("\n== ").skip(1);
        let rows = sections
            .find_map(|text| text.strip_prefix(section)?.strip_prefix('\n'))
            .expect("a section");
        let (mut output, mut expects_errors, mut at) = (None, true, 0);
        let end = |output: &Option<Output>, expects_errors: bool| {
            let unexpected = output
                .as_ref()
                .filter(|_| !expects_errors)
                .map(|output| text(&output.stderr));
            assert_eq!(unexpected.unwrap_or_default(), "", "{section}");
        };
        let bytes = |name: &str| fs::read(folder.join(name)).expect("the file");
        let read = |name: &str| text(&bytes(name)).replace('\n', " ");
        for line in rows.lines().filter(|line| !line.is_empty()) {
            if let Some((words, expected)) = line.split_once(" =>") {
                let refused = self.run_words(folder, words, "");
                let (shown, error) = (text(&refused.stdout), text(&refused.stderr));
                assert!(
                    !refused.status.success() && shown.is_empty(),
                    "{words}: {shown}"
                );
                assert!(
                    error.contains(expected.trim()) && !error.contains("panicked"),
                    "{line}: {error}"
                );
                continue;
            }
            let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest = rest.replace("\\n", "\n").replace("\\0", "\0");
            if let Some(status) = mark.strip_prefix("run") {
                end(&output, expects_errors);
                let (words, input) = rest.split_once(" < ").unwrap_or((&rest, ""));
                let done = self.run_words(folder, words, input);
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
                .map_or_else(Default::default, |output: &Output| {
                    (text(&output.stdout), text(&output.stderr))
                });
            let named = rest.split_once(' ').unwrap_or((&rest, ""));
            let number = || named.0.parse::<usize>().expect("a number");
            let holds = match mark {
                "with" => fs::write(folder.join(named.0), named.1).is_ok(),
                "save" => fs::write(folder.join(&rest), &shown).is_ok(),
                "flip" => {
                    let mut damaged = bytes(&rest);
                    let place = damaged.len() - 100;
                    damaged[place] ^= 1;
                    fs::write(folder.join(&rest), damaged).is_ok()
                }
                "out" => shown.contains(&rest),
                "then" => shown[at..]
                    .find(&rest)
                    .map(|found| at += found + rest.len())
                    .is_some(),
                "not" => !shown.contains(&rest),
                "all" => shown == rest,
                "start" => shown.starts_with(&rest),
                "end" => shown.ends_with(&rest),
                "count" => shown.matches(named.1).count() == number(),
                "lines" => shown.lines().count() >= number(),
                "json" if rest.is_empty() => serde_json::from_str::<Value>(&shown).is_ok(),
                "json" => serde_json::from_slice::<Value>(&bytes(&rest)).is_ok(),
                "file" => read(named.0).contains(&named.1.replace('\n', " ")),
                "clean" => !read(named.0).contains(named.1),
                "same" => bytes(named.0) == bytes(named.1),
                "files" => folder.join(named.1).read_dir().expect("the folder").count() == number(),
                "lacks" => folder.read_dir().expect("the folder").all(|file| {
                    let name = file.expect("a file").file_name();
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

    /// Runs the program with these words to its end.
    fn run_words(&self, folder: &Path, words: &str, input: &str) -> Output {
        let words = words.replace("{belle}", self.program);
        let words = words.replace("{suites}", &root().join("suites").to_string_lossy());
        // Single quotes keep blanks together.
        let words = words
            .split('\'')
            .enumerate()
            .flat_map(|(at, part)| match at % 2 {
                1 => vec![part],
                _ => part.split_whitespace().collect(),
            });
        run(command(self.program, folder, words), input)
    }
}

/// A program with pipes, to be started in a folder.
pub fn command<'a>(
    program: &str,
    folder: &Path,
    arguments: impl IntoIterator<Item = &'a str>,
) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a program, with these lines on its input, to its end.
pub fn run(mut command: Command, input: &str) -> Output {
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
