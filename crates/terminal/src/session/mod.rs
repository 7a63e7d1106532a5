//! A session: games one after another between a person and the machine. It knows nothing of screens; whatever shows it
//! gives it words and the machine's answers, lets it [`settle`](Session::settle), and tells its [`News`].

mod archive;
mod obey;

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use play::{Choice, Crash, Game, Limits, Player, Report, Score, Term};
use shakmaty::{Chess, Color, Move, Position};

use super::clocks::Clocks;
use super::level::Level;
use super::machine::{Machine, Purpose, Thoughts, Word, Work};
use super::pgn_file::PgnFile;
use super::table::Table;
use crate::event::Event;
use crate::report;
use archive::Archive;

/// How a session begins.
pub(crate) struct Setting {
    pub(crate) make: Box<dyn Fn() -> Box<dyn Player>>,
    pub(crate) game: Game,
    pub(crate) human: Color,
    pub(crate) level: Level,
    /// The machine's contempt for a draw, in hundredths of a pawn.
    pub(crate) contempt: i32,
    /// Whether it thinks on the person's time.
    pub(crate) ponder: bool,
    /// Today, as PGN writes it.
    pub(crate) date: String,
    pub(crate) file: PgnFile,
    /// The time on the wall.
    pub(crate) now: Box<dyn Fn() -> Instant>,
}

/// What there is to tell.
#[derive(Debug)]
pub(crate) enum News {
    /// A sentence.
    Say(String),
    /// Lines under a title.
    Page(&'static str, String),
    /// What can be said.
    Help,
    /// The board as it stands.
    Board,
    /// A search for the person's eyes began.
    Search,
    /// What is thought in it.
    Thought(Report),
    /// The machine moved, and why.
    Played { before: Chess, made: Move, reason: String },
    /// The machine's advice, and why.
    Hint { best: Move, score: Option<Score>, reason: String },
    /// The terms of an evaluation.
    Terms(Vec<Term>),
    /// The game is over: how.
    Over(String),
    /// The person wants to talk as on a teletype.
    Console,
}

/// What the person asked of the machine while it was not free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Errand {
    Hint,
    Evaluate,
}

/// Games one after another until the person leaves.
pub(crate) struct Session {
    machine: Machine,
    table: Table,
    clocks: Clocks,
    level: Level,
    contempt: i32,
    ponder: bool,
    /// The reply the machine expects to its last move.
    expected: Option<Move>,
    errand: Option<Errand>,
    archive: Archive,
    news: Vec<News>,
    /// Whose side is at the bottom of the board.
    bottom: Color,
    announced: bool,
    leaving: bool,
    now: Box<dyn Fn() -> Instant>,
}

impl Session {
    /// A first game; what the machine says goes to `events`.
    pub(crate) fn new(setting: Setting, events: Sender<Event>) -> Session {
        let machine = Machine::new(setting.make, events);
        Session {
            table: Table::new(setting.game, setting.human, machine.name().to_owned()),
            machine,
            clocks: Clocks::new(setting.level.control()),
            level: setting.level,
            contempt: setting.contempt,
            ponder: setting.ponder,
            expected: None,
            errand: None,
            archive: Archive::new(setting.date, setting.file),
            news: Vec::new(),
            bottom: setting.human,
            announced: false,
            leaving: false,
            now: setting.now,
        }
    }

    /// The game on the table.
    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// The machine.
    pub(crate) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The clocks.
    pub(crate) fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// How the machine plays.
    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// Whose side is at the bottom of the board.
    pub(crate) fn bottom(&self) -> Color {
        self.bottom
    }

