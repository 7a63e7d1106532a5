//! A search in progress: its reports so far, and the move that follows from them.

use std::time::{Duration, Instant};

use play::{Bound, Choice, Control, Game, Limits, MachineTime, Progress, Report};
use shakmaty::{Chess, Move, Position};

/// Time that a stopped search gets to end when the session ends.
pub(crate) const SHUTDOWN_TIME: Duration = Duration::from_secs(1);

/// A player that has not done its work.
pub(crate) struct Failed {
    /// Why, for the other side.
    pub(crate) remark: String,
    /// It panicked, and a fresh one has taken its place. Otherwise what it works with has gone
    /// away, such as a board.
    pub(crate) is_lost: bool,
}

/// Choice of a player that crashed or had no legal move.
pub(crate) const NO_CHOICE: Choice = Choice {
    best: None,
    ponder: None,
};

/// A search that is pending or in progress, with its reports so far.
pub(crate) struct Search {
    pub(crate) game: Game,
    pub(crate) limits: Limits,
    pub(crate) control: Control,
    pub(crate) started: Instant,
    /// Last report on the best variation.
    pub(crate) last: Option<Report>,
    /// First move of the last exact report that had one.
    exact: Option<Move>,
    machine: Option<MachineTime>,
    /// Highest node count sent. Reports and progress count apart, but a count that is sent must not
    /// fall.
    nodes: u64,
}

/// Result of a search; the moves are legal, even if those of the player are not.
pub(crate) struct Decision {
    pub(crate) best: Move,
    pub(crate) ponder: Option<Move>,
    /// Whether the player returned no legal move and another one was chosen.
    pub(crate) replaced: bool,
    /// Report to send before the move, unless the last one sent is exact and about this move.
    pub(crate) final_info: Option<Report>,
}

impl Search {
    pub(crate) fn new(game: Game, limits: Limits) -> Search {
        Search {
            game,
            limits,
            control: Control::new(),
            started: Instant::now(),
            last: None,
            exact: None,
            machine: None,
            nodes: 0,
        }
    }

    pub(crate) fn root(&self) -> &Chess {
        self.game.position()
    }

    /// Whether the move may be sent: `infinite` and `ponder` wait for the other side.
    pub(crate) fn may_end(&self) -> bool {
        let pondering = self.limits.ponder && !self.control.ponder_was_hit();
        self.control.stopped() || !(self.limits.infinite || pondering)
    }

    /// Records a report, and returns it as it is to be sent.
    pub(crate) fn record(&mut self, report: Report) -> Report {
        let report = Report {
            nodes: self.count(report.nodes),
            ..report
        };
        self.machine = report.machine.or(self.machine);
        if report.multipv > 1 {
            return report;
        }
        self.last = Some(report.clone());
        if report.bound == Bound::Exact
            && let Some(&first) = report.pv.first()
            && self.root().is_legal(first)
        {
            self.exact = Some(first);
        }
        report
    }

    /// Progress of the player, if it gives any, as it is to be sent.
    pub(crate) fn progress(&mut self) -> Option<Progress> {
        let progress = self.control.progress()?;
        Some(Progress {
            nodes: self.count(progress.nodes),
            ..progress
        })
    }

    pub(crate) fn best_so_far(&self) -> Option<Move> {
        self.exact
    }

    /// The choice in place of a player that failed. If its board went away, what it has reported is
    /// its choice. What it has reported before a panic is not to be trusted.
    pub(crate) fn choice_after(&self, failed: &Failed) -> Choice {
        if failed.is_lost {
            return NO_CHOICE;
        }
        Choice {
            best: self.exact,
            ponder: None,
        }
    }

    /// Records a count of nodes, and returns the one to be sent.
    fn count(&mut self, nodes: u64) -> u64 {
        self.nodes = self.nodes.max(nodes);
        self.nodes
    }

    /// The machine's own time, for a player that has one.
    pub(crate) fn machine(&self) -> Option<&MachineTime> {
        self.machine.as_ref()
    }

    /// The decision, or `None` if there is no legal move.
    pub(crate) fn decide(&self, choice: &Choice) -> Option<Decision> {
        let position = self.root();
        let any_allowed = || {
            self.limits
                .search_moves
                .first()
                .copied()
                .or(position.legal_moves().first().copied())
        };
        let best = choice
            .best
            .filter(|&best| position.is_legal(best))
            .or(self.exact)
            .or_else(any_allowed)?;
        let line: Vec<Move> = [best].into_iter().chain(choice.ponder).collect();
        Some(Decision {
            best,
            ponder: legal_prefix(position, &line).get(1).copied(),
            replaced: choice.best != Some(best),
            final_info: self.final_info(best),
        })
    }

    /// The report that must still be sent on `best`. A last report with a bound is repeated as
    /// exact.
    fn final_info(&self, best: Move) -> Option<Report> {
        match &self.last {
            Some(last) if last.pv.first() == Some(&best) => {
                let exact = || Report {
                    bound: Bound::Exact,
                    nodes: self.nodes,
                    ..last.clone()
                };
                (last.bound != Bound::Exact).then(exact)
            }
            _ => Some(self.empty_report(best)),
        }
    }

    /// A report of depth and score zero, for a move on which the player sent none.
    fn empty_report(&self, best: Move) -> Report {
        let time = if self.nodes == 0 {
            Duration::ZERO
        } else {
            self.started.elapsed()
        };
        Report {
            nodes: self.nodes,
            time,
            ..Report::unsearched(0, vec![best])
        }
    }
}

/// The moves of `line` before the first illegal one.
pub(crate) fn legal_prefix(root: &Chess, line: &[Move]) -> Vec<Move> {
    let mut position = root.clone();
    let legal = line.iter().take_while(|&&next| {
        let legal = position.is_legal(next);
        if legal {
            position.play_unchecked(next);
        }
        legal
    });
    legal.copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;

    #[test]
    fn node_count_sent_never_falls() {
        let mut search = Search::new(Game::new(), Limits::default());
        let [king, queen] = ["e4", "d4"].map(|text| parse_move(search.root(), text).unwrap());
        let report = |nodes, bound, search: &Search| Report {
            nodes,
            bound,
            ..search.empty_report(king)
        };
        let progress = |nodes| Progress {
            depth: 3,
            current: king,
            number: 1,
            root_moves: 20,
            nodes,
            hash_full: 0,
        };

        let first = report(3328, Bound::Lower, &search);
        assert_eq!(search.record(first).nodes, 3328);
        search.control.set_progress(progress(3072));
        assert_eq!(search.progress().unwrap().nodes, 3328);
        search.control.set_progress(progress(4096));
        assert_eq!(search.progress().unwrap().nodes, 4096);
        let late = report(4000, Bound::Lower, &search);
        assert_eq!(search.record(late).nodes, 4096);
        search.control.set_progress(progress(5120));
        assert_eq!(search.progress().unwrap().nodes, 5120);
        // Nor in the final report, repeated or empty.
        for best in [king, queen] {
            let last = search
                .decide(&Choice {
                    best: Some(best),
                    ponder: None,
                })
                .unwrap()
                .final_info
                .unwrap();
            assert_eq!(last.nodes, 5120);
        }
    }
}
