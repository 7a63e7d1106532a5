//! Choice of a move: a mate, or the best of the root moves.
//!
//! Documented (F110): the order of these attempts. A root move replaces the best one only if it is
//! strictly better, and if the opponent cannot then mate by three checks. The test for repetition
//! comes before the search of a move and replays the game, so that credits of old moves count
//! again. Against the record (F110): it is made only for a move that can repeat.

use play::Game;
use shakmaty::Color;

use crate::heuristics::Sums;
use crate::mate::MateSolver;
use crate::movegen::Keyed;
use crate::position::{PAWN, Placement, Position};
use crate::search::{MATE, Search};
use crate::squares::Move;

/// Checking mates by the opponent that rule a root move out, in moves.
const FEARED_MATE: u32 = 3;

/// The game since the last capture or pawn move.
pub(crate) struct Replay {
    placements: Vec<Placement>,
    /// The value at its end, with the credits of its moves.
    value: i32,
}

impl Replay {
    /// Replays a game that has reached the position `now`, in the phase of that position.
    pub(crate) fn new(game: &Game, now: &Position) -> Replay {
        let positions = game.recurring();
        let mut position = Position::new(&positions[0]);
        position.phase = now.phase;
        let moves = &game.moves()[game.moves().len() + 1 - positions.len()..];
        let mut placements = vec![position.placement()];
        for mv in moves.iter().filter_map(Move::of_chess) {
            position.make(mv);
            placements.push(position.placement());
        }
        Replay {
            placements,
            value: position.value,
        }
    }
}

/// A chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) mv: Move,
    /// Value to the side to move, or the number of moves to mate.
    pub(crate) value: Value,
}

/// Value of a chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// The only legal move, or the first one when time ends before its search.
    Unsearched,
    /// Found by the search, for the side to move.
    Searched(i32),
    /// Forced mate in this many moves.
    Mate(u32),
}

/// Receiver of the root's events.
pub(crate) trait RootEvents {
    /// The search of root move `number` of `of` begins.
    fn begin(&mut self, mv: Move, number: usize, of: usize);
    /// A new best move.
    fn better(&mut self, position: &Position, chosen: Chosen);
}

/// Chooses one of the moves `legal`, at least one. A stop leaves the best so far, or the first one.
pub(crate) fn choose(
    position: &mut Position,
    legal: &[Keyed],
    replay: &Replay,
    search: &Search<'_>,
    events: &mut dyn RootEvents,
) -> Chosen {
    let mate = MateSolver::new(search.must_stop).shortest(position);
    if let Some((mv, moves)) = mate.filter(|(mv, _)| legal.iter().any(|keyed| keyed.mv == *mv)) {
        return Chosen {
            mv,
            value: Value::Mate(moves),
        };
    }
    let ordered = position.order_root(legal, search.must_stop);
    search_root(position, &ordered, replay, search, events)
}

/// Searches the root moves `ordered`, at least one.
fn search_root(
    position: &mut Position,
    ordered: &[(Move, Sums)],
    replay: &Replay,
    search: &Search<'_>,
    events: &mut dyn RootEvents,
) -> Chosen {
    let mut best: Option<(Move, i32)> = None;
    let unsearched = Chosen {
        mv: ordered[0].0,
        value: Value::Unsearched,
    };
    events.better(position, unsearched);
    let stopped = |best: Option<(Move, i32)>| match best {
        Some((mv, value)) => Chosen {
            mv,
            value: Value::Searched(value),
        },
        None => unsearched,
    };
    for (index, &(mv, _)) in ordered.iter().enumerate() {
        events.begin(mv, index + 1, ordered.len());
        let value = if test_repetition(position, mv, replay) {
            Ok(0)
        } else {
            search.root_move(position, mv, best.map(|best| best.1))
        };
        let Ok(value) = value else {
            return stopped(best);
        };
        if let Some((_, best_value)) = best
            && value <= best_value
        {
            continue;
        }
        position.make(mv);
        let feared = MateSolver::new(search.must_stop).attack(position, FEARED_MATE);
        let is_stopped = (search.must_stop)(position);
        position.unmake();
        if is_stopped {
            return stopped(best);
        }
        if feared.is_none() {
            best = Some((mv, value));
            events.better(
                position,
                Chosen {
                    mv,
                    value: Value::Searched(value),
                },
            );
        }
    }
    // Documented (F110): if every move loses to a mate in three, the first.
    let (mv, value) = best.unwrap_or((ordered[0].0, -MATE));
    Chosen {
        mv,
        value: Value::Searched(value),
    }
}

/// Whether a move leads to an earlier position. Like the original's test, this leaves the
/// position's value as replayed.
fn test_repetition(position: &mut Position, mv: Move, replay: &Replay) -> bool {
    let [from, to] = [mv.from, mv.to].map(|square| position.board[usize::from(square)]);
    if to != 0 || from.abs() == PAWN {
        return false;
    }
    position.value = replay.value;
    position.make(mv);
    let placement = position.placement();
    position.unmake();
    replay.placements.contains(&placement)
}

/// The expected value of a search, from Black's side: that of the last search, or the present one
/// if it is better for the side to move.
pub(crate) fn expected(position: &Position, last: Option<i32>) -> i32 {
    match (last, position.turn) {
        (None, _) => position.value,
        (Some(last), Color::White) => last.min(position.value),
        (Some(last), Color::Black) => last.max(position.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squares::game_after;

    #[test]
    fn replay_counts_credits_since_the_last_pawn_move() {
        // White's castling: 1 less for Black. An early queen move: 1 more.
        for (moves, value) in [
            ("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1", -1),
            ("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d1e2", 1),
            ("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 d7d6", 0),
        ] {
            let game = game_after(moves);
            assert_eq!(
                Replay::new(&game, &Position::of_game(&game)).value,
                value,
                "{moves}"
            );
        }
    }
}
