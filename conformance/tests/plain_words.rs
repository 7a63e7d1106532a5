//! Names and prose follow CONTRIBUTING.md, and pages their limits; links and paths in texts lead somewhere.

use std::collections::BTreeSet;

use conformance::documents::{Document, Line, resolved, root, tracked, without_code};

/// Lines of a file beyond which it needs a reason.
const LONGEST: usize = 600;
/// Files that are longer, and why.
const LONG: &[(&str, &str)] = &[];

/// Most words of a folder's or file's pages.
const WORDS: &[(&str, usize)] =
    &[("docs/", 28_000), ("README.md", 700), ("ARCHITECTURE.md", 750), ("CONTRIBUTING.md", 900)];

/// Most words of a page's mean sentence, for pages with enough sentences for a mean.
const MEAN_SENTENCE: usize = 18;
const ENOUGH_SENTENCES: usize = 10;

/// Beginnings of doc comments that postpone their subject.
const OPENINGS: &[&str] = &["What", "Whatever", "Whoever", "Who", "The same", "How"];
/// Folders whose names begin paths in texts.
const FOLDERS: &[&str] = &["crates/", "conformance/", "docs/", "suites/", "xtask/"];

/// Endings of paths in texts that are checked.
const ENDINGS: &[&str] =
    &[".rs", ".md", ".mc", ".py", ".js", ".epd", ".tsv", ".pgn", ".toml", ".svg", ".png", ".ys", ".v"];

