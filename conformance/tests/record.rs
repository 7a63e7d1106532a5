//! The record (crates/record): docs/sources.md is made from it, labels carry its facts, and no fact
//! is without a use. `cargo xtask renew record` writes the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use conformance::documents::{Document, assert_tables, root, tracked};
use notation::{ParsedGame, parse_games};
use record::{Confidence, Event, EventGame, Record, record};
use shakmaty::Color;

/// Words of labels that rest on facts, or depart from them. What is decided rests on none.
const LABELS: [&str; 4] = [
    "documented",
    "inferred",
    "second-hand",
    "against the record",
];

/// Texts that speak of the labels themselves, or have the words as data.
const ABOUT_LABELS: &[&str] = &[
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "conformance/tests/board_drawing.rs",
    "conformance/tests/learn.rs",
    "conformance/tests/record.rs",
    "crates/machine/tests/diagram.rs",
    "crates/record/src/lib.rs",
    "crates/room/tests/page.rs",
    // Sources of chips, not of the machine.
    "crates/ttl/src/parts.rs",
    "docs/README.md",
    "docs/sources.md",
];

/// A label and the facts that stand right after it.
#[derive(Debug)]
struct Label {
    /// `file: the words around it`.
    place: String,
    word: &'static str,
    facts: Vec<String>,
}

fn texts() -> Vec<Document> {
    let mut texts = tracked(&[".rs", ".md", ".mc", ".js"]);
    texts.retain(|text| !text.path.starts_with("web/vendor/"));
    texts
}

