//! A CECP session: its state, the player's next work, and the effect of each event.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use play::{Bound, Choice, Game, Limits, OptionKind, OptionSpec, Report};
use shakmaty::{Color, Move, Position};

use super::limits::GameLimits;
use super::offers::Values;
use super::write;
use crate::event::Event;
use crate::player_handle::{ANALYSE_MODE, CHESS960, Changed, PlayerHandle};
use crate::search::{Decision, SHUTDOWN_TIME, Search};
use crate::text::{NO_LEGAL_MOVE, machine_time, one_line};

const HINT_TIME: Duration = Duration::from_millis(500);

pub(super) const RESIGN: &str = "Resign";

/// Options that belong to UCI, or have commands of their own here.
const NOT_OFFERED: [&str; 7] = [
    "Hash",
    "Threads",
    "Ponder",
    ANALYSE_MODE,
    CHESS960,
    "UCI_ShowWDL",
    "UCI_EngineAbout",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Plays neither side.
    Force,
    Plays(Color),
    Analyzes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    /// Pondering on this reply.
    Ponder(Move),
    Analysis,
    Hint,
}

struct Work {
    search: Search,
    purpose: Purpose,
    /// Whether the answer is still needed.
    wanted: bool,
    /// Present when the search has ended but its answer must not be sent yet.
    done: Option<Choice>,
}

/// A command that waits until the player is idle.
pub(super) enum PendingCommand {
    SetOption {
        name: String,
        value: String,
        line: String,
    },
    NewGame,
}

pub(crate) struct Session {
    output: Box<dyn Write>,
    pub(super) player: PlayerHandle,
    pub(super) game: Game,
    pub(super) mode: Mode,
    /// Whether `go` ordered a move in this position, although a draw may be claimed in it.
    pub(super) plays_on: bool,
    pub(super) limits: GameLimits,
    pub(super) posts: bool,
    pub(super) ponders: bool,
    pub(super) remarks: bool,
    pub(super) editing: bool,
    pub(super) quit: bool,
    resigns: bool,
    /// Expected reply in the current position.
    pub(super) expected: Option<Move>,
    pub(super) hint_wanted: bool,
    pub(super) excluded: Vec<Move>,
    pub(super) values: Values,
    pub(super) pending: VecDeque<PendingCommand>,
    pub(super) pings: VecDeque<String>,
    work: Option<Work>,
}

impl Session {
    pub(crate) fn new(player: PlayerHandle, output: Box<dyn Write>) -> Session {
        Session {
            output,
            player,
            game: Game::new(),
            mode: Mode::Plays(Color::Black),
            plays_on: false,
            limits: GameLimits::default(),
            posts: false,
            ponders: false,
            remarks: false,
            editing: false,
            quit: false,
            resigns: true,
            expected: None,
            hint_wanted: false,
            excluded: Vec::new(),
            values: Values::default(),
            pending: VecDeque::new(),
            pings: VecDeque::new(),
            work: None,
        }
    }

    /// Handles events, from `first` on, until the session ends.
    pub(crate) fn run(mut self, first: Event, inbox: &Receiver<Event>) -> io::Result<()> {
        let mut result = self.handle_all(first, inbox);
        if result.is_ok() {
            result = self.shut_down(inbox);
        }
        self.cancel_search();
        result
    }

    fn handle_all(&mut self, first: Event, inbox: &Receiver<Event>) -> io::Result<()> {
        for event in std::iter::once(first).chain(inbox) {
            match event {
                Event::EndOfInput => break,
                Event::Line(line) if line.trim() == "quit" => break,
                Event::Line(line) => self.execute(&line)?,
                event => self.handle_player_event(event)?,
            }
            if self.quit {
                break;
            }
            self.advance()?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn handle_player_event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Report(report) => self.send_report(report)?,
            Event::Searched(finished) => {
                let taken = self.player.take_back(finished);
                if let Err(failed) = &taken {
                    self.remark(&failed.remark)?;
                }
                if let Some(work) = &mut self.work {
                    let search = &work.search;
                    work.done = Some(taken.unwrap_or_else(|failed| search.choice_after(&failed)));
                }
            }
            Event::Counted(_) | Event::Line(_) | Event::EndOfInput => {}
        }
        Ok(())
    }

