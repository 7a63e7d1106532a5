//! `belle manual`

use std::env;
use std::fs;
use std::io;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;
use chrono::DateTime;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::commands::config::{Key, keys};
use crate::setup::{STANDARD, program};

/// Write the manual pages of all commands.
#[derive(Debug, Args)]
pub(crate) struct Manual {
    /// Output directory, created if missing, or '-' to print all pages.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

/// A term of a list, such as a file, with what is said of it.
struct Entry {
    term: &'static str,
    text: &'static str,
}

const fn entry(term: &'static str, text: &'static str) -> Entry {
    Entry { term, text }
}

/// The rule of exit statuses, for every command.
const EXIT_STATUS: &[Entry] = &[
    entry("0", "The command did what was asked."),
    entry("1", "It failed. A message says why, and how to go on."),
    entry("2", "The command line has an error."),
    entry(
        "3",
        "It is done, but a part of the input was skipped, or an engine failed. Messages name each \
         part.",
    ),
    entry(
        "130, 143, 129",
        "A signal interrupted the command: INT, TERM or HUP. It puts its work in order and ends by \
         that signal, which a shell shows so. A game in the terminal takes INT as a way to leave, \
         and ends with 0.",
    ),
];

/// What a page says of files or of the environment, and of which pages that is true.
struct Fact {
    /// Beginnings of the names of the pages; none for all.
    pages: &'static [&'static str],
    entries: &'static [Entry],
}

const FILES: &[Fact] = &[
    Fact {
        pages: &[],
        entries: &[entry(
            "$XDG_CONFIG_HOME/belle/config.toml",
            "Defaults of options; see belle-config(1). Without XDG_CONFIG_HOME it is \
             ~/.config/belle/config.toml.",
        )],
    },
    Fact {
        pages: &["belle-play", "belle-review"],
        entries: &[
            entry(
                "$XDG_DATA_HOME/belle/games.pgn",
                "Games that were played, unless --pgn names another file. Without XDG_DATA_HOME it \
                 is ~/.local/share/belle/games.pgn; where there is no HOME either, \
                 belle-DATE.pgn in the current folder.",
            ),
            entry(
                "$XDG_DATA_HOME/belle/unfinished-N.pgn",
                "A game that goes on; the next start offers it.",
            ),
        ],
    },
    Fact {
        pages: &[
            "belle-analyse",
            "belle-match",
            "belle-suite",
            "belle-lab-run",
            "belle-merge",
        ],
        entries: &[entry(
            "FILE.job",
            "The job of an output FILE. While that is unfinished, the same command with --resume \
             continues it; afterwards, analyse makes more outputs of it.",
        )],
    },
    Fact {
        pages: &["belle-endgame", "belle-play", "belle-review"],
        entries: &[entry(
            "endgames",
            "Folder of endgame tables, unless -d names another.",
        )],
    },
];

const ENVIRONMENT: &[Fact] = &[
    Fact {
        pages: &[],
        entries: &[
            entry("XDG_CONFIG_HOME, HOME", "Where the configuration is."),
            entry(
                "COLUMNS",
                "The width of help and lists that go to no terminal: 80 columns without it.",
            ),
            entry("NO_COLOR, TERM, LANG, LC_ALL", "How the terminal is used."),
            entry(
                "BELLE_BACK_END",
                "The registers that the machine uses: plain, AVX2 or AVX-512, as far as this \
                 computer has them.",
            ),
        ],
    },
    Fact {
        pages: &["belle-play", "belle-review"],
        entries: &[entry("XDG_DATA_HOME", "Where games are kept.")],
    },
    Fact {
        pages: &["belle-room"],
        entries: &[entry("BROWSER", "The program that shows the page.")],
    },
];

