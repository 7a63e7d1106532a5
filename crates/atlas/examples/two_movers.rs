//! How many two-movers a minute? `cargo run --release -p atlas --example two_movers -- FILE.epd [ROUNDS] [full]`
//!
//! Each round solves every problem of the file for its keys, with castling and en passant if `full` is given.

use std::io::BufReader;
use std::time::Instant;

use atlas::Scope;
use atlas::mate::{Mate, Summary, Task, judge, lines};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or("which file?")?;
    let rounds: u32 = words.next().map_or(Ok(100), |n| n.parse())?;
    let scope = if words.next().as_deref() == Some("full") { Scope::Full } else { Scope::Published };
    let problems = lines(BufReader::new(std::fs::File::open(file)?))
        .map(|line| line?.problem.map_err(std::io::Error::other))
        .collect::<Result<Vec<_>, _>>()?;
    let mut mate = Mate::new(play::Control::new());
    let task = Task { scope, play: false, ..Task::default() };
    let mut summary = Summary::default();
    let start = Instant::now();
    for _ in 0..rounds {
        for problem in &problems {
            summary.count(&judge(&mut mate, problem, Some(2), task));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{summary}");
    println!("{seconds:.2} s: {:.0} two-movers a minute", summary.problems() as f64 / seconds * 60.0);
    println!("{:.2} million nodes a second", summary.nodes as f64 / seconds / 1e6);
    Ok(())
}
