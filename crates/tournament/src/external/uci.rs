//! The client side of UCI.

use std::fmt::Write as _;
use std::time::Duration;

use play::{Bound, Control, Game, Limits, Report, Score};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position as _};

use super::process::Process;
use super::protocol::{
    Client, Commands, DeclaredOption, DeclaredValues, EngineMessage, READY_TIMEOUT, declare,
    printable, variation,
};
use crate::engine::Fault;

#[derive(Debug, Default)]
pub(super) struct Uci {
    name: Option<String>,
    options: Vec<DeclaredOption>,
    /// Whether castling is sent as king takes rook.
    chess960: bool,
}

const CHESS960: &str = "UCI_Chess960";

/// Advice for a program that does not speak UCI.
const XBOARD_HINT: &str = "an xboard engine needs proto=xboard";

impl Client for Uci {
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn stop_command(&self) -> &'static str {
        "stop"
    }

    fn handshake(&mut self, process: &mut Process) -> Result<(), Fault> {
        let read_line = |line: &str| {
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = Some(name.trim().to_owned());
            }
            if line.starts_with("Error")
                || line.contains("nknown command")
                || line.contains("llegal move")
            {
                return Err(Fault::Start(format!(
                    "'{}' in answer to uci; {XBOARD_HINT}",
                    printable(line)
                )));
            }
            match declared_option(line) {
                Some(option) => declare(&mut self.options, option),
                None => Ok(()),
            }
        };
        process
            .request("uci", "uciok", READY_TIMEOUT, &Control::new(), read_line)
            .map_err(|fault| match fault {
                Fault::Unresponsive => Fault::Start(format!("no uciok; {XBOARD_HINT}")),
                Fault::Crash(text) => Fault::Start(format!("{text} before uciok; {XBOARD_HINT}")),
                other => other,
            })
    }

    fn option_command(&self, name: &str, value: &str) -> Result<String, Fault> {
        DeclaredOption::find(&self.options, name)?.check(value)?;
        let value = if value.is_empty() {
            String::new()
        } else {
            format!(" value {value}")
        };
        Ok(format!("setoption name {name}{value}"))
    }

    fn synchronize(&mut self, process: &mut Process, abort: &Control) -> Result<(), Fault> {
        process.request("isready", "readyok", READY_TIMEOUT, abort, |_| Ok(()))
    }

    fn new_game(&mut self, process: &mut Process, abort: &Control) -> Result<(), Fault> {
        process.send("ucinewgame")?;
        self.synchronize(process, abort)
    }

    fn prepare(
        &mut self,
        process: &mut Process,
        game: &Game,
        limits: &Limits,
        abort: &Control,
    ) -> Commands {
        let mode = game.start().castles().mode();
        if self.chess960 != mode.is_chess960() {
            self.chess960 = mode.is_chess960();
            process.send(&self.option_command(CHESS960, &self.chess960.to_string())?)?;
        }
        process.send(&position(game))?;
        self.synchronize(process, abort)?;
        Ok(vec![go(limits, mode)])
    }

    fn plays_chess960(&self) -> bool {
        self.options
            .iter()
            .any(|known| known.name.eq_ignore_ascii_case(CHESS960))
    }

    fn takes_search_moves(&self) -> bool {
        true
    }

    fn parse_line(&self, line: &str, root: &Chess, time: Duration) -> EngineMessage {
        match line.strip_prefix("bestmove") {
            Some(rest) => EngineMessage::Move(
                rest.split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            ),
            None => match parse_info(line, root, time) {
                Some(report) => EngineMessage::Report(Box::new(report)),
                None => EngineMessage::Other,
            },
        }
    }

    fn parse_move(&self, position: &Chess, text: &str) -> Option<Move> {
        text.parse::<UciMove>().ok()?.to_move(position).ok()
    }
}

