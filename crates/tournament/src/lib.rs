//! Matches: who plays whom from where, one game after another, and what the results say.
//!
//! A [`Contestant`] is whatever answers a position with a move: a [`play::Player`] in this process ([`Seat`]) or a
//! program behind a protocol. [`play_game`] lets two of them play one game and records it; [`Match`] plays a schedule
//! of them on several threads. Nothing a contestant does ends the match: it loses that game, and the reason is recorded.

mod adjudication;
mod allowance;
mod arena;
mod contestant;
pub mod engine;
mod openings;
mod ratings;
mod record;
mod runner;
mod schedule;
mod seat;
mod sprt;
mod standings;
mod statistics;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use allowance::Allowance;
pub use arena::{Rules, play_game};
pub use contestant::{Answer, Contestant, Fault, Thought};
pub use openings::{Opening, OpeningError, read_epd, read_pgn};
pub use ratings::{Pairwise, Rating, fit};
pub use record::{Finish, Kept, Made, Played, Record, Termination, completed};
pub use runner::{Entrant, Make, Match};
pub use schedule::{Pairing, schedule};
pub use seat::Seat;
pub use sprt::{Sprt, Verdict};
pub use standings::Standings;
pub use statistics::{Elo, Pentanomial, elo, expected};
