//! Search of a node (alpha-beta), in the numbered steps of docs/search-native.md.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::history::{self, PreviousMoves};
use super::movepick::MovePicker;
use super::node::{Node, NodeType, Null, Pv, bound_allows, is_decisive};
use super::params;
use super::pruning::{Candidate, Extension, reverse_futility_beta};
use super::value::{DECIDED, DRAW, INFINITY, MATE, MAX_PLY, NO_EVAL, from_table, mated, to_table};
use super::worker::Worker;
use crate::evaluation::{self, LIMIT, Position, Value};
use crate::transposition_table::{Bound, Entry};
use board::{CheckInfo, Cpu, Kernel, Move};

/// Halfmove clock from which table values are not trusted.
const TT_HALFMOVES: u16 = 90;
/// The evaluation shrinks by one part in this with each halfmove towards the fifty-move limit.
const FIFTY_MOVE_SCALE: i32 = 220;
/// Moves tried before the best one; their history decreases.
type TriedMoves = ArrayVec<Move, 64>;

/// The state of a node's move loop: what the moves tried so far have brought.
struct MoveLoop {
    alpha: i32,
    best: i32,
    best_move: Move,
    quiets: TriedMoves,
    noisies: TriedMoves,
}

impl MoveLoop {
    fn new(alpha: i32) -> MoveLoop {
        let best_move = Move::NULL;
        MoveLoop {
            alpha,
            best: -INFINITY,
            best_move,
            quiets: TriedMoves::new(),
            noisies: TriedMoves::new(),
        }
    }
}

struct SearchCall<'v, 'a, C: Cpu, N> {
    worker: &'v mut Worker<'a, C>,
    board: &'v Position<C>,
    window: (i32, i32),
    depth: i32,
    ply: usize,
    cut_node: bool,
    node_type: PhantomData<N>,
}

impl<C: Cpu, N: NodeType> Kernel for SearchCall<'_, '_, C, N> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        self.worker
            .search_node::<N>(self.board, self.window, self.depth, self.ply, self.cut_node)
    }
}

