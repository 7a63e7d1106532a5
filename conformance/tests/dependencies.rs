//! Dependencies point one way, as ARCHITECTURE.md says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Each crate, and those of the workspace that it may depend on.
const ALLOWED: &[(&str, &str)] = &[
    ("logic", ""),
    ("roms", ""),
    ("record", ""),
    ("machine", "logic roms"),
    ("microcode", "machine roms"),
    ("compiled", "logic machine"),
    ("wave", "machine microcode"),
    ("ttl", "logic machine roms"),
    ("play", ""),
    ("book", "files play"),
    ("tbelle", "files play"),
    ("host", "compiled logic machine microcode play roms"),
    ("device", "host machine"),
    (
        "belle-player",
        "book endgame host logic machine play roms tbelle",
    ),
    ("board", ""),
    ("reference", "roms"),
    ("native", "board book endgame play"),
    ("atlas", "notation play"),
    ("tablebase", "endgame play"),
    ("endgame", "chart files play"),
    ("chart", ""),
    ("cluster", "endgame"),
    ("files", ""),
    ("statistics", ""),
    ("config", "files"),
    ("notation", "play"),
    ("analysis", "chart files notation play"),
    ("tournament", "book endgame files notation play statistics"),
    (
        "laboratory",
        "belle-player chart files host logic machine microcode native notation play reference \
         roms statistics tournament",
    ),
    ("terminal", "analysis chart files notation play"),
    ("protocol", "book files notation play"),
    ("belle-native", "native play protocol"),
    (
        "room",
        "book host logic machine microcode notation play roms",
    ),
    ("players", "atlas belle-player native play tablebase"),
    (
        "python",
        "analysis atlas endgame host laboratory logic machine microcode notation play players \
         room",
    ),
    ("opponents", "atlas notation play"),
    ("room-server", "opponents play room"),
    ("room-wasm", "room"),
    ("opponents-wasm", "opponents play players"),
    (
        "belle",
        "analysis atlas belle-player board config device endgame files host laboratory machine \
         microcode native notation play players protocol record roms room-server statistics \
         tablebase tbelle terminal tournament wave",
    ),
];

/// Crates outside the layers: they may depend on all others, and no crate depends on them.
const OUTSIDE: &[&str] = &["conformance", "xtask"];

/// The workspace's packages, as cargo tells them.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON")
}

#[test]
fn dependencies_point_one_way() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    let name_of = |value: &Value| value["name"].as_str().expect("a name").to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name_of).collect();
    for package in packages {
        let name = name_of(package);
        if OUTSIDE.contains(&name.as_str()) {
            continue;
        }
        let row = ALLOWED.iter().find(|(of, _)| *of == name);
        let (_, allowed) = row.unwrap_or_else(|| panic!("'{name}' is in no row of ALLOWED"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let other = name_of(dependency);
            // Only what programs are built from has no kind. Tests and build scripts may use every
            // crate.
            if dependency["kind"].is_null() && ours.contains(&other) {
                assert!(
                    allowed.split(' ').any(|one| one == other),
                    "'{name}' must not depend on '{other}'"
                );
            }
        }
    }
}

/// The build script of `compiled` uses crates that the program uses too. They are compiled once for
/// both only while both want the same features and the same optimization of them; else each such
/// crate, and all that depend on it, are compiled twice.
#[test]
fn crates_of_build_script_and_program_are_compiled_once() {
    for profile in ["dev", "release"] {
        let output = Command::new(env!("CARGO"))
            .args(["build", "--package", "belle", "--profile", profile])
            .args(["--unit-graph", "-Zunstable-options", "--offline"])
            .env("RUSTC_BOOTSTRAP", "1")
            .output()
            .expect("cargo runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let graph: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let mut compiled = BTreeSet::new();
        for unit in graph["units"].as_array().expect("units") {
            let package = unit["pkg_id"].as_str().expect("a package");
            if package.starts_with("path+") && unit["target"]["kind"][0] == "lib" {
                let name = unit["target"]["name"].as_str().expect("a name");
                assert!(compiled.insert(name), "{name} twice in profile {profile}");
            }
        }
        assert!(compiled.contains("machine"), "{compiled:?}");
    }
}

/// A library or program without unit tests says `test = false`, since cargo would compile it once
/// more for them. If it gets a test later, that test would never run.
#[test]
fn targets_without_harness_have_no_tests() {
    let mut without = Vec::new();
    for package in metadata()["packages"].as_array().expect("packages") {
        for target in package["targets"].as_array().expect("targets") {
            let kind = target["kind"][0].as_str().expect("a kind");
            let is_ours = ["lib", "cdylib", "bin"].contains(&kind);
            if is_ours && target["test"] == false {
                let root = Path::new(target["src_path"].as_str().expect("a path"));
                let tested = files_with_tests(root.parent().expect("a folder"));
                let name = &target["name"];
                assert!(tested.is_empty(), "{name} runs no tests: {tested:?}");
                without.push(name.clone());
            }
        }
    }
    assert!(without.contains(&"logic".into()), "{without:?}");
}

/// The files of a folder and of those in it that have tests.
fn files_with_tests(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.append(&mut files_with_tests(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            if text.contains("#[test]") || text.contains("proptest!") {
                found.push(path);
            }
        }
    }
    found
}
