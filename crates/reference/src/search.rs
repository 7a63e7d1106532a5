//! The search of `docs/search.md`. The numbers in the comments are that page's.

use roms::full::FULL_MARGIN;
use roms::value::MATE;

use super::{Address, Bound, Memory, Move, Position, Reading};

/// The ply at which the machine's stack is full.
pub const DEEP: i16 = 62;
/// The depth, below zero, at which quiescence narrows to an exchange on one square.
pub const LATE: i16 = -4;

/// Moves a node tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// Every move, and castling if not in check (steps 5 and 6).
    All,
    /// Captures and promotions (step 4).
    Noisy,
    /// Captures on this square by its first aggressor only (step 4, late).
    Exchange(u8),
}

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The value from the mover's side, in centipawns, mates as in `docs/search.md`.
    pub value: i16,
    /// The last move that raised alpha at the root; `None` if none did.
    pub best: Option<Move>,
    /// Positions counted, the root among them.
    pub nodes: u64,
}

/// Use of the memory: all of it in the machine, less in tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MemoryUse {
    /// Open marks and values.
    #[default]
    All,
    /// Open marks, so repetitions, but no values: step 8 only takes the mark away.
    MarksOnly,
    /// Neither: steps 2 and 8 do not exist.
    Nothing,
}

/// The searcher and its memory.
#[derive(Clone, Debug, Default)]
pub struct Searcher {
    memory: Memory,
    memory_use: MemoryUse,
    /// Children get the whole window, not a null one (step 5).
    full_windows: bool,
    reading: Reading,
    /// The principal variation of each ply's node, if they are kept.
    lines: Option<Vec<PrincipalVariation>>,
    /// Positions of the game that could recur.
    history: Vec<Address>,
    /// From White's side.
    draw_value: i16,
    /// Nodes of the present search.
    nodes: u64,
    quiet_nodes: QuietNodes,
}

/// The moves that lead from a node to where its value comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrincipalVariation {
    /// The moves, the first one first.
    pub moves: Vec<Move>,
    /// Whether the line ends with an evaluation, not with mate or stalemate.
    pub is_evaluated: bool,
}

/// Nodes of step 4, by what ended the evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuietNodes {
    /// The lazy value sufficed.
    pub lazy: u64,
    /// The full value was needed.
    pub full: u64,
}

/// Value of a node, and its best move if one raised alpha.
#[derive(Clone, Copy, Debug)]
struct NodeResult {
    value: i16,
    best: Option<Move>,
}

impl From<i16> for NodeResult {
    fn from(value: i16) -> NodeResult {
        NodeResult { value, best: None }
    }
}

/// A node's stack frame, as used by steps 5 and 6.
struct Frame {
    ply: i16,
    alpha: i16,
    beta: i16,
    /// The upper end of the children's window: beta, or after a move that raised alpha one more
    /// than alpha, for a null window.
    limit: i16,
    /// The children's depth.
    child_depth: i16,
    best: Option<Move>,
    has_legal_move: bool,
    has_raised_alpha: bool,
}

impl Searcher {
    /// A searcher with a fresh memory, no history and draws worth 0.
    pub fn new() -> Searcher {
        Searcher::default()
    }

    /// A searcher that uses its memory for less.
    pub fn remembering(memory_use: MemoryUse) -> Searcher {
        Searcher {
            memory_use,
            ..Searcher::default()
        }
    }

    /// A searcher without null windows, as the software of 1978.
    pub fn with_full_windows() -> Searcher {
        Searcher {
            full_windows: true,
            ..Searcher::default()
        }
    }

    /// The same searcher with another reading of what was decided about values.
    pub fn with_reading(self, reading: Reading) -> Searcher {
        Searcher { reading, ..self }
    }

    /// A searcher without memory and null windows, which keeps the line of its value: with the
    /// whole window, every root move gets its exact value.
    pub fn exact() -> Searcher {
        Searcher {
            memory_use: MemoryUse::Nothing,
            full_windows: true,
            lines: Some(vec![PrincipalVariation::default(); DEEP as usize + 1]),
            ..Searcher::default()
        }
    }

    /// The line of the value that a node at this ply had last: after a search, 0 for a root and 1
    /// for a root move. `None` unless lines are kept.
    pub fn line(&self, ply: usize) -> Option<&PrincipalVariation> {
        self.lines.as_ref()?.get(ply)
    }

    /// Evaluations since the searcher was made.
    pub fn quiet_nodes(&self) -> QuietNodes {
        self.quiet_nodes
    }

    /// Makes the memory fresh and forgets the history. The draw value stays.
    pub fn clear(&mut self) {
        self.memory.clear();
        self.history.clear();
    }

