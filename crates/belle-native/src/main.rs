//! The native player as a program of its own, for engine testers.
//!
//! Without arguments it runs UCI. `bench` searches a fixed list of positions and prints their nodes
//! and nodes per second.

use std::io::{self, BufReader};
use std::process::ExitCode;
use std::time::Instant;

use native::Native;
use play::PlayerList;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => uci(),
        ["bench"] => bench(native::BENCH_DEPTH),
        ["bench", depth] => match depth.parse() {
            Ok(depth @ 1..=99) => bench(depth),
            _ => usage(),
        },
        _ => usage(),
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

fn usage() -> ExitCode {
    eprintln!("usage: belle-native [bench [DEPTH]]; DEPTH is 1 to 99; without arguments, UCI");
    ExitCode::FAILURE
}

/// Searches each position to `depth` with a new player; prints total nodes and speed.
fn bench(depth: u32) -> ExitCode {
    let start = Instant::now();
    let nodes: u64 = play::bench(|| Box::new(Native::new()), depth)
        .map(|search| search.nodes)
        .sum();
    let nps = nodes as f64 / start.elapsed().as_secs_f64();
    println!("{nodes} nodes {nps:.0} nps");
    ExitCode::SUCCESS
}
