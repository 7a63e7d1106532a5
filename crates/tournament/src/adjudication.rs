//! Ending games that both engines hold for decided.

use shakmaty::{Color, KnownOutcome};

use super::contestant::Thought;
use play::Score;

/// A draw when both have been near zero for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before this move.
    pub from_move: u32,
    /// For so many moves of each side.
    pub moves: u32,
    /// In hundredths of a pawn.
    pub score: u32,
}

/// A loss when both have agreed on it for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// For so many moves of each side.
    pub moves: u32,
    /// In hundredths of a pawn.
    pub score: u32,
}

/// The rules in force; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// When a game is given up as drawn.
    pub draw: Option<DrawRule>,
    /// When a game is given up as lost.
    pub resign: Option<ResignRule>,
    /// Moves of each side after which a game is a draw.
    pub longest: Option<u32>,
}

impl Adjudication {
    /// The result that the thoughts of the game so far allow, with the reason; the last thought is `mover`'s, and the move
    /// it led to has the number `move_number`.
    pub(super) fn judge(
        &self,
        thoughts: &[Option<Thought>],
        mover: Color,
        move_number: u32,
    ) -> Option<(KnownOutcome, &'static str)> {
        let last = |moves: u32| thoughts.len().checked_sub(2 * moves as usize).map(|from| &thoughts[from..]);
        if let Some(rule) = self.draw.filter(|rule| move_number >= rule.from_move)
            && let Some(last) = last(rule.moves)
            && last.iter().all(|thought| thought.is_some_and(|t| centipawns(t).unsigned_abs() <= rule.score))
        {
            return Some((KnownOutcome::Draw, "both see a draw"));
        }
        if let Some(rule) = self.resign
            && let Some(last) = last(rule.moves)
        {
            // The last thought is the mover's, those at an even distance from it too.
            let wins = |sign: i32| {
                let agrees = |(back, thought): (usize, &Option<Thought>)| {
                    let side = if back % 2 == 0 { sign } else { -sign };
                    thought.is_some_and(|thought| centipawns(thought) * side >= rule.score as i32)
                };
                last.iter().rev().enumerate().all(agrees)
            };
            let winner = if wins(1) { Some(mover) } else { wins(-1).then_some(!mover) };
            if let Some(winner) = winner {
                return Some((KnownOutcome::Decisive { winner }, "both see a win"));
            }
        }
        let longest = self.longest.is_some_and(|moves| thoughts.len() >= 2 * moves as usize);
        longest.then_some((KnownOutcome::Draw, "the game is too long"))
    }
}

fn centipawns(thought: Thought) -> i32 {
    match thought.score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => 100_000,
        Score::Mate(_) => -100_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(values: &[i32], move_number: u32) -> Option<KnownOutcome> {
        let rules = Adjudication {
            draw: Some(DrawRule { from_move: 30, moves: 2, score: 10 }),
            resign: Some(ResignRule { moves: 2, score: 500 }),
            longest: Some(5),
        };
        let thought = |&value: &i32| Some(Thought { depth: 1, score: Score::Centipawns(value), nodes: 1 });
        let thoughts: Vec<_> = values.iter().map(thought).collect();
        rules.judge(&thoughts, Color::White, move_number).map(|(outcome, _)| outcome)
    }

    #[test]
    fn both_must_agree() {
        let white = Some(KnownOutcome::Decisive { winner: Color::White });
        let black = Some(KnownOutcome::Decisive { winner: Color::Black });
        assert_eq!(judge(&[0, -600, 600, -600, 600], 10), white);
        assert_eq!(judge(&[600, -600, 600, -600], 10), black);
        assert_eq!(judge(&[-400, 600, -600, 600], 10), judge(&[0], 10));
        assert_eq!(judge(&[-600, 600, -600], 10), None);
        assert_eq!(judge(&[0, 0, 10, -10], 30), Some(KnownOutcome::Draw));
        assert_eq!(judge(&[0, 0, 10, -10], 29), None);
        assert_eq!(judge(&[300; 10], 29), Some(KnownOutcome::Draw));
    }
}