    /// Whether the person wants to leave.
    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving
    }

    /// The time on the wall.
    pub(crate) fn now(&self) -> Instant {
        (self.now)()
    }

    /// Whether the machine works on something that the person waits for.
    pub(crate) fn is_waiting(&self) -> bool {
        let thinks_alone = matches!(self.machine.purpose(), None | Some(Purpose::Ponder(_)));
        (!self.machine.is_idle() && !thinks_alone) || self.errand.is_some() || self.table.machine_to_move()
    }

    /// How soon something may have changed that no event tells: the time a clock shows.
    pub(crate) fn patience(&self) -> Duration {
        Duration::from_millis(if self.clocks.runs_down() || !self.machine.is_idle() { 100 } else { 1_000 })
    }

    /// Whether there is something to tell.
    pub(crate) fn has_news(&self) -> bool {
        !self.news.is_empty()
    }

    /// What there is to tell since the last time.
    pub(crate) fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// No clock runs until something is settled again.
    pub(crate) fn rest(&mut self) {
        let now = self.now();
        self.clocks.run(None, now);
    }

    fn say(&mut self, sentence: impl Into<String>) {
        self.news.push(News::Say(sentence.into()));
    }

    /// Whatever has to be done now is done: a flag falls, an end is announced, the machine is set to work.
    pub(crate) fn settle(&mut self) {
        let now = self.now();
        if let Some(side) = self.clocks.fallen(now).filter(|_| self.table.outcome().is_none()) {
            self.table.flag_falls(side);
        }
        if let Some(verdict) = self.table.verdict() {
            if matches!(self.machine.purpose(), Some(Purpose::Move | Purpose::Ponder(_))) {
                self.machine.drop_work();
            }
            if !std::mem::replace(&mut self.announced, true) {
                self.news.push(News::Over(verdict));
            }
        }
        // Nobody's time runs before the first move, so that a person may sit down first.
        let begun = !self.table.game().moves().is_empty() || self.table.machine_to_move();
        let runs = begun && self.table.outcome().is_none() && !self.table.is_manual();
        self.clocks.run(runs.then(|| self.table.turn()), now);
        self.set_to_work(now);
    }

    fn set_to_work(&mut self, now: Instant) {
        if !self.machine.is_idle() {
            if self.errand.is_some() {
                self.machine.drop_work();
            }
            return;
        }
        let game = self.table.game().clone();
        match self.errand.take() {
            Some(Errand::Evaluate) => self.machine.begin(Purpose::Evaluate, game, Limits::default(), now),
            Some(Errand::Hint) => self.search(Purpose::Hint, game, now),
            None if self.table.machine_to_move() => self.search(Purpose::Move, game, now),
            None => self.begin_to_ponder(game, now),
        }
    }

    fn search(&mut self, purpose: Purpose, game: Game, now: Instant) {
        let limits = self.level.limits(self.clocks.told(self.table.turn(), now));
        self.news.push(News::Search);
        self.machine.begin(purpose, game, limits, now);
    }

    fn begin_to_ponder(&mut self, mut game: Game, now: Instant) {
        let wanted = self.ponder && self.table.outcome().is_none();
        let Some(expected) = self.expected.take().filter(|&m| wanted && game.position().is_legal(m)) else {
            return;
        };
        game.play(expected);
        if game.ending().is_none() {
            let mut limits = self.level.limits(self.clocks.told(!self.table.turn(), now));
            limits.ponder = true;
            self.machine.begin(Purpose::Ponder(expected), game, limits, now);
        }
    }

    /// The machine has said something.
    pub(crate) fn hear(&mut self, word: Word) {
        match word {
            Word::Thought(report) => match self.machine.thinks(report.clone()) {
                None | Some(Purpose::Ponder(_)) => {}
                Some(_) => self.news.push(News::Thought(report)),
            },
            Word::Done(returned) => match self.machine.returns(returned) {
                None => {}
                Some((purpose, Ok(Work::Choice(choice)))) => self.decided(purpose, &choice),
                Some((_, Ok(Work::Terms(terms)))) => self.news.push(News::Terms(terms)),
                Some((purpose, Err(crash))) => self.crashed(purpose, &crash),
            },
        }
    }

    fn decided(&mut self, purpose: Purpose, choice: &Choice) {
        let thoughts = self.machine.thoughts();
        let score = thoughts.and_then(Thoughts::opinion).map(|(score, _)| score);
        let reason =
            thoughts.map_or_else(String::new, |thoughts| reason(thoughts.last(), thoughts.root.turn()));
        match (purpose, choice.best) {
            (Purpose::Move, best) => self.machine_moves(best, choice.ponder, score, reason),
            (Purpose::Hint, Some(best)) => self.news.push(News::Hint { best, score, reason }),
            // A person who has not moved yet is not to be told what was pondered.
            _ => {}
        }
    }

    fn machine_moves(
        &mut self,
        best: Option<Move>,
        expected: Option<Move>,
        score: Option<Score>,
        reason: String,
    ) {
        let (before, now) = (self.table.game().position().clone(), self.now());
        let side = self.table.turn();
        if self.clocks.fallen(now).is_some() {
            // Too late: the flag is seen first.
            return;
        }
        match self.table.machine_move(best, score) {
            Some(made) => {
                self.clocks.press(side, now);
                self.expected = expected;
                self.news.push(News::Played { before, made, reason });
                self.news.push(News::Board);
            }
            None => {
                self.say("the machine has no move to offer: its side is yours; 'go' lets it try again");
                self.seat(side);
            }
        }
    }

    fn crashed(&mut self, purpose: Purpose, crash: &Crash) {
        self.say(format!("{crash}; a fresh one takes its place"));
        if purpose == Purpose::Move {
            self.say("its side is yours; 'go' lets it try again");
            self.seat(self.table.turn());
        }
    }

    fn seat(&mut self, side: Color) {
        self.table.seat_human(side);
        self.bottom = side;
        self.say(format!("you play {}", side.fold_wb("White", "Black")));
    }
}

/// What the machine thought when it decided, in brackets.
fn reason(last: Option<&Report>, turn: Color) -> String {
    let Some(last) = last else { return String::new() };
    if last.nodes == 0 {
        return "(book)".to_owned();
    }
    let value = match last.score {
        Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        score => report::score(score, turn),
    };
    let machine = last
        .machine
        .map_or_else(String::new, |time| format!(", {:.1} s of the machine's time", time.seconds));
    format!("({value}, depth {}{machine})", last.depth)
}
