//! The search of a node, in the numbered steps of docs/search-native.md.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::history::{self, Before};
use super::node::{Here, Node, Null, Pv, is_decided, says};
use super::params;
use super::picker::Picker;
use super::value::{DECIDED, DRAW, INFINITY, MATE, MAX_PLY, NO_EVAL, from_table, mated, to_table};
use super::worker::Worker;
use crate::evaluation::{self, LIMIT, Position, Value};
use crate::table::{Bound, Entry};
use board::{CheckInfo, Cpu, Kernel, Kind, Move};

/// Moves tried before the best, to be taught that they did not cut.
type Tried = ArrayVec<Move, 64>;

/// A move about to be searched.
struct Candidate {
    m: Move,
    number: usize,
    quiet: bool,
    losing: bool,
    checks: bool,
    /// What history says of it.
    record: i32,
}

/// What the moves have come to so far.
struct Found {
    alpha: i32,
    best: i32,
    best_move: Move,
    quiets: Tried,
    noisies: Tried,
}

impl Found {
    fn new(alpha: i32) -> Found {
        let best_move = Move::NULL;
        Found { alpha, best: -INFINITY, best_move, quiets: Tried::new(), noisies: Tried::new() }
    }
}

/// One call of [`Worker::search`].
struct Visit<'v, 'a, C: Cpu, N> {
    worker: &'v mut Worker<'a, C>,
    board: &'v Position<C>,
    window: (i32, i32),
    depth: i32,
    ply: usize,
    cut: bool,
    node: PhantomData<N>,
}

impl<C: Cpu, N: Node> Kernel for Visit<'_, '_, C, N> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        self.worker.search_node::<N>(self.board, self.window, self.depth, self.ply, self.cut)
    }
}

/// What step 16 says of a move.
enum Extension {
    /// So many plies more, or less.
    Plies(i32),
    /// The node is above beta without it.
    Cut(i32),
}

