//! Engine specifications of the command line, such as `belle,depth=5` or `cmd=stockfish,tc=5+0.05`.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Error, bail};
use play::{Player, PlayerFactory};

use crate::engine::{Engine, EngineLimits, Fault};
use crate::engine_player::EnginePlayer;
use crate::external::{ExternalEngine, LineLog, Program, Protocol};
use crate::local::LocalEngine;
use crate::settings::split;
use crate::tournament::Participant;

/// An engine as specified on the command line.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// The specification.
    pub text: String,
    name: Option<String>,
    kind: Kind,
    options: Vec<(String, String)>,
    machine_clock: bool,
    limits: EngineLimits,
}

#[derive(Clone, Debug)]
enum Kind {
    Player(PlayerFactory),
    Program(Program, Protocol),
}

#[derive(Default)]
struct Settings {
    name: Option<String>,
    options: Vec<(String, String)>,
    limits: EngineLimits,
    player: Option<PlayerFactory>,
    command: Option<String>,
    folder: Option<String>,
    clock: Option<String>,
    protocol: Protocol,
}

/// Most characters of the name that an engine gives itself.
const MAX_NAME: usize = 60;

const KEYS: &str = "name, player, cmd, dir, proto, clock, tc, movetime, depth, nodes, pace, \
    generation, option.<Name>";

impl Settings {
    fn set(&mut self, players: &[PlayerFactory], key: &str, value: &str) -> Result<(), String> {
        let number = || {
            let number = value.parse::<u64>().ok().filter(|&n| n > 0);
            number.ok_or_else(|| format!("{key}={value}: expected a number above zero"))
        };
        let mut option = |name: &str| self.options.push((name.to_owned(), value.to_owned()));
        match key {
            "name" => self.name = Some(value.to_owned()),
            "player" => self.player = Some(PlayerFactory::find(players, value)?),
            "cmd" => self.command = Some(value.to_owned()),
            "dir" => self.folder = Some(value.to_owned()),
            "clock" => self.clock = Some(value.to_owned()),
            "proto" => self.protocol = value.parse()?,
            "tc" => self.limits.control = Some(value.parse().map_err(|error| format!("{error}"))?),
            "movetime" => self.limits.move_time = Some(parse_seconds(value)?),
            "depth" => {
                let depth = u32::try_from(number()?);
                self.limits.depth = Some(depth.map_err(|_| format!("depth={value}: too large"))?);
            }
            "nodes" => self.limits.nodes = Some(number()?),
            "pace" => option("Pace"),
            "generation" => option("Generation"),
            _ => match key.strip_prefix("option.") {
                Some(name) => option(name),
                None => return Err(format!("unknown engine setting '{key}'; known: {KEYS}")),
            },
        }
        Ok(())
    }
}

impl EngineSpec {
    /// Parses `belle`, `player=belle,option.Contempt=50,name=bold` or
    /// `cmd=stockfish,option.Skill Level=0`. A first part without `=` is the name of one of
    /// `players`, or a command.
    pub fn parse(text: &str, players: &[PlayerFactory]) -> Result<EngineSpec, String> {
        EngineSpec::parse_with(text, "", players)
    }

    /// Parses an engine with the settings `each` of all engines of a match, which its own settings
    /// outdo.
    pub fn parse_with(
        text: &str,
        each: &str,
        players: &[PlayerFactory],
    ) -> Result<EngineSpec, String> {
        let own = split(text);
        let common = if each.is_empty() {
            Vec::new()
        } else {
            split(each)
        };
        // The first part may be a player's name, so it stays first; of two values the later counts.
        let (first, rest) = own.split_at(own.len().min(1));
        let mut settings = Settings::default();
        for (index, part) in first.iter().chain(&common).chain(rest).enumerate() {
            match part.split_once('=') {
                Some((key, value)) => settings.set(players, key.trim(), value.trim())?,
                None if index == 0 => match PlayerFactory::find(players, part) {
                    Ok(player) => settings.player = Some(player),
                    Err(_) => settings.command = Some(part.clone()),
                },
                None => return Err(format!("'{part}': expected name=value with one of {KEYS}")),
            }
        }
        let Settings {
            name,
            mut options,
            limits,
            player,
            command,
            folder,
            clock,
            protocol,
        } = settings;
        let kind = match (player, command) {
            (Some(player), None) => Kind::Player(player),
            (None, Some(command)) => {
                let (command, folder) = (arguments(&command)?, folder.map(Into::into));
                Kind::Program(
                    Program {
                        command,
                        folder,
                        options: std::mem::take(&mut options),
                        log: None,
                    },
                    protocol,
                )
            }
            _ => return Err("an engine needs either player=... or cmd=...".to_owned()),
        };
        let paced = |(name, value): &(String, String)| {
            let by_machine = ["authentic", "machine"]
                .iter()
                .any(|pace| value.eq_ignore_ascii_case(pace));
            name.eq_ignore_ascii_case("pace") && by_machine
        };
        if protocol == Protocol::XBoard && limits.nodes.is_some() {
            return Err("xboard engines do not support `nodes=`".to_owned());
        }
        let machine_clock = match (clock.as_deref(), &kind) {
            (None, _) => options.iter().any(paced),
            (Some("wall"), _) => false,
            (Some("machine"), Kind::Player(_)) => true,
            (Some("machine"), _) => {
                return Err("clock=machine: only players have a machine clock".to_owned());
            }
            (Some(other), _) => return Err(format!("clock={other}: expected wall or machine")),
        };
        Ok(EngineSpec {
            text: if each.is_empty() {
                text.to_owned()
            } else {
                format!("{text},{each}")
            },
            name,
            kind,
            options,
            machine_clock,
            limits,
        })
    }