/// The facts of a page.
fn facts_of(page: &str, facts: &'static [Fact]) -> Vec<&'static Entry> {
    // Without a command, the program plays.
    let page = if page == "belle" { "belle-play" } else { page };
    let mut found = Vec::new();
    for Fact { pages, entries } in facts {
        if pages.is_empty() || pages.iter().any(|name| page.starts_with(name)) {
            found.extend(*entries);
        }
    }
    found
}

const COPYRIGHT: &str = "License GPL-3.0-or-later: https://www.gnu.org/licenses/gpl-3.0.html

This is free software: you are free to change and redistribute it. There is no warranty, to the \
extent permitted by law.";

/// Pages named in that of the program.
const OF_PROGRAM: &str = "belle-play(1), belle-analyse(1), belle-match(1), belle-uci(1), \
                          belle-room(1), belle-config(1)";

/// Commands for their pages, by the name of the page.
const EXAMPLES: &[(&str, &[&str])] = &[
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
    ("belle-review", &["belle review games.pgn 1"]),
    (
        "belle-uci",
        &["belle uci --player native", "belle uci --elo 1500"],
    ),
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
    ("belle-room", &["belle room", "belle room --port 8080"]),
    (
        "belle-trace",
        &[
            "belle trace --depth 2 -o search.vcd startpos",
            "belle trace --list",
        ],
    ),
    (
        "belle-replay",
        &["belle replay blitz --all", "belle replay nuchess --machine"],
    ),
    (
        "belle-endgame-probe",
        &["belle endgame probe 8/8/8/8/5k2/8/8/KQ6"],
    ),
    (
        "belle-endgame-verify",
        &["belle endgame verify KQKR -d endgames"],
    ),
    ("belle-perft", &["belle perft startpos 5"]),
    ("belle-eval", &["belle eval startpos"]),
    ("belle-bench", &["belle bench --player native"]),
    ("belle-asm", &["belle asm search.mc -o search.hex"]),
    ("belle-disasm", &["belle disasm search.hex -o again.mc"]),
    (
        "belle-verilog",
        &["belle verilog --list", "belle verilog -o rtl"],
    ),
    ("belle-manual", &["belle manual -o man"]),
];

impl Manual {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // The version in full names this processor, which is nothing for a page.
        let mut command = program()
            .version(env!("CARGO_PKG_VERSION"))
            .disable_help_subcommand(true);
        command.build();
        let mut pages = Vec::new();
        let edition = Edition {
            date: &date()?,
            settings: &keys(&program()),
        };
        add_pages(&command, &edition, &mut pages)?;
        if self.output == Path::new(STANDARD) {
            for page in pages {
                io::stdout().lock().write_all(page.text.as_bytes())?;
            }
            return Ok(());
        }
        files::create_folder(&self.output)?;
        let mut new = Vec::new();
        for Page { file, text } in pages {
            let path = self.output.join(file);
            let is_new = !path.exists();
            if let Err(error) = files::write_atomically(&path, &text) {
                // A part of the pages would be taken for all of them.
                for path in new {
                    let _ = fs::remove_file(path);
                }
                return Err(error);
            }
            if is_new {
                new.push(path);
            }
        }
        Ok(())
    }
}

/// The date of the pages: what SOURCE_DATE_EPOCH says, or the day of the latest release.
fn date() -> anyhow::Result<String> {
    let Ok(seconds) = env::var("SOURCE_DATE_EPOCH") else {
        return Ok(release_date(include_str!("../../../../CHANGELOG.md")).to_owned());
    };
    let time = match seconds.parse::<i64>() {
        Ok(seconds) => DateTime::from_timestamp(seconds, 0),
        Err(_) => None,
    };
    let time = time.with_context(|| {
        format!("SOURCE_DATE_EPOCH: expected seconds since 1970, got '{seconds}'")
    })?;
    Ok(time.format("%Y-%m-%d").to_string())
}

/// The day in the first heading of a release, `## 0.2.0 (2026-11-24)`; empty if none has one.
fn release_date(changes: &str) -> &str {
    for line in changes.lines() {
        if let Some(heading) = line.strip_prefix("## ")
            && let Some((_, date)) = heading.split_once(" (")
        {
            return date.trim_end_matches(')');
        }
    }
    ""
}

/// A manual page.
struct Page {
    file: String,
    text: String,
}

/// What pages say besides the command that they are about.
struct Edition<'a> {
    /// The day in their foot.
    date: &'a str,
    /// The keys of the configuration.
    settings: &'a [Key],
}

