//! A warning before a move of the person that loses a piece or lets him be mated.

use std::time::Duration;

use play::{Bound, Control, Game, Limits, Player, Report, Score, san};
use shakmaty::{Chess, Move, Position};

use super::Session;
use crate::opponent::Task;

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
    position: Chess,
    chess_move: Move,
    danger: Option<Danger>,
}

#[derive(Clone, Debug)]
struct Danger {
    /// The answer that shows it.
    answer: Move,
    /// Moves to the mate of the person, if that is the danger.
    mate: Option<u32>,
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

impl Session {
    /// Whether a move is to be examined before it is played: warnings are wanted, and it has not been warned of yet.
    pub(super) fn examines(&self, chess_move: Move) -> bool {
        let is_own = !self.state.is_manual() && !self.state.machine_to_move();
        let position = self.state.game().position();
        let is_insisted = match &self.warned {
            Some(Examined {
                position: warned,
                chess_move: again,
                ..
            }) => warned == position && *again == chess_move,
            None => false,
        };
        self.warnings && is_own && self.state.outcome().is_none() && !is_insisted
    }

    /// Warns of the move, or plays it.
    pub(super) fn take_examined(&mut self, examined: Examined) {
        let position = self.state.game().position();
        if *position != examined.position || self.state.outcome().is_some() {
            return;
        }
        let own = san(position, examined.chess_move);
        let Some(Danger { answer, mate }) = &examined.danger else {
            return self.play_checked_move(&own);
        };
        let mut after = examined.position.clone();
        after.play_unchecked(examined.chess_move);
        let answer = san(&after, *answer);
        let danger = match mate {
            Some(1) => format!("{answer} mates"),
            Some(moves) => format!("{answer} mates in {moves}"),
            None => format!("{answer} wins material"),
        };
        self.say(format!(
            "careful: after {own} {danger}; the same move again plays it"
        ));
        self.warned = Some(examined);
    }

    /// Turns the warnings on or off; `None` shows how they are.
    pub(crate) fn set_warnings(&mut self, wanted: Option<bool>) {
        if let Some(wanted) = wanted {
            self.warnings = wanted;
            if let Some(Task::Examine(_)) = self.opponent.task() {
                self.opponent.abandon();
            }
        }
        self.say(if self.warnings {
            "warnings are on: a move that loses a piece is not played at once"
        } else {
            "warnings are off"
        });
    }
}
