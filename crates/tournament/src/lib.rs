//! Tests of playing strength: matches between engines, with ratings and sequential tests, and
//! suites of positions.
//!
//! ```
//! use play::{Control, Limits};
//!
//! // A problem: the best move (`bm`) mates on the back rank.
//! let suite = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"back rank\";";
//! let (problems, malformed) = tournament::parse_suite(suite.as_bytes(), "suite")?;
//! assert!(malformed.is_empty());
//!
//! let mut player = native::Native::new();
//! let result = tournament::solve(&mut player, &problems[0], &Limits::depth(4), &Control::new());
//! assert!(result.solved);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! `cargo run --release -p tournament --example play_match` plays a match and prints its table.
//!
//! An [`Engine`] is a [`play::Player`] of this process ([`LocalEngine`]) or another program
//! ([`ExternalEngine`]); [`EnginePlayer`] makes a player of any engine. [`Tournament`] plays all
//! games on several threads. A failing engine loses its game and is restarted; the match goes on.

mod engine;
mod engine_player;
mod external;
mod game;
mod local;
mod match_job;
mod match_settings;
mod openings;
mod plan;
mod record;
mod rules;
mod scoreboard;
mod settings;
mod spec;
mod suite;
mod suite_file;
mod suite_table;
mod summary;
mod tournament;

pub use engine::{Engine, EngineLimits, Fault};
pub use engine_player::EnginePlayer;
pub use external::{ExternalEngine, LineLog, Program, Protocol};
pub use local::LocalEngine;
pub use match_job::{MATCH, MatchJob, match_header, write_match};
pub use match_settings::{NamedSpec, match_settings};
pub use openings::{Opening, read_openings, read_pgn};
pub use plan::{Entrant, MatchPlan, entrants, of_one_variant};
pub use record::MatchGame;
pub use rules::{Adjudication, DrawRule, ResignRule, Rules, TablebaseRule};
pub use scoreboard::Scoreboard;
pub use settings::parse_sprt;
pub use spec::{EngineSpec, check_engines, distinct_names, parse_seconds};
pub use suite::{Moment, Points, Problem, SuiteResult, parse_suite, solve, solve_seated};
pub use suite_file::{SUITE, Suite, SuiteResults, SuiteSummary};
pub use suite_table::SuiteTable;
pub use summary::{Summary, game_line};
pub use tournament::{Pairing, Participant, Tournament, gauntlet, round_robin};
