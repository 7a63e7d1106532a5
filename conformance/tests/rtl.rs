//! The RTL in Verilator, alone: a position goes in by the host port, and out come the value, the
//! best move, the nodes and the cycles of the machine.

mod common;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use conformance::model::COMPILER;
use host::{Link, Searcher};
use machine::microengine::variant::Variant;
use machine::microengine::word::Slot;
use machine::rtl;
use microcode::programs;
use roms::value::INFINITY;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

/// Result of a search: value, best move as the frame's slot holds it, nodes, cycles.
type Outcome = (i16, u16, u64, u64);

/// Positions for the short run, with their depths: all kinds of special moves, a mate, a stalemate,
/// a check.
const SHORT: &[(u8, &str)] = &[
    (
        3,
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    ),
    (
        2,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ),
    (3, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    (2, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
    (
        3,
        "rnbqkbnr/pp1ppppp/8/2pP4/8/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 3",
    ),
    (4, "7k/8/5KQ1/8/8/8/8/8 b - - 0 1"),
    (4, "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"),
];

/// A program that simulates the board with the RTL and its memory.
struct Bench(PathBuf);

impl Bench {
    /// Writes the authentic machine's Verilog and builds it with Verilator, with `waits` cycles of
    /// the memory's wait line.
    fn build(waits: u32) -> Bench {
        Bench::of(Variant::Authentic, waits)
    }

    /// The same of a variant.
    fn of(variant: Variant, waits: u32) -> Bench {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("rtl-{variant:?}-{waits}"));
        fs::create_dir_all(&folder).expect("a folder for the Verilog");
        // Tests that run side by side want the same program: the second finds it built.
        let lock = File::create(folder.join("lock")).expect("a file to lock");
        lock.lock().expect("the others build in their turn");
        let program = programs::search_for(variant).expect("the search assembles");
        assert_eq!(
            program.address("search"),
            Some(0),
            "the bench starts the RTL there"
        );
        let mut sources = vec!["--top-module".to_owned(), "belle_board".to_owned()];
        for (name, text) in rtl::verilog(variant, &program.words) {
            let path = folder.join(&name);
            // What is there already is not built again.
            if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
                fs::write(&path, text).expect("the Verilog is written");
            }
            if name.ends_with(".v") || name.ends_with(".cpp") {
                sources.push(name);
            }
        }
        // Names for readers are driven but unused: UNUSEDSIGNAL.
        let output = Command::new("verilator")
            .args([
                "--cc",
                "--exe",
                "--build",
                "-O3",
                "-Wall",
                "-Wno-UNUSEDSIGNAL",
            ])
            .args(["-MAKEFLAGS", "OPT_FAST=-O1", "-MAKEFLAGS", "OPT_SLOW=-O0"])
            .args(COMPILER)
            .arg(format!("-GWAITS=8'd{waits}"))
            .args(sources)
            .current_dir(&folder)
            .output()
            .expect("verilator is installed");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "verilator: {errors}");
        assert!(!errors.contains("%Warning"), "verilator: {errors}");
        Bench(folder)
    }

    /// Runs the program with these lines as its input.
    fn run(&self, lines: String) -> Output {
        let mut child = Command::new(self.0.join("obj_dir/Vbelle_board"))
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the simulation starts");
        let mut input = child.stdin.take().expect("piped");
        let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
        let output = child.wait_with_output().expect("the simulation ends");
        writer
            .join()
            .expect("no panic")
            .expect("all lines are read");
        output
    }

    fn search(&self, positions: &[(u8, Chess)]) -> Vec<Outcome> {
        let line = |(depth, chess): &(u8, Chess)| {
            format!(
                "{depth} {}\n",
                Fen::from_position(chess, EnPassantMode::PseudoLegal)
            )
        };
        let output = self.run(positions.iter().map(line).collect());
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let text = String::from_utf8(output.stdout).expect("numbers");
        text.lines().map(parse).collect()
    }
}

fn parse(line: &str) -> Outcome {
    let numbers: Vec<i64> = line
        .split(' ')
        .map(|number| number.parse().expect(line))
        .collect();
    let [value, best, nodes, cycles] = numbers[..] else {
        panic!("four numbers, not '{line}'")
    };
    (value as i16, best as u16, nodes as u64, cycles as u64)
}

