//! All tables of three and four pieces in all metrics, some of five and six, against published
//! statistics.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use endgame::{BuildOptions, Material, Metric, Table, Value, build};
use shakmaty::Color;

use common::rows;

const COLORS: [Color; 2] = [Color::White, Color::Black];

/// Calls `check` with every table of three and four pieces and its row of maxima; compares the
/// totals in the suite.
fn each_table(metric: Metric, check: impl Fn(&Table, &[String])) {
    let dir = tempfile::tempdir().unwrap();
    let wanted: Vec<Material> = (3..=4).flat_map(Material::all).collect();
    assert_eq!(
        build(&wanted, &BuildOptions::new(dir.path(), metric), &mut |_| {})
            .unwrap()
            .len(),
        35
    );
    let maxima = rows("endgames/maxima.tsv");
    assert_eq!(maxima.len(), 35);
    let totals = rows("endgames/totals.tsv");
    for row in &maxima {
        let table = Table::open(dir.path(), row[0].parse().unwrap(), metric).unwrap();
        check(&table, row);
        if let Some(published) = totals.iter().find(|t| t[0] == row[0]) {
            assert_totals(&table, &published[1..]);
        }
    }
}

fn assert_totals(table: &Table, published: &[String]) {
    for (found, published) in COLORS
        .map(|turn| table.totals(turn))
        .concat()
        .iter()
        .zip(published)
    {
        assert_is(found, published, &table.material().to_string());
    }
}

fn assert_is(found: impl ToString, published: &str, what: &str) {
    let found = found.to_string();
    assert!(
        published == "-" || published == found,
        "{what}: found {found}, published {published}"
    );
}

#[test]
fn longest_mates_as_published() {
    each_table(Metric::Dtm, |table, row| {
        let longest = COLORS.map(|c| table.longest_win_to_move(c));
        assert_is(longest[0].max(longest[1]), &row[1], &row[0]);
    });
}

/// Compares the longest wins of both sides with two columns of the maxima, the first of number
/// `column`.
fn longest_wins(metric: Metric, column: usize) {
    each_table(metric, |table, row| {
        for (color, published) in COLORS.into_iter().zip(&row[column..]) {
            assert_is(table.longest_win(color), published, &row[0]);
        }
    });
}

#[test]
fn longest_conversions_as_published() {
    longest_wins(Metric::Dtc, 2);
}

#[test]
fn longest_zeroing_moves_as_published() {
    longest_wins(Metric::Dtz, 4);
}

/// Takes some minutes of two cores for each metric, two gigabytes of memory, a gigabyte of disk.
fn five_pieces(metric: Metric, longest: impl Fn(&Table, Color) -> u16, column: usize) {
    let dir = tempfile::tempdir().unwrap();
    for row in rows("endgames/five.tsv") {
        let material: Material = row[0].parse().unwrap();
        build(
            &[material],
            &BuildOptions::new(dir.path(), metric),
            &mut |_| {},
        )
        .unwrap();
        let table = Table::open(dir.path(), material, metric).unwrap();
        assert_is(longest(&table, Color::White), &row[column], &row[0]);
        assert_is(longest(&table, Color::Black), &row[column + 1], &row[0]);
        assert_totals(&table, &row[7..]);
    }
}

#[test]
#[ignore = "five pieces take minutes; cargo xtask test --long"]
fn five_pieces_conversions_as_published() {
    five_pieces(Metric::Dtc, Table::longest_win, 1);
}

#[test]
#[ignore = "five pieces take minutes; cargo xtask test --long"]
fn five_pieces_mates_as_published() {
    five_pieces(Metric::Dtm, Table::longest_win_to_move, 3);
}

#[test]
#[ignore = "five pieces take minutes; cargo xtask test --long"]
fn five_pieces_zeroing_moves_as_published() {
    five_pieces(Metric::Dtz, Table::longest_win, 5);
}

/// A table of six pieces against every line of its published statistics, in units of `distance`.
///
/// Each takes minutes of two cores and four gigabytes of memory and disk. The tables stay in
/// target/tmp/six-pieces, so that a second run reads them.
fn six_pieces(name: &str, metric: Metric, distance: fn(Value) -> Option<u16>) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("six-pieces");
    let material: Material = name.parse().unwrap();
    let options = BuildOptions {
        memory: 6 << 30,
        ..BuildOptions::new(&dir, metric)
    };
    build(&[material], &options, &mut |_| {}).unwrap();
    let table = Table::open(&dir, material, metric).unwrap();
    let mut published = [BTreeMap::new(), BTreeMap::new()];
    for row in rows("endgames/six.tsv").iter().filter(|row| row[0] == name) {
        let plies = row[3].parse().unwrap();
        let value = if row[2] == "win" {
            Value::Win(plies)
        } else {
            Value::Loss(plies)
        };
        let side = &mut published[usize::from(row[1] == "b")];
        *side.entry((value.sign(), distance(value))).or_insert(0) += row[4].parse::<u64>().unwrap();
    }
    for (turn, published) in COLORS.into_iter().zip(published) {
        let mut found = BTreeMap::new();
        for (value, count) in table
            .histogram(turn)
            .into_iter()
            .filter(|(value, _)| *value != Value::Draw)
        {
            *found.entry((value.sign(), distance(value))).or_insert(0) += count;
        }
        assert_eq!(found, published, "{name}, {turn} to move");
    }
}

#[test]
#[ignore = "six pieces take minutes and gigabytes; cargo xtask test --long"]
fn six_pieces_conversions_as_published() {
    for ending in ["KNNNNK", "KRNKNN", "KRBKNN", "KQNKRR"] {
        six_pieces(ending, Metric::Dtc, Value::moves);
    }
}

#[test]
#[ignore = "six pieces take minutes and gigabytes; cargo xtask test --long"]
fn six_pieces_zeroing_moves_as_published() {
    six_pieces("KNNNPK", Metric::Dtz, Value::plies);
}
