//! The native player as a program of its own, for engine testers.
//!
//! Without arguments it runs UCI. `bench` searches a fixed list of positions and prints their nodes and nodes per second.

use std::io::{self, BufReader};
use std::process::ExitCode;
use std::time::Instant;

use native::Native;
use play::{Control, Game, Limits, Player, PlayerList};

/// The positions of `bench`: one FEN and its name (`id`) per line.
const POSITIONS: &str = include_str!("../../../suites/bench.epd");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => uci(),
        ["bench"] => bench(native::BENCH_DEPTH),
        ["bench", depth] if depth.parse().is_ok_and(|depth: u32| (1..=99).contains(&depth)) => {
            bench(depth.parse().unwrap_or(native::BENCH_DEPTH))
        }
        _ => {
            eprintln!("usage: belle-native [bench [DEPTH]]; DEPTH is 1 to 99; without arguments, UCI");
            ExitCode::FAILURE
        }
    }
}

fn uci() -> ExitCode {
    let output = io::BufWriter::new(io::stdout().lock());
    let players = PlayerList::single(|| Box::new(Native::new()));
    match protocol::run_uci(players, BufReader::new(io::stdin()), output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Searches each position to `depth` with a new player; prints total nodes and speed.
fn bench(depth: u32) -> ExitCode {
    let start = Instant::now();
    let mut nodes = 0;
    for line in POSITIONS.lines() {
        let fen = line.split(" id ").next().unwrap_or(line);
        let Ok(game) = Game::from_fen(fen) else {
            eprintln!("not a position: {line}");
            return ExitCode::FAILURE;
        };
        let mut position_nodes = 0;
        Native::new().search(&game, &Limits::depth(depth), &Control::new(), &mut |report| {
            position_nodes = report.nodes
        });
        nodes += position_nodes;
    }
    let nps = nodes as f64 / start.elapsed().as_secs_f64();
    println!("{nodes} nodes {nps:.0} nps");
    ExitCode::SUCCESS
}
