//! Thompson's endgame databases: perfect play with few men, found backwards from the mates.
//!
//! From the mid 1970s Thompson solved endings by retrograde analysis; in 1978 Belle held the rook against Walter
//! Browne's queen out of such a database. [`build()`] makes these databases, [`Tablebase`] asks them, [`verify()`]
//! holds them against the rules of chess, [`Stats`] tells what is in them, and with [`Challenge`] one can try what
//! Browne tried. Players ask [`Tables`], ours or Syzygy's, and let [`OwnTables`] keep what the user set.
//!
//! How it works, from the inside out: `symmetry` and `kings` say which positions are the same; `index` numbers the
//! positions of a file, `layout` the bits of the sets; `sweep` takes moves back for whole sets; `outside` values the
//! moves that leave a set; `prepare` finds what is known before the sets grow, and `solve` grows them; `work` does that
//! for every slice of an ending and writes the file that `format` and `block` describe; `build` does that for every
//! ending.

mod advice;
mod block;
mod build;
mod census;
mod challenge;
mod chart;
mod checkpoint;
mod compare;
mod encode;
mod events;
mod format;
mod index;
mod kings;
mod layout;
mod lookup;
mod material;
mod metric;
mod options;
mod oracle;
mod outside;
mod plan;
mod position;
mod prepare;
mod probe;
mod rate;
mod sample;
mod score;
mod solve;
mod stats;
mod store;
mod sweep;
mod symmetry;
mod syzygy;
mod table;
mod tables;
mod values;
mod verify;
mod work;

pub use advice::{Advice, AdvisedMove};
pub use build::{BuildError, BuildOptions, Progress, build};
pub use challenge::{Challenge, ChallengeError, Judgement};
pub use compare::{Agreement, DisagreementError, compare_with_syzygy};
pub use format::{Damage, table_path};
pub use material::{MAX_MEN, Material, UnknownMaterial};
pub use metric::{Metric, UnknownMetric};
pub use options::OwnTables;
pub use oracle::{Oracle, RatedMove, Wdl};
pub use plan::MemoryPlan;
pub use probe::{ProbeError, Tablebase};
pub use rate::{ProbeRate, probe_rate};
pub use sample::random_position;
pub use score::Value;
pub use stats::{Record, SideStats, Stats};
pub use syzygy::{Syzygy, SyzygyDirectoryError};
pub use table::{Table, TableError};
pub use tables::{Rating, Tables, TablesError};
pub use verify::{Verified, VerifyError, verify};