/// Adds the pages of a command and of those below it.
fn add_pages(command: &Command, edition: &Edition, pages: &mut Vec<Page>) -> anyhow::Result<()> {
    for inner in command.get_subcommands() {
        if !inner.is_hide_set() {
            add_pages(inner, edition, pages)?;
        }
    }
    let man = Man::new(command.clone())
        .date(edition.date)
        .source(concat!("belle ", env!("CARGO_PKG_VERSION")))
        .manual("Belle");
    let file = man.get_filename();
    let page = file.trim_end_matches(".1");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    add_text(&mut text, "SYNOPSIS", &synopsis(command))?;
    add_text(&mut text, "DESCRIPTION", &description(command))?;
    man.render_options_section(&mut text)?;
    if command.get_subcommands().any(|inner| !inner.is_hide_set()) {
        man.render_subcommands_section(&mut text)?;
    }
    if page == "belle-config" {
        let mut settings = Vec::new();
        for Key { name, help, .. } in edition.settings {
            settings.push((name.as_str(), help.as_str()));
        }
        add_list(&mut text, "SETTINGS", &settings)?;
    }
    if let Some(notes) = command.get_after_help() {
        add_text(&mut text, "NOTES", notes.to_string().trim())?;
    }
    for &(example_page, examples) in EXAMPLES {
        if page == example_page {
            add_examples(&mut text, examples)?;
        }
    }
    for (title, entries) in [
        ("EXIT STATUS", EXIT_STATUS.iter().collect()),
        ("FILES", facts_of(page, FILES)),
        ("ENVIRONMENT", facts_of(page, ENVIRONMENT)),
    ] {
        let mut list = Vec::new();
        for Entry { term, text } in entries {
            list.push((*term, *text));
        }
        add_list(&mut text, title, &list)?;
    }
    for (title, content) in [
        ("AUTHORS", env!("CARGO_PKG_AUTHORS")),
        ("COPYRIGHT", COPYRIGHT),
        ("SEE ALSO", &see_also(page)),
    ] {
        add_text(&mut text, title, content)?;
    }
    for alias in command.get_visible_aliases() {
        pages.push(Page {
            file: file.replacen(command.get_name(), alias, 1),
            text: format!(".so man1/{file}\n"),
        });
    }
    let text = tidied(&String::from_utf8(text)?);
    pages.push(Page { file, text });
    Ok(())
}

/// The pages of the commands above this one, or those that a reader of the program's own wants
/// first.
fn see_also(page: &str) -> String {
    let words: Vec<&str> = page.split('-').collect();
    let mut above = Vec::new();
    for length in (1..words.len()).rev() {
        above.push(format!("{}(1)", words[..length].join("-")));
    }
    if above.is_empty() {
        OF_PROGRAM.to_owned()
    } else {
        above.join(", ")
    }
}

/// The command with its operands, a paragraph for each way to call it. The options and their values
/// follow below it.
fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let lines = usage.trim_start_matches("Usage:").lines();
    lines.map(str::trim).collect::<Vec<_>>().join("\n\n")
}

/// What the command does.
fn description(command: &Command) -> String {
    let about = command.get_long_about().or_else(|| command.get_about());
    let mut about = about.map(ToString::to_string).unwrap_or_default();
    let aliases: Vec<&str> = command.get_visible_aliases().collect();
    if !aliases.is_empty() {
        about += &format!("\n\nAlso called: {}.", aliases.join(", "));
    }
    about
}

/// Adds a section of paragraphs, which are filled. Lines that are indented, as examples are, stay as
/// they are.
fn add_text(page: &mut Vec<u8>, title: &str, content: &str) -> io::Result<()> {
    let mut section = Roff::new();
    section.control("SH", [title]);
    let mut is_kept = false;
    let mut begins_paragraph = false;
    for line in content.lines() {
        if line.is_empty() {
            begins_paragraph = true;
            continue;
        }
        let keeps = line.starts_with(' ');
        if is_kept && !keeps {
            section.control("fi", []);
        }
        if begins_paragraph {
            section.control("PP", []);
            begins_paragraph = false;
        }
        if keeps && !is_kept {
            section.control("nf", []);
        }
        is_kept = keeps;
        section.text([roman(line)]);
    }
    if is_kept {
        section.control("fi", []);
    }
    section.to_writer(page)
}

/// Adds a section of terms, each with what is said of it.
fn add_list(page: &mut Vec<u8>, title: &str, entries: &[(&str, &str)]) -> io::Result<()> {
    let mut section = Roff::new();
    section.control("SH", [title]);
    for (term, text) in entries {
        section.control("TP", []).text([bold(*term)]);
        if !text.is_empty() {
            section.text([roman(*text)]);
        }
    }
    section.to_writer(page)
}

/// Adds a section of commands, whose lines stay as they are.
fn add_examples(page: &mut Vec<u8>, examples: &[&str]) -> io::Result<()> {
    let mut section = Roff::new();
    section.control("SH", ["EXAMPLES"]).control("nf", []);
    for example in examples {
        for line in folded(example) {
            section.text([roman(line)]);
        }
    }
    section.control("fi", []);
    section.to_writer(page)
}

/// Columns of a page's line that is not filled. The margin of a page takes the rest of 80.
const KEPT: usize = 70;

