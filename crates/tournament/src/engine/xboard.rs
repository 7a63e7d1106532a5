//! An engine of xboard's protocol as a contestant.

use std::time::{Duration, Instant};

use crate::{Answer, Contestant, Fault, Thought};
use notation::parse_move;
use play::{Clock, Control, Game, Limits, Score};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position};

use super::features::Features;
use super::process::Process;
use super::{Program, READY, STOP, edit, printable, start};

/// An engine that says nothing of features for so long has none to tell.
const SILENCE: Duration = Duration::from_secs(2);

/// The clock of an engine that is bounded by depth alone: minutes, more than it will need.
const MINUTES: u64 = 1_000;

/// A mate in so many moves is valued this and the moves.
const MATE: i64 = 100_000;

/// A running engine.
#[derive(Debug)]
pub struct XBoard {
    program: Program,
    process: Process,
    features: Features,
    /// What stands on its board, once it has been told: where its game began, and the moves.
    told: Option<(Chess, Vec<Move>)>,
    /// It answers moves.
    plays: bool,
    pings: u32,
    games: u32,
}

/// What an engine said, in place of a move or as one.
enum Word {
    Move(String),
    Resigned,
    Refused(String),
}

impl XBoard {
    /// Starts a program and sets its options.
    ///
    /// # Errors
    /// It does not start, or has no such option.
    pub fn start(program: &Program) -> Result<XBoard, Fault> {
        let mut engine = XBoard {
            process: Process::start(program)?,
            program: program.clone(),
            features: Features::default(),
            told: None,
            plays: false,
            pings: 0,
            games: 0,
        };
        engine.greet().map_err(start)?;
        engine.set_options()?;
        engine.ready(&Control::new()).map_err(start)?;
        Ok(engine)
    }

    /// The name it gives itself.
    pub fn name(&self) -> &str {
        self.features.name.as_deref().unwrap_or(&self.program.command[0])
    }

    fn greet(&mut self) -> Result<(), Fault> {
        self.process.send("xboard")?;
        self.process.send("protover 2")?;
        let begun = Instant::now();
        while self.features.done != Some(true) {
            let patience = if self.features.done == Some(false) { READY } else { SILENCE };
            let Some(line) = self.process.line(begun + patience, &Control::new())? else { break };
            if let Some(text) = line.strip_prefix("feature ") {
                for answer in self.features.read(text) {
                    self.process.send(&answer)?;
                }
            }
        }
        Ok(())
    }

    fn set_options(&mut self) -> Result<(), Fault> {
        for (name, value) in &self.program.options {
            let named = |words: [&str; 2]| words.iter().any(|word| word.eq_ignore_ascii_case(name));
            let own = self.features.options.iter().find(|known| known.eq_ignore_ascii_case(name));
            let line = match own {
                Some(known) if value.is_empty() => format!("option {known}"),
                Some(known) => format!("option {known}={value}"),
                None if self.features.memory && named(["memory", "Hash"]) => format!("memory {value}"),
                None if self.features.cores && named(["cores", "Threads"]) => format!("cores {value}"),
                None => {
                    let known = self.features.options.join(", ");
                    return Err(Fault::Start(format!("no option named '{name}' (its options: {known})")));
                }
            };
            self.process.send(&line)?;
        }
        Ok(())
    }

