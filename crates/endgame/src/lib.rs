//! Thompson's endgame databases: perfect play with few men, found backwards from the mates.
//!
//! From the mid 1970s Thompson solved endings by retrograde analysis; in 1978 Belle held the rook against Walter
//! Browne's queen out of such a database. [`build()`] makes these databases.

mod block;
mod build;
mod census;
mod checkpoint;
mod events;
mod format;
mod index;
mod kings;
mod layout;
mod lookup;
mod material;
mod metric;
mod outside;
mod plan;
mod position;
mod probe;
mod score;
mod solve;
mod store;
mod sweep;
mod symmetry;
mod table;
mod values;
mod verify;

pub use build::{BuildError, BuildOptions, Progress, build};
pub use format::{Damage, table_path};
pub use material::{MAX_MEN, Material, UnknownMaterial};
pub use metric::{Metric, UnknownMetric};
pub use plan::MemoryPlan;
pub use probe::{ProbeError, Prober, RatedMove, Tablebase};
pub use score::Value;
pub use table::{Table, TableError};
pub use verify::{Verified, VerifyError, verify};
