//! The client side of the xboard protocol, with its features and position setup by `edit`.

use std::time::{Duration, Instant};

use notation::parse_move;
use play::{Control, Game, Limits, Report, Score, san};
use shakmaty::fen::Fen;
use shakmaty::{
    CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, Position, Role, Square,
};

use super::process::Process;
use super::protocol::{
    Client, Commands, DeclaredOption, DeclaredValues, EngineMessage, READY_TIMEOUT, declare,
    printable, variation,
};
use crate::engine::Fault;

/// Time for all `feature` lines, counted from the greeting, unless `done=0` asks for more.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(2);
/// Silence after which an engine without features yet is reminded that they are awaited.
const NUDGE: Duration = Duration::from_millis(500);
/// Minutes on the clock where the limits have none: more than an engine needs.
const MINUTES: u64 = 1_000;
/// Score of a mate, before the number of moves is added.
const MATE: i64 = 100_000;

#[derive(Debug, Default)]
pub(super) struct XBoard {
    features: Features,
    /// The start and the moves of the game on the engine's board.
    known: Option<(Chess, Vec<Move>)>,
    /// Limits of a search that were sent. Only `new` removes them.
    limits: Vec<String>,
    /// Whether the engine answers a move: it had `go`, and no `force` since.
    plays: bool,
    pings: u32,
}

impl XBoard {
    /// Brings the engine's board to the game. The last move is left out and returned if the engine
    /// answers it.
    fn send_position(
        &mut self,
        process: &mut Process,
        game: &Game,
        limits: &Limits,
        abort: &Control,
    ) -> Result<Option<Move>, Fault> {
        let moves = game.moves();
        let moves_sent = match &self.known {
            Some((start, sent))
                if start == game.start()
                    && moves.starts_with(sent)
                    && self.limits == move_limits(limits) =>
            {
                Some(sent.len())
            }
            _ => None,
        };
        let from = match moves_sent {
            Some(sent) if self.plays && sent + 1 == moves.len() => {
                return Ok(moves.last().copied());
            }
            Some(sent) => {
                process.send("force")?;
                sent
            }
            None => {
                self.set_up(process, game.start(), limits)?;
                0
            }
        };
        for (position, &next) in game.positions().iter().zip(moves).skip(from) {
            process.send(&self.move_command(position, next))?;
        }
        self.plays = false;
        self.synchronize(process, abort)?;
        Ok(None)
    }

    fn set_up(
        &mut self,
        process: &mut Process,
        position: &Chess,
        limits: &Limits,
    ) -> Result<(), Fault> {
        let chess960 = position.castles().mode().is_chess960();
        let mut commands = vec!["new".to_owned()];
        if chess960 {
            commands.push("variant fischerandom".to_owned());
        }
        commands.push(level(limits));
        self.limits = move_limits(limits);
        commands.extend(self.limits.iter().cloned());
        commands.extend(["easy", "post", "force"].map(str::to_owned));
        if *position != Chess::default() {
            let fen = Fen::from_position(position, EnPassantMode::Legal);
            if self.features.has("setboard") {
                commands.push(format!("setboard {fen}"));
            } else {
                let unsupported = || {
                    Fault::Protocol(format!(
                        "no setboard feature, and edit cannot express {fen}"
                    ))
                };
                commands.extend(self.edit_commands(position).ok_or_else(unsupported)?);
            }
        }
        commands
            .iter()
            .try_for_each(|command| process.send(command))
    }

    /// Commands that set a position up after `new` and `force`, if `edit` can express it: it gives
    /// every king and rook on its first square the right to castle, and has no en passant square.
    fn edit_commands(&self, position: &Chess) -> Option<Vec<String>> {
        let has_en_passant = position.ep_square(EnPassantMode::Legal).is_some();
        if !castling_rights_are_implied(position) || has_en_passant {
            return None;
        }
        let mut commands = Vec::new();
        if position.turn() == Color::Black {
            // `edit` does not set the side to move: White moves first on the board that is then
            // cleared. That is a move as every other, in the form that the engine asked for.
            let pawn_move = Move::Normal {
                role: Role::Pawn,
                from: Square::A2,
                capture: None,
                to: Square::A3,
                promotion: None,
            };
            commands.push(self.move_command(&Chess::default(), pawn_move));
        }
        commands.extend(["edit".to_owned(), "#".to_owned()]);
        for color in Color::ALL {
            if color == Color::Black {
                commands.push("c".to_owned());
            }
            for square in position.board().by_color(color) {
                let role = position.board().role_at(square).unwrap_or(Role::Pawn);
                commands.push(format!("{}{square}", role.upper_char()));
            }
        }
        commands.push(".".to_owned());
        Some(commands)
    }