impl<C: Cpu> Worker<'_, C> {
    /// Value of a position from the mover's side; a bound if outside the window (fail-soft).
    #[inline(always)]
    pub(crate) fn search<N: NodeType>(
        &mut self,
        board: &Position<C>,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        // 1. Depth exhausted: quiescence.
        if depth <= 0 {
            return self.quiesce::<N>(board, alpha, beta, ply);
        }
        let window = (alpha, beta);
        board.cpu().vectorize(SearchCall {
            worker: self,
            board,
            window,
            depth,
            ply,
            cut_node,
            node_type: PhantomData::<N>,
        })
    }

    /// Steps 2 to 21.
    #[inline(always)]
    fn search_node<N: NodeType>(
        &mut self,
        board: &Position<C>,
        (mut alpha, mut beta): (i32, i32),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        if N::PV {
            self.pv_lines[ply].clear();
            self.deepest = self.deepest.max(ply);
        }
        // 2. Limits: the result of a stopped search is not used.
        if self.should_stop() {
            return DRAW;
        }
        if !N::ROOT {
            // 3. Draws: repetition, fifty moves, insufficient material.
            if self.is_draw(board) {
                return DRAW;
            }
            if ply >= MAX_PLY - 1 {
                return if board.checkers().is_empty() {
                    self.evaluate(board)
                } else {
                    DRAW
                };
            }
            // 4. Mate distance pruning: no mate from here can improve on one already found.
            alpha = alpha.max(mated(ply));
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let mut node = self.new_node::<N>(board, depth, ply, beta, cut_node);
        let prunable = !N::PV && !node.in_check && node.excluded.is_null() && !self.is_thorough();
        // 5. Static evaluation and 6. reverse futility pruning, while the table entry is being
        // fetched.
        if let Some(value) = self.evaluate_node(board, &mut node, prunable) {
            return value;
        }
        // 7. Transposition table probe and cutoff.
        self.probe_tt::<N>(board, &mut node);
        if let Some(value) = self.tt_cutoff::<N>(board, &node, alpha) {
            return value;
        }
        // 8. Endgame tablebase cutoff.
        if !N::ROOT
            && let Some(value) = self.tablebase_cutoff(board, &node, alpha)
        {
            return value;
        }
        // 9. Razoring, 10. reverse futility pruning, 11. null move pruning, 12. ProbCut.
        if prunable && let Some(value) = self.prune_node(board, &node, alpha) {
            return value;
        }
        // 13. Internal iterative reduction: without a table move, the next iteration will order
        // better.
        if node.tt_move.is_null()
            && node.excluded.is_null()
            && depth >= params::iir_min_depth()
            && (N::PV || cut_node)
            && !self.data.no_pruning()
        {
            node.depth -= 1;
        }
        self.search_moves::<N>(board, &node, alpha)
    }

    #[inline(always)]
    fn new_node<N: NodeType>(
        &mut self,
        board: &Position<C>,
        depth: i32,
        ply: usize,
        beta: i32,
        cut_node: bool,
    ) -> Node {
        Node {
            ply,
            depth,
            beta,
            cut_node,
            in_check: board.checkers().not_empty(),
            entry: None,
            tt_value: 0,
            tt_move: Move::NULL,
            was_pv: N::PV,
            eval: NO_EVAL,
            refined_eval: NO_EVAL,
            improving: false,
            excluded: self.frame(ply).excluded,
        }
    }

    /// Step 7, transposition table probe: value, move, and a refined evaluation.
    #[inline(always)]
    fn probe_tt<N: NodeType>(&mut self, board: &Position<C>, node: &mut Node) {
        let double_extensions = self.earlier(node.ply, 1).double_extensions;
        self.frame(node.ply).double_extensions = double_extensions;
        let mut tt_move = if N::ROOT {
            self.moves[self.variation].first
        } else {
            Move::NULL
        };
        if node.excluded.is_null() {
            self.frame(node.ply + 1).excluded = Move::NULL;
            self.frame(node.ply + 2).killers = [Move::NULL; 2];
            node.entry = self.shared.table.probe(board.key());
        }
        if let Some(entry) = node.entry {
            node.tt_value = from_table(entry.value, node.ply);
            node.was_pv |= entry.was_pv;
            if !N::ROOT {
                tt_move = entry.best;
            }
            if !node.in_check && bound_allows(entry.bound, node.tt_value, node.eval) {
                node.refined_eval = node.tt_value;
            }
        }
        if !tt_move.is_null() && board.is_legal(tt_move) {
            node.tt_move = tt_move;
        }
    }

    /// Step 7, table cutoff: a deep enough value whose bound allows it. None near the fifty-move
    /// limit.
    #[inline(always)]
    fn tt_cutoff<N: NodeType>(
        &mut self,
        board: &Position<C>,
        node: &Node,
        alpha: i32,
    ) -> Option<i32> {
        if N::PV || board.halfmoves() >= TT_HALFMOVES {
            return None;
        }
        let entry = node.entry?;
        let bound = if node.tt_value >= node.beta {
            node.beta
        } else {
            alpha
        };
        let deep = if self.data.no_pruning() {
            entry.depth == node.depth
        } else {
            entry.depth >= node.depth
        };
        if !deep || !bound_allows(entry.bound, node.tt_value, bound) {
            return None;
        }
        if node.tt_value >= node.beta && !node.tt_move.is_null() && !node.tt_move.is_noisy() {
            let (piece_to, before) = (
                history::piece_to(board, node.tt_move),
                self.previous_moves(node.ply),
            );
            let bonus = history_bonus(node.depth);
            self.data
                .history
                .update_quiet(board.turn(), node.tt_move, piece_to, &before, bonus);
        }
        Some(node.tt_value)
    }

    /// Step 8, tablebase cutoff: only after a capture or pawn move into a known ending.
    #[inline(always)]
    fn tablebase_cutoff(&mut self, board: &Position<C>, node: &Node, alpha: i32) -> Option<i32> {
        if board.cpu().count(board.occupied()) > self.shared.tablebase_pieces
            || board.halfmoves() != 0
            || board.has_any_castling_right()
        {
            return None;
        }
        let value = from_table(self.probe_endgames(board)?, node.ply);
        let bound = match value {
            DRAW => Bound::Exact,
            DECIDED.. => Bound::Lower,
            _ => Bound::Upper,
        };
        if bound_allows(
            bound,
            value,
            if bound == Bound::Upper {
                alpha
            } else {
                node.beta
            },
        ) {
            self.store(board, node, value, bound, Move::NULL);
            return Some(value);
        }
        None
    }

    /// Steps 5 and 6, static evaluation and reverse futility pruning before the table probe.
    /// The evaluation is lazy where material, squares and pawns alone are far above beta.
    #[inline(always)]
    fn evaluate_node(
        &mut self,
        board: &Position<C>,
        node: &mut Node,
        prunable: bool,
    ) -> Option<i32> {
        let Node { ply, beta, .. } = *node;
        if node.in_check {
            self.frame(ply).eval = NO_EVAL;
            return None;
        }
        if node.excluded.is_null() {
            let lazy = prunable && node.depth <= params::reverse_max_depth() && !is_decisive(beta);
            let trust = params::reverse_trust();
            let above = if lazy {
                reverse_futility_beta(node) - trust
            } else {
                LIMIT
            };
            let raw = match self.evaluate_within(board, (-LIMIT, above), ply) {
                Value::Above(value) => return Some((value + trust + beta) / 2),
                Value::Exact(value) | Value::Below(value) => value,
            };
            self.frame(ply).eval = self.corrected(board, raw, ply);
        }
        node.eval = self.frame(ply).eval;
        node.refined_eval = node.eval;
        let before = match self.earlier(ply, 2).eval {
            NO_EVAL => self.earlier(ply, 4).eval,
            eval => eval,
        };
        node.improving = before == NO_EVAL || node.eval > before;
        let far = prunable
            && node.depth == 1
            && !is_decisive(beta)
            && node.eval >= reverse_futility_beta(node);
        far.then_some((node.eval + beta) / 2)
    }

    /// Static evaluation for quiescence: corrected, and lazy outside the window.
    #[inline(always)]
    pub(super) fn static_eval(
        &mut self,
        board: &Position<C>,
        window: (i32, i32),
        ply: usize,
    ) -> i32 {
        let window = if self.data.no_pruning() {
            (-LIMIT, LIMIT)
        } else {
            window
        };
        let raw = self.evaluate_within(board, window, ply).amount();
        self.corrected(board, raw, ply)
    }

    /// Evaluation scaled by the fifty-move counter and corrected by history; known draws stay 0.
    #[inline(always)]
    pub(super) fn corrected(&self, board: &Position<C>, raw: i32, ply: usize) -> i32 {
        if self.data.no_pruning() || raw == evaluation::DRAW {
            return raw;
        }
        let raw =
            raw * (FIFTY_MOVE_SCALE - i32::from(board.halfmoves()).min(100)) / FIFTY_MOVE_SCALE;
        (raw + self
            .data
            .corrections
            .get(board, self.earlier(ply, 1).piece_to))
        .clamp(1 - DECIDED, DECIDED - 1)
    }

    /// Whether pruning is off: in a mate search, where quiet keys and zugzwang count.
    #[inline(always)]
    pub(super) fn is_thorough(&self) -> bool {
        self.shared.limits.mate.is_some() || self.data.no_pruning()
    }

    /// Steps 14 to 21, the move loop.
    #[inline(always)]
    fn search_moves<N: NodeType>(&mut self, board: &Position<C>, node: &Node, alpha: i32) -> i32 {
        let ply = node.ply;
        let before = self.previous_moves(ply);
        let [first, second] = self.frame(ply).killers;
        let counter = self.data.history.counter(before[0]);
        let mut picker = MovePicker::all(node.tt_move, [first, second, counter]);
        let checks = board.check_info();
        let mut move_loop = MoveLoop::new(alpha);
        let mut number = 0;
        let mut skip_quiets = false;
        let prunes = !N::ROOT && board.has_non_pawn_material(board.turn()) && !self.is_thorough();
        let late =
            (params::late_base() + node.depth * node.depth) / if node.improving { 1 } else { 2 };
        // 14. Move ordering: the next move.
        while let Some(m) = if N::ROOT {
            self.moves
                .get(self.variation + number)
                .map(|root| root.first)
        } else {
            picker.next(board, &self.data.history, &before, skip_quiets)
        } {
            if m == node.excluded {
                continue;
            }
            number += 1;
            if N::ROOT {
                (self.curr_move.first, self.curr_move.number) = (m, self.variation + number);
            }
            if node.depth > 1 {
                self.prefetch(board, m);
            }
            let candidate = self.score_move(board, m, number, picker.is_losing(), &checks, &before);
            // 15. Move pruning: late moves, history, futility, static exchange.
            if prunes && move_loop.best > -DECIDED {
                skip_quiets |= number as i32 > late;
                if self.prune_move(board, node, &candidate, move_loop.alpha, &mut skip_quiets) {
                    continue;
                }
            }
            // 16. Singular and check extensions, multi-cut.
            let extension = if N::ROOT {
                Extension::Plies(0)
            } else {
                self.extension::<N>(board, node, &candidate)
            };
            let plies = match extension {
                Extension::Plies(plies) => plies,
                Extension::Cut(value) => return value,
            };
            // 17. Late move reductions and 18. principal variation search.
            let nodes = self.nodes;
            let value = self.search_move::<N>(board, node, &candidate, plies, &move_loop);
            if self.stopped {
                return DRAW;
            }
            if N::ROOT {
                self.update_root_move(
                    number,
                    value,
                    (move_loop.alpha, node.beta),
                    self.nodes - nodes,
                );
            }
            // 19. Update: best value, principal variation, cutoff.
            if value > move_loop.best {
                move_loop.best = value;
                if value > move_loop.alpha {
                    move_loop.best_move = m;
                    if N::PV {
                        self.update_pv(ply, m);
                    }
                    if value >= node.beta {
                        break;
                    }
                    move_loop.alpha = value;
                }
            }
            if m != move_loop.best_move {
                let tried = if candidate.quiet {
                    &mut move_loop.quiets
                } else {
                    &mut move_loop.noisies
                };
                // A full list ignores further moves.
                let _ = tried.try_push(m);
            }
        }
        // 20. No legal move: mate or stalemate.
        if number == 0 {
            return if !node.excluded.is_null() {
                alpha
            } else if node.in_check {
                mated(ply)
            } else {
                DRAW
            };
        }
        self.finish_node(board, node, &move_loop, alpha);
        move_loop.best
    }

    #[inline(always)]
    fn score_move(
        &self,
        board: &Position<C>,
        m: Move,
        number: usize,
        losing: bool,
        checks: &CheckInfo,
        before: &PreviousMoves,
    ) -> Candidate {
        let quiet = !m.is_noisy();
        let piece_to = history::piece_to(board, m);
        let history_score = if quiet {
            self.data.history.quiet(board.turn(), m, piece_to, before)
        } else {
            self.data.history.noisy(piece_to, history::victim(board, m))
        };
        Candidate {
            m,
            number,
            quiet,
            losing,
            checks: board.gives_check_with(m, checks),
            history_score,
        }
    }

    /// Steps 17 and 18, late move reductions and principal variation search of one move.
    #[inline(always)]
    fn search_move<N: NodeType>(
        &mut self,
        board: &Position<C>,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        move_loop: &MoveLoop,
    ) -> i32 {
        let Candidate {
            m, number, quiet, ..
        } = *candidate;
        let (ply, alpha) = (node.ply, move_loop.alpha);
        let mut next = *board;
        self.make(&mut next, m, ply);
        let mut depth = node.depth - 1 + extension;
        let mut value = -INFINITY;
        // 17. Late move reduction, with a deeper or shallower re-search.
        let mut full = !N::PV || number > 1;
        if node.depth >= 2 && number > 1 + usize::from(N::ROOT) && !self.data.no_pruning() {
            let reduced = (depth - self.reduction::<N>(node, candidate)).clamp(1.min(depth), depth);
            value = -self.search::<Null>(&next, -alpha - 1, -alpha, reduced, ply + 1, true);
            full = value > alpha && reduced < depth;
            if full && !self.stopped {
                depth += i32::from(value > move_loop.best + params::deeper_margin() + 2 * depth)
                    - i32::from(value < move_loop.best + params::shallower_margin());
                full = reduced < depth;
            }
        }
        // 18. Principal variation search: null window first, then the full window.
        if full {
            value = -self.search::<Null>(&next, -alpha - 1, -alpha, depth, ply + 1, !node.cut_node);
            if quiet && number > 1 && !self.stopped {
                let (piece_to, before) = (history::piece_to(board, m), self.previous_moves(ply));
                let bonus = if value <= alpha {
                    -history_bonus(depth)
                } else if value >= node.beta {
                    history_bonus(depth)
                } else {
                    0
                };
                self.data
                    .history
                    .update_continuation(piece_to, &before, bonus);
            }
        }
        if N::PV && (number == 1 || value > alpha) {
            self.pv_lines[ply + 1].clear();
            value = -self.search::<Pv>(&next, -node.beta, -alpha, depth, ply + 1, false);
        }
        self.unmake();
        value
    }

    #[inline(always)]
    fn reduction<N: NodeType>(&self, node: &Node, candidate: &Candidate) -> i32 {
        let mut reduction =
            self.data
                .reductions
                .get(!candidate.quiet, node.depth, candidate.number);
        reduction +=
            1024 * (i32::from(!node.improving) + 2 * i32::from(node.cut_node) - i32::from(N::PV));
        reduction -= 1024 * (i32::from(node.was_pv) + i32::from(candidate.checks));
        if candidate.quiet {
            reduction += 1024 * i32::from(node.tt_move.is_noisy());
            reduction -= candidate.history_score * 1024 / params::reduction_history();
        } else {
            reduction += 1024 * i32::from(candidate.losing)
                - candidate.history_score * 1024 / params::noisy_reduction_history();
        }
        reduction / 1024
    }

    /// Step 21, leave: update histories and correction history, store in the table.
    fn finish_node(&mut self, board: &Position<C>, node: &Node, move_loop: &MoveLoop, alpha: i32) {
        if !move_loop.best_move.is_null() {
            self.update_histories(board, node, move_loop);
        }
        if !node.excluded.is_null() {
            return;
        }
        let bound = match move_loop.best {
            best if best >= node.beta => Bound::Lower,
            best if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // Correction history learns from quiet positions whose bound contradicts the evaluation.
        if !node.in_check && !move_loop.best_move.is_noisy() && !is_decisive(move_loop.best) && {
            match bound {
                Bound::Lower => move_loop.best > node.eval,
                Bound::Upper => move_loop.best < node.eval,
                _ => true,
            }
        } {
            let before = self.earlier(node.ply, 1).piece_to;
            self.data
                .corrections
                .update(board, before, move_loop.best - node.eval, node.depth);
        }
        self.store(board, node, move_loop.best, bound, move_loop.best_move);
    }

    fn update_histories(&mut self, board: &Position<C>, node: &Node, move_loop: &MoveLoop) {
        let (best, before) = (move_loop.best_move, self.previous_moves(node.ply));
        let bonus = history_bonus(
            node.depth + i32::from(move_loop.best > node.beta + params::bonus_margin()),
        );
        let history = &mut self.data.history;
        let piece_to = history::piece_to(board, best);
        if best.is_noisy() {
            history.update_noisy(piece_to, history::victim(board, best), bonus);
        } else {
            history.update_quiet(board.turn(), best, piece_to, &before, bonus);
            for &m in &move_loop.quiets {
                history.update_quiet(
                    board.turn(),
                    m,
                    history::piece_to(board, m),
                    &before,
                    -bonus,
                );
            }
            history.set_counter(before[0], best);
            let killers = &mut self.frame(node.ply).killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
        }
        for &m in &move_loop.noisies {
            let victim = history::victim(board, m);
            self.data
                .history
                .update_noisy(history::piece_to(board, m), victim, -bonus);
        }
    }

    pub(super) fn store(
        &self,
        board: &Position<C>,
        node: &Node,
        value: i32,
        bound: Bound,
        best: Move,
    ) {
        let value = to_table(value, node.ply);
        let entry = Entry {
            best,
            value,
            depth: node.depth,
            bound,
            was_pv: node.was_pv,
        };
        self.shared.table.store(board.key(), entry);
    }

    /// Stores the value of a root move if it is the first or raised alpha.
    fn update_root_move(
        &mut self,
        number: usize,
        value: i32,
        (alpha, beta): (i32, i32),
        nodes: u64,
    ) {
        let at = self.variation + number - 1;
        let deepest = self.deepest;
        let root = &mut self.moves[at];
        root.nodes += nodes;
        if number == 1 || value > alpha {
            root.value = value;
            root.outside = if value >= beta {
                Some(true)
            } else if value <= alpha {
                Some(false)
            } else {
                None
            };
            root.deepest = deepest;
            root.line.clear();
            root.line.push(root.first);
            let room = root.line.remaining_capacity();
            root.line
                .extend(self.pv_lines[1].iter().copied().take(room));
        } else {
            root.value = -INFINITY;
        }
    }
}

#[inline(always)]
fn history_bonus(depth: i32) -> i32 {
    (params::bonus_per_ply() * depth - params::bonus_base()).clamp(1, params::bonus_limit())
}