fn assert_none(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Faults of lines, each with its place.
fn faults(texts: &[Document], mut fault: impl FnMut(&Document, Line<'_>) -> Option<String>) -> Vec<String> {
    let mut found = Vec::new();
    for text in texts {
        for line in text.lines() {
            let place = format!("{}:{}", text.path, line.number);
            found.extend(fault(text, line).map(|fault| format!("{place}: {fault}")));
        }
    }
    found
}

#[test]
fn doc_comments_open_with_their_subject() {
    let mut within = false;
    assert_none(faults(&tracked(&[".rs", ".py"]), |_, line| {
        let trimmed = line.text.trim_start();
        let comment = ["/// ", "//! ", "\"\"\""].iter().find_map(|mark| trimmed.strip_prefix(mark));
        let opens = comment.filter(|_| !within || line.number == 1);
        within = ["///", "//!"].iter().any(|mark| trimmed.starts_with(mark));
        let word = OPENINGS.iter().find(|word| opens.is_some_and(|opens| begins_with(opens, word)))?;
        let advice = "open with a noun phrase or a verb in the third person";
        Some(format!("doc comment opens with '{word}'; {advice}"))
    }));
}

fn begins_with(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

#[test]
fn words_of_the_list_are_not_used() {
    let list = include_str!("plain_words.tsv").lines().skip(1).map(|row| {
        let mut fields = row.split('\t');
        let mut field = || fields.next().unwrap_or_default();
        let (words, instead, reason, allowed) = (field(), field(), field(), field());
        assert!(!reason.is_empty(), "plain_words.tsv: '{words}': expected word, instead, reason");
        (words.split(','), instead, reason, allowed)
    });
    let list: Vec<_> = list.collect();
    assert_none(faults(&tracked(&[".rs", ".md", ".mc", ".py", ".js", ".toml"]), |_, line| {
        let lower = line.text.to_lowercase().replace('_', " ");
        list.iter().find_map(|(words, instead, reason, allowed)| {
            let excused = !allowed.is_empty() && allowed.split(';').any(|phrase| line.text.contains(phrase));
            let word = words.clone().find(|word| has_word(&lower, word)).filter(|_| !excused)?;
            Some(format!("'{word}': write {instead} ({reason})"))
        })
    }));
}

/// Whether words stand in a line by themselves, not within longer ones.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[test]
fn long_files_have_a_reason() {
    let mut faults = Vec::new();
    for text in tracked(&[".rs", ".py", ".js"]) {
        let count = text.text.lines().count();
        let excused = LONG.iter().any(|(path, _)| *path == text.path);
        if (count > LONGEST) != excused {
            let advice = "split it, or give the reason in LONG";
            faults.push(format!("{}: {count} lines, expected at most {LONGEST}: {advice}", text.path));
        }
    }
    assert_none(faults);
}

#[test]
fn pages_keep_their_word_limits() {
    let pages = tracked(&[".md"]);
    for &(start, limit) in WORDS {
        let within = pages.iter().filter(|page| page.path.starts_with(start));
        let count: usize = within.map(|page| page.text.split_whitespace().count()).sum();
        assert!(count <= limit, "{start}: {count} words, expected at most {limit}");
    }
}

#[test]
fn sentences_of_pages_are_short() {
    let mut faults = Vec::new();
    for page in tracked(&[".md"]) {
        let lengths = sentence_lengths(&page);
        let words: usize = lengths.iter().sum();
        if lengths.len() >= ENOUGH_SENTENCES && words > MEAN_SENTENCE * lengths.len() {
            let count = lengths.len();
            faults.push(format!("{}: {words} words in {count} sentences: shorten them", page.path));
        }
    }
    assert_none(faults);
}

/// Words of each sentence of a page's paragraphs and lists; a line of another kind ends a sentence.
fn sentence_lengths(page: &Document) -> Vec<usize> {
    let (mut lengths, mut count) = (Vec::new(), 0);
    for line in page.lines() {
        let text = line.text.trim();
        let is_prose = !line.fenced && !text.starts_with(['|', '#', '<', '!', '`']);
        if !is_prose || text.is_empty() || text.starts_with(['-', '*']) {
            lengths.push(std::mem::take(&mut count));
        }
        for word in text.split_whitespace().filter(|_| is_prose) {
            count += 1;
            if word.trim_end_matches([')', '"', '*', '`']).ends_with(['.', '?', '!']) {
                lengths.push(std::mem::take(&mut count));
            }
        }
    }
    lengths.retain(|&length| length > 1);
    lengths
}

/// Comments and pages paraphrase: quotation marks round four words or more claim a source's own sentence.
#[test]
fn sentences_are_not_quoted() {
    assert_none(faults(&tracked(&[".rs", ".md", ".mc"]), |text, line| {
        let trimmed = line.text.trim_start();
        let prose = text.path.ends_with(".md") || ["//", ";"].iter().any(|mark| trimmed.starts_with(mark));
        if line.fenced || !prose {
            return None;
        }
        let prose = without_code(trimmed).replace(['“', '”'], "\"");
        let mut quotes = prose.split('"').skip(1).step_by(2);
        let quoted = quotes.find(|part| part.split_whitespace().count() >= 4)?;
        Some(format!("quotes \"{quoted}\"; cite name and section, and paraphrase"))
    }));
}

#[test]
fn links_lead_to_files_and_headings() {
    let pages = tracked(&[".md"]);
    let mut faults = Vec::new();
    for page in tracked(&[".md"]) {
        for (number, link) in page.links() {
            if ["https://", "http://", "mailto:"].iter().any(|scheme| link.starts_with(scheme)) {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let path = if file.is_empty() { page.path.clone() } else { resolved(&page.path, file) };
            let fault = match pages.iter().find(|page| page.path == path) {
                None if !root().join(&path).is_file() => "no such file (a folder needs a file in it)",
                Some(target) if !anchor.is_empty() && !target.anchors().iter().any(|one| one == anchor) => {
                    "no such heading"
                }
                _ => continue,
            };
            faults.push(format!("{}:{number}: link `{link}`: {fault}", page.path));
        }
    }
    assert_none(faults);
}

#[test]
fn pages_are_in_the_summary() {
    let summary = "docs/SUMMARY.md";
    let pages = tracked(&[".md"]);
    let list = pages.iter().find(|page| page.path == summary).expect(summary);
    let listed: BTreeSet<String> = list.links().iter().map(|(_, link)| resolved(summary, link)).collect();
    let missing = pages.iter().filter(|page| page.path != summary && !listed.contains(&page.path));
    assert_none(missing.map(|page| format!("{}: is not in {summary}", page.path)).collect());
}

/// Paths that comments and pages name exist: `crates/...`, `docs/...`, with their endings.
#[test]
fn paths_in_texts_exist() {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    assert_none(faults(&tracked(&[".rs", ".md", ".mc", ".py", ".js", ".toml"]), |_, line| {
        let paths = line.text.split(|c| !is_part(c)).map(|word| word.trim_end_matches(['.', '-']));
        let mut checked = paths.filter(|path| {
            let named = FOLDERS.iter().any(|folder| path.starts_with(folder));
            named && ENDINGS.iter().any(|ending| path.ends_with(ending))
        });
        checked.find(|path| !root().join(path).exists()).map(|path| format!("no file {path}"))
    }));
}

#[test]
fn cargo_commands_name_targets_that_exist() {
    let sources = tracked(&[".rs"]);
    let mut faults = Vec::new();
    for line in tracked(&[".md"])
        .iter()
        .flat_map(|page| page.commands(&["cargo run", "cargo test", "cargo nextest run"]))
    {
        for pair in line.words.windows(2) {
            let name = &pair[1];
            let exists = |folder: &str| {
                let file = format!("/{folder}/{name}.rs");
                sources.iter().any(|source| source.path.ends_with(&file))
            };
            let found = match pair[0].as_str() {
                "--example" => exists("examples"),
                "--test" => exists("tests"),
                "-p" | "--package" => is_package(name),
                _ => continue,
            };
            if !found {
                faults.push(format!("{}: no such target or package: {} {name}", line.place, pair[0]));
            }
        }
    }
    assert_none(faults);
}

fn is_package(name: &str) -> bool {
    tracked(&["Cargo.toml"]).iter().any(|manifest| manifest.text.contains(&format!("name = \"{name}\"\n")))
}
