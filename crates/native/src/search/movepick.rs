//! Staged move generation: table move; good captures; killers and counter move; quiet moves; losing
//! captures.

use arrayvec::ArrayVec;

use super::history::{self, History, PreviousMoves};
use crate::evaluation::Position;
use board::{Cpu, EXCHANGE, Kernel, Kind, Move, MoveList};

/// Key of a move already returned.
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

/// Returns the legal moves of a position one by one.
pub(crate) struct MovePicker {
    stage: Stage,
    tt_move: Move,
    /// Killers and the counter move.
    refutations: [Move; 3],
    tried: usize,
    /// Least exchange value of a good capture; with `only_noisy`, of any move returned.
    threshold: i32,
    only_noisy: bool,
    moves: MoveList,
    /// Score of each move, above the complement of its index, which settles ties; [`TAKEN`] if
    /// returned.
    keys: ArrayVec<i32, 256>,
    /// Greatest key, or [`TAKEN`] if unknown.
    top: i32,
    losing: MoveList,
    losing_at: usize,
}

impl MovePicker {
    /// All moves. The table move must be legal or null.
    #[inline(always)]
    pub(crate) fn all(tt_move: Move, refutations: [Move; 3]) -> MovePicker {
        MovePicker::new(tt_move, refutations, 0, false)
    }

    /// Captures and promotions that win at least `threshold` by exchange.
    #[inline(always)]
    pub(crate) fn noisy(tt_move: Move, threshold: i32) -> MovePicker {
        MovePicker::new(tt_move, [Move::NULL; 3], threshold, true)
    }

    #[inline(always)]
    fn new(tt_move: Move, refutations: [Move; 3], threshold: i32, only_noisy: bool) -> MovePicker {
        MovePicker {
            stage: if tt_move.is_null() {
                Stage::FindNoisy
            } else {
                Stage::TtMove
            },
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

    #[inline(always)]
    pub(crate) fn is_losing(&self) -> bool {
        self.stage == Stage::Losing
    }

    /// The next move; without further quiet moves if `skip_quiets`.
    #[inline(always)]
    pub(crate) fn next<C: Cpu>(
        &mut self,
        board: &Position<C>,
        history: &History,
        before: &PreviousMoves,
        skip_quiets: bool,
    ) -> Option<Move> {
        board.cpu().vectorize(Next {
            picker: self,
            board,
            history,
            before,
            skip_quiets,
        })
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
                    None => {
                        self.stage = if self.only_noisy {
                            Stage::Done
                        } else {
                            Stage::Refutation
                        }
                    }
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
                    self.stage = if skip_quiets {
                        Stage::Losing
                    } else {
                        Stage::Quiet
                    };
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

    /// Whether a capture or promotion is good: no underpromotion, and no loss by exchange.
    #[inline(always)]
    fn comes_early<C: Cpu>(&self, board: &Position<C>, m: Move) -> bool {
        m.promoted().is_none_or(|kind| kind == Kind::Queen) && board.see_ge(m, self.threshold)
    }

    /// Whether a refutation is a move not yet returned.
    #[inline(always)]
    fn is_fresh(&self, m: Move) -> bool {
        !m.is_null() && m != self.tt_move && !self.refutations[..self.tried - 1].contains(&m)
    }

    /// Removes the best-scored move, the first of equals. Selection is faster than sorting, as few
    /// moves are needed.
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

    /// Scores captures and promotions: most valuable victim first, then history.
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

    #[inline(always)]
    fn find_quiets<C: Cpu>(
        &mut self,
        board: &Position<C>,
        history: &History,
        before: &PreviousMoves,
    ) {
        self.moves.clear();
        self.keys.clear();
        board.quiet(&mut self.moves);
        self.score_quiets(board, history, before);
    }

    /// Scores quiet moves by history. Not inlined, to relieve register pressure.
    #[inline(never)]
    fn score_quiets<C: Cpu>(
        &mut self,
        board: &Position<C>,
        history: &History,
        before: &PreviousMoves,
    ) {
        let (turn, rows) = (board.turn(), history.rows(before));
        let mut top = TAKEN;
        for (at, &m) in self.moves.iter().enumerate() {
            let key = key(
                at,
                history.quiet_of(turn, m, history::piece_to(board, m), &rows),
            );
            top = top.max(key);
            self.keys.push(key);
        }
        self.top = top;
    }
}

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
        self.picker
            .advance(self.board, self.history, self.before, self.skip_quiets)
    }
}

/// A move's score above the complement of its index.
#[inline(always)]
fn key(at: usize, score: i32) -> i32 {
    score << 8 | i32::from(!(at as u8))
}
