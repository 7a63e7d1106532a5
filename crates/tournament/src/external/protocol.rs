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

/// What a line of an engine says while it searches.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum EngineMessage {
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
    fn parse_line(&self, line: &str, root: &Chess, time: Duration) -> EngineMessage;
    fn parse_move(&self, position: &Chess, text: &str) -> Option<Move>;

    fn moved(&mut self, _game: &Game, _best: Option<Move>) {}
}

/// The moves of a variation, in any notation; move numbers are skipped, and the first word that is
/// no move ends it.
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

/// Most characters of an engine's line in a message.
const MAX_SHOWN: usize = 300;

pub(super) fn printable(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).collect();
    if let Some((cut, _)) = shown.char_indices().nth(MAX_SHOWN) {
        shown.truncate(cut);
        shown.push_str(" ...");
    }
    if shown.is_empty() {
        "none".to_owned()
    } else {
        shown
    }
}

/// An option as an engine declares it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DeclaredOption {
    pub(super) name: String,
    pub(super) values: DeclaredValues,
}

/// Most options of an engine: one that declares them without end fills no memory.
const MAX_OPTIONS: usize = 1000;

/// Adds an option to those of an engine. Fails if it has too many.
pub(super) fn declare(known: &mut Vec<DeclaredOption>, new: DeclaredOption) -> Result<(), Fault> {
    if known.len() == MAX_OPTIONS {
        return Err(Fault::Start(format!(
            "it declares more than {MAX_OPTIONS} options"
        )));
    }
    known.push(new);
    Ok(())
}

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DeclaredValues {
    /// A number within these bounds.
    Range { min: i64, max: i64 },
    /// One of these words; case does not count.
    Words(Vec<String>),
    /// Any text, or none.
    Any,
}

impl DeclaredOption {
    /// The option of this name; case does not count. Fails if there is none.
    pub(super) fn find<'a>(
        known: &'a [DeclaredOption],
        name: &str,
    ) -> Result<&'a DeclaredOption, Fault> {
        for option in known {
            if option.name.eq_ignore_ascii_case(name) {
                return Ok(option);
            }
        }
        let names: Vec<String> = known.iter().map(|option| option.name.clone()).collect();
        Err(Fault::unknown_option(name, &names))
    }

    /// Fails if the option does not take a value: engines ignore such a value, or worse.
    pub(super) fn check(&self, value: &str) -> Result<(), Fault> {
        let expected = match &self.values {
            DeclaredValues::Range { min, max } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => return Ok(()),
                _ => format!("a whole number from {min} to {max}"),
            },
            DeclaredValues::Words(words) => {
                if words.iter().any(|word| word.eq_ignore_ascii_case(value)) {
                    return Ok(());
                }
                format!("one of {}", words.join(", "))
            }
            DeclaredValues::Any => return Ok(()),
        };
        let name = &self.name;
        Err(Fault::Start(format!(
            "option.{name}={value}: expected {expected}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_values_by_declaration() {
        let option = |values| DeclaredOption {
            name: "X".to_owned(),
            values,
        };
        let range = || DeclaredValues::Range { min: 1, max: 64 };
        let words = || DeclaredValues::Words(["true", "false"].map(str::to_owned).into());
        for (values, value, expected) in [
            (range(), "1", None),
            (range(), "64", None),
            (range(), "0", Some("from 1 to 64")),
            (range(), "65", Some("from 1 to 64")),
            (range(), "999999999999999999999", Some("from 1 to 64")),
            (range(), "many", Some("from 1 to 64")),
            (range(), "", Some("from 1 to 64")),
            (words(), "True", None),
            (words(), "yes", Some("one of true, false")),
            (DeclaredValues::Any, "yes", None),
        ] {
            let refused = option(values).check(value).err();
            let text = refused.map(|fault| fault.to_string());
            assert_eq!(text.is_some(), expected.is_some(), "{value}");
            if let (Some(text), Some(expected)) = (text, expected) {
                assert!(text.contains(expected), "{text}");
            }
        }
    }

    #[test]
    fn printable_long_reasons_are_not_cut_short() {
        let reason = "command 'edit' not implemented in this version of the engine, sorry";
        assert_eq!(printable(reason), reason);
        assert_eq!(printable(&"x".repeat(400)).len(), 304);
        assert_eq!(printable("\u{1b}\u{7}"), "none");
    }
}