    /// Waits until all that was sent is done, if it can say so.
    fn ready(&mut self, abort: &Control) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        let deadline = Instant::now() + READY;
        loop {
            match self.process.line(deadline, abort)? {
                Some(line) if line == pong => return Ok(()),
                Some(line) => {
                    if let Some(Word::Refused(text)) = read_word(&line, Color::White) {
                        return Err(Fault::Protocol(text));
                    }
                }
                None if abort.stopped() => return Err(Fault::Aborted),
                None => return Err(Fault::Hang),
            }
        }
    }

    /// Brings the engine's board to the game, short of its last move if it may answer that at once: that move is returned.
    fn tell(&mut self, game: &Game, limits: &Limits, abort: &Control) -> Result<Option<Move>, Fault> {
        let known = self
            .told
            .as_ref()
            .filter(|(start, told)| start == game.start() && game.moves().starts_with(told));
        let known = known.map(|(_, told)| told.len());
        let from = match known {
            Some(known) if self.plays && known + 1 == game.moves().len() => {
                return Ok(game.moves().last().copied());
            }
            Some(known) => {
                self.process.send("force")?;
                known
            }
            None => {
                self.set_up(game.start(), limits)?;
                0
            }
        };
        for index in from..game.moves().len() {
            let text = self.written(&game.positions()[index], game.moves()[index]);
            self.process.send(&text)?;
        }
        self.plays = false;
        self.ready(abort)?;
        Ok(None)
    }

    /// A new game from this position, which the engine only records so far.
    fn set_up(&mut self, position: &Chess, limits: &Limits) -> Result<(), Fault> {
        for line in ["new".to_owned(), level(limits)].into_iter().chain(once_more(limits)) {
            self.process.send(&line)?;
        }
        for line in ["easy", "post", "force"] {
            self.process.send(line)?;
        }
        if *position == Chess::default() {
            return Ok(());
        }
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        if self.features.set_board {
            return self.process.send(&format!("setboard {fen}"));
        }
        let lines = edit::lines(position)
            .ok_or_else(|| Fault::Protocol(format!("it knows no setboard, and edit cannot say {fen}")))?;
        lines.iter().try_for_each(|line| self.process.send(line))
    }

    /// A move as the engine wants it.
    fn written(&self, position: &Chess, chess_move: Move) -> String {
        let text = if self.features.san {
            SanPlus::from_move(position.clone(), chess_move).to_string()
        } else {
            chess_move.to_uci(CastlingMode::Standard).to_string()
        };
        if self.features.user_move { format!("usermove {text}") } else { text }
    }

    fn send_clocks(&mut self, clock: Option<&Clock>, color: Color) -> Result<(), Fault> {
        if !self.features.time {
            return Ok(());
        }
        let hundredths = |color| match clock {
            Some(clock) => clock.remaining.get(color).as_millis() / 10,
            None => u128::from(MINUTES) * 6_000,
        };
        self.process.send(&format!("time {}", hundredths(color)))?;
        self.process.send(&format!("otim {}", hundredths(!color)))
    }

    /// Its move; `None` when there is none until the deadline.
    fn answer(
        &mut self,
        color: Color,
        deadline: Instant,
        abort: &Control,
        thought: &mut Option<Thought>,
    ) -> Result<Option<String>, Fault> {
        while let Some(line) = self.process.line(deadline, abort)? {
            match read_word(&line, color) {
                Some(Word::Move(text)) => return Ok(Some(text)),
                Some(Word::Resigned) => return Err(Fault::Resigned),
                Some(Word::Refused(text)) => return Err(Fault::Protocol(text)),
                None => *thought = read_thought(&line).or(*thought),
            }
        }
        Ok(None)
    }
}

impl Contestant for XBoard {
    fn new_game(&mut self, _abort: &Control) -> Result<(), Fault> {
        if self.games > 0 && !self.features.reuse {
            let program = self.program.clone();
            *self = XBoard::start(&program)?;
        }
        self.games += 1;
        self.told = None;
        self.plays = false;
        Ok(())
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        patience: Duration,
        abort: &Control,
    ) -> Result<Answer, Fault> {
        if limits.nodes.is_some() {
            return Err(Fault::Protocol("it knows no limit of nodes".to_owned()));
        }
        // A busy machine must not cost the engine whose turn has not begun.
        self.process.discard();
        let (position, color) = (game.position(), game.position().turn());
        let last = self.tell(game, limits, abort)?;
        self.send_clocks(limits.clock.as_ref(), color)?;
        let started = Instant::now();
        match last {
            Some(last) => {
                let text = self.written(&game.positions()[game.moves().len() - 1], last);
                self.process.send(&text)?;
            }
            None => {
                if self.features.colors {
                    self.process.send(color.fold_wb("white", "black"))?;
                }
                self.process.send("go")?;
            }
        }
        self.plays = true;
        let mut thought = None;
        let mut best = self.answer(color, started + patience, abort, &mut thought)?;
        let time = started.elapsed();
        let late = best.is_none();
        if late {
            self.process.send("?")?;
            best = self.answer(color, Instant::now() + STOP, abort, &mut thought)?;
        }
        if abort.stopped() {
            return Err(Fault::Aborted);
        }
        let text = best.ok_or(Fault::Hang)?;
        let best = parse_move(position, &text).map_err(|_| printable(&text));
        let made = game.moves().iter().copied().chain(best.as_ref().ok().copied()).collect();
        self.told = Some((game.start().clone(), made));
        Ok(Answer { best, time, thought, late })
    }
}

