//! `cargo xtask book`: all pages as one book, by mdBook.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use conformance::documents::{Document, resolved, tracked};

use crate::tools::{cargo, command, mdbook, root, run};

/// The version that is built where mdBook is missing.
const MDBOOK: &str = "0.5.4";
/// The list of pages, and mdBook's settings.
const SUMMARY: &str = "docs/SUMMARY.md";
const SETTINGS: &str = "docs/book.toml";

const FOLDER: &str = "target/book";

/// Builds the pages as one book with a sidebar and search: target/book/html/index.html.
///
/// mdBook is built into target/tools if it is not installed (some minutes).
#[derive(Debug, Args)]
pub(crate) struct Book {}

impl Book {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if mdbook().is_none() {
            let options = "--root target/tools --no-default-features --features search";
            run(&mut cargo(&format!(
                "install --locked mdbook --version {MDBOOK} {options}"
            )))?;
        }
        build(&mdbook().context("mdBook was not installed")?)
    }
}

fn build(mdbook: &Path) -> anyhow::Result<()> {
    let folder = root().join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    stage(&folder.join("src"))?;
    copy(SETTINGS, &folder.join("book.toml"))?;
    run(command(mdbook, "build").arg(FOLDER))?;
    let pages = folder.join("html");
    check(&pages)?;
    println!("{}", pages.join("index.html").display());
    Ok(())
}

/// Copies the pages, and the files that they link to, to the same places below `folder`.
fn stage(folder: &Path) -> anyhow::Result<()> {
    let all = tracked(&[".md"]);
    let find = |path: &str| all.iter().find(|page| page.path == path);
    let list = find(SUMMARY).with_context(|| format!("no {SUMMARY}"))?;
    let mut summary = list.text.clone();
    let mut files = BTreeSet::new();
    for (_, link) in list.links() {
        let path = resolved(SUMMARY, &link);
        summary = summary.replace(&format!("({link})"), &format!("(/{path})"));
        let page = find(&path).with_context(|| format!("{SUMMARY}: no page {path}"))?;
        files.extend(linked(page));
        files.insert(path);
    }
    for file in files {
        copy(&file, &folder.join(&file))?;
    }
    fs::write(folder.join("SUMMARY.md"), summary.replace("(/", "("))?;
    Ok(())
}

/// Files of the project that a page links to.
fn linked(page: &Document) -> impl Iterator<Item = String> {
    let inside = page
        .links()
        .into_iter()
        .map(|(_, link)| link)
        .filter(|link| !link.contains("://"));
    let path = page.path.clone();
    let files = inside.map(move |link| resolved(&path, link.split('#').next().unwrap_or_default()));
    files.filter(|file| root().join(file).is_file())
}

fn copy(file: &str, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to.parent().context("a file has a folder")?)?;
    fs::copy(root().join(file), to).with_context(|| format!("cannot copy {file}"))?;
    Ok(())
}

/// Fails if a page of the book links to a file or heading that the book does not have.
fn check(folder: &Path) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    for page in pages(folder)? {
        let text = fs::read_to_string(&page)?;
        let name = page.strip_prefix(folder)?.display().to_string();
        for link in attributes(&text).filter(|link| !link.contains(':')) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                name.clone()
            } else {
                resolved(&name, file)
            };
            let found = match fs::read(folder.join(&target)) {
                Err(_) => false,
                Ok(_) if anchor.is_empty() || !target.ends_with(".html") => true,
                Ok(text) => String::from_utf8_lossy(&text).contains(&format!("id=\"{anchor}\"")),
            };
            if !found {
                faults.push(format!("{name}: {link}"));
            }
        }
    }
    if !faults.is_empty() {
        bail!(
            "the book has {} broken links:\n{}",
            faults.len(),
            faults.join("\n")
        );
    }
    Ok(())
}

/// Targets of links and pictures in the body of a page.
fn attributes(text: &str) -> impl Iterator<Item = &str> {
    let (_, main) = text.split_once("<main>").unwrap_or_default();
    let body = main.split("</main>").next().unwrap_or_default();
    let values = ["href=\"", "src=\""]
        .into_iter()
        .flat_map(move |name| body.split(name).skip(1));
    values.filter_map(|rest| rest.split('"').next())
}

/// All pages below a folder but mdBook's own.
fn pages(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let own = ["print.html", "404.html"]
            .iter()
            .any(|name| path.ends_with(name));
        if path.is_dir() {
            found.extend(pages(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "html") && !own {
            found.push(path);
        }
    }
    Ok(found)
}
