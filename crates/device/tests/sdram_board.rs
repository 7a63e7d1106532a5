//! The whole machine with its transposition memory in a model of an SDRAM chip, in Verilator: the
//! chip is refreshed and each access takes another time, and a search finds what it finds anyway.

use std::path::Path;

use conformance::model::{Model, ModelFolder};
use device::{SerialLine, SerialPort};
use host::{Iteration, Link, Searcher as _, iterations};
use machine::transposition::memory::TranspositionMemory;
use play::Game;

/// So small that entries are lost in a search, and that the chip is cleared within a second.
const BITS: u32 = 10;
const DEPTH: u8 = 3;
const POSITIONS: [&str; 4] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
];

/// What was found, and the cycles that it took at each depth. A slower memory takes more of them.
fn without_cycles(found: Vec<Iteration>) -> (Vec<Iteration>, Vec<u64>) {
    let cycles = found.iter().map(|one| one.counters.cycles).collect();
    let mut found = found;
    for one in &mut found {
        one.counters.cycles = 0;
    }
    (found, cycles)
}

#[test]
#[ignore = "builds a second model of the machine, some minutes"]
fn search_with_the_memory_in_sdram_is_that_of_the_simulated_machine() {
    let tests = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let variables = ["MEMORY=sdram", &format!("BITS={BITS}")];
    let built = ModelFolder::of("ulx3s-85f", &variables, tests);
    let folder = tempfile::tempdir().expect("a folder");
    let model = Model::start(&built, built.path(), &folder.path().join("board"));
    let line = SerialLine::open(&model.line().parse().unwrap()).expect("a line");
    let port = SerialPort::new(line).expect("Belle answers");
    let mut theirs = Link::over(port).expect("the same microcode");
    let mut ours = Link::new();
    ours.replace_memory(TranspositionMemory::with_bits(BITS));
    let (mut usual, mut taken) = (0, 0);
    for fen in POSITIONS {
        let game = Game::from_fen(fen).unwrap();
        let (found, cycles) = without_cycles(iterations(&mut theirs, &game, DEPTH));
        let (expected, fewer) = without_cycles(iterations(&mut ours, &game, DEPTH));
        assert_eq!(found, expected, "{fen}");
        for (cycles, fewer) in cycles.iter().zip(&fewer) {
            assert!(cycles > fewer, "{fen}: the memory makes the machine wait");
        }
        taken += cycles.last().expect("an iteration");
        usual += fewer.last().expect("an iteration");
        theirs.clear_memory();
        ours.clear_memory();
    }
    println!("{taken} cycles, {usual} with block RAM");
}
