//! Scores of positions and moves, computed from table scores.

use shakmaty::{Chess, Move, Position, Role};

use crate::index::material::Material;
use crate::index::position::{NormalizedPosition, has_en_passant};
use crate::metric::Metric;
use crate::score::Score;

/// A source of scores of positions without castling and en passant rights.
pub(crate) trait ScoreSource {
    type Error;

    /// The score of a position with at least one piece besides the kings.
    fn score(&mut self, at: &NormalizedPosition) -> Result<Score, Self::Error>;

    /// The error for a position with too many pieces.
    fn too_many_pieces(&self) -> Self::Error;
}

/// The score of a position, en passant rights included.
pub(crate) fn position_score<S: ScoreSource>(
    source: &mut S,
    metric: Metric,
    position: &Chess,
) -> Result<Score, S::Error> {
    let at = NormalizedPosition::of_board(position.board(), position.turn());
    let at = at.ok_or_else(|| source.too_many_pieces())?;
    if at.material == Material::BARE_KINGS {
        return Ok(Score::DRAW);
    }
    let plain = source.score(&at)?;
    if !has_en_passant(position) {
        return Ok(plain);
    }
    let moves = position.legal_moves();
    let mut capture = Score::NONE;
    for m in moves.iter().filter(|m| m.is_en_passant()) {
        capture = capture.max(move_score(source, metric, position, *m)?);
    }
    // With no other move, the table's score is that of a stalemate or mate, which this is not.
    let forced = moves.iter().all(|m| m.is_en_passant());
    Ok(if forced { capture } else { plain.max(capture) })
}

pub(crate) fn move_score<S: ScoreSource>(
    source: &mut S,
    metric: Metric,
    before: &Chess,
    m: Move,
) -> Result<Score, S::Error> {
    let mut next = before.clone();
    next.play_unchecked(m);
    Ok(score_for_mover(metric, m, position_score(source, metric, &next)?))
}

/// The score, for the mover, of a move into a position of score `child`.
pub(crate) fn score_for_mover(metric: Metric, m: Move, child: Score) -> Score {
    if m.is_capture() || m.is_promotion() {
        metric.conversion(child)
    } else if m.role() == Role::Pawn {
        metric.push(child)
    } else {
        child.parent()
    }
}

/// The score of a position whose best move has the score `best`; [`Score::NONE`] stands for no legal move.
pub(crate) fn score_from_best(best: Score, at: &Chess) -> Score {
    match best {
        Score::NONE if at.is_check() => Score::loss(0),
        Score::NONE => Score::DRAW,
        _ => best,
    }
}
