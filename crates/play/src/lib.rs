//! Interface between players and the programs that use them: games, limits, reports and the trait
//! [`Player`].
//!
//! What a front end says of a game stands here once: [`Score`] as number and as text, [`GameEnd`]
//! with its causes, moves ([`san`]) and clocks ([`clock_text`]). [`Seat`] runs a player on a
//! thread, [`GameClock`] keeps the clocks of a game, and [`TimeManager`] the time of one search.
//! Positions, moves and their notations are [`shakmaty`]'s; [`Game`] adds the rules that depend on
//! the moves before: repetition and the fifty-move rule.

mod bench;
mod clock;
mod control;
mod factory;
mod fen_problem;
mod game;
mod game_end;
mod instant;
mod limiter;
mod limits;
mod options;
mod pace;
mod player;
mod report;
mod score;
mod seat;
mod text;
mod time_manager;
mod uci;

pub use bench::{BenchSearch, bench};
pub use clock::{GameClock, TimeControl, TimeControlError};
pub use control::{Control, Progress};
pub use factory::{PlayerFactory, PlayerList};
pub use game::{
    Game, GameError, MAX_PIECES, castling_mode, chess960_start, is_chess960, pawns,
    problem_from_fen,
};
pub use game_end::{EndCause, GameEnd, Termination, side_name};
pub use instant::*;
pub use limiter::Limiter;
pub use limits::{Clock, Limits};
pub use options::{
    Choices, NamedSetting, Number, OptionError, OptionKind, OptionRow, OptionSpec, OptionTable,
};
pub use pace::Pace;
pub use player::{
    Choice, PERFT_PLIES, Perft, Player, ReportSink, Stopped, Term, check_position,
    chess960_refusal, set_option,
};
pub use report::{Bound, MachineTime, Report};
pub use score::Score;
pub use seat::{Crash, Finished, PLAYER_THREAD, Seat};
pub use text::{ClockDigits, MAX_QUOTED, clock_text, role_name, san, shortened, thousands};
pub use time_manager::{ElapsedTime, TimeBudget, TimeManager};
pub use uci::{uci_best_move, uci_info};

/// Mixes the bits of a number: the step of SplitMix64 (Steele, Lea and Flood, 2014).
pub const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
