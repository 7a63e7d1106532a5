//! Whether a move of the person loses a piece or lets him be mated.

use std::time::Duration;

use play::{Bound, Control, Game, Limits, Player, Report, Score};
use shakmaty::{Chess, Move, Position};

/// Loss of a move, in centipawns, from which it is warned of: a minor piece for a pawn, and what
/// the pawn is worth there.
const LOSS: i32 = 170;
/// From here on a position is won anyhow, and nothing is said.
const STILL_WON: i32 = 400;
/// Value of a mate.
const MATE: i32 = 10_000;
/// Positions of each of the two searches, and the longest that it may take.
const NODES: u64 = 300_000;
const LONGEST: Duration = Duration::from_secs(1);

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

/// The last exact report of a short search.
fn search(player: &mut dyn Player, game: &Game, control: &Control) -> Option<Report> {
    let mut last = None;
    let limits = Limits {
        nodes: Some(NODES),
        full_strength: true,
        // A choice among given moves is searched: the book knows no values.
        search_moves: game.position().legal_moves().to_vec(),
        ..Limits::move_time(LONGEST)
    };
    player.search(game, &limits, control, &mut |report| {
        if report.bound == Bound::Exact && report.multipv == 1 && !report.is_unsearched() {
            last = Some(report.clone());
        }
    });
    last
}
