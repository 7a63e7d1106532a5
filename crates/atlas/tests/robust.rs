//! No input makes the program panic.

mod common;

use atlas::mate::{Mate, Problem, Task, judge};
use atlas::{Atlas, Rules, Settings};
use common::{random_position, seeded_rng};
use notation::epd_lines;
use play::{Control, Game, Limits, Player};
use proptest::prelude::*;

/// A fixed seed; `PROPTEST_CASES` sets the number of cases.
fn config() -> ProptestConfig {
    ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(1967), ..ProptestConfig::default() }
}

/// Lines similar to EPD, mostly malformed.
fn line() -> impl Strategy<Value = String> {
    let board = "[kKqQrRbBnNpP1-8/]{1,71}";
    let rest = "( [wb])?( [KQkq-]{1,4})?( ([a-h][36]|-))?( (bm|id|dm|c0) [a-zA-Z0-9+=\"; ]{0,20};?){0,3}";
    prop_oneof![
        any::<String>(),
        (board, rest).prop_map(|(board, rest)| board + &rest),
        ("[kKqQrRbBnNpP1-8]{8}", rest).prop_map(|(rank, rest)| format!("k7/{rank}/8/8/8/8/8/K7{rest}")),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn judge_any_line_no_panic(line in line()) {
        if let Ok(problem) = Problem::parse(&line) {
            let judged = judge(&mut Mate::new(Control::new()), &problem, Some(1), Task::default());
            if let Ok((solution, _)) = judged {
                prop_assert!(!solution.to_string().is_empty());
            }
        }
    }

    #[test]
    fn epd_lines_any_bytes_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let lines = epd_lines(bytes.as_slice()).map(|line| line.expect("memory can be read"));
        let read = lines.filter(|line| line.text.clone().and_then(|text| Problem::parse(&text)).is_ok()).count();
        prop_assert!(read <= bytes.len());
    }

    #[test]
    fn search_any_position_matches_explanation(seed: u64, pieces in 2_u32..16, published: bool) {
        let position = random_position(pieces, &mut seeded_rng(seed));
        let rules = if published { Rules::Published } else { Rules::Full };
        let task = Task { mates: 2, rules, tries: 1, play: true };
        let solution = Mate::new(Control::new()).solve(&position, task).expect("supported");
        prop_assert!(solution.to_string().ends_with(" nodes\n"));
        let mut atlas = Atlas::with_settings(Settings { rules, plies: 2, ..Settings::default() });
        let explained = atlas.explain(&position, &Control::new()).expect("supported");
        let game = Game::from_position(position);
        let choice = atlas.search(&game, &Limits::default(), &Control::new(), &mut |_| ());
        prop_assert_eq!(choice.best, explained.chosen.map(|(named, _)| named));
        prop_assert!(explained.to_string().lines().count() >= 7);
    }
}
