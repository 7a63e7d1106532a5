//! The conversation: what is known between two lines, and what each event does to it.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use play::{Choice, Control, Game, OptionKind, OptionSpec, Perft, Stopped};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position};

use super::command::{self, Command};
use super::go::{self, Go};
use super::{answer, position, write};
use crate::event::Event;
use crate::player_handle::{Changed, PlayerHandle};
use crate::search::Search;

/// How long the end of the session waits for a search that was told to stop.
const FAREWELL: Duration = Duration::from_secs(1);

/// How often a search is asked where it is.
const GLANCE: Duration = Duration::from_secs(1);

/// The option that only tells.
const ABOUT_NAME: &str = "UCI_EngineAbout";

/// What a chess program shows about the engine.
const ABOUT: &str = concat!(
    "Belle ",
    env!("CARGO_PKG_VERSION"),
    ", the chess machine of Thompson and Condon re-created gate by gate, and other minds beside it; GPL-3.0-or-later"
);

/// Work for the player, done in the order asked.
enum Task {
    SetOption(String, String),
    NewGame,
    Search(Box<Search>),
    Perft(Game, u32, Control),
}

/// What the player is at.
enum Work {
    /// Thinking, or done with it (`Some`) while the protocol does not allow the answer yet.
    Search(Box<Search>, Option<Choice>),
    Perft(Control),
}

/// One conversation.
pub(crate) struct Session<W> {
    output: W,
    player: PlayerHandle,
    work: Option<Work>,
    /// What was asked for while the player was at work.
    tasks: VecDeque<Task>,
    game: Game,
    debug: bool,
    /// When the search is asked next where it is.
    glance: Instant,
}

impl<W: Write> Session<W> {
    pub(crate) fn new(player: PlayerHandle, output: W) -> Session<W> {
        let glance = Instant::now() + GLANCE;
        Session {
            output,
            player,
            work: None,
            tasks: VecDeque::new(),
            game: Game::new(),
            debug: false,
            glance,
        }
    }

    /// Listens until the conversation ends; the first event has come already.
    pub(crate) fn run(mut self, first: Event, inbox: &Receiver<Event>) -> io::Result<()> {
        let result = self.converse(first, inbox);
        self.control().inspect(|control| control.stop());
        result
    }

    fn converse(&mut self, first: Event, inbox: &Receiver<Event>) -> io::Result<()> {
        let mut next = Ok(first);
        loop {
            match next {
                Ok(Event::Line(line)) => match command::parse(&line) {
                    Ok(Command::Quit) => break,
                    Ok(command) => self.obey(command)?,
                    Err(reason) => self.remark(&reason)?,
                },
                Ok(Event::EndOfInput) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(other) => self.hear(other)?,
                Err(RecvTimeoutError::Timeout) => self.tell_progress()?,
            }
            self.output.flush()?;
            next = inbox.recv_timeout(self.glance.saturating_duration_since(Instant::now()));
        }
        self.farewell(inbox)
    }

