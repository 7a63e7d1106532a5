//! A session: games one after another between a person and the machine, independent of how they are
//! shown.
//!
//! The interface passes commands and player events in, calls [`Session::advance`], and shows the
//! [`Output`].

mod commands;
mod files;
mod interrupted;
mod pasted;
mod question;
mod questions;
mod report;
mod review;
mod reviewing;
mod warning;

pub use commands::any_chess960;
pub(crate) use question::OpenQuestions;
pub(crate) use review::is_analysis;

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use notation::SearchValue;
use play::{
    Choice, ClockDigits, Crash, Game, GameClock, Limits, PlayerList, Report, Score, Term,
    clock_text, role_name, side_name,
};
use shakmaty::{ByColor, Chess, Color, Move, Position, Square};

use crate::danger::Examined;
use crate::event::{Event, PlayerEvent, TaskResult};
use crate::game_state::GameState;
use crate::journal::{self, Journal, LeftOver};
use crate::level::Level;
use crate::opponent::{Opponent, Task};
use crate::pasted::Pasted;
use crate::pgn_file::Archive;
use crate::pgn_load::Reading;
use crate::strength::Strength;
use crate::theme::Theme;
use question::{Question, RESUME};
use review::{Annotated, Review};

/// Time for a hint.
const HINT: Duration = Duration::from_secs(1);

/// Options of a session.
#[derive(Debug)]
pub struct SessionOptions {
    /// The machine's player with its options; it is made again after a crash.
    pub players: PlayerList,
    /// The strength that the players' options stand for.
    pub strength: Option<Strength>,
    /// The game to begin or to continue.
    pub game: Game,
    /// The person's side.
    pub human: Color,
    /// Limits of the machine's searches.
    pub level: Level,
    /// The machine's contempt for a draw, in centipawns.
    pub contempt: i32,
    /// Whether the machine thinks on the person's time.
    pub ponder: bool,
    /// The person's name on the screen and in saved games.
    pub name: Option<String>,
    /// Colors of the board.
    pub theme: Theme,
    /// Whether the machine's values and lines are shown in a game; by default, if its strength is
    /// not limited.
    pub thoughts: Option<bool>,
    /// Whether a move of the person that loses a piece is warned of first.
    pub warnings: bool,
    /// The folder in which games are kept until they are over.
    pub journal: Option<PathBuf>,
    /// Whether to ask a new user for his strength.
    pub asks_strength: bool,
    /// Remembers what a person sets by a command; none for scripts.
    pub remember: Option<Remember>,
}

/// Stores an option of `belle play` with its value, for all later sessions.
pub type Remember = fn(&str, &str) -> anyhow::Result<()>;

#[derive(Debug)]
pub(crate) enum Output {
    Message(String),
    /// Lines under a title.
    Page(&'static str, String),
    Help,
    Board,
    /// A search for a move or a hint has started.
    SearchStarted,
    Report(Report),
    MachineMoved {
        before: Chess,
        chess_move: Move,
        summary: String,
    },
    /// The piece that a hint moves; a second one tells the move.
    HintPiece {
        piece: String,
        best: Move,
        score: Option<Score>,
    },
    Hint {
        best: Move,
        score: Option<Score>,
        summary: String,
    },
    Terms(Vec<Term>),
    /// The piece of this promotion is to be chosen.
    Promotion {
        from: Square,
        to: Square,
    },
    GameOver(String),
    Console,
}

pub(crate) struct Session {
    pub(crate) opponent: Opponent,
    events: Sender<Event>,
    pub(crate) state: GameState,
    pub(crate) clock: GameClock,
    pub(crate) level: Level,
    contempt: i32,
    ponder: bool,
    /// The game that is looked at rather than played.
    review: Option<Review>,
    pub(crate) theme: Theme,
    /// The person's move that the machine expects.
    expected: Option<Move>,
    /// A hint or evaluation to start as soon as the player is idle.
    pending: Option<Task>,
    archive: Archive,
    output: Vec<Output>,
    pub(crate) bottom: Color,
    end_announced: bool,
    quitting: bool,
    /// Whether `resign` and `quit` ask first.
    pub(crate) confirms: bool,
    /// The question that is open.
    asked: Option<Question>,
    /// The squares of a pawn's move whose piece is asked for, in UCI.
    promoting: Option<String>,
    /// Lines of a game in PGN that were typed or pasted so far.
    pasted: Pasted,
    /// The command that was entered without its value: the next line may be the value.
    open_value: Option<String>,
    /// The strength of the opponent, where it is a named one or a rating.
    strength: Option<Strength>,
    thoughts: Option<bool>,
    warnings: bool,
    /// What was found in the game on the board.
    annotated: Option<Annotated>,
    /// Whether the session is for a game of a file, without which it ends.
    pub(crate) needs_game: bool,
    /// Whether the session is for looking at a game: leaving that ends it. A game that is begun makes
    /// it one for playing.
    pub(crate) looks_only: bool,
    /// Why it ends.
    failure: Option<anyhow::Error>,
    /// The file that is being read, and the number of files read so far.
    reading: Option<Reading>,
    readings: u64,
    /// The move that was warned of last.
    warned: Option<Examined>,
    journal: Option<Journal>,
    /// What a session before left behind.
    left_over: Option<LeftOver>,
    /// The game of it that may go on.
    offered: Option<Offered>,
    /// The games as the journal has them.
    journaled: Journaled,
    /// Whether the question for the person's strength is open.
    asks_strength: bool,
    remember: Option<Remember>,
    /// The last hint, of which only the piece was told.
    hint: Option<KeptHint>,
    now: Box<dyn Fn() -> Instant>,
}

/// A game that is shown while the person is asked whether to go on with it.
#[derive(Debug)]
struct Offered {
    state: GameState,
    level: String,
    left: Option<ByColor<Duration>>,
}

/// What is written beside the board.
pub(crate) struct ShownSetting {
    pub(crate) machine: String,
    pub(crate) level: String,
}

/// What the journal's text depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Journaled {
    earlier: usize,
    moves: usize,
    last: Option<Move>,
    is_over: bool,
    is_set_up: bool,
    edits: usize,
    human: Option<Color>,
    is_manual: bool,
    strength: Option<Strength>,
}

