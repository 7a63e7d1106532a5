//! The errors of a probe.

use shakmaty_syzygy::SyzygyError;
use thiserror::Error;

use crate::file::table::TableError;
use crate::index::material::Material;

/// A position could not be probed.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ProbeError {
    #[error("more pieces on the board than any table has")]
    TooManyPieces,
    #[error("a side may still castle: tables hold no such positions")]
    Castling,
    #[error("no table of {0}")]
    Missing(Material),
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