    fn move_command(&self, position: &Chess, chess_move: Move) -> String {
        let castles = position.castles().mode().is_chess960() && chess_move.is_castle();
        let text = if self.features.has("san") || castles {
            san(position, chess_move)
        } else {
            chess_move.to_uci(CastlingMode::Standard).to_string()
        };
        if self.features.has("usermove") {
            format!("usermove {text}")
        } else {
            text
        }
    }

    fn send_clocks(
        &self,
        process: &mut Process,
        limits: &Limits,
        color: Color,
    ) -> Result<(), Fault> {
        if !self.features.has("time") {
            return Ok(());
        }
        process.send(&format!("time {}", hundredths_left(limits, color)))?;
        process.send(&format!("otim {}", hundredths_left(limits, !color)))
    }
}

impl Client for XBoard {
    fn name(&self) -> Option<&str> {
        self.features.name.as_deref()
    }

    fn stop_command(&self) -> &'static str {
        "?"
    }

    fn handshake(&mut self, process: &mut Process) -> Result<(), Fault> {
        process.send("xboard")?;
        process.send("protover 2")?;
        let started = Instant::now();
        let mut has_features = false;
        while self.features.done != Some(true) {
            let timeout = if self.features.done == Some(false) {
                READY_TIMEOUT
            } else {
                FEATURE_TIMEOUT
            };
            let (end, soon) = (started + timeout, Instant::now() + NUDGE);
            let Some(line) = process.line(end.min(soon), &Control::new())? else {
                if Instant::now() >= end {
                    break;
                }
                // GNU Chess answers a command only when the next line comes. An empty line is no
                // command.
                if !has_features {
                    process.send("")?;
                }
                continue;
            };
            if let Some(text) = line.strip_prefix("feature ") {
                has_features = true;
                for answer in self.features.read(text)? {
                    process.send(&answer)?;
                }
            }
        }
        Ok(())
    }

    fn option_command(&self, name: &str, value: &str) -> Result<String, Fault> {
        let features = &self.features;
        let named = |names: [&str; 2]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        match DeclaredOption::find(&features.options, name) {
            Ok(known) => {
                known.check(value)?;
                let name = &known.name;
                if value.is_empty() {
                    Ok(format!("option {name}"))
                } else {
                    Ok(format!("option {name}={value}"))
                }
            }
            Err(_) if features.has("memory") && named(["memory", "Hash"]) => {
                Ok(format!("memory {value}"))
            }
            Err(_) if features.has("smp") && named(["cores", "Threads"]) => {
                Ok(format!("cores {value}"))
            }
            Err(fault) => Err(fault),
        }
    }

    fn synchronize(&mut self, process: &mut Process, abort: &Control) -> Result<(), Fault> {
        if !self.features.has("ping") {
            return Ok(());
        }
        self.pings += 1;
        let (ping, pong) = (
            format!("ping {}", self.pings),
            format!("pong {}", self.pings),
        );
        let root = Chess::default();
        process.request(&ping, &pong, READY_TIMEOUT, abort, |line| match parse_line(
            line,
            &root,
            Duration::ZERO,
        ) {
            EngineMessage::Refused(text) => Err(Fault::Protocol(text)),
            _ => Ok(()),
        })
    }

    fn new_game(&mut self, _process: &mut Process, _abort: &Control) -> Result<(), Fault> {
        self.known = None;
        self.plays = false;
        Ok(())
    }

    fn plays_chess960(&self) -> bool {
        self.features.chess960 && self.features.has("setboard")
    }

    fn needs_restart(&self) -> bool {
        !self.features.has("reuse")
    }

    fn prepare(
        &mut self,
        process: &mut Process,
        game: &Game,
        limits: &Limits,
        abort: &Control,
    ) -> Commands {
        if limits.nodes.is_some() {
            return Err(Fault::Protocol(
                "xboard engines do not support `nodes=`".to_owned(),
            ));
        }
        let color = game.position().turn();
        let last = self.send_position(process, game, limits, abort)?;
        self.send_clocks(process, limits, color)?;
        self.plays = true;
        Ok(match last {
            Some(last) => {
                let before = &game.positions()[game.moves().len() - 1];
                vec![self.move_command(before, last)]
            }
            None if self.features.has("colors") => {
                vec![color.fold_wb("white", "black").to_owned(), "go".to_owned()]
            }
            None => vec!["go".to_owned()],
        })
    }

    fn takes_search_moves(&self) -> bool {
        false
    }

    fn parse_line(&self, line: &str, root: &Chess, time: Duration) -> EngineMessage {
        parse_line(line, root, time)
    }

    fn parse_move(&self, position: &Chess, text: &str) -> Option<Move> {
        parse_move(position, text).ok()
    }

    fn moved(&mut self, game: &Game, best: Option<Move>) {
        let moves = game.moves().iter().copied().chain(best).collect();
        self.known = Some((game.start().clone(), moves));
    }
}

