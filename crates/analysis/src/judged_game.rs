//! A judged game: what every output of an analysis is made of.

use notation::ParsedGame;

use crate::alternatives::Alternatives;
use crate::evaluation::MoveEvaluation;
use crate::judge::{Verdict, judge};
use crate::openings::opening;

/// A game with the evaluations of its moves, and what they say of the moves.
#[derive(Clone, Debug)]
pub struct JudgedGame {
    /// The game, with its opening named.
    pub game: ParsedGame,
    /// An evaluation for each move.
    pub evaluations: Vec<MoveEvaluation>,
    /// A verdict on each move.
    pub verdicts: Vec<Verdict>,
    /// What could be played in place of bad moves, as far as it was looked for.
    pub alternatives: Vec<Alternatives>,
}

impl JudgedGame {
    /// Judges a game and names its opening.
    pub fn new(mut game: ParsedGame, evaluations: Vec<MoveEvaluation>) -> JudgedGame {
        name_opening(&mut game);
        JudgedGame {
            verdicts: judge(&game.game, &evaluations),
            game,
            evaluations,
            alternatives: Vec::new(),
        }
    }
}

/// Adds the opening's code and name, unless the game has them. Programs that do not know them write
/// `?`.
fn name_opening(game: &mut ParsedGame) {
    let Some(opening) = opening(&game.game) else {
        return;
    };
    for (name, value) in [("ECO", opening.code), ("Opening", opening.name)] {
        let tag = game.tags.iter_mut().find(|(known, _)| known == name);
        match tag {
            Some((_, old)) if ["", "?", "??", "???", "-"].contains(&old.trim()) => {
                *old = value.to_owned()
            }
            Some(_) => {}
            None => game.tags.push((name.to_owned(), value.to_owned())),
        }
    }
}
