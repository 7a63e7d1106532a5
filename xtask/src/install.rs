//! `cargo xtask install`: the program with all that belongs to it, as a distribution or a release
//! holds it.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use crate::notices::{own_target, third_party};
use crate::tools::{command, root, said};

/// Where pages, suites and licenses go.
const DOCUMENTS: &str = "share/doc/belle";
const MANUAL: &str = "share/man/man1";

/// Named as the shells look for them.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/belle"),
    ("zsh", "share/zsh/site-functions/_belle"),
    ("fish", "share/fish/vendor_completions.d/belle.fish"),
];

/// Files for the menus of a desktop.
const DESKTOP: [(&str, &str); 4] = [
    (
        "xtask/desktop/belle.desktop",
        "share/applications/belle.desktop",
    ),
    (
        "xtask/desktop/belle-room.desktop",
        "share/applications/belle-room.desktop",
    ),
    (
        "xtask/desktop/belle.metainfo.xml",
        "share/metainfo/belle.metainfo.xml",
    ),
    (
        "web/icon.svg",
        "share/icons/hicolor/scalable/apps/belle.svg",
    ),
];

/// Pages, and what their links lead to. They lie as in the sources, so that the links hold.
const PAGES: &[&str] = &[
    "LICENSE",
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "CITATION.cff",
    "conformance/python/README.md",
    "conformance/tests/learn.rs",
    "crates/machine/src/move_generator/mod.rs",
    "crates/microcode/programs/search.mc",
    "crates/python/README.md",
    "crates/python/notebooks/game.ipynb",
    "crates/python/notebooks/ply.ipynb",
    "crates/python/notebooks/victim.ipynb",
    "crates/ttl/parts.tsv",
    "suites/endgames/syzygy/README.md",
    "suites/laboratory/README.md",
    "suites/openings.md",
    "web/README.md",
    "web/learn/answers.html",
    "web/learn/teachers.html",
    "web/learn/worksheet.html",
    "web/vendor/README.md",
];

/// Folders of which every file is a page or belongs to one.
const FOLDERS: [&str; 4] = [
    "course/",
    "crates/machine/verilog/boards/",
    "docs/",
    "suites/openings/",
];

/// Positions and games to begin with, in the folder of suites itself.
const SUITES: [&str; 3] = [".pgn", ".epd", ".tsv"];

/// Install the built program with manual pages, completions, menu entries, pages, suites and
/// licenses.
///
/// Reads no network. `make install` calls it; docs/packaging.md is the page for packagers.
#[derive(Debug, Args)]
pub(crate) struct Install {
    /// Folder that stands for the root of the file system.
    #[arg(long, value_name = "FOLDER", default_value = "/")]
    destdir: PathBuf,
    /// Folder below it for bin and share.
    #[arg(long, value_name = "FOLDER", default_value = "/usr/local")]
    prefix: PathBuf,
    /// The program to install.
    #[arg(long, value_name = "FILE", default_value = "target/release/belle")]
    program: PathBuf,
    /// The same program for this computer, to write its pages, if the other does not run here.
    #[arg(long, value_name = "FILE")]
    run: Option<PathBuf>,
    /// Target of the program, for the notices of its libraries [default: that of the compiler].
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    /// Remove what this would install.
    #[arg(long)]
    remove: bool,
}

impl Install {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let prefix = self.prefix.strip_prefix("/").unwrap_or(&self.prefix);
        let to = root().join(&self.destdir).join(prefix);
        let target = match self.target {
            Some(target) => target,
            None => own_target()?,
        };
        let program = root().join(&self.program);
        let runs = match &self.run {
            Some(runs) => root().join(runs),
            None => program.clone(),
        };
        let files = files(&program, &runs, &target)?;
        if self.remove {
            remove(&files, &to)?;
            println!("removed {} files from {}", files.len(), to.display());
        } else {
            write(&files, &to)?;
            println!("installed {} files in {}", files.len(), to.display());
        }
        Ok(())
    }
}