fn level(limits: &Limits) -> String {
    let Some(clock) = &limits.clock else {
        return format!("level 0 {MINUTES} 0");
    };
    // Exact at the game's start; later it is what remains, and `time` tells the exact clocks.
    // `level` has one time for both sides: the longer.
    let seconds = clock.remaining.white.max(clock.remaining.black).as_secs();
    let increment = clock.increment.white.as_secs_f64();
    format!(
        "level {} {}:{:02} {increment}",
        clock.moves_to_go.unwrap_or(0),
        seconds / 60,
        seconds % 60
    )
}

/// Hundredths of a second on a side's clock. Where a move has its own time the clock shows that:
/// some engines, Fairy-Max among them, go by the clock and not by `st`.
fn hundredths_left(limits: &Limits, color: Color) -> u128 {
    match (&limits.clock, limits.move_time) {
        (Some(clock), _) => clock.remaining.get(color).as_millis() / 10,
        (None, Some(time)) => (time.as_millis() / 10).max(1),
        // 6,000 hundredths of a second a minute.
        (None, None) => u128::from(MINUTES) * 6_000,
    }
}

fn move_limits(limits: &Limits) -> Vec<String> {
    let time = limits
        .move_time
        .map(|time| format!("st {}", time.as_secs_f64()));
    let depth = limits.depth.map(|depth| format!("sd {depth}"));
    time.into_iter().chain(depth).collect()
}

fn parse_line(line: &str, root: &Chess, time: Duration) -> EngineMessage {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let lost = root.turn().fold_wb("0-1", "1-0");
    match word {
        "move" => EngineMessage::Move(rest.to_owned()),
        "My" => match rest.strip_prefix("move is") {
            Some(text) => {
                EngineMessage::Move(text.trim_start_matches([' ', ':']).trim().to_owned())
            }
            None => EngineMessage::Other,
        },
        "resign" => EngineMessage::Resigned,
        _ if word == lost && rest.to_ascii_lowercase().contains("resign") => {
            EngineMessage::Resigned
        }
        "tellusererror" => EngineMessage::Refused(printable(line)),
        "Illegal" if rest.starts_with("move") => EngineMessage::Refused(printable(line)),
        _ => match parse_info(line, root, time) {
            Some(report) => EngineMessage::Report(Box::new(report)),
            None => EngineMessage::Other,
        },
    }
}

/// Parses `depth score centiseconds nodes variation`; a sign may follow the depth.
fn parse_info(line: &str, root: &Chess, time: Duration) -> Option<Report> {
    let mut words = line.split_whitespace();
    let depth = words
        .next()?
        .trim_end_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .ok()?;
    let score: i64 = words.next()?.parse().ok()?;
    let _time: i64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let limit = |value: i64| value.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i32;
    let score = match score {
        score if score >= MATE => Score::Mate(limit(score - MATE).max(1)),
        score if score <= -MATE => Score::Mate(limit(score + MATE).min(-1)),
        score => Score::Centipawns(limit(score)),
    };
    Some(Report {
        score,
        nodes,
        time,
        ..Report::unsearched(depth, variation(root, words))
    })
}

/// Flags that the client heeds, with the protocol's defaults.
const FLAGS: [(&str, bool); 9] = [
    ("ping", false),
    ("setboard", false),
    ("usermove", false),
    // Moves are sent in SAN.
    ("san", false),
    ("time", true),
    ("colors", true),
    // The process can play another game.
    ("reuse", true),
    ("memory", false),
    ("smp", false),
];

/// Features that are accepted without effect.
const IGNORED: &str = "playother draw sigint sigterm analyze ics name debug pause nps egt";

#[derive(Clone, Debug)]
struct Features {
    flags: [bool; FLAGS.len()],
    /// `myname`, the engine's name for itself.
    name: Option<String>,
    options: Vec<DeclaredOption>,
    /// Whether `fischerandom` is among the variants.
    chess960: bool,
    /// `done=1` ends the list, `done=0` asks for more time.
    done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            flags: FLAGS.map(|(_, on)| on),
            name: None,
            options: Vec::new(),
            chess960: false,
            done: None,
        }
    }
}

