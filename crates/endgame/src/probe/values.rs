//! What a position and its moves are worth, from whatever holds the tables.

use shakmaty::{Chess, Move, Position, Role};

use crate::index::material::Material;
use crate::index::position::{NormalizedPosition, has_en_passant};
use crate::metric::Metric;
use crate::score::Score;

/// Something that knows the scores of positions without castling or en-passant rights.
pub(crate) trait ScoreSource {
    type Error;

    /// The score of a position with at least one man besides the kings.
    fn score(&mut self, at: &NormalizedPosition) -> Result<Score, Self::Error>;

    /// What to say of a position that no table could hold.
    fn too_many_pieces(&self) -> Self::Error;
}

/// The score of a position, the right to take en passant included.
pub(crate) fn score<S: ScoreSource>(
    source: &mut S,
    metric: Metric,
    position: &Chess,
) -> Result<Score, S::Error> {
    let stored = NormalizedPosition::of_board(position.board(), position.turn())
        .ok_or_else(|| source.too_many_pieces())?;
    if stored.material == Material::BARE_KINGS {
        return Ok(Score::DRAW);
    }
    let plain = source.score(&stored)?;
    if !has_en_passant(position) {
        return Ok(plain);
    }
    let moves = position.legal_moves();
    let mut taking = Score::NONE;
    for m in moves.iter().filter(|m| m.is_en_passant()) {
        taking = taking.max(after(source, metric, position, *m)?);
    }
    // With no other move, the table's value is that of a stalemate or mate which is none.
    let forced = moves.iter().all(|m| m.is_en_passant());
    Ok(if forced { taking } else { plain.max(taking) })
}

/// What a legal move is worth to the mover.
pub(crate) fn after<S: ScoreSource>(
    source: &mut S,
    metric: Metric,
    before: &Chess,
    m: Move,
) -> Result<Score, S::Error> {
    let mut next = before.clone();
    next.play_unchecked(m);
    Ok(worth(metric, m, score(source, metric, &next)?))
}

/// What a move is worth to the mover that leads to a position of score `child`.
pub(crate) fn worth(metric: Metric, m: Move, child: Score) -> Score {
    if m.is_capture() || m.is_promotion() {
        metric.conversion(child)
    } else if m.role() == Role::Pawn {
        metric.push(child)
    } else {
        child.parent()
    }
}

/// The score of a position whose best move has the score `best`; [`Score::NONE`] if it has no move.
pub(crate) fn of_best(best: Score, at: &Chess) -> Score {
    match best {
        Score::NONE if at.is_check() => Score::loss(0),
        Score::NONE => Score::DRAW,
        _ => best,
    }
}
