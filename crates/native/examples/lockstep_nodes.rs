//! Searches every position of `suites/lockstep.epd` to depths 1 to 4, the memory fresh for each position and full
//! from depth to depth, and prints the nodes and how fast they went:
//! `cargo run --release -p native --example lockstep_nodes`.

use std::time::Instant;

use native::classic::{Classic, Position};
use roms::value::INFINITY;
use shakmaty::fen::Epd;
use shakmaty::{CastlingMode, Chess};

fn main() {
    let suite = include_str!("../../../suites/lockstep.epd");
    let mut searcher = Classic::new();
    let (mut nodes, mut by_position) = ([0; 4], Vec::new());
    let start = Instant::now();
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let (epd, _) = line.split_once(" id ").expect("an id");
        let chess: Chess = epd.parse::<Epd>().expect(line).into_position(CastlingMode::Standard).expect(line);
        let position = Position::from(&chess);
        searcher.clear();
        let mut all = 0;
        for depth in 1..=4 {
            let found = searcher.search(&position, depth, -INFINITY, INFINITY);
            nodes[usize::from(depth) - 1] += found.nodes;
            all += found.nodes;
        }
        by_position.push((all, line));
    }
    let (seconds, total) = (start.elapsed().as_secs_f64(), nodes.iter().sum::<u64>());
    println!("{} positions, {total} nodes, by depth {nodes:?}", by_position.len());
    println!("{seconds:.2} s, {:.0} nodes a second", total as f64 / seconds);
    by_position.sort_unstable();
    for (nodes, line) in by_position.iter().rev().take(25) {
        println!("{nodes:>9}  {line}");
    }
}
