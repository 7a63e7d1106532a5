//! Searches every position of `suites/lockstep.epd` to depths 1 to 4, or 1 to DEPTH, the memory fresh for each position
//! and full from depth to depth, and prints the nodes and how fast they went, on the fast board, the plain one or both:
//! `cargo run --release -p native --example lockstep_nodes [fast | plain | both] [DEPTH]`.
//!
//! Time is the processor's where Linux tells it, so that other programs' load does not count; else the clock's.

use std::time::Instant;

use board::{self, Cpu, WithCpu};
use reference::{Bitboards, Board, Position, Searcher};
use roms::value::INFINITY;
use shakmaty::fen::Epd;
use shakmaty::{CastlingMode, Chess};

/// Seconds this thread has run, or else seconds since the program started.
fn seconds(started: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = ran.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    ran.map_or_else(|| started.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// The positions of the suite, with their lines.
fn positions() -> Vec<(Position, &'static str)> {
    let lines = include_str!("../../../suites/lockstep.epd").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (epd, _) = line.split_once(" id ").expect("an id");
            let epd: Epd = epd.parse().expect(line);
            let chess: Chess = epd.into_position(CastlingMode::Standard).expect(line);
            (Position::from(&chess), line)
        })
        .collect()
}

/// Searches the suite on a board, and prints so many of the positions that took the most nodes.
fn search<B: Board>(name: &str, board: impl Fn(&Position) -> B, deepest: u8, heaviest: usize) {
    let mut searcher = Searcher::new();
    let (mut nodes, mut by_position) = (vec![0; usize::from(deepest)], Vec::new());
    let started = Instant::now();
    let before = seconds(started);
    for (position, line) in positions() {
        let position = board(&position);
        searcher.clear();
        let mut all = 0;
        for depth in 1..=deepest {
            let found = searcher.search(&position, depth, -INFINITY, INFINITY);
            nodes[usize::from(depth) - 1] += found.nodes;
            all += found.nodes;
        }
        by_position.push((all, line));
    }
    let (took, total) = (seconds(started) - before, nodes.iter().sum::<u64>());
    println!("{name}: {} positions, {total} nodes, by depth {nodes:?}", by_position.len());
    println!("{took:.2} s, {:.0} nodes a second", total as f64 / took);
    by_position.sort_unstable();
    for (nodes, line) in by_position.iter().rev().take(heaviest) {
        println!("{nodes:>9}  {line}");
    }
}

struct Fast {
    deepest: u8,
}

impl WithCpu for Fast {
    type Output = ();

    fn run<C: Cpu>(self, cpu: C) {
        let board = |position: &Position| Bitboards::new(cpu, position);
        search(&format!("fast board, {cpu:?}"), board, self.deepest, 0);
    }
}

fn main() -> Result<(), &'static str> {
    let mut arguments = std::env::args().skip(1);
    let which = arguments.next().unwrap_or_else(|| "both".to_owned());
    let deepest = arguments.next().map_or(Ok(4), |depth| depth.parse());
    let (Ok(deepest @ 1..), true) = (deepest, ["fast", "plain", "both"].contains(&which.as_str())) else {
        return Err("expected: lockstep_nodes [fast | plain | both] [DEPTH, 1 to 255]");
    };
    if which != "plain" {
        board::dispatch(Fast { deepest });
    }
    if which != "fast" {
        search("plain board", |position| *position, deepest, 25);
    }
    Ok(())
}
