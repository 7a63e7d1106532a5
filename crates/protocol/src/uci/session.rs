//! A UCI session: its state and the effect of each command and event.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use play::{Choice, Control, Game, OptionKind, OptionSpec, Perft, Stopped};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};

use super::arguments::{self, Go};
use super::write;
use crate::event::Event;
use crate::player_handle::{Changed, PlayerHandle};
use crate::search::{NO_CHOICE, SHUTDOWN_TIME, Search};
use crate::text::{chess_move, machine_time};

/// Time between two lines of progress during a search.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

const ABOUT_NAME: &str = "UCI_EngineAbout";

const ABOUT: &str = concat!(
    "Belle ",
    env!("CARGO_PKG_VERSION"),
    ", the chess machine of Thompson and Condon re-created gate by gate, with other players; \
     GPL-3.0-or-later"
);

/// Remark on a command that needs a position.
const NO_POSITION: &str = "no position: the last one was refused; expected a legal position first";

/// A command for the player, executed in the order received once the player is idle.
enum PendingCommand {
    SetOption(String, String),
    NewGame,
    Search(Box<Search>),
    Perft(Game, u32, Control),
    /// A `go` without a legal position.
    Refuse,
}

enum Work {
    /// A search; its choice is present when it has ended but must not be sent yet.
    Search(Box<Search>, Option<Choice>),
    Perft(Box<Chess>, Control),
}

impl Work {
    fn into_root(self) -> Option<Chess> {
        match self {
            Work::Perft(root, _) => Some(*root),
            Work::Search(..) => None,
        }
    }
}

pub(crate) struct Session {
    output: Box<dyn Write>,
    player: PlayerHandle,
    work: Option<Work>,
    pending: VecDeque<PendingCommand>,
    /// The game of the last `position`; `None` if it was refused.
    game: Option<Game>,
    debug: bool,
    quit: bool,
    next_progress: Instant,
}

impl Session {
    pub(crate) fn new(player: PlayerHandle, output: Box<dyn Write>) -> Session {
        Session {
            output,
            player,
            work: None,
            pending: VecDeque::new(),
            game: Some(Game::new()),
            debug: false,
            quit: false,
            next_progress: Instant::now() + PROGRESS_INTERVAL,
        }
    }

    /// Handles events, from `first` on, until the session ends.
    pub(crate) fn run(mut self, first: Event, inbox: &Receiver<Event>) -> io::Result<()> {
        let result = self.handle_all(first, inbox);
        self.control().inspect(|control| control.stop());
        result
    }

    fn handle_all(&mut self, first: Event, inbox: &Receiver<Event>) -> io::Result<()> {
        let mut next = Ok(first);
        loop {
            match next {
                Ok(Event::EndOfInput) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(event) => self.handle(event)?,
                Err(RecvTimeoutError::Timeout) => self.send_progress()?,
            }
            if self.quit {
                break;
            }
            self.output.flush()?;
            next = inbox.recv_timeout(self.next_progress.saturating_duration_since(Instant::now()));
        }
        self.shut_down(inbox)
    }

