//! The root's deepening: one iteration after the other, each a ply deeper, for one best line or
//! several.
//!
//! [`Deepening::ask`] names the move to search next, and begins the next iteration if one is
//! complete; [`Deepening::answer`] takes the value. Between the two, whoever drives the machine may
//! stop, go on, or keep a copy.
//!
//! ```
//! use host::{Candidate, Deepening, Link, Root, Searcher, unlimited};
//! use play::Game;
//!
//! let (game, mut link) = (Game::new(), Link::new());
//! link.load(game.position());
//! let candidates = Candidate::of_game(&game, link.root_moves(game.position()), 0);
//! link.mark_open(game.recurring());
//! let mut deepening = Deepening::new(Root::new(game.position(), candidates), 3);
//! while let Some(ask) = deepening.ask() {
//!     let value = match ask.known {
//!         Some(value) => value,
//!         None => link
//!             .search_move(&ask.root_move, ask.below, ask.alpha, ask.beta, &mut unlimited)
//!             .expect("the search is never stopped"),
//!     };
//!     deepening.answer(value);
//! }
//! assert_eq!(deepening.depth(), 3);
//! ```
//!
//! Fidelity: decided (docs/search.md, "The host").

use crate::root::{Ask, Candidate, Root, RootScore};

/// The deepest iteration: the stack has 64 frames, and evasions and captures need theirs.
pub const MAX_DEPTH: u8 = 48;

/// Iterations over the candidates of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepening {
    root: Root,
    /// Depth of the last iteration.
    last: u8,
    phase: Phase,
    /// Best moves wanted. If they are several, each is searched for its exact value.
    lines: usize,
    /// The exact values that this iteration has found so far, if several lines are wanted.
    values: Vec<i16>,
    /// Whether a mate within the depth searched ends the deepening: it is the shortest there is.
    /// Analysis without a limit goes on.
    pub ends_at_mate: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The first candidate at depth 1, alone.
    FirstMove,
    /// The first candidate once more, now at the beginning of depth 1.
    FirstMoveAgain,
    Iterations,
}

impl Deepening {
    /// Iterations of depth 1 to `last` ([`MAX_DEPTH`] at most) for one best line.
    pub fn new(root: Root, last: u8) -> Deepening {
        Deepening {
            root,
            last: last.clamp(1, MAX_DEPTH),
            phase: Phase::Iterations,
            lines: 1,
            values: Vec::new(),
            ends_at_mate: true,
        }
    }

    /// The same for several best lines, if there are as many moves.
    pub fn with_lines(self, lines: usize) -> Deepening {
        let lines = lines.clamp(1, self.root.candidates().len().max(1));
        Deepening { lines, ..self }
    }

    /// The same, the first candidate searched at depth 1 before all else: a move and a value even
    /// if time runs out at once.
    pub fn with_first_move_alone(mut self) -> Deepening {
        if !self.root.candidates().is_empty() {
            self.root.begin(1, 0..1);
            self.phase = Phase::FirstMove;
        }
        self
    }

    /// The move to search next, the first of the next iteration if one is complete; none after the
    /// last.
    pub fn ask(&mut self) -> Option<Ask> {
        if self.is_complete() && self.has_next() {
            self.values.clear();
            let all = 0..self.root.candidates().len();
            self.root.begin(self.depth() + 1, all);
        }
        self.asked()
    }

    /// The move asked for, none if the iteration is complete.
    pub fn asked(&self) -> Option<Ask> {
        self.root.ask()
    }

    /// The moves that are searched after the one asked for, as long as no value exceeds the lower
    /// end of its window.
    pub fn following(&self) -> impl Iterator<Item = Ask> {
        self.root.following()
    }

    /// Takes the value of the move asked for.
    ///
    /// Returns the score if the best move of this line is a new one or has a new value.
    pub fn answer(&mut self, value: i16) -> Option<RootScore> {
        let score = self.root.answer(value);
        match self.phase {
            Phase::FirstMove => {
                let all = 0..self.root.candidates().len();
                self.root.begin(1, all);
                self.phase = Phase::FirstMoveAgain;
                score
            }
            Phase::FirstMoveAgain => {
                self.phase = Phase::Iterations;
                self.end_line();
                None
            }
            Phase::Iterations => {
                self.end_line();
                score
            }
        }
    }

    /// Whether the iteration is complete: the next [`Deepening::ask`] begins another.
    pub fn is_complete(&self) -> bool {
        self.asked().is_none()
    }

    /// Depth of the iteration, in plies.
    pub fn depth(&self) -> u8 {
        self.root.depth()
    }

    /// All candidates. Those of complete lines come first, best line first.
    pub fn candidates(&self) -> &[Candidate] {
        self.root.candidates()
    }

    /// Score of the best line so far.
    pub fn score(&self) -> RootScore {
        match self.values.first() {
            Some(&value) => RootScore::Exact(value),
            None => self.root.score(),
        }
    }

    /// The best move of the line that is searched.
    pub fn best(&self) -> &Candidate {
        self.root.best()
    }

