//! Gives the program its commit and target, for `belle --version`.

use std::env;
use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output =
            Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned()).filter(|text| !text.is_empty())
    };
    // A release archive has no repository.
    let commit = git(&["rev-parse", "--short=9", "HEAD"]).unwrap_or_else(|| "no commit".to_owned());
    println!("cargo::rustc-env=BELLE_COMMIT={commit}");
    for name in ["TARGET", "PROFILE"] {
        println!("cargo::rustc-env=BELLE_{name}={}", env::var(name).unwrap_or_default());
    }
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}