    fn name(&self) -> String {
        let default = || match &self.kind {
            Kind::Player(player) => player.name().to_owned(),
            Kind::Program(program, _) => {
                let path = program.command.first().map_or("", String::as_str);
                match Path::new(path).file_name() {
                    Some(name) => name.to_string_lossy().into_owned(),
                    None => String::new(),
                }
            }
        };
        self.name.clone().unwrap_or_else(default)
    }

    /// Makes a participant, whose limits default to `common`. The engine is started once as a
    /// check, and must play `chess960` if that is asked for. Its lines go to `log`.
    pub fn participant(
        &self,
        name: String,
        common: EngineLimits,
        log: Option<&LineLog>,
        chess960: bool,
    ) -> anyhow::Result<Participant> {
        let (spec, log) = (self.clone(), log.map(|log| log.named(&name)));
        let start = move || spec.start(log.as_ref());
        let engine = start().with_context(|| format!("{name} ({})", self.text))?;
        if chess960 && !engine.plays_chess960() {
            bail!(
                "{name} ({}): expected an engine that plays Chess960, as the openings are",
                self.text
            );
        }
        let limits = if self.limits == EngineLimits::default() {
            common
        } else {
            self.limits
        };
        Ok(Participant {
            name,
            limits,
            machine_clock: self.machine_clock,
            start: Box::new(start),
        })
    }

    /// Takes the name that an outside engine gives itself, unless it was given one. Starts the
    /// engine for that.
    pub fn introduce(&mut self) -> anyhow::Result<()> {
        if self.name.is_some() || matches!(self.kind, Kind::Player(_)) {
            return Ok(());
        }
        let engine = self
            .start(None)
            .with_context(|| format!("{} ({})", self.name(), self.text))?;
        let words: Vec<&str> = engine
            .name()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        if !words.is_empty() {
            self.name = Some(words.join(" ").chars().take(MAX_NAME).collect());
        }
        Ok(())
    }

    /// The name that the specification gives.
    pub fn given_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Starts the engine as a player, for analyses and suites. Fails if it has limits of its own.
    pub fn player(&self) -> anyhow::Result<Box<dyn Player>> {
        if self.limits != EngineLimits::default() {
            bail!(
                "{}: expected limits as --depth, --nodes or --seconds, got {}",
                self.text,
                self.limits
            );
        }
        match &self.kind {
            Kind::Player(known) => self.local(known).map_err(Error::msg),
            Kind::Program(program, protocol) => {
                let name = self.name();
                let engine = ExternalEngine::start(program, *protocol)
                    .with_context(|| format!("{name} ({})", self.text))?;
                Ok(Box::new(EnginePlayer::new(Box::new(engine), &name)))
            }
        }
    }

    fn local(&self, known: &PlayerFactory) -> Result<Box<dyn Player>, String> {
        let mut player = known.make();
        self.options
            .iter()
            .try_for_each(|(name, value)| play::set_option(&mut *player, name, value))?;
        Ok(player)
    }

    pub(crate) fn start(&self, log: Option<&LineLog>) -> Result<Box<dyn Engine>, Fault> {
        match &self.kind {
            Kind::Player(known) => {
                let player = self.local(known).map_err(Fault::Start)?;
                Ok(Box::new(
                    LocalEngine::new(player, self.machine_clock).logged(log.cloned()),
                ))
            }
            Kind::Program(program, protocol) => {
                let program = Program {
                    log: log.cloned(),
                    ..program.clone()
                };
                Ok(Box::new(ExternalEngine::start(&program, *protocol)?))
            }
        }
    }
}

