//! The endgame databases at the root.
//!
//! Documented: in 1978 Belle held the rook against Browne's queen out of such a database. Decided: what the host asks
//! it and what it does with the answer (docs/decisions/endgame-tables.md). The machine itself knows nothing of it.

use endgame::{Metric, Root, Tables, Value};
use play::{Game, Score};
use shakmaty::{Move, Position};

/// A win out of a database in hundredths of a pawn, less a hundredth for every ply to its goal.
const WON: i32 = 20_000;
/// Plies of the line that is shown.
const SHOWN: usize = 20;

/// The best play of both sides from a root that is won or lost, and its value.
pub(crate) fn decided(tables: &Tables, game: &Game, root: &Root) -> Option<(Vec<Move>, Score)> {
    let first = *root.moves.first().filter(|_| root.value != Value::Draw)?;
    let mut next = game.position().clone();
    next.play_unchecked(first);
    let mut line = vec![first];
    line.extend(tables.best_line(&next, SHOWN - 1));
    Some((line, score(root.metric, root.value)))
}

/// A decided value as chess programs show it.
fn score(metric: Metric, value: Value) -> Score {
    let sign = i32::from(value.sign());
    match metric {
        Metric::Dtm => Score::Mate(sign * i32::from(value.moves().unwrap_or(0))),
        Metric::Dtc | Metric::Dtz => Score::Centipawns(sign * (WON - i32::from(value.plies().unwrap_or(0)))),
    }
}
