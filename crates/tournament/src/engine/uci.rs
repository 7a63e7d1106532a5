//! A UCI engine as a contestant.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::{Answer, Contestant, Fault, Thought};
use play::{Control, Game, Limits, Score};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode};

use super::process::Process;
use super::{Program, READY, STOP, printable, start};

/// A running UCI engine.
#[derive(Debug)]
pub struct Uci {
    process: Process,
    name: String,
}

impl Uci {
    /// Starts a program and sets its options.
    ///
    /// # Errors
    /// It does not start, speaks no UCI, or has no such option.
    pub fn start(program: &Program) -> Result<Uci, Fault> {
        let mut process = Process::start(program)?;
        process.send("uci")?;
        let mut name = program.command[0].clone();
        let mut options: Vec<String> = Vec::new();
        let deadline = Instant::now() + READY;
        loop {
            let line = process.line(deadline, &Control::new()).map_err(start)?;
            let line = line.ok_or_else(|| Fault::Start("no uciok".to_owned()))?;
            if line == "uciok" {
                break;
            } else if let Some(text) = line.strip_prefix("id name ") {
                name = text.trim().to_owned();
            } else if let Some((text, _)) =
                line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type "))
            {
                options.push(text.trim().to_owned());
            }
        }
        let mut engine = Uci { process, name };
        for (option, value) in &program.options {
            if !options.iter().any(|known| known.eq_ignore_ascii_case(option)) {
                let known = options.join(", ");
                return Err(Fault::Start(format!("no option named '{option}' (its options: {known})")));
            }
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            engine.process.send(&format!("setoption name {option}{value}"))?;
        }
        engine.ready(&Control::new()).map_err(start)?;
        Ok(engine)
    }

    /// The name it gives itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn ready(&mut self, abort: &Control) -> Result<(), Fault> {
        self.process.send("isready")?;
        let deadline = Instant::now() + READY;
        loop {
            match self.process.line(deadline, abort)? {
                Some(line) if line == "readyok" => return Ok(()),
                Some(_) => {}
                None if abort.stopped() => return Err(Fault::Aborted),
                None => return Err(Fault::Hang),
            }
        }
    }

    /// Lines until `bestmove`, whose words are returned; `None` when there is none until the deadline.
    fn answer(
        &mut self,
        deadline: Instant,
        abort: &Control,
        thought: &mut Option<Thought>,
    ) -> Result<Option<String>, Fault> {
        while let Some(line) = self.process.line(deadline, abort)? {
            if let Some(rest) = line.strip_prefix("bestmove") {
                return Ok(Some(rest.split_whitespace().next().unwrap_or_default().to_owned()));
            }
            if let Some(found) = read_info(&line) {
                *thought = Some(found);
            }
        }
        Ok(None)
    }
}

impl Contestant for Uci {
    fn new_game(&mut self, abort: &Control) -> Result<(), Fault> {
        self.process.send("ucinewgame")?;
        self.ready(abort)
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        patience: Duration,
        abort: &Control,
    ) -> Result<Answer, Fault> {
        // A busy machine must not cost the engine whose turn has not begun.
        self.process.discard();
        self.process.send(&position(game))?;
        self.ready(abort)?;
        let started = Instant::now();
        self.process.send(&go(limits))?;
        let mut thought = None;
        let mut best = self.answer(started + patience, abort, &mut thought)?;
        let time = started.elapsed();
        let late = best.is_none();
        if late {
            self.process.send("stop")?;
            best = self.answer(Instant::now() + STOP, abort, &mut thought)?;
        }
        if abort.stopped() {
            return Err(Fault::Aborted);
        }
        let text = best.ok_or(Fault::Hang)?;
        let found = text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(game.position()).ok());
        let best = found.ok_or_else(|| printable(&text));
        Ok(Answer { best, time, thought, late })
    }
}

/// `position` with all moves of the game.
fn position(game: &Game) -> String {
    let mut line = if *game.start() == Chess::default() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", Fen::from_position(game.start(), EnPassantMode::Legal))
    };
    for (index, chess_move) in game.moves().iter().enumerate() {
        line.push_str(if index == 0 { " moves " } else { " " });
        let _ = write!(line, "{}", chess_move.to_uci(CastlingMode::Standard));
    }
    line
}

/// `go` with all limits.
fn go(limits: &Limits) -> String {
    let mut line = "go".to_owned();
    let mut add = |word: &str, value: u128| {
        let _ = write!(line, " {word} {value}");
    };
    if let Some(clock) = &limits.clock {
        for (color, time, increment) in [(Color::White, "wtime", "winc"), (Color::Black, "btime", "binc")] {
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
        ("movetime", limits.move_time.map(|time| time.as_millis().max(1))),
    ];
    numbers
        .into_iter()
        .filter_map(|(word, value)| Some((word, value?)))
        .for_each(|(word, value)| add(word, value));
    if line == "go" {
        line.push_str(" infinite");
    }
    line
}

/// Depth, score and nodes of an `info` line about the best variation.
fn read_info(line: &str) -> Option<Thought> {
    let words: Vec<&str> = line.strip_prefix("info ")?.split_whitespace().collect();
    let words = &words[..words.iter().position(|word| *word == "string").unwrap_or(words.len())];
    let after = |name: &str| words.iter().position(|word| *word == name).map(|at| &words[at + 1..]);
    let number = |name: &str| after(name)?.first()?.parse::<u64>().ok();
    if number("multipv").is_some_and(|which| which > 1) {
        return None;
    }
    let score = match *after("score")? {
        ["cp", value, ..] => Score::Centipawns(value.parse().ok()?),
        ["mate", moves, ..] => Score::Mate(moves.parse().ok()?),
        _ => return None,
    };
    let depth = number("depth").and_then(|depth| u32::try_from(depth).ok()).unwrap_or(0);
    Some(Thought { depth, score, nodes: number("nodes").unwrap_or(0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;
    use play::Clock;
    use shakmaty::ByColor;

    #[test]
    fn searches_are_asked_for() {
        let clock = Clock {
            remaining: ByColor { white: Duration::from_secs(5), black: Duration::ZERO },
            increment: ByColor::new_with(|_| Duration::from_millis(50)),
            moves_to_go: Some(7),
        };
        let limits = Limits { clock: Some(clock), depth: Some(3), nodes: Some(4), ..Limits::default() };
        assert_eq!(go(&limits), "go wtime 5000 winc 50 btime 1 binc 50 movestogo 7 depth 3 nodes 4");
        assert_eq!(go(&Limits::move_time(Duration::from_millis(20))), "go movetime 20");
        assert_eq!(go(&Limits::default()), "go infinite");
    }

    #[test]
    fn games_are_told_whole() {
        let mut game = Game::new();
        assert_eq!(position(&game), "position startpos");
        game.play(parse_move(game.position(), "e4").unwrap());
        game.play(parse_move(game.position(), "e5").unwrap());
        assert_eq!(position(&game), "position startpos moves e2e4 e7e5");
        let game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 3 9").unwrap();
        assert_eq!(position(&game), "position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9");
    }

    #[test]
    fn thoughts_are_read() {
        let read = |line: &str| read_info(line).map(|thought| (thought.depth, thought.score, thought.nodes));
        assert_eq!(
            read("info depth 7 seldepth 9 multipv 1 score cp -31 lowerbound nodes 1234 pv e2e4"),
            Some((7, Score::Centipawns(-31), 1234))
        );
        assert_eq!(read("info depth 3 score mate -2"), Some((3, Score::Mate(-2), 0)));
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
}
