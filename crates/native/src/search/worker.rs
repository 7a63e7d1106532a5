//! One search thread: its lasting tables and the state of its current search.

use arrayvec::ArrayVec;
use endgame::Wdl;
use play::{Progress, TimeManager};
use shakmaty::Chess;

use super::correction::Corrections;
use super::history::{self, History, PreviousMoves};
use super::reductions::Reductions;
use super::root_move::{PvLine, RootMove};
use super::shared::Shared;
use super::value::{DRAW, MAX_PLY, NO_EVAL, TABLE_WIN};
use crate::evaluation::{self, Cache, Position, Value};
use board::{Cpu, Move};

/// Frames before the root's, so that four plies back always exist.
const BEFORE_ROOT: usize = 4;
/// Number of frames, a power of two so that indexing needs a mask and no check.
const FRAMES: usize = (MAX_PLY + BEFORE_ROOT + 2).next_power_of_two();
/// Nodes between two checks of the limits.
const CHECK_INTERVAL: u64 = 512;
/// Minimum nodes before iteration 1 can be stopped: about a millisecond, after which a searched
/// move exists.
const FIRST_ITERATION_NODES: u64 = 4096;
/// Minimum nodes before a node limit can stop iteration 1 of a player of limited strength.
const FIRST_ITERATION_ALL_LINES: u64 = 1 << 16;

const CHECKS_PER_PROGRESS: u32 = 128;

#[derive(Clone, Default)]
pub(crate) struct ThreadData {
    pub(crate) history: History,
    pub(crate) corrections: Corrections,
    pub(crate) cache: Cache,
    pub(crate) reductions: Reductions,
    /// For tests: no pruning, reduction, extension or correction, so that the value is minimax's.
    pub(crate) no_pruning: bool,
}

impl ThreadData {
    /// Whether pruning, reductions, extensions and corrections are off; only in tests.
    #[inline(always)]
    pub(crate) fn no_pruning(&self) -> bool {
        cfg!(test) && self.no_pruning
    }

