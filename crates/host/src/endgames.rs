//! The endgame databases at the root.
//!
//! Documented: in 1978 Belle held the rook against Browne's queen out of such a database. Decided: what the host asks
//! it and what it does with the answer (docs/decisions/endgame-tables.md). The machine itself knows nothing of it.

use std::cmp::Reverse;

use endgame::{Metric, Tables, Value};
use play::{Ending, Game, Score};
use shakmaty::{Move, Position};

/// A win out of a database in hundredths of a pawn, less a hundredth for every ply to its goal.
const WON: i32 = 20_000;
/// Whatever a database calls lost is worth less than the negative of this; contempt is worth no more.
pub(crate) const LOST: i16 = 10_000;
/// Plies of the line that is shown.
const SHOWN: usize = 20;

/// What the databases say of the root.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Counsel {
    /// Won or lost: as many of the best lines as were asked for, with their values.
    Play(Vec<(Vec<Move>, Score)>),
    /// Drawn by the moves that are not here, among which the machine may choose; lost by these, with their values in
    /// hundredths of a pawn.
    Hold(Vec<(Move, i16)>),
}

/// Asks the databases about the moves in `allowed`, for so many lines; also tells how many positions they were asked for.
/// `None` if none knows.
pub(crate) fn counsel(
    tables: &Tables,
    game: &Game,
    allowed: &[Move],
    lines: usize,
) -> Option<(Counsel, u64)> {
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
    let mut moves: Vec<(Move, Value)> = moves.collect();
    moves.sort_by_key(|&(_, value)| Reverse(value));
    let counsel = match moves.first()?.1 {
        Value::Draw => {
            let lost = moves.into_iter().filter(|(_, value)| *value != Value::Draw);
            Counsel::Hold(lost.map(|(chess_move, value)| (chess_move, hundredths(value) as i16)).collect())
        }
        _ => {
            let line = |first: Move| {
                let mut next = game.position().clone();
                next.play_unchecked(first);
                [first].into_iter().chain(tables.best_line(&next, SHOWN - 1)).collect()
            };
            let best = moves.into_iter().take(lines);
            Counsel::Play(best.map(|(first, value)| (line(first), score(rating.metric, value))).collect())
        }
    };
    Some((counsel, hits))
}

/// A value as chess programs show it.
fn score(metric: Metric, value: Value) -> Score {
    match (metric, value.moves()) {
        (Metric::Dtm, Some(moves)) if value != Value::Draw => {
            Score::Mate(i32::from(value.sign()) * i32::from(moves))
        }
        _ => Score::Centipawns(hundredths(value)),
    }
}

/// The same in hundredths of a pawn.
fn hundredths(value: Value) -> i32 {
    i32::from(value.sign()) * (WON - i32::from(value.plies().unwrap_or(0)))
}