/// Checks the number of engines of a match: two, or more if they are paired, but never with a test.
pub fn check_engines(engines: usize, are_paired: bool, is_test: bool) -> anyhow::Result<()> {
    match engines {
        0 | 1 => bail!("a match needs two engines, got {engines}"),
        2 => Ok(()),
        _ if !are_paired => {
            bail!("more than two engines need --round-robin or --gauntlet, got {engines}")
        }
        _ if is_test => bail!("--sprt needs two engines, got {engines}"),
        _ => Ok(()),
    }
}

/// Names of the engines, with numbers added where they repeat.
pub(crate) fn unique_names(specs: &[EngineSpec]) -> Vec<String> {
    distinct_names(specs.iter().map(|spec| spec.name()))
}

/// The names, with numbers added where they repeat.
pub fn distinct_names(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for name in names {
        let mut free = name.clone();
        let mut number = 1;
        while taken.contains(&free) {
            number += 1;
            free = format!("{name} {number}");
        }
        taken.push(free);
    }
    taken
}

/// Parses a time in seconds, such as `0.1`. Fails if the text is not a number from 0.001 to
/// 1,000,000.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected 0.001 to 1000000".to_owned())
}

/// Splits a command into words as a shell does.
fn arguments(text: &str) -> Result<Vec<String>, String> {
    shell_words::split(text).map_err(|error| format!("cmd={text}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<EngineSpec, String> {
        EngineSpec::parse(
            text,
            &[PlayerFactory::new("belle", 1, || {
                unreachable!("only parsed")
            })],
        )
    }

    #[test]
    fn specification_sets_name_clock_and_limits() {
        let spec = parse("belle").unwrap();
        assert_eq!((spec.name().as_str(), spec.machine_clock), ("belle", false));
        let spec = parse("player=belle,name=old,option.Pace=Authentic,tc=40/60").unwrap();
        assert_eq!((spec.name().as_str(), spec.machine_clock), ("old", true));
        assert!(parse("belle,pace=machine").unwrap().machine_clock);
        assert_eq!(spec.limits.control.unwrap().moves, Some(40));
        let spec = parse("cmd=/usr/games/gnuchess --uci,proto=uci,option.Skill Level=0,nodes=500")
            .unwrap();
        assert_eq!(
            (spec.name().as_str(), spec.limits.nodes),
            ("gnuchess", Some(500))
        );
        let Kind::Program(program, _) = spec.kind else {
            panic!()
        };
        assert_eq!(program.command, ["/usr/games/gnuchess", "--uci"]);
        assert_eq!(
            program.options,
            [("Skill Level".to_owned(), "0".to_owned())]
        );
        assert_eq!(arguments("'a b' c\"d e\" ''").unwrap(), ["a b", "cd e", ""]);
    }

    #[test]
    fn bad_specification_names_the_fault() {
        for (text, expected) in [
            ("", "either player=... or cmd=..."),
            ("player=nobody", "no player 'nobody'; known: belle"),
            ("belle,color=red", "unknown engine setting 'color'"),
            ("belle,fast", "'fast': expected name=value"),
            ("belle,depth=0", "depth=0: expected a number above zero"),
            ("belle,tc=soon", "time control: expected"),
            ("cmd=x,clock=machine", "only players have a machine clock"),
            ("cmd=x,proto=telepathy", "expected uci or xboard"),
            ("cmd='x,proto=uci", "missing closing quote"),
            ("cmd=x,proto=xboard,nodes=5", "do not support `nodes=`"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn settings_of_each_engine_are_outdone_by_its_own() {
        let player = PlayerFactory::new("belle", 1, || unreachable!("only parsed"));
        let with = |text: &str, each: &str| {
            EngineSpec::parse_with(text, each, std::slice::from_ref(&player))
        };
        let spec = with("belle,depth=3", "depth=5,nodes=7,option.Hash=8").unwrap();
        assert_eq!((spec.limits.depth, spec.limits.nodes), (Some(3), Some(7)));
        assert_eq!(spec.options, [("Hash".to_owned(), "8".to_owned())]);
        let spec = with("belle", "option.Hash=8").unwrap();
        assert_eq!(spec.text, "belle,option.Hash=8");
        let spec = with("cmd=x,option.Hash=1", "option.Hash=8,tc=1+0").unwrap();
        let Kind::Program(program, _) = &spec.kind else {
            panic!("a program")
        };
        assert_eq!(program.options[1], ("Hash".to_owned(), "1".to_owned()));
        assert!(with("belle", "fast").unwrap_err().contains("'fast'"));
        assert!(with("belle", "depth=0").is_err());
    }

    #[test]
    fn names_repeated_are_numbered() {
        let names = ["a", "b", "a", "a", "a 2"].map(str::to_owned);
        assert_eq!(
            distinct_names(names.into_iter()),
            ["a", "b", "a 2", "a 3", "a 2 2"]
        );
    }
}
