//! The endgame databases at the root.
//!
//! Documented: in 1978 Belle held the rook against Browne's queen out of such a database. Decided: what the host asks
//! it and what it does with the answer (docs/decisions/endgame-tables.md). The machine does not use it.

use endgame::{Metric, RankedMove, Tablebases, Value, Wdl};
use play::{Game, Score};
use shakmaty::{Move, Position};

/// A win out of a database in centipawns, less one for every ply to its goal.
const WON: i32 = 20_000;
/// Database losses are worth less than the negative of this; contempt is at most this.
pub(crate) const LOST: i16 = 10_000;
const SHOWN: usize = 20;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TablebaseResult {
    /// Won or lost: the best lines requested, with their values.
    Play(Vec<(Vec<Move>, Score)>),
    /// Drawn: the losing moves with their values in centipawns; the machine chooses among the others.
    Hold(Vec<(Move, i16)>),
}

/// Probes the databases for the best `lines` among the `allowed` moves; returns the result and the number of probes.
/// `None` if no database covers the root.
pub(crate) fn probe_tablebases(
    tables: &Tablebases,
    game: &Game,
    allowed: &[Move],
    lines: usize,
) -> Option<(TablebaseResult, u64)> {
    let mut advice = tables.rank_root_moves(game)?;
    let hits = advice.moves.len() as u64;
    advice
        .moves
        .retain(|advised| allowed.contains(&advised.chess_move));
    let result = match advice.moves.first()?.result {
        // Beside a draw, a loss counts as lost even if the fifty-move rule may undo it.
        Wdl::Draw => {
            let lost = advice
                .moves
                .iter()
                .filter(|advised| advised.result != Wdl::Draw);
            TablebaseResult::Hold(
                lost.map(|lost| (lost.chess_move, hundredths(lost.value) as i16))
                    .collect(),
            )
        }
        _ => {
            let line = |first: Move| {
                let mut next = game.position().clone();
                next.play_unchecked(first);
                [first]
                    .into_iter()
                    .chain(tables.best_line(&next, SHOWN - 1))
                    .collect()
            };
            let best = advice.moves.iter().take(lines);
            TablebaseResult::Play(
                best.map(|best| (line(best.chess_move), score(advice.metric, best)))
                    .collect(),
            )
        }
    };
    Some((result, hits))
}

/// A database value as a score; one that the fifty-move rule undoes is a centipawn.
fn score(metric: Metric, advised: &RankedMove) -> Score {
    let sign = i32::from(advised.value.sign());
    match (advised.result, metric, advised.value.moves()) {
        (Wdl::CursedWin | Wdl::BlessedLoss, ..) => Score::Centipawns(sign),
        (Wdl::Win | Wdl::Loss, Metric::Dtm, Some(moves)) => Score::Mate(sign * i32::from(moves)),
        _ => Score::Centipawns(hundredths(advised.value)),
    }
}

fn hundredths(value: Value) -> i32 {
    i32::from(value.sign()) * (WON - i32::from(value.plies().unwrap_or(0)))
}
