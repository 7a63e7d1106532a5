//! The databases that a player asks, at its root and in its search.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use play::Game;
use shakmaty::{Chess, Move, Position};
use shakmaty_syzygy::Wdl;
use thiserror::Error;

use crate::file::table::TableError;
use crate::metric::Metric;
use crate::probe::prober::{MoveValue, Prober};
use crate::probe::ranking::{RootRanking, rank_root_moves};
use crate::probe::syzygy::{Syzygy, SyzygyDirectoryError};
use crate::probe::tablebase::Tablebase;

/// Databases in the order in which they are asked. Clones share them, and any thread may ask.
///
/// An answer is `None` where no database has one: too many men, castling rights, a table missing or damaged. A player
/// then thinks for itself.
#[derive(Clone, Debug, Default)]
pub struct Tablebases {
    oracles: Vec<Arc<dyn Prober>>,
}

/// The moves of a position as one database rates them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValues {
    /// What the distances count.
    pub metric: Metric,
    /// All legal moves, best first; equally good ones in the order of their UCI texts.
    pub moves: Vec<MoveValue>,
}

/// Why a directory gave no tables.
#[derive(Debug, Error)]
pub enum TablebasesError {
    /// The directory could not be read, or a table's header is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There are no endgame tables in it.
    #[error("no endgame tables in {0}")]
    Empty(PathBuf),
    /// Syzygy tables could not be used.
    #[error(transparent)]
    Syzygy(#[from] SyzygyDirectoryError),
}

impl Tablebases {
    /// No tables: knows nothing.
    pub fn none() -> Tablebases {
        Tablebases::default()
    }

    /// Our own tables in `dir`, each metric one database; where several know a position, the first in `order` answers.
    ///
    /// # Errors
    /// [`TablebasesError`] if the directory holds none, or a damaged one.
    pub fn open(dir: &Path, order: &[Metric]) -> Result<Tablebases, TablebasesError> {
        let mut oracles: Vec<Arc<dyn Prober>> = Vec::new();
        for &metric in order {
            let tablebase = Tablebase::open(dir, metric)?;
            if !tablebase.tables().is_empty() {
                oracles.push(Arc::new(tablebase));
            }
        }
        if oracles.is_empty() {
            Err(TablebasesError::Empty(dir.to_owned()))
        } else {
            Ok(Tablebases { oracles })
        }
    }

    /// Syzygy tables in these directories.
    ///
    /// # Errors
    /// [`TablebasesError::Syzygy`] if they hold none, or one that is cut off.
    pub fn syzygy<P: AsRef<Path>>(dirs: impl IntoIterator<Item = P>) -> Result<Tablebases, TablebasesError> {
        Ok(Tablebases { oracles: vec![Arc::new(Syzygy::open(dirs)?)] })
    }

    /// These, and then those of `other`.
    pub fn and(mut self, other: Tablebases) -> Tablebases {
        self.oracles.extend(other.oracles);
        self
    }

    /// Most men, kings included, of any position they know; 0 if there are no tables. A search asks only up to that.
    pub fn max_pieces(&self) -> usize {
        self.oracles.iter().map(|o| o.max_pieces()).max().unwrap_or(0)
    }

    /// Who wins, for a search. It is right for a position just after a capture or pawn move, whatever its clock of
    /// fifty moves says. Syzygy tables tell all wins apart that the fifty-move rule undoes; ours those whose next
    /// capture or pawn move is more than fifty moves away, by distance to a zeroing move, or to conversion without pawns.
    pub fn wdl(&self, position: &Chess) -> Option<Wdl> {
        self.asked(position).find_map(|oracle| oracle.wdl(position).ok())
    }

    /// All legal moves with their values, for a root. The fifty-move rule is left to the caller.
    pub fn moves(&self, position: &Chess) -> Option<MoveValues> {
        self.asked(position).find_map(|oracle| {
            let moves = oracle.moves(position).ok()?;
            Some(MoveValues { metric: oracle.metric(), moves })
        })
    }

    /// What to do at the end of `game`: its moves as the first database that knows them judges them, with the game's
    /// history and its clock of fifty moves. Where it cannot tell what the clock does, one that counts to a zeroing
    /// move is preferred.
    pub fn rank_root_moves(&self, game: &Game) -> Option<RootRanking> {
        let mut known =
            self.asked(game.position()).filter_map(|oracle| rank_root_moves(&**oracle, game).ok());
        let first = known.next()?;
        let surer = if first.certain { None } else { known.find(|advice| advice.metric == Metric::Dtz) };
        Some(surer.unwrap_or(first))
    }

    /// The best play of both sides from a won or lost position, as far as it is known, at most `limit` moves.
    pub fn best_line(&self, position: &Chess, limit: usize) -> Vec<Move> {
        let mut at = position.clone();
        let mut line = Vec::new();
        while line.len() < limit {
            let Some(best) = self.moves(&at).and_then(|rating| rating.moves.into_iter().next()) else {
                break;
            };
            if best.value.sign() == 0 {
                break;
            }
            at.play_unchecked(best.chess_move);
            line.push(best.chess_move);
        }
        line
    }

    /// Those who may know a position.
    fn asked<'a>(&'a self, position: &Chess) -> impl Iterator<Item = &'a Arc<dyn Prober>> + use<'a> {
        let men = position.board().occupied().count();
        let castles = position.castles().any();
        self.oracles.iter().filter(move |oracle| !castles && men <= oracle.max_pieces())
    }
}
