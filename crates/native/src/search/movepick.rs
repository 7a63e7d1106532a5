//! Moves in stages, so that most need never be found or sorted: the hash move; captures and promotions by victim and
//! aggressor, those that lose material put off; killers and the counter move; quiet moves by history; the losing
//! captures.

use arrayvec::ArrayVec;

use super::history::{self, History, PreviousMoves};
use crate::evaluation::Position;
use board::{Cpu, EXCHANGE, Kernel, Kind, Move, MoveList};

/// The key of a move that has been given.
const TAKEN: i32 = i32::MIN;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TtMove,
    FindNoisy,
    Noisy,
    Refutation,
    FindQuiet,
    Quiet,
    Losing,
    Done,
}

/// Gives the legal moves of a position one by one.
pub(crate) struct MovePicker {
    stage: Stage,
    tt_move: Move,
    /// Killers and the counter move: legal ones.
    refutations: [Move; 3],
    tried: usize,
    /// Captures must win at least this much by exchange to come early, or to come at all if `only_noisy`.
    threshold: i32,
    only_noisy: bool,
    moves: MoveList,
    /// For each move its score, above the complement of its number in the list, which settles ties; [`TAKEN`] if it
    /// has been given.
    keys: ArrayVec<i32, 256>,
    /// The greatest of the keys, or [`TAKEN`] if that is not known.
    top: i32,
    losing: MoveList,
    losing_at: usize,
}

impl MovePicker {
    /// All moves. The hash move must be legal, or none.
    #[inline(always)]
    pub(crate) fn all(tt_move: Move, refutations: [Move; 3]) -> MovePicker {
        MovePicker::new(tt_move, refutations, 0, false)
    }

    /// Captures and promotions that win at least so much by exchange.
    #[inline(always)]
    pub(crate) fn noisy(tt_move: Move, threshold: i32) -> MovePicker {
        MovePicker::new(tt_move, [Move::NULL; 3], threshold, true)
    }

    #[inline(always)]
    fn new(tt_move: Move, refutations: [Move; 3], threshold: i32, only_noisy: bool) -> MovePicker {
        MovePicker {
            stage: if tt_move.is_null() { Stage::FindNoisy } else { Stage::TtMove },
            tt_move,
            refutations,
            tried: 0,
            threshold,
            only_noisy,
            moves: MoveList::new(),
            keys: ArrayVec::new(),
            top: TAKEN,
            losing: MoveList::new(),
            losing_at: 0,
        }
    }

    /// Whether what comes now is a capture put off because it loses material.
    #[inline(always)]
    pub(crate) fn is_losing(&self) -> bool {
        self.stage == Stage::Losing
    }

    /// The next move; quiet ones that are not yet given are passed over if `skip_quiets`.
    #[inline(always)]
    pub(crate) fn next<C: Cpu>(
        &mut self,
        board: &Position<C>,
        history: &History,
        before: &PreviousMoves,
        skip_quiets: bool,
    ) -> Option<Move> {
        board.cpu().vectorize(Next { picker: self, board, history, before, skip_quiets })
    }

