//! Speed of the fast board (perft) and of the reference search, in process time.

use std::time::Instant;

use board::{Cpu, NoTable, WithCpu};
use clap::{Args, Subcommand};
use reference::{Bitboards, Board, Position, Searcher};
use roms::value::INFINITY;

use crate::lockstep_suite::positions;

/// Measure the speed of the fast board or of the reference search.
#[derive(Debug, Args)]
pub(crate) struct Speed {
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Debug, Subcommand)]
enum Subject {
    /// Perft of six positions on each kind of CPU detected.
    Perft {
        /// Rounds; the best one counts.
        #[arg(default_value_t = 3)]
        rounds: u32,
    },
    /// The search of suites/lockstep.epd on the fast and the plain board.
    Reference {
        /// Greatest depth in plies.
        #[arg(default_value_t = 4)]
        depth: u8,
    },
}

impl Speed {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.subject {
            Subject::Perft { rounds } => {
                board::dispatch_each(&Perft { rounds });
            }
            Subject::Reference { depth } => {
                let suite = positions(include_str!("../../suites/lockstep.epd"));
                let positions = &suite.map(|(_, chess)| Position::from(&chess)).collect::<Vec<_>>()[..];
                board::with_cpu!(|cpu, positions: &'a [Position], depth: u8| -> () {
                    let name = format!("fast board, {cpu:?}");
                    search(&name, positions, |position| Bitboards::new(cpu, position), depth);
                });
                search("plain board", positions, |position| *position, depth);
            }
        }
        Ok(())
    }
}

/// Seconds of CPU time of this thread where the system reports it, or else of wall time.
fn seconds(started: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = ran.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    ran.map_or_else(|| started.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Depths of similar cost for the positions of suites/perft.epd.
const DEPTHS: [u32; 6] = [6, 5, 7, 5, 5, 5];

#[derive(Clone)]
struct Perft {
    rounds: u32,
}

impl WithCpu for Perft {
    type Output = ();

    fn run<C: Cpu>(self, cpu: C) {
        let started = Instant::now();
        let (mut all, mut spent) = (0.0, 0.0);
        for (line, depth) in include_str!("../../suites/perft.epd").lines().zip(DEPTHS) {
            let (fen, _) = line.split_once(" ;").expect("counts");
            let board = board::Board::<C, NoTable>::from_fen(cpu, fen).expect("a legal position");
            let (mut leaves, mut best) = (0, f64::INFINITY);
            for _ in 0..self.rounds {
                let before = seconds(started);
                leaves = board.perft(depth);
                best = best.min(seconds(started) - before);
            }
            println!("{cpu:?}: {leaves} leaves, {:.0} million a second: {fen}", leaves as f64 / best / 1e6);
            all += leaves as f64;
            spent += best;
        }
        println!("{cpu:?}: {:.0} million a second over all", all / spent / 1e6);
    }
}

/// Searches the positions to all depths; the memory is cleared for each position.
fn search<B: Board>(name: &str, positions: &[Position], board: impl Fn(&Position) -> B, deepest: u8) {
    let mut searcher = Searcher::new();
    let mut nodes = 0;
    let started = Instant::now();
    let before = seconds(started);
    for position in positions {
        let position = board(position);
        searcher.clear();
        for depth in 1..=deepest {
            nodes += searcher.search(&position, depth, -INFINITY, INFINITY).nodes;
        }
    }
    let took = seconds(started) - before;
    println!("{name}: {nodes} nodes, {took:.2} s, {:.0} nodes a second", nodes as f64 / took);
}
