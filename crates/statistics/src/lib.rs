//! Statistics of games and of other samples: Elo differences, the sequential probability ratio
//! test, ratings, intervals and tests of significance. Numbers go in and numbers come out: nothing
//! here knows engines, files or the words of a report.
//!
//! ```
//! use statistics::Pentanomial;
//!
//! // Of 40 pairs of games, 10 were won with 1 1/2 of 2 points and 30 with 2.
//! let pairs = Pentanomial([0, 0, 0, 10, 30]);
//! let elo = pairs.elo().expect("the pairs differ");
//! assert!(elo.difference - elo.error > 300.0);
//! ```

mod comparison;
mod elo;
mod estimate;
mod matrix;
mod paired;
mod ratings;
mod sprt;

pub use comparison::{Comparison, Tails};
pub use elo::{Elo, Pentanomial, elo, expected};
pub use estimate::{Estimate, Interval, TWO_SIDED_95, mean, ratio, share};
pub use matrix::invert;
pub use paired::Paired;
pub use ratings::{Pairwise, Rating, Ratings, fit, performances, slope_of_gains};
pub use sprt::{Sprt, Verdict};