    /// Sets the value of a draw, from White's side.
    pub fn set_draw_value(&mut self, value: i16) {
        self.draw_value = value;
    }

    /// Adds a position of the game that could still recur. It is marked open at the start of every
    /// search from now on, until [`Searcher::forget_history`] or [`Searcher::clear`]. Not meant for
    /// the root itself: a root that is open already is at once a repetition.
    pub fn mark_open(&mut self, position: &Position) {
        self.history.push(position.address());
    }

    /// Forgets the positions given to [`Searcher::mark_open`]; the memory's values stay.
    pub fn forget_history(&mut self) {
        self.history.clear();
    }

    /// The memory as the last search left it.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Searches a position as the root, ply 0, to `depth` plies. The memory's values stay from
    /// search to search.
    pub fn search(&mut self, position: &Position, depth: u8, alpha: i16, beta: i16) -> Outcome {
        self.mark_history();
        self.search_at(position, depth, alpha, beta, 0)
    }

    /// Searches the position after a root move, at ply 1, from its own mover's side. The marks of
    /// the history are those that [`Searcher::mark_history`] made.
    pub fn search_root_move(
        &mut self,
        after: &Position,
        depth: u8,
        alpha: i16,
        beta: i16,
    ) -> Outcome {
        self.search_at(after, depth, alpha, beta, 1)
    }

    /// Sweeps all open marks, then marks the positions of the history.
    pub fn mark_history(&mut self) {
        self.memory.clear_open_flags();
        for &open in &self.history {
            self.memory.mark(open);
        }
    }

    fn search_at(
        &mut self,
        position: &Position,
        depth: u8,
        alpha: i16,
        beta: i16,
        ply: i16,
    ) -> Outcome {
        self.nodes = 0;
        let NodeResult { value, best } =
            self.enter(position, i16::from(depth), alpha, beta, ply, None);
        Outcome {
            value,
            best,
            nodes: self.nodes,
        }
    }

    /// A node that is known to be legal: steps 1 to 8 of `search(depth, alpha, beta)` at `ply`,
    /// which `last` led to.
    fn enter(
        &mut self,
        position: &Position,
        depth: i16,
        mut alpha: i16,
        beta: i16,
        ply: i16,
        last: Option<Move>,
    ) -> NodeResult {
        // 1. Enter: it counts; at the end of the stack it is not searched.
        self.nodes += 1;
        self.set_line(ply, PrincipalVariation::default());
        if ply == DEEP {
            return self.reading.lazy_value(position).into();
        }
        let draw = if position.white {
            self.draw_value
        } else {
            -self.draw_value
        };

        // 2. Transposition memory.
        let depth_left = depth.max(0) as u8;
        let address = if depth_left > 0 && self.memory_use != MemoryUse::Nothing {
            Some(position.address())
        } else {
            None
        };
        if let Some(address) = address {
            if let Some(entry) = self.memory.hit(address) {
                if entry.open {
                    return draw.into();
                }
                if let Some(value) = entry.cutoff_value(depth_left, alpha, beta, ply) {
                    return value.into();
                }
            }
            self.memory.mark(address);
        }

        // 3. Check: a ply in check does not count, while there is depth left. Late (step 4) it
        //    makes no difference.
        let late = depth <= LATE;
        let in_check = !late && position.in_check();
        let child_depth = if in_check && depth > 0 {
            depth
        } else {
            depth - 1
        };

        // 4. Depth exhausted: the mover may stand pat, or take and promote; late, take what moved
        // last.
        let quiet = late || (depth <= 0 && !in_check);
        if quiet {
            let lazy = self.reading.lazy_value(position);
            // The full value is within this margin of zero: a lazy value beyond it is decided.
            if lazy - FULL_MARGIN >= beta {
                self.quiet_nodes.lazy += 1;
                return beta.into();
            }
            if lazy + FULL_MARGIN <= alpha {
                self.quiet_nodes.lazy += 1;
            } else {
                self.quiet_nodes.full += 1;
                let value = lazy + self.reading.full_value(position);
                if value >= beta {
                    return beta.into();
                }
                if value > alpha {
                    alpha = value;
                    let evaluated = PrincipalVariation {
                        moves: Vec::new(),
                        is_evaluated: true,
                    };
                    self.set_line(ply, evaluated);
                }
            }
        }

        // 5. Move loop, 6. castling.
        let mut frame = Frame {
            ply,
            alpha,
            beta,
            limit: beta,
            child_depth,
            best: None,
            has_legal_move: false,
            has_raised_alpha: false,
        };
        let move_set = match last {
            Some(last) if late => MoveSet::Exchange(last.to),
            _ if quiet => MoveSet::Noisy,
            _ => MoveSet::All,
        };
        let cut = position.try_moves(move_set, |m, child| self.try_move(&mut frame, m, child));

        // 7. No legal move: mate or stalemate.
        let (value, bound) = if cut {
            (beta, Bound::Lower)
        } else if !frame.has_legal_move && !quiet {
            (if in_check { -MATE + ply } else { draw }, Bound::Exact)
        } else {
            (
                frame.alpha,
                if frame.has_raised_alpha {
                    Bound::Exact
                } else {
                    Bound::Upper
                },
            )
        };

        // 8. Leave.
        if let Some(address) = address {
            let bound = if self.memory_use == MemoryUse::All {
                bound
            } else {
                Bound::None
            };
            self.memory.store(address, depth_left, value, bound, ply);
        }
        NodeResult {
            value,
            best: frame.best,
        }
    }

