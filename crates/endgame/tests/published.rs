//! All tables of three and four men, in all metrics, and some of five, against the published maxima and totals.

mod common;

use endgame::{Material, Metric, Table, build};
use shakmaty::Color;

use common::{options, rows};

fn build_small(metric: Metric) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let wanted: Vec<Material> = (3..=4).flat_map(Material::all).collect();
    let built = build(&wanted, &options(dir.path(), metric), &mut |_| {}).unwrap();
    assert_eq!(built.len(), 35);
    dir
}

/// Calls `check` with every table, its line of maxima, and where the suite tells them its totals.
fn each_table(metric: Metric, check: impl Fn(&Table, &[String])) {
    let dir = build_small(metric);
    let maxima = rows("endgames/maxima.tsv");
    assert_eq!(maxima.len(), 35);
    let totals = rows("endgames/totals.tsv");
    for line in &maxima {
        let table = Table::open(dir.path(), line[0].parse().unwrap(), metric).unwrap();
        check(&table, line);
        if let Some(told) = totals.iter().find(|t| t[0] == line[0]) {
            let told: Vec<u64> = told[1..].iter().map(|n| n.parse().unwrap()).collect();
            let found = [Color::White, Color::Black].map(|turn| table.totals(turn)).concat();
            assert_eq!(found, told, "{}", line[0]);
        }
    }
}

fn assert_is(found: u16, told: &str, what: &str) {
    assert!(told == "-" || told == found.to_string(), "{what}: found {found}, published {told}");
}

#[test]
fn distances_to_mate() {
    each_table(Metric::Dtm, |table, line| {
        let longest = [Color::White, Color::Black].map(|c| table.longest_win_to_move(c));
        assert_is(longest[0].max(longest[1]), &line[1], &line[0]);
    });
}

#[test]
fn distances_to_conversion() {
    each_table(Metric::Dtc, |table, line| {
        assert_is(table.longest_win(Color::White), &line[2], &line[0]);
        assert_is(table.longest_win(Color::Black), &line[3], &line[0]);
    });
}

#[test]
fn distances_to_a_zeroing_move() {
    each_table(Metric::Dtz, |table, line| {
        assert_is(table.longest_win(Color::White), &line[4], &line[0]);
        assert_is(table.longest_win(Color::Black), &line[5], &line[0]);
    });
}

/// Some minutes of two cores for each metric, two gigabytes of memory, a gigabyte of disk.
fn five_men(metric: Metric, longest: impl Fn(&Table, Color) -> u16, column: usize) {
    let dir = tempfile::tempdir().unwrap();
    for line in rows("endgames/five.tsv") {
        let material: Material = line[0].parse().unwrap();
        build(&[material], &options(dir.path(), metric), &mut |_| {}).unwrap();
        let table = Table::open(dir.path(), material, metric).unwrap();
        assert_is(longest(&table, Color::White), &line[column], &line[0]);
        assert_is(longest(&table, Color::Black), &line[column + 1], &line[0]);
        let found = [Color::White, Color::Black].map(|turn| table.totals(turn)).concat();
        for (found, told) in found.iter().zip(&line[7..]) {
            assert!(told == "-" || *told == found.to_string(), "{material}: found {found}, published {told}");
        }
    }
}

#[test]
#[ignore = "five men take minutes; cargo xtask test --long"]
fn five_men_to_conversion() {
    five_men(Metric::Dtc, |table, winner| table.longest_win(winner), 1);
}

#[test]
#[ignore = "five men take minutes; cargo xtask test --long"]
fn five_men_to_mate() {
    five_men(Metric::Dtm, |table, winner| table.longest_win_to_move(winner), 3);
}

#[test]
#[ignore = "five men take minutes; cargo xtask test --long"]
fn five_men_to_a_zeroing_move() {
    five_men(Metric::Dtz, |table, winner| table.longest_win(winner), 5);
}
