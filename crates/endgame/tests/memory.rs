//! Builds in little memory give the same tables.

use std::fs;
use std::path::Path;

use endgame::{BuildOptions, Material, Metric, build, table_path};

const ENDINGS: [&str; 2] = ["KQKR", "KRPK"];

fn build_in(dir: &Path, memory: u64) {
    let options = BuildOptions {
        memory,
        ..BuildOptions::new(dir, Metric::Dtm)
    };
    build(&ENDINGS.map(|n| n.parse().unwrap()), &options, &mut |_| {}).unwrap();
}

/// The tables' bytes, and the number of files in the directory.
fn files(dir: &Path) -> (Vec<Vec<u8>>, usize) {
    let all = ENDINGS
        .iter()
        .flat_map(|n| n.parse::<Material>().unwrap().with_all_successors());
    let tables = all
        .map(|m| fs::read(table_path(dir, m, Metric::Dtm)).unwrap())
        .collect();
    (tables, fs::read_dir(dir).unwrap().count())
}

#[test]
fn build_little_memory_same_files() {
    let [much, little] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    build_in(much.path(), 2 << 30);
    build_in(little.path(), 49 << 20);
    assert_eq!(files(much.path()), files(little.path()));
}
