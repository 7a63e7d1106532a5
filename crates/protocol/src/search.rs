//! What one search has said so far, and the move that may follow from it.

use std::time::{Duration, Instant};

use play::{Bound, Choice, Control, Game, Limits, MachineTime, Progress, Report, Score};
use shakmaty::{Chess, Move, Position};

/// A search under way or about to be, and what is known of its answer.
pub(crate) struct Search {
    pub(crate) game: Game,
    pub(crate) limits: Limits,
    pub(crate) control: Control,
    /// Since when it has been under way.
    pub(crate) begun: Instant,
    /// The last report on the best variation.
    pub(crate) last: Option<Report>,
    /// The first move of the last exact report that had one.
    exact: Option<Move>,
    machine: Option<MachineTime>,
    /// The most nodes that were told: a count that is told never falls, though reports and progress count apart.
    nodes: u64,
}

/// What a search came to: whatever the player said, the moves are legal.
pub(crate) struct Decision {
    pub(crate) best: Move,
    pub(crate) ponder: Option<Move>,
    /// The player chose no legal move, so this one was chosen for it.
    pub(crate) imposed: bool,
    /// The report that is due before the move, unless the player's last one is exact and about this move.
    pub(crate) owed: Option<Report>,
}

impl Search {
    pub(crate) fn new(game: Game, limits: Limits) -> Search {
        Search {
            game,
            limits,
            control: Control::new(),
            begun: Instant::now(),
            last: None,
            exact: None,
            machine: None,
            nodes: 0,
        }
    }

    /// Where the search begins.
    pub(crate) fn root(&self) -> &Chess {
        self.game.position()
    }

    /// Whether the search may end now: `infinite` and `ponder` wait for the other side.
    pub(crate) fn may_end(&self) -> bool {
        let pondering = self.limits.ponder && !self.control.ponder_was_hit();
        self.control.stopped() || !(self.limits.infinite || pondering)
    }

    /// Keeps what a report says, and returns it as it is to be told.
    pub(crate) fn hear(&mut self, report: Report) -> Report {
        let report = Report { nodes: self.count(report.nodes), ..report };
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

    /// Where the search is, if it has said so, as it is to be told.
    pub(crate) fn progress(&mut self) -> Option<Progress> {
        let progress = self.control.progress()?;
        Some(Progress { nodes: self.count(progress.nodes), ..progress })
    }

    /// The best move known by now.
    pub(crate) fn suggestion(&self) -> Option<Move> {
        self.exact
    }

    /// A count of nodes that is about to be told.
    fn count(&mut self, nodes: u64) -> u64 {
        self.nodes = self.nodes.max(nodes);
        self.nodes
    }

    /// The machine's own time, for a player that has one.
    pub(crate) fn machine(&self) -> Option<&MachineTime> {
        self.machine.as_ref()
    }

    /// The move, or nothing if there is no legal one.
    pub(crate) fn decide(&self, choice: &Choice) -> Option<Decision> {
        let position = self.root();
        let any = || self.limits.search_moves.first().copied().or(position.legal_moves().first().copied());
        let best = choice.best.filter(|&best| position.is_legal(best)).or(self.exact).or_else(any)?;
        let line: Vec<Move> = [best].into_iter().chain(choice.ponder).collect();
        Some(Decision {
            best,
            ponder: legal_prefix(position, &line).get(1).copied(),
            imposed: choice.best != Some(best),
            owed: self.owed(best),
        })
    }

    /// The last word on `best`: a value of which only a bound is known is said as the one it stands by.
    fn owed(&self, best: Move) -> Option<Report> {
        match &self.last {
            Some(last) if last.pv.first() == Some(&best) => {
                let exact = || Report { bound: Bound::Exact, nodes: self.nodes, ..last.clone() };
                (last.bound != Bound::Exact).then(exact)
            }
            _ => Some(self.unvalued(best)),
        }
    }

    /// A report on a move of which the player said nothing: no depth, no value.
    fn unvalued(&self, best: Move) -> Report {
        Report {
            depth: 0,
            selective_depth: 0,
            multipv: 1,
            score: Score::Centipawns(0),
            bound: Bound::Exact,
            wdl: None,
            nodes: self.nodes,
            time: if self.nodes == 0 { Duration::ZERO } else { self.begun.elapsed() },
            hash_full: 0,
            table_hits: 0,
            pv: vec![best],
            machine: None,
        }
    }
}

/// The moves of `line` up to the first that is not legal.
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
    fn a_count_of_nodes_never_falls() {
        let mut search = Search::new(Game::new(), Limits::default());
        let [king, queen] = ["e4", "d4"].map(|text| parse_move(search.root(), text).unwrap());
        let report = |nodes, bound, search: &Search| Report { nodes, bound, ..search.unvalued(king) };
        let progress = |nodes| Progress { depth: 3, current: king, number: 1, of: 20, nodes, hash_full: 0 };

        let first = report(3328, Bound::Lower, &search);
        assert_eq!(search.hear(first).nodes, 3328);
        search.control.set_progress(progress(3072));
        assert_eq!(search.progress().unwrap().nodes, 3328);
        search.control.set_progress(progress(4096));
        assert_eq!(search.progress().unwrap().nodes, 4096);
        let late = report(4000, Bound::Lower, &search);
        assert_eq!(search.hear(late).nodes, 4096);
        search.control.set_progress(progress(5120));
        assert_eq!(search.progress().unwrap().nodes, 5120);
        // The last line too, whether it repeats a report or makes up for one.
        for best in [king, queen] {
            let owed = search.decide(&Choice { best: Some(best), ponder: None }).unwrap().owed.unwrap();
            assert_eq!(owed.nodes, 5120);
        }
    }
}
