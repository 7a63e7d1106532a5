//! Rules of a match: time tolerance, timeouts and adjudication.

use std::str::FromStr;
use std::time::Duration;

use play::Score;
use shakmaty::{Color, KnownOutcome};

use crate::engine::SearchInfo;
use crate::settings::fill;

/// Rules of every game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Time by which a clock may be overstepped: a move travels through pipes and threads.
    pub time_margin: Duration,
    /// Wall-clock limit of a move that no clock bounds.
    pub hang_timeout: Duration,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            adjudication: Adjudication::default(),
            time_margin: Duration::from_millis(100),
            hang_timeout: Duration::from_secs(600),
        }
    }
}

/// A draw when both engines' scores have been near zero for several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// First move number at which it applies.
    pub from_move: u32,
    /// Moves of each side.
    pub moves: u32,
    /// Greatest score, in centipawns.
    pub score: u32,
}

impl FromStr for DrawRule {
    type Err = String;

    /// Parses `from=40,moves=8,score=10`; settings not given have these values.
    fn from_str(text: &str) -> Result<DrawRule, String> {
        let [mut from_move, mut moves, mut score] = [40, 8, 10];
        fill(text, &mut [("from", &mut from_move), ("moves", &mut moves), ("score", &mut score)])?;
        Ok(DrawRule { from_move, moves: moves.max(1), score })
    }
}

/// A loss when both engines have agreed on it for several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Moves of each side.
    pub moves: u32,
    /// Least score of the winner, in centipawns.
    pub score: u32,
}

impl FromStr for ResignRule {
    type Err = String;

    /// Parses `moves=4,score=700`; settings not given have these values.
    fn from_str(text: &str) -> Result<ResignRule, String> {
        let [mut moves, mut score] = [4, 700];
        fill(text, &mut [("moves", &mut moves), ("score", &mut score)])?;
        Ok(ResignRule { moves: moves.max(1), score })
    }
}

/// Adjudication rules in force; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// When a game is adjudicated as a draw.
    pub draw: Option<DrawRule>,
    /// When a game is adjudicated as a win.
    pub resign: Option<ResignRule>,
    /// Moves of each side after which a game is a draw.
    pub max_moves: Option<u32>,
}

impl Adjudication {
    /// Adjudicates a game from the engines' scores: the result and its reason. The last entry of `infos` is
    /// `mover`'s, for move `move_number`.
    pub(crate) fn judge(
        &self,
        infos: &[Option<SearchInfo>],
        mover: Color,
        move_number: u32,
    ) -> Option<(KnownOutcome, &'static str)> {
        let last = |moves: u32| infos.len().checked_sub(2 * moves as usize).map(|from| &infos[from..]);
        if let Some(rule) = self.draw.filter(|rule| move_number >= rule.from_move)
            && let Some(last) = last(rule.moves)
            && last.iter().all(|info| info.is_some_and(|info| centipawns(info).unsigned_abs() <= rule.score))
        {
            return Some((KnownOutcome::Draw, "both scores near zero"));
        }
        if let Some(rule) = self.resign
            && let Some(last) = last(rule.moves)
        {
            // The last info is the mover's, and so are those at an even distance from it.
            let wins = |sign: i32| {
                let agrees = |(back, info): (usize, &Option<SearchInfo>)| {
                    let side = if back % 2 == 0 { sign } else { -sign };
                    info.is_some_and(|info| centipawns(info) * side >= rule.score as i32)
                };
                last.iter().rev().enumerate().all(agrees)
            };
            let winner = if wins(1) { Some(mover) } else { wins(-1).then_some(!mover) };
            if let Some(winner) = winner {
                return Some((KnownOutcome::Decisive { winner }, "both scores decisive"));
            }
        }
        let over_long = self.max_moves.is_some_and(|moves| infos.len() >= 2 * moves as usize);
        over_long.then_some((KnownOutcome::Draw, "move limit reached"))
    }
}

fn centipawns(info: SearchInfo) -> i32 {
    match info.score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => 100_000,
        Score::Mate(_) => -100_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjudication_scores_agree_ends_game() {
        let white = Some(KnownOutcome::Decisive { winner: Color::White });
        let black = Some(KnownOutcome::Decisive { winner: Color::Black });
        let draw = Some(KnownOutcome::Draw);
        let rules = Adjudication {
            draw: Some(DrawRule { from_move: 30, moves: 2, score: 10 }),
            resign: Some(ResignRule { moves: 2, score: 500 }),
            max_moves: Some(5),
        };
        for (scores, move_number, expected) in [
            (&[0, -600, 600, -600, 600][..], 10, white),
            (&[600, -600, 600, -600], 10, black),
            (&[-400, 600, -600, 600], 10, None),
            (&[0], 10, None),
            (&[-600, 600, -600], 10, None),
            (&[0, 0, 10, -10], 30, draw),
            (&[0, 0, 10, -10], 29, None),
            (&[300; 10], 29, draw),
        ] {
            let info =
                |&score: &i32| Some(SearchInfo { depth: 1, score: Score::Centipawns(score), nodes: 1 });
            let infos: Vec<_> = scores.iter().map(info).collect();
            let found = rules.judge(&infos, Color::White, move_number).map(|(outcome, _)| outcome);
            assert_eq!(found, expected, "{scores:?} at move {move_number}");
        }
    }

    #[test]
    fn rules_parse_with_defaults() {
        assert_eq!("".parse(), Ok(DrawRule { from_move: 40, moves: 8, score: 10 }));
        assert_eq!("score=500".parse(), Ok(ResignRule { moves: 4, score: 500 }));
        assert!("mood=low".parse::<ResignRule>().unwrap_err().contains("known: moves, score"));
    }
}
