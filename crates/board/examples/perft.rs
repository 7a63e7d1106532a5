//! Perft, the test of every move generator: how many sequences of moves are legal from the start,
//! and how fast they are counted. A generator with a fault finds another number than the published
//! one.
//!
//! ```sh
//! cargo run --release -p board --example perft
//! ```

use std::time::Instant;

use board::{Board, NoTable, with_cpu};

/// Legal sequences of 1, 2 ... 6 plies from the start, as published.
const PUBLISHED: [u64; 6] = [20, 400, 8_902, 197_281, 4_865_609, 119_060_324];

fn sequences(plies: u32) -> u64 {
    // The generator is compiled for several kinds of processor; `with_cpu!` runs the form for this
    // one.
    with_cpu!(|cpu, plies: u32| -> u64 { Board::<_, NoTable>::start(cpu).perft(plies) })
}

fn main() {
    for (plies, published) in (1..).zip(PUBLISHED) {
        let start = Instant::now();
        let counted = sequences(plies);
        let seconds = start.elapsed().as_secs_f64();
        println!("{plies} plies: {counted:>11} counted, {published:>11} published, {seconds:.3} s");
    }
}

#[test]
fn sequences_of_four_plies_are_as_many_as_published() {
    assert_eq!(sequences(4), PUBLISHED[3]);
}
