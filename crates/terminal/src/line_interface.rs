//! The game in plain lines: for pipes, screen readers, and terminals without a full screen.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};

use notation::san_line;

use crate::board::{self, Style};
use crate::command;
use crate::console::{Console, Reply};
use crate::event::Event;
use crate::report;
use crate::session::{Output, Session};
use crate::text_width::wrap_text;

#[derive(Clone, Copy, Debug)]
pub(crate) struct LineOptions {
    pub(crate) ascii: bool,
    /// Whether a person types and may interrupt a search; lines of a pipe wait for its end.
    pub(crate) interactive: bool,
    pub(crate) console: bool,
    /// Columns of the terminal, at whose end messages are wrapped; none in a pipe.
    pub(crate) width: Option<usize>,
}

pub(crate) struct LineInterface<W> {
    session: Session,
    options: LineOptions,
    console: Option<Console>,
    output: W,
    inbox: Receiver<Event>,
    queued: VecDeque<String>,
    input_ended: bool,
    quitting: bool,
    /// A search has started and shown nothing yet.
    header_due: bool,
}

enum Next {
    Line(String),
    Output,
    End,
}

impl<W: Write> LineInterface<W> {
    /// Shows `session` on `output`; lines and player events come through `inbox`.
    pub(crate) fn new(
        session: Session,
        options: LineOptions,
        output: W,
        inbox: Receiver<Event>,
    ) -> Self {
        LineInterface {
            session,
            options,
            console: if options.console {
                Some(Console::default())
            } else {
                None
            },
            output,
            inbox,
            queued: VecDeque::new(),
            input_ended: false,
            quitting: false,
            header_due: false,
        }
    }

