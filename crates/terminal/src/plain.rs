//! The game in plain lines: for pipes, for screen readers, and for terminals without a full screen.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};

use notation::san_line;
use shakmaty::Position;

use super::board::{self, Style};
use super::console::{Console, Said};
use super::session::{News, Session};
use super::words::{self, Words};
use crate::event::Event;
use crate::report;

/// A session shown line by line.
pub(crate) struct Plain<W> {
    session: Session,
    ascii: bool,
    /// Whether a person types, who may interrupt the machine; a pipe's lines wait for their turn.
    interactive: bool,
    /// In use since it was asked for.
    console: Option<Console>,
    /// Whether there never was anything but the console.
    console_only: bool,
    output: W,
    inbox: Receiver<Event>,
    /// Lines that came while the machine thought.
    waiting: VecDeque<String>,
    ended: bool,
    leaving: bool,
}

/// How a session is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) ascii: bool,
    /// Whether a person types, who may interrupt the machine; a pipe's lines wait for their turn.
    pub(crate) interactive: bool,
    /// To begin with the console.
    pub(crate) console: bool,
}

impl<W: Write> Plain<W> {
    pub(crate) fn new(session: Session, manner: Manner, output: W, inbox: Receiver<Event>) -> Plain<W> {
        Plain {
            session,
            ascii: manner.ascii,
            interactive: manner.interactive,
            console: manner.console.then(Console::default),
            console_only: manner.console,
            output,
            inbox,
            waiting: VecDeque::new(),
            ended: false,
            leaving: false,
        }
    }

    /// Plays until the person leaves, and saves the games whatever happened.
    ///
    /// # Errors
    /// The output is broken, or the games could not be saved.
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        let played = catch_unwind(AssertUnwindSafe(|| self.play().map_err(anyhow::Error::new)));
        self.session.close(played, &mut self.output)
    }

    fn play(&mut self) -> io::Result<()> {
        match &self.console {
            Some(_) => writeln!(self.output, "{}", Console::GREETING)?,
            None => {
                let (name, level) = (self.session.machine().name(), self.session.level());
                writeln!(self.output, "{name}, level {level}. Type a move, or 'help'.\n")?;
                self.show()?;
            }
        }
        while !self.leaving && !self.session.is_leaving() {
            self.session.settle();
            self.tell()?;
            if self.session.is_waiting() {
                self.wait();
                continue;
            }
            match self.next_line()? {
                Next::Line(line) => self.obey(&line)?,
                Next::Something => writeln!(self.output)?,
                Next::End => break,
            }
        }
        self.tell()
    }

    fn obey(&mut self, line: &str) -> io::Result<()> {
        if let Some(console) = &mut self.console {
            let Said { text, ended } = console.hear(&mut self.session, line);
            write!(self.output, "{text}")?;
            if ended {
                self.console = None;
                self.leaving = self.console_only;
            }
            return Ok(());
        }
        match words::parse(line) {
            Ok(words) => self.session.obey(words),
            Err(reason) => writeln!(self.output, "{reason}")?,
        }
        Ok(())
    }

    /// Waits for the machine, and hears the person meanwhile. A person may end the search by an empty line, `stop` or
    /// `quit`; the end of a pipe lets it finish.
    fn wait(&mut self) {
        match self.inbox.recv_timeout(self.session.patience()) {
            Ok(Event::Machine(word)) => self.session.hear(word),
            Ok(Event::Line(line)) => self.overhear(line),
            Ok(Event::EndOfInput) => {
                self.ended = true;
                self.leaving |= self.interactive;
            }
            Ok(Event::Interrupt) | Err(RecvTimeoutError::Disconnected) => self.leaving = true,
            Ok(Event::Terminal(_) | Event::Resumed) | Err(RecvTimeoutError::Timeout) => {}
        }
    }

    /// A line while the machine thinks.
    fn overhear(&mut self, line: String) {
        match words::parse(&line) {
            Ok(Words::Nothing | Words::Stop) if self.interactive => self.session.obey(Words::Stop),
            Ok(Words::Quit) if self.interactive => self.leaving = true,
            _ => self.waiting.push_back(line),
        }
    }

    fn next_line(&mut self) -> io::Result<Next> {
        let prompt = match (&self.console, self.ascii) {
            (Some(_), _) => Console::PROMPT,
            (None, true) => "> ",
            (None, false) => "› ",
        };
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let next = match self.waiting.pop_front() {
            Some(line) => Next::Line(line),
            None if self.ended => Next::End,
            None => self.hear_line(),
        };
        match &next {
            // A person has seen the line typed.
            Next::Line(_) if self.interactive => {}
            Next::Line(line) => writeln!(self.output, "{}", line.trim_end())?,
            Next::End => writeln!(self.output)?,
            Next::Something => {}
        }
        Ok(next)
    }

    fn hear_line(&mut self) -> Next {
        loop {
            match self.inbox.recv_timeout(self.session.patience()) {
                Ok(Event::Line(line)) => return Next::Line(line),
                Ok(Event::Machine(word)) => self.session.hear(word),
                Ok(Event::Terminal(_) | Event::Resumed) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::EndOfInput | Event::Interrupt) | Err(RecvTimeoutError::Disconnected) => {
                    return Next::End;
                }
            }
            // A flag may have fallen.
            self.session.settle();
            if self.session.has_news() {
                return Next::Something;
            }
        }
    }

    fn tell(&mut self) -> io::Result<()> {
        for news in self.session.take_news() {
            if let Some(console) = &self.console {
                write!(self.output, "{}", console.tell(&mut self.session, &news))?;
                continue;
            }
            match news {
                News::Say(sentence) | News::Over(sentence) => writeln!(self.output, "{sentence}")?,
                News::Page(_, text) => write!(self.output, "{text}")?,
                News::Help => write!(self.output, "{}", words::help())?,
                News::Board => self.show()?,
                News::Search => writeln!(self.output, "{}", report::THOUGHT_HEADER)?,
                News::Thought(thought) => {
                    let root = self.session.table().game().position();
                    writeln!(self.output, "{}", report::thought(root, &thought))?;
                }
                News::Played { before, made, reason } => {
                    writeln!(self.output, "the machine plays {}  {reason}\n", san_line(&before, &[made]))?;
                }
                News::Hint { best, reason, .. } => {
                    let line = san_line(self.session.table().game().position(), &[best]);
                    writeln!(self.output, "hint: {line}  {reason}")?;
                }
                News::Terms(terms) => write!(self.output, "{}", report::terms(&terms))?,
                News::Console => {
                    self.console = Some(Console::default());
                    writeln!(self.output, "{}", Console::GREETING)?;
                }
            }
        }
        self.output.flush()
    }

    fn show(&mut self) -> io::Result<()> {
        let (game, style) =
            (self.session.table().game(), Style { ascii: self.ascii, bottom: self.session.bottom() });
        let last = game.moves().last().copied();
        writeln!(self.output, "{}", board::draw(game.position(), last, style))?;
        if self.session.table().outcome().is_none() {
            let check = if game.position().is_check() { ", in check" } else { "" };
            writeln!(self.output, "{} to move{check}", game.position().turn().fold_wb("White", "Black"))?;
        }
        Ok(())
    }
}

/// What came while a line was awaited.
enum Next {
    Line(String),
    /// Something else to tell.
    Something,
    End,
}
