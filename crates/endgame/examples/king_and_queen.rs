//! An endgame table, built and asked: with it, king and queen mate a lone king in the fewest moves.
//!
//! ```sh
//! cargo run --release -p endgame --example king_and_queen
//! ```

use std::error::Error;
use std::path::Path;

use endgame::{BuildOptions, Metric, Prober, Tablebase, build};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

fn build_table(folder: &Path) -> Result<Tablebase, Box<dyn Error>> {
    let options = BuildOptions::new(folder, Metric::Dtm);
    build(&["KQK".parse()?], &options, &mut |_progress| {})?;
    Ok(Tablebase::open(folder, Metric::Dtm)?)
}

/// Plays and prints the best moves of both sides. Returns their number.
fn play_to_mate(tables: &Tablebase, mut position: Chess) -> Result<u32, Box<dyn Error>> {
    let mut plies = 0;
    // The moves come with their values, best first; in a mate there is none.
    while let Some(best) = tables.moves(&position)?.first() {
        println!("{}  ({} for the mover)", best.chess_move, best.value);
        position.play_unchecked(best.chess_move);
        plies += 1;
    }
    Ok(plies)
}

fn run() -> Result<u32, Box<dyn Error>> {
    // Tables are files. A program keeps them; this folder is removed at the end.
    let folder = tempfile::tempdir()?;
    let tables = build_table(folder.path())?;
    let fen: Fen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1".parse()?;
    let position: Chess = fen.into_position(CastlingMode::Standard)?;
    println!("White to move: {}", tables.probe(&position)?);
    play_to_mate(&tables, position)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("mate after {} plies", run()?);
    Ok(())
}

#[test]
fn queen_mates_in_seventeen_plies() {
    assert_eq!(run().unwrap(), 17);
}