    /// Clears all tables but the reductions.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
        self.cache = Cache::default();
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Frame {
    /// Index of the piece and target square of the current move; [`history::PIECE_TO`] for the null
    /// move.
    pub(crate) piece_to: usize,
    pub(crate) current_move: Move,
    pub(crate) excluded: Move,
    pub(crate) killers: [Move; 2],
    /// The corrected static evaluation, or [`NO_EVAL`] in check.
    pub(crate) eval: i32,
    /// Last known sum of the evaluation's terms beyond material, squares and pawns, from White's
    /// side.
    pub(crate) lazy_eval_delta: i32,
    pub(crate) double_extensions: i32,
}

const EMPTY: Frame = Frame {
    piece_to: history::PIECE_TO,
    current_move: Move::NULL,
    excluded: Move::NULL,
    killers: [Move::NULL; 2],
    eval: NO_EVAL,
    lazy_eval_delta: 0,
    double_extensions: 0,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct CurrMove {
    pub(crate) depth: i32,
    pub(crate) first: Move,
    /// Its number among the root moves, from 1.
    pub(crate) number: usize,
}

pub(crate) struct Worker<'a, C: Cpu> {
    pub(crate) shared: &'a Shared<'a>,
    /// Thread number; 0 is the main thread.
    pub(crate) number: usize,
    /// Time manager, of the main thread only.
    pub(crate) time: Option<&'a TimeManager<'a>>,
    pub(crate) data: &'a mut ThreadData,
    pub(crate) root: Position<C>,
    pub(crate) moves: Vec<RootMove>,
    /// MultiPV index of the current search, from 0.
    pub(crate) variation: usize,
    pub(crate) curr_move: CurrMove,
    /// The iteration must end: the search is over, or another thread has finished it first.
    pub(crate) stopped: bool,
    pub(crate) shares_iterations: bool,
    pub(crate) nodes: u64,
    pub(crate) tb_hits: u64,
    pub(crate) deepest: usize,
    /// First ply at which a null move is allowed, during verification of one.
    pub(crate) no_null_before: usize,
    /// Node count of the next check of the limits.
    next_check: u64,
    checks: u32,
    /// Keys of the positions since the game's last irreversible move, the current one last.
    pub(crate) keys: ArrayVec<u64, { 512 + MAX_PLY }>,
    /// Number of `keys` before the root.
    game: usize,
    /// First key to compare for repetition: after the last null move.
    pub(crate) barrier: usize,
    frames: Box<[Frame; FRAMES]>,
    pub(crate) pv_lines: Box<[PvLine]>,
}

impl<'a, C: Cpu> Worker<'a, C> {
    /// A thread at the root. `keys` are those of positions that can recur, the root's last.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        number: usize,
        time: Option<&'a TimeManager<'a>>,
        data: &'a mut ThreadData,
        (root, moves): (Position<C>, Vec<RootMove>),
        keys: &[u64],
    ) -> Worker<'a, C> {
        let recent = &keys[keys.len().saturating_sub(512)..];
        let keys: ArrayVec<u64, { 512 + MAX_PLY }> = recent.iter().copied().collect();
        Worker {
            shared,
            number,
            time,
            data,
            root,
            moves,
            variation: 0,
            curr_move: CurrMove {
                depth: 0,
                first: Move::NULL,
                number: 0,
            },
            stopped: false,
            shares_iterations: false,
            nodes: 0,
            tb_hits: 0,
            deepest: 0,
            no_null_before: 0,
            next_check: 0,
            checks: 0,
            game: keys.len() - 1,
            keys,
            barrier: 0,
            frames: Box::new([EMPTY; FRAMES]),
            pv_lines: vec![PvLine::new(); MAX_PLY + 1].into_boxed_slice(),
        }
    }

    #[inline(always)]
    pub(crate) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[(ply + BEFORE_ROOT) % FRAMES]
    }

    /// The frame `back` plies before that of `ply`.
    #[inline(always)]
    pub(crate) fn earlier(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[(ply + BEFORE_ROOT - back) % FRAMES]
    }

    /// The moves one, two and four plies ago, for continuation history.
    #[inline(always)]
    pub(crate) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [
            self.earlier(ply, 1).piece_to,
            self.earlier(ply, 2).piece_to,
            self.earlier(ply, 4).piece_to,
        ]
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, board: &Position<C>, m: Move) {
        self.shared.table.prefetch(board.key_after(m));
    }

    /// Makes a move on `board`, and pushes it onto the search stack.
    #[inline(always)]
    pub(crate) fn make(&mut self, board: &mut Position<C>, m: Move, ply: usize) {
        let piece_to = history::piece_to(board, m);
        board.play(m);
        self.set_current_move(ply, piece_to, m);
        self.nodes += 1;
        self.keys.push(board.key());
    }

    /// Sets the current move of a ply, and what the next frame inherits.
    #[inline(always)]
    pub(crate) fn set_current_move(&mut self, ply: usize, piece_to: usize, m: Move) {
        let frame = self.frame(ply);
        (frame.piece_to, frame.current_move) = (piece_to, m);
        let delta = frame.lazy_eval_delta;
        self.frame(ply + 1).lazy_eval_delta = delta;
    }

    #[inline(always)]
    pub(crate) fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Whether the iteration must end; checks the limits every [`CHECK_INTERVAL`] nodes.
    #[inline(always)]
    pub(crate) fn should_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.stopped
    }

    /// Has the limits checked at the next node: some count only from the second iteration.
    pub(crate) fn check_limits_soon(&mut self) {
        self.next_check = self.nodes;
    }

    #[cold]
    fn check_limits(&mut self) {
        self.count();
        self.next_check = self.nodes + CHECK_INTERVAL;
        if let Some(time) = self.time {
            let first = |least| self.curr_move.depth <= 1 && self.nodes < least;
            let mut over = !first(FIRST_ITERATION_NODES) && time.must_stop();
            if let Some(limit) = self.shared.limits.nodes
                && !time.is_unbounded()
                && !(self.shared.finishes_first_iteration && first(FIRST_ITERATION_ALL_LINES))
            {
                let all = self.shared.nodes();
                over |= all >= limit;
                self.next_check = self.nodes + CHECK_INTERVAL.min(limit.saturating_sub(all).max(1));
            }
            if over {
                self.shared
                    .stop
                    .store(true, std::sync::atomic::Ordering::Relaxed);
            }
            self.checks += 1;
            if self.checks.is_multiple_of(CHECKS_PER_PROGRESS) {
                self.publish_progress(time);
            }
        }
        let overtaken =
            self.shares_iterations && self.shared.deepest_iteration.depth() >= self.curr_move.depth;
        self.stopped |= overtaken || self.shared.is_stopped();
    }

    fn publish_progress(&self, time: &TimeManager<'_>) {
        let CurrMove {
            depth,
            first,
            number,
        } = self.curr_move;
        let Some(current) = self.root.to_shakmaty(first) else {
            return;
        };
        time.control.set_progress(Progress {
            depth: depth as u32,
            current,
            number: number as u32,
            root_moves: self.moves.len() as u32,
            nodes: self.shared.nodes(),
            hash_full: self.shared.table.per_mille(),
        });
    }

    pub(crate) fn count(&self) {
        let [nodes, hits] = &self.shared.counters[self.number];
        nodes.set(self.nodes);
        hits.set(self.tb_hits);
    }

    /// Static evaluation, before correction.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, board: &Position<C>) -> i32 {
        evaluation::evaluate(board, &mut self.data.cache)
    }

    /// Static evaluation, or a bound if clearly outside the window.
    #[inline(always)]
    pub(super) fn evaluate_within(
        &mut self,
        board: &Position<C>,
        window: (i32, i32),
        ply: usize,
    ) -> Value {
        let mut delta = self.frame(ply).lazy_eval_delta;
        let value = evaluation::evaluate_lazily(board, &mut self.data.cache, window, &mut delta);
        self.frame(ply).lazy_eval_delta = delta;
        value
    }

    /// Whether the position is drawn by repetition, fifty moves or material.
    /// One repetition within the search is a draw; of positions before the root, two.
    #[inline(always)]
    pub(crate) fn is_draw(&self, board: &Position<C>) -> bool {
        if board.halfmoves() >= 100 && is_drawn_by_moves(board) {
            return true;
        }
        board.is_insufficient_material() || board.halfmoves() >= 4 && self.recurs(board)
    }

    fn recurs(&self, board: &Position<C>) -> bool {
        let here = self.keys.len() - 1;
        let reach = usize::from(board.halfmoves()).min(here - self.barrier.min(here));
        let mut in_game = 0;
        let mut back = 4;
        while back <= reach {
            if self.keys[here - back] == board.key() {
                if here - back > self.game {
                    return true;
                }
                in_game += 1;
                if in_game == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// Sets the principal variation of a ply to a move and the next ply's variation.
    #[inline(always)]
    pub(crate) fn update_pv(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.pv_lines.split_at_mut(ply + 1);
        let (line, rest) = (&mut head[ply], &tail[0]);
        line.clear();
        line.push(m);
        let room = line.remaining_capacity();
        line.extend(rest.iter().copied().take(room));
    }

    #[cold]
    pub(crate) fn probe_endgames(&mut self, board: &Position<C>) -> Option<i32> {
        let chess: Chess = board.to_chess().ok()?;
        let result = self.shared.tablebases.wdl(&chess)?;
        self.tb_hits += 1;
        Some(match result {
            Wdl::Win => TABLE_WIN,
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => DRAW,
            Wdl::Loss => -TABLE_WIN,
        })
    }
}

/// Whether a position at the fifty-move limit is drawn: unless it is mate.
#[cold]
fn is_drawn_by_moves<C: Cpu>(board: &Position<C>) -> bool {
    board.checkers().is_empty() || board.count_moves() > 0
}
