//! One thread of a search: what it keeps from search to search, and what it holds while it searches.

use arrayvec::ArrayVec;
use endgame::Wdl;
use play::{Progress, TimeManager};
use shakmaty::Chess;

use super::correction::Corrections;
use super::history::{self, History, PreviousMoves};
use super::reductions::Reductions;
use super::shared::Shared;
use super::value::{DRAW, INFINITY, MAX_PLY, NO_EVAL, TABLE_WIN};
use crate::evaluation::{self, Cache, Position, Value};
use board::{Cpu, Move};

/// Frames before the root's, so that a frame can always look four plies back.
const BEFORE_ROOT: usize = 4;

/// Frames there are: more than are used, but so many that an index needs no check, only a mask.
const FRAMES: usize = (MAX_PLY + BEFORE_ROOT + 2).next_power_of_two();

/// Nodes between two looks at the clock.
const CHECK_INTERVAL: u64 = 512;

/// Nodes in which the first iteration is finished whatever clock and stop say: a millisecond's, after which there is a move
/// that has been looked at. Few positions need more; those that do may need billions, as captures have no end.
const FIRST_ITERATION_NODES: u64 = 4096;

/// The same where all lines of the first iteration are wanted, whatever the limit of nodes.
const FIRST_ITERATION_ALL_LINES: u64 = 1 << 16;

/// Looks at the clock between two words on where the search is.
const CHECKS_PER_PROGRESS: u32 = 128;

/// A line of moves.
pub(crate) type PvLine = ArrayVec<Move, MAX_PLY>;

/// What a thread has learnt, kept from move to move of a game.
#[derive(Clone, Default)]
pub(crate) struct ThreadData {
    pub(crate) history: History,
    pub(crate) corrections: Corrections,
    pub(crate) cache: Cache,
    pub(crate) reductions: Reductions,
    /// For tests: nothing is pruned, reduced, extended or corrected, so that the value is minimax's.
    pub(crate) no_pruning: bool,
}

impl ThreadData {
    /// Whether nothing may be pruned, reduced, extended or corrected: never, but in tests.
    #[inline(always)]
    pub(crate) fn no_pruning(&self) -> bool {
        cfg!(test) && self.no_pruning
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
        self.cache = Cache::default();
    }
}

/// What the search keeps for each ply.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    /// The move made from here, as what man went where; [`history::MEN`] for none or the null move.
    pub(crate) piece_to: usize,
    /// Its move, or the null move.
    pub(crate) current_move: Move,
    /// A move not to be searched: the singular search asks about the others.
    pub(crate) excluded: Move,
    pub(crate) killers: [Move; 2],
    /// The corrected static evaluation, or [`NO_EVAL`] in check.
    pub(crate) eval: i32,
    /// What the evaluation's terms beyond men, squares and pawns came to, here or at the nearest ply before where they
    /// were looked at, or 0; from White's side.
    pub(crate) rest: i32,
    /// Double extensions on the way here.
    pub(crate) double_extensions: i32,
}

const EMPTY: Frame = Frame {
    piece_to: history::PIECE_TO,
    current_move: Move::NULL,
    excluded: Move::NULL,
    killers: [Move::NULL; 2],
    eval: NO_EVAL,
    rest: 0,
    double_extensions: 0,
};

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) first: Move,
    /// Value in the iteration under way; minus infinity if it was not better than another, or not come to.
    pub(crate) value: i32,
    /// `None` if the value is exact; or whether it is this or more, as it lay outside the window.
    pub(crate) outside: Option<bool>,
    /// Value in the iteration before; minus infinity if there is none.
    pub(crate) before: i32,
    /// Deepest ply reached when the value was found.
    pub(crate) deepest: usize,
    pub(crate) line: PvLine,
    pub(crate) nodes: u64,
}

impl RootMove {
    /// What is known of it: the iteration may not have come to it, or have found it no better than another.
    pub(crate) fn known(&self) -> i32 {
        if self.value > -INFINITY { self.value } else { self.before }
    }
}