    /// Answers the commands before `quit`: a search for a move ends with its move, and pings get
    /// their answers.
    fn shut_down(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        self.ponders = false;
        if self.mode == Mode::Analyzes {
            self.mode = Mode::Force;
        }
        if let Some(work) = &self.work
            && matches!(work.purpose, Purpose::Ponder(_) | Purpose::Analysis)
        {
            self.cancel_search();
        }
        self.move_now();
        let deadline = Instant::now() + SHUTDOWN_TIME;
        while self.work.is_some() {
            match inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(event) => self.handle_player_event(event)?,
                Err(_) => break,
            }
            self.advance()?;
        }
        self.output.flush()
    }

    fn send_report(&mut self, report: Report) -> io::Result<()> {
        let Some(work) = self
            .work
            .as_mut()
            .filter(|work| work.wanted && work.done.is_none())
        else {
            return Ok(());
        };
        let report = work.search.record(report);
        let pondered = match work.purpose {
            Purpose::Move if self.posts => None,
            Purpose::Ponder(expected) if self.posts => {
                Some(write::chess_move(work.search.root(), expected))
            }
            Purpose::Analysis => None,
            _ => return Ok(()),
        };
        writeln!(
            self.output,
            "{}",
            write::report(work.search.root(), &report, pondered.as_deref())
        )?;
        self.send_hint_of_analysis()
    }

    /// Sends due answers, executes pending commands, and starts the work the player should do now.
    fn advance(&mut self) -> io::Result<()> {
        loop {
            match self.work.take() {
                Some(Work {
                    wanted: false,
                    done: Some(_),
                    ..
                }) => {}
                Some(Work {
                    search,
                    purpose,
                    done: Some(choice),
                    ..
                }) if search.may_end() => {
                    self.finish(&search, purpose, &choice)?;
                }
                Some(work) => {
                    self.work = Some(work);
                    break;
                }
                None => match self.pending.pop_front() {
                    Some(PendingCommand::NewGame) => self.player.new_game(),
                    Some(PendingCommand::SetOption { name, value, line }) => {
                        self.apply_option(&name, &value, &line)?;
                    }
                    None => match self.next_work() {
                        Some((purpose, search)) => {
                            if let Some(reason) = self.player.refusal(search.root()) {
                                self.mode = Mode::Force;
                                self.send(&format!("tellusererror {reason}"))?;
                                break;
                            }
                            self.player.search(&search);
                            self.work = Some(Work {
                                search,
                                purpose,
                                wanted: true,
                                done: None,
                            });
                        }
                        None => break,
                    },
                },
            }
        }
        self.answer_pings()
    }

    /// The work that the idle player should do now.
    fn next_work(&mut self) -> Option<(Purpose, Search)> {
        let position = self.game.position();
        let search = |limits| Search::new(self.game.clone(), limits);
        let analyzes = self.mode == Mode::Analyzes;
        self.player.set_analysis_mode(analyzes);
        if analyzes {
            let mut search_moves = position.legal_moves().to_vec();
            search_moves.retain(|one| !self.excluded.contains(one));
            if search_moves.is_empty() {
                return None;
            }
            if self.excluded.is_empty() {
                search_moves.clear();
            }
            let limits = Limits {
                infinite: true,
                full_strength: true,
                search_moves,
                ..Limits::default()
            };
            return Some((Purpose::Analysis, search(limits)));
        }
        if std::mem::take(&mut self.hint_wanted) && !position.legal_moves().is_empty() {
            let limits = Limits {
                full_strength: true,
                ..Limits::move_time(HINT_TIME)
            };
            return Some((Purpose::Hint, search(limits)));
        }
        let Mode::Plays(color) = self.mode else {
            return None;
        };
        if let Some(end) = self.game.ending() {
            // A game may go on after a draw that can be claimed, and `go` is an order to move.
            // After any other end there is nothing to play.
            if !(self.plays_on && end.is_claimed()) {
                return None;
            }
        }
        let made = self.moves_made(color);
        let limits = self.limits.limits(color, made);
        if position.turn() == color {
            return Some((Purpose::Move, search(limits)));
        }
        if !self.ponders {
            return None;
        }
        let expected = self.expected?;
        let mut ahead = self.game.clone();
        ahead.play(expected);
        if ahead.ending().is_some() {
            return None;
        }
        Some((
            Purpose::Ponder(expected),
            Search::new(
                ahead,
                Limits {
                    ponder: true,
                    ..limits
                },
            ),
        ))
    }

    fn finish(&mut self, search: &Search, purpose: Purpose, choice: &Choice) -> io::Result<()> {
        let Some(decision) = search.decide(choice) else {
            return Ok(());
        };
        match purpose {
            Purpose::Move | Purpose::Ponder(_) => self.play(search, decision),
            Purpose::Hint => self.send(&format!(
                "Hint: {}",
                write::chess_move(search.root(), decision.best)
            )),
            Purpose::Analysis => Ok(()),
        }
    }

    /// Makes the engine's move, or resigns.
    fn play(&mut self, search: &Search, decision: Decision) -> io::Result<()> {
        let Decision {
            best,
            ponder,
            replaced,
            final_info,
        } = decision;
        if replaced {
            self.remark(NO_LEGAL_MOVE)?;
        }
        if self.posts
            && let Some(report) = final_info
        {
            self.send(&write::report(search.root(), &report, None))?;
        }
        if let Some(time) = search.machine() {
            self.remark(&machine_time(time))?;
        }
        // A book move has no value, nor has an upper bound.
        let valued = search
            .last
            .as_ref()
            .filter(|last| last.nodes > 0 && last.bound != Bound::Upper);
        valued.inspect(|last| self.values.push(last.score));
        if self.resigns && self.values.resigns() {
            self.mode = Mode::Force;
            return self.send("resign");
        }
        let position = self.game.position();
        let (color, number) = (position.turn(), position.fullmoves().get());
        let text = write::chess_move(position, best);
        self.game.play(best);
        self.plays_on = false;
        self.excluded.clear();
        self.expected = ponder;
        let made = self.moves_made(color);
        self.limits.press(search.started, Instant::now(), made);
        self.send(&format!("move {text}"))?;
        if !self.send_result()? && self.values.offers_draw(self.contempt(), number) {
            self.send("offer draw")?;
        }
        Ok(())
    }

    /// Sends the result if the game is over, and returns whether it is; for repetition and fifty
    /// moves, this claims the draw.
    pub(super) fn send_result(&mut self) -> io::Result<bool> {
        let Some(end) = self.game.ending() else {
            return Ok(false);
        };
        self.send(&write::result(&end))?;
        Ok(true)
    }

    /// Number of moves a side has made in this game.
    fn moves_made(&self, color: Color) -> u32 {
        let first = usize::from(self.game.start().turn() == color);
        ((self.game.moves().len() + first) / 2) as u32
    }

    /// The player's contempt for a draw, in centipawns.
    pub(super) fn contempt(&self) -> i32 {
        self.player
            .value("Contempt")
            .and_then(|value| value.parse().ok())
            .unwrap_or(0)
    }

    pub(super) fn is_thinking(&self) -> bool {
        match &self.work {
            Some(work) => work.wanted && work.purpose == Purpose::Move,
            None => false,
        }
    }

    /// Stops the current search and drops its answer.
    pub(super) fn cancel_search(&mut self) {
        if let Some(work) = &mut self.work {
            work.wanted = false;
            work.search.control.stop();
        }
    }

    /// Cancels pondering, analysis or a hint, but not a search for the engine's move.
    pub(super) fn cancel_background(&mut self) {
        if !self.is_thinking() {
            self.cancel_search();
        }
    }

    /// Ends the search for the engine's move with the best one so far.
    pub(super) fn move_now(&mut self) {
        if self.is_thinking()
            && let Some(work) = &self.work
        {
            work.search.control.stop();
        }
    }

    /// Turns pondering on this move into a search for the engine's move; false if there is none.
    pub(super) fn ponder_hit(&mut self, played: Move) -> bool {
        let pondering = |work: &&mut Work| work.wanted && work.purpose == Purpose::Ponder(played);
        let Some(work) = self.work.as_mut().filter(pondering) else {
            return false;
        };
        work.purpose = Purpose::Move;
        work.search.started = Instant::now();
        work.search.control.ponder_hit();
        true
    }

    pub(super) fn send_status(&mut self) -> io::Result<()> {
        let Some(work) = self.work.as_mut().filter(|work| work.wanted) else {
            return Ok(());
        };
        let line = write::status(&mut work.search);
        self.send(&line)
    }

    /// Sends the hint asked for during analysis, as soon as there is one.
    pub(super) fn send_hint_of_analysis(&mut self) -> io::Result<()> {
        let Some(work) = &self.work else {
            return Ok(());
        };
        if !self.hint_wanted || !work.wanted || work.purpose != Purpose::Analysis {
            return Ok(());
        }
        let Some(best) = work.search.best_so_far() else {
            return Ok(());
        };
        self.hint_wanted = false;
        let text = write::chess_move(self.game.position(), best);
        self.send(&format!("Hint: {text}"))
    }

    fn apply_option(&mut self, name: &str, value: &str, line: &str) -> io::Result<()> {
        let changed = if name.eq_ignore_ascii_case(RESIGN) && self.player.spec(RESIGN).is_none() {
            resign_option().parse(value).map(|value| {
                self.resigns = value == "true";
                Changed::Value
            })
        } else {
            self.player.set_option(name, value)
        };
        match changed {
            Ok(Changed::Value) => Ok(()),
            Ok(Changed::Player) => {
                let name = self.player.name().to_owned();
                self.remark(&format!("player changed to {name}"))?;
                if let Some(reason) = self.player.refusal(self.game.position()) {
                    self.game = Game::new();
                    self.mode = Mode::Force;
                    self.send(&format!("tellusererror {reason}; a new game"))?;
                }
                self.send("feature done=0")?;
                self.send_features()
            }
            Err(error) => self.refuse(&error.to_string(), line),
        }
    }

    /// Sends the engine's features and the player's options.
    pub(super) fn send_features(&mut self) -> io::Result<()> {
        let has = |name| u8::from(self.player.spec(name).is_some());
        writeln!(
            self.output,
            "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 reuse=1\n\
             feature analyze=1 myname=\"{}\" variants=\"{}\" colors=0 ics=0 name=1 pause=0 nps=0 exclude=1\n\
             feature debug=1 memory={} smp={}",
            self.player.name(),
            if self.player.plays_chess960() {
                "normal,fischerandom"
            } else {
                "normal"
            },
            has("Hash"),
            has("Threads"),
        )?;
        if self.player.spec("SyzygyPath").is_some() {
            self.send("feature egt=\"syzygy\"")?;
        }
        let mut options = self.player.options();
        if self.player.spec(RESIGN).is_none() {
            options.push(resign_option());
        }
        for spec in options {
            if !NOT_OFFERED.iter().any(|name| spec.is_named(name)) {
                self.send(&write::option(&spec))?;
            }
        }
        self.send("feature done=1")
    }

    /// Answers pings once all commands before them are executed. A search for a move or a hint, or
    /// one that is being stopped, ends first; pondering and analysis do not matter.
    fn answer_pings(&mut self) -> io::Result<()> {
        if let Some(work) = &self.work
            && (!work.wanted || matches!(work.purpose, Purpose::Move | Purpose::Hint))
        {
            return Ok(());
        }
        while let Some(number) = self.pings.pop_front() {
            self.send(&format!("pong {number}"))?;
        }
        Ok(())
    }

    pub(super) fn refuse(&mut self, reason: &str, line: &str) -> io::Result<()> {
        self.send(&write::error(reason, line))
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        if self.remarks {
            self.send(&format!("# {}", one_line(text)))
        } else {
            Ok(())
        }
    }

    pub(super) fn send(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }
}

fn resign_option() -> OptionSpec {
    OptionSpec {
        name: RESIGN,
        kind: OptionKind::Check { default: true },
    }
}
