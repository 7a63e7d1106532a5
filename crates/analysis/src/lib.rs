//! Game analysis by any [`play::Player`]: evaluations, annotations, summaries and graphs.
//!
//! Games are read one after another; few are in memory at a time.

mod alternatives;
mod annotate;
mod entry;
mod evaluation;
mod graph;
mod hindsight;
mod html;
mod judge;
mod judged_game;
mod openings;
mod pool;
mod refuted;
mod report;
mod run;
mod score;
mod search;
mod selection;
mod side_row;
mod summary;
mod training;

pub use alternatives::{Alternatives, ValuedMove, find_alternatives};
pub use annotate::annotated_pgn;
pub use entry::{ANALYSIS, Entry, EntryResult, JudgedEntry, Outputs};
pub use evaluation::{Evaluation, MoveEvaluation};
pub use graph::graph;
pub use judge::{Effort, Judgment, Verdict, evaluate, judge};
pub use judged_game::JudgedGame;
pub use openings::{Opening, opening};
pub use pool::{Evaluated, Pool, PoolResult, Progress};
pub use report::finish;
pub use run::{Analysis, Notice};
pub use score::{accuracy, expected_score};
pub use selection::{GameNumbers, GameNumbersError, Selection};
pub use summary::{
    About, Duplicate, Figures, GameResults, OTHER_PLAYERS, OpeningRow, PlayerRow, Summary, Totals,
};
pub use training::{TrainingFilter, TrainingFilterError};
