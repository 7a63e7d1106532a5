//! The root as a value: one iteration over the moves the machine found, with Belle's own rule for a
//! second search.
//!
//! [`Root::ask`] names the move to search next and its window, [`Root::answer`] takes the value.
//! Between the two, the driver of the machine may stop, go on, or keep a copy.
//!
//! Source: Chess Programming Wiki, "Belle", section PVS: null windows, and no second search at the
//! root before a second fail-high. Fidelity: documented (F083, F084); decided: how the two moves
//! are then compared, below.

use std::ops::Range;

use play::{Bound, EndCause, Game, Score};
use roms::value::{INFINITY, MATE, MATE_ZONE};
use shakmaty::{Chess, Position};

use crate::root_move::RootMove;

/// A value of the machine's, in centipawns or as a mate.
pub fn score(value: i16) -> Score {
    let (value, mate, zone) = (i32::from(value), i32::from(MATE), i32::from(MATE_ZONE));
    if value > zone {
        Score::Mate((mate - value + 1) / 2)
    } else if value < -zone {
        Score::Mate(-(mate + value) / 2)
    } else {
        Score::Centipawns(value)
    }
}

/// Value of the best move of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootScore {
    /// Its value is known.
    Exact(i16),
    /// It failed high: its value is this or more.
    AtLeast(i16),
}

impl RootScore {
    /// The value, or what it is at least.
    pub fn value(self) -> i16 {
        let (RootScore::Exact(value) | RootScore::AtLeast(value)) = self;
        value
    }

    /// Relation of the value to [`RootScore::value`].
    pub fn bound(self) -> Bound {
        match self {
            RootScore::Exact(_) => Bound::Exact,
            RootScore::AtLeast(_) => Bound::Lower,
        }
    }

    /// Whether it is known as a mate within `plies`, for either side.
    pub fn is_mate_within(self, plies: u32) -> bool {
        let RootScore::Exact(value) = self else {
            return false;
        };
        value.abs() > MATE_ZONE && i64::from(MATE - value.abs()) <= i64::from(plies)
    }
}

/// A root move, and its value if the game's history decides it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub root_move: RootMove,
    /// The move ends the game, or repeats it: worth this to the mover, unsearched.
    pub known: Option<i16>,
}

impl Candidate {
    /// The root moves of a game's position, a draw by the game's history worth `draw` to the mover.
    pub fn of_game(game: &Game, root_moves: Vec<RootMove>, draw: i16) -> Vec<Candidate> {
        let mut ahead = game.clone();
        let mut candidates = Vec::new();
        for root_move in root_moves {
            ahead.play(root_move.chess);
            let drawn = match ahead.ending().map(|end| end.cause) {
                // Mates are left to the machine.
                Some(EndCause::Checkmate) => false,
                Some(_) => true,
                None => ahead.repetitions() > 0,
            };
            ahead.undo();
            let known = if drawn { Some(draw) } else { None };
            candidates.push(Candidate { root_move, known });
        }
        candidates
    }
}

/// A move to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Its index among all candidates.
    pub index: usize,
    /// It was asked for before in this iteration, with another window.
    pub is_again: bool,
    /// The move.
    pub root_move: RootMove,
    /// Its value if it needs no search.
    pub known: Option<i16>,
    /// Plies below it.
    pub below: u8,
    /// Lower end of the window.
    pub alpha: i16,
    /// Upper end of the window.
    pub beta: i16,
}

/// The next question of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The first candidate, with the widest window.
    First,
    /// A candidate against the best move's value.
    Challenge(usize),
    /// The best move's exact value; then a challenger's second search, if there is one.
    Exact {
        widest: bool,
        challenger: Option<usize>,
    },
    Over,
}

/// The root's use of windows. Experiments compare them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootRule {
    /// Null windows; a move that fails high is believed until a second does (documented, F084).
    #[default]
    SecondFailHigh,
    /// Null windows; a move that fails high is searched at once for its value.
    EveryFailHigh,
    /// Every move is searched for its value.
    FullWindows,
}

