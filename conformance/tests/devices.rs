//! The software of 1978 against the reference search with full windows: value, nodes and the whole
//! memory.

mod common;

use std::time::Duration;

use belle_player::{Belle, Devices};
use host::{Link, RootRule};
use play::{Control, Game, Limits, Player as _};
use reference::{Bound, Position, Searcher};
use roms::value::INFINITY;
use shakmaty::Chess;

/// Depths searched in order without clearing the memory.
const DEPTHS: std::ops::RangeInclusive<u8> = 1..=4;
/// Nodes of a depth beyond which no deeper one is searched.
const HEAVY: u64 = 6_000;
/// The same with `BELLE_LONG`.
const LONG_HEAVY: u64 = 60_000;
/// Depth of the games' searches and of the machine they are compared with.
const DEPTH: u32 = 4;

fn same_memory(devices: &Devices, searcher: &Searcher, id: &str) {
    let empty = machine::transposition::memory::Entry::default();
    for (index, entry) in devices.memory().entries().iter().enumerate() {
        let expected = searcher.memory().entry(index);
        let bound = match (entry.is_lower(), entry.is_upper()) {
            (true, true) => Bound::Exact,
            (true, false) => Bound::Lower,
            (false, true) => Bound::Upper,
            (false, false) => Bound::None,
        };
        let seen = (
            entry.lock(),
            entry.value(),
            -entry.depth(),
            bound,
            entry.is_open(),
        );
        let wanted = (
            expected.lock,
            expected.value,
            i16::from(expected.depth),
            expected.bound,
            expected.open,
        );
        assert!(
            *entry == empty && expected.lock == 0 || seen == wanted,
            "{id}: {seen:?}, {wanted:?}"
        );
    }
}

fn compare(positions: &[(String, Chess)], heavy: u64) {
    let (mut devices, mut searcher) = (Devices::default(), Searcher::with_full_windows());
    for (id, chess) in positions {
        let board = Position::from(chess);
        for depth in DEPTHS {
            for (alpha, beta) in [(-INFINITY, INFINITY), (-30, 25)] {
                let (value, nodes) = devices.search(chess, depth, alpha, beta);
                let expected = searcher.search(&board, depth, alpha, beta);
                assert_eq!(
                    (value, nodes),
                    (expected.value, expected.nodes),
                    "{id}, depth {depth}"
                );
            }
            if searcher.search(&board, depth, -INFINITY, INFINITY).nodes > heavy {
                devices.search(chess, depth, -INFINITY, INFINITY);
                break;
            }
            devices.search(chess, depth, -INFINITY, INFINITY);
        }
    }
    same_memory(&devices, &searcher, "at the end");
}

#[test]
fn search_suites_match_reference_with_full_windows() {
    let suite = common::epd("lockstep.epd")
        .into_iter()
        .step_by(6)
        .chain(common::epd("bratko-kopec.epd"));
    let positions: Vec<(String, Chess)> = suite.map(|(chess, id)| (id, chess)).collect();
    let heavy = if std::env::var_os("BELLE_LONG").is_some() {
        LONG_HEAVY
    } else {
        HEAVY
    };
    compare(&positions, heavy);
}

/// A player's reports in a search: depth, value, nodes and line.
fn reports(player: &mut Belle, game: &Game, limits: &Limits) -> Vec<String> {
    let mut seen = Vec::new();
    player.search(game, limits, &Control::new(), &mut |report| {
        seen.push(format!(
            "{} {:?} {} {:?}",
            report.depth, report.score, report.nodes, report.pv
        ));
    });
    seen
}

/// Microcode without its null windows searches as the software of 1978 does, root included.
#[test]
fn player_games_match_microcode_with_full_windows() {
    let source = microcode::programs::SOURCES
        .iter()
        .find(|(name, _)| *name == "search.mc")
        .unwrap()
        .1;
    let patched = source.replacen("    frame.limit <- acc + 1\n", "", 1);
    assert_ne!(patched, source);
    let embedded = microcode::Embedded(microcode::programs::SOURCES);
    let program = microcode::assemble("search.mc", &patched, &embedded).unwrap();
    let link = Link::with_program(&program, machine::probe::Silent).unwrap();
    let mut machine = Belle::with_machine(link, RootRule::FullWindows);
    let mut devices = Belle::new();
    devices.set_option("Generation", "1978").unwrap();
    for player in [&mut machine, &mut devices] {
        player.set_option("Contempt", "20").unwrap();
    }
    for fen in [
        None,
        Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ] {
        let mut game = fen.map_or_else(Game::new, |fen| Game::from_fen(fen).unwrap());
        while game.ending().is_none() && game.moves().len() < 60 {
            let seen = reports(&mut devices, &game, &Limits::depth(DEPTH));
            assert_eq!(seen, reports(&mut machine, &game, &Limits::depth(DEPTH)));
            let mut best = None;
            let mut choose = |player: &mut Belle| {
                best = player
                    .search(&game, &Limits::depth(2), &Control::new(), &mut |_| {})
                    .best;
                best
            };
            assert_eq!(choose(&mut devices), choose(&mut machine));
            game.play(best.unwrap());
        }
        assert!(game.moves().len() > 20);
    }
}

/// Nodes a machine second over Bratko-Kopec.
fn speed(player: &mut Belle, limits: &Limits) -> f64 {
    let (mut nodes, mut seconds) = (0.0, 0.0);
    for (chess, _) in common::epd("bratko-kopec.epd") {
        let mut last = None;
        player.new_game();
        player.search(
            &Game::from_position(chess),
            limits,
            &Control::new(),
            &mut |report| {
                last = Some(report.clone());
            },
        );
        let last = last.unwrap();
        nodes += last.nodes as f64;
        seconds += last.machine.unwrap().seconds;
    }
    println!(
        "{nodes} nodes, {seconds:.1} machine seconds: {:.0} nodes a machine second",
        nodes / seconds
    );
    nodes / seconds
}

/// On record: 160,000 positions a second (F010), and 110,000 in 1983 (F014).
#[test]
fn speed_bratko_kopec_by_microcode_is_that_of_the_record() {
    for (year, record) in [("1980", 160_000.0), ("1983", 110_000.0)] {
        let mut player = Belle::new();
        player.set_option("Generation", year).unwrap();
        player.set_option("Pace", "machine").unwrap();
        let found = speed(&mut player, &Limits::move_time(Duration::from_secs(2)));
        assert!(
            (0.95 * record..1.05 * record).contains(&found),
            "{year}: {found}"
        );
    }
}

/// On record: 5,000 positions a second (F007).
#[test]
fn speed_bratko_kopec_by_software_is_that_of_the_record() {
    let mut player = Belle::new();
    player.set_option("Generation", "1978").unwrap();
    let found = speed(&mut player, &Limits::depth(5));
    let mut devices = Devices::default();
    let searched: u64 = common::epd("bratko-kopec.epd")
        .iter()
        .map(|(chess, _)| devices.search(chess, 4, -INFINITY, INFINITY).1)
        .sum();
    let (instructions, accesses) = devices.work();
    println!(
        "a node: {} instructions, {} accesses",
        instructions / searched,
        accesses / searched
    );
    assert!((4_750.0..5_250.0).contains(&found), "{found}");
}
