//! A search that can be stopped after any word, copied, and continued from a copy.

use host::{Candidate, Deepening, Link, Root, RootScore, Searcher, principal_variation, score};
use machine::transposition::hash::Key;
use play::{Game, Score};
use roms::value::INFINITY;
use shakmaty::{Chess, Move};

use crate::command::RootDriver;
use crate::event::InfoLine;
use crate::text;

/// A search of one position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Search {
    driver: Driver,
    over: bool,
    thoughts: Vec<InfoLine>,
    best: Option<Move>,
    /// Root moves that the host has started, in order.
    records: Vec<Record>,
}

/// A root move that the host has started.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) depth: u8,
    pub(crate) chess_move: Move,
    pub(crate) alpha: i16,
    pub(crate) beta: i16,
    pub(crate) value: Option<i16>,
    pub(crate) best: bool,
    /// Cycle and node counter at its start.
    pub(crate) cycle: u64,
    pub(crate) nodes: u64,
}

#[derive(Clone, Debug, PartialEq)]
enum Driver {
    Machine { depth: u8 },
    Host(Deepening),
}

impl Search {
    /// Begins a search of a game's position. The memory is cleared, so that the same search is the
    /// same everywhere.
    pub(crate) fn begin(link: &mut Link, game: &Game, depth: u8, driver: RootDriver) -> Search {
        let position = game.position();
        link.clear_memory();
        link.set_draw(0);
        link.load(position);
        let driver = match driver {
            RootDriver::Machine => {
                link.clear_counters();
                link.begin_search(depth, -INFINITY, INFINITY);
                Driver::Machine { depth }
            }
            RootDriver::Host => {
                let candidates = Candidate::of_game(game, link.root_moves(position), 0);
                link.mark_open(game.recurring());
                link.clear_counters();
                Driver::Host(Deepening::new(Root::new(position, candidates), depth))
            }
        };
        let mut search = Search {
            driver,
            over: false,
            thoughts: Vec::new(),
            best: None,
            records: Vec::new(),
        };
        search.ask(link, position);
        search
    }

    /// Runs for `cycles` cycles or until the host has something to do, and does it. Returns whether
    /// it had.
    pub(crate) fn run(&mut self, link: &mut Link, position: &Chess, cycles: u64) -> bool {
        if self.over {
            return false;
        }
        let Some(value) = link.run(cycles) else {
            return false;
        };
        if let Driver::Machine { depth } = self.driver {
            self.over = true;
            self.best = link.best_move(position);
            let best = self.best;
            self.think(link, position, depth, RootScore::Exact(value), best);
        } else {
            self.answer(link, position, value);
            self.ask(link, position);
        }
        true
    }

    /// Starts the next root move, answering those that need no search.
    fn ask(&mut self, link: &mut Link, position: &Chess) {
        while let Driver::Host(deepening) = &mut self.driver {
            let Some(ask) = deepening.ask() else {
                self.over = true;
                return;
            };
            if let Some(value) = ask.known {
                self.answer(link, position, value);
                continue;
            }
            self.records.push(Record {
                depth: deepening.depth(),
                chess_move: ask.root_move.chess,
                alpha: ask.alpha,
                beta: ask.beta,
                value: None,
                best: false,
                cycle: link.state().cycles,
                nodes: link.state().nodes,
            });
            link.begin_move(&ask.root_move, ask.below, ask.alpha, ask.beta);
            return;
        }
    }

    fn answer(&mut self, link: &Link, position: &Chess, value: i16) {
        let Driver::Host(deepening) = &mut self.driver else {
            return;
        };
        let score = deepening.answer(value);
        let (depth, best) = (deepening.depth(), deepening.best().root_move.chess);
        // A move whose value was known has no record.
        if let Some(record) = self.records.last_mut()
            && record.value.is_none()
        {
            record.value = Some(value);
            record.best = score.is_some();
        }
        if let Some(score) = score {
            self.think(link, position, depth, score, Some(best));
        }
    }

    fn think(
        &mut self,
        link: &Link,
        position: &Chess,
        depth: u8,
        root_score: RootScore,
        best: Option<Move>,
    ) {
        let (state, value) = (link.state(), root_score.value());
        let line = match best {
            Some(first) => {
                let entries =
                    &mut |keys: &[Key]| keys.iter().map(|&key| state.memory.probe(key)).collect();
                principal_variation(entries, position, first, value, depth.into())
            }
            None => Vec::new(),
        };
        let mate = match score(value) {
            Score::Mate(moves) => Some(moves as i16),
            Score::Centipawns(_) => None,
        };
        self.best = best;
        self.thoughts.push(InfoLine {
            depth,
            value,
            mate,
            at_least: matches!(root_score, RootScore::AtLeast(_)),
            line: notation::san_line(position, &line),
            uci: line
                .iter()
                .map(|&chess_move| text::uci(chess_move))
                .collect(),
            nodes: state.nodes,
            cycle: state.cycles,
        });
    }

    /// Whether the search is complete.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// The cycle at which a root move was started: the `count`th start before this cycle.
    pub(crate) fn start_before(&self, cycle: u64, count: usize) -> Option<u64> {
        let earlier = self.records.partition_point(|record| record.cycle < cycle);
        earlier
            .checked_sub(count)
            .map(|index| self.records[index].cycle)
    }

    /// Root moves that the host has started.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// Best moves found, latest last.
    pub(crate) fn thoughts(&self) -> &[InfoLine] {
        &self.thoughts
    }

    /// The best move found.
    pub(crate) fn best(&self) -> Option<Move> {
        self.best
    }

    /// How far the iteration has come.
    pub(crate) fn iteration(&self) -> Iteration {
        match &self.driver {
            Driver::Machine { depth } => Iteration {
                depth: *depth,
                searched: None,
                number: 0,
                of: 0,
            },
            Driver::Host(deepening) => {
                let asked = deepening.asked();
                Iteration {
                    depth: deepening.depth(),
                    searched: asked.map(|ask| ask.root_move.chess),
                    number: match asked {
                        Some(ask) => ask.index + 1,
                        None => 0,
                    },
                    of: deepening.candidates().len(),
                }
            }
        }
    }
}

/// A view of the iteration; without a host at the root only its depth.
pub(crate) struct Iteration {
    pub(crate) depth: u8,
    /// The root move that is searched.
    pub(crate) searched: Option<Move>,
    /// Its number from 1; 0 if none is searched.
    pub(crate) number: usize,
    /// Number of root moves.
    pub(crate) of: usize,
}
