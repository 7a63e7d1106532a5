//! Scores of positions and moves by the scores that a table holds, which know no en passant.

use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::index::material::Material;
use crate::index::position::NormalizedPosition;
use crate::probe::prober::{ProbeError, score_for_mover};
use crate::score::{Metric, Score};

/// The score of a position, en passant rights included. `table_score` gives that of a position
/// without castling and en passant rights and with at least one piece besides the kings.
pub(crate) fn position_score(
    table_score: &impl Fn(&NormalizedPosition) -> Result<Score, ProbeError>,
    metric: Metric,
    position: &Chess,
) -> Result<Score, ProbeError> {
    let at = NormalizedPosition::of_board(position.board(), position.turn());
    let at = at.ok_or(ProbeError::TooManyPieces)?;
    if at.material == Material::BARE_KINGS {
        return Ok(Score::DRAW);
    }
    let plain = table_score(&at)?;
    if position.ep_square(EnPassantMode::Legal).is_none() {
        return Ok(plain);
    }
    let moves = position.legal_moves();
    let mut capture = Score::NONE;
    for m in moves.iter().filter(|m| m.is_en_passant()) {
        capture = capture.max(move_score(table_score, metric, position, *m)?);
    }
    // With no other move, the table's score is that of a stalemate or mate, which this is not.
    let forced = moves.iter().all(|m| m.is_en_passant());
    Ok(if forced { capture } else { plain.max(capture) })
}

pub(crate) fn move_score(
    table_score: &impl Fn(&NormalizedPosition) -> Result<Score, ProbeError>,
    metric: Metric,
    before: &Chess,
    m: Move,
) -> Result<Score, ProbeError> {
    let mut next = before.clone();
    next.play_unchecked(m);
    Ok(score_for_mover(
        metric,
        m,
        position_score(table_score, metric, &next)?,
    ))
}