/// The time control that begins with these limits.
fn level(limits: &Limits) -> String {
    let Some(clock) = &limits.clock else { return format!("level 0 {MINUTES} 0") };
    // Nobody has moved yet: what is left is the whole time.
    let seconds = clock.remaining.white.max(clock.remaining.black).as_secs();
    let increment = clock.increment.white.as_secs_f64();
    format!("level {} {}:{:02} {increment}", clock.moves_to_go.unwrap_or(0), seconds / 60, seconds % 60)
}

/// Limits of each move.
fn once_more(limits: &Limits) -> Vec<String> {
    let time = limits.move_time.map(|time| format!("st {}", time.as_secs_f64()));
    let depth = limits.depth.map(|depth| format!("sd {depth}"));
    time.into_iter().chain(depth).collect()
}

/// A move, a resignation or a refusal, if the line is one, of an engine that has this colour.
fn read_word(line: &str, color: Color) -> Option<Word> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let lost = color.fold_wb("0-1", "1-0");
    match word {
        "move" => Some(Word::Move(rest.trim().to_owned())),
        "My" => rest
            .trim()
            .strip_prefix("move is")
            .map(|text| Word::Move(text.trim_start_matches([' ', ':']).trim().to_owned())),
        "resign" => Some(Word::Resigned),
        _ if word == lost && rest.to_ascii_lowercase().contains("resign") => Some(Word::Resigned),
        "tellusererror" => Some(Word::Refused(printable(line))),
        "Illegal" if rest.trim_start().starts_with("move") => Some(Word::Refused(printable(line))),
        _ => None,
    }
}

/// Depth, score and nodes of a line of thought: `depth score centiseconds nodes line`; behind the depth may stand a sign.
fn read_thought(line: &str) -> Option<Thought> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score: i64 = words.next()?.parse().ok()?;
    let _time: i64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let limit = |value: i64| value.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i32;
    let score = match score {
        score if score >= MATE => Score::Mate(limit(score - MATE).max(1)),
        score if score <= -MATE => Score::Mate(limit(score + MATE).min(-1)),
        score => Score::Centipawns(limit(score)),
    };
    Some(Thought { depth, score, nodes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::ByColor;

    #[test]
    fn limits_are_told() {
        let clock = Clock {
            remaining: ByColor::new_with(|_| Duration::from_secs(125)),
            increment: ByColor::new_with(|_| Duration::from_millis(50)),
            moves_to_go: Some(40),
        };
        assert_eq!(level(&Limits { clock: Some(clock), ..Limits::default() }), "level 40 2:05 0.05");
        let limits = Limits { move_time: Some(Duration::from_millis(500)), ..Limits::depth(3) };
        assert_eq!(
            (level(&limits).as_str(), once_more(&limits)),
            ("level 0 1000 0", vec!["st 0.5".to_owned(), "sd 3".to_owned()])
        );
    }

    #[test]
    fn words_of_engines_are_read() {
        let word = |line: &str| match read_word(line, Color::White) {
            Some(Word::Move(text)) => text,
            Some(Word::Resigned) => "resigned".to_owned(),
            Some(Word::Refused(_)) => "refused".to_owned(),
            None => "nothing".to_owned(),
        };
        assert_eq!(word("move e2e4"), "e2e4");
        assert_eq!(word("My move is: Nf3"), "Nf3");
        assert_eq!([word("resign"), word("0-1 {White resigns}")], ["resigned", "resigned"]);
        assert_eq!(word("Illegal move: e7e5"), "refused");
        for line in
            ["1-0 {Black resigns}", "1/2-1/2 {repetition}", "# move e2e4", "", "pong 1", "4 25 10 500 e4"]
        {
            assert_eq!(word(line), "nothing", "{line}");
        }
    }

    #[test]
    fn thoughts_are_read() {
        let read =
            |line: &str| read_thought(line).map(|thought| (thought.depth, thought.score, thought.nodes));
        assert_eq!(read("7. -31 120 1234\te4 e5"), Some((7, Score::Centipawns(-31), 1234)));
        assert_eq!(read(" 9 100003 5 77 Qh5"), Some((9, Score::Mate(3), 77)));
        assert_eq!(read("9 -100002 5 77"), Some((9, Score::Mate(-2), 77)));
        for line in ["", "e4", "7 x 1 2 e4", "# 1 2 3 4", "7 3 1"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
