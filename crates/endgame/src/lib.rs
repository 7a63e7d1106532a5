//! Thompson's endgame databases: perfect play with few men, found backwards from the mates.
//!
//! From the mid 1970s Thompson solved endings by retrograde analysis; in 1978 Belle held the rook against Walter
//! Browne's queen out of such a database. [`build()`] makes these databases, [`Tablebase`] asks them, [`verify()`]
//! holds them against the rules of chess, [`Stats`] tells what is in them, and with [`TablebaseGame`] one can try what
//! Browne tried. Players ask [`Tablebases`], ours or Syzygy's, and let [`TablebaseOptions`] keep what the user set.
//!
//! How it works, from the inside out: `symmetry` and `kings` say which positions are the same; `index` numbers the
//! positions of a file, `layout` the bits of the sets; `sweep` takes moves back for whole sets; `outside` values the
//! moves that leave a set; `prepare` finds what is known before the sets grow, and `solve` grows them; `work` does that
//! for every slice of an ending and writes the file that `format` and `block` describe; `build` does that for every
//! ending.

mod build;
mod file;
mod index;
mod metric;
mod probe;
mod score;
mod verify;

pub use build::{BuildError, BuildOptions, MemoryPlan, Progress, build};
pub use file::format::{Damage, table_path};
pub use file::stats::{Record, SideStats, Stats};
pub use file::table::{Table, TableError};
pub use index::material::{MAX_PIECES, Material, UnknownMaterial};
pub use index::position::random_position;
pub use metric::{Metric, UnknownMetric};
pub use probe::error::ProbeError;
pub use probe::game::{GameError, PlayedMove, TablebaseGame};
pub use probe::options::TablebaseOptions;
pub use probe::prober::{MoveValue, Prober, Wdl};
pub use probe::ranking::{RankedMove, RootRanking};
pub use probe::speed::{ProbeSpeed, probe_speed};
pub use probe::syzygy::{Syzygy, SyzygyDirectoryError};
pub use probe::tablebase::Tablebase;
pub use probe::tablebases::{MoveValues, Tablebases, TablebasesError};
pub use score::Value;
pub use verify::{Agreement, ComparisonError, Verified, VerifyError, compare_with_syzygy, verify};
