//! The ranking of root moves: table values, corrected for the game's history and the fifty-move rule.

use std::cmp::Reverse;

use play::{Ending, Game};
use shakmaty::{Chess, Move, Position};
use shakmaty_syzygy::Wdl;

use crate::metric::Metric;
use crate::probe::prober::{ProbeError, Prober, with_fifty_move_rule};
use crate::score::Value;

/// A root move with its value and result for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub chess_move: Move,
    /// The table value before the move is made; a draw if the game's history makes it one.
    pub value: Value,
    /// The result under the fifty-move rule. A [`Wdl::CursedWin`] is a win that the rule turns into a draw, a
    /// [`Wdl::BlessedLoss`] such a loss.
    pub result: Wdl,
}

/// The root moves as one tablebase ranks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootRanking {
    pub metric: Metric,
    /// All legal moves by result, then by value, then by UCI text, best first.
    pub moves: Vec<RankedMove>,
    /// Whether the best move's result is certain under the fifty-move rule. It is uncertain if a long distance is to
    /// mate, or to a conversion with pawns that may move on the way.
    pub certain: bool,
}

pub(crate) fn rank_root_moves(prober: &dyn Prober, game: &Game) -> Result<RootRanking, ProbeError> {
    let mut ahead = game.clone();
    let mut moves = Vec::new();
    for rated in prober.moves(game.position())? {
        ahead.play(rated.chess_move);
        let (value, result, certain) = match ahead.ending() {
            Some(Ending::Checkmate { .. }) => (rated.value, Wdl::Win, true),
            Some(_) => (Value::Draw, Wdl::Draw, true),
            None => {
                let (result, certain) = result_after_move(prober, ahead.position(), rated.value)?;
                (rated.value, result, certain)
            }
        };
        ahead.undo();
        moves.push((RankedMove { chess_move: rated.chess_move, value, result }, certain));
    }
    // The sort is stable: equal moves stay in the order of their texts.
    moves.sort_by_key(|(ranked, _)| Reverse((ranked.result, ranked.value)));
    let certain = moves.first().is_none_or(|(_, certain)| *certain);
    let moves = moves.into_iter().map(|(ranked, _)| ranked).collect();
    Ok(RootRanking { metric: prober.metric(), moves, certain })
}

/// The result for the side that moved to `next` with a move of this value, and whether it is certain.
fn result_after_move(prober: &dyn Prober, next: &Chess, value: Value) -> Result<(Wdl, bool), ProbeError> {
    if next.halfmoves() == 0 {
        return Ok((-prober.wdl(next)?, true));
    }
    // Both the value and the counter include the move itself.
    Ok(with_fifty_move_rule(prober, next, value, next.halfmoves() - 1))
}
