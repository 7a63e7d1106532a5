//! Games of others: read one by one from a stream of PGN, judged by any [`play::Player`], written again with its
//! judgements, summed up for each game and each player, and drawn.
//!
//! Nothing here keeps more than a few games in memory, however many there are.

mod annotate;
mod fingerprint;
mod graph;
mod judge;
mod lexer;
mod pool;
mod reader;
mod record;
mod score;
mod source;
mod summary;

pub use annotate::annotated;
pub use fingerprint::Fingerprint;
pub use graph::graph;
pub use judge::{Evaluation, Judgement, Verdict, evaluate, judge};
pub use pool::{Done, Pool, Progress};
pub use reader::{Games, LONGEST, Malformed, Read};
pub use record::{Element, Record};
pub use score::{accuracy, expected};
pub use source::Place;
pub use summary::{Figures, OTHERS, Summary, Totals};