    fn set_line(&mut self, ply: i16, line: PrincipalVariation) {
        if let Some(lines) = &mut self.lines {
            lines[ply as usize] = line;
        }
    }

    /// The node's line becomes this move and the line of the node after it.
    fn lead_line(&mut self, ply: i16, m: Move) {
        if let Some(lines) = &mut self.lines {
            let mut line = lines[ply as usize + 1].clone();
            line.moves.insert(0, m);
            lines[ply as usize] = line;
        }
    }

    /// Searches one legal move of steps 5 and 6, which leads to `child`. True if it cuts.
    fn try_move(&mut self, frame: &mut Frame, m: Move, child: &Position) -> bool {
        frame.has_legal_move = true;
        loop {
            let (alpha, beta) = (-frame.limit, -frame.alpha);
            let value = -self
                .enter(
                    child,
                    frame.child_depth,
                    alpha,
                    beta,
                    frame.ply + 1,
                    Some(m),
                )
                .value;
            if value >= frame.beta {
                return true;
            }
            if value <= frame.alpha {
                return false;
            }
            if value < frame.limit {
                frame.alpha = value;
                frame.has_raised_alpha = true;
                frame.best = Some(m);
                self.lead_line(frame.ply, m);
                if !self.full_windows {
                    frame.limit = value + 1;
                }
                return false;
            }
            // It fell out of a null window above, so limit < beta: once more with the whole window.
            frame.limit = frame.beta;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use roms::value::INFINITY;
    use shakmaty::Chess;

    #[test]
    fn enter_full_stack_returns_lazy_value() {
        let mut searcher = Searcher::new();
        let start = Position::from(&Chess::default());
        let found = searcher.enter(&start, 9, -INFINITY, -INFINITY + 1, DEEP, None);
        assert_eq!((found.value, searcher.nodes), (0, 1));
        // One ply before, every move ends there, at any depth.
        let best = start
            .moves(false)
            .into_iter()
            .map(|m| -start.after(m).lazy_value())
            .max();
        assert_eq!(
            Some(
                searcher
                    .enter(&start, 9, -INFINITY, INFINITY, DEEP - 1, None)
                    .value
            ),
            best
        );
    }

    #[test]
    fn exact_search_keeps_the_line_of_the_value_without_memory() {
        for fen in [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        ] {
            let chess: Chess = fen
                .parse::<shakmaty::fen::Fen>()
                .unwrap()
                .into_position(shakmaty::CastlingMode::Standard)
                .unwrap();
            let position = Position::from(&chess);
            let mut exact = Searcher::exact();
            let found = exact.search(&position, 2, -INFINITY, INFINITY);
            let mut plain = Searcher::remembering(MemoryUse::Nothing);
            assert_eq!(
                found.value,
                plain.search(&position, 2, -INFINITY, INFINITY).value
            );
            let line = exact.line(0).unwrap();
            assert_eq!(line.moves.first().copied(), found.best);
            let mut end = position;
            for &m in &line.moves {
                end = end.after(m);
            }
            if line.is_evaluated {
                let sign = if line.moves.len().is_multiple_of(2) {
                    1
                } else {
                    -1
                };
                assert_eq!(sign * (end.lazy_value() + end.full_value()), found.value);
            } else {
                assert!(end.in_check() && found.value > MATE - 10);
            }
            assert_eq!(plain.line(0), None);
        }
    }

    #[test]
    fn search_draw_value_is_from_movers_side() {
        let mut searcher = Searcher::new();
        searcher.set_draw_value(30);
        let mut position = Position::from(&Chess::default());
        for (white, value) in [(true, 30), (false, -30)] {
            position.white = white;
            searcher.mark_open(&position);
            assert_eq!(
                searcher.search(&position, 1, -INFINITY, INFINITY).value,
                value
            );
        }
    }
}
