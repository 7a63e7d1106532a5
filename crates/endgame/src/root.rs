//! What databases say of a root: which moves are best, the game's history and the fifty-move rule regarded.

use play::{Ending, Game};
use shakmaty::{Chess, Move, Position};
use shakmaty_syzygy::Wdl;

use crate::metric::Metric;
use crate::score::Value;
use crate::tables::Tables;

/// Plies without capture or pawn move that make a draw.
const FIFTY_MOVES: u32 = 100;

/// The best moves of a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// What the distance in `value` counts.
    pub metric: Metric,
    /// What the position is worth to the side to move, by the best of the moves allowed.
    pub value: Value,
    /// All moves that keep this value, in the order of their UCI texts: the shortest wins, the moves that hold the draw,
    /// or the longest defences.
    pub moves: Vec<Move>,
    /// Moves that the database was asked about.
    pub asked: u64,
}

impl Tables {
    /// The best of the moves in `allowed`; `None` if no database knows them all.
    ///
    /// A move that ends the game in a draw by its history is worth a draw. Distances to a zeroing move are held against
    /// the clock of fifty moves; the other metrics know nothing of it.
    pub fn root(&self, game: &Game, allowed: &[Move]) -> Option<Root> {
        let rating = self.moves(game.position())?;
        let asked = rating.moves.len() as u64;
        let mut ahead = game.clone();
        let mut moves: Vec<(Move, Value)> = Vec::new();
        for rated in rating.moves.iter().filter(|rated| allowed.contains(&rated.chess_move)) {
            ahead.play(rated.chess_move);
            let drawn = ahead.ending().is_some_and(|ending| !matches!(ending, Ending::Checkmate { .. }))
                || (rating.metric == Metric::Dtz && self.too_late(rated.value, game, ahead.position()));
            ahead.undo();
            moves.push((rated.chess_move, if drawn { Value::Draw } else { rated.value }));
        }
        let value = moves.iter().map(|(_, value)| *value).max()?;
        moves.retain(|(_, kept)| *kept == value);
        let moves = moves.into_iter().map(|(chess_move, _)| chess_move).collect();
        Some(Root { metric: rating.metric, value, moves, asked })
    }

    /// Whether the fifty-move rule makes a draw of what a move is worth.
    fn too_late(&self, value: Value, game: &Game, after: &Chess) -> bool {
        if after.halfmoves() == 0 {
            return matches!(self.wdl(after), Some(Wdl::CursedWin | Wdl::BlessedLoss));
        }
        let plies = value.plies().map_or(0, u32::from);
        game.position().halfmoves() + plies > FIFTY_MOVES
    }
}