    #[inline(always)]
    fn advance<C: Cpu>(
        &mut self,
        board: &Position<C>,
        history: &History,
        before: &PreviousMoves,
        skip_quiets: bool,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::FindNoisy;
                    return Some(self.tt_move);
                }
                Stage::FindNoisy => {
                    self.find_noisy(board, history);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.take_best() {
                    Some(m) if m == self.tt_move => {}
                    Some(m) if self.comes_early(board, m) => return Some(m),
                    Some(m) => self.losing.push(m),
                    None => self.stage = if self.only_noisy { Stage::Done } else { Stage::Refutation },
                },
                Stage::Refutation => {
                    while self.tried < 3 {
                        let m = self.refutations[self.tried];
                        self.tried += 1;
                        if !skip_quiets && self.is_fresh(m) && !m.is_noisy() && board.is_legal(m) {
                            return Some(m);
                        }
                        self.refutations[self.tried - 1] = Move::NULL;
                    }
                    self.stage = Stage::FindQuiet;
                }
                Stage::FindQuiet => {
                    self.stage = if skip_quiets { Stage::Losing } else { Stage::Quiet };
                    if !skip_quiets {
                        self.find_quiets(board, history, before);
                    }
                }
                Stage::Quiet => {
                    if !skip_quiets && let Some(m) = self.take_best() {
                        if m == self.tt_move || self.refutations.contains(&m) {
                            continue;
                        }
                        return Some(m);
                    }
                    self.stage = Stage::Losing;
                }
                Stage::Losing => {
                    if let Some(&m) = self.losing.get(self.losing_at) {
                        self.losing_at += 1;
                        return Some(m);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether a capture or promotion does not lose by exchange. Lesser promotions are seldom of use.
    #[inline(always)]
    fn comes_early<C: Cpu>(&self, board: &Position<C>, m: Move) -> bool {
        m.promoted().is_none_or(|kind| kind == Kind::Queen) && board.see_ge(m, self.threshold)
    }

    /// Whether a refutation is a move, not the hash move and not given before.
    #[inline(always)]
    fn is_fresh(&self, m: Move) -> bool {
        !m.is_null() && m != self.tt_move && !self.refutations[..self.tried - 1].contains(&m)
    }

    /// The move of the greatest score among those left, the first of equals. Looking through all is quicker than
    /// sorting, as few are asked for and the processor compares several at once.
    #[inline(always)]
    fn take_best(&mut self) -> Option<Move> {
        let mut top = std::mem::replace(&mut self.top, TAKEN);
        if top == TAKEN {
            top = self.keys.iter().fold(TAKEN, |top, &key| top.max(key));
            if top == TAKEN {
                return None;
            }
        }
        let at = usize::from(!(top as u8));
        self.keys[at] = TAKEN;
        self.moves.get(at).copied()
    }

    /// Captures and promotions: the most valuable victim first, history between equals.
    #[inline(always)]
    fn find_noisy<C: Cpu>(&mut self, board: &Position<C>, history: &History) {
        board.noisy(&mut self.moves);
        let mut top = TAKEN;
        for (at, &m) in self.moves.iter().enumerate() {
            let victim = history::victim(board, m);
            let mut gain = EXCHANGE[victim];
            if let Some(kind) = m.promoted() {
                gain = EXCHANGE[kind as usize] + if m.is_capture() { gain } else { 0 };
            }
            let score = history.noisy(history::piece_to(board, m), victim) + gain * 24;
            let key = key(at, score);
            top = top.max(key);
            self.keys.push(key);
        }
        self.top = top;
    }

    /// Quiet moves, by history.
    #[inline(always)]
    fn find_quiets<C: Cpu>(&mut self, board: &Position<C>, history: &History, before: &PreviousMoves) {
        self.moves.clear();
        self.keys.clear();
        board.quiet(&mut self.moves);
        self.score_quiets(board, history, before);
    }

    /// A function of its own, or the processor has not registers enough.
    #[inline(never)]
    fn score_quiets<C: Cpu>(&mut self, board: &Position<C>, history: &History, before: &PreviousMoves) {
        let (turn, rows) = (board.turn(), history.rows(before));
        let mut top = TAKEN;
        for (at, &m) in self.moves.iter().enumerate() {
            let key = key(at, history.quiet_of(turn, m, history::piece_to(board, m), &rows));
            top = top.max(key);
            self.keys.push(key);
        }
        self.top = top;
    }
}

/// One call of [`Picker::next`].
struct Next<'a, C: Cpu> {
    picker: &'a mut MovePicker,
    board: &'a Position<C>,
    history: &'a History,
    before: &'a PreviousMoves,
    skip_quiets: bool,
}

impl<C: Cpu> Kernel for Next<'_, C> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run(self) -> Option<Move> {
        self.picker.advance(self.board, self.history, self.before, self.skip_quiets)
    }
}

/// A move's score above the complement of its place in the list.
#[inline(always)]
fn key(at: usize, score: i32) -> i32 {
    score << 8 | i32::from(!(at as u8))
}
