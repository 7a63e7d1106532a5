//! Thompson's endgame tablebases: perfect play with few pieces, computed backwards from the mates.
//!
//! From the mid 1970s Thompson solved endings by retrograde analysis. In 1978 Belle defended the rook against Walter
//! Browne's queen with such a tablebase. [`build()`] builds tables, [`Tablebase`] probes them, [`verify()`] checks
//! them against the rules of chess, and [`Stats`] summarizes them.
//! Players use [`Tablebases`], which may be ours or Syzygy's, and [`TablebaseOptions`].

mod build;
mod file;
mod index;
mod probe;
mod ranks;
mod score;
mod verify;

pub use build::{
    BuildError, BuildOptions, BuildSpeed, Bytes, InvalidBytes, Plan, Progress, build, build_with,
    with_dependencies,
};
pub use file::format::{Damage, table_path};
pub use file::stats::Stats;
pub use file::storage::FileError;
pub use file::table::{Table, TableError};
pub use index::material::{MAX_PIECES, Material, UnknownMaterial};
pub use index::position::random_position;
pub use probe::longest::{LongestLine, LongestMove};
pub use probe::options::TablebaseOptions;
pub use probe::prober::{MoveValue, ProbeError, Prober, TablebasesError, Wdl};
pub use probe::syzygy::Syzygy;
pub use probe::tablebase::{Tablebase, probe_speed};
pub use probe::tablebases::{RankedMove, Tablebases};
pub use ranks::{Alone, Ranks};
pub use score::{Metric, UnknownMetric, Value};
pub use verify::{
    Agreement, ComparisonError, Verified, VerifyError, VerifyOptions, compare_with_syzygy, verify,
};

/// Runs work that has parallel loops. They use one thread where the system has no more, and would panic without this.
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
