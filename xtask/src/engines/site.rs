//! `cargo xtask site`: the machine room as a folder of files, the machine in a Web Worker.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use room::PublicAddress;
use sha2::{Digest as _, Sha256};

use crate::tools::{WASM, cargo, install_target, root, run};

/// A crate built for the page, and its file there.
struct Module {
    package: &'static str,
    file: &'static str,
    /// Loaded and kept when it is first needed, so that the first visit is short.
    is_later: bool,
}

const MODULES: [Module; 2] = [
    Module {
        package: "room-wasm",
        file: "room.wasm",
        is_later: false,
    },
    Module {
        package: "opponents-wasm",
        file: "players.wasm",
        is_later: true,
    },
];

/// The service worker, and what stands in it for the name of a build.
const WORKER: &str = "sw.js";
const UNBUILT: &str = "const BUILD = \"unbuilt\"";
/// The site's pages but for its frame, which alone other pages may show.
const PAGES: [&str; 4] = [
    "index.html",
    "learn/teachers.html",
    "learn/worksheet.html",
    "learn/answers.html",
];
/// One chapter, for the frame of another page.
const FRAME: &str = "embed.html";
/// The file in which Netlify, Cloudflare Pages and others look for headers.
const HEADERS: &str = "_headers";
/// Digits of a build's name: enough that no two builds share it.
const BUILD_DIGITS: usize = 16;

/// Builds the machine room as a static site that needs no server of its own and works offline.
///
/// Any web server can serve the folder. Rustup adds the compiler's target where it is missing.
#[derive(Debug, Args)]
pub(crate) struct Site {
    /// Folder to write, replaced if it exists.
    #[arg(short, long, value_name = "FOLDER", default_value = "target/site")]
    output: PathBuf,
    /// Address at which the site will be found, for its links and for the pictures of previews.
    #[arg(long, value_name = "URL")]
    address: Option<String>,
}

impl Site {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let address = match &self.address {
            Some(text) => Some(PublicAddress::read(text).context("--address")?),
            None => None,
        };
        build(&root().join(self.output), address.as_ref())
    }
}

/// Where cargo puts what it builds.
fn target_folder() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root().join(named)
}

/// Builds the site into a folder.
pub(crate) fn build(folder: &Path, address: Option<&PublicAddress>) -> anyhow::Result<()> {
    install_target(WASM)?;
    // Together: what both need is compiled once, and hardly a feature of it differs.
    let mut compile = cargo("build --quiet --profile dist --target");
    compile.arg(WASM);
    for module in &MODULES {
        compile.args(["--package", module.package]);
    }
    run(&mut compile)?;
    if folder.exists() {
        // Only a folder that this chore has written may be replaced.
        if !folder.join("files.json").is_file() {
            bail!(
                "{}: expected a site or nothing, got another folder",
                folder.display()
            );
        }
        fs::remove_dir_all(folder)?;
    }
    let mut files = Vec::new();
    // Types and sources are not loaded, and a browser would keep them.
    let of_page =
        |name: &str| !matches!(name, "policy.txt" | "README.md") && !name.ends_with(".ts");
    copy(&root().join("web"), folder, "", of_page, &mut files)?;
    // For those who show a preview of a link: no page loads it.
    files.retain(|name| name != "card.png");
    copy(
        &root().join("docs"),
        &folder.join("docs"),
        "docs/",
        |name| name.ends_with(".md"),
        &mut files,
    )?;
    fs::copy(
        root().join("suites/openings.tsv"),
        folder.join("openings.tsv"),
    )?;
    files.push("openings.tsv".to_owned());
    for module in &MODULES {
        let name = format!("dist/{}.wasm", module.package.replace('-', "_"));
        let built = target_folder().join(WASM).join(name);
        fs::copy(&built, folder.join(module.file)).with_context(|| built.display().to_string())?;
        files.push(module.file.to_owned());
    }
    let policy = fs::read_to_string(root().join("web/policy.txt"))?;
    for page in PAGES.into_iter().chain([FRAME]) {
        let place = folder.join(page);
        with_policy(&place, policy.trim())?;
        if let Some(address) = address {
            let text = fs::read_to_string(&place)?;
            fs::write(&place, address.in_page(&text))?;
        }
    }
    fs::write(folder.join(HEADERS), framing(policy.trim()))?;
    name_build(folder, &files)?;
    println!("{}: {} files", folder.display(), files.len());
    for module in &MODULES {
        let bytes = fs::metadata(folder.join(module.file))?.len();
        println!("{}: {} KB", module.file, bytes / 1024);
    }
    Ok(())
}

/// Gives a page of the site its policy, and the machine in a worker.
fn with_policy(page: &Path, policy: &str) -> anyhow::Result<()> {
    // Frames can be forbidden by a header alone.
    let policy = policy.replace("; frame-ancestors 'none'", "");
    let head = "<meta charset=\"utf-8\">";
    let meta =
        format!("{head}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    let text = fs::read_to_string(page)?
        .replace("data-machine=\"socket\"", "data-machine=\"worker\"")
        .replace(head, &meta);
    fs::write(page, text)?;
    Ok(())
}

/// Headers for hosts that read them from a file of the site: only one page may be shown in a frame
/// of another one.
fn framing(policy: &str) -> String {
    let mut text = String::new();
    for page in [""].into_iter().chain(PAGES) {
        text += &format!("/{page}\n  Content-Security-Policy: {policy}\n  X-Frame-Options: DENY\n");
    }
    text + "/" + FRAME + "\n  Content-Security-Policy: frame-ancestors *\n"
}

/// Lists the files with their hashes for the service worker, those that are loaded later apart, and
/// gives it the name of the build.
fn name_build(folder: &Path, files: &[String]) -> anyhow::Result<()> {
    let mut hashes = BTreeMap::new();
    for name in files {
        // The worker is not among the files that it keeps: the browser looks after it.
        if name != WORKER {
            hashes.insert(name.as_str(), hash(&fs::read(folder.join(name))?));
        }
    }
    let page = hashes["index.html"].clone();
    hashes.insert("./", page);
    let all: String = hashes
        .iter()
        .map(|(name, hash)| format!("{name} {hash}\n"))
        .collect();
    let build = &hash(all.as_bytes())[..BUILD_DIGITS];
    let mut later = BTreeMap::new();
    for module in &MODULES {
        if module.is_later
            && let Some(hash) = hashes.remove(module.file)
        {
            later.insert(module.file, hash);
        }
    }
    let list = serde_json::json!({ "build": build, "files": hashes, "later": later });
    fs::write(folder.join("files.json"), format!("{list}\n"))?;
    let worker = folder.join(WORKER);
    let text = fs::read_to_string(&worker)?;
    let named = text.replacen(UNBUILT, &format!("const BUILD = \"{build}\""), 1);
    if named == text {
        bail!("{}: expected '{UNBUILT}'", worker.display());
    }
    fs::write(worker, named)?;
    Ok(())
}

/// SHA-256 in hexadecimal, as the service worker has it from the browser.
fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Copies the files of a folder that are `wanted` and lists them.
fn copy(
    from: &Path,
    to: &Path,
    path: &str,
    wanted: fn(&str) -> bool,
    files: &mut Vec<String>,
) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    let mut entries: Vec<_> = fs::read_dir(from)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            copy(
                &entry.path(),
                &to.join(&name),
                &format!("{path}{name}/"),
                wanted,
                files,
            )?;
        } else if wanted(&name) {
            fs::copy(entry.path(), to.join(&name))?;
            files.push(format!("{path}{name}"));
        }
    }
    Ok(())
}