/// The candidates of a position, and an iteration over some of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    candidates: Vec<Candidate>,
    in_check: bool,
    depth: u8,
    range: Range<usize>,
    stage: Stage,
    /// Candidates of the range whose value was asked for.
    reached: usize,
    score: RootScore,
    rule: RootRule,
}

impl Root {
    /// The candidates of a position, in the machine's order; no iteration has begun.
    pub fn new(position: &Chess, candidates: Vec<Candidate>) -> Root {
        let score = RootScore::Exact(-INFINITY);
        Root {
            candidates,
            in_check: position.is_check(),
            depth: 0,
            range: 0..0,
            stage: Stage::Over,
            reached: 0,
            score,
            rule: RootRule::default(),
        }
    }

    /// The root under another rule.
    pub fn with_rule(self, rule: RootRule) -> Root {
        Root { rule, ..self }
    }

    /// All candidates, the best of the last iteration first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// All candidates, to be reordered between iterations.
    pub fn candidates_mut(&mut self) -> &mut [Candidate] {
        &mut self.candidates
    }

    /// Plies of the iteration.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// Value of the best move so far.
    pub fn score(&self) -> RootScore {
        self.score
    }

    /// The best move of the iteration so far.
    pub fn best(&self) -> &Candidate {
        &self.candidates[self.range.start]
    }

    /// Begins an iteration over a range of candidates. Its first must be the best of the iteration
    /// before.
    pub fn begin(&mut self, depth: u8, range: Range<usize>) {
        self.depth = depth;
        self.stage = if range.is_empty() {
            Stage::Over
        } else {
            Stage::First
        };
        self.reached = 0;
        self.range = range;
    }

    /// Asks for the exact value of the best move, if the iteration has left only a lower bound.
    pub fn begin_exact(&mut self) {
        if let RootScore::AtLeast(_) = self.score {
            self.stage = Stage::Exact {
                widest: false,
                challenger: None,
            };
        }
    }

    /// The move to search next; none when the iteration is complete.
    pub fn ask(&self) -> Option<Ask> {
        match self.stage {
            Stage::First => Some(self.asked(0, -INFINITY, INFINITY)),
            Stage::Challenge(index) => Some(self.challenger(index)),
            Stage::Exact { widest: true, .. } => Some(self.asked(0, -INFINITY, INFINITY)),
            Stage::Exact { widest: false, .. } => {
                Some(self.asked(0, self.score.value() - 1, INFINITY))
            }
            Stage::Over => None,
        }
    }

    /// The moves that are searched after the one asked for, in order, as long as no value exceeds
    /// the lower end of its window. Their windows are that one's.
    pub fn following(&self) -> impl Iterator<Item = Ask> {
        let next = match self.stage {
            Stage::Challenge(index) => index + 1,
            _ => self.range.len(),
        };
        let floor = self.score.value();
        (next..self.range.len())
            .map(|index| self.challenger(index))
            // A draw that is worth more than the best move ends the plan as a search does.
            .take_while(move |ask| ask.known.is_none_or(|known| known <= floor))
            .filter(|ask| ask.known.is_none())
    }

    /// A candidate against the best move's value.
    fn challenger(&self, index: usize) -> Ask {
        let floor = self.score.value();
        let beta = if self.rule == RootRule::FullWindows {
            INFINITY
        } else {
            floor + 1
        };
        self.asked(index, floor, beta)
    }

    /// A candidate of the range with a window.
    fn asked(&self, index: usize, alpha: i16, beta: i16) -> Ask {
        let Candidate { root_move, known } = self.candidates[self.range.start + index];
        // Getting out of check costs no ply, as anywhere.
        let below = if self.in_check {
            self.depth
        } else {
            self.depth - 1
        };
        Ask {
            index: self.range.start + index,
            is_again: index < self.reached,
            root_move,
            known,
            below,
            alpha,
            beta,
        }
    }

