//! Damaged files are refused, and never give an answer.

mod common;

use std::fs;
use std::path::Path;

use endgame::{
    BuildOptions, Damage, Material, Metric, Prober, Table, TableError, Tablebase, build, random_position,
    table_path,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use common::built;

/// Opens a table and reads all of it.
fn read_all(dir: &Path, material: Material) -> Result<(), TableError> {
    endgame::Stats::new(&Table::open(dir, material, Metric::Dtm)?, 0).map(|_| ())
}

#[test]
fn read_any_changed_byte_fails() {
    let dir = built(Metric::Dtm, &["KQK"]);
    let material: Material = "KQK".parse().unwrap();
    let path = table_path(dir.path(), material, Metric::Dtm);
    let whole = fs::read(&path).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let positions: Vec<_> = (0..500).map(|_| random_position(material, &mut rng)).collect();
    let tables = Tablebase::open(dir.path(), Metric::Dtm).unwrap();
    let truth: Vec<_> = positions.iter().map(|p| tables.probe(p).unwrap()).collect();
    for i in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[i] ^= 1 << (i % 8);
        // A new file under the same name: the old one stays mapped.
        fs::remove_file(&path).unwrap();
        fs::write(&path, &damaged).unwrap();
        assert!(read_all(dir.path(), material).is_err(), "byte {i} of {} went unnoticed", whole.len());
        let Ok(tables) = Tablebase::open(dir.path(), Metric::Dtm) else { continue };
        for (position, value) in positions.iter().zip(&truth) {
            assert!(tables.probe(position).map_or(true, |v| v == *value), "byte {i}");
        }
    }
}

#[test]
fn read_other_length_fails() {
    let dir = built(Metric::Dtm, &["KNK"]);
    let material: Material = "KNK".parse().unwrap();
    let path = table_path(dir.path(), material, Metric::Dtm);
    let whole = fs::read(&path).unwrap();
    for len in (0..whole.len()).step_by(37).chain([whole.len() - 1]) {
        fs::write(&path, &whole[..len]).unwrap();
        assert!(read_all(dir.path(), material).is_err(), "cut off at {len}");
    }
    fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
    let error = read_all(dir.path(), material).unwrap_err();
    assert!(matches!(error, TableError::Damaged { damage: Damage::Length { .. }, .. }), "{error}");
}

#[test]
fn open_table_under_another_name_fails() {
    let dir = built(Metric::Dtm, &["KQK"]);
    let [queen, rook] = ["KQK", "KRK"].map(|n| n.parse::<Material>().unwrap());
    let to = table_path(dir.path(), rook, Metric::Dtm);
    fs::rename(table_path(dir.path(), queen, Metric::Dtm), to).unwrap();
    let error = Table::open(dir.path(), rook, Metric::Dtm).unwrap_err();
    assert!(error.to_string().contains("holds KQK dtm"), "{error}");
    // A build does not overwrite it.
    assert!(build(&[rook], &BuildOptions::new(dir.path(), Metric::Dtm), &mut |_| {}).is_err());
}
