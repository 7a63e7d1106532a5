//! The interface of engines, their limits, and the ways they can fail.

use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use play::{Bound, Control, Game, Limits, Report, ReportSink, Score, TimeControl};
use shakmaty::Move;
use thiserror::Error;

/// Grace period for a move after an engine was told to move at once.
pub(crate) const STOP_GRACE: Duration = Duration::from_secs(2);

/// An engine: a player of this process or another program. [`crate::EnginePlayer`] makes a player
/// of it.
pub trait Engine: Send {
    /// The name that the engine gives itself, if any.
    fn name(&self) -> Option<&str> {
        None
    }

    /// Prepares for a new game; returns when the engine is ready.
    fn new_game(&mut self, abort: &Control) -> Result<(), Fault>;
    /// Whether games of Chess960 can be played.
    fn plays_chess960(&self) -> bool;

    /// Searches for a move and passes on the engine's reports. After `timeout`, or when `control`
    /// stops it, the engine is told to move at once, and must do so within two seconds. After an
    /// error it cannot be used again.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        timeout: Duration,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Answer;
}

pub(crate) type Answer = Result<Reply, Fault>;

/// An engine's answer to a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The move, not yet checked to be legal, or the text that is not a move.
    pub best: Result<Move, String>,
    pub time: Duration,
    /// Whether the engine moved only after it was stopped.
    pub late: bool,
}

/// Depth, score and nodes of a search: those of its last exact score, or of its last bound if it
/// had no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchInfo {
    pub depth: u32,
    /// From the engine's own side.
    pub score: Score,
    pub bound: Bound,
    pub nodes: u64,
}

impl SearchInfo {
    pub(crate) fn of(report: &Report) -> SearchInfo {
        SearchInfo {
            depth: report.depth,
            score: report.score,
            bound: report.bound,
            nodes: report.nodes,
        }
    }

    /// What is known after one more report. A bound is no score: a fail high says only that the
    /// score is no less, and is often hundreds of centipawns off. It only adds to the nodes of an
    /// exact score.
    pub(crate) fn and(known: Option<SearchInfo>, report: &Report) -> SearchInfo {
        match known {
            Some(exact) if exact.bound == Bound::Exact && report.bound != Bound::Exact => {
                SearchInfo {
                    nodes: report.nodes.max(exact.nodes),
                    ..exact
                }
            }
            _ => SearchInfo::of(report),
        }
    }
}

/// Reasons why an engine gave no usable move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Fault {
    #[error("failed to start: {0}")]
    Start(String),
    #[error("crashed: {0}")]
    Crash(String),
    #[error("stopped responding")]
    Unresponsive,
    #[error("played an illegal move: {0}")]
    IllegalMove(String),
    #[error("violated the protocol: {0}")]
    Protocol(String),
    #[error("refused the position: {0}")]
    Refused(String),
    /// It resigned: a loss, but not a failure.
    #[error("resigns")]
    Resigned,
    /// The match was interrupted: not the engine's fault.
    #[error("was interrupted")]
    Aborted,
}

impl Fault {
    pub(crate) fn unknown_option(name: &str, known: &[String]) -> Fault {
        Fault::Start(format!(
            "the engine has no option '{name}'; it has: {}",
            known.join(", ")
        ))
    }
}

/// Search limits of one engine: a clock for the game, and limits of each search. Those set apply
/// together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct EngineLimits {
    pub control: Option<TimeControl>,
    pub move_time: Option<Duration>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

impl EngineLimits {
    /// These limits, or the default one if there is none: five seconds a game and 0.05 a move.
    #[must_use]
    pub fn or_default(self) -> EngineLimits {
        let default = || "5+0.05".parse().expect("a time control");
        let is_given = self != EngineLimits::default();
        EngineLimits {
            control: if is_given {
                self.control
            } else {
                Some(default())
            },
            ..self
        }
    }
}

impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.control.map(|control| control.to_string()),
            self.move_time
                .map(|time| format!("{} s a move", time.as_secs_f64())),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        write!(
            f,
            "{}",
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        )
    }
}

/// Interval at which a waiting thread checks for an abort.
const ABORT_CHECK: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Disconnected;

pub(crate) fn receive<T>(
    inbox: &Receiver<T>,
    deadline: Instant,
    abort: &Control,
) -> Result<Option<T>, Disconnected> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match inbox.recv_timeout(left.min(ABORT_CHECK)) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Err(Disconnected),
            Err(RecvTimeoutError::Timeout) if left.is_zero() || abort.stopped() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
