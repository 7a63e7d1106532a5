//! Games judged move by move.

use analysis::{Effort, Evaluation, JudgedGame, annotated_pgn, evaluate, graph, opening};
use play::Score;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use shakmaty::CastlingMode;

use crate::error::failure;
use crate::memory::expect_memory;
use crate::player::{Player, SearchLimits};
use crate::position::uci;

/// The king takes the rook, which python-chess reads on boards of both kinds.
const CASTLING: CastlingMode = CastlingMode::Chess960;

/// Bytes that a letter of PGN becomes: text, elements, moves, and the text that is written.
const BYTES_A_LETTER: usize = 16;

/// Judges the first game of a PGN text: a row a move, the annotated PGN, the graph as SVG, and the
/// opening.
#[pyfunction]
pub(crate) fn judge<'py>(
    py: Python<'py>,
    player: &Player,
    pgn: &str,
    limits: SearchLimits,
    annotator: &str,
) -> PyResult<Bound<'py, PyDict>> {
    expect_memory(pgn.len().saturating_mul(BYTES_A_LETTER))?;
    let games = py.detach(|| notation::parse_games(pgn.as_bytes()));
    let game = games.map_err(failure)?.into_iter().next();
    let game = game.ok_or_else(|| failure("game: expected a game in PGN, got none"))?;
    let game = game.map_err(|malformed| {
        failure(format!(
            "game, line {}: {}",
            malformed.line, malformed.reason
        ))
    })?;
    let effort = Effort::Search(limits.limits(&game.game)?);
    let (moves, outcome) = (game.game.clone(), game.outcome);
    let evaluated = player.work(py, move |player, control| {
        play::check_position(player, moves.start())?;
        Ok::<_, String>(evaluate(
            player,
            &moves,
            outcome,
            &effort,
            control,
            &mut |_| (),
        ))
    })?;
    let evaluations = evaluated.map_err(failure)?;
    let evaluations = evaluations.ok_or_else(|| failure("the analysis was stopped"))?;
    let name = opening(&game.game).map(|opening| (opening.code, opening.name));
    let judged = JudgedGame::new(game, evaluations);

    let rows = PyList::empty(py);
    let made = judged.game.game.moves();
    let judgments = judged.evaluations.iter().zip(&judged.verdicts);
    for ((evaluation, verdict), &chess_move) in judgments.zip(made) {
        let row = PyDict::new(py);
        let text = uci(&[chess_move], CASTLING);
        row.set_item("move", &text[0])?;
        // At the depth that the search of the move reached, so that the loss is the difference of
        // the two.
        let before = evaluation_row(py, &evaluation.before, evaluation.best)?;
        row.set_item("before", before)?;
        let after = &evaluation.after;
        row.set_item("after", evaluation_row(py, after, after.score)?)?;
        row.set_item("loss", verdict.loss)?;
        row.set_item("accuracy", verdict.accuracy)?;
        let judgment = verdict.judgment;
        row.set_item("nag", judgment.map(|judgment| judgment.nag()))?;
        rows.append(row)?;
    }
    let answer = PyDict::new(py);
    answer.set_item("moves", rows)?;
    answer.set_item("opening", name)?;
    answer.set_item("pgn", annotated_pgn(&judged, annotator))?;
    answer.set_item("svg", graph(&judged))?;
    Ok(answer)
}

/// The score of a position from White's side, with the line of its evaluation.
fn evaluation_row<'py>(
    py: Python<'py>,
    evaluation: &Evaluation,
    score: Score,
) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    match score.for_white(evaluation.turn) {
        Score::Centipawns(value) => row.set_item("cp", value)?,
        Score::Mate(moves) => row.set_item("mate", moves)?,
    }
    // A side that is mated already is mated in no moves, whichever side it is.
    row.set_item("white_is_mated", evaluation.turn.is_white())?;
    row.set_item("pv", uci(&evaluation.line, CASTLING))?;
    Ok(row)
}
