//! Speed of the fast board (perft) and of the reference search, in process time.

use std::time::Instant;

use anyhow::Context;
use board::{Cpu, Plain, WithCpu};
use clap::{Args, Subcommand};
use reference::{Bitboards, Board, Position, Searcher};
use roms::value::INFINITY;
use shakmaty::fen::Epd;
use shakmaty::{CastlingMode, Chess};

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
                let positions = positions()?;
                board::dispatch(Fast { positions: &positions, depth });
                search("plain board", &positions, |position| *position, depth);
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

/// The six standard perft positions, with depths of similar cost.
const PERFT: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

#[derive(Clone)]
struct Perft {
    rounds: u32,
}

impl WithCpu for Perft {
    type Output = ();

    fn run<C: Cpu>(self, cpu: C) {
        let started = Instant::now();
        let (mut all, mut spent) = (0.0, 0.0);
        for (fen, depth) in PERFT {
            let board = board::Board::<C, Plain>::from_fen(cpu, fen).expect("a legal position");
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

fn positions() -> anyhow::Result<Vec<Position>> {
    let lines = include_str!("../../suites/lockstep.epd").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (epd, _) = line.split_once(" id ").context("no id")?;
            let chess: Chess = epd.parse::<Epd>()?.into_position(CastlingMode::Standard)?;
            Ok(Position::from(&chess))
        })
        .collect()
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

struct Fast<'a> {
    positions: &'a [Position],
    depth: u8,
}

impl WithCpu for Fast<'_> {
    type Output = ();

    fn run<C: Cpu>(self, cpu: C) {
        let name = format!("fast board, {cpu:?}");
        search(&name, self.positions, |position| Bitboards::new(cpu, position), self.depth);
    }
}
