//! State of the full screen, its drawing and its event loop.

use std::sync::mpsc::{Receiver, RecvTimeoutError};

use notation::san_line;
use ratatui::backend::Backend;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect, Size};
use ratatui::style::Style;
use ratatui::{Frame, Terminal};

use super::board_view::BoardView;
use super::console_view::ConsoleView;
use super::input_line::InputLine;
use super::layout::{Layout, MINIMUM};
use super::move_input::MoveInput;
use super::palette::{ColorSupport, Palette};
use super::panels::Panels;
use super::popup::{Popup, draw_lines};
use crate::command;
use crate::event::Event;
use crate::report;
use crate::session::{Output, Session};
use crate::text_width::{columns, wrap};

/// Request of the app to the event loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TtyRequest {
    /// Ask all programs of the shell's command to stop, this one too.
    SuspendAll,
    /// Restore the terminal and stop the program.
    Suspend,
    /// Take the terminal again.
    Resume,
    /// Draw everything again, because the terminal lost its contents.
    Redraw,
}

/// Operations on the real terminal, replaced in tests.
pub(super) struct TtyHooks {
    /// Sends the signal to stop to the process group.
    pub(super) suspend_all: fn(),
    /// Restores the terminal and stops the program; returns whether that worked.
    pub(super) suspend: fn() -> bool,
    pub(super) resume: fn(),
}

pub(crate) struct App {
    pub(super) session: Session,
    pub(super) ascii: bool,
    colors: ColorSupport,
    pub(super) palette: Palette,
    pub(super) input: InputLine,
    pub(super) move_input: MoveInput,
    /// What is said in answer to the last key or line, the latest last.
    pub(super) messages: Vec<String>,
    /// Whether a line was entered that is not answered yet.
    is_line_entered: bool,
    pub(super) popup: Option<Popup>,
    pub(super) console: Option<ConsoleView>,
    /// Layout and area of the last drawing.
    pub(super) layout: Option<Layout>,
    pub(super) area: Rect,
    pub(super) request: Option<TtyRequest>,
    pub(super) quitting: bool,
}

impl App {
    pub(crate) fn new(mut session: Session, ascii: bool, colors: ColorSupport) -> App {
        let greeting = session.greeting();
        session.offer_left_over();
        if session.is_new_user() && session.has_output() && !session.asks_yes_or_no() {
            // The question is not lost behind what was said. One question at a time: whoever
            // declines the game left over is asked for his strength then.
            session.say(greeting.clone());
        }
        App {
            palette: Palette::new(colors, session.theme),
            session,
            ascii,
            colors,
            input: InputLine::default(),
            move_input: MoveInput::default(),
            messages: vec![greeting],
            is_line_entered: false,
            popup: None,
            console: None,
            layout: None,
            area: Rect::default(),
            request: None,
            quitting: false,
        }
    }

    fn is_quitting(&self) -> bool {
        self.quitting || self.session.is_quitting()
    }

    /// Handles an event; [`App::update`] does what follows from it.
    pub(super) fn handle_event(&mut self, event: Event) {
        match event {
            Event::Player(event) => self.session.handle_player_event(event),
            Event::Loaded(number, loaded) => self.session.handle_loaded(number, loaded),
            Event::Terminal(event) => self.handle_terminal_event(&event),
            Event::Line(line) => self.execute(&line),
            Event::Suspend => self.request = Some(TtyRequest::Suspend),
            Event::Resumed => self.request = Some(TtyRequest::Resume),
            Event::EndOfInput | Event::Interrupt => self.quitting = true,
        }
    }

    pub(super) fn update(&mut self) {
        let mut messages = Vec::new();
        // Output of the console may need a second round.
        for _ in 0..2 {
            self.session.advance();
            for output in self.session.take_output() {
                messages.extend(self.show(output));
            }
        }
        if !messages.is_empty() {
            self.messages = messages;
            self.show_long_answer();
        }
        self.move_input.update(&self.session.state);
    }