    /// Ends a search under way with its `bestmove`, if the player is still there to give one.
    fn farewell(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        self.tasks.clear();
        self.stop()?;
        let deadline = Instant::now() + FAREWELL;
        while self.work.is_some() {
            match inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(event) => self.hear(event)?,
                Err(_) => break,
            }
        }
        self.output.flush()
    }

    fn obey(&mut self, command: Command<'_>) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => writeln!(self.output, "readyok"),
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::SetOption { name, value } => {
                let value = if value == "<empty>" { "" } else { value };
                self.ask(Task::SetOption(name.to_owned(), value.to_owned()))
            }
            Command::NewGame => self.ask(Task::NewGame),
            Command::Position(rest) => self.place(rest),
            Command::Go(rest) => self.go(rest),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Show => self.show(),
            Command::Quit | Command::Nothing => Ok(()),
        }
    }

    fn place(&mut self, rest: &str) -> io::Result<()> {
        let mut remarks = Vec::new();
        match position::parse(rest, &mut |text| remarks.push(text)) {
            Ok(game) => self.game = game,
            Err(reason) => remarks.push(format!("position: {reason}; the position stays as it was")),
        }
        remarks.iter().try_for_each(|text| self.remark(text))
    }

    fn hear(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Report(report) => {
                let Some(Work::Search(search, None)) = &mut self.work else { return Ok(()) };
                let report = search.hear(report);
                writeln!(self.output, "{}", write::info(search.root(), &report))?;
                match report.machine.filter(|_| self.debug) {
                    Some(time) => self.remark(&write::machine_time(&time)),
                    None => Ok(()),
                }
            }
            Event::Searched(returned) => {
                let choice = match self.player.take_back(returned) {
                    Ok(choice) => choice,
                    Err(remark) => {
                        self.remark(&remark)?;
                        Choice { best: None, ponder: None }
                    }
                };
                if let Some(Work::Search(_, done)) = &mut self.work {
                    *done = Some(choice);
                }
                self.settle()
            }
            Event::Counted(returned) => {
                self.work = None;
                match self.player.take_back(returned) {
                    Ok(Ok(perft)) => self.count(&perft)?,
                    Ok(Err(Stopped)) => self.remark("perft stopped before it was done")?,
                    Err(remark) => self.remark(&remark)?,
                }
                self.settle()
            }
            Event::Line(_) | Event::EndOfInput => Ok(()),
        }
    }

    /// A line about where the search is.
    fn tell_progress(&mut self) -> io::Result<()> {
        self.glance = Instant::now() + GLANCE;
        let Some(Work::Search(search, None)) = &mut self.work else { return Ok(()) };
        match search.progress() {
            Some(progress) => {
                writeln!(self.output, "{}", write::progress(&progress, search.begun.elapsed()))
            }
            None => Ok(()),
        }
    }

    /// Who this is, and what can be set.
    fn introduce(&mut self) -> io::Result<()> {
        writeln!(self.output, "id name {}\nid author the Belle developers", self.player.name())?;
        self.tell_options()?;
        writeln!(self.output, "uciok")
    }

    fn tell_options(&mut self) -> io::Result<()> {
        let ponder = OptionSpec { name: "Ponder", kind: OptionKind::Check { default: false } };
        let about = OptionSpec { name: ABOUT_NAME, kind: OptionKind::Text { default: ABOUT.to_owned() } };
        let own = [ponder, about].into_iter().filter(|spec| self.player.spec(spec.name).is_none());
        for spec in self.player.options().into_iter().chain(own) {
            writeln!(self.output, "{}", write::option(&spec))?;
        }
        Ok(())
    }

    /// Sets an option of a player that is here. Another player is told of as the first was, but for its `uciok`.
    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let of_protocol = ["Ponder", ABOUT_NAME].into_iter().find(|known| known.eq_ignore_ascii_case(name));
        if let Some(known) = of_protocol.filter(|known| self.player.spec(known).is_none()) {
            // Whether it will be told to ponder makes no difference, and what it is cannot be set.
            let check = OptionSpec { name: known, kind: OptionKind::Check { default: false } };
            return match check.parse(value) {
                Err(error) if known != ABOUT_NAME => self.remark(&error.to_string()),
                _ => Ok(()),
            };
        }
        match self.player.set_option(name, value) {
            Ok(Changed::Value) => Ok(()),
            Ok(Changed::Player) => {
                let name = self.player.name().to_owned();
                self.remark(&format!("the player is {name} now; its options:"))?;
                self.tell_options()
            }
            Err(error) => self.remark(&error.to_string()),
        }
    }

    fn go(&mut self, rest: &str) -> io::Result<()> {
        let mut remarks = Vec::new();
        let task = match go::parse(self.game.position(), rest, &mut |text| remarks.push(text)) {
            Go::Search(limits) => Task::Search(Box::new(Search::new(self.game.clone(), *limits))),
            Go::Perft(depth) => Task::Perft(self.game.clone(), depth, Control::new()),
        };
        for remark in remarks {
            self.remark(&remark)?;
        }
        // One search at a time: a new one ends the one before, with its bestmove.
        self.stop()?;
        self.ask(task)
    }

    fn ask(&mut self, task: Task) -> io::Result<()> {
        self.tasks.push_back(task);
        self.settle()
    }

    /// Answers what is done and begins what was asked for, until the player is at work or nothing is left.
    fn settle(&mut self) -> io::Result<()> {
        loop {
            match self.work.take() {
                Some(Work::Search(search, Some(choice))) if search.may_end() => {
                    let lines = answer::end(&search, &choice);
                    lines.iter().try_for_each(|line| writeln!(self.output, "{line}"))?;
                }
                Some(work) => {
                    self.work = Some(work);
                    return Ok(());
                }
                None if !self.player.is_idle() => return Ok(()),
                None => match self.tasks.pop_front() {
                    Some(task) => self.begin(task)?,
                    None => return Ok(()),
                },
            }
        }
    }

    fn begin(&mut self, task: Task) -> io::Result<()> {
        match task {
            Task::SetOption(name, value) => self.set_option(&name, &value)?,
            Task::NewGame => self.player.new_game(),
            Task::Search(search) => self.search(search)?,
            Task::Perft(game, depth, control) => {
                self.work = Some(Work::Perft(control.clone()));
                self.player.perft(game, depth, control);
            }
        }
        Ok(())
    }

    fn search(&mut self, mut search: Box<Search>) -> io::Result<()> {
        search.begun = Instant::now();
        self.glance = search.begun + GLANCE;
        if search.root().legal_moves().is_empty() {
            writeln!(self.output, "{}", answer::no_move(&search))?;
            self.work = Some(Work::Search(search, Some(Choice { best: None, ponder: None })));
            return Ok(());
        }
        self.player.search(&search);
        self.work = Some(Work::Search(search, None));
        Ok(())
    }

    /// Ends what is under way, and what waits to be begun as soon as it begins.
    fn stop(&mut self) -> io::Result<()> {
        self.control().inspect(|control| control.stop());
        // What stands before one that was stopped was stopped with it.
        let waiting = self.tasks.iter().rev().filter_map(|task| match task {
            Task::Search(search) => Some(&search.control),
            Task::Perft(_, _, control) => Some(control),
            Task::SetOption(..) | Task::NewGame => None,
        });
        waiting.take_while(|control| !control.stopped()).for_each(Control::stop);
        self.settle()
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        let waiting = self.tasks.iter().rev().find_map(|task| match task {
            Task::Search(search) => Some(search.control.clone()),
            _ => None,
        });
        waiting.as_ref().or(self.control()).inspect(|control| control.ponder_hit());
        self.settle()
    }

    fn control(&self) -> Option<&Control> {
        match self.work.as_ref()? {
            Work::Search(search, _) => Some(&search.control),
            Work::Perft(control) => Some(control),
        }
    }

    fn count(&mut self, perft: &Perft) -> io::Result<()> {
        for &(root, leaves) in perft {
            writeln!(self.output, "{}: {leaves}", write::chess_move(root))?;
        }
        writeln!(self.output, "\nNodes searched: {}", perft.iter().map(|(_, leaves)| leaves).sum::<u64>())
    }

    fn show(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        writeln!(self.output, "{:?}\nFen: {fen}", position.board())
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", write::remark(text))
    }
}