/// The text with its lines joined, without the marks of comments, so that a label may end a line.
fn joined(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.trim_start();
        ["//! ", "/// ", "// ", "; ", "> "]
            .iter()
            .find_map(|mark| line.strip_prefix(mark))
            .unwrap_or(line)
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// The ids at the beginning of what follows a label: ` (F041, F042)`, `, F041` or `](link) (F041)`.
fn facts_after(rest: &str) -> Vec<String> {
    let mut rest = rest.trim_start_matches(['*', '`']);
    if let Some(link) = rest.strip_prefix("](") {
        let end = link.find(')').map_or(link, |end| &link[end + 1..]);
        rest = end.trim_start_matches('*');
    }
    let mut facts = Vec::new();
    loop {
        rest = rest.trim_start_matches([' ', ',', '(']);
        let Some(id) = rest.get(..4).filter(|id| is_id(id)) else {
            return facts;
        };
        facts.push(id.to_owned());
        rest = &rest[4..];
    }
}

fn is_id(word: &str) -> bool {
    let digits = word.strip_prefix('F').unwrap_or_default();
    digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn labels(document: &Document) -> Vec<Label> {
    let text = joined(&document.text);
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    for word in LABELS {
        for (start, _) in lower.match_indices(word) {
            let is_part = lower[..start].ends_with(|c: char| c.is_ascii_alphanumeric());
            if is_part {
                continue;
            }
            let rest = &text[start + word.len()..];
            let around: String = text[start..].chars().take(60).collect();
            found.push(Label {
                place: format!("{}: {around}", document.path),
                word,
                facts: facts_after(rest),
            });
        }
    }
    found
}

/// Ids in a text.
fn ids(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| is_id(word))
        .map(str::to_owned)
        .collect()
}

#[test]
fn labels_carry_facts_that_are_as_sure_as_they_say() {
    let mut faults = Vec::new();
    for text in texts() {
        if ABOUT_LABELS.contains(&text.path.as_str()) {
            continue;
        }
        for label in labels(&text) {
            if label.facts.is_empty() {
                faults.push(format!("no fact: {}", label.place));
            }
            for id in &label.facts {
                let Some(fact) = record().fact(id) else {
                    faults.push(format!("no such fact {id}: {}", label.place));
                    continue;
                };
                let is_sure = fact.confidence == Confidence::High;
                if (label.word == "documented" && !is_sure)
                    || (label.word == "second-hand" && is_sure)
                {
                    let letter = fact.confidence.letter();
                    faults.push(format!("{id} is {letter}: {}", label.place));
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn facts_have_a_use_and_ids_a_fact() {
    let mut used = BTreeSet::new();
    for text in texts() {
        let is_made_from_the_record = ["docs/sources.md", "docs/letter.md"].contains(&&*text.path)
            || text.path.starts_with("crates/record/");
        if is_made_from_the_record {
            continue;
        }
        for id in ids(&text.text) {
            // A key of the terminal, or a wire of a test, has fewer digits.
            let is_known = record().fact(&id).is_some();
            assert!(
                is_known || text.path == "conformance/tests/record.rs",
                "{}: no fact {id}",
                text.path
            );
            used.insert(id);
        }
    }
    for year in &record().years {
        used.extend(year.facts.iter().cloned());
    }
    let unused: Vec<&str> = record()
        .facts
        .iter()
        .map(|fact| fact.id.as_str())
        .filter(|id| !used.contains(*id))
        .collect();
    assert!(unused.is_empty(), "facts without a use: {unused:?}");
}

#[test]
fn facts_after_labels_are_found_in_every_spelling() {
    let found = |text: &str| facts_after(text).join(" ");
    assert_eq!(found(" (F041, F042): outputs"), "F041 F042");
    assert_eq!(found(", F041)."), "F041");
    assert_eq!(found("**](../sources.md) (F041)"), "F041");
    assert_eq!(found("** (F041)"), "F041");
    assert_eq!(found(": outputs (F041)"), "");
    assert_eq!(found(" F41"), "");
}

#[test]
fn sources_page_is_up_to_date() {
    let table = |name, text: String| (name, format!("\n{text}\n"));
    let tables = [
        table("facts", facts(record())),
        table("events", events(record())),
        table("games", games(record())),
        table("questions", questions(record(), Place::Page)),
        table("bibliography", bibliography(record())),
    ];
    assert_tables("docs/sources.md", &tables);
    let questions = questions(record(), Place::Letter);
    assert_tables("docs/letter.md", &[table("questions", questions)]);
}

/// Where the questions stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// docs/sources.md: in a table, with what is known and what stands in its place.
    Page,
    /// docs/letter.md: under headings, as they are asked.
    Letter,
}

fn questions(record: &Record, place: Place) -> String {
    let mut text = String::new();
    if place == Place::Page {
        text += "| no. | about | question | nearest facts | here |\n|---|---|---|---|---|\n";
    }
    let mut area = "";
    for (question, number) in record.questions.iter().zip(1..) {
        let known = question.known.join(", ");
        let page = format!("[{0}]({0})", question.page);
        assert!(root().join("docs").join(&question.page).is_file(), "{page}");
        if place == Place::Page {
            let _ = writeln!(
                text,
                "| {number} | {} | {} | {known} | {page} |",
                question.area, question.ask
            );
            continue;
        }
        if question.area != area {
            let gap = if area.is_empty() { "" } else { "\n" };
            area = &question.area;
            let _ = writeln!(text, "{gap}### {area}\n");
        }
        let _ = writeln!(text, "{number}. {} ({known}; {page})", question.ask);
    }
    text
}

/// The files of code whose labels carry each fact.
fn resting() -> BTreeMap<String, BTreeSet<String>> {
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for text in texts() {
        let is_code = text.path.starts_with("crates/") && !text.path.starts_with("crates/record/");
        if !is_code || text.path.contains("/tests/") {
            continue;
        }
        let name = Path::new(&text.path).file_name().unwrap();
        let crate_name = text.path.split('/').nth(1).unwrap();
        for label in labels(&text) {
            for id in label.facts {
                let file = format!("{crate_name}: {}", name.to_string_lossy());
                files.entry(id).or_default().insert(file);
            }
        }
    }
    files
}

/// The files by crate: `machine: check, mod; tbelle: root`.
fn listed(files: &BTreeSet<String>) -> String {
    let mut by_crate: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for file in files {
        let (crate_name, name) = file.split_once(": ").unwrap();
        by_crate.entry(crate_name).or_default().push(name);
    }
    let lists = by_crate
        .iter()
        .map(|(name, files)| format!("{name}: {}", files.join(", ")));
    lists.collect::<Vec<_>>().join("; ")
}

fn facts(record: &Record) -> String {
    let resting = resting();
    let mut text = String::new();
    let mut area = "";
    for fact in &record.facts {
        if fact.area != area {
            let gap = if area.is_empty() { "" } else { "\n" };
            area = &fact.area;
            let _ = writeln!(text, "{gap}### {area}\n");
            text +=
                "| id | what is on record | conf. | source | labels in |\n|---|---|---|---|---|\n";
        }
        let labels = resting.get(&fact.id).map(listed).unwrap_or_default();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {labels} |",
            fact.id,
            fact.claim,
            fact.confidence.letter(),
            record.where_read(fact)
        );
    }
    text
}

fn events(record: &Record) -> String {
    let mut text = String::from(
        "| year | event | what played | result | games known (color, points) | source |\n|---|---|---|---|---|---|\n",
    );
    for event in &record.events {
        let games: Vec<String> = event.games.iter().map(EventGame::summary).collect();
        let sources: Vec<&str> = event
            .sources
            .iter()
            .map(|key| record.source(key).unwrap().short.as_str())
            .collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            event.year,
            event.name,
            event.machine,
            event.result,
            games.join(", "),
            sources.join("; ")
        );
    }
    text
}

fn games(record: &Record) -> String {
    let mut known = Vec::new();
    let mut lost = Vec::new();
    for event in &record.events {
        for game in &event.games {
            let line = format!("- {} ({}, {})", event.pairing(game), event.name, event.year);
            if game.score.is_some() {
                known.push(line);
            } else {
                lost.push(line);
            }
        }
    }
    format!(
        "With their moves, in suites/belle.pgn:\n\n{}\n\nLost, or not seen here:\n\n{}\n",
        known.join("\n"),
        lost.join("\n")
    )
}

fn bibliography(record: &Record) -> String {
    let mut text = String::new();
    for source in &record.sources {
        let _ = writeln!(
            text,
            "- **{}**: {}. Read: {}.",
            source.short, source.title, source.read
        );
    }
    text
}

#[test]
fn known_games_are_those_of_the_suite() {
    let pgn = fs::read(root().join("suites/belle.pgn")).unwrap();
    let mut found = Vec::new();
    for game in parse_games(&pgn).unwrap() {
        found.push(described(&game.unwrap()));
    }
    let mut expected = Vec::new();
    for event in &record().events {
        for game in event.games.iter().filter(|game| game.score.is_some()) {
            expected.push(format!("{} {}", event.year, sides(event, game)));
        }
    }
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

/// `1978 Blitz 6.5 - Belle`.
fn described(game: &ParsedGame) -> String {
    let source = game.tag("Source").unwrap_or_default();
    assert!(!source.is_empty(), "no Source: {:?}", game.tag("Event"));
    let year = game.tag("Date").unwrap_or_default().get(..4).unwrap();
    format!(
        "{year} {} - {}",
        game.name(Color::White),
        game.name(Color::Black)
    )
}

/// Both sides without what is known of the moves.
fn sides(event: &Event, game: &EventGame) -> String {
    let pairing = event.pairing(game);
    pairing.split(" (").next().unwrap().to_owned()
}
