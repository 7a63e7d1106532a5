//! The endgame databases at the root.
//!
//! Documented: in 1978 Belle held the rook against Browne's queen out of such a database. Decided: what the host asks
//! it and what it does with the answer (docs/decisions/endgame-tables.md). The machine itself knows nothing of it.

use endgame::{AdvisedMove, Metric, Tables, Wdl};
use play::{Game, Score};
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
    let mut advice = tables.advise(game)?;
    let hits = advice.moves.len() as u64;
    advice.moves.retain(|advised| allowed.contains(&advised.chess_move));
    let best = *advice.moves.first()?;
    if best.result == Wdl::Draw {
        let holding = advice.moves.iter().filter(|advised| advised.result == Wdl::Draw);
        return Some((Counsel::Hold(holding.map(|advised| advised.chess_move).collect()), hits));
    }
    let mut next = game.position().clone();
    next.play_unchecked(best.chess_move);
    let mut line = vec![best.chess_move];
    line.extend(tables.best_line(&next, SHOWN - 1));
    Some((Counsel::Play { line, score: score(advice.metric, best) }, hits))
}

/// A decided value as chess programs show it. One that the fifty-move rule undoes is next to nothing.
fn score(metric: Metric, best: AdvisedMove) -> Score {
    let sign = i32::from(best.value.sign());
    match (best.result, metric) {
        (Wdl::CursedWin | Wdl::BlessedLoss, _) => Score::Centipawns(sign),
        (_, Metric::Dtm) => Score::Mate(sign * i32::from(best.value.moves().unwrap_or(0))),
        _ => Score::Centipawns(sign * (WON - i32::from(best.value.plies().unwrap_or(0)))),
    }
}
