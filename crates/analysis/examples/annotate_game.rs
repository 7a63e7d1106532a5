//! A game with its mistakes: a player judges every move, and the game comes out with values, signs
//! and better lines.
//!
//! ```sh
//! cargo run --release -p analysis --example annotate_game
//! ```

use std::error::Error;

use analysis::{Effort, JudgedGame, annotated_pgn, evaluate};
use native::Native;
use play::{Control, Limits};

/// Black takes the queen, and is mated: the trap of Kermur de Legal.
const GAME: &str = "[White \"Legal\"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0";

fn annotated() -> Result<String, Box<dyn Error>> {
    let mut games = notation::parse_games(GAME.as_bytes())?;
    let game = games.remove(0).map_err(|malformed| malformed.reason)?;
    // Any player of the trait `play::Player` can judge; with a limit of nodes it judges alike each
    // time.
    let mut player = Native::new();
    let effort = Effort::Search(Limits::nodes(20_000));
    let (control, mut progress) = (Control::new(), |_moves_done| {});
    let evaluations = evaluate(
        &mut player,
        &game.game,
        game.outcome,
        &effort,
        &control,
        &mut progress,
    );
    let judged = JudgedGame::new(game, evaluations.ok_or("stopped")?);
    Ok(annotated_pgn(&judged, "native"))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", annotated()?);
    Ok(())
}

#[test]
fn annotation_marks_the_blunder() {
    let text = annotated().unwrap();
    assert!(text.contains("Bxd1 $4"), "{text}");
}