    /// Takes the value of the move asked for. A new best move goes to the front; the order of the
    /// others stays.
    ///
    /// Returns the score if the best move is a new one or has a new value.
    pub fn answer(&mut self, value: i16) -> Option<RootScore> {
        let floor = self.score.value();
        match self.stage {
            Stage::Over => None,
            Stage::First => {
                self.challenge(1);
                self.set_score(RootScore::Exact(value))
            }
            Stage::Challenge(index) if value <= floor => {
                self.challenge(index + 1);
                None
            }
            Stage::Challenge(index) => self.answer_fail_high(index, value),
            // Entries it relied on may be gone from the memory: then the value is only known to be
            // less.
            Stage::Exact {
                widest: false,
                challenger,
            } if value < floor && self.best().known.is_none() => {
                self.stage = Stage::Exact {
                    widest: true,
                    challenger,
                };
                None
            }
            Stage::Exact { challenger, .. } => {
                self.stage = match challenger {
                    Some(index) => Stage::Challenge(index),
                    None => Stage::Over,
                };
                self.set_score(RootScore::Exact(value))
            }
        }
    }

    /// A challenger is worth more than the best move's lower bound.
    fn answer_fail_high(&mut self, index: usize, value: i16) -> Option<RootScore> {
        let floor = self.score.value();
        if let RootScore::AtLeast(_) = self.score {
            // The second fail-high: now the best move is searched for its value, and the new one
            // against that.
            self.reached = self.reached.max(index + 1);
            self.stage = Stage::Exact {
                widest: false,
                challenger: Some(index),
            };
            return None;
        }
        let range = &mut self.candidates[self.range.clone()];
        let known = range[index].known;
        range[..=index].rotate_right(1);
        self.challenge(index + 1);
        if self.rule == RootRule::FullWindows {
            return self.set_score(RootScore::Exact(value));
        }
        if self.rule == RootRule::EveryFailHigh && known.is_none() {
            let challenger = match self.stage {
                Stage::Challenge(next) => Some(next),
                _ => None,
            };
            self.stage = Stage::Exact {
                widest: false,
                challenger,
            };
        }
        let score = match known {
            Some(value) => RootScore::Exact(value),
            None => RootScore::AtLeast(floor + 1),
        };
        self.set_score(score)
    }

    /// Goes on to a challenger, the first that was not asked for.
    fn challenge(&mut self, index: usize) {
        self.reached = self.reached.max(index);
        self.stage = if index < self.range.len() {
            Stage::Challenge(index)
        } else {
            Stage::Over
        };
    }

    fn set_score(&mut self, score: RootScore) -> Option<RootScore> {
        self.score = score;
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Link, Searcher};

    /// A root over the first moves of the initial position.
    fn root(known: &[Option<i16>]) -> Root {
        let game = Game::new();
        let mut link = Link::new();
        link.load(game.position());
        let mut candidates = Candidate::of_game(&game, link.root_moves(game.position()), 0);
        candidates.truncate(known.len());
        for (candidate, &known) in candidates.iter_mut().zip(known) {
            candidate.known = known;
        }
        let mut root = Root::new(game.position(), candidates);
        root.begin(4, 0..known.len());
        root
    }

    fn window(root: &Root) -> Option<(usize, i16, i16)> {
        root.ask().map(|ask| (ask.index, ask.alpha, ask.beta))
    }