/// The root move that is being searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CurrMove {
    /// Plies of the iteration.
    pub(crate) depth: i32,
    pub(crate) first: Move,
    /// Its place among the root moves, from 1.
    pub(crate) number: usize,
}

/// A thread at work.
pub(crate) struct Worker<'a, C: Cpu> {
    pub(crate) shared: &'a Shared<'a>,
    /// Its number; 0 is the main thread.
    pub(crate) number: usize,
    /// The main thread's.
    pub(crate) time: Option<&'a TimeManager<'a>>,
    pub(crate) data: &'a mut ThreadData,
    pub(crate) root: Position<C>,
    pub(crate) moves: Vec<RootMove>,
    /// Which of several variations is searched, from 0.
    pub(crate) variation: usize,
    pub(crate) curr_move: CurrMove,
    /// The iteration is to be left at once: the search is over, or another thread has finished it first.
    pub(crate) stopped: bool,
    /// Whether iterations are handed from thread to thread.
    pub(crate) shares_iterations: bool,
    pub(crate) nodes: u64,
    pub(crate) tb_hits: u64,
    pub(crate) deepest: usize,
    /// The ply before which no null move is tried: a null move's cut is being verified.
    pub(crate) no_null_before: usize,
    /// Node count of the next look at the clock.
    next_check: u64,
    checks: u32,
    /// Keys of the positions since the last irreversible move of the game and on the way to here, which comes last.
    pub(crate) keys: ArrayVec<u64, { 512 + MAX_PLY }>,
    /// Positions of the game that come before the root, among `keys`.
    game: usize,
    /// No repetition is looked for before this key: a null move lies between.
    pub(crate) barrier: usize,
    frames: Box<[Frame; FRAMES]>,
    pub(crate) pv_lines: Box<[PvLine]>,
}

impl<'a, C: Cpu> Worker<'a, C> {
    /// A thread at the root. `keys` are those of the game's positions that can recur, the root's last.
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
            curr_move: CurrMove { depth: 0, first: Move::NULL, number: 0 },
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

    /// The frame so many plies before this one's.
    #[inline(always)]
    pub(crate) fn earlier(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[(ply + BEFORE_ROOT - back) % FRAMES]
    }