/// A file of an installation.
pub(crate) struct Installed {
    /// Its place, from the prefix.
    to: String,
    content: Vec<u8>,
    is_program: bool,
}

/// All that belongs to the program. The one that runs is asked for pages and completions.
pub(crate) fn files(program: &Path, runs: &Path, target: &str) -> anyhow::Result<Vec<Installed>> {
    let mut files = Vec::new();
    let mut add = |to: String, content: Vec<u8>| {
        files.push(Installed {
            is_program: to.starts_with("bin/"),
            to,
            content,
        });
    };
    let read =
        |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    add("bin/belle".to_owned(), read(program)?);
    let manual = root().join("target/install/man");
    if manual.exists() {
        fs::remove_dir_all(&manual)?;
    }
    said(command(runs, "manual -o").arg(&manual))?;
    for page in fs::read_dir(&manual)? {
        let page = page?;
        let name = page.file_name().to_string_lossy().into_owned();
        add(format!("{MANUAL}/{name}"), read(&page.path())?);
    }
    for (shell, to) in COMPLETIONS {
        let text = said(command(runs, "completions").arg(shell))?;
        add(to.to_owned(), text.into_bytes());
    }
    for (from, to) in DESKTOP {
        add(to.to_owned(), read(&root().join(from))?);
    }
    for page in documents()? {
        let content = read(&root().join(&page))?;
        add(format!("{DOCUMENTS}/{page}"), content);
    }
    let notices = third_party(target)?;
    add(format!("{DOCUMENTS}/THIRD-PARTY"), notices.into_bytes());
    files.sort_by(|a, b| a.to.cmp(&b.to));
    Ok(files)
}

