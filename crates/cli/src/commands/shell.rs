//! `belle completions` and `belle manual`.

use std::io;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::setup::{STANDARD, program};

/// Print completions for a shell.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Shell to write completions for.
    shell: Shell,
}

/// Write the manual pages of all commands.
#[derive(Debug, Args)]
pub(crate) struct Manual {
    /// Output directory, created if missing, or '-' to print all pages.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut program(), "belle", &mut text);
        Ok(io::Write::write_all(&mut io::stdout().lock(), &text)?)
    }
}

/// The rule of exit statuses, for every command.
const EXIT_STATUS: &str = r"0  The command did what was asked.
1  It failed or was interrupted. A message says why, and how to go on.
2  The command line has an error.
3  It is done, but a part of the input was skipped. Messages name each part.";

const FILES: &str = r"$XDG_CONFIG_HOME/belle/config.toml, by default ~/.config/belle/config.toml
   Defaults of options; see belle-config(1).
FILE.job
   The job of an unfinished output FILE. The same command with --resume continues it.
endgames
   Folder of endgame tables, unless -d names another.";

const COPYRIGHT: &str = r"License GPL-3.0-or-later: https://www.gnu.org/licenses/gpl-3.0.html
This is free software: you are free to change and redistribute it. There is no warranty, to the extent permitted by law.";

/// Pages named in that of the program, and in those of its commands.
const OF_PROGRAM: &str =
    "belle-play(1), belle-analyse(1), belle-match(1), belle-uci(1), belle-config(1)";
const OF_COMMAND: &str = "belle(1)";

const ENVIRONMENT: &str = r"XDG_CONFIG_HOME, HOME
   Where the configuration is.
NO_COLOR, TERM, LANG, LC_ALL
   How the terminal is used.
BELLE_BACK_END
   plain: the machine works without vector registers.";

/// Commands for their pages, by the name of the page.
const EXAMPLES: [(&str, &[&str]); 14] = [
    (
        "belle",
        &[
            "belle play --elo 1200",
            "belle analyse games.pgn --html report.html",
            "belle match belle native --games 10 --depth 4",
        ],
    ),
    (
        "belle-play",
        &[
            "belle play --opponent casual",
            "belle play --player native --side black --level 5:00+3",
            "belle play --player tablebase --fen KQKR -d endgames",
        ],
    ),
    ("belle-uci", &["belle uci --player native"]),
    ("belle-xboard", &["belle xboard --player atlas"]),
    (
        "belle-analyse",
        &[
            "belle analyse games.pgn --depth 6",
            "belle analyse games.pgn --nodes 100000 --html report.html --json summary.json",
            "belle analyse games.pgn --epd train.epd",
            "belle analyse - -o -",
        ],
    ),
    (
        "belle-suite",
        &["belle suite suites/bratko-kopec.epd --player native --seconds 2"],
    ),
    (
        "belle-match",
        &[
            "belle match belle native --games 20 --tc 5+0.05 --pgn games.pgn",
            "belle match belle native atlas --round-robin --each depth=3",
        ],
    ),
    ("belle-merge", &["belle merge games.pgn"]),
    ("belle-lab-run", &["belle lab run depth --quick"]),
    (
        "belle-endgame-build",
        &["belle endgame build KQKR KRK -d endgames"],
    ),
    (
        "belle-endgame-longest",
        &["belle endgame longest KQKR --format pgn"],
    ),
    ("belle-mate", &["belle mate suites/mate-in-two.epd"]),
    (
        "belle-config-set",
        &[
            "belle config set play.level 5:00+3",
            "belle config set options.native.Hash 64",
        ],
    ),
    ("belle-completions", &["belle completions bash"]),
];

impl Manual {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // The version in full names this processor, which is nothing for a page.
        let mut command = program()
            .version(env!("CARGO_PKG_VERSION"))
            .disable_help_subcommand(true);
        command.build();
        let mut pages = Vec::new();
        add_pages(&command, &mut pages)?;
        if self.output == Path::new(STANDARD) {
            for page in pages {
                io::stdout().lock().write_all(page.text.as_bytes())?;
            }
            return Ok(());
        }
        files::create_folder(&self.output)?;
        for Page { file, text } in pages {
            files::write_atomically(&self.output.join(file), &text)?;
        }
        Ok(())
    }
}

/// A manual page.
struct Page {
    file: String,
    text: String,
}

/// Adds the pages of a command and of those below it.
fn add_pages(command: &Command, pages: &mut Vec<Page>) -> anyhow::Result<()> {
    for inner in command.get_subcommands() {
        if !inner.is_hide_set() {
            add_pages(inner, pages)?;
        }
    }
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    add_section(&mut text, "SYNOPSIS", &synopsis(command))?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.get_subcommands().any(|inner| !inner.is_hide_set()) {
        man.render_subcommands_section(&mut text)?;
    }
    if command.get_after_help().is_some() {
        man.render_extra_section(&mut text)?;
    }
    let file = man.get_filename();
    let see_also = if file == "belle.1" {
        OF_PROGRAM
    } else {
        OF_COMMAND
    };
    for (page, examples) in EXAMPLES {
        if file.strip_suffix(".1") == Some(page) {
            add_section(&mut text, "EXAMPLES", &examples.join("\n"))?;
        }
    }
    for (title, content) in [
        ("EXIT STATUS", EXIT_STATUS),
        ("FILES", FILES),
        ("ENVIRONMENT", ENVIRONMENT),
        ("AUTHORS", env!("CARGO_PKG_AUTHORS")),
        ("COPYRIGHT", COPYRIGHT),
        ("SEE ALSO", see_also),
    ] {
        add_section(&mut text, title, content)?;
    }
    let text = String::from_utf8(text)?;
    pages.push(Page { file, text });
    Ok(())
}

/// The command with its operands. The options and their values follow below it.
fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    usage.trim_start_matches("Usage:").trim().to_owned()
}

/// Adds a section whose lines stay as they are.
fn add_section(page: &mut Vec<u8>, title: &str, content: &str) -> io::Result<()> {
    let mut section = Roff::new();
    section.control("SH", [title]).control("nf", []);
    for line in content.lines() {
        section.text([roman(line)]);
    }
    section.control("fi", []);
    section.to_writer(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn examples_are_accepted_and_stand_in_their_pages() {
        let mut command = crate::Arguments::command().disable_help_subcommand(true);
        for (page, examples) in EXAMPLES {
            for example in examples {
                let words = example.split(' ');
                let read = command.clone().try_get_matches_from(words);
                assert!(read.is_ok(), "{example}: {}", read.unwrap_err());
                assert!(example.starts_with(&page.replace('-', " ")), "{example}");
            }
        }
        command.build();
        let mut pages = Vec::new();
        add_pages(&command, &mut pages).unwrap();
        for (page, _) in EXAMPLES {
            assert!(
                pages.iter().any(|made| made.file == format!("{page}.1")),
                "{page}"
            );
        }
        for Page { file, text } in pages {
            for title in [
                "SYNOPSIS",
                "EXIT STATUS",
                "FILES",
                "ENVIRONMENT",
                "AUTHORS",
                "COPYRIGHT",
                "SEE ALSO",
            ] {
                let heading = format!(".SH \"{title}\"");
                let bare = format!(".SH {title}");
                assert!(
                    text.contains(&heading) || text.contains(&bare),
                    "{file}: {title}"
                );
            }
        }
    }
}
