//! The speed of the fast board: `cargo run --release -p native --example perft_speed [ROUNDS]`.
//!
//! Time is the processor's where Linux tells it, so that other programs' load does not count; else the clock's.

use std::time::Instant;

use board::{self, Board, Cpu, Plain, WithCpu};

/// The six standard positions with the depths that take about as long.
const POSITIONS: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

/// Seconds this thread has run, or else seconds since the program started.
fn seconds(started: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = ran.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    ran.map_or_else(|| started.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

#[derive(Clone)]
struct Speed;

impl WithCpu for Speed {
    type Output = ();

    fn run<C: Cpu>(self, cpu: C) {
        let started = Instant::now();
        let (mut all, mut spent) = (0, 0.0);
        for (fen, depth) in POSITIONS {
            let board = Board::<C, Plain>::from_fen(cpu, fen).expect("a legal position");
            let before = seconds(started);
            let leaves = board.perft(depth);
            let took = seconds(started) - before;
            println!("{cpu:?} {leaves:>11} leaves {:>6.1} million/s  {fen}", leaves as f64 / took / 1e6);
            all += leaves;
            spent += took;
        }
        println!("{cpu:?} {all:>11} leaves {:>6.1} million/s  all six", all as f64 / spent / 1e6);
    }
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(1);
    for _ in 0..rounds {
        board::dispatch_each(&Speed);
    }
}
