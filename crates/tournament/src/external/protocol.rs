//! The interface between the engine client and its two protocols.

use std::str::FromStr;
use std::time::Duration;

use notation::parse_move;
use play::{Control, Game, Limits, Report};
use shakmaty::{Chess, Move, Position};

use super::process::Process;
use crate::engine::Fault;

pub(super) const READY_TIMEOUT: Duration = Duration::from_secs(15);

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The xboard protocol, version 2.
    XBoard,
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Protocol, String> {
        match text {
            "uci" => Ok(Protocol::Uci),
            "xboard" => Ok(Protocol::XBoard),
            _ => Err(format!("proto={text}: expected uci or xboard")),
        }
    }
}

pub(super) type Commands = Result<Vec<String>, Fault>;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Line {
    Move(String),
    Report(Box<Report>),
    Resigned,
    Refused(String),
    Other,
}

pub(super) trait Client: Send {
    /// Name that the engine gave.
    fn name(&self) -> Option<&str>;
    /// Command that makes the engine move at once.
    fn stop_command(&self) -> &'static str;
    fn handshake(&mut self, process: &mut Process) -> Result<(), Fault>;
    fn option_command(&self, name: &str, value: &str) -> Result<String, Fault>;
    fn synchronize(&mut self, process: &mut Process, abort: &Control) -> Result<(), Fault>;
    fn new_game(&mut self, process: &mut Process, abort: &Control) -> Result<(), Fault>;

    fn plays_chess960(&self) -> bool;

    fn needs_restart(&self) -> bool {
        false
    }

    /// Sends position and limits; returns the commands that start the search.
    fn prepare(
        &mut self,
        process: &mut Process,
        game: &Game,
        limits: &Limits,
        abort: &Control,
    ) -> Commands;

    /// Whether a search can be limited to some of the legal moves.
    fn takes_search_moves(&self) -> bool;

    /// Parses a line from an engine that has searched `root` for this time.
    fn parse_line(&self, line: &str, root: &Chess, time: Duration) -> Line;
    fn parse_move(&self, position: &Chess, text: &str) -> Option<Move>;

    fn moved(&mut self, _game: &Game, _best: Option<Move>) {}
}

/// The moves of a variation, in any notation; move numbers are skipped, and the first word that is no move ends it.
pub(super) fn variation<'a>(root: &Chess, words: impl Iterator<Item = &'a str>) -> Vec<Move> {
    let mut position = root.clone();
    let mut moves = Vec::new();
    for word in words {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        if word.is_empty() {
            continue;
        }
        let Ok(made) = parse_move(&position, word) else {
            break;
        };
        position.play_unchecked(made);
        moves.push(made);
    }
    moves
}

pub(super) fn printable(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if text.is_empty() {
        "none".to_owned()
    } else {
        text
    }
}
