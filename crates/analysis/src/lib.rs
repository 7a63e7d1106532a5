//! Game analysis by any [`play::Player`]: evaluations, annotations, summaries and graphs.
//!
//! Games are read one after another; few are in memory at a time.

mod annotate;
mod graph;
mod journal;
mod judge;
mod pool;
pub mod report;
mod run;
mod score;
mod summary;

pub use annotate::annotated_pgn;
pub use graph::graph;
pub use journal::{Entry, EntryResult, Journal, OutputPosition, ResumePoint, Settings};
pub use judge::{Evaluation, Judgement, Verdict, evaluate, judge};
pub use pool::{Pool, PoolResult, Progress};
pub use run::Analysis;
pub use score::{accuracy, expected_score};
pub use summary::{Figures, OTHER_PLAYERS, Summary, Totals};
