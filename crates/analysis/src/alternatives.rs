//! Other moves in place of a bad one: those that are about as good as the best, and what all the
//! rest lose at least. So a report can judge any move that its reader tries.

use std::time::{Duration, Instant};

use play::{Control, Game, Limits, Player, Score};
use shakmaty::{Move, Position};

use crate::evaluation::MoveEvaluation;
use crate::judge::{Effort, Judgment, Verdict};
use crate::score::{CEILING, expected_score};
use crate::search::search;

/// Searches for the moves in place of one. Where more are about as good, hardly any move is bad.
const MOST_SEARCHES: usize = 6;
/// Share of a game's time that they get all together, and the longest that one may take.
const SHARE: u32 = 8;
const LONGEST: Duration = Duration::from_secs(2);

/// Moves in place of a bad one.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternatives {
    /// The ply of the bad move, from 0.
    pub ply: usize,
    /// Those about as good as the best, which is not among them, the best first.
    pub good: Vec<ValuedMove>,
    /// What each of the other moves loses at least, in centipawns. None if they were not judged.
    pub others_lose: Option<u32>,
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedMove {
    /// The move.
    pub chess_move: Move,
    /// Its value from the mover's side.
    pub score: Score,
    /// Centipawns that it loses against the best move.
    pub loss: u32,
}

/// Finds the moves in place of each that was judged bad. The best of all moves but those known
/// already is searched again and again, until it is bad: then the rest is no better. Returns what
/// was found until `control` stopped it.
pub fn find_alternatives(
    player: &mut dyn Player,
    game: &Game,
    evaluations: &[MoveEvaluation],
    verdicts: &[Verdict],
    effort: &Effort,
    control: &Control,
) -> Vec<Alternatives> {
    let mut bad = Vec::new();
    for (ply, verdict) in verdicts.iter().enumerate() {
        if verdict.judgment.is_some() {
            bad.push(ply);
        }
    }
    let begun = Instant::now();
    let mut found = Vec::new();
    for (done, &ply) in bad.iter().enumerate() {
        let limits = match effort {
            Effort::Search(limits) => limits.clone(),
            Effort::Game(time) => {
                let left = (*time / SHARE).saturating_sub(begun.elapsed());
                // Two searches each is usual: the second best move is bad, or the third.
                let share = left / (2 * (bad.len() - done) as u32);
                Limits::move_time(share.min(LONGEST))
            }
        };
        let position = Game::from_position(game.positions()[ply].clone()).without_history();
        found.push(alternatives(
            player,
            &position,
            game.moves()[ply],
            ply,
            &evaluations[ply],
            &limits,
            control,
        ));
        if control.stopped() {
            break;
        }
    }
    found
}

fn alternatives(
    player: &mut dyn Player,
    position: &Game,
    made: Move,
    ply: usize,
    evaluation: &MoveEvaluation,
    limits: &Limits,
    control: &Control,
) -> Alternatives {
    let mut found = Alternatives {
        ply,
        good: Vec::new(),
        others_lose: None,
    };
    let before = &evaluation.before;
    let best = before.score.centipawns(CEILING);
    let mut rest = position.position().legal_moves().to_vec();
    rest.retain(|&other| other != made && before.line.first() != Some(&other));
    for _ in 0..MOST_SEARCHES {
        if rest.is_empty() {
            break;
        }
        let limits = Limits {
            search_moves: rest.clone(),
            // No deeper than the best move was searched: neither is to see farther.
            depth: before.depth,
            ..limits.clone()
        };
        let searched = search(player, position, &limits, control);
        if control.stopped() || searched.depth == 0 {
            break;
        }
        let Some(&chess_move) = searched.line.first() else {
            break;
        };
        let value = searched.score.centipawns(CEILING);
        let loss = (best - value).max(0);
        if is_bad(best, value) {
            found.others_lose = Some(loss.unsigned_abs());
            break;
        }
        rest.retain(|&other| other != chess_move);
        found.good.push(ValuedMove {
            chess_move,
            score: searched.score,
            loss: loss.unsigned_abs(),
        });
    }
    found
}

/// Whether a move with this value gets a sign, as the moves of the game do.
fn is_bad(best: i32, value: i32) -> bool {
    Judgment::of(expected_score(best) - expected_score(value)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Evaluation;
    use crate::judge::judge;
    use notation::parse_move;
    use play::{Choice, Report};
    use shakmaty::{Chess, Color};

    /// Values the first moves as a table tells, and others as lost.
    struct Teller(Vec<(&'static str, i32)>);

    impl Teller {
        fn value(&self, position: &Chess, made: Move) -> i32 {
            for (text, value) in &self.0 {
                if parse_move(position, text) == Ok(made) {
                    return *value;
                }
            }
            -500
        }
    }

    impl Player for Teller {
        fn name(&self) -> String {
            "Teller".to_owned()
        }

        fn search(
            &mut self,
            game: &Game,
            limits: &Limits,
            _: &Control,
            report: &mut dyn FnMut(&Report),
        ) -> Choice {
            let position = game.position();
            let best = limits.search_moves.iter().copied();
            let best = best.max_by_key(|&made| self.value(position, made)).unwrap();
            report(&Report {
                score: Score::Centipawns(self.value(position, best)),
                nodes: 1,
                ..Report::unsearched(limits.depth.unwrap_or(1), vec![best])
            });
            Choice {
                best: Some(best),
                ponder: None,
            }
        }
    }

    fn found(values: &[(&'static str, i32)]) -> (Vec<String>, Option<u32>) {
        let mut game = Game::new();
        let best = parse_move(game.position(), "e4").unwrap();
        let start = game.position().clone();
        game.play(parse_move(game.position(), "f3").unwrap());
        let of_side = |turn, score, line| Evaluation {
            turn,
            score: Score::Centipawns(score),
            depth: Some(5),
            line,
        };
        let evaluations = [MoveEvaluation {
            before: of_side(Color::White, 50, vec![best]),
            after: of_side(Color::Black, 200, Vec::new()),
            best: Score::Centipawns(50),
        }];
        let verdicts = judge(&game, &evaluations);
        let mut found = find_alternatives(
            &mut Teller(values.to_vec()),
            &game,
            &evaluations,
            &verdicts,
            &Effort::Search(Limits::depth(5)),
            &Control::new(),
        );
        let Alternatives {
            good, others_lose, ..
        } = found.remove(0);
        let mut names = Vec::new();
        for ValuedMove {
            chess_move, loss, ..
        } in good
        {
            names.push(format!("{} -{loss}", play::san(&start, chess_move)));
        }
        (names, others_lose)
    }

    #[test]
    fn alternatives_are_the_good_moves_and_what_the_rest_loses() {
        // A move of 50 is best; from -5 on a move gets a sign.
        let several = found(&[("d4", 40), ("Nf3", 70), ("c4", 10), ("a3", -100)]);
        let names = ["Nf3 -0", "d4 -10", "c4 -40"].map(str::to_owned).to_vec();
        assert_eq!(several, (names, Some(150)));
        assert_eq!(found(&[]), (Vec::new(), Some(550)));
        // Where many moves are good, the others are not judged.
        let all = ["d4", "Nf3", "c4", "a3", "b3", "g3", "h3", "d3", "Nc3"];
        let many: Vec<_> = all.map(|text| (text, 45)).to_vec();
        let (names, rest) = found(&many);
        assert_eq!((names.len(), rest), (MOST_SEARCHES, None));
    }
}
