//! The interface between the engine client and its two protocols.

use std::str::FromStr;
use std::time::Duration;

use play::{Control, Game, Limits};
use shakmaty::{Chess, Color, Move};

use super::process::Process;
use crate::engine::{Fault, SearchInfo};

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
    Info(SearchInfo),
    Resigned,
    Refused(String),
    Other,
}

pub(super) trait Client: Send {
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

    /// Parses a line from an engine that plays `color`.
    fn parse_line(&self, line: &str, color: Color) -> Line;
    fn parse_move(&self, position: &Chess, text: &str) -> Option<Move>;

    fn moved(&mut self, _game: &Game, _best: Option<Move>) {}
}

pub(super) fn printable(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if text.is_empty() {
        "none".to_owned()
    } else {
        text
    }
}
