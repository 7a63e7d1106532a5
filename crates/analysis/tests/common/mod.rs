//! Shared helpers of the tests.

use analysis::Evaluation;
use notation::ParsedGame;
use play::{Game, Score};
use shakmaty::Position;

/// Invented values, with another best move everywhere.
pub(crate) fn made_up(game: &Game) -> Vec<Evaluation> {
    let evaluation = |(ply, position): (usize, &shakmaty::Chess)| Evaluation {
        turn: position.turn(),
        score: if ply % 7 == 6 { Score::Mate(-2) } else { Score::Centipawns((ply as i32 * 173) % 500) },
        depth: Some(3),
        line: position.legal_moves().into_iter().next_back().into_iter().collect(),
    };
    game.positions().iter().enumerate().map(evaluation).collect()
}

/// The game with made-up values, in PGN.
pub(crate) fn written(record: &ParsedGame) -> String {
    let evaluations = made_up(&record.game);
    analysis::annotated_pgn(record, &evaluations, &analysis::judge(&record.game, &evaluations), "nobody")
}