    /// Shows an answer to a line that is too long for its place below the board as a page.
    fn show_long_answer(&mut self) {
        if !std::mem::take(&mut self.is_line_entered) || self.popup.is_some() {
            return;
        }
        let (Some(last), Some(rows)) = (self.messages.last(), Layout::most_message_rows(self.area))
        else {
            return;
        };
        if wrap(last, self.area.width.into()).len() > rows.into() {
            self.popup = Some(Popup::new("answer", last, self.area.width));
            self.messages.clear();
        }
    }

    /// Shows an output; returns the message for it, if any.
    fn show(&mut self, output: Output) -> Option<String> {
        if let Some(console) = &mut self.console {
            console.show(&mut self.session, &output);
            return None;
        }
        match output {
            Output::Message(text) | Output::GameOver(text) => return Some(text),
            Output::Page(title, text) => {
                self.popup = Some(Popup::new(title, &text, self.area.width))
            }
            Output::Help => self.popup = Some(Popup::help(self.area.width)),
            Output::Terms(terms) => {
                self.popup = Some(Popup::new(
                    "evaluation",
                    &report::terms(&terms),
                    self.area.width,
                ));
            }
            Output::MachineMoved {
                before,
                chess_move,
                summary,
            } => {
                return Some(format!(
                    "the machine plays {}  {summary}",
                    san_line(&before, &[chess_move])
                ));
            }
            Output::HintPiece { piece, .. } => {
                return Some(format!("hint: {piece}; F2 or `hint` again tells the move"));
            }
            Output::Hint { best, summary, .. } => {
                let line = san_line(self.session.state.game().position(), &[best]);
                return Some(format!("hint: {line}  {summary}"));
            }
            Output::Promotion { from, to } => self.move_input.choose_promotion(from, to),
            Output::Console => self.console = Some(ConsoleView::default()),
            // These are always on the screen.
            Output::Board | Output::SearchStarted | Output::Report(_) => {}
        }
        None
    }

    pub(super) fn execute(&mut self, line: &str) {
        self.messages.clear();
        self.is_line_entered = true;
        command::execute(&mut self.session, line);
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        self.area = frame.area();
        self.palette = Palette::new(self.colors, self.session.theme);
        if let Some(console) = &self.console {
            let cursor = console.draw(self.area, &self.input.text(), frame.buffer_mut());
            return frame.set_cursor_position(cursor);
        }
        let message = self.message();
        let rows = u16::try_from(message.len()).unwrap_or(u16::MAX);
        self.layout = Layout::new(self.area, rows);
        let Some(layout) = self.layout else {
            return self.draw_too_small(frame);
        };
        let buffer = frame.buffer_mut();
        self.board_view().draw(&layout, buffer);
        let panels = Panels {
            session: &self.session,
            ascii: self.ascii,
            palette: self.palette,
        };
        panels.draw(&layout, buffer);
        draw_lines(&message, layout.message, self.palette.strong, buffer);
        self.draw_keys(layout.keys, buffer);
        let cursor = self.draw_input(layout.input, buffer);
        match &mut self.popup {
            Some(popup) => popup.draw(self.area, self.ascii, buffer),
            None => frame.set_cursor_position(cursor),
        }
    }

