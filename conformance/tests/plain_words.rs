//! Names and prose follow CONTRIBUTING.md, and pages their limits; links and paths in texts lead somewhere.

use std::collections::BTreeSet;

use conformance::documents::{resolved, root, tracked, without_code};

/// Lines of a file beyond which it needs a reason.
const LONGEST: usize = 600;

/// Files that are longer, and why.
const LONG: &[(&str, &str)] = &[];

/// Most words of a folder's or file's pages.
const WORDS: &[(&str, usize)] =
    &[("docs/", 28_000), ("README.md", 700), ("ARCHITECTURE.md", 750), ("CONTRIBUTING.md", 900)];

/// Beginnings of doc comments that postpone their subject, and the advice instead.
const OPENINGS: &[&str] = &["What", "Whatever", "Whoever", "Who", "The same", "How"];

/// Folders whose names begin paths in texts.
const FOLDERS: &[&str] = &["crates/", "conformance/", "docs/", "suites/", "xtask/"];

/// Endings of paths in texts that are checked.
const ENDINGS: &[&str] =
    &[".rs", ".md", ".mc", ".py", ".js", ".epd", ".tsv", ".pgn", ".toml", ".svg", ".png", ".ys", ".v"];

/// Fails with the list of faults, if there are any.
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn doc_comments_open_with_their_subject() {
    let mut faults = Vec::new();
    for text in tracked(&[".rs", ".py"]) {
        let mut within = false;
        for line in text.lines() {
            let trimmed = line.text.trim_start();
            let comment = ["/// ", "//! ", "\"\"\""].iter().find_map(|mark| trimmed.strip_prefix(mark));
            let opens = comment.filter(|_| !within);
            within = ["///", "//!"].iter().any(|mark| trimmed.starts_with(mark));
            let Some(opens) = opens else { continue };
            if let Some(word) = OPENINGS.iter().find(|word| begins_with(opens, word)) {
                let advice = "open with a noun phrase or a verb in the third person";
                faults.push(format!(
                    "{}:{}: doc comment opens with '{word}'; {advice}",
                    text.path, line.number
                ));
            }
        }
    }
    none(faults);
}

/// Whether a text begins with these words.
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
    let mut faults = Vec::new();
    for text in tracked(&[".rs", ".md", ".mc", ".py", ".js", ".toml"]) {
        for line in text.lines() {
            let lower = line.text.to_lowercase().replace('_', " ");
            for (words, instead, reason, allowed) in &list {
                let stands = |word: &&str| has_word(&lower, word);
                let excused =
                    !allowed.is_empty() && allowed.split(';').any(|phrase| line.text.contains(phrase));
                if let Some(word) = words.clone().find(stands).filter(|_| !excused) {
                    let place = format!("{}:{}", text.path, line.number);
                    faults.push(format!("{place}: '{word}': write {instead} ({reason})"));
                }
            }
        }
    }
    none(faults);
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
    none(faults);
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

/// Comments and pages paraphrase: quotation marks round four words or more claim a source's own sentence.
#[test]
fn sentences_are_not_quoted() {
    let mut faults = Vec::new();
    for text in tracked(&[".rs", ".md", ".mc"]) {
        let page = text.path.ends_with(".md");
        for line in text.lines().filter(|line| !line.fenced) {
            let trimmed = line.text.trim_start();
            if !page && !["//", ";"].iter().any(|mark| trimmed.starts_with(mark)) {
                continue;
            }
            let prose = without_code(trimmed).replace(['“', '”'], "\"");
            if let Some(quoted) =
                prose.split('"').skip(1).step_by(2).find(|part| part.split_whitespace().count() >= 4)
            {
                let advice = "cite name and section, and paraphrase";
                faults.push(format!("{}:{}: quotes \"{quoted}\"; {advice}", text.path, line.number));
            }
        }
    }
    none(faults);
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
            let target = pages.iter().find(|page| page.path == path);
            let fault = match target {
                None if !root().join(&path).is_file() => "no such file (a folder needs a file in it)",
                Some(target) if !anchor.is_empty() && !target.anchors().iter().any(|one| one == anchor) => {
                    "no such heading"
                }
                _ => continue,
            };
            faults.push(format!("{}:{number}: link `{link}`: {fault}", page.path));
        }
    }
    none(faults);
}

/// Every page is reached from the book's list of pages.
#[test]
fn pages_are_in_the_summary() {
    let summary = "docs/SUMMARY.md";
    let pages = tracked(&[".md"]);
    let Some(list) = pages.iter().find(|page| page.path == summary) else { panic!("no {summary}") };
    let listed: BTreeSet<String> = list.links().iter().map(|(_, link)| resolved(summary, link)).collect();
    let missing: Vec<String> = tracked(&[".md"])
        .iter()
        .filter(|page| page.path != summary && !listed.contains(&page.path))
        .map(|page| format!("{}: is not in {summary}", page.path))
        .collect();
    none(missing);
}

/// Paths that comments and pages name exist: `crates/...`, `docs/...`, with their endings.
#[test]
fn paths_in_texts_exist() {
    let mut faults = Vec::new();
    for text in tracked(&[".rs", ".md", ".mc", ".py", ".js", ".toml"]) {
        for line in text.lines() {
            let is_part = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
            for word in line.text.split(|c: char| !is_part(c)) {
                let path = word.trim_end_matches(['.', '-']);
                let named = FOLDERS.iter().any(|folder| path.starts_with(folder));
                let checked = named && ENDINGS.iter().any(|ending| path.ends_with(ending));
                if checked && !root().join(path).exists() {
                    faults.push(format!("{}:{}: no file {path}", text.path, line.number));
                }
            }
        }
    }
    none(faults);
}

/// Examples and test files named in commands of cargo exist.
#[test]
fn cargo_commands_name_targets_that_exist() {
    let sources: Vec<String> = tracked(&[".rs"]).into_iter().map(|source| source.path).collect();
    let mut faults = Vec::new();
    for page in tracked(&[".md"]) {
        for line in page.commands(&["cargo run", "cargo test", "cargo nextest run"]) {
            for pair in line.words.windows(2) {
                let folder = match pair[0].as_str() {
                    "--example" => "examples",
                    "--test" => "tests",
                    "-p" | "--package" => {
                        if !is_package(&pair[1]) {
                            faults.push(format!("{}: no package '{}'", line.place, pair[1]));
                        }
                        continue;
                    }
                    _ => continue,
                };
                let file = format!("/{folder}/{}.rs", pair[1]);
                if !sources.iter().any(|source| source.ends_with(&file)) {
                    faults.push(format!("{}: no {folder}/{}.rs", line.place, pair[1]));
                }
            }
        }
    }
    none(faults);
}

/// Whether the workspace has a package of this name.
fn is_package(name: &str) -> bool {
    tracked(&["Cargo.toml"]).iter().any(|manifest| manifest.text.contains(&format!("name = \"{name}\"\n")))
}