    /// Plays until the person leaves, and saves the games in any case.
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        let played = catch_unwind(AssertUnwindSafe(|| self.play()));
        self.session
            .close(played, &mut self.output, self.options.width)
    }

    fn play(&mut self) -> anyhow::Result<()> {
        if self.console.is_some() {
            writeln!(self.output, "{}", Console::GREETING)?;
        } else {
            let (name, level) = (self.session.opponent.name(), self.session.level);
            writeln!(
                self.output,
                "{name}, level {level}. Type a move or a command; `help` lists them.\n"
            )?;
            self.session.offer_left_over();
            if self.session.is_new_user() && !self.session.asks_yes_or_no() {
                writeln!(self.output, "{}\n", self.session.greeting())?;
            }
            self.show_output()?;
            self.show_board()?;
        }
        while !self.quitting && !self.session.is_quitting() {
            self.session.advance();
            self.show_output()?;
            if let Some(failure) = self.session.take_failure() {
                return Err(failure);
            }
            if self.session.is_waiting() || self.session.is_judging() {
                self.wait();
                continue;
            }
            match self.next_line()? {
                Next::Line(line) => self.execute(&line)?,
                Next::Output => writeln!(self.output)?,
                Next::End => break,
            }
        }
        Ok(self.show_output()?)
    }

    fn execute(&mut self, line: &str) -> io::Result<()> {
        let Some(console) = &mut self.console else {
            command::execute(&mut self.session, line);
            return Ok(());
        };
        let Reply { text, closed } = console.execute(&mut self.session, line);
        write!(self.output, "{text}")?;
        if closed {
            self.console = None;
            self.quitting = self.options.console;
        }
        Ok(())
    }

    /// Waits for the next event of a search. The end of a pipe lets the search finish.
    fn wait(&mut self) {
        match self.inbox.recv_timeout(self.session.refresh_interval()) {
            Ok(Event::Player(event)) => self.session.handle_player_event(event),
            Ok(Event::Loaded(number, loaded)) => self.session.handle_loaded(number, loaded),
            Ok(Event::Line(line)) => self.line_during_search(line),
            Ok(Event::EndOfInput) => {
                self.input_ended = true;
                self.quitting |= self.options.interactive;
            }
            Ok(Event::Interrupt) | Err(RecvTimeoutError::Disconnected) => self.quitting = true,
            Ok(Event::Terminal(_) | Event::Suspend | Event::Resumed)
            | Err(RecvTimeoutError::Timeout) => {}
        }
    }

    /// Stops the search for an empty line or `stop`, leaves for `quit`, and queues any other line.
    fn line_during_search(&mut self, line: String) {
        let interactive = self.options.interactive;
        if interactive && (line.trim().is_empty() || command::is_command(&line, "stop")) {
            self.session.stop();
        } else if interactive && command::is_command(&line, "quit") {
            self.quitting = true;
        } else {
            self.queued.push_back(line);
        }
    }

    fn next_line(&mut self) -> io::Result<Next> {
        let prompt = match (&self.console, self.options.ascii) {
            (Some(_), _) => Console::PROMPT,
            (None, true) => "> ",
            (None, false) => "› ",
        };
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let next = match self.queued.pop_front() {
            Some(line) => Next::Line(line),
            None if self.input_ended => Next::End,
            None => self.wait_for_line(),
        };
        match &next {
            // A terminal has echoed the line.
            Next::Line(_) if self.options.interactive => {}
            Next::Line(line) => writeln!(self.output, "{}", line.trim_end())?,
            Next::End => writeln!(self.output)?,
            Next::Output => {}
        }
        Ok(next)
    }

    fn wait_for_line(&mut self) -> Next {
        loop {
            match self.inbox.recv_timeout(self.session.refresh_interval()) {
                Ok(Event::Line(line)) => return Next::Line(line),
                Ok(Event::Player(event)) => self.session.handle_player_event(event),
                Ok(Event::Loaded(number, loaded)) => self.session.handle_loaded(number, loaded),
                Ok(Event::Terminal(_) | Event::Suspend | Event::Resumed)
                | Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::EndOfInput | Event::Interrupt) | Err(RecvTimeoutError::Disconnected) => {
                    return Next::End;
                }
            }
            // A flag may have fallen.
            self.session.advance();
            if self.session.has_output() {
                return Next::Output;
            }
        }
    }

    fn show_output(&mut self) -> io::Result<()> {
        for output in self.session.take_output() {
            if let Some(console) = &self.console {
                write!(self.output, "{}", console.text(&mut self.session, &output))?;
                continue;
            }
            let position = self.session.state.game().position();
            match output {
                Output::Message(text) | Output::GameOver(text) => {
                    for line in wrap_text(&text, self.options.width.unwrap_or(usize::MAX)) {
                        writeln!(self.output, "{line}")?;
                    }
                }
                Output::Page(_, text) => write!(self.output, "{text}")?,
                Output::Help => write!(self.output, "{}", command::help())?,
                Output::Board => self.show_board()?,
                Output::SearchStarted => self.header_due = true,
                Output::Report(report) if report.is_unsearched() => {}
                Output::Report(report) => {
                    if std::mem::take(&mut self.header_due) {
                        writeln!(self.output, "{}", report::HEADER)?;
                    }
                    writeln!(self.output, "{}", report::line(position, &report))?;
                }
                Output::MachineMoved {
                    before,
                    chess_move,
                    summary,
                } => {
                    let line = san_line(&before, &[chess_move]);
                    let told = format!("the machine plays {line}  {summary}");
                    writeln!(self.output, "{}\n", told.trim_end())?;
                }
                Output::HintPiece { piece, .. } => {
                    writeln!(self.output, "hint: {piece}; `hint` again tells the move")?;
                }
                Output::Hint { best, summary, .. } => {
                    writeln!(
                        self.output,
                        "hint: {}  {summary}",
                        san_line(position, &[best])
                    )?;
                }
                Output::Promotion { from, to } => {
                    self.session.ask_promotion(from, to);
                    for output in self.session.take_output() {
                        if let Output::Message(text) = output {
                            writeln!(self.output, "{text}")?;
                        }
                    }
                }
                Output::Terms(terms) => write!(self.output, "{}", report::terms(&terms))?,
                Output::Console => {
                    self.console = Some(Console::default());
                    writeln!(self.output, "{}", Console::GREETING)?;
                }
            }
        }
        self.output.flush()
    }

    fn show_board(&mut self) -> io::Result<()> {
        let state = &self.session.state;
        let game = self.session.shown_game();
        let style = Style {
            ascii: self.options.ascii,
            bottom: self.session.shown_bottom(),
        };
        let last = game.moves().last().copied();
        writeln!(self.output, "{}", board::draw(game.position(), last, style))?;
        if state.outcome().is_none() && !self.session.shows_offered_game() {
            writeln!(self.output, "{}", state.side_to_move())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::{Scenario, Script, scripted_session};

    /// What is shown for these lines, typed one after another.
    fn shown(fen: &'static str, lines: &[&str]) -> String {
        let (session, harness) = scripted_session(Scenario {
            fen,
            scripts: vec![Script::Any; 4],
            ..Scenario::default()
        });
        for line in lines {
            harness
                .events
                .send(Event::Line((*line).to_owned()))
                .unwrap();
        }
        harness.events.send(Event::EndOfInput).unwrap();
        let options = LineOptions {
            ascii: true,
            interactive: false,
            console: false,
            width: None,
        };
        let mut output = Vec::new();
        LineInterface::new(session, options, &mut output, harness.inbox)
            .run()
            .unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn promotion_without_its_piece_is_asked_about() {
        let fen = "8/P3k3/8/8/8/8/8/R3K2R w KQ - 0 1";
        for (answer, last) in [("q", "1. a8=Q"), ("Knight", "1. a8=N")] {
            let text = shown(fen, &["manual on", "a8", answer, "last move"]);
            assert!(
                text.contains("promote to a queen, rook, bishop or knight?"),
                "{text}"
            );
            assert!(text.contains(&format!("the last move is {last}")), "{text}");
        }
        // What is no answer leaves the question open.
        let text = shown(fen, &["manual on", "a8", "maybe", "q", "last move"]);
        assert!(
            text.contains("'maybe' is no answer: promote to a queen"),
            "{text}"
        );
        assert!(text.contains("the last move is 1. a8=Q"), "{text}");
        // Any other line is executed as ever.
        let text = shown(fen, &["manual on", "a8", "Kd2", "last move"]);
        assert!(text.contains("the last move is 1. Kd2"), "{text}");
    }

    #[test]
    fn game_pasted_in_lines_is_looked_at() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let lines = [
            "[White \"A\"]",
            "[Black \"B\"]",
            "",
            "1. e4 e5 2. Nf3",
            "Nc6 *",
        ];
        let text = shown(fen, &[&lines[..], &["analysis off", "exit"]].concat());
        assert!(text.contains("looking at A - B  *"), "{text}");
    }
}
