//! What one search has said so far, and the `bestmove` that may follow from it.

use play::{Bound, Choice, Control, Game, Limits, MachineTime, Report, Score};
use shakmaty::{Move, Position};

use super::write;

/// A search under way or about to be, and what is known of its answer.
pub(super) struct Search {
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) control: Control,
    /// The first move of the last exact report that had one.
    exact: Option<Move>,
    machine: Option<MachineTime>,
}

impl Search {
    pub(super) fn new(game: Game, limits: Limits) -> Search {
        Search { game, limits, control: Control::new(), exact: None, machine: None }
    }

    /// Whether the protocol allows the search to end now: `infinite` and `ponder` wait for the other side.
    pub(super) fn may_end(&self) -> bool {
        let pondering = self.limits.ponder && !self.control.ponder_was_hit();
        self.control.stopped() || !(self.limits.infinite || pondering)
    }

    /// The line for a report.
    pub(super) fn report(&mut self, report: &Report) -> String {
        if report.bound == Bound::Exact
            && report.multipv <= 1
            && let Some(&first) = report.pv.first()
            && self.game.position().is_legal(first)
        {
            self.exact = Some(first);
        }
        self.machine = report.machine.or(self.machine);
        write::info(self.game.position(), report)
    }

    /// The line for a position without a legal move.
    pub(super) fn no_move(&self) -> String {
        let mated = self.game.position().is_check();
        format!("info depth 0 score {}", if mated { "mate 0" } else { "cp 0" })
    }

    /// The last lines of the search. Whatever the player chose, the move is legal and an exact line with a
    /// variation stands before it.
    pub(super) fn end(&self, choice: &Choice) -> Vec<String> {
        let position = self.game.position();
        let legal = |candidate: &Move| position.is_legal(*candidate);
        let any = || self.limits.search_moves.first().copied().or(position.legal_moves().first().copied());
        let Some(best) = choice.best.filter(legal).or(self.exact).or_else(any) else {
            return vec!["bestmove 0000".to_owned()];
        };
        let mut lines = Vec::new();
        if choice.best != Some(best) {
            lines.push("info string the player chose no legal move, so one is chosen for it".to_owned());
        }
        if self.exact.is_none() {
            lines.push(write::info(position, &unvalued(best)));
        }
        lines.extend(self.machine.as_ref().map(|time| format!("info string {}", write::machine_time(time))));
        let line: Vec<Move> = [best].into_iter().chain(choice.ponder).collect();
        lines.push(match write::legal_prefix(position, &line)[..] {
            [best, reply] => {
                format!("bestmove {} ponder {}", write::chess_move(best), write::chess_move(reply))
            }
            _ => format!("bestmove {}", write::chess_move(best)),
        });
        lines
    }
}

/// A report for a player that gave none: no depth, no value.
fn unvalued(best: Move) -> Report {
    Report {
        depth: 0,
        selective_depth: 0,
        multipv: 1,
        score: Score::Centipawns(0),
        bound: Bound::Exact,
        wdl: None,
        nodes: 0,
        time: std::time::Duration::ZERO,
        hash_full: 0,
        table_hits: 0,
        pv: vec![best],
        machine: None,
    }
}
