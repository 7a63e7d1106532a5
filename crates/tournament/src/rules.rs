//! Rules of a match: time tolerance, timeouts and adjudication.

use std::env::split_paths;
use std::str::FromStr;
use std::time::Duration;

use anyhow::ensure;
use endgame::{Metric, Tablebases, Wdl};
use play::{Bound, EndCause, Game, GameEnd};
use shakmaty::{Color, KnownOutcome, Position};

use crate::engine::SearchInfo;
use crate::settings::fill;

/// What a mate is worth in centipawns when scores are compared with a rule's.
const MATE: i32 = 100_000;

/// Rules of every game of a match.
#[derive(Clone, Debug)]
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
        fill(
            text,
            &mut [
                ("from", &mut from_move),
                ("moves", &mut moves),
                ("score", &mut score),
            ],
        )?;
        Ok(DrawRule {
            from_move,
            moves: moves.max(1),
            score,
        })
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
        Ok(ResignRule {
            moves: moves.max(1),
            score,
        })
    }
}

/// The result by endgame tables, as soon as it is certain under the fifty-move rule.
#[derive(Clone, Debug)]
pub struct TablebaseRule {
    /// The folders as given.
    pub folders: String,
    tables: Tablebases,
}

impl TablebaseRule {
    /// Opens folders, separated as in `PATH`, of our tables, of Syzygy's or of both. Fails if one
    /// has neither.
    pub fn open(folders: &str) -> anyhow::Result<TablebaseRule> {
        // The fifty-move rule needs distances to zeroing; distances to mate come last.
        const ORDER: [Metric; 3] = [Metric::Dtz, Metric::Dtc, Metric::Dtm];
        let mut tables = Tablebases::none();
        for folder in split_paths(folders) {
            ensure!(
                !folder.as_os_str().is_empty(),
                "endgame tables: expected folders, got '{folders}'"
            );
            tables = tables.and(Tablebases::of_folder(&folder, &ORDER)?);
        }
        Ok(TablebaseRule {
            folders: folders.to_owned(),
            tables,
        })
    }

    fn judge(&self, game: &Game) -> Option<KnownOutcome> {
        if game.position().board().occupied().count() > self.tables.max_pieces() {
            return None;
        }
        let ranking = self
            .tables
            .rank_root_moves(game)
            .filter(|ranking| ranking.certain)?;
        let (mover, best) = (game.position().turn(), ranking.moves.first()?);
        Some(match best.result {
            Wdl::Win => KnownOutcome::Decisive { winner: mover },
            Wdl::Loss => KnownOutcome::Decisive { winner: !mover },
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => KnownOutcome::Draw,
        })
    }
}

/// Adjudication rules in force; none by default.
#[derive(Clone, Debug, Default)]
pub struct Adjudication {
    /// When a game is adjudicated as a draw.
    pub draw: Option<DrawRule>,
    /// When a game is adjudicated as a win.
    pub resign: Option<ResignRule>,
    /// When endgame tables give the result.
    pub tablebases: Option<TablebaseRule>,
    /// Moves of each side after which a game is a draw.
    pub max_moves: Option<u32>,
}

