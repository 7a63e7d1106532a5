//! The project's own texts: tracked files, pages with their links, and the command lines that pages
//! show.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A tracked text file.
#[derive(Clone, Debug)]
pub struct Document {
    /// Path from the root, with slashes.
    pub path: String,
    pub text: String,
}

/// A line of a document, counted from 1.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    pub number: usize,
    pub text: &'a str,
    /// Between the fences of a code block.
    pub fenced: bool,
}

/// A command line shown in a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// `file:line`.
    pub place: String,
    pub words: Vec<String>,
    /// In a code block, to be typed as it stands; otherwise in a sentence, perhaps in part.
    pub complete: bool,
}

/// All tracked files with one of these endings. Panics if git fails or a file cannot be read.
pub fn tracked(endings: &[&str]) -> Vec<Document> {
    let output = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(root())
        .output()
        .expect("git runs");
    assert!(
        output.status.success(),
        "git ls-files: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let names = String::from_utf8(output.stdout).expect("paths in UTF-8");
    let wanted = |path: &&str| endings.iter().any(|ending| path.ends_with(ending));
    // A file that was deleted but is still in the index counts as deleted.
    let existing = names
        .split_terminator('\0')
        .filter(wanted)
        .filter(|path| root().join(path).is_file());
    existing.map(Document::read).collect()
}

/// All pages that show commands of today's programs. CHANGELOG.md names those that are gone, too.
pub fn pages_of_today() -> Vec<Document> {
    let mut pages = tracked(&[".md"]);
    pages.retain(|page| page.path != "CHANGELOG.md");
    pages
}

impl Document {
    fn read(path: &str) -> Self {
        let text =
            std::fs::read(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        Self {
            path: path.to_owned(),
            text: String::from_utf8_lossy(&text).into_owned(),
        }
    }

    /// Lines, with their number and whether they stand in a code block.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut fenced = false;
        (1..).zip(self.text.lines()).map(move |(number, text)| {
            let text_only = text
                .trim_start()
                .trim_start_matches("///")
                .trim_start_matches("//!")
                .trim_start();
            let fence = text_only.starts_with("```");
            fenced ^= fence;
            Line {
                number,
                text,
                fenced: fenced && !fence,
            }
        })
    }

    /// The anchors of a page's headings, as GitHub and mdBook make them.
    pub fn anchors(&self) -> Vec<String> {
        let headings = self
            .lines()
            .filter(|line| !line.fenced && line.text.starts_with('#'));
        headings
            .map(|line| anchor(line.text.trim_start_matches('#').trim()))
            .collect()
    }

    /// Targets of the page's links and pictures, with their lines.
    pub fn links(&self) -> Vec<(usize, String)> {
        let mut links = Vec::new();
        for line in self.lines().filter(|line| !line.fenced) {
            let text = without_code(line.text);
            for (at, _) in text.match_indices("](") {
                let target = text[at + 2..].split([')', ' ']).next().unwrap_or_default();
                links.push((line.number, target.to_owned()));
            }
        }
        links
    }

    /// Command lines of a program, in code blocks and in sentences; `starts` are the ways to call
    /// it.
    pub fn commands(&self, starts: &[&str]) -> Vec<CommandLine> {
        let mut commands = Vec::new();
        let mut continued: Option<(usize, String)> = None;
        for line in self.lines() {
            let spans: Vec<String> = match line.fenced {
                true => vec![line.text.trim().trim_start_matches("$ ").to_owned()],
                false => line
                    .text
                    .split('`')
                    .skip(1)
                    .step_by(2)
                    .map(|span| span.replace("\\|", "|"))
                    .collect(),
            };
            for span in spans {
                let (number, text) = match continued.take() {
                    Some((number, before)) if line.fenced => (number, before + &span),
                    _ => (line.number, span),
                };
                if line.fenced
                    && let Some(before) = text.strip_suffix('\\')
                {
                    continued = Some((number, before.to_owned()));
                    continue;
                }
                let found = starts.iter().find_map(|start| text.strip_prefix(start));
                if let Some(rest) = found.filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
                    let place = format!("{}:{number}", self.path);
                    commands.push(CommandLine {
                        place,
                        words: words(rest),
                        complete: line.fenced,
                    });
                }
            }
        }
        commands
    }
}

