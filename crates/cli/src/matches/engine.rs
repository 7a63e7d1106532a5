//! An engine as the command line gives it.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use play::PlayerFactory;
use tournament::engine::{Program, Uci, XBoard};
use tournament::{Allowance, Contestant, Entrant, Fault, Seat};

use super::pairs::split;
use crate::players;
use crate::setup;

/// One of those who play.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    /// The words it was given by.
    pub(crate) text: String,
    name: Option<String>,
    kind: Kind,
    options: Vec<(String, String)>,
    machine_clock: bool,
    /// What differs from the others' allowance.
    allowance: Allowance,
}

#[derive(Clone, Debug)]
enum Kind {
    Player(PlayerFactory),
    Program(Program, Protocol),
}

/// What a program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Protocol {
    #[default]
    Uci,
    XBoard,
}

/// All that is said of an engine, as text.
#[derive(Default)]
struct Words {
    player: Option<PlayerFactory>,
    command: Option<String>,
    folder: Option<String>,
    clock: Option<String>,
    protocol: Protocol,
}

/// Values and what they mean.
const KEYS: &str =
    "name, player, cmd, dir, proto, clock, tc, movetime, depth, nodes, pace, generation, option.<Name>";

impl FromStr for Engine {
    type Err = String;

    /// Reads `belle`, `player=belle,option.Contempt=50,name=bold` or `cmd=/usr/games/stockfish,option.Skill Level=0`. A
    /// first part without `=` is a player's name or a command.
    fn from_str(text: &str) -> Result<Engine, String> {
        let mut words = Words::default();
        let mut engine = Engine {
            text: text.to_owned(),
            name: None,
            kind: Kind::Program(Program::default(), Protocol::default()),
            options: Vec::new(),
            machine_clock: false,
            allowance: Allowance::default(),
        };
        for (index, part) in split(text).iter().enumerate() {
            match part.split_once('=') {
                Some((key, value)) => engine.read(&mut words, key.trim(), value.trim())?,
                None if index == 0 => match players::find(part) {
                    Ok(player) => words.player = Some(player),
                    Err(_) => words.command = Some(part.clone()),
                },
                None => return Err(format!("'{part}': write name=value; there is {KEYS}")),
            }
        }
        engine.kind = match (words.player, words.command) {
            (Some(player), None) => Kind::Player(player),
            (None, Some(command)) => {
                let program = Program {
                    command: arguments(&command),
                    folder: words.folder.map(Into::into),
                    options: std::mem::take(&mut engine.options),
                };
                Kind::Program(program, words.protocol)
            }
            _ => return Err("an engine has either player=... or cmd=...".to_owned()),
        };
        let authentic = |(name, value): &(String, String)| {
            name.eq_ignore_ascii_case("pace") && value.eq_ignore_ascii_case("authentic")
        };
        if words.protocol == Protocol::XBoard && engine.allowance.nodes.is_some() {
            return Err("an engine of xboard's protocol knows no limit of nodes".to_owned());
        }
        engine.machine_clock = match (words.clock.as_deref(), &engine.kind) {
            (None, _) => engine.options.iter().any(authentic),
            (Some("wall"), _) => false,
            (Some("machine"), Kind::Player(_)) => true,
            (Some("machine"), _) => return Err("clock=machine is for players of this program".to_owned()),
            (Some(other), _) => return Err(format!("clock={other}: there is wall, machine")),
        };
        Ok(engine)
    }
}

impl Engine {
    fn read(&mut self, words: &mut Words, key: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u64>().ok().filter(|&n| n > 0);
        let wrong = || format!("{key}={value}: that is not a number above zero");
        let mut option = |name: &str| self.options.push((name.to_owned(), value.to_owned()));
        match key {
            "name" => self.name = Some(value.to_owned()),
            "player" => words.player = Some(players::find(value)?),
            "cmd" => words.command = Some(value.to_owned()),
            "dir" => words.folder = Some(value.to_owned()),
            "clock" => words.clock = Some(value.to_owned()),
            "proto" => {
                words.protocol = match value {
                    "uci" => Protocol::Uci,
                    "xboard" => Protocol::XBoard,
                    _ => return Err(format!("proto={value}: there is uci, xboard")),
                };
            }
            "tc" => {
                self.allowance.control = Some(value.parse().map_err(|error| format!("{error}"))?);
            }
            "movetime" => self.allowance.move_time = Some(seconds(value)?),
            "depth" => {
                let depth = number().and_then(|n| u32::try_from(n).ok());
                self.allowance.depth = Some(depth.ok_or_else(wrong)?);
            }
            "nodes" => self.allowance.nodes = Some(number().ok_or_else(wrong)?),
            "pace" => option("Pace"),
            "generation" => option("Generation"),
            _ => match key.strip_prefix("option.") {
                Some(name) => option(name),
                None => return Err(format!("there is no '{key}' for an engine; there is {KEYS}")),
            },
        }
        Ok(())
    }