impl Adjudication {
    /// Adjudicates a game. The last entry of the engines' `infos` is `mover`'s, for move
    /// `move_number`.
    pub(crate) fn judge(
        &self,
        game: &Game,
        infos: &[Option<SearchInfo>],
        mover: Color,
        move_number: u32,
    ) -> Option<GameEnd> {
        if let Some(rule) = &self.tablebases
            && let Some(outcome) = rule.judge(game)
        {
            let cause = EndCause::Adjudication("endgame tables");
            return Some(GameEnd { outcome, cause });
        }
        let last = |moves: u32| {
            infos
                .len()
                .checked_sub(2 * moves as usize)
                .map(|from| &infos[from..])
        };
        // A bound ends no game: the score may be far beyond it.
        let score = |info: &Option<SearchInfo>| match info {
            Some(info) if info.bound == Bound::Exact => Some(info.score.centipawns(MATE)),
            _ => None,
        };
        if let Some(rule) = &self.draw
            && move_number >= rule.from_move
            && let Some(last) = last(rule.moves)
            && last.iter().all(|info| match score(info) {
                Some(score) => score.unsigned_abs() <= rule.score,
                None => false,
            })
        {
            let cause = EndCause::Adjudication("both scores near zero");
            return Some(GameEnd::draw(cause));
        }
        if let Some(rule) = self.resign
            && let Some(last) = last(rule.moves)
        {
            // The last info is the mover's, and so are those at an even distance from it.
            let wins = |sign: i32| {
                let agrees = |(back, info): (usize, &Option<SearchInfo>)| {
                    let side = if back % 2 == 0 { sign } else { -sign };
                    match score(info) {
                        Some(score) => score * side >= rule.score as i32,
                        None => false,
                    }
                };
                last.iter().rev().enumerate().all(agrees)
            };
            let winner = if wins(1) {
                Some(mover)
            } else if wins(-1) {
                Some(!mover)
            } else {
                None
            };
            if let Some(winner) = winner {
                let cause = EndCause::Adjudication("both scores decisive");
                return Some(GameEnd::won(winner, cause));
            }
        }
        if let Some(moves) = self.max_moves
            && infos.len() >= 2 * moves as usize
        {
            let cause = EndCause::Adjudication("move limit reached");
            return Some(GameEnd::draw(cause));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use play::Score;

    use super::*;

    #[test]
    fn adjudication_scores_agree_ends_game() {
        let white = Some(KnownOutcome::Decisive {
            winner: Color::White,
        });
        let black = Some(KnownOutcome::Decisive {
            winner: Color::Black,
        });
        let draw = Some(KnownOutcome::Draw);
        let rules = Adjudication {
            draw: Some(DrawRule {
                from_move: 30,
                moves: 2,
                score: 10,
            }),
            resign: Some(ResignRule {
                moves: 2,
                score: 500,
            }),
            tablebases: None,
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
            let info = |&score: &i32| {
                Some(SearchInfo {
                    depth: 1,
                    score: Score::Centipawns(score),
                    bound: Bound::Exact,
                    nodes: 1,
                })
            };
            let infos: Vec<_> = scores.iter().map(info).collect();
            let found = rules
                .judge(&Game::new(), &infos, Color::White, move_number)
                .map(|end| end.outcome);
            assert_eq!(found, expected, "{scores:?} at move {move_number}");
        }
    }

    #[test]
    fn adjudication_bounds_do_not_count() {
        let rules = Adjudication {
            draw: "from=1,moves=1,score=10".parse().ok(),
            resign: "moves=1,score=500".parse().ok(),
            ..Adjudication::default()
        };
        let info = |centipawns, bound| {
            Some(SearchInfo {
                depth: 1,
                score: Score::Centipawns(centipawns),
                bound,
                nodes: 1,
            })
        };
        let ends = |scores: [i32; 2], bounds: [Bound; 2]| {
            let infos = [info(scores[0], bounds[0]), info(scores[1], bounds[1])];
            rules
                .judge(&Game::new(), &infos, Color::Black, 10)
                .is_some()
        };
        for scores in [[700, -700], [-700, 700], [0, 0]] {
            assert!(ends(scores, [Bound::Exact; 2]), "{scores:?}");
            for bounds in [
                [Bound::Lower, Bound::Exact],
                [Bound::Exact, Bound::Upper],
                [Bound::Upper, Bound::Lower],
            ] {
                assert!(!ends(scores, bounds), "{scores:?} {bounds:?}");
            }
        }
    }

    #[test]
    fn rules_parse_with_defaults() {
        assert_eq!(
            "".parse(),
            Ok(DrawRule {
                from_move: 40,
                moves: 8,
                score: 10
            })
        );
        assert_eq!(
            "score=500".parse(),
            Ok(ResignRule {
                moves: 4,
                score: 500
            })
        );
        assert!(
            "mood=low"
                .parse::<ResignRule>()
                .unwrap_err()
                .contains("known: moves, score")
        );
    }
}
