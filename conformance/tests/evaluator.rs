//! The full evaluator's circuits against the plain evaluation, over the positions of seeded games.

#[path = "common/positions.rs"]
mod positions;

use logic::Lanes;
use machine::evaluator::full::{full_terms, full_value};
use positions::{board, planes, random_games, stage_class};
use roms::full::FULL_MARGIN;

const POSITIONS: usize = 120_000;

#[test]
fn full_value_matches_plain_evaluation() {
    let (mut clamped, mut seen) = (0, [0u32; roms::full::FULL_TERMS]);
    random_games(1980, POSITIONS, |position| {
        let board = board(position);
        let (piece, class) = (planes(&board), stage_class(&board));
        let terms = full_terms(piece, class);
        let counts = reference::full::full_counts(&board);
        for (index, (term, count)) in terms.iter().zip(&counts).enumerate() {
            assert_eq!(
                term.count.map(i32::from),
                *count,
                "{} in {position:?}",
                term.name
            );
            seen[index] += u32::from(*count != [0, 0]);
        }
        let value = full_value(Lanes, piece, class);
        assert_eq!(
            value,
            reference::full::weighed(&counts, class),
            "{position:?}"
        );
        assert!(value.abs() <= FULL_MARGIN);
        clamped += usize::from(value.abs() == FULL_MARGIN);

        let mirrored = reference::Position::from(position).mirrored().board;
        assert_eq!(
            full_value(Lanes, planes(&mirrored), class),
            -value,
            "{position:?}"
        );
    });
    println!("clamped: {clamped} of {POSITIONS}");
    // The games must have shown every term.
    for (term, seen) in roms::full::TERMS.iter().zip(seen) {
        println!("{:<32}{seen:>8}", term.name);
        assert!(seen > 100, "{}: {seen}", term.name);
    }
}
