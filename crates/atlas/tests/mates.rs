//! The solver on the suite of mates in two, and against plain search on random positions.

mod common;

use std::collections::BTreeSet;
use std::io::BufReader;
use std::time::Instant;

use atlas::Rules;
use atlas::mate::{Mate, MateError, Problem, Task, Verdict, judge};
use common::{random_position, seeded_rng, seeds};
use notation::epd_lines;
use play::{Control, problem_from_fen as position};
use shakmaty::{Chess, Position};

fn suite() -> Vec<Problem> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/mate-in-two.epd");
    let file = std::fs::File::open(file).expect("the suite");
    epd_lines(BufReader::new(file))
        .map(|line| Problem::parse(&line.unwrap().text.unwrap()).unwrap())
        .collect()
}

fn task(rules: Rules) -> Task {
    Task {
        rules,
        ..Task::default()
    }
}

#[test]
fn judge_suite_full_rules_agrees() {
    let mut mate = Mate::new(Control::new());
    let problems = suite();
    assert_eq!(problems.len(), 43);
    for problem in &problems {
        let (solution, verdict) = judge(&mut mate, problem, None, task(Rules::Full)).unwrap();
        assert_eq!(verdict, Verdict::Agrees, "{:?}\n{solution}", problem.id);
        assert!(solution.full_keys.is_none());
    }
}

#[test]
fn judge_suite_published_rules_two_outside() {
    let mut mate = Mate::new(Control::new());
    let mut outside = Vec::new();
    for problem in suite() {
        let id = problem.id.clone().unwrap();
        let (solution, verdict) = judge(&mut mate, &problem, None, task(Rules::Published)).unwrap();
        match verdict {
            Verdict::Agrees => {}
            Verdict::Outside => {
                assert!(
                    solution.to_string().contains("outside Bell's scope"),
                    "{solution}"
                );
                outside.push(id);
            }
            _ => panic!("{id}: {verdict}\n{solution}"),
        }
    }
    assert_eq!(outside.len(), 2, "{outside:?}");
    assert!(
        outside[0].contains("e.p.") && outside[1].contains("castling key, e.p. mate"),
        "{outside:?}"
    );
}

#[test]
fn solver_speed_exceeds_2000_a_minute() {
    let mut mate = Mate::new(Control::new());
    let problems = suite();
    let start = Instant::now();
    for problem in &problems {
        let task = Task {
            play: false,
            ..task(Rules::Published)
        };
        judge(&mut mate, problem, Some(2), task).unwrap();
    }
    let a_minute = problems.len() as f64 / start.elapsed().as_secs_f64() * 60.0;
    assert!(a_minute > 2_000.0, "{a_minute:.0} a minute");
}

#[test]
fn solution_text_has_key_threats_duals_and_tries() {
    let mut mate = Mate::new(Control::new());
    let morphy = position("kbK5/pp6/1P6/8/8/8/8/R7 w - -").unwrap();
    let solution = mate
        .solve(
            &morphy,
            Task {
                tries: 1,
                ..Task::default()
            },
        )
        .unwrap();
    let text = solution.to_string();
    for part in [
        "key: Ra6\n",
        "waits: no threat",
        "1... bxa6    2. b7#",
        "1... Bc7     2. Rxa7#",
        "try: ",
        " nodes",
    ] {
        assert!(text.contains(part), "'{part}' in\n{text}");
    }
    let dual = position("2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - -").unwrap();
    let text = mate.solve(&dual, Task::default()).unwrap().to_string();
    assert!(text.starts_with("key: Qa5\n"), "{text}");
}

/// Whether the side to move mates in `n`, by plain search.
fn plainly_mates(position: &Chess, n: u32) -> bool {
    n > 0
        && position
            .legal_moves()
            .into_iter()
            .any(|mv| plainly_forced(position, mv, n))
}

fn plainly_forced(position: &Chess, mv: shakmaty::Move, n: u32) -> bool {
    let mut after = position.clone();
    after.play_unchecked(mv);
    let replies = after.legal_moves();
    if replies.is_empty() {
        return after.is_check();
    }
    n > 1
        && replies.into_iter().all(|reply| {
            let mut then = after.clone();
            then.play_unchecked(reply);
            plainly_mates(&then, n - 1)
        })
}