/// A hint on the position after `ply` plies.
#[derive(Clone, Debug)]
struct KeptHint {
    position: Chess,
    best: Move,
    score: Option<Score>,
    summary: String,
}

impl Session {
    /// A first game. Games go to `archive`, events of the player to `events`; `now` returns the
    /// current time.
    pub(crate) fn new(
        options: SessionOptions,
        archive: Archive,
        events: Sender<Event>,
        now: Box<dyn Fn() -> Instant>,
    ) -> Session {
        let opponent = Opponent::new(options.players, options.strength, events.clone());
        let slots = match &options.journal {
            Some(folder) => journal::open(folder),
            None => journal::Slots::default(),
        };
        let mut said = Vec::new();
        for fault in slots.faults {
            said.push(Output::Message(fault));
        }
        Session {
            state: GameState::new(options.game, options.human, opponent.name().to_owned())
                .with_human_name(options.name)
                .with_control(options.level.control()),
            opponent,
            events,
            clock: GameClock::new(options.level.control()),
            level: options.level,
            contempt: options.contempt,
            ponder: options.ponder,
            review: None,
            theme: options.theme,
            expected: None,
            pending: None,
            archive,
            output: said,
            bottom: options.human,
            end_announced: false,
            quitting: false,
            confirms: false,
            asked: None,
            promoting: None,
            pasted: Pasted::default(),
            open_value: None,
            strength: options.strength,
            thoughts: options.thoughts,
            warnings: options.warnings,
            annotated: None,
            needs_game: false,
            looks_only: false,
            failure: None,
            reading: None,
            readings: 0,
            warned: None,
            journal: slots.own,
            left_over: slots.left_over,
            offered: None,
            journaled: Journaled::default(),
            asks_strength: options.asks_strength,
            remember: options.remember,
            hint: None,
            now,
        }
    }

    /// Whether the machine's values and lines are shown: always in a game looked at, else as the
    /// person chose.
    pub(crate) fn shows_thoughts(&self) -> bool {
        self.review.is_some()
            || self
                .thoughts
                .unwrap_or(!self.is_limited() && !self.is_practice())
    }

    /// Whether the opponent plays from endgame tables: whoever practices an ending finds the moves
    /// himself.
    fn is_practice(&self) -> bool {
        self.opponent.player_name() == Some("tablebase")
    }

    /// Whether the opponent plays below its full strength.
    fn is_limited(&self) -> bool {
        match self.strength {
            Some(strength) => strength.is_limited(),
            None => false,
        }
    }

    fn offered(&self) -> Option<&Offered> {
        match &self.asked {
            Some(question) if question.command == RESUME => self.offered.as_ref(),
            _ => None,
        }
    }

