//! Dependencies point one way, as ARCHITECTURE.md says.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

/// Crates that each crate may depend on.
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
        "belle-player chart files host logic machine microcode native notation play reference roms statistics tournament",
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
        "analysis atlas endgame host laboratory logic machine microcode notation play players room",
    ),
    ("opponents", "atlas notation play"),
    ("room-server", "opponents play room"),
    ("room-wasm", "room"),
    ("opponents-wasm", "opponents play players"),
    (
        "belle",
        "analysis atlas belle-player board config device endgame files host laboratory machine microcode native notation play players protocol record roms \
         room-server statistics tablebase tbelle terminal tournament wave",
    ),
];

/// Crates outside the layers: they may depend on all others, and no crate depends on them.
const OUTSIDE: &[&str] = &["conformance", "xtask"];

#[test]
fn dependencies_point_one_way() {
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
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let name = |value: &Value| value["name"].as_str().expect("a name").to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    for package in packages {
        let this = name(package);
        if OUTSIDE.contains(&this.as_str()) {
            continue;
        }
        let row = ALLOWED.iter().find(|(name, _)| *name == this);
        let (_, may) = row.unwrap_or_else(|| panic!("'{this}' is in no row of ALLOWED"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            // Tests may use every crate.
            if dependency["kind"].is_null() && ours.contains(&name(dependency)) {
                let other = name(dependency);
                assert!(
                    may.split(' ').any(|name| name == other),
                    "'{this}' must not depend on '{other}'"
                );
            }
        }
    }
}