impl<C: Cpu> Worker<'_, C> {
    /// The value of a position from the mover's side, within the window (alpha, beta) or beyond it.
    #[inline(always)]
    pub(crate) fn search<N: Node>(
        &mut self,
        board: &Position<C>,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        // 1. Depth exhausted.
        if depth <= 0 {
            return self.quiesce::<N>(board, alpha, beta, ply);
        }
        let window = (alpha, beta);
        board.cpu().vectorize(Visit { worker: self, board, window, depth, ply, cut, node: PhantomData::<N> })
    }

    /// Steps 2 to 21.
    #[inline(always)]
    fn search_node<N: Node>(
        &mut self,
        board: &Position<C>,
        (mut alpha, mut beta): (i32, i32),
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        if N::PV {
            self.lines[ply].clear();
            self.deepest = self.deepest.max(ply);
        }
        // 2. Limits.
        if self.is_over() {
            return DRAW;
        }
        if !N::ROOT {
            // 3. Draws.
            if self.is_draw(board) {
                return DRAW;
            }
            if ply >= MAX_PLY - 1 {
                return if board.checkers().is_empty() { self.evaluate(board) } else { DRAW };
            }
            // 4. Mate distance: no mate from here can be better, or worse, than one already found.
            alpha = alpha.max(mated(ply));
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let mut here = self.arrive::<N>(board, depth, ply, beta, cut);
        let prunable = !N::PV && !here.in_check && here.excluded.is_null() && !self.is_thorough();
        // 5. and 6. Static evaluation, while the table's entry is on its way.
        if let Some(value) = self.estimate(board, &mut here, prunable) {
            return value;
        }
        // 7. Transposition table.
        self.look_up::<N>(board, &mut here);
        if let Some(value) = self.table_cut::<N>(board, &here, alpha) {
            return value;
        }
        // 8. Endgame databases.
        if !N::ROOT
            && let Some(value) = self.endgame_cut(board, &here, alpha)
        {
            return value;
        }
        // 9. to 12. The node as a whole.
        if prunable && let Some(value) = self.prune_node(board, &here, alpha) {
            return value;
        }
        // 13. Internal iterative reduction: without a hash move the next iteration will know better.
        if here.hash.is_null()
            && here.excluded.is_null()
            && depth >= 4
            && (N::PV || cut)
            && !self.memory.is_plain()
        {
            here.depth -= 1;
        }
        self.search_moves::<N>(board, &here, alpha)
    }

    /// What is known of a node before anything is asked.
    #[inline(always)]
    fn arrive<N: Node>(&mut self, board: &Position<C>, depth: i32, ply: usize, beta: i32, cut: bool) -> Here {
        Here {
            ply,
            depth,
            beta,
            cut,
            in_check: board.checkers().not_empty(),
            entry: None,
            known: 0,
            hash: Move::NULL,
            was_pv: N::PV,
            eval: NO_EVAL,
            estimate: NO_EVAL,
            improving: false,
            excluded: self.frame(ply).excluded,
        }
    }

    /// Step 7: what the table knows.
    #[inline(always)]
    fn look_up<N: Node>(&mut self, board: &Position<C>, here: &mut Here) {
        let doubled = self.earlier(here.ply, 1).doubled;
        self.frame(here.ply).doubled = doubled;
        let mut hash = if N::ROOT { self.moves[self.variation].first } else { Move::NULL };
        if here.excluded.is_null() {
            self.frame(here.ply + 1).excluded = Move::NULL;
            self.frame(here.ply + 2).killers = [Move::NULL; 2];
            here.entry = self.shared.table.probe(board.key());
        }
        if let Some(entry) = here.entry {
            here.known = from_table(entry.value, here.ply);
            here.was_pv |= entry.was_pv;
            if !N::ROOT {
                hash = entry.best;
            }
            if !here.in_check && says(entry.bound, here.known, here.eval) {
                here.estimate = here.known;
            }
        }
        if !hash.is_null() && board.is_legal(hash) {
            here.hash = hash;
        }
    }

    /// Step 7: a value of the table that is deep enough. Near the fifty-move rule none is trusted.
    #[inline(always)]
    fn table_cut<N: Node>(&mut self, board: &Position<C>, here: &Here, alpha: i32) -> Option<i32> {
        let entry = here.entry.filter(|_| !N::PV && board.halfmoves() < 90)?;
        let bound = if here.known >= here.beta { here.beta } else { alpha };
        let deep = if self.memory.is_plain() { entry.depth == here.depth } else { entry.depth >= here.depth };
        if !deep || !says(entry.bound, here.known, bound) {
            return None;
        }
        if here.known >= here.beta && !here.hash.is_null() && !here.hash.is_noisy() {
            let (man, before) = (history::man(board, here.hash), self.before(here.ply));
            let bonus = bonus(here.depth);
            self.memory.history.learn_quiet(board.turn(), here.hash, man, &before, bonus);
        }
        Some(here.known)
    }

    /// Step 8: a result from the databases, where the position has just become one of theirs.
    #[inline(always)]
    fn endgame_cut(&mut self, board: &Position<C>, here: &Here, alpha: i32) -> Option<i32> {
        if board.cpu().count(board.occupied()) > self.shared.endgame_men
            || board.halfmoves() != 0
            || board.may_castle_any()
        {
            return None;
        }
        let value = from_table(self.probe_endgames(board)?, here.ply);
        let bound = match value {
            DRAW => Bound::Exact,
            DECIDED.. => Bound::Lower,
            _ => Bound::Upper,
        };
        if says(bound, value, if bound == Bound::Upper { alpha } else { here.beta }) {
            self.store(board, here, value, bound, Move::NULL);
            return Some(value);
        }
        None
    }

    /// Step 5: the evaluation, corrected by what was learnt, and whether it rises. Step 6: where it lies so far above beta
    /// that the opponent will not come back, and is lazy or one ply is left, the node's value, without a look into the
    /// table.
    #[inline(always)]
    fn estimate(&mut self, board: &Position<C>, here: &mut Here, prunable: bool) -> Option<i32> {
        let Here { ply, beta, .. } = *here;
        if here.in_check {
            self.frame(ply).eval = NO_EVAL;
            return None;
        }
        if here.excluded.is_null() {
            let lazy = prunable && here.depth <= params::reverse_depth() && !is_decided(beta);
            let trust = params::reverse_trust();
            let above = if lazy { reverse_bound(here) - trust } else { LIMIT };
            let raw = match self.evaluate_within(board, (-LIMIT, above), ply) {
                Value::Above(value) => return Some((value + trust + beta) / 2),
                Value::Exact(value) | Value::Below(value) => value,
            };
            self.frame(ply).eval = self.corrected(board, raw, ply);
        }
        here.eval = self.frame(ply).eval;
        here.estimate = here.eval;
        let before = match self.earlier(ply, 2).eval {
            NO_EVAL => self.earlier(ply, 4).eval,
            eval => eval,
        };
        here.improving = before == NO_EVAL || here.eval > before;
        let far = prunable && here.depth == 1 && !is_decided(beta) && here.eval >= reverse_bound(here);
        far.then_some((here.eval + beta) / 2)
    }

    /// The evaluation in quiescence, corrected; as lazy as the window allows.
    #[inline(always)]
    pub(super) fn judge(&mut self, board: &Position<C>, window: (i32, i32), ply: usize) -> i32 {
        let window = if self.memory.is_plain() { (-LIMIT, LIMIT) } else { window };
        let raw = self.evaluate_within(board, window, ply).amount();
        self.corrected(board, raw, ply)
    }

    /// The evaluation with what was learnt of positions like it; never a decided value, and a known draw stays one.
    #[inline(always)]
    pub(super) fn corrected(&self, board: &Position<C>, raw: i32, ply: usize) -> i32 {
        if self.memory.is_plain() || raw == evaluation::DRAW {
            return raw;
        }
        let raw = raw * (220 - i32::from(board.halfmoves()).min(100)) / 220;
        (raw + self.memory.corrections.get(board, self.earlier(ply, 1).man)).clamp(1 - DECIDED, DECIDED - 1)
    }

    /// Whether nothing may be left out: a mate was asked for, and quiet moves and zugzwangs are what problems are made of.
    #[inline(always)]
    fn is_thorough(&self) -> bool {
        self.shared.limits.mate.is_some() || self.memory.is_plain()
    }

    /// Steps 9 to 12: whether the node can be judged without trying its moves.
    #[inline(always)]
    fn prune_node(&mut self, board: &Position<C>, here: &Here, alpha: i32) -> Option<i32> {
        let Here { depth, estimate, ply, .. } = *here;
        // 9. Razoring: so far below alpha that only captures can help.
        if depth <= 4 && estimate + params::razor_base() + params::razor_depth() * depth * depth <= alpha {
            let value = self.quiesce::<Null>(board, alpha, alpha + 1, ply);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        // 10. Reverse futility by the whole evaluation, or what the table knows.
        if depth <= params::reverse_depth()
            && !here.was_pv
            && estimate >= reverse_bound(here)
            && !is_decided(estimate)
            && here.beta > -DECIDED
        {
            return Some((estimate + here.beta) / 2);
        }
        // 11. Null move.
        self.null_move(board, here).or_else(|| self.probcut(board, here))
    }

    /// Step 11: if passing still holds beta, a move will. Verified at depth and in late endings, where passing may be
    /// better than any move.
    fn null_move(&mut self, board: &Position<C>, here: &Here) -> Option<i32> {
        let Here { depth, beta, estimate, ply, .. } = *here;
        let tried = depth >= 2
            && ply >= self.no_null_before
            && estimate >= beta
            && here.eval + 16 * depth >= beta + 110
            && !self.earlier(ply, 1).played.is_null()
            && beta > -DECIDED
            && may_pass(board);
        if !tried {
            return None;
        }
        let reduction = params::null_base()
            + depth / params::null_depth()
            + ((estimate - beta) / params::null_value()).min(3);
        let value = self.pass(board, here, depth - reduction);
        if self.stopped || value < beta {
            return self.stopped.then_some(DRAW);
        }
        let value = if is_decided(value) { beta } else { value };
        let late = (board.rooks_and_queens() & board.color(board.turn())).is_empty();
        let verify = depth >= if late { params::null_verify() / 2 } else { params::null_verify() };
        if self.no_null_before > 0 || !verify {
            return Some(value);
        }
        self.no_null_before = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified = self.search::<Null>(board, beta - 1, beta, depth - reduction, ply, false);
        self.no_null_before = 0;
        (self.stopped || verified >= beta).then_some(value)
    }

    fn pass(&mut self, board: &Position<C>, here: &Here, depth: i32) -> i32 {
        let next = board.make_null();
        self.shared.table.prefetch(next.key());
        self.leave_by(here.ply, history::MEN, Move::NULL);
        let barrier = std::mem::replace(&mut self.barrier, self.keys.len());
        self.keys.push(next.key());
        self.nodes += 1;
        let value = -self.search::<Null>(&next, -here.beta, 1 - here.beta, depth, here.ply + 1, !here.cut);
        self.keys.pop();
        self.barrier = barrier;
        value
    }

    /// Step 12: a capture that is far above beta at a reduced depth will be above beta at the full one.
    fn probcut(&mut self, board: &Position<C>, here: &Here) -> Option<i32> {
        let Here { depth, beta, ply, .. } = *here;
        let raised = beta + params::probcut_margin() - 40 * i32::from(here.improving);
        if depth < 5 || is_decided(beta) {
            return None;
        }
        if here.entry.is_some_and(|entry| entry.depth >= depth - 3 && here.known < raised) {
            return None;
        }
        let hash = if here.hash.is_noisy() && board.see_ge(here.hash, raised - here.eval) {
            here.hash
        } else {
            Move::NULL
        };
        let mut picker = Picker::noisy(hash, raised - here.eval);
        let before = self.before(ply);
        while let Some(m) = picker.next(board, &self.memory.history, &before, true) {
            self.prefetch(board, m);
            let mut next = *board;
            self.make(&mut next, m, ply);
            let mut value = -self.quiesce::<Null>(&next, -raised, 1 - raised, ply + 1);
            if value >= raised {
                value = -self.search::<Null>(&next, -raised, 1 - raised, depth - 4, ply + 1, !here.cut);
            }
            self.unmake();
            if self.stopped {
                return Some(DRAW);
            }
            if value >= raised {
                let shallower = Here { depth: depth - 3, ..*here };
                self.store(board, &shallower, value, Bound::Lower, m);
                return Some(if is_decided(value) { value } else { value - (raised - beta) });
            }
        }
        None
    }

    /// Steps 14 to 20: the moves.
    #[inline(always)]
    fn search_moves<N: Node>(&mut self, board: &Position<C>, here: &Here, alpha: i32) -> i32 {
        let ply = here.ply;
        let before = self.before(ply);
        let [first, second] = self.frame(ply).killers;
        let counter = self.memory.history.counter(before[0]);
        let mut picker = Picker::all(here.hash, [first, second, counter]);
        let checks = board.check_info();
        let mut found = Found::new(alpha);
        let mut number = 0;
        let mut skip_quiets = false;
        let prunes = !N::ROOT && board.has_pieces(board.turn()) && !self.is_thorough();
        let late = (params::late_base() + here.depth * here.depth) / if here.improving { 1 } else { 2 };
        // 14. The next move.
        while let Some(m) = if N::ROOT {
            self.moves.get(self.variation + number).map(|root| root.first)
        } else {
            picker.next(board, &self.memory.history, &before, skip_quiets)
        } {
            if m == here.excluded {
                continue;
            }
            number += 1;
            if N::ROOT {
                (self.trying.first, self.trying.number) = (m, self.variation + number);
            }
            if here.depth > 1 {
                self.prefetch(board, m);
            }
            let candidate = self.weigh(board, m, number, picker.is_losing(), &checks, &before);
            // 15. Moves that will not matter.
            if prunes && found.best > -DECIDED {
                skip_quiets |= number as i32 > late;
                if self.prune_move(board, here, &candidate, &found, &mut skip_quiets) {
                    continue;
                }
            }
            // 16. Extensions.
            let extension =
                if N::ROOT { Extension::Plies(0) } else { self.extend::<N>(board, here, &candidate) };
            let plies = match extension {
                Extension::Plies(plies) => plies,
                Extension::Cut(value) => return value,
            };
            // 17. and 18.
            let nodes = self.nodes;
            let value = self.try_move::<N>(board, here, &candidate, plies, &found);
            if self.stopped {
                return DRAW;
            }
            if N::ROOT {
                self.note_root(number, value, (found.alpha, here.beta), self.nodes - nodes);
            }
            // 19. What the move came to.
            if value > found.best {
                found.best = value;
                if value > found.alpha {
                    found.best_move = m;
                    if N::PV {
                        self.set_line(ply, m);
                    }
                    if value >= here.beta {
                        break;
                    }
                    found.alpha = value;
                }
            }
            if m != found.best_move {
                let tried = if candidate.quiet { &mut found.quiets } else { &mut found.noisies };
                // A list that is full has moves enough to teach.
                let _ = tried.try_push(m);
            }
        }
        // 20. No legal move: mate or stalemate.
        if number == 0 {
            return if !here.excluded.is_null() {
                alpha
            } else if here.in_check {
                mated(ply)
            } else {
                DRAW
            };
        }
        self.leave(board, here, &found, alpha);
        found.best
    }

    #[inline(always)]
    fn weigh(
        &self,
        board: &Position<C>,
        m: Move,
        number: usize,
        losing: bool,
        checks: &CheckInfo,
        before: &Before,
    ) -> Candidate {
        let quiet = !m.is_noisy();
        let man = history::man(board, m);
        let record = if quiet {
            self.memory.history.quiet(board.turn(), m, man, before)
        } else {
            self.memory.history.noisy(man, history::victim(board, m))
        };
        Candidate { m, number, quiet, losing, checks: board.gives_check_with(m, checks), record }
    }

    /// Step 15: whether a move can be left out, as one that comes so late, or loses so much, hardly ever cuts.
    #[inline(always)]
    fn prune_move(
        &self,
        board: &Position<C>,
        here: &Here,
        candidate: &Candidate,
        found: &Found,
        skip_quiets: &mut bool,
    ) -> bool {
        let Candidate { m, number, quiet, checks, record, .. } = *candidate;
        let reduction = self.memory.reductions.get(!quiet, here.depth, number);
        let depth = here.depth;
        if !quiet {
            return depth <= 7 && candidate.losing && !board.see_ge(m, -params::noisy_loss() * depth);
        }
        let reduced = (depth - reduction / 1024 + record / params::reduction_history()).max(1);
        if depth <= 5 && record < -params::history_floor() * depth {
            return true;
        }
        if !here.in_check
            && !checks
            && reduced <= 8
            && here.eval + params::futility_base() + params::futility_margin() * reduced <= found.alpha
        {
            *skip_quiets = true;
            return true;
        }
        reduced <= 8 && !board.see_ge(m, -params::quiet_loss() * reduced * reduced)
    }

    /// Step 16: plies more for the hash move if no other move comes near it (singular), for checks that cost nothing;
    /// or a cut, if several moves are above beta.
    #[inline(always)]
    fn extend<N: Node>(&mut self, board: &Position<C>, here: &Here, candidate: &Candidate) -> Extension {
        if self.memory.is_plain() {
            return Extension::Plies(0);
        }
        let singular = candidate.m == here.hash
            && here.excluded.is_null()
            && here.depth >= params::singular_depth()
            && !is_decided(here.known)
            && here.at_least(here.depth - 3)
            && here.ply < MAX_PLY * 3 / 4;
        if singular {
            return self.singular::<N>(board, here);
        }
        let check = candidate.checks && here.depth <= 8 && !candidate.losing && board.see_ge(candidate.m, 0);
        Extension::Plies(i32::from(check && here.ply < MAX_PLY / 2))
    }

    fn singular<N: Node>(&mut self, board: &Position<C>, here: &Here) -> Extension {
        let ply = here.ply;
        let bar = here.known - here.depth;
        self.frame(ply).excluded = here.hash;
        let value = self.search::<Null>(board, bar - 1, bar, (here.depth - 1) / 2, ply, here.cut);
        self.frame(ply).excluded = Move::NULL;
        if self.stopped {
            return Extension::Cut(DRAW);
        }
        if value < bar {
            let far = !N::PV && value < bar - params::double_margin() && self.frame(ply).doubled < 6;
            if far {
                self.frame(ply).doubled += 1;
            }
            return Extension::Plies(1 + i32::from(far));
        }
        if bar >= here.beta && !N::PV && !self.is_thorough() {
            return Extension::Cut(bar);
        }
        Extension::Plies(if here.known >= here.beta {
            -2
        } else if here.cut {
            -1
        } else {
            0
        })
    }

    /// Steps 17 and 18: make the move; search it reduced if it comes late, with a null window if it is not the first, and
    /// fully where those fail high.
    #[inline(always)]
    fn try_move<N: Node>(
        &mut self,
        board: &Position<C>,
        here: &Here,
        candidate: &Candidate,
        extension: i32,
        found: &Found,
    ) -> i32 {
        let Candidate { m, number, quiet, .. } = *candidate;
        let (ply, alpha) = (here.ply, found.alpha);
        let mut next = *board;
        self.make(&mut next, m, ply);
        let mut depth = here.depth - 1 + extension;
        let mut value = -INFINITY;
        // 17. Late move reduction.
        let mut full = !N::PV || number > 1;
        if here.depth >= 2 && number > 1 + usize::from(N::ROOT) && !self.memory.is_plain() {
            let reduced = (depth - self.reduction::<N>(here, candidate)).clamp(1.min(depth), depth);
            value = -self.search::<Null>(&next, -alpha - 1, -alpha, reduced, ply + 1, true);
            full = value > alpha && reduced < depth;
            if full && !self.stopped {
                depth += i32::from(value > found.best + 40 + 2 * depth) - i32::from(value < found.best + 8);
                full = reduced < depth;
            }
        }
        // 18. Principal variation search.
        if full {
            value = -self.search::<Null>(&next, -alpha - 1, -alpha, depth, ply + 1, !here.cut);
            if quiet && number > 1 && !self.stopped {
                let (man, before) = (history::man(board, m), self.before(ply));
                let bonus = if value <= alpha {
                    -bonus(depth)
                } else if value >= here.beta {
                    bonus(depth)
                } else {
                    0
                };
                self.memory.history.learn_after(man, &before, bonus);
            }
        }
        if N::PV && (number == 1 || value > alpha) {
            self.lines[ply + 1].clear();
            value = -self.search::<Pv>(&next, -here.beta, -alpha, depth, ply + 1, false);
        }
        self.unmake();
        value
    }

    /// Plies by which a late move is searched less.
    #[inline(always)]
    fn reduction<N: Node>(&self, here: &Here, candidate: &Candidate) -> i32 {
        let mut reduction = self.memory.reductions.get(!candidate.quiet, here.depth, candidate.number);
        reduction += 1024 * (i32::from(!here.improving) + 2 * i32::from(here.cut) - i32::from(N::PV));
        reduction -= 1024 * (i32::from(here.was_pv) + i32::from(candidate.checks));
        if candidate.quiet {
            reduction += 1024 * i32::from(here.hash.is_noisy());
            reduction -= candidate.record * 1024 / params::reduction_history();
        } else {
            reduction += 1024 * i32::from(candidate.losing) - candidate.record * 1024 / 12_000;
        }
        reduction / 1024
    }

    /// Step 21: teach what cut and what did not, correct the evaluation, store.
    fn leave(&mut self, board: &Position<C>, here: &Here, found: &Found, alpha: i32) {
        if !found.best_move.is_null() {
            self.teach(board, here, found);
        }
        if !here.excluded.is_null() {
            return;
        }
        let bound = match found.best {
            best if best >= here.beta => Bound::Lower,
            best if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // A quiet position whose value is known to lie off its evaluation.
        if !here.in_check && !found.best_move.is_noisy() && !is_decided(found.best) && {
            match bound {
                Bound::Lower => found.best > here.eval,
                Bound::Upper => found.best < here.eval,
                _ => true,
            }
        } {
            let before = self.earlier(here.ply, 1).man;
            self.memory.corrections.learn(board, before, found.best - here.eval, here.depth);
        }
        self.store(board, here, found.best, bound, found.best_move);
    }

    fn teach(&mut self, board: &Position<C>, here: &Here, found: &Found) {
        let (best, before) = (found.best_move, self.before(here.ply));
        let bonus = bonus(here.depth + i32::from(found.best > here.beta + 80));
        let history = &mut self.memory.history;
        let man = history::man(board, best);
        if best.is_noisy() {
            history.learn_noisy(man, history::victim(board, best), bonus);
        } else {
            // A cut that came at once and shallowly teaches little.
            history.learn_quiet(board.turn(), best, man, &before, bonus);
            for &m in &found.quiets {
                history.learn_quiet(board.turn(), m, history::man(board, m), &before, -bonus);
            }
            history.set_counter(before[0], best);
            let killers = &mut self.frame(here.ply).killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
        }
        for &m in &found.noisies {
            let victim = history::victim(board, m);
            self.memory.history.learn_noisy(history::man(board, m), victim, -bonus);
        }
    }

    fn store(&self, board: &Position<C>, here: &Here, value: i32, bound: Bound, best: Move) {
        let value = to_table(value, here.ply);
        let entry = Entry { best, value, depth: here.depth, bound, was_pv: here.was_pv };
        self.shared.table.store(board.key(), entry);
    }

    /// What a root move came to: a value if it is the first or better than those before it.
    fn note_root(&mut self, number: usize, value: i32, (alpha, beta): (i32, i32), nodes: u64) {
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
            root.line.extend(self.lines[1].iter().copied().take(room));
        } else {
            root.value = -INFINITY;
        }
    }
}

/// The evaluation from which steps 6 and 10 cut.
#[inline(always)]
fn reverse_bound(here: &Here) -> i32 {
    here.beta + params::reverse_margin() * (here.depth - i32::from(here.improving))
}

/// Whether the mover has more than pawns and one minor piece: with less, to have to move is often the loss.
#[inline(always)]
fn may_pass<C: Cpu>(board: &Position<C>) -> bool {
    let own = board.color(board.turn());
    let minor = (board.kind(Kind::Knight) | board.kind(Kind::Bishop)) & own;
    minor.many() || (board.rooks_and_queens() & own).not_empty()
}

/// What a depth's worth of searching teaches.
#[inline(always)]
fn bonus(depth: i32) -> i32 {
    (params::bonus_depth() * depth - params::bonus_base()).clamp(1, params::bonus_limit())
}