    /// Whether the board shows a game that the person is asked about.
    pub(crate) fn shows_offered_game(&self) -> bool {
        self.offered().is_some()
    }

    /// The game on the board: the one that the person is asked about, or the one played or looked
    /// at.
    pub(crate) fn shown_game(&self) -> &Game {
        self.shown_state().game()
    }

    pub(crate) fn shown_state(&self) -> &GameState {
        match self.offered() {
            Some(offered) => &offered.state,
            None => &self.state,
        }
    }

    /// The machine's name and level, as they belong to the game on the board.
    pub(crate) fn shown_setting(&self) -> ShownSetting {
        match self.offered() {
            Some(Offered { state, level, .. }) => ShownSetting {
                machine: state.machine_name().to_owned(),
                level: level.clone(),
            },
            None => ShownSetting {
                machine: self.opponent.name().to_owned(),
                level: self.level.to_string(),
            },
        }
    }

    /// A side's time as text: what it has left, or else what it used.
    pub(crate) fn shown_time(&self, side: Color) -> String {
        if let Some(offered) = self.offered() {
            return match &offered.left {
                Some(left) => clock_text(left[side], ClockDigits::LastTenths),
                None => String::new(),
            };
        }
        if let Some(review) = &self.review {
            return review.tree.clock(side).unwrap_or_default().to_owned();
        }
        let now = self.now();
        match self.clock.left(side, now) {
            Some(left) => clock_text(left, ClockDigits::LastTenths),
            None => clock_text(self.clock.used(side, now), ClockDigits::Seconds),
        }
    }

    /// The side at the bottom of the board.
    pub(crate) fn shown_bottom(&self) -> Color {
        match self.offered() {
            Some(offered) => offered.state.human(),
            None => self.bottom,
        }
    }

    pub(crate) fn is_quitting(&self) -> bool {
        self.quitting
    }

    pub(crate) fn now(&self) -> Instant {
        (self.now)()
    }

    /// Whether the person waits for the machine.
    pub(crate) fn is_waiting(&self) -> bool {
        let working = self.opponent.task().is_some() && !self.opponent.is_background();
        let reading = self.reading.is_some();
        let moves_next = self.state.machine_to_move() && !self.is_held();
        working || reading || self.pending.is_some() || moves_next
    }

    /// Whether a question with yes or no is open.
    pub(crate) fn asks_yes_or_no(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether the machine does not begin its move before the person has answered a question.
    pub(crate) fn is_held(&self) -> bool {
        let is_asked = self.asked.is_some() || self.asks_strength;
        let is_at_work = self.opponent.task() == Some(Task::Move);
        self.confirms && is_asked && self.state.machine_to_move() && !is_at_work
    }

    /// Lets the machine move that waits for an answer.
    pub(super) fn release(&mut self) {
        self.asked = None;
        self.asks_strength = false;
    }

    /// What to say while the machine waits for an answer.
    pub(crate) fn reminder(&self) -> String {
        if self.asked.is_none() {
            self.greeting()
        } else if self.shows_offered_game() {
            "go on with this game? `yes` or `no`".to_owned()
        } else {
            "the machine waits for your answer: `yes` or `no`".to_owned()
        }
    }

    /// Lets the machine begin though a new user, at an empty line, has not said how strong he is.
    pub(crate) fn play_without_answer(&mut self) {
        if self.is_held() && self.asked.is_none() {
            self.release();
        }
    }

    /// Whether a game is being judged, during which a person on the screen may go on.
    pub(crate) fn is_judging(&self) -> bool {
        self.opponent.task() == Some(Task::Judge)
    }

    /// What the machine does for the person at present.
    pub(crate) fn help_at_work(&self) -> Option<&'static str> {
        match self.pending.or_else(|| self.opponent.task())? {
            Task::Hint => Some("looking for a hint ..."),
            Task::Examine(_) | Task::Attempt(_) => Some("looking at your move ..."),
            Task::Judge => Some("judging the game ..."),
            Task::Move | Task::Evaluate | Task::Ponder(_) | Task::Analyse(_) => None,
        }
    }

    /// Whether the person's clock stands: the machine works for him, or asks him something.
    fn is_helping(&self) -> bool {
        let helps = |task| matches!(task, Some(Task::Hint | Task::Evaluate | Task::Examine(_)));
        let is_helped = helps(self.pending) || helps(self.opponent.task());
        !self.state.machine_to_move() && (is_helped || self.asked.is_some())
    }

