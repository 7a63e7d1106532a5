//! Whether a move of the person loses a piece or lets him be mated.

use std::time::Duration;

use play::{Bound, Control, Game, Limits, Player, Report, Score};
use shakmaty::{Chess, Move};

/// Loss of a move, in centipawns, from which it is warned of: nearly a minor piece.
const LOSS: i32 = 220;
/// From here on a position is won anyhow, and nothing is said.
const STILL_WON: i32 = 400;
/// Value of a mate.
const MATE: i32 = 10_000;
/// Time of each of the two searches.
const TIME: Duration = Duration::from_millis(200);

/// What two short searches say of a move.
#[derive(Clone, Debug)]
pub(crate) struct Examined {
    /// The position before it.
    pub(crate) position: Chess,
    pub(crate) chess_move: Move,
    pub(crate) danger: Option<Danger>,
}

#[derive(Clone, Debug)]
pub(crate) struct Danger {
    /// The answer that shows it.
    pub(crate) answer: Move,
    /// Moves to the mate of the person, if that is the danger.
    pub(crate) mate: Option<u32>,
}

/// Compares a move with the best one, at full strength.
pub(crate) fn examine(
    player: &mut dyn Player,
    game: &Game,
    chess_move: Move,
    control: &Control,
) -> Examined {
    Examined {
        position: game.position().clone(),
        chess_move,
        danger: danger(player, game, chess_move, control),
    }
}

fn danger(
    player: &mut dyn Player,
    game: &Game,
    chess_move: Move,
    control: &Control,
) -> Option<Danger> {
    let before = search(player, game, control)?;
    if before.pv.first() == Some(&chess_move) {
        return None;
    }
    let mut after = game.clone();
    after.play(chess_move);
    if after.ending().is_some() {
        return None;
    }
    let reply = search(player, &after, control)?;
    let answer = *reply.pv.first()?;
    let best = before.score.centipawns(MATE);
    let own = -reply.score.centipawns(MATE);
    let is_worse = best - own >= LOSS && own < STILL_WON;
    let mate = match reply.score {
        Score::Mate(moves) if moves > 0 => Some(moves.unsigned_abs()),
        _ => None,
    };
    if is_worse {
        Some(Danger { answer, mate })
    } else {
        None
    }
}

/// The last exact report of a short search; none for a move from the book.
fn search(player: &mut dyn Player, game: &Game, control: &Control) -> Option<Report> {
    let mut last = None;
    let limits = Limits {
        full_strength: true,
        ..Limits::move_time(TIME)
    };
    player.search(game, &limits, control, &mut |report| {
        if report.bound == Bound::Exact && report.multipv == 1 && !report.is_unsearched() {
            last = Some(report.clone());
        }
    });
    last
}
