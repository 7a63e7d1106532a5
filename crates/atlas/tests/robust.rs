//! Nothing that can be typed makes the program panic.

mod common;

use atlas::mate::{Mate, Task, judge, lines, read_line};
use atlas::{Atlas, Scope, Style};
use common::{generator, set_up};
use play::{Control, Game, Limits, Player};
use proptest::prelude::*;

/// The same cases every time; `PROPTEST_CASES` asks for more.
fn config() -> ProptestConfig {
    ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(1967), ..ProptestConfig::default() }
}

/// Something like a line of EPD, mostly wrong.
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
    fn any_line_is_read_and_solved_or_refused(line in line()) {
        if let Ok(problem) = read_line(&line) {
            let judged = judge(&mut Mate::new(Control::new()), &problem, Some(1), Task::default());
            if let Ok((solution, _)) = judged {
                prop_assert!(!solution.to_string().is_empty());
            }
        }
    }

    #[test]
    fn any_bytes_are_a_file(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let read = lines(bytes.as_slice()).filter(Result::is_ok).count();
        prop_assert!(read <= bytes.len());
    }

    #[test]
    fn any_set_up_is_solved_played_and_explained(seed: u64, men in 2_u32..16, published: bool) {
        let position = set_up(men, &mut generator(seed));
        let scope = if published { Scope::Published } else { Scope::Full };
        let task = Task { mates: 2, scope, tries: 1, play: true };
        let solution = Mate::new(Control::new()).solve(&position, task).expect("it fits");
        prop_assert!(solution.to_string().ends_with(" nodes\n"));
        let mut atlas = Atlas::with_style(Style { scope, plies: 2, ..Style::default() });
        let explained = atlas.explain(&position, &Control::new()).expect("it fits");
        let game = Game::from_position(position);
        let choice = atlas.search(&game, &Limits::default(), &Control::new(), &mut |_| ());
        prop_assert_eq!(choice.best, explained.chosen.map(|(named, _)| named));
        prop_assert!(explained.to_string().lines().count() >= 7);
    }
}