    #[test]
    fn answer_second_fail_high_searches_the_best_move_again() {
        let mut root = root(&[None; 4]);
        let moves: Vec<_> = root.candidates().to_vec();
        assert_eq!(window(&root), Some((0, -INFINITY, INFINITY)));
        assert_eq!(root.ask().map(|ask| ask.below), Some(3));
        assert_eq!(root.answer(10), Some(RootScore::Exact(10)));
        assert_eq!(window(&root), Some((1, 10, 11)));
        assert_eq!(
            root.answer(11),
            Some(RootScore::AtLeast(11)),
            "the first fail-high is believed"
        );
        assert_eq!(window(&root), Some((2, 11, 12)));
        assert_eq!(root.answer(30), None);
        assert_eq!(window(&root), Some((0, 10, INFINITY)), "the second is not");
        assert_eq!(root.answer(25), Some(RootScore::Exact(25)));
        assert_eq!(window(&root), Some((2, 25, 26)));
        assert_eq!(root.answer(26), Some(RootScore::AtLeast(26)));
        assert_eq!(window(&root), Some((3, 26, 27)));
        assert_eq!(root.answer(20), None);
        assert_eq!(root.ask(), None);
        let order: Vec<_> = [2, 1, 0, 3]
            .into_iter()
            .map(|index| moves[index].clone())
            .collect();
        assert_eq!(root.candidates(), order);
        root.begin_exact();
        assert_eq!(window(&root), Some((0, 25, INFINITY)));
        assert_eq!(
            root.answer(19),
            None,
            "a lost entry: the widest window follows"
        );
        assert_eq!(window(&root), Some((0, -INFINITY, INFINITY)));
        assert_eq!(root.answer(19), Some(RootScore::Exact(19)));
        assert_eq!((root.ask(), root.score()), (None, RootScore::Exact(19)));
    }

    #[test]
    fn answer_every_fail_high_is_searched_at_once() {
        let mut root = root(&[None; 3]).with_rule(RootRule::EveryFailHigh);
        root.answer(10);
        assert_eq!(root.answer(11), Some(RootScore::AtLeast(11)));
        assert_eq!(
            window(&root),
            Some((0, 10, INFINITY)),
            "the new move itself"
        );
        assert_eq!(root.answer(40), Some(RootScore::Exact(40)));
        assert_eq!(window(&root), Some((2, 40, 41)));
        root.answer(41);
        assert_eq!(window(&root), Some((0, 40, INFINITY)));
        root.answer(50);
        assert_eq!((root.ask(), root.score()), (None, RootScore::Exact(50)));
    }

    #[test]
    fn answer_full_windows_give_values_at_once() {
        let mut root = root(&[None; 3]).with_rule(RootRule::FullWindows);
        root.answer(10);
        assert_eq!(window(&root), Some((1, 10, INFINITY)));
        assert_eq!(root.answer(40), Some(RootScore::Exact(40)));
        assert_eq!(window(&root), Some((2, 40, INFINITY)));
        assert_eq!(root.answer(30), None);
        assert_eq!((root.ask(), root.score()), (None, RootScore::Exact(40)));
    }

    #[test]
    fn following_are_the_moves_asked_for_while_none_fails_high() {
        let mut root = root(&[None, None, Some(-60), None, Some(0), None]);
        let plan = |root: &Root| -> Vec<usize> { root.following().map(|ask| ask.index).collect() };
        assert!(plan(&root).is_empty(), "all depends on the first value");
        root.answer(-50);
        // The draw by repetition is worth more than the best move: what comes then has another
        // window.
        assert_eq!((window(&root), plan(&root)), (Some((1, -50, -49)), vec![3]));
        let next = root.following().next();
        root.answer(-50);
        assert_eq!(root.ask().and_then(|ask| ask.known), Some(-60));
        root.answer(-60);
        assert_eq!(root.ask(), next);
        root.answer(-49);
        assert_eq!(plan(&root), [5], "the draw is next, and is not searched");
    }

    #[test]
    fn answer_known_draw_is_exact() {
        let mut root = root(&[None, Some(0), None]);
        root.answer(-50);
        assert_eq!(root.ask().and_then(|ask| ask.known), Some(0));
        assert_eq!(root.answer(0), Some(RootScore::Exact(0)));
        assert_eq!(window(&root), Some((2, 0, 1)));
    }
}
