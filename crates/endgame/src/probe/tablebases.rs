//! The tablebases of a player, probed in its search and at its root, where moves are ranked by the
//! fifty-move rule too.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::sync::Arc;

use play::{EndCause, Game, Score};
use shakmaty::{Chess, Move, Position};
use shakmaty_syzygy::Wdl;

use crate::probe::prober::{MoveValue, ProbeError, Prober, best_line, with_fifty_move_rule};
use crate::score::{Metric, Value};

/// Tablebases in the order in which they are probed. Clones share them, and any thread may probe
/// them. An answer is `None` if no tablebase has one: too many pieces, castling rights, a table
/// missing or damaged.
#[derive(Clone, Debug, Default)]
pub struct Tablebases {
    pub(crate) probers: Vec<Arc<dyn Prober>>,
}

impl Tablebases {
    /// No tablebases.
    pub fn none() -> Tablebases {
        Tablebases::default()
    }

    /// Most pieces, kings included, of any position in the tables; 0 if there are none.
    pub fn max_pieces(&self) -> usize {
        self.probers
            .iter()
            .map(|p| p.max_pieces())
            .max()
            .unwrap_or(0)
    }

    /// Win, draw or loss, for a search: valid just after a capture or pawn move. Syzygy tables
    /// distinguish all wins that the fifty-move rule turns into draws. Ours distinguish those whose
    /// next capture or pawn move is over fifty moves away: by distance to zeroing, or to conversion
    /// without pawns.
    pub fn wdl(&self, position: &Chess) -> Option<Wdl> {
        self.probers_for(position)
            .find_map(|prober| prober.wdl(position).ok())
    }

    /// All legal moves with their values, best first, and the metric. The fifty-move rule is
    /// ignored.
    pub fn moves(&self, position: &Chess) -> Option<(Metric, Vec<MoveValue>)> {
        self.probers_for(position)
            .find_map(|prober| Some((prober.metric(), prober.moves(position).ok()?)))
    }

    /// The moves at the end of `game`, ranked with its history and fifty-move counter by the first
    /// tablebase that has the position. If its ranking is uncertain, distances to a zeroing move
    /// are preferred.
    pub fn rank_root_moves(&self, game: &Game) -> Option<RootRanking> {
        let mut rankings = self
            .probers_for(game.position())
            .filter_map(|prober| rank_root_moves(&**prober, game).ok());
        let first = rankings.next()?;
        let better = if first.certain {
            None
        } else {
            rankings.find(|r| r.metric == Metric::Dtz)
        };
        Some(better.unwrap_or(first))
    }

    /// The best play of both sides from a won or lost position, as far as it is known, at most
    /// `limit` moves.
    pub fn best_line(&self, position: &Chess, limit: usize) -> Vec<Move> {
        let moves = |at: &Chess| match self.moves(at) {
            Some((_, moves)) => Ok::<_, Infallible>(moves),
            None => Ok(Vec::new()),
        };
        let Ok(line) = best_line(position, limit, moves);
        line
    }

    fn probers_for<'a>(
        &'a self,
        position: &Chess,
    ) -> impl Iterator<Item = &'a Arc<dyn Prober>> + use<'a> {
        let pieces = position.board().occupied().count();
        let castles = position.castles().any();
        self.probers
            .iter()
            .filter(move |prober| !castles && pieces <= prober.max_pieces())
    }
}

/// A root move with its value and result for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub chess_move: Move,
    /// The table value before the move is made; a draw if the game's history makes it one.
    pub value: Value,
    /// The result under the fifty-move rule. A [`Wdl::CursedWin`] is a win that the rule turns into
    /// a draw, a [`Wdl::BlessedLoss`] such a loss.
    pub result: Wdl,
}

impl RankedMove {
    /// The value as a score; one that the fifty-move rule undoes is a centipawn.
    pub fn score(&self, metric: Metric) -> Score {
        let sign = i32::from(self.value.sign());
        match (self.result, metric, self.value.moves()) {
            (Wdl::CursedWin | Wdl::BlessedLoss, ..) => Score::Centipawns(sign),
            (Wdl::Win | Wdl::Loss, Metric::Dtm, Some(moves)) => {
                Score::Mate(sign * i32::from(moves))
            }
            _ => Score::Centipawns(self.value.centipawns()),
        }
    }
}

/// The root moves as one tablebase ranks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootRanking {
    pub metric: Metric,
    /// All legal moves by result, then by value, then by UCI text, best first.
    pub moves: Vec<RankedMove>,
    /// Whether the best move's result is certain under the fifty-move rule. It is uncertain if a
    /// long distance is to mate, or to a conversion with pawns that may move on the way.
    pub certain: bool,
}

pub(crate) fn rank_root_moves(prober: &dyn Prober, game: &Game) -> Result<RootRanking, ProbeError> {
    let mut ahead = game.clone();
    let mut moves = Vec::new();
    for rated in prober.moves(game.position())? {
        ahead.play(rated.chess_move);
        let (value, result, certain) = match ahead.ending().map(|end| end.cause) {
            Some(EndCause::Checkmate) => (rated.value, Wdl::Win, true),
            Some(_) => (Value::Draw, Wdl::Draw, true),
            None => {
                let (result, certain) = result_after_move(prober, ahead.position(), rated.value)?;
                (rated.value, result, certain)
            }
        };
        ahead.undo();
        moves.push((
            RankedMove {
                chess_move: rated.chess_move,
                value,
                result,
            },
            certain,
        ));
    }
    // The sort is stable: equal moves stay in the order of their texts.
    moves.sort_by_key(|(ranked, _)| Reverse((ranked.result, ranked.value)));
    let certain = match moves.first() {
        Some((_, certain)) => *certain,
        None => true,
    };
    let moves = moves.into_iter().map(|(ranked, _)| ranked).collect();
    Ok(RootRanking {
        metric: prober.metric(),
        moves,
        certain,
    })
}

/// The result for the side that moved to `next` with a move of this value, and whether it is
/// certain.
fn result_after_move(
    prober: &dyn Prober,
    next: &Chess,
    value: Value,
) -> Result<(Wdl, bool), ProbeError> {
    if next.halfmoves() == 0 {
        return Ok((-prober.wdl(next)?, true));
    }
    // Both the value and the counter include the move itself.
    Ok(with_fifty_move_rule(
        prober,
        next,
        value,
        next.halfmoves() - 1,
    ))
}
