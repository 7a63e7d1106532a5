//! Exact play against a lone king, for a player of limited strength.
//!
//! Whoever knows how to mate with a rook mates within sixteen moves, at any rating. A search alone
//! does not: its horizon ends before the mate, and the evaluation does not know the right corner.
//! Tables of these small endings are built in a fraction of a second, when one is first met.

use endgame::{BuildOptions, Material, Metric, Tablebases, build};
use shakmaty::{Chess, Position};
use tempfile::TempDir;

use crate::strength::is_lone_king;

/// Most pieces of an ending for which a table is built, with pawns and without. Searches win the
/// larger ones.
const MAX_PIECES_WITH_PAWNS: usize = 3;
const MAX_PIECES: usize = 4;

/// Tables of the endings met so far.
pub(crate) struct LoneKingTables {
    /// Holds the files of the tables; none before the first, or if the system has no room for them.
    folder: Option<TempDir>,
    tables: Tablebases,
    /// The endings that were built, or could not be.
    tried: Vec<Material>,
}

impl Default for LoneKingTables {
    fn default() -> LoneKingTables {
        LoneKingTables {
            folder: None,
            tables: Tablebases::none(),
            tried: Vec::new(),
        }
    }
}

impl LoneKingTables {
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
        if self.folder.is_none() {
            self.folder = tempfile::tempdir().ok();
        }
        let Some(folder) = &self.folder else { return };
        let options = BuildOptions::new(folder.path(), Metric::Dtm);
        if build(&[material], &options, &mut |_| ()).is_ok()
            && let Ok(tables) = Tablebases::open(folder.path(), &[Metric::Dtm])
        {
            self.tables = tables;
        }
    }
}