fn agrees(mate: &mut Mate, position: &Chess, n: u32) -> bool {
    let task = Task {
        mates: n,
        rules: Rules::Full,
        tries: 0,
        play: false,
    };
    let solution = mate.solve(position, task).unwrap();
    let ours: BTreeSet<String> = solution
        .keys
        .iter()
        .map(|key| format!("{:?}", key.first.chess_move))
        .collect();
    let theirs: BTreeSet<String> = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| plainly_forced(position, mv, n))
        .map(|mv| format!("{mv:?}"))
        .collect();
    assert_eq!(ours, theirs, "mate in {n}: {position:?}");
    !ours.is_empty()
}

#[test]
fn keys_random_positions_equal_plain_search() {
    let mut mate = Mate::new(Control::new());
    for seed in seeds() {
        let mut rng = seeded_rng(2_000_000 + seed);
        let twos = (0..4_000_u32)
            .filter(|n| agrees(&mut mate, &random_position(2 + n % 7, &mut rng), 2))
            .count();
        let threes = (0..400_u32)
            .filter(|n| agrees(&mut mate, &random_position(2 + n % 2, &mut rng), 3))
            .count();
        assert!(
            twos > 150 && threes > 10,
            "{twos} of 4,000 mates in two, {threes} of 400 in three"
        );
    }
}

#[test]
fn solve_unsupported_input_is_an_error() {
    let mut mate = Mate::new(Control::new());
    assert!(position("").is_err() && position("8/8/8/8/8/8/8/8 w - -").is_err());
    let start = Chess::default();
    let error = mate
        .solve(
            &start,
            Task {
                mates: 5,
                ..Task::default()
            },
        )
        .unwrap_err();
    assert_eq!(error, MateError::Moves(5));
    let crowd = position("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1").unwrap();
    let error = mate.solve(&crowd, Task::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "white: expected at most 16 pieces (Atlas's piece list [0:16] holds 16), got 17"
    );
    let control = Control::new();
    control.stop();
    assert!(
        Mate::new(control)
            .solve(
                &start,
                Task {
                    mates: 4,
                    ..Task::default()
                }
            )
            .is_err()
    );
    let ten_queens = position("QQQQQQQQ/QQ6/8/8/8/8/7k/2K5 b - -").unwrap();
    assert!(
        mate.solve(&ten_queens, Task::default())
            .unwrap()
            .keys
            .is_empty()
    );
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - -").unwrap();
    assert!(
        mate.solve(&mated, Task::default())
            .unwrap()
            .to_string()
            .starts_with("no mate in 2")
    );
}

#[test]
fn epd_lines_malformed_lines_are_reported() {
    let huge = "x".repeat(200_000);
    let text = format!(
        "# comment\n\n7k/6Q1/8/6K1/8/8/8/8 b - - 0 1 id \"a;b\"; dm 3;\nnonsense\n{huge}\n\
         5Kbk/6pp/6P1/8/8/8/8/7R w - - bm Rh6; id \"Prinz\";\r\n8/8/8/8/8/8/8/k1K5 w - - bm Qa9;"
    );
    let bytes = [text.as_bytes(), b"\n\xff\xfe\x00"].concat();
    let read: Vec<_> = epd_lines(bytes.as_slice()).map(Result::unwrap).collect();
    let numbers: Vec<u64> = read.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [3, 4, 5, 6, 7, 8]);
    assert_eq!(read.last().unwrap().end, bytes.len() as u64);
    let problems: Vec<_> = read
        .iter()
        .map(|line| line.text.clone().and_then(|text| Problem::parse(&text)))
        .collect();
    let first = problems[0].as_ref().unwrap();
    assert_eq!((first.id.as_deref(), first.mates), (Some("a;b"), Some(3)));
    assert!(
        problems[1]
            .as_ref()
            .unwrap_err()
            .to_string()
            .contains("'nonsense' is not a position")
    );
    assert!(
        problems[2]
            .as_ref()
            .unwrap_err()
            .to_string()
            .contains("longer than")
    );
    assert_eq!(problems[3].as_ref().unwrap().id.as_deref(), Some("Prinz"));
    assert!(
        problems[4]
            .as_ref()
            .unwrap_err()
            .to_string()
            .contains("Qa9")
    );
    assert!(problems[5].is_err());
}
