//! The test player as a program: `minimax uci` or `minimax xboard`.

use std::io::{self, BufReader};

use conformance::minimax::Minimax;
use play::PlayerList;

fn main() -> io::Result<()> {
    let players = PlayerList::single(|| Box::new(Minimax::default()));
    let (input, output) = (BufReader::new(io::stdin()), io::stdout().lock());
    match std::env::args().nth(1).as_deref() {
        Some("xboard") => protocol::run_xboard(players, input, output),
        _ => protocol::run_uci(players, input, output),
    }
}
