//! Gives the program its commit and target, for `belle --version`.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(arguments)
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
            .filter(|text| !text.is_empty())
    };
    // Sources without a repository, as in a container, may name it.
    let given = env::var("BELLE_COMMIT")
        .ok()
        .filter(|commit| !commit.is_empty());
    // Unpacked within another repository, as packagers do, the sources have no commit of their own.
    let is_own = match git(&["rev-parse", "--show-toplevel"]) {
        Some(folder) => Path::new(&folder).join("crates/cli/build.rs").exists(),
        None => false,
    };
    let commit = match given {
        Some(given) => Some(given),
        None if is_own => git(&["rev-parse", "--short=9", "HEAD"]),
        None => None,
    };
    let commit = commit.unwrap_or("no commit".to_owned());
    println!("cargo::rerun-if-env-changed=BELLE_COMMIT");
    println!("cargo::rustc-env=BELLE_COMMIT={commit}");
    for name in ["TARGET", "PROFILE"] {
        println!(
            "cargo::rustc-env=BELLE_{name}={}",
            env::var(name).unwrap_or_default()
        );
    }
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}
