//! Evaluations of a game's positions, and judgments of its moves.

use std::time::{Duration, Instant};

use play::{Control, EndCause, Game, Limits, Player, Score};
use serde::{Deserialize, Serialize};
use shakmaty::{Color, KnownOutcome, Move, Outcome, Position};

use crate::evaluation::{Evaluation, MoveEvaluation};
use crate::hindsight;
use crate::score::{CEILING, accuracy, expected_score};
use crate::search::search;

/// Class of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgment {
    /// It lost at least 0.05 of the expected score.
    Inaccuracy,
    /// It lost at least 0.10.
    Mistake,
    /// It lost at least 0.15.
    Blunder,
}

impl Judgment {
    /// Least share of the expected score lost, the worst class first.
    const THRESHOLDS: [(Judgment, f64); 3] = [
        (Judgment::Blunder, 0.15),
        (Judgment::Mistake, 0.10),
        (Judgment::Inaccuracy, 0.05),
    ];

    pub(crate) fn of(score_lost: f64) -> Option<Judgment> {
        Judgment::THRESHOLDS
            .into_iter()
            .find(|&(_, least)| score_lost >= least)
            .map(|(judgment, _)| judgment)
    }

    /// PGN's numeric annotation glyph: `?!`, `?` or `??`.
    pub fn nag(self) -> u8 {
        match self {
            Judgment::Inaccuracy => 6,
            Judgment::Mistake => 2,
            Judgment::Blunder => 4,
        }
    }

    /// The usual sign.
    pub fn sign(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "?!",
            Judgment::Mistake => "?",
            Judgment::Blunder => "??",
        }
    }
}

/// Loss, accuracy and class of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The side that made it.
    pub turn: Color,
    /// Centipawns lost against the best move.
    pub loss: u32,
    /// Accuracy from 0 to 100.
    pub accuracy: f64,
    /// Its class, if it was bad.
    pub judgment: Option<Judgment>,
}

/// Effort spent on a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Effort {
    /// Limits of each search.
    Search(Limits),
    /// Time for the whole game, shared among its moves.
    Game(Duration),
}

/// Evaluates all moves of a game that ended with `outcome`. Returns `None` if `control` stopped it.
///
/// A position is searched without the moves before it: a game that went on was not drawn, so its
/// repetitions and its count of moves without a capture say nothing about its moves.
///
/// Best move and move made are searched from the same position to the same depth, so neither sees
/// farther. The player's tables are cleared before the game and kept within it, so limits of depth
/// or nodes give the same evaluations each time. At the end the mates found in later positions
/// correct what was said of the moves that led to them.
pub fn evaluate(
    player: &mut dyn Player,
    game: &Game,
    outcome: Outcome,
    effort: &Effort,
    control: &Control,
    progress: &mut dyn FnMut(usize),
) -> Option<Vec<MoveEvaluation>> {
    player.new_game();
    let mut budget = Budget {
        effort,
        begun: Instant::now(),
        left: 2 * game.moves().len() as u32,
    };
    let mut replayed = Game::from_position(game.start().clone());
    let mut evaluations = Vec::with_capacity(game.moves().len());
    for (ply, &made) in game.moves().iter().enumerate() {
        progress(ply);
        let turn = replayed.position().turn();
        let alone = replayed.without_history();
        let root = search(player, &alone, &budget.next(), control);
        let is_last = ply + 1 == game.moves().len();
        let drawn_here = is_last && outcome == Outcome::Known(KnownOutcome::Draw);
        let known = score_by_rules(&mut replayed, made, drawn_here);
        let searched = match known {
            None if root.line.first() != Some(&made) => {
                let limits = Limits {
                    search_moves: vec![made],
                    depth: if root.depth > 0 {
                        Some(root.depth)
                    } else {
                        None
                    },
                    ..budget.next()
                };
                search(player, &alone, &limits, control)
            }
            _ => {
                budget.skip();
                root.clone()
            }
        };
        if control.stopped() {
            return None;
        }
        let after = match known {
            Some(score) => Evaluation {
                turn: !turn,
                score,
                depth: None,
                line: Vec::new(),
            },
            None => Evaluation {
                turn: !turn,
                score: searched.score.after_move(),
                depth: Some(searched.depth),
                line: searched.line.get(1..).unwrap_or_default().to_vec(),
            },
        };
        evaluations.push(MoveEvaluation {
            best: root.score_at(searched.depth),
            after,
            before: root.evaluation(turn),
        });
        replayed.play(made);
    }
    hindsight::correct(game, &mut evaluations, &mut |position, search_moves| {
        let limits = Limits {
            search_moves,
            ..budget.next()
        };
        let found = search(player, position, &limits, control);
        if control.stopped() { None } else { Some(found) }
    })?;
    Some(evaluations)
}

