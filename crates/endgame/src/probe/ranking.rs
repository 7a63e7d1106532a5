//! What a player should do at its root: the tables' values, with what the game's history and the fifty-move rule make
//! of them.

use std::cmp::Reverse;

use play::{Ending, Game};
use shakmaty::{Chess, Move, Position};
use shakmaty_syzygy::Wdl;

use crate::metric::Metric;
use crate::probe::error::ProbeError;
use crate::probe::prober::{Prober, with_fifty_move_rule};
use crate::score::Value;

/// A root move and what it is worth to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub chess_move: Move,
    /// Its value by the tables before it is made; a draw if the game's history makes it one.
    pub value: Value,
    /// Its result with the fifty-move rule. A [`Wdl::CursedWin`] is a win that the rule undoes if the loser holds out
    /// long enough, a [`Wdl::BlessedLoss`] such a loss.
    pub result: Wdl,
}

/// The moves of a root as one database judges them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootRanking {
    /// What the distances count.
    pub metric: Metric,
    /// All legal moves: the best result first, of equal results the best value, of equal values in the order of their
    /// UCI texts.
    pub moves: Vec<RankedMove>,
    /// Whether the result of the best move is known, the fifty-move rule included. It is not where so long a distance
    /// is to mate, or to the conversion of a pawn that may move on the way.
    pub certain: bool,
}

/// What `oracle` advises at the end of `game`.
pub(crate) fn rank_root_moves(oracle: &dyn Prober, game: &Game) -> Result<RootRanking, ProbeError> {
    let mut ahead = game.clone();
    let mut moves = Vec::new();
    for rated in oracle.moves(game.position())? {
        ahead.play(rated.chess_move);
        let (value, result, certain) = match ahead.ending() {
            Some(Ending::Checkmate { .. }) => (rated.value, Wdl::Win, true),
            Some(_) => (Value::Draw, Wdl::Draw, true),
            None => {
                let (after, certain) = after_move(oracle, ahead.position(), rated.value)?;
                (rated.value, after, certain)
            }
        };
        ahead.undo();
        moves.push((RankedMove { chess_move: rated.chess_move, value, result }, certain));
    }
    // The sort is stable, and the oracle's own order is by value and text.
    moves.sort_by_key(|(advised, _)| Reverse((advised.result, advised.value)));
    let certain = moves.first().is_none_or(|(_, certain)| *certain);
    Ok(RootRanking {
        metric: oracle.metric(),
        moves: moves.into_iter().map(|(advised, _)| advised).collect(),
        certain,
    })
}

/// The result for the side that moved to `next`, whose move the tables rate `value`, and whether it is certain.
fn after_move(oracle: &dyn Prober, next: &Chess, value: Value) -> Result<(Wdl, bool), ProbeError> {
    if next.halfmoves() == 0 {
        return Ok((-oracle.wdl(next)?, true));
    }
    // The value counts the move itself, which the clock has counted too.
    Ok(with_fifty_move_rule(oracle, next, value, next.halfmoves() - 1))
}
