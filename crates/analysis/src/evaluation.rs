//! What a player said of a position, and of a move.

use play::Score;
use shakmaty::{Color, Move};

use crate::score::CEILING;

/// A player's evaluation of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The side to move.
    pub turn: Color,
    /// The value, from its side.
    pub score: Score,
    /// Plies searched; `None` where the rules decide.
    pub depth: Option<u32>,
    /// The best variation; empty where the game is over.
    pub line: Vec<Move>,
}

impl Evaluation {
    /// The value in centipawns from White's side, from -1000 to 1000; a mate is 1000.
    pub fn white(&self) -> i32 {
        self.turn.fold_wb(1, -1) * self.score.centipawns(CEILING)
    }
}

/// Evaluations of a move of the game, both from a search of the position before it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveEvaluation {
    /// The position before the move.
    pub before: Evaluation,
    /// The position after the move, as valued by a search of the move alone.
    pub after: Evaluation,
    /// The value before the move at the depth that the search of the move reached.
    pub best: Score,
}
