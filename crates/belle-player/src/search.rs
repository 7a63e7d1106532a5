//! A search by the machine or the devices of 1978: the root's deepening under limits, with its
//! reports.

use host::{
    Ask, Budget, Candidate, Deepening, MAX_DEPTH, Root, RootScore, Searcher, principal_variation,
};
use machine::transposition::hash::Key;
use play::{Choice, Game, Report, ReportSink};
use shakmaty::{Chess, Move};

use crate::endgames::TablebaseLine;
use crate::limits::SearchLimits;
use crate::report::wdl;

/// A search of one position.
pub(crate) struct Search<'a> {
    searcher: &'a mut dyn Searcher,
    position: &'a Chess,
    limits: SearchLimits<'a>,
    /// Probes of endgame databases, for reports.
    pub(crate) table_hits: u64,
    report: ReportSink<'a>,
    /// The best line reported, and what the report said.
    line: Vec<Move>,
    last: LastReport,
}

/// The last report of a single best line.
#[derive(Clone, Copy, Debug)]
struct LastReport {
    nodes: u64,
    depth: u8,
    score: RootScore,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        searcher: &'a mut dyn Searcher,
        position: &'a Chess,
        limits: SearchLimits<'a>,
        report: ReportSink<'a>,
    ) -> Search<'a> {
        Search {
            searcher,
            position,
            limits,
            table_hits: 0,
            report,
            line: Vec::new(),
            last: LastReport {
                nodes: 0,
                depth: 0,
                score: RootScore::Exact(0),
            },
        }
    }

    /// The moves that may be played, in the machine's order, with draws by the game's history.
    pub(crate) fn candidates(&mut self, game: &Game) -> Vec<Candidate> {
        self.searcher.load(self.position);
        let mut root_moves = self.searcher.root_moves(self.position);
        root_moves.retain(|found| self.limits.time().limits.allow(&found.chess));
        Candidate::of_game(game, root_moves, -self.limits.settings.contempt)
    }

    /// Marks the positions of the game to which a line may return.
    pub(crate) fn mark_open(&mut self, game: &Game) {
        self.searcher.mark_open(game.recurring());
    }

    /// The choice of a position without a legal move, once the answer is wanted.
    pub(crate) fn answer_none(&self) -> Choice {
        self.limits.time().wait();
        choice(&[])
    }

    /// Reports the lines of a root that the endgame databases decide, and plays the best.
    pub(crate) fn answer_from_tables(&mut self, lines: &[TablebaseLine]) -> Choice {
        // A database value holds at any depth.
        let depth = self.last_depth();
        for (line, number) in lines.iter().zip(1..) {
            let found = self.found(depth, RootScore::Exact(0), &line.moves);
            (self.report)(&Report {
                multipv: number,
                score: line.score,
                wdl: found.wdl.map(|_| wdl(line.score)),
                ..found
            });
        }
        self.limits.time().wait();
        choice(&lines[0].moves)
    }

    /// Deepens the root until a limit ends the search. The position must be loaded; there is at
    /// least one candidate.
    pub(crate) fn deepen(&mut self, root: Root) -> Choice {
        let of = root.candidates().len();
        let mut deepening = Deepening::new(root, self.last_depth())
            .with_lines(self.limits.settings.multi_pv)
            .with_first_move_alone();
        self.search_first_move(&mut deepening);
        let is_forced = of == 1 && self.limits.time().limits.clock.is_some();
        while let Some(ask) = deepening.ask() {
            if !ask.is_again {
                let depth = deepening.depth().into();
                let chess_move = ask.root_move.chess;
                self.limits.set_current(depth, chess_move, ask.index, of);
            }
            let limits = &self.limits;
            let budget = &mut |counters| limits.budget(counters);
            if ask.known.is_none() {
                self.searcher.line_up(&mut deepening.following());
            }
            let Some(value) = search_move(self.searcher, &ask, budget) else {
                break;
            };
            let score = deepening.answer(value);
            if deepening.lines() > 1 {
                if deepening.is_complete() {
                    self.report_lines(&deepening);
                }
            } else if let Some(score) = score {
                self.report_best(&deepening, score);
            }
            if deepening.is_complete() {
                let is_unbounded = self.limits.time().is_unbounded();
                deepening.ends_at_mate = !is_unbounded;
                let counters = self.searcher.counters();
                if is_forced && !is_unbounded
                    || !self.limits.continue_deepening(counters, deepening.score())
                {
                    break;
                }
            }
        }
        self.limits.time().wait();
        // The last report covers all nodes.
        if deepening.lines() == 1 && self.last.nodes != self.searcher.counters().nodes {
            let LastReport { depth, score, .. } = self.last;
            let line = self.line.clone();
            let found = self.found(depth, score, &line);
            (self.report)(&found);
        }
        choice(&self.line)
    }

    /// Depth 1 of the first move gives a move and a value even if time runs out at once.
    fn search_first_move(&mut self, deepening: &mut Deepening) {
        let Some(ask) = deepening.ask() else {
            return;
        };
        let limits = &self.limits;
        let budget = &mut |counters| limits.first_budget(counters);
        let value = match search_move(self.searcher, &ask, budget) {
            Some(value) => value,
            // The clock of 1978, or a board full of queens, may not allow even that: the static
            // value remains.
            None => {
                self.searcher.load(self.position);
                self.searcher.static_value(self.position)
            }
        };
        if let Some(score) = deepening.answer(value) {
            self.report_best(deepening, score);
        }
    }

    /// Reports the best line so far.
    fn report_best(&mut self, deepening: &Deepening, score: RootScore) {
        let depth = deepening.depth();
        let first = deepening.best().root_move.chess;
        self.line = self.principal_variation(first, score.value(), depth);
        let line = self.line.clone();
        let found = self.found(depth, score, &line);
        self.last = LastReport {
            nodes: found.nodes,
            depth,
            score,
        };
        (self.report)(&found);
    }

    /// Reports the lines of a complete iteration, best first.
    fn report_lines(&mut self, deepening: &Deepening) {
        let depth = deepening.depth();
        let moves = deepening.candidates().iter();
        for ((&value, candidate), number) in deepening.values().iter().zip(moves).zip(1..) {
            let line = self.principal_variation(candidate.root_move.chess, value, depth);
            let found = self.found(depth, RootScore::Exact(value), &line);
            (self.report)(&Report {
                multipv: number,
                ..found
            });
            if number == 1 {
                self.line = line;
            }
        }
    }

    fn principal_variation(&mut self, first: Move, value: i16, depth: u8) -> Vec<Move> {
        let control = self.limits.time().control;
        let searcher = &mut self.searcher;
        let entries = &mut |keys: &[Key]| searcher.entries(keys, &|| !control.stopped());
        principal_variation(entries, self.position, first, value, depth.into())
    }

    /// A report with the counters as they are now.
    fn found(&mut self, depth: u8, score: RootScore, line: &[Move]) -> Report {
        let counters = self.searcher.counters();
        self.limits
            .report(counters, depth.into(), score, line, self.table_hits)
    }

    /// Depth of the last iteration.
    fn last_depth(&self) -> u8 {
        let most = MAX_DEPTH.into();
        self.limits.time().limits.depth.unwrap_or(most).min(most) as u8
    }
}

/// The first move of a line, and the reply expected.
fn choice(line: &[Move]) -> Choice {
    Choice {
        best: line.first().copied(),
        ponder: line.get(1).copied(),
    }
}

/// The value of the move asked for; `None` if `budget` stopped the search.
fn search_move(searcher: &mut dyn Searcher, ask: &Ask, budget: Budget<'_>) -> Option<i16> {
    if ask.known.is_some() {
        return ask.known;
    }
    searcher.search_move(&ask.root_move, ask.below, ask.alpha, ask.beta, budget)
}
