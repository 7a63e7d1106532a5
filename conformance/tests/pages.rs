//! Links, paths and commands in the pages lead to something that exists.

use std::collections::BTreeSet;

use conformance::documents::{Document, Line, resolved, root, tracked};

/// Folders whose names begin paths in texts.
const FOLDERS: &[&str] = &["crates/", "conformance/", "docs/", "suites/", "xtask/"];

/// Endings of paths in texts that are checked.
const ENDINGS: &[&str] = &[
    ".rs", ".md", ".mc", ".py", ".js", ".epd", ".tsv", ".pgn", ".toml", ".svg", ".png", ".ys", ".v",
];

fn assert_none(faults: Vec<String>) {
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Faults of lines, each with its place.
fn faults(
    texts: &[Document],
    mut fault: impl FnMut(&Document, Line<'_>) -> Option<String>,
) -> Vec<String> {
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
fn links_lead_to_files_and_headings() {
    let pages = tracked(&[".md"]);
    let mut faults = Vec::new();
    for page in tracked(&[".md"]) {
        for (number, link) in page.links() {
            if ["https://", "http://", "mailto:"]
                .iter()
                .any(|scheme| link.starts_with(scheme))
            {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let path = if file.is_empty() {
                page.path.clone()
            } else {
                resolved(&page.path, file)
            };
            let fault = match pages.iter().find(|page| page.path == path) {
                None if !root().join(&path).is_file() => {
                    "no such file (a folder needs a file in it)"
                }
                Some(target)
                    if !anchor.is_empty() && !target.anchors().iter().any(|one| one == anchor) =>
                {
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
    let list = pages
        .iter()
        .find(|page| page.path == summary)
        .expect(summary);
    let listed: BTreeSet<String> = list
        .links()
        .iter()
        .map(|(_, link)| resolved(summary, link))
        .collect();
    let mut missing = Vec::new();
    for page in &pages {
        // Templates of the forge are no pages.
        let is_page = page.path != summary && !page.path.starts_with(".github/");
        if is_page && !listed.contains(&page.path) {
            missing.push(format!("{}: is not in {summary}", page.path));
        }
    }
    assert_none(missing);
}

/// Paths that comments and pages name exist: `crates/...`, `docs/...`, with their endings.
#[test]
fn paths_in_texts_exist() {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    assert_none(faults(
        &tracked(&[".rs", ".md", ".mc", ".py", ".js", ".toml"]),
        |_, line| {
            let paths = line
                .text
                .split(|c| !is_part(c))
                .map(|word| word.trim_end_matches(['.', '-']));
            let mut checked = paths.filter(|path| {
                let named = FOLDERS.iter().any(|folder| path.starts_with(folder));
                named && ENDINGS.iter().any(|ending| path.ends_with(ending))
            });
            checked
                .find(|path| !root().join(path).exists())
                .map(|path| format!("no file {path}"))
        },
    ));
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
                faults.push(format!(
                    "{}: no such target or package: {} {name}",
                    line.place, pair[0]
                ));
            }
        }
    }
    assert_none(faults);
}

fn is_package(name: &str) -> bool {
    tracked(&["Cargo.toml"])
        .iter()
        .any(|manifest| manifest.text.contains(&format!("name = \"{name}\"\n")))
}
