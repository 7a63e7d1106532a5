//! Endgame tablebases after Thompson: perfect play with few pieces, computed backwards from the
//! mates.
//!
//! From the mid 1970s Thompson solved endings by retrograde analysis. In 1978 Belle defended the
//! rook against Walter Browne's queen with such a tablebase. [`build()`] builds tables,
//! [`Tablebase`] probes them, [`verify()`] checks them against the rules of chess, and [`Stats`]
//! summarizes them. Players use [`Tablebases`], which may be ours or Syzygy's, and
//! [`TablebaseOptions`]. Without the feature `files`, as in WebAssembly, these are all there is,
//! and no table can be opened.
//!
//! ```
//! use endgame::{BuildOptions, Metric, Prober, Tablebase, Value, build};
//! use shakmaty::{CastlingMode, Chess, fen::Fen};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let options = BuildOptions::new(folder.path(), Metric::Dtm);
//! build(&["KQK".parse()?], &options, &mut |_progress| {})?;
//!
//! let tables = Tablebase::open(folder.path(), Metric::Dtm)?;
//! let fen: Fen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1".parse()?;
//! let position: Chess = fen.into_position(CastlingMode::Standard)?;
//! assert_eq!(tables.probe(&position)?, Value::Win(17));
//! # Ok(())
//! # }
//! ```
//!
//! `cargo run -p endgame --example king_and_queen` plays such a win to the mate.

#[cfg(feature = "files")]
mod build;
#[cfg(feature = "files")]
mod file;
#[cfg(feature = "files")]
mod index;
#[cfg(feature = "files")]
mod ordinal;
mod probe;
#[cfg(feature = "files")]
mod ranks;
mod score;
#[cfg(feature = "files")]
mod verify;

#[cfg(feature = "files")]
pub use build::{
    BuildError, BuildOptions, BuildSpeed, Bytes, InvalidBytes, Plan, Progress, build,
    build_in_memory, build_with, with_dependencies,
};
#[cfg(feature = "files")]
pub use file::format::{Damage, table_path};
#[cfg(feature = "files")]
pub use file::stats::Stats;
#[cfg(feature = "files")]
pub use file::storage::FileError;
#[cfg(feature = "files")]
pub use file::table::{Table, TableError};
#[cfg(feature = "files")]
pub use index::material::{MAX_PIECES, Material, UnknownMaterial};
#[cfg(feature = "files")]
pub use index::position::random_position;
#[cfg(feature = "files")]
pub use probe::longest::{LongestLine, LongestMove};
pub use probe::options::TablebaseOptions;
#[cfg(feature = "files")]
pub use probe::prober::TablebasesError;
pub use probe::prober::{MoveValue, ProbeError, Prober, Wdl};
#[cfg(feature = "files")]
pub use probe::syzygy::Syzygy;
#[cfg(feature = "files")]
pub use probe::tablebase::{Tablebase, probe_speed};
pub use probe::tablebases::{RankedMove, Tablebases};
#[cfg(feature = "files")]
pub use ranks::{Alone, Ranks};
pub use score::{Metric, UnknownMetric, Value};
#[cfg(feature = "files")]
pub use verify::{
    Agreement, ComparisonError, Verified, VerifyError, VerifyOptions, compare_with_syzygy, verify,
};

/// Runs work that has parallel loops. They use one thread where the system has no more, and would
/// panic without this.
#[cfg(feature = "files")]
pub fn with_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let many = rayon::ThreadPoolBuilder::new().build();
    let one = || {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(1);
        builder.use_current_thread().build()
    };
    match many.or_else(|_| one()) {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}