/// Writes the files below a folder.
pub(crate) fn write(files: &[Installed], folder: &Path) -> anyhow::Result<()> {
    for file in files {
        let path = folder.join(&file.to);
        let parent = path.parent().context("a file has a folder")?;
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        // A program that runs cannot be written, but its name can be given to another.
        remove_file(&path)?;
        fs::write(&path, &file.content)
            .with_context(|| format!("cannot write {}", path.display()))?;
        let mode = if file.is_program { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// Removes the files, and the folders of documents that are then empty. Others are shared with
/// other programs.
fn remove(files: &[Installed], folder: &Path) -> anyhow::Result<()> {
    for file in files {
        remove_file(&folder.join(&file.to))?;
    }
    for file in files {
        let mut within = Path::new(&file.to).parent();
        while let Some(parent) = within
            && parent.starts_with(DOCUMENTS)
        {
            // One that holds files of others, or is gone already, stays as it is.
            let _ = fs::remove_dir(folder.join(parent));
            within = parent.parent();
        }
    }
    Ok(())
}

fn remove_file(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// Paths of the pages, suites and licenses, from the root.
pub(crate) fn documents() -> anyhow::Result<Vec<String>> {
    let mut documents = sources()?;
    documents.retain(|path| is_document(path));
    for page in PAGES {
        if !documents.iter().any(|path| path == page) {
            bail!("{page}: expected it among the sources");
        }
    }
    documents.sort();
    Ok(documents)
}

fn is_document(path: &str) -> bool {
    if PAGES.contains(&path) || FOLDERS.iter().any(|folder| path.starts_with(folder)) {
        return true;
    }
    match path.strip_prefix("suites/") {
        Some(name) => !name.contains('/') && SUITES.iter().any(|ending| name.ends_with(ending)),
        None => false,
    }
}

/// All files of the sources: those that git tracks, or all in the folders if this is no repository.
fn sources() -> anyhow::Result<Vec<String>> {
    if !root().join(".git").exists() {
        return unpacked();
    }
    let listed = said(&mut command("git", "ls-files -z"))?;
    let listed = listed.split_terminator('\0').map(str::to_owned);
    Ok(listed.collect())
}

/// All files of sources that were unpacked from an archive.
fn unpacked() -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    walk(Path::new(""), false, &mut found)?;
    for folder in ["conformance", "course", "crates", "docs", "suites", "web"] {
        walk(Path::new(folder), true, &mut found)?;
    }
    Ok(found)
}

/// Adds the files of a folder and, if asked, of those in it.
fn walk(folder: &Path, into_folders: bool, found: &mut Vec<String>) -> anyhow::Result<()> {
    let at = root().join(folder);
    for entry in fs::read_dir(&at).with_context(|| format!("cannot read {}", at.display()))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_file() {
            found.push(path.to_string_lossy().into_owned());
        } else if into_folders && entry.file_type()?.is_dir() {
            walk(&path, true, found)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_installation_leaves_what_others_installed() {
        let folder = root().join("target/install-test");
        let _ = fs::remove_dir_all(&folder);
        let file = |to: &str| Installed {
            to: to.to_owned(),
            content: to.as_bytes().to_vec(),
            is_program: to.starts_with("bin/"),
        };
        let page = format!("{DOCUMENTS}/docs/terminal.md");
        let files = [file("bin/belle"), file(&page)];
        let other = file("share/man/man1/other.1");
        write(&[other], &folder).unwrap();
        write(&files, &folder).unwrap();
        // Another version is installed over the first.
        write(&files, &folder).unwrap();
        let mode = |to: &str| fs::metadata(folder.join(to)).unwrap().permissions().mode();
        assert_eq!(mode("bin/belle") & 0o777, 0o755);
        assert_eq!(mode(&page) & 0o777, 0o644);

        remove(&files, &folder).unwrap();

        assert!(!folder.join("bin/belle").exists());
        assert!(!folder.join(DOCUMENTS).exists());
        assert!(folder.join("share/man/man1/other.1").exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn debian_package_holds_every_installed_folder() {
        let manifest = fs::read_to_string(root().join("crates/cli/Cargo.toml")).unwrap();
        let places = COMPLETIONS.iter().chain(&DESKTOP).map(|(_, to)| *to);
        for place in places.chain([DOCUMENTS, MANUAL, "bin/belle"]) {
            let top: Vec<&str> = place.split('/').take(2).collect();
            let row = format!("[\"../../target/dist-stage/belle/{}", top.join("/"));
            assert!(manifest.contains(&row), "{place}");
        }
    }

    #[test]
    fn description_names_the_release_of_the_changelog() {
        let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
        let description = read("xtask/desktop/belle.metainfo.xml");
        let changes = read("CHANGELOG.md");
        let release = changes
            .lines()
            .find_map(|line| line.strip_prefix("## ")?.strip_suffix(')'));
        let (version, date) = release.unwrap().split_once(" (").unwrap();
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
        let row = format!("<release version=\"{version}\" date=\"{date}\"/>");
        assert!(description.contains(&row), "{row}");
    }

    #[test]
    fn unpacked_sources_hold_the_documents_of_the_repository() {
        let found = unpacked().unwrap();
        for document in documents().unwrap() {
            assert!(found.contains(&document), "{document}");
        }
    }

    #[cfg(feature = "engines")]
    #[test]
    fn links_of_installed_pages_lead_to_installed_files() {
        use conformance::documents::{resolved, tracked};

        let installed = documents().unwrap();
        let mut faults = Vec::new();
        for page in tracked(&[".md"]) {
            if !installed.contains(&page.path) {
                continue;
            }
            for (number, link) in page.links() {
                let (file, _) = link.split_once('#').unwrap_or((&link, ""));
                let path = resolved(&page.path, file);
                if !file.is_empty() && !file.contains(':') && !installed.contains(&path) {
                    faults.push(format!("{}:{number}: {link}", page.path));
                }
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn notices_name_libraries_and_the_board() {
        let target = own_target().unwrap();
        let text = third_party(&target).unwrap();
        for word in [
            "chessground",
            "Burnett",
            "\nclap 4",
            "bzip2-1.0.6",
            "Copyright",
        ] {
            assert!(text.contains(word), "{word}");
        }
    }
}