/// Path from the root of a relative link in a page.
pub fn resolved(page: &str, link: &str) -> String {
    let mut path = PathBuf::new();
    for part in Path::new(page)
        .parent()
        .unwrap_or(Path::new(""))
        .join(link)
        .components()
    {
        match part {
            Component::ParentDir => drop(path.pop()),
            other => path.push(other),
        }
    }
    path.display().to_string()
}

fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading
        .to_lowercase()
        .chars()
        .filter(kept)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// The line without what stands in backquotes.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The words of a shell command, up to a pipe, a redirection or a remark.
fn words(text: &str) -> Vec<String> {
    const ENDS: [&str; 8] = ["|", ">", ">>", "<", "&&", "&", ";", "2>"];
    let words = match shell_words::split(text) {
        Ok(words) => words,
        // A sentence may show the begin of a command, in which a quotation mark stands open.
        Err(_) => text.split_whitespace().map(str::to_owned).collect(),
    };
    words
        .into_iter()
        .take_while(|word| !ENDS.contains(&word.as_str()))
        .collect()
}

/// Faults of the command lines, by the definition that the program itself parses with.
///
/// A complete command without placeholders must parse. Of the others every subcommand and option
/// must exist and be shown in the help.
pub fn rejected(program: &clap::Command, commands: &[CommandLine]) -> Vec<String> {
    let mut program = program.clone();
    program.build();
    let fault = |line: &CommandLine| {
        let shown = format!(
            "{}: `{} {}`",
            line.place,
            program.get_name(),
            line.words.join(" ")
        );
        if let Err(unknown) = shown_in_help(&program, &line.words) {
            return Some(format!("{shown}: {unknown}"));
        }
        if !line.complete || line.words.iter().any(|word| is_placeholder(word)) {
            return None;
        }
        let words =
            std::iter::once(program.get_name().to_owned()).chain(line.words.iter().cloned());
        match program.clone().try_get_matches_from(words) {
            Err(error) if error.use_stderr() => Some(format!("{shown}: {error}")),
            _ => None,
        }
    };
    commands.iter().filter_map(fault).collect()
}

/// A word that stands for others: `FEN`, `FILE.epd`, `NAME=VALUE`, `[-o`, `...`.
fn is_placeholder(word: &str) -> bool {
    let upper = word.len() > 1
        && word
            .chars()
            .take_while(|&c| c != '.')
            .all(|c| c.is_ascii_uppercase() || c == '_' || c == '=');
    upper
        || matches!(word, "A" | "B" | "N")
        || word.contains("...")
        || word.contains(['[', '|', '…'])
}

/// Checks that subcommands and options of a command line are those of the help.
fn shown_in_help(program: &clap::Command, words: &[String]) -> Result<(), String> {
    let mut command = program;
    let mut nested = true;
    for word in words {
        let word = word.trim_matches(['[', ']']);
        if let Some(option) = word
            .strip_prefix("--")
            .map(|long| long.split('=').next().unwrap_or_default())
        {
            let visible = |arg: &&clap::Arg| !arg.is_hide_set();
            let named = |arg: &clap::Arg| {
                arg.get_long() == Some(option)
                    || arg
                        .get_visible_aliases()
                        .is_some_and(|all| all.contains(&option))
            };
            if !option.is_empty() && !command.get_arguments().filter(visible).any(named) {
                return Err(format!(
                    "`{}` has no option `--{option}`",
                    command.get_name()
                ));
            }
        } else if nested
            && command.has_subcommands()
            && !word.starts_with('-')
            && !is_placeholder(word)
        {
            command = subcommand(command, word)?;
        } else if nested && command.has_subcommands() && word.contains('|') {
            word.split('|')
                .try_for_each(|one| subcommand(command, one).map(|_| ()))?;
            nested = false;
        } else {
            nested = false;
        }
    }
    Ok(())
}

