//! Endgame tablebases at the root: which moves to search (docs/decisions/endgame-tables.md).

use endgame::{Metric, RankedMove, Tablebases, Value, Wdl};
use play::Game;
use shakmaty::{Move, Position as _};

use crate::search::value::{DRAW, MATE_ZONE, TABLE_WIN};

/// Margin in plies of the fifty-move rule within which the search chooses freely among winning
/// moves.
const FREE_CHOICE_MARGIN: u32 = 20;

pub(crate) struct Known {
    pub(crate) moves: Vec<Move>,
    /// The other allowed moves, the best first, with the values to show.
    pub(crate) others: Vec<(Move, i32)>,
    pub(crate) tb_hits: u64,
    result: Wdl,
}

impl Known {
    /// Value to show where the search found `value`.
    pub(crate) fn value(&self, value: i32) -> i32 {
        match self.result {
            Wdl::Win | Wdl::Loss if value.abs() >= MATE_ZONE => value,
            result => worth(result),
        }
    }
}

fn worth(result: Wdl) -> i32 {
    match result {
        Wdl::Win => TABLE_WIN,
        Wdl::CursedWin => 1,
        Wdl::Draw => DRAW,
        Wdl::BlessedLoss => -1,
        Wdl::Loss => -TABLE_WIN,
    }
}

/// Probes the moves in `allowed`. `None` if no tablebase covers the position. In a draw all drawing
/// moves are kept. In a decided game only moves of the best distance are, except that in wins by
/// distance to zeroing the search chooses while the fifty-move rule leaves time.
pub(crate) fn known(tables: &Tablebases, game: &Game, allowed: &[Move]) -> Option<Known> {
    let mut advice = tables.rank_root_moves(game)?;
    let hits = advice.moves.len() as u64;
    advice
        .moves
        .retain(|advised| allowed.contains(&advised.chess_move));
    let best = *advice.moves.first()?;
    let spent = game.position().halfmoves();
    let plies = u32::from(best.value.plies().unwrap_or(0));
    let free_choice = spent < FREE_CHOICE_MARGIN && spent + plies + FREE_CHOICE_MARGIN <= 100;
    let free = best.value == Value::Draw
        || (best.result == Wdl::Win && advice.metric == Metric::Dtz && free_choice);
    let (equals, others): (Vec<RankedMove>, Vec<RankedMove>) =
        advice.moves.into_iter().partition(|advised| {
            advised.result == best.result && (free || advised.value == best.value)
        });
    let moves = equals.iter().map(|advised| advised.chess_move).collect();
    let others = others
        .iter()
        .map(|advised| (advised.chess_move, worth(advised.result)))
        .collect();
    Some(Known {
        moves,
        others,
        tb_hits: hits,
        result: best.result,
    })
}
