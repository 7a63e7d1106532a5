//! The solver: the suite of two-movers, and random positions against a plain search with shakmaty's rules.

mod common;

use std::collections::BTreeSet;
use std::io::BufReader;
use std::time::Instant;

use atlas::Scope;
use atlas::mate::{Mate, MateError, Problem, Task, Verdict, judge, lines, position};
use common::{generator, seeds, set_up};
use play::Control;
use shakmaty::{Chess, Position};

fn suite() -> Vec<Problem> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/mate-in-two.epd");
    let file = std::fs::File::open(file).expect("the suite is there");
    lines(BufReader::new(file)).map(|line| line.unwrap().problem.unwrap()).collect()
}

fn task(scope: Scope) -> Task {
    Task { scope, ..Task::default() }
}

#[test]
fn every_key_of_the_suite_and_no_other_by_all_the_rules() {
    let mut mate = Mate::new(Control::new());
    let problems = suite();
    assert_eq!(problems.len(), 43);
    for problem in &problems {
        let (solution, verdict) = judge(&mut mate, problem, None, task(Scope::Full)).unwrap();
        assert_eq!(verdict, Verdict::Agrees, "{:?}\n{solution}", problem.id);
        assert!(solution.full_keys.is_none());
    }
}

#[test]
fn in_bells_scope_only_those_that_need_castling_or_en_passant_fail_and_are_named() {
    let mut mate = Mate::new(Control::new());
    let mut outside = Vec::new();
    for problem in suite() {
        let id = problem.id.clone().unwrap();
        let (solution, verdict) = judge(&mut mate, &problem, None, task(Scope::Published)).unwrap();
        match verdict {
            Verdict::Agrees => {}
            Verdict::Outside => {
                assert!(solution.to_string().contains("outside Bell's scope"), "{solution}");
                outside.push(id);
            }
            _ => panic!("{id}: {verdict}\n{solution}"),
        }
    }
    assert_eq!(outside.len(), 2, "{outside:?}");
    assert!(outside[0].contains("e.p.") && outside[1].contains("castling key, e.p. mate"), "{outside:?}");
}

#[test]
fn two_thousand_two_movers_a_minute() {
    let mut mate = Mate::new(Control::new());
    let problems = suite();
    let start = Instant::now();
    for problem in &problems {
        let task = Task { play: false, ..task(Scope::Published) };
        judge(&mut mate, problem, Some(2), task).unwrap();
    }
    let a_minute = problems.len() as f64 / start.elapsed().as_secs_f64() * 60.0;
    assert!(a_minute > 2_000.0, "{a_minute:.0} a minute");
}

#[test]
fn the_report_names_key_threats_defences_duals_and_tries() {
    let mut mate = Mate::new(Control::new());
    let morphy = position("kbK5/pp6/1P6/8/8/8/8/R7 w - -").unwrap();
    let solution = mate.solve(&morphy, Task { tries: 1, ..Task::default() }).unwrap();
    let text = solution.to_string();
    for part in
        ["key: Ra6\n", "waits: no threat", "1... bxa6    2. b7#", "1... Bc7     2. Rxa7#", "try: ", " nodes"]
    {
        assert!(text.contains(part), "'{part}' in\n{text}");
    }
    let dual = position("2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - -").unwrap();
    let text = mate.solve(&dual, Task::default()).unwrap().to_string();
    assert!(text.starts_with("key: Qa5\n"), "{text}");
}

/// Whether the side to move mates in `n`: the plainest search there is.
fn plainly_mates(position: &Chess, n: u32) -> bool {
    n > 0 && position.legal_moves().into_iter().any(|one| plainly_forced(position, one, n))
}

fn plainly_forced(position: &Chess, one: shakmaty::Move, n: u32) -> bool {
    let mut after = position.clone();
    after.play_unchecked(one);
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
    let task = Task { mates: n, scope: Scope::Full, tries: 0, play: false };
    let solution = mate.solve(position, task).unwrap();
    let ours: BTreeSet<String> = solution.keys.iter().map(|key| format!("{:?}", key.first.named)).collect();
    let theirs: BTreeSet<String> = position
        .legal_moves()
        .into_iter()
        .filter(|&one| plainly_forced(position, one, n))
        .map(|one| format!("{one:?}"))
        .collect();
    assert_eq!(ours, theirs, "mate in {n}: {position:?}");
    !ours.is_empty()
}

#[test]
fn keys_equal_a_plain_search() {
    let mut mate = Mate::new(Control::new());
    for seed in seeds() {
        let mut rng = generator(2_000_000 + seed);
        let twos = (0..4_000_u32).filter(|n| agrees(&mut mate, &set_up(2 + n % 7, &mut rng), 2)).count();
        let threes = (0..400_u32).filter(|n| agrees(&mut mate, &set_up(2 + n % 2, &mut rng), 3)).count();
        assert!(twos > 150 && threes > 10, "{twos} of 4,000 mates in two, {threes} of 400 in three");
    }
}

#[test]
fn what_cannot_be_solved_is_refused_with_a_reason() {
    let mut mate = Mate::new(Control::new());
    assert!(position("").is_err() && position("8/8/8/8/8/8/8/8 w - -").is_err());
    let start = Chess::default();
    let error = mate.solve(&start, Task { mates: 5, ..Task::default() }).unwrap_err();
    assert_eq!(error, MateError::Moves(5));
    let crowd = position("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1").unwrap();
    let error = mate.solve(&crowd, Task::default()).unwrap_err();
    assert_eq!(error.to_string(), "white has 17 men, and Atlas's piece list [0:16] holds 16");
    let control = Control::new();
    control.stop();
    assert!(Mate::new(control).solve(&start, Task { mates: 4, ..Task::default() }).is_err());
    let ten_queens = position("QQQQQQQQ/QQ6/8/8/8/8/7k/2K5 b - -").unwrap();
    assert!(mate.solve(&ten_queens, Task::default()).unwrap().keys.is_empty());
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - -").unwrap();
    assert!(mate.solve(&mated, Task::default()).unwrap().to_string().starts_with("no mate in 2"));
}

#[test]
fn files_are_read_as_a_stream_and_their_faults_named() {
    let huge = "x".repeat(200_000);
    let text = format!(
        "# comment\n\n7k/6Q1/8/6K1/8/8/8/8 b - - 0 1 id \"a;b\"; dm 3;\nnonsense\n{huge}\n\
         5Kbk/6pp/6P1/8/8/8/8/7R w - - bm Rh6; id \"Prinz\";\r\n8/8/8/8/8/8/8/k1K5 w - - bm Qa9;"
    );
    let bytes = [text.as_bytes(), b"\n\xff\xfe\x00"].concat();
    let read: Vec<_> = lines(BufReader::new(bytes.as_slice())).map(Result::unwrap).collect();
    let numbers: Vec<u64> = read.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [3, 4, 5, 6, 7, 8]);
    assert_eq!(read.last().unwrap().end, bytes.len() as u64);
    let first = read[0].problem.as_ref().unwrap();
    assert_eq!((first.id.as_deref(), first.mates), (Some("a;b"), Some(3)));
    assert!(read[1].problem.as_ref().unwrap_err().to_string().contains("'nonsense' is not a position"));
    assert!(read[2].problem.as_ref().unwrap_err().to_string().contains("longer than"));
    assert_eq!(read[3].problem.as_ref().unwrap().id.as_deref(), Some("Prinz"));
    assert!(read[4].problem.as_ref().unwrap_err().to_string().contains("Qa9"));
    assert!(read[5].problem.is_err());
}
