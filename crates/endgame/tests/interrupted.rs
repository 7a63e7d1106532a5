//! A build killed at random moments goes on, and ends with the bytes of an undisturbed one.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use endgame::{BuildOptions, Material, Metric, build, table_path};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const DIR: &str = "BELLE_TEST_BUILD_IN";
const ENDINGS: [&str; 2] = ["KQKR", "KRPK"];

fn build_in(dir: &Path, memory: u64) {
    // Saved after every ply: so that there is always something to go on from.
    let options =
        BuildOptions { dir: dir.to_owned(), metric: Metric::Dtm, memory, save_every: Duration::ZERO };
    let wanted = ENDINGS.map(|n| n.parse().unwrap());
    build(&wanted, &options, &mut |_| {}).unwrap();
}

fn files(dir: &Path) -> Vec<Vec<u8>> {
    let all: Vec<Material> =
        ENDINGS.iter().flat_map(|n| n.parse::<Material>().unwrap().with_all_successors()).collect();
    all.iter().map(|m| fs::read(table_path(dir, *m, Metric::Dtm)).unwrap()).collect()
}

/// Not a test of its own: the process that the test below starts and kills.
#[test]
fn child() {
    if let Some(dir) = std::env::var_os(DIR) {
        build_in(Path::new(&dir), 2 << 30);
    }
}

#[test]
fn killed_twenty_times() {
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
            // It was done before it could be killed: once more from the start.
            assert_eq!(files(dir.path()), files(whole.path()));
            assert_eq!(
                fs::read_dir(dir.path()).unwrap().count(),
                fs::read_dir(whole.path()).unwrap().count()
            );
            fs::read_dir(dir.path()).unwrap().for_each(|e| fs::remove_file(e.unwrap().path()).unwrap());
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    build_in(dir.path(), 2 << 30);
    assert_eq!(files(dir.path()), files(whole.path()));
    // Nothing but the tables is left.
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), fs::read_dir(whole.path()).unwrap().count());
}

#[test]
fn little_memory_changes_nothing() {
    let [much, little] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    build_in(much.path(), 2 << 30);
    build_in(little.path(), 0);
    assert_eq!(files(much.path()), files(little.path()));
}