impl Features {
    fn has(&self, flag: &str) -> bool {
        FLAGS
            .iter()
            .zip(self.flags)
            .any(|((name, _), on)| *name == flag && on)
    }

    fn read(&mut self, text: &str) -> Result<Vec<String>, Fault> {
        let mut replies = Vec::new();
        for (name, value) in pairs(text) {
            let reply = if self.set(name, value)? {
                "accepted"
            } else {
                "rejected"
            };
            replies.push(format!("{reply} {name}"));
        }
        Ok(replies)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, Fault> {
        match FLAGS.iter().position(|(flag, _)| *flag == name) {
            Some(flag) => self.flags[flag] = value == "1",
            None if name == "myname" => self.name = Some(value.to_owned()),
            None if name == "done" => self.done = Some(value == "1"),
            None if name == "variants" => {
                self.chess960 = value
                    .split(',')
                    .any(|variant| variant.trim() == "fischerandom");
            }
            None if name == "option" => {
                declare(&mut self.options, declared_option(value))?;
            }
            None => return Ok(IGNORED.split(' ').any(|known| known == name)),
        }
        Ok(true)
    }
}

/// Parses an option: its name precedes the type, as in `Clear Hash -button` or
/// `Hash -spin 16 1 1024`.
fn declared_option(text: &str) -> DeclaredOption {
    let (name, declaration) = text.split_once(" -").unwrap_or((text, ""));
    let words: Vec<&str> = declaration.split_whitespace().collect();
    let values = match words[..] {
        ["spin" | "slider", _, min, max] => match (min.parse(), max.parse()) {
            (Ok(min), Ok(max)) => DeclaredValues::Range { min, max },
            _ => DeclaredValues::Any,
        },
        ["check", ..] => DeclaredValues::Words(["0", "1"].map(str::to_owned).into()),
        ["combo", ..] => {
            let choices = declaration.trim_start().trim_start_matches("combo");
            // A star marks the default.
            let words = choices
                .split("///")
                .map(|word| word.trim().trim_start_matches('*'));
            DeclaredValues::Words(words.map(str::to_owned).collect())
        }
        _ => DeclaredValues::Any,
    };
    DeclaredOption {
        name: name.trim().to_owned(),
        values,
    }
}

fn pairs(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
        };
        found.push((name.trim(), value));
        rest = after.trim_start();
    }
    found
}

