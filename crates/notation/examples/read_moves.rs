//! Reads moves as people write them: lines with a position in FEN, a tab and a move, from standard
//! input.
//!
//! Prints each move in coordinates, or why it is none. `conformance/python/spellings.py` compares
//! it with python-chess.
//!
//! ```sh
//! printf '8/P6k/8/8/8/8/8/K7 w - - 0 1\ta8(Q)\n' | cargo run -p notation --example read_moves
//! ```

use std::io::{self, BufRead, Write};

use play::Game;
use shakmaty::Position;

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (fen, text) = line.split_once('\t').unwrap_or((&line, ""));
        let answer = match Game::from_any_fen(fen) {
            Err(error) => format!("error: {error}"),
            Ok(game) => match notation::parse_move(game.position(), text) {
                Err(error) => format!("error: {error}"),
                Ok(found) => {
                    let mode = game.position().castles().mode();
                    found.to_uci(mode).to_string()
                }
            },
        };
        writeln!(output, "{answer}")?;
    }
    Ok(())
}
