//! Games judged by any [`play::Player`]: evaluated, annotated, summed up and drawn.
//!
//! Games are read as a stream: only a few are in memory at a time.

mod annotate;
mod graph;
mod journal;
mod judge;
mod pool;
pub mod report;
mod run;
mod score;
mod summary;

pub use annotate::annotated;
pub use graph::graph;
pub use journal::{Entry, EntryResult, Journal, OutputPosition, Settings, Start};
pub use judge::{Evaluation, Judgement, Verdict, evaluate, judge};
pub use pool::{Done, Pool, Progress};
pub use run::Analysis;
pub use score::{accuracy, expected};
pub use summary::{Figures, OTHERS, Summary, Totals};