fn machine(positions: &[(u8, Chess)]) -> Vec<Outcome> {
    let mut link = Link::new();
    let search = |(depth, chess): &(u8, Chess)| {
        link.load(chess);
        let outcome = link.search(chess, *depth, -INFINITY, INFINITY);
        let best = link.state().stack.slot(0, Slot::Best as u8) as u16;
        (outcome.value, best, outcome.nodes, outcome.cycles)
    };
    positions.iter().map(search).collect()
}

fn compare(positions: &[(u8, Chess)], ours: &[Outcome], theirs: &[Outcome]) {
    assert_eq!(ours.len(), theirs.len());
    for (((depth, chess), ours), theirs) in positions.iter().zip(ours).zip(theirs) {
        let fen = Fen::from_position(chess, EnPassantMode::PseudoLegal);
        assert_eq!(
            ours, theirs,
            "value, best, nodes, cycles of machine and rtl to depth {depth}: {fen}"
        );
    }
    let (nodes, cycles) = ours
        .iter()
        .fold((0, 0), |(n, c), ours| (n + ours.2, c + ours.3));
    println!(
        "{} positions, {nodes} nodes, {cycles} cycles: no difference",
        ours.len()
    );
}

fn short() -> Vec<(u8, Chess)> {
    let position = |fen: &str| -> Chess {
        fen.parse::<Fen>()
            .expect(fen)
            .into_position(CastlingMode::Standard)
            .expect(fen)
    };
    SHORT
        .iter()
        .map(|&(depth, fen)| (depth, position(fen)))
        .collect()
}

#[test]
fn verilator_short_suite_matches_machine() {
    let positions = short();
    compare(
        &positions,
        &machine(&positions),
        &Bench::build(0).search(&positions),
    );
}

#[test]
fn bench_bad_position_is_refused() {
    let bench = Bench::build(0);
    for row in include_str!("rtl_refused.tsv").lines().skip(1) {
        let (line, message) = row.split_once('\t').expect(row);
        let output = bench.run(format!("{line}\n"));
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {error}");
        assert!(
            error.contains(message) && error.contains(line),
            "{line}: {error}"
        );
        assert!(output.stdout.is_empty(), "{line}");
    }
}

/// Positions of all kinds, each to depth 4 or 3, whichever is within this many nodes.
const NODES: u64 = 5_000;

/// Part of `cargo xtask rtl`.
#[test]
#[ignore = "minutes"]
fn over_all_kinds_of_positions_too() {
    let within = |depth: u8, chess: &Chess| machine(&[(depth, chess.clone())])[0].2 <= NODES;
    let deepest = |(chess, _): (Chess, String)| {
        [4, 3]
            .into_iter()
            .find(|&depth| within(depth, &chess))
            .map(|depth| (depth, chess))
    };
    let suite = common::epd("lockstep.epd").into_iter().step_by(11);
    let positions: Vec<_> = suite.filter_map(deepest).take(40).collect();
    assert_eq!(positions.len(), 40);
    compare(
        &positions,
        &machine(&positions),
        &Bench::build(0).search(&positions),
    );
}

/// Part of `cargo xtask rtl`.
#[test]
#[ignore = "many minutes"]
fn over_bratko_and_kopec_too() {
    let bratko_kopec = common::epd("bratko-kopec.epd");
    assert_eq!(bratko_kopec.len(), 24);
    let positions: Vec<_> = bratko_kopec
        .into_iter()
        .map(|(chess, _)| (3, chess))
        .collect();
    let results = Bench::build(0).search(&positions);
    compare(&positions, &machine(&positions), &results);
}

/// Part of `cargo xtask rtl`.
#[test]
#[ignore = "minutes"]
fn a_slow_memory_costs_cycles_and_nothing_else() {
    let positions = short();
    let (ours, theirs) = (machine(&positions), Bench::build(3).search(&positions));
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert!(theirs.3 > ours.3, "the wait line had no effect");
    }
    let without_cycles: Vec<Outcome> = theirs
        .iter()
        .zip(&ours)
        .map(|(theirs, ours)| (theirs.0, theirs.1, theirs.2, ours.3))
        .collect();
    compare(&positions, &ours, &without_cycles);
}
