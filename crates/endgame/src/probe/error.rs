//! The error of a probe.

use thiserror::Error;

use crate::file::table::TableError;
use crate::index::material::Material;

/// Why a position has no value.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// More men than tables are made for.
    #[error("more men on the board than any table has")]
    TooManyPieces,
    /// A side may still castle; tables hold no such positions.
    #[error("a side may still castle, which no table provides for")]
    Castling,
    /// The table needed is not in the directory.
    #[error("the table of {0} is not there")]
    Missing(Material),
    /// The table needed is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A Syzygy table is missing or could not be read.
    #[error("Syzygy: {0}")]
    Syzygy(String),
}