    /// Ends the current search with its `bestmove`, if the player gives one in time.
    fn shut_down(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        self.pending.clear();
        self.stop()?;
        let deadline = Instant::now() + SHUTDOWN_TIME;
        while self.work.is_some() {
            match inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Event::Line(_)) => {}
                Ok(event) => self.handle(event)?,
                Err(_) => break,
            }
        }
        self.output.flush()
    }

    fn handle(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Line(line) => self.execute(&line),
            Event::EndOfInput => Ok(()),
            Event::Report(report) => {
                let Some(Work::Search(search, None)) = &mut self.work else {
                    return Ok(());
                };
                let report = search.record(report);
                writeln!(self.output, "{}", write::info(search.root(), &report))?;
                match report.machine {
                    Some(time) if self.debug => self.remark(&machine_time(&time)),
                    _ => Ok(()),
                }
            }
            Event::Searched(finished) => {
                let taken = self.player.take_back(finished);
                if let Err(failed) = &taken {
                    self.remark(&failed.remark)?;
                }
                if let Some(Work::Search(search, done)) = &mut self.work {
                    *done = Some(taken.unwrap_or_else(|failed| search.choice_after(&failed)));
                }
                self.advance()
            }
            Event::Counted(finished) => {
                let work = self.work.take();
                match self.player.take_back(finished) {
                    Ok(Ok(perft)) => {
                        let root = work.and_then(Work::into_root).unwrap_or_default();
                        self.send_perft(&root, &perft)?;
                    }
                    Ok(Err(Stopped)) => self.remark("perft stopped before its end")?,
                    Err(failed) => self.remark(&failed.remark)?,
                }
                self.advance()
            }
        }
    }

    pub(super) fn quit(&mut self) -> io::Result<()> {
        self.quit = true;
        Ok(())
    }

    pub(super) fn set_debug(&mut self, rest: &str) -> io::Result<()> {
        let Some(word) = rest
            .split_whitespace()
            .find(|word| ["off", "on"].contains(word))
        else {
            return self.remark(&format!("debug: expected on or off, got '{rest}'"));
        };
        self.debug = word == "on";
        Ok(())
    }

    pub(super) fn identify(&mut self) -> io::Result<()> {
        writeln!(
            self.output,
            "id name {}\nid author the Belle developers",
            self.player.name()
        )?;
        self.send_options()?;
        self.send("uciok")
    }

    fn send_options(&mut self) -> io::Result<()> {
        let ponder = OptionSpec {
            name: "Ponder",
            kind: OptionKind::Check { default: false },
        };
        let about = OptionSpec {
            name: ABOUT_NAME,
            kind: OptionKind::Text {
                default: ABOUT.to_owned(),
            },
        };
        let own = [ponder, about]
            .into_iter()
            .filter(|spec| self.player.spec(spec.name).is_none());
        for spec in self.player.options().into_iter().chain(own) {
            writeln!(self.output, "{}", write::option(&spec))?;
        }
        Ok(())
    }

    pub(super) fn set_option(&mut self, rest: &str) -> io::Result<()> {
        match arguments::name_and_value(rest) {
            Ok((name, value)) => {
                let value = if value == "<empty>" { "" } else { value };
                self.enqueue(PendingCommand::SetOption(name.to_owned(), value.to_owned()))
            }
            Err(error) => self.remark(&error),
        }
    }

    pub(super) fn new_game(&mut self) -> io::Result<()> {
        self.enqueue(PendingCommand::NewGame)
    }

    pub(super) fn set_position(&mut self, rest: &str) -> io::Result<()> {
        let mut remarks = Vec::new();
        match arguments::position(rest, self.player.is_chess960(), &mut |text| {
            remarks.push(text)
        }) {
            Ok(game) => self.game = Some(game),
            Err(reason) => {
                self.game = None;
                let hint = self.player.chess960_hint(rest);
                remarks.push(format!("position: {reason}{hint}; refused"));
            }
        }
        remarks.iter().try_for_each(|text| self.remark(text))
    }

    pub(super) fn go(&mut self, rest: &str) -> io::Result<()> {
        let mut remarks = Vec::new();
        let command = match self.game.clone() {
            None if rest.split_whitespace().next() == Some("perft") => {
                return self.remark(NO_POSITION);
            }
            None => PendingCommand::Refuse,
            Some(game) => {
                match arguments::go(game.position(), rest, &mut |text| remarks.push(text)) {
                    Go::Search(limits) => {
                        PendingCommand::Search(Box::new(Search::new(game, *limits)))
                    }
                    Go::Perft(depth) => PendingCommand::Perft(game, depth, Control::new()),
                }
            }
        };
        remarks.iter().try_for_each(|text| self.remark(text))?;
        // One search at a time: a new one ends the one before, with its bestmove.
        self.stop()?;
        self.enqueue(command)
    }

    /// Stops the current work, and pending searches as soon as they begin.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        self.control().inspect(|control| control.stop());
        for command in self.pending.iter().rev() {
            let control = match command {
                PendingCommand::Search(search) => &search.control,
                PendingCommand::Perft(_, _, control) => control,
                _ => continue,
            };
            // Those before a stopped one were stopped with it.
            if control.stopped() {
                break;
            }
            control.stop();
        }
        self.advance()
    }

    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        let pending = self.pending.iter().rev().find_map(|command| match command {
            PendingCommand::Search(search) => Some(search.control.clone()),
            _ => None,
        });
        pending
            .as_ref()
            .or(self.control())
            .inspect(|control| control.ponder_hit());
        self.advance()
    }

    pub(super) fn show_position(&mut self) -> io::Result<()> {
        let Some(game) = &self.game else {
            return self.remark(NO_POSITION);
        };
        let position = game.position();
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        writeln!(self.output, "{:?}\nFen: {fen}", position.board())
    }

    fn enqueue(&mut self, command: PendingCommand) -> io::Result<()> {
        self.pending.push_back(command);
        self.advance()
    }

    /// Sends due answers and executes pending commands, until the player is at work or nothing is
    /// pending.
    fn advance(&mut self) -> io::Result<()> {
        loop {
            match self.work.take() {
                Some(Work::Search(search, Some(choice))) if search.may_end() => {
                    write::final_lines(&search, &choice)
                        .iter()
                        .try_for_each(|line| self.send(line))?;
                }
                Some(work) => {
                    self.work = Some(work);
                    return Ok(());
                }
                None if !self.player.is_idle() => return Ok(()),
                None => match self.pending.pop_front() {
                    Some(command) => self.begin(command)?,
                    None => return Ok(()),
                },
            }
        }
    }

    fn begin(&mut self, command: PendingCommand) -> io::Result<()> {
        match command {
            PendingCommand::SetOption(name, value) => self.apply_option(&name, &value),
            PendingCommand::NewGame => {
                self.player.new_game();
                Ok(())
            }
            PendingCommand::Refuse => {
                self.remark(NO_POSITION)?;
                self.send("bestmove 0000")
            }
            PendingCommand::Search(search) => self.begin_search(search),
            PendingCommand::Perft(game, depth, control) => {
                if let Some(reason) = self.player.refusal(game.position()) {
                    return self.remark(&reason);
                }
                self.work = Some(Work::Perft(
                    Box::new(game.position().clone()),
                    control.clone(),
                ));
                self.player.perft(game, depth, control);
                Ok(())
            }
        }
    }

    /// Sets an option of an idle player. Changing the player sends its options again, without
    /// `uciok`.
    fn apply_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let of_protocol = ["Ponder", ABOUT_NAME]
            .into_iter()
            .find(|known| known.eq_ignore_ascii_case(name));
        if let Some(known) = of_protocol.filter(|known| self.player.spec(known).is_none()) {
            // Ponder only announces that `go ponder` may come; the text about the engine cannot be
            // set.
            let check = OptionSpec {
                name: known,
                kind: OptionKind::Check { default: false },
            };
            return match check.parse(value) {
                Err(error) if known != ABOUT_NAME => self.remark(&error.to_string()),
                _ => Ok(()),
            };
        }
        match self.player.set_option(name, value) {
            Ok(Changed::Value) => Ok(()),
            Ok(Changed::Player) => {
                let name = self.player.name().to_owned();
                self.remark(&format!("player changed to {name}; its options:"))?;
                self.send_options()
            }
            Err(error) => self.remark(&error.to_string()),
        }
    }

    fn begin_search(&mut self, mut search: Box<Search>) -> io::Result<()> {
        // The player is idle here, so that it can be asked itself.
        if let Some(reason) = self.player.refusal(search.root()) {
            self.remark(&reason)?;
            return self.send("bestmove 0000");
        }
        search.started = Instant::now();
        self.next_progress = search.started + PROGRESS_INTERVAL;
        if search.root().legal_moves().is_empty() {
            self.send(&write::no_move(&search))?;
            self.work = Some(Work::Search(search, Some(NO_CHOICE)));
        } else {
            self.player.search(&search);
            self.work = Some(Work::Search(search, None));
        }
        Ok(())
    }

    fn control(&self) -> Option<&Control> {
        match self.work.as_ref()? {
            Work::Search(search, _) => Some(&search.control),
            Work::Perft(_, control) => Some(control),
        }
    }

    fn send_progress(&mut self) -> io::Result<()> {
        self.next_progress = Instant::now() + PROGRESS_INTERVAL;
        let Some(Work::Search(search, None)) = &mut self.work else {
            return Ok(());
        };
        let Some(progress) = search.progress() else {
            return Ok(());
        };
        writeln!(
            self.output,
            "{}",
            write::progress(search.root(), &progress, search.started.elapsed())
        )
    }

    fn send_perft(&mut self, root: &Chess, perft: &Perft) -> io::Result<()> {
        for &(first, leaves) in perft {
            writeln!(self.output, "{}: {leaves}", chess_move(root, first))?;
        }
        writeln!(
            self.output,
            "\nNodes searched: {}",
            perft.iter().map(|(_, leaves)| leaves).sum::<u64>()
        )
    }

    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")
    }

    pub(super) fn remark(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", write::remark(text))
    }
}
