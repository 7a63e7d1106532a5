//! Helpers shared by the tests.

#![allow(dead_code, reason = "no test uses all of it")]

use std::path::{Path, PathBuf};

use endgame::{BuildOptions, Material, Metric, build};

/// Builds endings, and all endings they lead to, in a new directory.
pub(crate) fn built(metric: Metric, names: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    build_all(dir.path(), metric, names);
    dir
}

/// Builds endings, and all endings they lead to.
pub(crate) fn build_all(dir: &Path, metric: Metric, names: &[&str]) {
    let wanted: Vec<Material> = names.iter().map(|n| n.parse().unwrap()).collect();
    build(&wanted, &BuildOptions::new(dir, metric), &mut |_| {}).unwrap();
}

/// A file of the suites.
pub(crate) fn suite(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../suites")
        .join(name)
}

/// The lines of a suite's table, split at the tabs.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(suite(name)).unwrap();
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines
        .map(|l| l.split('\t').map(str::to_owned).collect())
        .collect()
}
