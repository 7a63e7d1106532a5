//! The endgame databases at the root.
//!
//! Documented: in 1978 Belle held the rook against Browne's queen out of such a database. Decided: what the host asks
//! it and what it does with the answer (docs/decisions/endgame-tables.md). The machine itself knows nothing of it.

use endgame::{Metric, Tables, Value};
use play::{Ending, Game, Score};
use shakmaty::{Move, Position};

/// A win out of a database in hundredths of a pawn, less a hundredth for every ply to its goal.
const WON: i32 = 20_000;
/// Plies of the line that is shown.
const SHOWN: usize = 20;

/// What the databases say of the root.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Counsel {
    /// Won or lost: the best play from here, and its value.
    Play { line: Vec<Move>, score: Score },
    /// Drawn by these moves, and lost by all others: the machine may choose.
    Hold(Vec<Move>),
}

/// Asks the databases about the moves in `allowed`; also tells how many positions they were asked for. `None` if none
/// knows.
pub(crate) fn counsel(tables: &Tables, game: &Game, allowed: &[Move]) -> Option<(Counsel, u64)> {
    let rating = tables.moves(game.position())?;
    let hits = rating.moves.len() as u64;
    let mut ahead = game.clone();
    let moves = rating.moves.iter().filter(|rated| allowed.contains(&rated.chess_move)).map(|rated| {
        ahead.play(rated.chess_move);
        // The databases know nothing of what has been, nor of the fifty moves.
        let drawn = ahead.ending().is_some_and(|ending| !matches!(ending, Ending::Checkmate { .. }));
        ahead.undo();
        (rated.chess_move, if drawn { Value::Draw } else { rated.value })
    });
    let moves: Vec<(Move, Value)> = moves.collect();
    let best = moves.iter().map(|(_, value)| *value).max()?;
    let mut equals = moves.into_iter().filter(|(_, value)| *value == best).map(|(chess_move, _)| chess_move);
    let counsel = match best {
        Value::Draw => Counsel::Hold(equals.collect()),
        _ => {
            let first = equals.next()?;
            let mut next = game.position().clone();
            next.play_unchecked(first);
            let mut line = vec![first];
            line.extend(tables.best_line(&next, SHOWN - 1));
            Counsel::Play { line, score: score(rating.metric, best) }
        }
    };
    Some((counsel, hits))
}

/// A decided value as chess programs show it.
fn score(metric: Metric, value: Value) -> Score {
    let sign = i32::from(value.sign());
    match metric {
        Metric::Dtm => Score::Mate(sign * i32::from(value.moves().unwrap_or(0))),
        Metric::Dtc | Metric::Dtz => Score::Centipawns(sign * (WON - i32::from(value.plies().unwrap_or(0)))),
    }
}