    /// The moves that led to a ply, for continuation history.
    #[inline(always)]
    pub(crate) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [self.earlier(ply, 1).piece_to, self.earlier(ply, 2).piece_to, self.earlier(ply, 4).piece_to]
    }

    /// Has the table's entry for the position after a move brought near: best long before it is asked for.
    #[inline(always)]
    pub(crate) fn prefetch(&self, board: &Position<C>, m: Move) {
        self.shared.table.prefetch(board.key_after(m));
    }

    /// Counts a node, notes the move, and makes it on `board`.
    #[inline(always)]
    pub(crate) fn make(&mut self, board: &mut Position<C>, m: Move, ply: usize) {
        let piece_to = history::piece_to(board, m);
        board.play(m);
        self.set_current_move(ply, piece_to, m);
        self.nodes += 1;
        self.keys.push(board.key());
    }

    /// Notes the move by which a ply is left, and what the next inherits.
    #[inline(always)]
    pub(crate) fn set_current_move(&mut self, ply: usize, piece_to: usize, m: Move) {
        let frame = self.frame(ply);
        (frame.piece_to, frame.current_move) = (piece_to, m);
        let rest = frame.rest;
        self.frame(ply + 1).rest = rest;
    }

    /// Takes back what [`Worker::make`] noted.
    #[inline(always)]
    pub(crate) fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Whether the iteration is to be left, by a look at limits, clock and the other threads now and then.
    #[inline(always)]
    pub(crate) fn is_over(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.stopped
    }

    /// The limits are looked at with the next node: some begin to count with the second iteration.
    pub(crate) fn check_limits_soon(&mut self) {
        self.next_check = self.nodes;
    }

    #[cold]
    fn check_limits(&mut self) {
        let [nodes, hits] = &self.shared.counters[self.number];
        nodes.set(self.nodes);
        hits.set(self.tb_hits);
        self.next_check = self.nodes + CHECK_INTERVAL;
        if let Some(time) = self.time {
            // The first iteration is finished first, if it can be in next to no time: its move is so much better than any.
            let first = |least| self.curr_move.depth <= 1 && self.nodes < least;
            let mut over = !first(FIRST_ITERATION_NODES) && time.must_stop();
            if let Some(limit) = self.shared.limits.nodes
                && !time.is_unbounded()
                && !(self.shared.all_lines && first(FIRST_ITERATION_ALL_LINES))
            {
                let all = self.shared.nodes();
                over |= all >= limit;
                self.next_check = self.nodes + CHECK_INTERVAL.min(limit.saturating_sub(all).max(1));
            }
            if over {
                self.shared.over.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            self.checks += 1;
            if self.checks.is_multiple_of(CHECKS_PER_PROGRESS) {
                self.tell_progress(time);
            }
        }
        let overtaken =
            self.shares_iterations && self.shared.deepest_iteration.depth() >= self.curr_move.depth;
        self.stopped |= overtaken || self.shared.is_over();
    }

    /// Says where the search is.
    fn tell_progress(&self, time: &TimeManager<'_>) {
        let CurrMove { depth, first, number } = self.curr_move;
        let Some(current) = self.root.to_shakmaty(first) else { return };
        time.control.set_progress(Progress {
            depth: depth as u32,
            current,
            number: number as u32,
            of: self.moves.len() as u32,
            nodes: self.shared.nodes(),
            hash_full: self.shared.table.per_mille(),
        });
    }

    /// Makes the counters right at the end, or between iterations.
    pub(crate) fn count(&self) {
        let [nodes, hits] = &self.shared.counters[self.number];
        nodes.set(self.nodes);
        hits.set(self.tb_hits);
    }

    /// The static evaluation, before correction.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, board: &Position<C>) -> i32 {
        evaluation::evaluate(board, &mut self.data.cache)
    }

    /// The same, or a bound of it where a window makes that enough.
    #[inline(always)]
    pub(super) fn evaluate_within(&mut self, board: &Position<C>, window: (i32, i32), ply: usize) -> Value {
        let mut rest = self.frame(ply).rest;
        let value = evaluation::evaluate_lazily(board, &mut self.data.cache, window, &mut rest);
        self.frame(ply).rest = rest;
        value
    }

    /// Whether the position is drawn by repetition, fifty moves or material. A position that recurs in the search is
    /// drawn at once; one of the game before the root only when it stands for the third time.
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

    /// Makes the line of a ply a move and the line of the next.
    #[inline(always)]
    pub(crate) fn update_pv(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.pv_lines.split_at_mut(ply + 1);
        let (line, rest) = (&mut head[ply], &tail[0]);
        line.clear();
        line.push(m);
        let room = line.remaining_capacity();
        line.extend(rest.iter().copied().take(room));
    }

    /// What the endgame databases say of a position.
    #[cold]
    pub(crate) fn probe_endgames(&mut self, board: &Position<C>) -> Option<i32> {
        let chess: Chess = board.to_chess().ok()?;
        let result = self.shared.endgames.wdl(&chess)?;
        self.tb_hits += 1;
        Some(match result {
            Wdl::Win => TABLE_WIN,
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => DRAW,
            Wdl::Loss => -TABLE_WIN,
        })
    }
}

/// Whether a position after fifty moves without capture or pawn's move is drawn: it is not if it is mate.
#[cold]
fn is_drawn_by_moves<C: Cpu>(board: &Position<C>) -> bool {
    board.checkers().is_empty() || board.count_moves() > 0
}