fn subcommand<'a>(command: &'a clap::Command, name: &str) -> Result<&'a clap::Command, String> {
    let mut all = command.get_subcommands();
    let found = all
        .find(|one| one.get_name() == name || one.get_visible_aliases().any(|alias| alias == name));
    found.ok_or_else(|| format!("`{}` has no command `{name}`", command.get_name()))
}

/// Asserts that the tables of a page, each between the marks of its name, are these.
/// `SNAPSHOTS=overwrite` writes them.
#[track_caller]
pub fn assert_tables(page: &str, tables: &[(&str, String)]) {
    let path = root().join(page);
    let mut fresh = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {error}"));
    for (name, table) in tables {
        fresh = with_table(&fresh, name, table);
    }
    assert_data_eq!(fresh, Data::read_from(&path, Some(DataFormat::Text)).raw());
}

/// The text of a page with a new table between the two marks of its name.
fn with_table(text: &str, name: &str, table: &str) -> String {
    let (begin, end) = (format!("<!--{name}-->\n"), format!("<!--end of {name}-->"));
    let (before, rest) = text
        .split_once(&begin)
        .unwrap_or_else(|| panic!("no mark {begin}"));
    let (_, after) = rest
        .split_once(&end)
        .unwrap_or_else(|| panic!("no mark {end}"));
    format!("{before}{begin}{table}{end}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Document {
        Document {
            path: "page.md".to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn commands_are_found_in_blocks_and_sentences() {
        let page = page(
            "`belle eval 'a b'` and `belle-native`\n```\n$ belle match A \\\n  B | less\nbelle play  # a game\n```\n",
        );
        let found: Vec<_> = page
            .commands(&["belle"])
            .into_iter()
            .map(|line| (line.place, line.words.join("+")))
            .collect();
        let expected = [
            ("page.md:1", "eval+a b"),
            ("page.md:3", "match+A+B"),
            ("page.md:5", "play"),
        ];
        assert_eq!(
            found,
            expected.map(|(place, words)| (place.to_owned(), words.to_owned()))
        );
    }

    #[test]
    fn rejected_unknown_word_or_hidden_option_is_named() {
        let depth = clap::Arg::new("depth")
            .long("depth")
            .value_parser(clap::value_parser!(u8));
        let hidden = clap::Arg::new("old")
            .long("old")
            .hide(true)
            .action(clap::ArgAction::SetTrue);
        let eval = clap::Command::new("eval").args([depth, hidden]);
        let program = clap::Command::new("belle").subcommand(eval);
        for (text, accepted) in [
            ("```\nbelle eval --depth 3\n```", true),
            ("```\nbelle eval --depth x\n```", false),
            ("```\nbelle eval --depth N\n```", true),
            ("`belle eval --old`", false),
            ("`belle ewal`", false),
            ("`belle eval --breadth`", false),
        ] {
            assert_eq!(
                rejected(&program, &page(text).commands(&["belle"])).is_empty(),
                accepted,
                "{text}"
            );
        }
    }

    #[test]
    fn anchors_are_those_of_github() {
        assert_eq!(
            page("## What it *is*: `a_b`, C-d\n").anchors(),
            ["what-it-is-a_b-c-d"]
        );
    }

    #[test]
    fn links_in_code_are_passed_over() {
        let page = page("[a](b.md#c) `[d](e)` ![f](g.png \"h\")\n```\n[i](j)\n```\n");
        assert_eq!(
            page.links(),
            [(1, "b.md#c".to_owned()), (1, "g.png".to_owned())]
        );
    }
}
