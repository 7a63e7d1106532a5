//! What the endgame databases say at the root, and what the player makes of it (docs/decisions/endgame-tables.md).

use endgame::{Metric, RankedMove, Tablebases, Value, Wdl};
use play::Game;
use shakmaty::{Move, Position as _};

use crate::search::value::{DRAW, MATE_ZONE, TABLE_WIN};

/// Plies of the fifty-move rule that may be spent, or must be left, for a win to be played by other moves than the
/// nearest.
const PATIENCE: u32 = 20;

/// What is known of the root.
pub(crate) struct Known {
    /// The moves to choose among; the search looks for the best of them on its own.
    pub(crate) moves: Vec<Move>,
    /// The others that are allowed, the best first, and the values to show for them.
    pub(crate) others: Vec<(Move, i32)>,
    /// How many positions were asked for.
    pub(crate) tb_hits: u64,
    result: Wdl,
}

impl Known {
    /// The value to show where the search found `value`.
    pub(crate) fn value(&self, value: i32) -> i32 {
        match self.result {
            Wdl::Win | Wdl::Loss if value.abs() >= MATE_ZONE => value,
            result => worth(result),
        }
    }
}

/// What a result is worth.
fn worth(result: Wdl) -> i32 {
    match result {
        Wdl::Win => TABLE_WIN,
        Wdl::CursedWin => 1,
        Wdl::Draw => DRAW,
        Wdl::BlessedLoss => -1,
        Wdl::Loss => -TABLE_WIN,
    }
}

/// Asks about the moves in `allowed`. `None` if no database knows.
///
/// A draw is held by any move that holds it. A decided game is played by the best of values, but that a win by
/// distances to a zeroing move leaves the choice to the search while the clock of fifty moves has time: the nearest
/// such move is seldom the best of plans.
pub(crate) fn known(tables: &Tablebases, game: &Game, allowed: &[Move]) -> Option<Known> {
    let mut advice = tables.rank_root_moves(game)?;
    let hits = advice.moves.len() as u64;
    advice.moves.retain(|advised| allowed.contains(&advised.chess_move));
    let best = *advice.moves.first()?;
    let spent = game.position().halfmoves();
    let plies = u32::from(best.value.plies().unwrap_or(0));
    let leisure = spent < PATIENCE && spent + plies + PATIENCE <= 100;
    let free =
        best.value == Value::Draw || (best.result == Wdl::Win && advice.metric == Metric::Dtz && leisure);
    let (equals, others): (Vec<RankedMove>, Vec<RankedMove>) = advice
        .moves
        .into_iter()
        .partition(|advised| advised.result == best.result && (free || advised.value == best.value));
    let moves = equals.iter().map(|advised| advised.chess_move).collect();
    let others = others.iter().map(|advised| (advised.chess_move, worth(advised.result))).collect();
    Some(Known { moves, others, tb_hits: hits, result: best.result })
}