/// A command in lines of a page, which a shell joins again.
fn folded(command: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in command.split(' ') {
        if line.len() + word.len() + " \\".len() >= KEPT {
            lines.push(line + " \\");
            line = "   ".to_owned();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines.push(line);
    lines
}

/// A page without what its parts repeat: each defines the apostrophe again. An empty line between
/// breaks is a blank line of its own, and operands are named one by one, as in the synopsis.
fn tidied(page: &str) -> String {
    const APOSTROPHE: &str = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n";
    let page = page
        .replace(".br\n\n.br\n", ".sp\n")
        .replace(APOSTROPHE, "");
    let mut tidy = APOSTROPHE.to_owned();
    for line in page.lines() {
        let operands = line
            .strip_prefix("<\\fI")
            .and_then(|rest| rest.strip_suffix("\\fR>"));
        match operands {
            Some(names) => tidy += &format!("<\\fI{}\\fR>", names.replace(' ', "\\fR> <\\fI")),
            None => tidy += line,
        }
        tidy.push('\n');
    }
    tidy
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    /// What completions offer for an option of this name, wherever there is one.
    fn assert_listed(command: &Command, names: &[&str]) -> usize {
        let mut count = 0;
        for inner in command.get_subcommands() {
            count += assert_listed(inner, names);
        }
        for argument in command.get_arguments() {
            let is_listed = !argument.get_possible_values().is_empty();
            if names.contains(&argument.get_id().as_str()) {
                assert!(is_listed, "{} {argument}", command.get_name());
                count += 1;
            }
        }
        count
    }

    /// Checks that only examples are kept as they are, in the lines of a terminal, and that no break
    /// stands beside an empty line.
    fn assert_fits(file: &str, text: &str) {
        let mut section = "";
        let mut is_kept = false;
        let mut before = "";
        for line in text.lines() {
            match line {
                ".nf" => is_kept = true,
                ".fi" => is_kept = false,
                _ if line.starts_with(".SH") => section = line,
                _ if is_kept => {
                    let shown = line.replace("\\-", "-").replace("\\*(Aq", "'");
                    assert!(shown.len() <= 72, "{file}: {line}");
                    let is_example = section == ".SH EXAMPLES" || line.starts_with("  ");
                    assert!(is_example, "{file}: {line}");
                }
                _ => {}
            }
            let is_break_beside_blank = before == ".br" && line.is_empty();
            assert!(!is_break_beside_blank, "{file}: {section}");
            before = line;
        }
    }

    #[test]
    fn command_is_folded_as_a_shell_joins_it() {
        assert_eq!(folded("belle room"), ["belle room"]);
        let long = format!("belle analyse {} --csv {}", "a".repeat(50), "b".repeat(20));
        let lines = folded(&long);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].ends_with(" \\"));
        let joined = lines.join("\n").replace("\\\n    ", "");
        assert_eq!(joined, long);
    }

    #[test]
    fn values_of_options_are_listed_in_every_command() {
        let names = [
            "player",
            "pace",
            "generation",
            "block",
            "board",
            "epd_filter",
            "theme",
        ];
        assert!(assert_listed(&crate::Arguments::command(), &names) > 20);
    }

    #[test]
    fn changelog_has_the_date_of_its_latest_release() {
        let date = release_date(include_str!("../../../../CHANGELOG.md"));
        assert!(date.starts_with("20") && date.len() == 10, "{date}");
    }

    #[test]
    fn examples_are_accepted_and_stand_in_their_pages() {
        let mut command = crate::Arguments::command().disable_help_subcommand(true);
        for (page, examples) in EXAMPLES {
            for example in *examples {
                let words = example.split(' ');
                let read = command.clone().try_get_matches_from(words);
                assert!(read.is_ok(), "{example}: {}", read.unwrap_err());
                assert!(example.starts_with(&page.replace('-', " ")), "{example}");
            }
        }
        command.build();
        let mut pages = Vec::new();
        let edition = Edition {
            date: "2026-11-24",
            settings: &keys(&command),
        };
        add_pages(&command, &edition, &mut pages).unwrap();
        for (page, _) in EXAMPLES {
            assert!(
                pages.iter().any(|made| made.file == format!("{page}.1")),
                "{page}"
            );
        }
        for Page { file, text } in pages {
            if text.starts_with(".so") {
                continue;
            }
            assert_fits(&file, &text);
            for title in [
                "SYNOPSIS",
                "EXIT STATUS",
                "FILES",
                "ENVIRONMENT",
                "AUTHORS",
                "COPYRIGHT",
                "SEE ALSO",
            ] {
                let footer = concat!("\"belle ", env!("CARGO_PKG_VERSION"), "\" \"Belle\"");
                let footer = footer.replace('"', "");
                let head = text.lines().find(|line| line.starts_with(".TH"));
                let head = head.unwrap().replace(['"', '\\'], "");
                assert!(head.contains(&footer), "{file}: {head}");
                assert!(head.contains("2026-11-24"), "{file}: {head}");
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
