//! The errors of a probe.

use shakmaty_syzygy::SyzygyError;
use thiserror::Error;

use crate::file::table::TableError;
use crate::index::material::Material;

/// A position could not be probed.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// More pieces than tables are built for.
    #[error("more pieces on the board than any table has")]
    TooManyPieces,
    /// Tables hold no positions with castling rights.
    #[error("a side may still castle: tables hold no such positions")]
    Castling,
    /// The table needed is not in the directory.
    #[error("no table of {0}")]
    Missing(Material),
    /// The table needed is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A Syzygy table is missing or could not be read.
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
