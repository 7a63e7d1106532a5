//! Games of others: read one by one from a stream of PGN, judged by any [`play::Player`], written again with its
//! judgements, summed up for each game and each player, and drawn.
//!
//! Nothing here keeps more than a few games in memory, however many there are.

mod annotate;
mod graph;
mod judge;
mod pool;
mod score;
mod summary;

pub use annotate::annotated;
pub use graph::graph;
pub use judge::{Evaluation, Judgement, Verdict, evaluate, judge};
pub use pool::{Done, Pool, Progress};
pub use score::{accuracy, expected};
pub use summary::{Figures, OTHERS, Summary, Totals};
