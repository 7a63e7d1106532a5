//! The notices of others whose work is in the program: libraries, and the board of the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::tools::{cargo, command, root, said};

/// Origins and licenses of what the page holds.
const OF_PAGE: &str = "web/vendor/README.md";

/// How the files begin in which libraries keep their licenses.
const NOTICES: [&str; 7] = [
    "license",
    "licence",
    "copying",
    "copyright",
    "notice",
    "unlicense",
    "authors",
];

/// A library that is linked with the program.
struct Library {
    name: String,
    version: String,
    license: String,
    authors: String,
    /// Texts of its notices.
    texts: Vec<String>,
}

/// The target that the compiler builds for if none is named.
pub(crate) fn own_target() -> anyhow::Result<String> {
    let version = said(&mut command("rustc", "-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}

/// Everything that has to go with the program of a target. A text that several libraries share
/// stands once.
pub(crate) fn third_party(target: &str) -> anyhow::Result<String> {
    let libraries = libraries(target)?;
    let of_page = fs::read_to_string(root().join(OF_PAGE)).context(OF_PAGE)?;
    let mut text = format!(
        "Works of others in the program belle {}, built for {target}\n\n\
         Belle itself is under the GNU General Public License, version 3 or later: the file LICENSE. What follows is \
         in the\nprogram too: files of the page, libraries, Rust's standard library (MIT OR Apache-2.0, \
         copyright The Rust Project\nContributors), and in a static program for Linux the C library musl (MIT, \
         copyright 2005-2020 Rich Felker, et al.).\n\n{RULE}\n\n{of_page}\n{RULE}\n\nLibraries\n\n",
        env!("CARGO_PKG_VERSION"),
    );
    let mut by_text: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut bare = Vec::new();
    for library in &libraries {
        let name = format!("{} {}", library.name, library.version);
        text += &format!("{name}: {}\n", library.license);
        for notice in &library.texts {
            by_text.entry(notice).or_default().push(name.clone());
        }
        if library.texts.is_empty() {
            if !["MIT", "GPL-3.0-or-later"].contains(&library.license.as_str()) {
                bail!(
                    "{name}: expected a file with the text of {}",
                    library.license
                );
            }
            let mut line = format!("{name}: {}", library.license);
            if !library.authors.is_empty() {
                line += &format!(", by {}", library.authors);
            }
            bare.push(line + "\n");
        }
    }
    text += &format!(
        "\nWithout a text of their own (that of the MIT license stands below with other libraries, that of the GPL in \
         LICENSE):\n\n{}",
        bare.concat()
    );
    for (notice, names) in by_text {
        text += &format!("\n{RULE}\n{}\n\n{notice}\n", names.join("\n"));
    }
    Ok(text)
}

const RULE: &str =
    "--------------------------------------------------------------------------------";

/// The libraries from other projects that are linked with the program, by name.
fn libraries(target: &str) -> anyhow::Result<Vec<Library>> {
    let tree = said(
        cargo("tree --locked --package belle --edges normal,no-proc-macro --prefix none --target")
            .args([target, "--format", "{p}"]),
    )?;
    let mut linked = BTreeSet::new();
    for line in tree.lines() {
        let mut words = line.split_whitespace();
        if let (Some(name), Some(version)) = (words.next(), words.next()) {
            linked.insert((name, version.trim_start_matches('v')));
        }
    }
    let metadata =
        said(cargo("metadata --locked --format-version 1 --filter-platform").arg(target))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array();
    let mut libraries = Vec::new();
    for package in packages.context("cargo metadata: expected packages")? {
        let field = |name: &str| package[name].as_str().unwrap_or_default();
        let is_ours = package["source"].is_null();
        if is_ours || !linked.contains(&(field("name"), field("version"))) {
            continue;
        }
        let manifest = Path::new(field("manifest_path"));
        let authors = package["authors"].as_array().into_iter().flatten();
        let authors: Vec<&str> = authors.filter_map(Value::as_str).collect();
        libraries.push(Library {
            name: field("name").to_owned(),
            version: field("version").to_owned(),
            license: field("license").to_owned(),
            authors: authors.join(", "),
            texts: notices(manifest.parent().context("a manifest has a folder")?)?,
        });
    }
    libraries.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(libraries)
}

/// The texts of the notices in a library's folder.
fn notices(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_lowercase();
        if path.is_file() && NOTICES.iter().any(|start| name.starts_with(start)) {
            paths.push(path);
        }
    }
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = String::from_utf8_lossy(&text).replace('\r', "");
        texts.push(text.trim().to_owned());
    }
    Ok(texts)
}
