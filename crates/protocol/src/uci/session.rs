//! The conversation: what is known between two lines, and what each event does to it.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use play::{Choice, Control, Crash, Game, Perft, Player, Report, Returned, Stopped, lend};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position};

use super::answer::Search;
use super::command::{self, Command};
use super::go::{self, Go};
use super::{position, write};

/// How long the end of the session waits for a search that was told to stop.
const FAREWELL: Duration = Duration::from_secs(1);

/// What the session hears.
pub(super) enum Event {
    Line(String),
    EndOfInput,
    Report(Report),
    Searched(Returned<Choice>),
    Counted(Returned<Result<Perft, Stopped>>),
}

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
pub(super) struct Session<F, W> {
    make: F,
    output: W,
    /// For the player's thread to answer to.
    events: Sender<Event>,
    identity: Vec<String>,
    /// `None` while it is at work.
    player: Option<Box<dyn Player>>,
    /// Options that were set, for a player that takes another's place.
    settings: Vec<(String, String)>,
    work: Option<Work>,
    /// What was asked for while the player was at work.
    tasks: VecDeque<Task>,
    game: Game,
    debug: bool,
}

impl<F: Fn() -> Box<dyn Player>, W: Write> Session<F, W> {
    pub(super) fn new(make: F, output: W, events: Sender<Event>) -> Session<F, W> {
        let player = make();
        let mut identity =
            vec![format!("id name {}", player.name()), "id author the Belle developers".to_owned()];
        identity.extend(player.options().iter().map(write::option));
        identity.push("uciok".to_owned());
        Session {
            make,
            output,
            events,
            identity,
            player: Some(player),
            settings: Vec::new(),
            work: None,
            tasks: VecDeque::new(),
            game: Game::new(),
            debug: false,
        }
    }

    /// Listens until the conversation ends.
    pub(super) fn run(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        let result = self.converse(inbox);
        self.control().inspect(|control| control.stop());
        result
    }

    fn converse(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        while let Ok(event) = inbox.recv() {
            match event {
                Event::Line(line) => match command::parse(&line) {
                    Ok(Command::Quit) => break,
                    Ok(command) => self.obey(command)?,
                    Err(reason) => self.remark(&reason)?,
                },
                Event::EndOfInput => break,
                other => self.hear(other)?,
            }
            self.output.flush()?;
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
            Command::Uci => self.identity.iter().try_for_each(|line| writeln!(self.output, "{line}")),
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
            Command::Position(rest) => match position::parse(rest) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(reason) => self.remark(&format!("position: {reason}; the position stays as it was")),
            },
            Command::Go(rest) => self.go(rest),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Show => self.show(),
            Command::Quit | Command::Nothing => Ok(()),
        }
    }

    fn hear(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Report(report) => {
                let Some(Work::Search(search, None)) = &mut self.work else { return Ok(()) };
                let line = search.report(&report);
                writeln!(self.output, "{line}")?;
                match report.machine.filter(|_| self.debug) {
                    Some(time) => self.remark(&write::machine_time(&time)),
                    None => Ok(()),
                }
            }
            Event::Searched(returned) => {
                let choice = self.take_back(returned)?.unwrap_or(Choice { best: None, ponder: None });
                if let Some(Work::Search(_, done)) = &mut self.work {
                    *done = Some(choice);
                }
                self.settle()
            }
            Event::Counted(returned) => {
                self.work = None;
                match self.take_back(returned)? {
                    Some(Ok(perft)) => self.count(&perft)?,
                    Some(Err(Stopped)) => self.remark("perft stopped before it was done")?,
                    None => {}
                }
                self.settle()
            }
            Event::Line(_) | Event::EndOfInput => Ok(()),
        }
    }

    /// A player that panicked is replaced by a fresh one with the same options.
    fn take_back<T>(&mut self, returned: Returned<T>) -> io::Result<Option<T>> {
        match returned {
            Ok((player, result)) => {
                self.player = Some(player);
                Ok(Some(result))
            }
            Err(crash @ Crash(_)) => {
                let mut player = (self.make)();
                for (name, value) in &self.settings {
                    let _ = player.set_option(name, value);
                }
                self.player = Some(player);
                self.remark(&format!("{crash}; a fresh one takes its place"))?;
                Ok(None)
            }
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
                    search.end(&choice).iter().try_for_each(|line| writeln!(self.output, "{line}"))?;
                }
                Some(work) => {
                    self.work = Some(work);
                    return Ok(());
                }
                None => match (self.player.take(), self.tasks.pop_front()) {
                    (Some(player), Some(task)) => self.begin(player, task)?,
                    (player, _) => {
                        self.player = player;
                        return Ok(());
                    }
                },
            }
        }
    }

    fn begin(&mut self, mut player: Box<dyn Player>, task: Task) -> io::Result<()> {
        match task {
            Task::SetOption(name, value) => {
                let result = player.set_option(&name, &value);
                self.player = Some(player);
                match result {
                    Ok(()) => {
                        self.settings.retain(|(known, _)| !known.eq_ignore_ascii_case(&name));
                        self.settings.push((name, value));
                    }
                    Err(error) => self.remark(&error.to_string())?,
                }
            }
            Task::NewGame => {
                player.new_game();
                self.player = Some(player);
            }
            Task::Search(search) => self.search(player, search)?,
            Task::Perft(game, depth, control) => {
                self.work = Some(Work::Perft(control.clone()));
                let events = self.events.clone();
                lend(
                    player,
                    move |player| player.perft(game.position(), depth, &control),
                    move |returned| drop(events.send(Event::Counted(returned))),
                );
            }
        }
        Ok(())
    }

    fn search(&mut self, player: Box<dyn Player>, search: Box<Search>) -> io::Result<()> {
        if search.game.position().legal_moves().is_empty() {
            self.player = Some(player);
            writeln!(self.output, "{}", search.no_move())?;
            self.work = Some(Work::Search(search, Some(Choice { best: None, ponder: None })));
            return Ok(());
        }
        let (game, limits, control) = (search.game.clone(), search.limits.clone(), search.control.clone());
        self.work = Some(Work::Search(search, None));
        let (reports, events) = (self.events.clone(), self.events.clone());
        lend(
            player,
            move |player| {
                player.search(&game, &limits, &control, &mut |report| {
                    let _ = reports.send(Event::Report(report.clone()));
                })
            },
            move |returned| drop(events.send(Event::Searched(returned))),
        );
        Ok(())
    }

    /// Ends what is under way, and what waits to be begun as soon as it begins.
    fn stop(&mut self) -> io::Result<()> {
        self.control().inspect(|control| control.stop());
        for task in &self.tasks {
            match task {
                Task::Search(search) => search.control.stop(),
                Task::Perft(_, _, control) => control.stop(),
                Task::SetOption(..) | Task::NewGame => {}
            }
        }
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
        writeln!(self.output, "info string {}", write::one_line(text))
    }
}