/// Parses the line of an option.
fn declared_option(line: &str) -> Option<DeclaredOption> {
    let (name, declaration) = line.strip_prefix("option name ")?.split_once(" type ")?;
    let mut words = declaration.split_whitespace();
    let kind = words.next()?;
    let number = |name: &str| {
        let mut words = declaration.split_whitespace();
        words.find(|&word| word == name)?;
        words.next()?.parse::<i64>().ok()
    };
    let values = match kind {
        "spin" => match (number("min"), number("max")) {
            (Some(min), Some(max)) => DeclaredValues::Range { min, max },
            _ => DeclaredValues::Any,
        },
        "check" => DeclaredValues::Words(["true", "false"].map(str::to_owned).into()),
        "combo" => {
            let words = declaration.split(" var ").skip(1);
            DeclaredValues::Words(words.map(|word| word.trim().to_owned()).collect())
        }
        _ => DeclaredValues::Any,
    };
    Some(DeclaredOption {
        name: name.trim().to_owned(),
        values,
    })
}

/// The command that sets a position.
pub(crate) fn position(game: &Game) -> String {
    let mut line = if *game.start() == Chess::default() {
        "position startpos".to_owned()
    } else {
        format!(
            "position fen {}",
            Fen::from_position(game.start(), EnPassantMode::Legal)
        )
    };
    let mode = game.start().castles().mode();
    for (index, chess_move) in game.moves().iter().enumerate() {
        line.push_str(if index == 0 { " moves " } else { " " });
        let _ = write!(line, "{}", chess_move.to_uci(mode));
    }
    line
}

/// The command that starts a search.
pub(crate) fn go(limits: &Limits, mode: CastlingMode) -> String {
    let mut line = "go".to_owned();
    let mut add = |word: &str, value: u128| {
        let _ = write!(line, " {word} {value}");
    };
    if let Some(clock) = &limits.clock {
        for (color, time, increment) in [
            (Color::White, "wtime", "winc"),
            (Color::Black, "btime", "binc"),
        ] {
            add(time, clock.remaining.get(color).as_millis().max(1));
            add(increment, clock.increment.get(color).as_millis());
        }
        if let Some(moves) = clock.moves_to_go {
            add("movestogo", moves.into());
        }
    }
    let numbers = [
        ("depth", limits.depth.map(u128::from)),
        ("nodes", limits.nodes.map(u128::from)),
        (
            "movetime",
            limits.move_time.map(|time| time.as_millis().max(1)),
        ),
    ];
    numbers
        .into_iter()
        .for_each(|(word, value)| value.into_iter().for_each(|value| add(word, value)));
    if line == "go" {
        line.push_str(" infinite");
    }
    for (index, chess_move) in limits.search_moves.iter().enumerate() {
        line.push_str(if index == 0 { " searchmoves " } else { " " });
        let _ = write!(line, "{}", chess_move.to_uci(mode));
    }
    line
}

/// Parses an `info` line about the first variation.
fn parse_info(line: &str, root: &Chess, time: Duration) -> Option<Report> {
    let number = |name: &str| words_after(line, name)?.next()?.parse::<u64>().ok();
    if !matches!(number("multipv"), None | Some(0 | 1)) {
        return None;
    }
    let mut score = words_after(line, "score")?;
    let score = match (score.next()?, score.next()?) {
        ("cp", value) => Score::Centipawns(value.parse().ok()?),
        ("mate", moves) => Score::Mate(moves.parse().ok()?),
        _ => return None,
    };
    let depth = u32::try_from(number("depth").unwrap_or(0)).unwrap_or(0);
    let bound = if line.contains(" lowerbound") {
        Bound::Lower
    } else if line.contains(" upperbound") {
        Bound::Upper
    } else {
        Bound::Exact
    };
    let pv = match words_after(line, "pv") {
        Some(words) => variation(root, words),
        None => Vec::new(),
    };
    Some(Report {
        score,
        bound,
        nodes: number("nodes").unwrap_or(0),
        time,
        ..Report::unsearched(depth, pv)
    })
}

