//! The pool with one and several players.

#[path = "common/random_games.rs"]
mod random_games;

use std::sync::Arc;

use analysis::{Effort, Evaluated, JudgedGame, Pool, PoolResult, annotated_pgn};
use notation::Games;
use play::{Choice, Control, Crash, Game, Limits, Player, Report, Score};
use shakmaty::{Color, Position};

/// Captures the most valuable piece; panics at the move with this number.
struct Greedy {
    fails_at: Option<u32>,
}

impl Player for Greedy {
    fn name(&self) -> String {
        "Greedy".to_owned()
    }

    fn search(
        &mut self,
        game: &Game,
        _: &Limits,
        _: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Choice {
        let position = game.position();
        assert_ne!(
            Some(position.fullmoves().get()),
            self.fails_at,
            "out of order"
        );
        let best = position
            .legal_moves()
            .into_iter()
            .max_by_key(|made| made.capture())
            .expect("a legal move");
        let pieces = |color: Color| position.board().by_color(color).count() as i32;
        let score = Score::Centipawns(100 * (pieces(position.turn()) - pieces(!position.turn())));
        report(&Report {
            score,
            nodes: 1,
            ..Report::unsearched(1, vec![best])
        });
        Choice {
            best: Some(best),
            ponder: None,
        }
    }
}

fn pool(players: usize, fails_at: Option<u32>, control: &Control) -> Pool {
    let players = (0..players)
        .map(|_| Box::new(Greedy { fails_at }) as Box<dyn Player>)
        .collect();
    let silent: analysis::Progress = Arc::new(|_, _| ());
    Pool::new(players, &Effort::Search(Limits::depth(1)), control, &silent)
}

/// The output of a number of players.
fn analysed(players: usize) -> String {
    let games: String = (0..40)
        .map(|number| random_games::random_game(1, number))
        .collect();
    let text = format!("1. e5 *\n\n{games}");
    let mut games = Games::new(text.as_bytes());
    let mut pool = pool(players, None, &Control::new());
    let mut written = String::new();
    loop {
        while pool.has_room() {
            let Some(game) = games.next().transpose().unwrap() else {
                break;
            };
            pool.put(game);
        }
        match pool.take().unwrap() {
            None => return written,
            Some(PoolResult::Malformed(malformed)) => {
                written += &format!("{}: {}\n", malformed.number, malformed.reason)
            }
            Some(PoolResult::Evaluated(record, evaluated)) => {
                let Evaluated { evaluations, .. } = evaluated.expect("not stopped");
                assert_eq!(evaluations.len(), record.game.moves().len());
                written += &annotated_pgn(&JudgedGame::new(*record, evaluations), "Greedy");
            }
        }
    }
}

#[test]
fn pool_of_three_equals_pool_of_one() {
    let one = analysed(1);
    assert_eq!(one.matches("[Round ").count(), 40);
    assert!(
        one.starts_with("1: move 1: 'e5'") && one.contains("[%eval 1.00,1]"),
        "{one}"
    );
    assert_eq!(analysed(3), one);
}

fn take_one(mut pool: Pool) -> Result<Option<PoolResult>, Crash> {
    let text = random_games::random_game(1, 1);
    pool.put(Games::new(text.as_bytes()).next().unwrap().unwrap());
    pool.take()
}

#[test]
fn take_after_panic_returns_crash() {
    let crash = take_one(pool(2, Some(1), &Control::new())).unwrap_err();
    assert!(crash.to_string().contains("out of order"));
}

#[test]
fn take_after_stop_has_no_evaluations() {
    let control = Control::new();
    control.stop();
    assert!(matches!(
        take_one(pool(1, None, &control)),
        Ok(Some(PoolResult::Evaluated(_, None)))
    ));
}
