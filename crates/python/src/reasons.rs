//! Atlas' reasons for a move.

use atlas::{Atlas, Step};
use play::Control;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::failure;
use crate::position::{Position, uci};
use crate::waiting::stoppable;

/// What Atlas takes into account: the moves that it considers, best first, the chosen one, and why.
#[pyfunction]
pub(crate) fn atlas_reasons<'py>(
    py: Python<'py>,
    position: Position,
    options: Vec<(String, String)>,
) -> PyResult<Bound<'py, PyDict>> {
    let game = position.game()?;
    let mut atlas = Atlas::new();
    for (name, value) in &options {
        play::set_option(&mut atlas, name, value).map_err(failure)?;
    }
    play::check_position(&atlas, game.position()).map_err(failure)?;
    let control = Control::new();
    let explained = stoppable(py, || control.stop(), || atlas.explain(&game, &control))?;
    let explained = explained.map_err(failure)?;
    let considered = PyList::empty(py);
    for one in &explained.considered {
        let row = PyDict::new(py);
        row.set_item(
            "move",
            uci(&[one.chess_move], position.castling()).remove(0),
        )?;
        row.set_item("line", one.line.join(" "))?;
        // In tenths of a pawn there, in centipawns for users.
        row.set_item("balance", one.balance * 10)?;
        row.set_item("mobility", one.mobility)?;
        row.set_item("own_moves", one.final_mobility.own)?;
        row.set_item("opponents_moves", one.final_mobility.opponents)?;
        row.set_item("mate", one.mate)?;
        let castling = match one.step {
            Step::Castles => "castles",
            Step::Nearer => "nearer",
            Step::Same => "",
            Step::Away => "away",
        };
        row.set_item("castling", castling)?;
        considered.append(row)?;
    }
    let answer = PyDict::new(py);
    answer.set_item("text", explained.to_string())?;
    answer.set_item("moves", considered)?;
    if let Some((chess_move, reason)) = explained.chosen {
        answer.set_item("move", uci(&[chess_move], position.castling()).remove(0))?;
        answer.set_item("reason", reason.text())?;
    }
    Ok(answer)
}
