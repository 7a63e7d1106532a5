//! Whatever knows endings by heart: our own databases, or Syzygy tables.

use std::fmt::Debug;

use shakmaty::{CastlingMode, Chess, Move, Position};
pub use shakmaty_syzygy::Wdl;

use crate::metric::Metric;
use crate::probe::error::ProbeError;
use crate::probe::values::worth;
use crate::score::{Score, Value};

/// Plies without a capture or a pawn's move after which a game is drawn.
const FIFTY_MOVES: u32 = 100;

/// A move and what it is worth to the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub chess_move: Move,
    /// Its value before it is made: a mating move is a win in 1 ply.
    pub value: Value,
}

/// Something that knows the value of positions with few men. Any number of threads may ask it.
pub trait Prober: Debug + Send + Sync {
    /// What its distances count.
    fn metric(&self) -> Metric;

    /// Most men, kings included, of the positions it knows.
    fn max_pieces(&self) -> usize;

    /// Plies by which the way to a goal may be longer than the distance told.
    fn distance_error(&self) -> u32;

    /// The value of a position for the side to move, without regard to the fifty-move rule.
    ///
    /// # Errors
    /// [`ProbeError`] says why it has none; never a value out of a damaged file.
    fn probe(&self, position: &Chess) -> Result<Value, ProbeError>;

    /// Who wins, for a search: quicker than [`Prober::probe`] where that makes a difference. The position
    /// is taken to have just come about by a capture or pawn move; wins and losses that the fifty-move rule then makes
    /// a draw are told apart as far as they are known.
    ///
    /// # Errors
    /// As [`Prober::probe`].
    fn wdl(&self, position: &Chess) -> Result<Wdl, ProbeError>;

    /// All legal moves with their values, best first; equally good ones in the order of their UCI texts.
    ///
    /// # Errors
    /// As [`Prober::probe`].
    fn moves(&self, position: &Chess) -> Result<Vec<MoveValue>, ProbeError> {
        if position.castles().any() {
            return Err(ProbeError::Castling);
        }
        let mut rated = Vec::new();
        for chess_move in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(chess_move);
            let child = Score::from(self.probe(&next)?);
            let value = worth(self.metric(), chess_move, child).value().ok_or(ProbeError::TooManyPieces)?;
            rated.push(MoveValue { chess_move, value });
        }
        rated.sort_by_cached_key(|m| {
            let uci = m.chess_move.to_uci(CastlingMode::Standard).to_string();
            (std::cmp::Reverse(m.value), uci)
        });
        Ok(rated)
    }

    /// The best play of both sides from a won or lost position to mate, at most `limit` moves; nothing in a draw.
    ///
    /// With distance to conversion or to a zeroing move the line is the best to each conversion in turn.
    ///
    /// # Errors
    /// As [`Prober::probe`].
    fn best_line(&self, position: &Chess, limit: usize) -> Result<Vec<Move>, ProbeError> {
        let mut line = Vec::new();
        let mut at = position.clone();
        while line.len() < limit {
            match self.moves(&at)?.first() {
                Some(best) if best.value != Value::Draw => {
                    at.play_unchecked(best.chess_move);
                    line.push(best.chess_move);
                }
                _ => break,
            }
        }
        Ok(line)
    }
}

/// The result of a position of these men with `value` when the clock of fifty moves stands at `clock` plies, and
/// whether that is certain. Where it hangs on a ply that the tables do not tell, the rule is taken to apply.
pub(crate) fn with_fifty_move_rule(
    oracle: &dyn Prober,
    position: &Chess,
    value: Value,
    clock: u32,
) -> (Wdl, bool) {
    let zeroing = match oracle.metric() {
        Metric::Dtz => true,
        Metric::Dtc => position.board().pawns().is_empty(),
        Metric::Dtm => false,
    };
    let plies = u32::from(value.plies().unwrap_or(0)) + oracle.distance_error();
    let in_time = clock + plies <= FIFTY_MOVES;
    let result = match value {
        Value::Draw => return (Wdl::Draw, true),
        Value::Win(_) if zeroing && !in_time => Wdl::CursedWin,
        Value::Win(_) => Wdl::Win,
        Value::Loss(_) if zeroing && !in_time => Wdl::BlessedLoss,
        Value::Loss(_) => Wdl::Loss,
    };
    (result, zeroing || in_time)
}
