//! A match: two players meet twice, with colors reversed, and the table says which is stronger and
//! how sure that is.
//!
//! ```sh
//! cargo run --release -p tournament --example play_match
//! ```

use std::collections::BTreeSet;

use play::Control;
use tournament::{
    EngineLimits, EngineSpec, MatchPlan, Rules, Scoreboard, Summary, entrants, read_openings,
    round_robin,
};

fn play_match() -> anyhow::Result<Scoreboard> {
    let players = [native::factory(), atlas::factory()];
    let mut specs = Vec::new();
    // A program that speaks UCI or xboard's protocol plays as "cmd=stockfish".
    for text in ["native,nodes=1000", "atlas,depth=1"] {
        specs.push(EngineSpec::parse(text, &players).map_err(anyhow::Error::msg)?);
    }
    let (openings, _malformed) = read_openings(None, 8, false)?;
    let plan = MatchPlan {
        entrants: entrants(specs),
        pairings: round_robin(2, 1, openings.len(), 0),
        openings,
        rules: Rules::default(),
        limits: EngineLimits::default(),
        seed: 0,
    };
    let mut board = Scoreboard::new(plan.names());
    let games_at_a_time = 1;
    plan.start(games_at_a_time, None)?
        .run(&BTreeSet::new(), &Control::new(), &mut |game| {
            board.add_played(&game)?;
            let go_on = true;
            Ok(go_on)
        })?;
    Ok(board)
}

fn main() -> anyhow::Result<()> {
    println!("{}", Summary::new(&play_match()?, None));
    Ok(())
}

#[test]
fn match_has_two_games() {
    assert_eq!(play_match().unwrap().games(), 2);
}
