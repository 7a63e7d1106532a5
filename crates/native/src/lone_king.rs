//! Exact play against a lone king.
//!
//! Whoever knows how to mate with a rook mates within sixteen moves, at any rating. A search of
//! limited strength does not: its horizon ends before the mate. With bishop and knight, or two
//! bishops, not even a search of full strength does in a second, for the evaluation does not know
//! the right corner. Tables of these small endings are built in a fraction of a second, when one is
//! first met.

use std::mem;
use std::time::Duration;

use endgame::{Material, Metric, Tablebases, build_in_memory, with_threads};
use play::TimeBudget;
use shakmaty::{Chess, Position};

use crate::strength::is_lone_king;

/// Least time of a move in which a table may be built, which takes half of it.
const BUILDING: Duration = Duration::from_millis(900);

/// Most pieces of an ending for which a table is built, with pawns and without. Searches win the
/// larger ones.
const MAX_PIECES_WITH_PAWNS: usize = 3;
const MAX_PIECES: usize = 4;

/// Tables of the endings met so far.
#[derive(Default)]
pub(crate) struct LoneKingTables {
    tables: Tablebases,
    /// The endings that were built, or could not be.
    tried: Vec<Material>,
}

impl LoneKingTables {
    /// The tables for a player of full strength: he needs them only against a lone king that bishops
    /// and knights mate, and builds one only where he has time.
    pub(crate) fn of_full_strength(
        &mut self,
        position: &Chess,
        budget: &TimeBudget,
    ) -> &Tablebases {
        let board = position.board();
        let are_minor_pieces = (board.pawns() | board.rooks_and_queens()).is_empty();
        let has_time = budget.hard.is_none_or(|hard| hard >= BUILDING);
        if are_minor_pieces && has_time {
            self.of(position);
        }
        &self.tables
    }

    /// The tables, with that of this position if the ending is a small one against a lone king.
    pub(crate) fn of(&mut self, position: &Chess) -> &Tablebases {
        let board = position.board();
        let most = if board.pawns().any() {
            MAX_PIECES_WITH_PAWNS
        } else {
            MAX_PIECES
        };
        if is_lone_king(position) && board.occupied().count() <= most {
            let (material, _) = Material::of_board(board);
            if !self.tried.contains(&material) {
                self.tried.push(material);
                self.build(material);
            }
        }
        &self.tables
    }

    /// Without room for a table the search plays as well as it can.
    fn build(&mut self, material: Material) {
        if let Ok(tables) = with_threads(|| build_in_memory(&[material], Metric::Dtm)) {
            let earlier = mem::take(&mut self.tables);
            self.tables = earlier.and(Tablebases::of(tables));
        }
    }
}
