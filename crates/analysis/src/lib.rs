//! Game analysis by any [`play::Player`]: evaluations, annotations, summaries and graphs.
//!
//! Games are read one after another; few are in memory at a time.

mod annotate;
mod graph;
mod html;
mod journal;
mod judge;
mod merge;
mod openings;
mod output;
mod pool;
mod report;
mod result_files;
mod run;
mod score;
mod selection;
mod summary;

pub use annotate::annotated_pgn;
pub use graph::graph;
pub use journal::{
    Entry, EntryResult, Header, Journal, OutputPosition, Part, ResumePoint, Settings,
};
pub use judge::{Effort, Evaluation, Judgment, MoveEvaluation, Verdict, evaluate, judge};
pub use merge::{has_journal, merge};
pub use openings::{Opening, opening};
pub use output::Output;
pub use pool::{Pool, PoolResult, Progress};
pub use report::without_games;
pub use result_files::ResultFiles;
pub use run::{Analysis, Notice};
pub use score::{accuracy, expected_score};
pub use selection::{GameNumbers, GameNumbersError, Selection};
pub use summary::{Figures, OTHER_PLAYERS, Summary, Totals};
