//! Builds killed at random moments continue, and end with the same bytes as an undisturbed build.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use endgame::{BuildOptions, Material, Metric, build, table_path};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const DIR: &str = "BELLE_TEST_BUILD_IN";
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

/// Not a test: the process that the test below starts and kills.
#[test]
fn child() {
    if let Some(dir) = std::env::var_os(DIR) {
        build_in(Path::new(&dir), 2 << 30);
    }
}

#[test]
fn build_killed_twenty_times_same_files() {
    let whole = tempfile::tempdir().unwrap();
    let start = Instant::now();
    build_in(whole.path(), 2 << 30);
    let span = start.elapsed();

    let dir = tempfile::tempdir().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1978);
    let mut kills = 0;
    while kills < 20 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child"])
            .env(DIR, dir.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(span.mul_f64(rng.random_range(0.02..0.2)));
        if child.try_wait().unwrap().is_some() {
            // It finished before it could be killed: once more from the start.
            assert_eq!(files(dir.path()), files(whole.path()));
            fs::read_dir(dir.path())
                .unwrap()
                .for_each(|e| fs::remove_file(e.unwrap().path()).unwrap());
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    build_in(dir.path(), 2 << 30);
    assert_eq!(
        files(dir.path()),
        files(whole.path()),
        "only the tables are left"
    );
}

#[test]
fn build_little_memory_same_files() {
    let [much, little] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    build_in(much.path(), 2 << 30);
    build_in(little.path(), 49 << 20);
    assert_eq!(files(much.path()), files(little.path()));
}