/// The words after a name in an `info` line, up to its text.
fn words_after<'a>(line: &'a str, name: &str) -> Option<impl Iterator<Item = &'a str>> {
    let mut words = line
        .strip_prefix("info ")?
        .split_whitespace()
        .take_while(|&word| word != "string");
    words.find(|&word| word == name)?;
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;
    use play::Clock;
    use shakmaty::ByColor;

    #[test]
    fn go_limits_all_sent() {
        let clock = Clock {
            remaining: ByColor {
                white: Duration::from_secs(5),
                black: Duration::ZERO,
            },
            increment: ByColor::new_with(|_| Duration::from_millis(50)),
            moves_to_go: Some(7),
        };
        let limits = Limits {
            clock: Some(clock),
            depth: Some(3),
            nodes: Some(4),
            ..Limits::default()
        };
        let go = |limits: &Limits| go(limits, CastlingMode::Standard);
        assert_eq!(
            go(&limits),
            "go wtime 5000 winc 50 btime 1 binc 50 movestogo 7 depth 3 nodes 4"
        );
        assert_eq!(
            go(&Limits::move_time(Duration::from_millis(20))),
            "go movetime 20"
        );
        assert_eq!(go(&Limits::default()), "go infinite");
        let game = Game::new();
        let only = Limits {
            search_moves: vec![parse_move(game.position(), "e4").unwrap()],
            ..Limits::depth(3)
        };
        assert_eq!(go(&only), "go depth 3 searchmoves e2e4");
    }

    #[test]
    fn options_are_declared_with_their_values() {
        let words =
            |words: &[&str]| DeclaredValues::Words(words.iter().map(|&w| w.to_owned()).collect());
        for (line, name, values) in [
            (
                "option name Threads type spin default 1 min 1 max 1024",
                "Threads",
                DeclaredValues::Range { min: 1, max: 1024 },
            ),
            (
                "option name Contempt type spin default 0 min -100 max 100",
                "Contempt",
                DeclaredValues::Range {
                    min: -100,
                    max: 100,
                },
            ),
            (
                "option name Style type combo default Very Solid var Very Solid var Risky",
                "Style",
                words(&["Very Solid", "Risky"]),
            ),
            (
                "option name Ponder type check default false",
                "Ponder",
                words(&["true", "false"]),
            ),
            (
                "option name Clear Hash type button",
                "Clear Hash",
                DeclaredValues::Any,
            ),
            (
                "option name Odd type spin default 1",
                "Odd",
                DeclaredValues::Any,
            ),
        ] {
            let found = declared_option(line).unwrap();
            assert_eq!(
                (found.name.as_str(), found.values),
                (name, values),
                "{line}"
            );
        }
        assert_eq!(declared_option("option name X"), None);
    }

    #[test]
    fn position_all_moves_sent() {
        let mut game = Game::new();
        assert_eq!(position(&game), "position startpos");
        game.play(parse_move(game.position(), "e4").unwrap());
        game.play(parse_move(game.position(), "e5").unwrap());
        assert_eq!(position(&game), "position startpos moves e2e4 e7e5");
        let start = "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w KQkq - 0 1";
        let mut game = Game::from_any_fen(start).unwrap();
        for text in ["O-O", "O-O-O"] {
            game.play(parse_move(game.position(), text).unwrap());
        }
        assert_eq!(
            position(&game),
            format!("position fen {start} moves e1f1 e8b8")
        );
        let game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 3 9").unwrap();
        assert_eq!(
            position(&game),
            "position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9"
        );
    }

    #[test]
    fn info_first_variation_parsed() {
        let root = Chess::default();
        let read = |line: &str| {
            let found = parse_info(line, &root, Duration::ZERO)?;
            Some((found.depth, found.score, found.nodes))
        };
        assert_eq!(
            read("info depth 7 seldepth 9 multipv 1 score cp -31 lowerbound nodes 1234 pv e2e4"),
            Some((7, Score::Centipawns(-31), 1234))
        );
        assert_eq!(
            read("info depth 3 score mate -2"),
            Some((3, Score::Mate(-2), 0))
        );
        for line in [
            "info string score cp 5",
            "info depth 7 multipv 2 score cp 3",
            "info score",
            "info score cp",
            "info currmove e2e4",
            "bestmove e2e4",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn info_has_bound_and_variation_up_to_the_first_illegal_move() {
        let root = Chess::default();
        let line = "info depth 7 seldepth 9 score cp 31 lowerbound nodes 12 pv e2e4 e7e5 a1a8";
        let found = parse_info(line, &root, Duration::ZERO).unwrap();
        assert_eq!((found.bound, found.pv.len()), (Bound::Lower, 2));
        let found = parse_info("info depth 1 score cp 0 pv e2e5", &root, Duration::ZERO).unwrap();
        assert_eq!((found.bound, found.pv.len()), (Bound::Exact, 0));
    }
}