/// Limits of one search after the other.
struct Budget<'a> {
    effort: &'a Effort,
    begun: Instant,
    /// Searches left in the game.
    left: u32,
}

impl Budget<'_> {
    const SHORTEST: Duration = Duration::from_millis(10);
    /// Limits a search of a short game, which has time to spare.
    const LONGEST: Duration = Duration::from_secs(5);

    fn next(&mut self) -> Limits {
        let left = self.left.max(1);
        self.skip();
        match self.effort {
            Effort::Search(limits) => limits.clone(),
            Effort::Game(time) => {
                let share = time.saturating_sub(self.begun.elapsed()) / left;
                Limits::move_time(share.clamp(Budget::SHORTEST, Budget::LONGEST))
            }
        }
    }

    /// Leaves a search out; its time goes to the others.
    fn skip(&mut self) {
        self.left = self.left.saturating_sub(1);
    }
}

/// The value that the rules give the position after a move. A draw that must be claimed counts only
/// if the game was `drawn_here`.
fn score_by_rules(game: &mut Game, made: Move, drawn_here: bool) -> Option<Score> {
    game.play(made);
    let ending = game.ending();
    game.undo();
    match ending?.cause {
        EndCause::Checkmate => Some(Score::Mate(0)),
        EndCause::Repetition | EndCause::FiftyMoves if !drawn_here => None,
        _ => Some(Score::Centipawns(0)),
    }
}

/// Judges each move by its evaluations. The best move loses nothing.
pub fn judge(game: &Game, evaluations: &[MoveEvaluation]) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for (evaluation, &made) in evaluations.iter().zip(game.moves()) {
        verdicts.push(verdict(evaluation, made));
    }
    verdicts
}