    fn board_view(&self) -> BoardView<'_> {
        let game = self.session.shown_game();
        BoardView {
            position: game.position(),
            last: game.moves().last().copied(),
            bottom: self.session.shown_bottom(),
            cursor: self.move_input.cursor,
            selected: self.move_input.selected,
            destinations: self.move_input.destinations(&self.session.state),
            arrows: self.session.arrows(),
            ascii: self.ascii,
            palette: self.palette,
        }
    }

    /// The lines below the board. Where not all that was said has room, the last counts: it may be
    /// a question.
    fn message(&self) -> Vec<String> {
        let width = usize::from(self.area.width.max(20));
        let most = usize::from(Layout::most_message_rows(self.area).unwrap_or(1));
        let mut said = &self.messages[..];
        loop {
            let text = match said {
                [] => self.status(),
                said => said.join("; "),
            };
            let lines = wrap(&text, width);
            match said {
                [_, rest @ ..] if !rest.is_empty() && lines.len() > most => said = rest,
                _ => return lines,
            }
        }
    }

    /// What the person waits for, or else the result or the side to move.
    fn status(&self) -> String {
        if self.session.is_held() {
            return self.session.reminder();
        }
        if let Some(work) = self.session.help_at_work() {
            return work.to_owned();
        }
        let state = &self.session.state;
        match state.verdict() {
            Some(verdict) => verdict,
            None => state.side_to_move(),
        }
    }

    fn draw_input(&self, area: Rect, buffer: &mut Buffer) -> Point {
        let prompt = if self.ascii { "> " } else { "› " };
        let (text, cursor) = match self.move_input.promotion_prompt() {
            Some(text) => {
                let end = columns(&text);
                (text, end)
            }
            None => {
                let shown = self.input.shown(area.width.saturating_sub(4));
                let cursor = columns(prompt) + shown.cursor;
                (format!("{prompt}{}", shown.text), cursor)
            }
        };
        let cursor = u16::try_from(cursor).unwrap_or(u16::MAX);
        buffer.set_stringn(area.x, area.y, text, area.width.into(), Style::new());
        Point::new(area.x + cursor.min(area.width - 1), area.y)
    }

    fn draw_keys(&self, area: Rect, buffer: &mut Buffer) {
        let keys = match self.session.review() {
            Some(_) => REVIEW_KEYS,
            None => GAME_KEYS,
        };
        let keys = fitting_keys(keys, area.width.into());
        buffer.set_stringn(area.x, area.y, keys, area.width.into(), self.palette.faint);
    }

    fn draw_too_small(&self, frame: &mut Frame<'_>) {
        let area = self.area;
        let Size { width, height } = MINIMUM;
        let text = format!(
            "The terminal is {} columns by {} rows; the board needs {width} by {height}. \
             Enlarge it, or press F10 to quit.",
            area.width, area.height
        );
        let lines = wrap(&text, area.width.max(1).into());
        draw_lines(&lines, area, Style::new(), frame.buffer_mut());
    }
}

/// What keys do, the most useful first and the way out last.
const GAME_KEYS: &[&str] = &[
    "F1 help",
    "F2 hint",
    "F3 take back",
    "F5 move now",
    "F7 thoughts",
    "F4 flip",
    "F10 quit",
];
const REVIEW_KEYS: &[&str] = &[
    "F1 help",
    "left, right step",
    "F8 mistake",
    "Esc leave",
    "F9 try",
    "down variation",
    "F4 flip",
    "F10 quit",
];

/// As many keys as fit, always with the way out.
fn fitting_keys(keys: &[&str], width: usize) -> String {
    let mut shown = keys.to_vec();
    while shown.len() > 2 && shown.join("  ").len() > width {
        shown.remove(shown.len() - 2);
    }
    shown.join("  ")
}

/// Shows the app until the person leaves.
pub(super) fn event_loop<B>(
    app: &mut App,
    terminal: &mut Terminal<B>,
    inbox: &Receiver<Event>,
    hooks: &TtyHooks,
) -> anyhow::Result<()>
where
    B: Backend<Error: std::error::Error + Send + Sync + 'static>,
{
    loop {
        app.update();
        if app.is_quitting() {
            return Ok(());
        }
        match app.request.take() {
            None => {}
            Some(TtyRequest::Redraw) => force_redraw(terminal)?,
            Some(TtyRequest::Resume) => {
                (hooks.resume)();
                force_redraw(terminal)?;
            }
            Some(TtyRequest::SuspendAll) => (hooks.suspend_all)(),
            Some(TtyRequest::Suspend) => {
                app.session.pause_clock();
                if (hooks.suspend)() {
                    // The program may stop a moment later: draw nothing before it resumes.
                    while app.request != Some(TtyRequest::Resume) && !app.is_quitting() {
                        app.handle_event(inbox.recv()?);
                    }
                }
                continue;
            }
        }
        terminal.draw(|frame| app.draw(frame))?;
        match inbox.recv_timeout(app.session.refresh_interval()) {
            Ok(event) => {
                app.handle_event(event);
                // Draw once for all events that are waiting.
                for event in inbox.try_iter() {
                    app.update();
                    app.handle_event(event);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Makes the next drawing write every cell. `Terminal::clear` would query the cursor, and the
/// thread that reads the keys would take the answer.
fn force_redraw<B: Backend>(terminal: &mut Terminal<B>) -> Result<(), B::Error> {
    let area = terminal.size()?;
    terminal.resize(area.into())
}