    /// Best moves wanted.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Exact values of the iteration's lines, if several are wanted; best first if it is complete.
    pub fn values(&self) -> &[i16] {
        &self.values
    }

    fn has_next(&self) -> bool {
        let depth = self.depth();
        if self.candidates().is_empty() || depth >= self.last {
            return false;
        }
        depth == 0 || !self.ends_at_mate || !self.score().is_mate_within(depth.into())
    }

    /// Goes on to the next line, if several are wanted and this one is complete.
    fn end_line(&mut self) {
        if self.lines == 1 || !self.is_complete() {
            return;
        }
        match self.root.score() {
            RootScore::AtLeast(_) => return self.root.begin_exact(),
            RootScore::Exact(value) => self.values.push(value),
        }
        if self.values.len() < self.lines {
            let others = self.values.len()..self.root.candidates().len();
            self.root.begin(self.depth(), others);
        } else {
            self.sort_lines();
        }
    }

    /// Sorts the lines by value: a memory that forgets may value a later line higher than an
    /// earlier one.
    fn sort_lines(&mut self) {
        let candidates = self.root.candidates_mut();
        let mut lines: Vec<(i16, Candidate)> = Vec::with_capacity(self.lines);
        for (&value, candidate) in self.values.iter().zip(candidates.iter()) {
            lines.push((value, candidate.clone()));
        }
        lines.sort_by_key(|&(value, _)| -i32::from(value));
        for (index, (value, candidate)) in lines.into_iter().enumerate() {
            self.values[index] = value;
            candidates[index] = candidate;
        }
    }
}

#[cfg(test)]
mod tests {
    use play::Game;
    use roms::value::MATE;

    use super::*;
    use crate::{Link, Searcher};

    fn deepening(moves: usize, last: u8) -> Deepening {
        let game = Game::new();
        let mut link = Link::new();
        link.load(game.position());
        let mut candidates = Candidate::of_game(&game, link.root_moves(game.position()), 0);
        candidates.truncate(moves);
        Deepening::new(Root::new(game.position(), candidates), last)
    }

    /// Depth and index of the move asked for.
    fn place(deepening: &mut Deepening) -> Option<(u8, usize)> {
        let index = deepening.ask()?.index;
        Some((deepening.depth(), index))
    }

    #[test]
    fn ask_no_candidates_is_nothing() {
        let mut none = deepening(0, 5).with_lines(3).with_first_move_alone();
        assert_eq!(none.ask(), None);
    }

    #[test]
    fn ask_complete_iteration_begins_the_next_to_the_last() {
        let mut deepening = deepening(2, 2);
        for expected in [(1, 0), (1, 1), (2, 0), (2, 1)] {
            assert_eq!(place(&mut deepening), Some(expected));
            deepening.answer(0);
            assert_eq!(deepening.is_complete(), expected.1 == 1);
        }
        assert_eq!(deepening.ask(), None);
    }

    #[test]
    fn answer_first_move_alone_is_news_once() {
        let mut deepening = deepening(2, 1).with_first_move_alone();
        assert_eq!(place(&mut deepening), Some((1, 0)));
        assert_eq!(deepening.answer(7), Some(RootScore::Exact(7)));
        assert_eq!(place(&mut deepening), Some((1, 0)));
        assert_eq!(deepening.answer(7), None, "it repeats itself");
        assert_eq!(place(&mut deepening), Some((1, 1)));
        assert_eq!(deepening.answer(8), Some(RootScore::AtLeast(8)));
        assert_eq!(deepening.ask(), None);
    }

    #[test]
    fn ask_mate_within_the_depth_ends_unless_analysis_goes_on() {
        // Mate in one ply at depth 1: no deeper search finds a shorter one.
        let mut deepening = deepening(1, 9);
        deepening.ask();
        deepening.answer(MATE - 1);
        assert_eq!(deepening.clone().ask(), None);
        deepening.ends_at_mate = false;
        assert_eq!(place(&mut deepening), Some((2, 0)));
        // Mate in three plies at depth 2 may not be the shortest.
        deepening.answer(MATE - 3);
        deepening.ends_at_mate = true;
        assert_eq!(place(&mut deepening), Some((3, 0)));
    }

    #[test]
    fn answer_several_lines_are_exact_and_sorted() {
        let mut deepening = deepening(3, 1).with_lines(2);
        let first: Vec<Candidate> = deepening.candidates().to_vec();
        for (index, value) in [(0, 10), (1, 11), (2, 5), (0, 30)] {
            assert_eq!(place(&mut deepening), Some((1, index)));
            deepening.answer(value);
        }
        // The second line: the best of the others, valued higher than the first.
        for (index, value) in [(1, 40), (2, 0)] {
            assert!(!deepening.is_complete());
            assert_eq!(place(&mut deepening), Some((1, index)));
            deepening.answer(value);
        }
        assert!(deepening.is_complete());
        assert_eq!(deepening.values(), [40, 30]);
        assert_eq!(deepening.score(), RootScore::Exact(40));
        assert_eq!(
            deepening.candidates()[..2],
            [first[0].clone(), first[1].clone()]
        );
    }
}
