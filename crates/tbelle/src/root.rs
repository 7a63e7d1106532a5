//! Choice of a move: the only one, a mate, or the best of the root moves.
//!
//! Documented: the order of the attempts, and that a root move replaces the best one only if it is strictly better and
//! does not let the opponent mate with checks in three; that the test for repetition replays the game, so that credits of
//! old moves count again. Decided: it comes before the search of a move, and only for a move that can repeat.

use crate::heuristics::Sums;
use crate::mate::{MateSolver, MustStop};
use crate::position::{Move, PAWN, Position, Side};
use crate::search::{MATE, Search};

/// Checking mates by the opponent that rule a root move out, in moves.
const FEARED_MATE: u32 = 3;

/// The game since the last capture or pawn move.
pub(crate) struct Replay {
    /// The board and the side to move of each position.
    pub(crate) places: Vec<([i8; 64], Side)>,
    /// The value at its end, with the credits of its moves.
    pub(crate) value: i32,
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

/// Searches the root moves `ordered`, at least one. A stop leaves the best so far, or the first one; `better` is called
/// with every new best move.
pub(crate) fn search_root(
    position: &mut Position,
    ordered: &[(Move, Sums)],
    replay: &Replay,
    plies: u32,
    search: &Search<'_>,
    better: &mut dyn FnMut(&Position, Chosen),
) -> Chosen {
    let mut best: Option<(Move, i32)> = None;
    let stopped = |best: Option<(Move, i32)>| {
        let unsearched = Chosen { mv: ordered[0].0, value: Value::Unsearched };
        best.map_or(unsearched, |(mv, value)| Chosen { mv, value: Value::Searched(value) })
    };
    for &(mv, _) in ordered {
        let value = if repeats(position, mv, replay) {
            Ok(0)
        } else {
            search.root_move(position, mv, plies, best.map(|best| best.1))
        };
        let Ok(value) = value else { return stopped(best) };
        if best.is_some_and(|best| value <= best.1) {
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
            better(position, Chosen { mv, value: Value::Searched(value) });
        }
    }
    // Decided: if every move loses to a mate in three, the first.
    let (mv, value) = best.unwrap_or((ordered[0].0, -MATE));
    Chosen { mv, value: Value::Searched(value) }
}

/// Whether a move leads to an earlier position. The test leaves the replayed value.
fn repeats(position: &mut Position, mv: Move, replay: &Replay) -> bool {
    let [from, to] = [mv.from, mv.to].map(|square| position.board[usize::from(square)]);
    if to != 0 || from.abs() == PAWN {
        return false;
    }
    position.value = replay.value;
    position.make(mv);
    let place = (position.board, position.turn);
    position.unmake();
    replay.places.contains(&place)
}

/// The expected value of a search, from Black's side: that of the last search, or the present one if it is better for
/// the side to move.
pub(crate) fn expected(position: &Position, last: Option<i32>) -> i32 {
    match (last, position.turn) {
        (None, _) => position.value,
        (Some(last), Side::White) => last.min(position.value),
        (Some(last), Side::Black) => last.max(position.value),
    }
}

/// The shortest mate that the solver finds; none if it is stopped.
pub(crate) fn find_mate(position: &mut Position, must_stop: &MustStop<'_>) -> Option<Chosen> {
    let (mv, moves) = MateSolver::new(must_stop).shortest(position)?;
    Some(Chosen { mv, value: Value::Mate(moves) })
}