fn verdict(evaluation: &MoveEvaluation, made: Move) -> Verdict {
    let MoveEvaluation {
        before,
        after,
        best,
    } = evaluation;
    let turn = before.turn;
    let (best, reached) = (best.centipawns(CEILING), -after.score.centipawns(CEILING));
    let is_best = before.line.first() == Some(&made);
    let loss = if is_best { 0 } else { (best - reached).max(0) };
    let score_lost = if loss == 0 {
        0.0
    } else {
        expected_score(best) - expected_score(reached)
    };
    Verdict {
        turn,
        loss: loss.unsigned_abs(),
        accuracy: accuracy(score_lost),
        judgment: Judgment::of(score_lost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;
    use play::{Choice, Report};

    #[test]
    fn judge_loss_decides_judgment() {
        let mut game = Game::new();
        let best = parse_move(game.position(), "d4").unwrap();
        game.play(parse_move(game.position(), "f3").unwrap());
        let judged = |before: Score, after: Score, line: Vec<Move>| {
            let best = before;
            let before = Evaluation {
                turn: Color::White,
                score: before,
                depth: Some(1),
                line,
            };
            let after = Evaluation {
                turn: Color::Black,
                score: after,
                depth: Some(1),
                line: Vec::new(),
            };
            let verdict = judge(
                &game,
                &[MoveEvaluation {
                    before,
                    after,
                    best,
                }],
            )[0];
            (verdict.loss, verdict.judgment)
        };
        let cp = Score::Centipawns;
        assert_eq!(judged(cp(30), cp(-30), vec![best]), (0, None));
        assert_eq!(
            judged(cp(0), cp(60), vec![best]),
            (60, Some(Judgment::Inaccuracy))
        );
        assert_eq!(
            judged(cp(0), cp(120), vec![best]),
            (120, Some(Judgment::Mistake))
        );
        assert_eq!(
            judged(cp(0), cp(180), vec![best]),
            (180, Some(Judgment::Blunder))
        );
        // In a won position a pawn counts little.
        assert_eq!(judged(cp(900), cp(-800), vec![best]), (100, None));
        assert_eq!(
            judged(Score::Mate(2), cp(-100), vec![best]),
            (900, Some(Judgment::Blunder))
        );
        assert_eq!(
            judged(cp(0), Score::Mate(3), vec![best]),
            (1000, Some(Judgment::Blunder))
        );
        // The player's own choice loses nothing, and no move gains.
        assert_eq!(judged(cp(200), cp(0), game.moves().to_vec()), (0, None));
        assert_eq!(judged(cp(0), cp(-50), vec![best]), (0, None));
    }

    /// Values a position with a bonus for the side that makes the last move of the search, as real
    /// searches do.
    struct Optimist;

    impl Player for Optimist {
        fn name(&self) -> String {
            "Optimist".to_owned()
        }

        fn search(
            &mut self,
            game: &Game,
            limits: &Limits,
            _: &Control,
            report: &mut dyn FnMut(&Report),
        ) -> Choice {
            let depth = limits.depth.unwrap_or(1);
            let legal = game.position().legal_moves();
            let best = *limits.search_moves.first().unwrap_or(&legal[0]);
            for depth in 1..=depth {
                let score = Score::Centipawns(if depth % 2 == 1 { 60 } else { -60 });
                report(&Report {
                    score,
                    nodes: 1,
                    ..Report::unsearched(depth, vec![best])
                });
            }
            Choice {
                best: Some(best),
                ponder: None,
            }
        }
    }

    #[test]
    fn evaluate_move_and_best_move_have_the_same_horizon() {
        let mut game = Game::new();
        for text in ["f3", "f6", "g3", "g6", "e4"] {
            game.play(parse_move(game.position(), text).unwrap());
        }
        for depth in 1..=4 {
            let effort = Effort::Search(Limits::depth(depth));
            let found = evaluate(
                &mut Optimist,
                &game,
                Outcome::Unknown,
                &effort,
                &Control::new(),
                &mut |_| (),
            )
            .unwrap();
            let losses: Vec<u32> = judge(&game, &found)
                .iter()
                .map(|verdict| verdict.loss)
                .collect();
            assert_eq!(losses, [0; 5], "depth {depth}");
        }
    }

    /// Knows only the rules, as the history of its game tells them: a position that was there
    /// before, or follows fifty moves without a capture, is worth nothing, every other one ten
    /// pawns to White.
    struct Historian;

    impl Player for Historian {
        fn name(&self) -> String {
            "Historian".to_owned()
        }

        fn search(
            &mut self,
            game: &Game,
            limits: &Limits,
            _: &Control,
            report: &mut dyn FnMut(&Report),
        ) -> Choice {
            let legal = game.position().legal_moves();
            let best = *limits.search_moves.first().unwrap_or(&legal[0]);
            let mut after = game.clone();
            after.play(best);
            let recurs = after.repetitions() > 0 || after.position().halfmoves() >= 100;
            let white = if recurs { 0 } else { 1000 };
            let score = Score::Centipawns(game.position().turn().fold_wb(white, -white));
            report(&Report {
                score,
                nodes: 1,
                ..Report::unsearched(limits.depth.unwrap_or(1), vec![best])
            });
            Choice {
                best: Some(best),
                ponder: None,
            }
        }
    }

    /// White's values after the moves of a game that ended so.
    fn values(fen: &str, moves: &str, outcome: Outcome) -> Vec<i32> {
        let mut game = Game::from_fen(fen).unwrap();
        for text in moves.split_whitespace() {
            game.play(parse_move(game.position(), text).unwrap());
        }
        let effort = Effort::Search(Limits::depth(3));
        let control = Control::new();
        let found = evaluate(
            &mut Historian,
            &game,
            outcome,
            &effort,
            &control,
            &mut |_| (),
        );
        let found = found.unwrap();
        found.iter().map(|made| made.after.white()).collect()
    }

    #[test]
    fn evaluate_history_of_a_game_that_went_on_does_not_count() {
        const WON: Outcome = Outcome::Known(KnownOutcome::Decisive {
            winner: Color::White,
        });
        const LOST: Outcome = Outcome::Known(KnownOutcome::Decisive {
            winner: Color::Black,
        });
        const DRAWN: Outcome = Outcome::Known(KnownOutcome::Draw);
        const OPEN: Outcome = Outcome::Unknown;
        let queen = "6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 60";
        let near = "6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 94 60";
        let last = "6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 99 60";
        let beyond = "6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 149 90";
        let black = "6k1/5ppp/8/8/8/8/5PPP/Q5K1 b - - 0 60";
        let twice = "Qb1 Kh8 Qa1 Kg8 Qb1 Kh8";
        let thrice = "Qb1 Kh8 Qa1 Kg8 Qb1 Kh8 Qa1 Kg8";
        let on = "Qb1 Kh8 Qa1 Kg8 Qb1 Kh8 Qa1 Kg8 Qb1 Kh8 Qa1";
        let none: &[usize] = &[];
        // The plies after which a position is worth nothing.
        for (fen, moves, outcome, drawn) in [
            (queen, twice, WON, none),
            (queen, twice, DRAWN, none),
            (queen, thrice, WON, none),
            (queen, thrice, LOST, none),
            (queen, thrice, OPEN, none),
            (queen, thrice, DRAWN, &[8]),
            (queen, on, WON, none),
            // The fourth time, and it was drawn at last.
            (queen, on, DRAWN, &[11]),
            (queen, "Qb1 Kh8 Qa1 Kg8 Qb1 Kh8 Qa1 Kg8 h3", DRAWN, none),
            (near, on, WON, none),
            (near, "Qb1 Kh8 Qa1 Kg8 Qb1 Kh8 Qc1", DRAWN, &[7]),
            (near, "Qb1 Kh8 Qa1 Kg8 Qb1 Kh8 h3", DRAWN, none),
            (last, "Qb1", DRAWN, &[1]),
            (last, "Qb1", WON, none),
            (last, "Qb1", OPEN, none),
            (last, "h3", DRAWN, none),
            (last, "Qb1 Kh8 Qc1 Kg8", DRAWN, &[4]),
            (beyond, "Qb1 Kh8", LOST, none),
            (beyond, "Qb1 Kh8", DRAWN, &[2]),
            (black, "Kh8 Qb1 Kg8 Qa1 Kh8 Qb1 Kg8 Qa1 Kh8", WON, none),
            (black, "Kh8 Qb1 Kg8 Qa1 Kh8 Qb1 Kg8 Qa1", DRAWN, &[8]),
            // With its right to castle a king stands in another position.
            (
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8",
                DRAWN,
                none,
            ),
            // Draws that nobody need claim.
            ("8/8/8/8/3k4/8/1r6/K7 w - - 0 1", "Kxb2", WON, &[1]),
            ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", LOST, &[1]),
        ] {
            let mut expected = vec![1000; moves.split(' ').count()];
            for ply in drawn {
                expected[ply - 1] = 0;
            }
            assert_eq!(
                values(fen, moves, outcome),
                expected,
                "{fen} {moves} {outcome}"
            );
        }
    }
}