    /// The name it was given, or its player's or program's.
    pub(crate) fn name(&self) -> String {
        let own = || match &self.kind {
            Kind::Player(player) => player.name().to_owned(),
            Kind::Program(program, _) => {
                let stem = program.command.first().and_then(|path| Path::new(path).file_name());
                stem.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
            }
        };
        self.name.clone().unwrap_or_else(own)
    }

    /// It as an entrant; it has been started once, to see that it can be.
    ///
    /// # Errors
    /// It does not start.
    pub(crate) fn entrant(&self, name: String, common: Allowance) -> anyhow::Result<Entrant> {
        let engine = self.clone();
        let make = move || engine.make();
        make().with_context(|| format!("{name} ({})", self.text))?;
        let own = self.allowance;
        let allowance = if own == Allowance::default() { common } else { own };
        Ok(Entrant { name, allowance, machine_clock: self.machine_clock, make: Box::new(make) })
    }

    fn make(&self) -> Result<Box<dyn Contestant>, Fault> {
        match &self.kind {
            Kind::Player(factory) => {
                let mut player = factory.make();
                for (name, value) in &self.options {
                    setup::set(&mut *player, name, value)
                        .map_err(|error| Fault::Start(format!("{error:#}")))?;
                }
                Ok(Box::new(Seat::new(player, self.machine_clock)))
            }
            Kind::Program(program, Protocol::Uci) => Ok(Box::new(Uci::start(program)?)),
            Kind::Program(program, Protocol::XBoard) => Ok(Box::new(XBoard::start(program)?)),
        }
    }
}

/// Seconds, as `0.1`.
///
/// # Errors
/// It is no time.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| format!("'{text}' is not a time in seconds"))
}

/// A command's words; quotation marks keep words together.
fn arguments(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, Some(mark)) if letter == mark => quote = None,
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read() {
        let engine: Engine = "belle".parse().unwrap();
        assert_eq!((engine.name().as_str(), engine.machine_clock), ("belle", false));
        let engine: Engine = "player=belle,name=old,option.Pace=Authentic,tc=40/60".parse().unwrap();
        assert_eq!((engine.name().as_str(), engine.machine_clock), ("old", true));
        assert_eq!(engine.allowance.control.unwrap().moves, Some(40));
        let engine: Engine =
            "cmd=/usr/games/gnuchess --uci,proto=uci,option.Skill Level=0,nodes=500".parse().unwrap();
        assert_eq!((engine.name().as_str(), engine.allowance.nodes), ("gnuchess", Some(500)));
        let Kind::Program(program, _) = engine.kind else { panic!() };
        assert_eq!(program.command, ["/usr/games/gnuchess", "--uci"]);
        assert_eq!(program.options, [("Skill Level".to_owned(), "0".to_owned())]);
        assert_eq!(arguments("'a b' c\"d e\" ''"), ["a b", "cd e", ""]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, wrong) in [
            ("", "either player=... or cmd=..."),
            ("player=nobody", "no such player"),
            ("belle,colour=red", "there is no 'colour' for an engine"),
            ("belle,fast", "'fast': write name=value"),
            ("belle,depth=0", "not a number above zero"),
            ("belle,tc=soon", "is not a time control"),
            ("cmd=x,clock=machine", "for players of this program"),
            ("cmd=x,proto=telepathy", "there is uci, xboard"),
            ("cmd=x,proto=xboard,nodes=5", "no limit of nodes"),
        ] {
            let error = text.parse::<Engine>().unwrap_err();
            assert!(error.contains(wrong), "{text}: {error}");
        }
    }
}