    /// Time after which the clocks on the screen have changed.
    pub(crate) fn refresh_interval(&self) -> Duration {
        let often = self.clock.counts_down() || !self.opponent.is_idle();
        Duration::from_millis(if often { 100 } else { 1_000 })
    }

    pub(crate) fn has_output(&self) -> bool {
        !self.output.is_empty()
    }

    pub(crate) fn take_output(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.output)
    }

    /// Stops both clocks until [`Session::advance`] is called.
    pub(crate) fn pause_clock(&mut self) {
        let now = self.now();
        self.clock.start(None, now);
    }

    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.output.push(Output::Message(message.into()));
    }

    /// Checks the clocks, announces the end of the game, and starts the player's next task.
    pub(crate) fn advance(&mut self) {
        let now = self.now();
        if self.state.outcome().is_none()
            && let Some(side) = self.clock.side_out_of_time(now)
        {
            self.state.lose_on_time(side);
        }
        if let Some(verdict) = self.state.verdict() {
            if matches!(self.opponent.task(), Some(Task::Move | Task::Ponder(_))) {
                self.opponent.abandon();
            }
            if !std::mem::replace(&mut self.end_announced, true) {
                self.output.push(Output::GameOver(verdict));
                self.tell_ways_on();
            }
        }
        self.keep_on_disk();
        // The clocks start with the first move, so that the person need not hurry to begin.
        let started = !self.state.game().moves().is_empty() || self.state.machine_to_move();
        let runs = started
            && self.state.outcome().is_none()
            && !self.state.is_manual()
            && !self.is_held()
            && !self.is_helping();
        let side = if runs { Some(self.state.turn()) } else { None };
        self.clock.start(side, now);
        self.start_next_task(now);
    }

    fn start_next_task(&mut self, now: Instant) {
        if !self.opponent.is_idle() {
            if self.pending.is_some() {
                self.opponent.abandon();
            }
            return;
        }
        let game = self.state.game().clone();
        match self.pending.take() {
            Some(Task::Judge) => {
                let whole = self.whole_game();
                self.opponent
                    .start(Task::Judge, whole, Limits::default(), now)
            }
            Some(task @ (Task::Evaluate | Task::Examine(_) | Task::Attempt(_))) => {
                self.opponent.start(task, game, Limits::default(), now)
            }
            Some(task) => self.search(task, game, now),
            None if self.is_held() => {}
            None if self.state.machine_to_move() => self.search(Task::Move, game, now),
            None if self.review.is_some() => self.start_analysis(game, now),
            None => self.start_pondering(game, now),
        }
    }

    /// Analyzes the position looked at, unless that is done or not wanted.
    fn start_analysis(&mut self, game: Game, now: Instant) {
        let Some(review) = &self.review else {
            return;
        };
        if review.lines == 0 || review.analysed || game.ending().is_some() {
            return;
        }
        let limits = Limits {
            infinite: true,
            full_strength: true,
            ..Limits::default()
        };
        let task = Task::Analyse(review.lines);
        self.opponent.start(task, game, limits, now);
    }

    fn search(&mut self, task: Task, game: Game, now: Instant) {
        let limits = match (task, self.level) {
            // A weak opponent's own choice is no advice, and nobody waits long for one.
            (Task::Hint, Level::Time(_) | Level::Clock(_)) => Limits {
                full_strength: true,
                ..Limits::move_time(HINT)
            },
            (Task::Hint, Level::Depth(_)) => Limits {
                full_strength: true,
                ..self.level.limits(None)
            },
            _ => self
                .level
                .limits(self.clock.search_clock(self.state.turn(), now)),
        };
        self.output.push(Output::SearchStarted);
        self.opponent.start(task, game, limits, now);
    }

    fn start_pondering(&mut self, mut game: Game, now: Instant) {
        let Some(expected) = self.expected.take() else {
            return;
        };
        let is_over = self.state.outcome().is_some();
        if !self.ponder || is_over || !game.position().is_legal(expected) {
            return;
        }
        game.play(expected);
        if game.ending().is_some() {
            return;
        }
        let clock = self.clock.search_clock(!self.state.turn(), now);
        let limits = Limits {
            ponder: true,
            ..self.level.limits(clock)
        };
        let task = Task::Ponder(expected);
        self.opponent.start(task, game, limits, now);
    }

    pub(crate) fn handle_player_event(&mut self, event: PlayerEvent) {
        match event {
            PlayerEvent::Report(report) => match self.opponent.record(report.clone()) {
                None | Some(Task::Ponder(_)) => {}
                Some(Task::Analyse(_)) => {
                    if let Some(review) = &mut self.review {
                        review.learn(&report);
                    }
                }
                Some(_) if !self.shows_thoughts() => {}
                Some(_) => self.output.push(Output::Report(report)),
            },
            PlayerEvent::Finished(finished) => match self.opponent.finish(finished) {
                None => {}
                Some((task, Ok(TaskResult::Choice(choice)))) => self.search_finished(task, &choice),
                Some((_, Ok(TaskResult::Terms(terms)))) => self.output.push(Output::Terms(terms)),
                Some((_, Ok(TaskResult::Explanation(text)))) => {
                    self.output.push(Output::Page("evaluation", text));
                }
                Some((_, Ok(TaskResult::Judged { game, evaluations }))) => {
                    self.show_report(&game, &evaluations);
                }
                Some((_, Ok(TaskResult::Examined(examined)))) => self.take_examined(examined),
                Some((_, Ok(TaskResult::Attempted { game, evaluation }))) => {
                    self.take_attempt(&game, evaluation.as_deref());
                }
                Some((task, Err(crash))) => self.player_crashed(task, &crash),
            },
        }
    }

    fn search_finished(&mut self, task: Task, choice: &Choice) {
        let mut value = None;
        let mut summary = String::new();
        if let Some(log) = self.opponent.log()
            && let Some(last) = log.last_exact()
        {
            value = log.score().map(|score| SearchValue {
                score,
                depth: last.depth,
            });
            if task == Task::Hint || self.shows_thoughts() || last.is_unsearched() {
                summary = self::summary(last, log.root.turn());
            }
        }
        match (task, choice.best) {
            (Task::Analyse(_), _) => self.analysis_ended(),
            (Task::Move, _) => self.machine_moves(choice, value, summary),
            (Task::Hint, Some(best)) => {
                let position = self.state.game().position().clone();
                let score = value.map(|value| value.score);
                let piece = moved_piece(best);
                self.output.push(Output::HintPiece { piece, best, score });
                self.hint = Some(KeptHint {
                    position,
                    best,
                    score,
                    summary,
                });
            }
            // A finished ponder search is not shown before the person has moved.
            _ => {}
        }
    }

    /// The machine has nothing to add to the position looked at.
    fn analysis_ended(&mut self) {
        if let Some(review) = &mut self.review {
            review.analysed = true;
        }
    }

    fn machine_moves(&mut self, choice: &Choice, value: Option<SearchValue>, summary: String) {
        let (before, now) = (self.state.game().position().clone(), self.now());
        let side = self.state.turn();
        if self.clock.side_out_of_time(now).is_some() {
            // Too late: the next `advance` ends the game.
            return;
        }
        match self.state.play_machine_move(choice.best, value) {
            Some(chess_move) => {
                self.clock.press(side, now);
                self.state.note_clock(self.clock.left(side, now));
                self.expected = choice.ponder;
                self.output.push(Output::MachineMoved {
                    before,
                    chess_move,
                    summary,
                });
                self.output.push(Output::Board);
            }
            None => {
                self.say("the machine returned no legal move; `go` lets it try again");
                self.set_human(side);
            }
        }
    }

    fn player_crashed(&mut self, task: Task, crash: &Crash) {
        self.say(format!("{crash}; the machine was restarted"));
        if matches!(task, Task::Analyse(_)) {
            self.analysis_ended();
        }
        if task == Task::Move {
            self.say("`go` lets it try again");
            self.set_human(self.state.turn());
        }
    }

    fn set_human(&mut self, side: Color) {
        self.state.set_human(side);
        self.bottom = side;
        self.say(format!("you play {}", side_name(side)));
    }
}

/// The piece that a move moves, with its square, such as `the knight on f3`.
fn moved_piece(chess_move: Move) -> String {
    match chess_move.from() {
        Some(_) if chess_move.is_castle() => "the king".to_owned(),
        Some(square) => format!("the {} on {square}", role_name(chess_move.role())),
        None => "a piece".to_owned(),
    }
}

/// Score, depth and machine time of the deciding report, in parentheses.
fn summary(last: &Report, turn: Color) -> String {
    if last.is_unsearched() {
        return "(book)".to_owned();
    }
    let score = match last.score {
        Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        score => format!("{:+}", score.for_white(turn)),
    };
    let time = match last.machine {
        Some(time) => format!(", {:.1} s of machine time", time.seconds),
        None => String::new(),
    };
    format!("({score}, depth {}{time})", last.depth)
}