fn castling_rights_are_implied(position: &Chess) -> bool {
    let board = position.board();
    Color::ALL.into_iter().all(|color| {
        let first_square = color.fold_wb(0, 56);
        let unmoved = |file: u32, role| {
            board.piece_at(Square::new(first_square + file)) == Some(Role::of(role, color))
        };
        [(CastlingSide::KingSide, 7), (CastlingSide::QueenSide, 0)]
            .into_iter()
            .all(|(side, rook)| {
                let implied = unmoved(4, Role::King) && unmoved(rook, Role::Rook);
                implied == position.castles().has(color, side)
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Clock;
    use shakmaty::ByColor;

    #[test]
    fn clock_of_a_move_with_its_own_time_shows_that_time() {
        let left = |limits: &Limits| hundredths_left(limits, Color::White);
        let second = Limits::move_time(Duration::from_secs(1));
        assert_eq!(left(&second), 100);
        assert_eq!(left(&Limits::move_time(Duration::from_millis(1))), 1);
        assert_eq!(left(&Limits::depth(5)), u128::from(MINUTES) * 6_000);
        let remaining = Duration::from_secs(125);
        let clock = Clock {
            remaining: ByColor::new_with(|_| remaining),
            increment: ByColor::new_with(|_| Duration::ZERO),
            moves_to_go: None,
        };
        let both = Limits {
            clock: Some(clock),
            ..second
        };
        assert_eq!(left(&both), 12_500);
    }

    #[test]
    fn limits_become_level_and_move_commands() {
        let clock = Clock {
            remaining: ByColor::new_with(|_| Duration::from_secs(125)),
            increment: ByColor::new_with(|_| Duration::from_millis(50)),
            moves_to_go: Some(40),
        };
        assert_eq!(
            level(&Limits {
                clock: Some(clock),
                ..Limits::default()
            }),
            "level 40 2:05 0.05"
        );
        let limits = Limits {
            move_time: Some(Duration::from_millis(500)),
            ..Limits::depth(3)
        };
        assert_eq!(level(&limits), "level 0 1000 0");
        assert_eq!(move_limits(&limits), ["st 0.5", "sd 3"]);
    }

    #[test]
    fn lines_of_engines_are_parsed() {
        let root = Chess::default();
        let info = |depth, score, nodes, line: &str| {
            EngineMessage::Report(Box::new(Report {
                score,
                nodes,
                ..Report::unsearched(depth, variation(&root, line.split(' ')))
            }))
        };
        for (line, expected) in [
            ("move e2e4", EngineMessage::Move("e2e4".to_owned())),
            ("My move is: Nf3", EngineMessage::Move("Nf3".to_owned())),
            ("resign", EngineMessage::Resigned),
            ("0-1 {White resigns}", EngineMessage::Resigned),
            (
                "Illegal move: e7e5",
                EngineMessage::Refused("Illegal move: e7e5".to_owned()),
            ),
            (
                "7. -31 120 1234\te4 e5",
                info(7, Score::Centipawns(-31), 1234, "e4 e5"),
            ),
            (" 9 100003 5 77 Qh5", info(9, Score::Mate(3), 77, "")),
            ("9 -100002 5 77", info(9, Score::Mate(-2), 77, "")),
            ("1-0 {Black resigns}", EngineMessage::Other),
            ("1/2-1/2 {repetition}", EngineMessage::Other),
            ("# move e2e4", EngineMessage::Other),
            ("", EngineMessage::Other),
            ("pong 1", EngineMessage::Other),
            ("e4", EngineMessage::Other),
            ("7 x 1 2 e4", EngineMessage::Other),
            ("# 1 2 3 4", EngineMessage::Other),
            ("7 3 1", EngineMessage::Other),
        ] {
            assert_eq!(parse_line(line, &root, Duration::ZERO), expected, "{line}");
        }
    }

    #[test]
    fn options_are_declared_with_their_values() {
        let words =
            |words: &[&str]| DeclaredValues::Words(words.iter().map(|&w| w.to_owned()).collect());
        for (text, name, values) in [
            (
                "Multi-PV Margin -spin 0 -5 1000",
                "Multi-PV Margin",
                DeclaredValues::Range { min: -5, max: 1000 },
            ),
            ("Book -check 1", "Book", words(&["0", "1"])),
            (
                "Style -combo Very Solid /// *Normal /// Risky",
                "Style",
                words(&["Very Solid", "Normal", "Risky"]),
            ),
            ("Clear Hash -button", "Clear Hash", DeclaredValues::Any),
            ("Path -path a -b", "Path", DeclaredValues::Any),
            ("Bare", "Bare", DeclaredValues::Any),
        ] {
            let found = declared_option(text);
            assert_eq!(
                (found.name.as_str(), found.values),
                (name, values),
                "{text}"
            );
        }
    }

    #[test]
    fn features_known_accepted_others_rejected() {
        let mut features = Features::default();
        let replies = features.read(
            "myname=\"Fairy-Max 5.0b\" ping=1 setboard=0 reuse=0 option=\"Clear Hash -button\" telepathy=1 done=1",
        ).unwrap();
        let on = ["ping", "setboard", "reuse", "time"].map(|flag| features.has(flag));
        assert_eq!(on, [true, false, false, true]);
        assert_eq!(
            (&features.options[0].name[..], features.done),
            ("Clear Hash", Some(true))
        );
        assert_eq!(replies[0], "accepted myname");
        assert!(replies.contains(&"rejected telepathy".to_owned()));
        // An unclosed quotation ends with the text.
        assert_eq!(Features::default().read("=\"= x").unwrap(), ["rejected "]);
    }

    fn edit(features: &str, fen: &str) -> Option<String> {
        let mut engine = XBoard::default();
        engine.features.read(features).unwrap();
        let game = Game::from_fen(fen).unwrap();
        Some(engine.edit_commands(game.position())?.join(" "))
    }

    #[test]
    fn edit_pieces_set_one_by_one() {
        assert_eq!(
            edit("", "4k3/8/8/8/8/8/P7/4K2R w K - 0 1").unwrap(),
            "edit # Ke1 Rh1 Pa2 c Ke8 ."
        );
    }

    #[test]
    fn edit_with_black_to_move_begins_with_a_move_as_the_engine_takes_it() {
        for (features, expected) in [
            ("", "a2a3"),
            ("usermove=1", "usermove a2a3"),
            ("usermove=1 san=1", "usermove a3"),
        ] {
            assert_eq!(
                edit(features, "4k3/8/8/8/8/8/8/4K3 b - - 0 1").unwrap(),
                format!("{expected} edit # Ke1 c Ke8 .")
            );
        }
    }

    #[test]
    fn edit_rights_not_implied_refused() {
        assert_eq!(edit("", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"), None);
        assert_eq!(edit("", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), None);
    }
}
