//! Perft through the machine's own loops of victims and aggressors, of 1980 and 1978, against the
//! published counts.

use belle_player::Belle;
use play::{Control, Game, Player};
use rayon::prelude::*;

/// Depths of similar cost for the positions of suites/perft.epd.
const DEPTHS: [usize; 6] = [5, 4, 6, 4, 4, 3];

#[test]
fn machine_counts_equal_published_ones() {
    let rows: Vec<_> = include_str!("../../suites/perft.epd")
        .lines()
        .zip(DEPTHS)
        .collect();
    assert_eq!(rows.len(), DEPTHS.len());
    rows.into_par_iter().for_each(|(row, deepest)| {
        let (fen, counts) = row.split_once(" ;D1 ").expect(row);
        let game = Game::from_fen(fen).expect(fen);
        for (generation, deepest) in [("1980", deepest), ("1978", deepest - 1)] {
            let mut belle = Belle::new();
            belle
                .set_option("Generation", generation)
                .expect("there is such a year");
            for (depth, count) in (1..).zip(counts.split(" ;D").take(deepest)) {
                let expected = count
                    .rsplit(' ')
                    .next()
                    .and_then(|count| count.parse().ok());
                let moves = belle
                    .perft(game.position(), depth, &Control::new())
                    .expect("no stop");
                let leaves: u64 = moves.iter().map(|(_, leaves)| leaves).sum();
                assert_eq!(Some(leaves), expected, "{generation}: {fen} depth {depth}");
            }
        }
    });
}

/// The 960 starting positions, counted by the fast board and by shakmaty.
#[test]
fn chess960_starts_match_shakmaty_to_depth_4() {
    let setup = board::PerftSetup {
        threads: 2,
        hash: 0,
    };
    for number in 0..960 {
        let game = play::chess960_start(number);
        let counts = board::perft(game.position(), 4, setup, &|| false).expect("no stop");
        let leaves: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(
            leaves,
            shakmaty::perft(game.position(), 4),
            "start {number}"
        );
    }
}
