//! A warning before a move of the person that loses a piece or lets him be mated.

use play::san;
use shakmaty::{Move, Position};

use super::Session;
use super::commands::word;
use crate::danger::{Danger, Examined};
use crate::opponent::Task;

impl Session {
    /// Whether a move is to be examined before it is played: warnings are wanted, and it has not
    /// been warned of yet.
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
            "careful: after {own}, {danger}; the same move again plays it"
        ));
        self.warned = Some(examined);
    }

    /// Turns the warnings on or off; `None` shows how they are.
    pub(crate) fn set_warnings(&mut self, wanted: Option<bool>) {
        if let Some(wanted) = wanted {
            self.warnings = wanted;
            self.remember("warnings", word(wanted));
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
