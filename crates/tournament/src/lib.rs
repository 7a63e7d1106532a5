//! Tests of playing strength: matches between engines, with SPRT and ratings, and suites of positions.
//!
//! An [`Engine`] is a [`play::Player`] of this process ([`LocalEngine`]) or another program ([`ExternalEngine`]).
//! [`Tournament`] plays all games on several threads. A failing engine loses its game and is restarted; the match
//! goes on.

mod engine;
mod external;
mod game;
mod games_file;
mod local;
mod openings;
mod ratings;
mod record;
mod rules;
mod scoreboard;
mod settings;
mod spec;
mod sprt;
mod statistics;
mod suite;
mod summary;
mod tournament;

pub use engine::{Engine, EngineLimits, Fault};
pub use external::{ExternalEngine, LineLog, Program, Protocol};
pub use games_file::{GamesFile, completed_games, match_key};
pub use local::LocalEngine;
pub use openings::{Opening, read_openings, read_pgn};
pub use ratings::{Pairwise, Rating, Ratings, fit};
pub use record::{MatchGame, Termination};
pub use rules::{Adjudication, DrawRule, ResignRule, Rules, TablebaseRule};
pub use scoreboard::Scoreboard;
pub use spec::{EngineSpec, parse_seconds, unique_names};
pub use sprt::{Sprt, Verdict};
pub use statistics::{Elo, Pentanomial, expected};
pub use suite::{Moment, Problem, SuiteResult, SuiteSummary, parse_suite, read_suite, solve, suite_header};
pub use summary::{Summary, game_line};
pub use tournament::{Pairing, Participant, Tournament, gauntlet, round_robin};
