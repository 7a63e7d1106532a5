//! The interface shared by our tablebases and Syzygy's.

use std::cmp::Reverse;
use std::fmt::Debug;
#[cfg(feature = "files")]
use std::path::PathBuf;

use shakmaty::{CastlingMode, Chess, Move, Position, Role};
use shakmaty_syzygy::SyzygyError;
use thiserror::Error;

#[cfg(feature = "files")]
use crate::file::storage::FileError;
#[cfg(feature = "files")]
use crate::file::table::TableError;
#[cfg(feature = "files")]
use crate::index::material::Material;
use crate::score::{Metric, Score, Value};

pub use shakmaty_syzygy::Wdl;

/// Plies without a capture or pawn move after which a game is drawn.
const FIFTY_MOVES: u32 = 100;

/// A move and its value for the mover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub chess_move: Move,
    /// The value before the move is made: a mating move is a win in 1 ply.
    pub value: Value,
}

/// A position could not be probed.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ProbeError {
    #[error("more pieces on the board than any table has")]
    TooManyPieces,
    #[error("a side may still castle: tables hold no such positions")]
    Castling,
    #[cfg(feature = "files")]
    #[error("no table of {0}")]
    Missing(Material),
    #[cfg(feature = "files")]
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("Syzygy: {0}")]
    Syzygy(String),
}

impl From<SyzygyError> for ProbeError {
    fn from(error: SyzygyError) -> ProbeError {
        match error {
            SyzygyError::Castling => ProbeError::Castling,
            SyzygyError::TooManyPieces => ProbeError::TooManyPieces,
            error => ProbeError::Syzygy(error.to_string()),
        }
    }
}

/// A directory could not be used.
#[cfg(feature = "files")]
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum TablebasesError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("no endgame tables in {0}")]
    Empty(PathBuf),
    #[error(transparent)]
    Io(#[from] FileError),
    #[error("no Syzygy tables there")]
    NoSyzygy,
}

/// A tablebase. Any number of threads may probe it.
pub trait Prober: Debug + Send + Sync {
    /// The metric of its distances.
    fn metric(&self) -> Metric;
    /// Most pieces, kings included, of its positions; 2 if it is empty.
    fn max_pieces(&self) -> usize;
    /// Plies by which the true distance to the goal may exceed a reported distance.
    fn distance_error(&self) -> u32;
    /// The value of a position for the side to move, ignoring the fifty-move rule. Never out of a
    /// damaged file.
    fn probe(&self, position: &Chess) -> Result<Value, ProbeError>;
    /// Win, draw or loss, for a search. The fifty-move counter is taken to be zero. Wins and losses
    /// that the fifty-move rule turns into draws are distinguished as far as they are known.
    fn wdl(&self, position: &Chess) -> Result<Wdl, ProbeError>;

    /// All legal moves with their values, best first; equal ones in the order of their UCI texts.
    fn moves(&self, position: &Chess) -> Result<Vec<MoveValue>, ProbeError> {
        if position.castles().any() {
            return Err(ProbeError::Castling);
        }
        let mut moves = Vec::new();
        for chess_move in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(chess_move);
            let score = score_for_mover(self.metric(), chess_move, Score::from(self.probe(&next)?));
            let value = score.value().ok_or(ProbeError::TooManyPieces)?;
            moves.push(MoveValue { chess_move, value });
        }
        moves.sort_by_cached_key(|m| {
            (
                Reverse(m.value),
                m.chess_move.to_uci(CastlingMode::Standard).to_string(),
            )
        });
        Ok(moves)
    }

    /// The best play of both sides from a won or lost position, at most `limit` moves; empty in a
    /// draw. With distance to conversion or to a zeroing move, the line is best to each goal in
    /// turn.
    fn best_line(&self, position: &Chess, limit: usize) -> Result<Vec<Move>, ProbeError> {
        best_line(position, limit, |at| self.moves(at))
    }
}

/// Plays the first of `moves` again and again, until the value is a draw or there is none.
pub(crate) fn best_line<E>(
    position: &Chess,
    limit: usize,
    moves: impl Fn(&Chess) -> Result<Vec<MoveValue>, E>,
) -> Result<Vec<Move>, E> {
    let mut line = Vec::new();
    let mut at = position.clone();
    while line.len() < limit {
        match moves(&at)?.first() {
            Some(best) if best.value != Value::Draw => {
                at.play_unchecked(best.chess_move);
                line.push(best.chess_move);
            }
            _ => break,
        }
    }
    Ok(line)
}

/// The result of a position with `value` when the fifty-move counter stands at `counter` plies, and
/// whether it is certain. If it depends on a ply that the tables do not hold, the fifty-move rule
/// is assumed to apply.
pub(crate) fn with_fifty_move_rule(
    prober: &dyn Prober,
    position: &Chess,
    value: Value,
    counter: u32,
) -> (Wdl, bool) {
    let zeroing = match prober.metric() {
        Metric::Dtz => true,
        Metric::Dtc => position.board().pawns().is_empty(),
        Metric::Dtm => false,
    };
    let plies = u32::from(value.plies().unwrap_or(0)) + prober.distance_error();
    let in_time = counter + plies <= FIFTY_MOVES;
    let result = match value {
        Value::Draw => return (Wdl::Draw, true),
        Value::Win(_) if zeroing && !in_time => Wdl::CursedWin,
        Value::Win(_) => Wdl::Win,
        Value::Loss(_) if zeroing && !in_time => Wdl::BlessedLoss,
        Value::Loss(_) => Wdl::Loss,
    };
    (result, zeroing || in_time)
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
