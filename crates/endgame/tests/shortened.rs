//! Tables that are shortened while they are mapped: an error, and never a signal. Each test has a
//! process of its own.
#![cfg(target_os = "linux")]

mod common;

use std::fs::{self, OpenOptions};
use std::path::Path;

use common::{built, suite};
use endgame::{
    BuildOptions, Material, Metric, Prober, Syzygy, Tablebase, VerifyOptions, build,
    random_position, table_path, verify,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn cut(path: &Path, length: u64) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(length).unwrap();
}

/// The errors of a number of probes, of which some were made before.
fn errors(prober: &dyn Prober, ending: Material) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(1978);
    let mut errors = 0;
    for _ in 0..200 {
        let position = random_position(ending, &mut rng);
        errors += usize::from(prober.probe(&position).is_err());
        errors += usize::from(prober.wdl(&position).is_err());
    }
    errors
}

#[test]
fn own_table_shortened_in_use_is_an_error() {
    let queen: Material = "KQK".parse().unwrap();
    let pawn: Material = "KPK".parse().unwrap();
    let dir = built(Metric::Dtm, &["KQK", "KPK"]);
    let tables = Tablebase::open(dir.path(), Metric::Dtm).unwrap();
    assert_eq!(errors(&tables, queen), 0);
    cut(&table_path(dir.path(), queen, Metric::Dtm), 0);
    assert_eq!(errors(&tables, queen), 400);
    // The others are as they were.
    assert_eq!(errors(&tables, pawn), 0);
}

#[test]
fn syzygy_table_shortened_in_use_is_an_error() {
    let queen: Material = "KQK".parse().unwrap();
    let dir = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(suite("endgames/syzygy")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, dir.path().join(path.file_name().unwrap())).unwrap();
    }
    let tables = Syzygy::open([dir.path()]).unwrap();
    assert_eq!(errors(&tables, queen), 0);
    for entry in fs::read_dir(dir.path()).unwrap() {
        cut(&entry.unwrap().path(), 0);
    }
    assert!(errors(&tables, queen) > 0);
}

#[test]
fn nothing_is_built_or_verified_from_a_shortened_table() {
    let dir = built(Metric::Dtm, &["KQK", "KRK", "KBK", "KNK"]);
    let queen = table_path(dir.path(), "KQK".parse().unwrap(), Metric::Dtm);
    let pawn: Material = "KPK".parse().unwrap();
    // Between the test of the table and its use.
    let options = BuildOptions::new(dir.path(), Metric::Dtm);
    let mut is_cut = false;
    let built = build(&[pawn], &options, &mut |_| {
        if !is_cut {
            cut(&queen, 4096);
            is_cut = true;
        }
    });
    if is_cut {
        assert!(built.is_err());
        assert!(!table_path(dir.path(), pawn, Metric::Dtm).exists());
    }
    let verified = verify(
        pawn,
        &VerifyOptions::new(dir.path(), Metric::Dtm),
        &|_, _| (),
    );
    assert!(verified.is_err());
}
