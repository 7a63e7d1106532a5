//! The game on a full screen.

mod device;
mod entry;
mod hand;
mod keys;
mod layout;
mod page;
mod palette;
mod panels;
mod roll;
mod squares;
#[cfg(test)]
mod tests;

use std::sync::mpsc::{Receiver, RecvTimeoutError};

use ratatui::backend::Backend;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Style;
use ratatui::{Frame, Terminal};
use shakmaty::Position;

use super::session::{News, Session};
use super::words;
use crate::event::Event;
use crate::report;
pub(crate) use device::play;
use entry::Entry;
use hand::Hand;
use layout::{LEAST, Layout};
use page::{Page, wrap};
pub(crate) use palette::Depth;
use palette::Palette;
use panels::Panels;
use roll::Roll;
use squares::Board;

/// What the program has to do besides drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// Give the terminal back for a while.
    Suspend,
    /// Take the terminal again.
    Resume,
    /// Draw everything afresh: the terminal has lost what was on it.
    Redraw,
}

/// What is done with the real terminal besides drawing on it.
struct Hooks {
    /// Gives it back and stops the program; whether that worked.
    suspend: fn() -> bool,
    /// Takes it again.
    resume: fn(),
}

/// A session on a full screen.
pub(crate) struct Screen {
    session: Session,
    ascii: bool,
    palette: Palette,
    entry: Entry,
    hand: Hand,
    /// The last that was said.
    message: String,
    page: Option<Page>,
    /// The console, while it is in use.
    roll: Option<Roll>,
    /// As it was drawn last.
    layout: Option<Layout>,
    area: Rect,
    wish: Option<Wish>,
    leaving: bool,
}

impl Screen {
    pub(crate) fn new(session: Session, ascii: bool, depth: Depth) -> Screen {
        Screen {
            session,
            ascii,
            palette: Palette::new(depth),
            entry: Entry::default(),
            hand: Hand::default(),
            message: "Type a move or a word; F1 shows all of them.".to_owned(),
            page: None,
            roll: None,
            layout: None,
            area: Rect::default(),
            wish: None,
            leaving: false,
        }
    }

    fn is_leaving(&self) -> bool {
        self.leaving || self.session.is_leaving()
    }

    /// Takes in what happened.
    fn hear(&mut self, event: Event) {
        match event {
            Event::Machine(word) => self.session.hear(word),
            Event::Terminal(event) => self.react(&event),
            Event::Line(line) => self.submit(&line),
            Event::Resumed => self.wish = Some(Wish::Resume),
            Event::EndOfInput | Event::Interrupt => self.leaving = true,
        }
    }

    /// Does what has to be done now, and takes in what the session has to tell.
    fn settle(&mut self) {
        let mut said = Vec::new();
        // What is told may lead to more to do.
        for _ in 0..2 {
            self.session.settle();
            for news in self.session.take_news() {
                said.extend(self.tell(news));
            }
        }
        if !said.is_empty() {
            self.message = said.join("; ");
        }
        self.hand.keep(self.session.table());
    }

    /// Shows what there is to tell; what is to be said of it.
    fn tell(&mut self, news: News) -> Option<String> {
        if let Some(roll) = &mut self.roll {
            roll.tell(&mut self.session, &news);
            return None;
        }
        match news {
            News::Say(sentence) | News::Over(sentence) => return Some(sentence),
            News::Page(title, text) => self.page = Some(Page::new(title, &text, self.area.width)),
            News::Help => self.page = Some(Page::help(self.area.width)),
            News::Terms(terms) => {
                self.page = Some(Page::new("evaluation", &report::terms(&terms), self.area.width));
            }
            News::Played { before, made, reason } => {
                let line = notation::san_line(&before, &[made]);
                return Some(format!("the machine plays {line}  {reason}"));
            }
            News::Hint { best, reason, .. } => {
                let line = notation::san_line(self.session.table().game().position(), &[best]);
                return Some(format!("hint: {line}  {reason}"));
            }
            News::Console => self.roll = Some(Roll::default()),
            // All of these are on the screen anyway.
            News::Board | News::Search | News::Thought(_) => {}
        }
        None
    }

    /// Does what a line says.
    fn submit(&mut self, line: &str) {
        self.message.clear();
        match words::parse(line) {
            Ok(words) => self.session.obey(words),
            Err(reason) => self.message = reason,
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.area = frame.area();
        if let Some(roll) = &self.roll {
            let cursor = roll.draw(self.area, self.entry.text(), frame.buffer_mut());
            return frame.set_cursor_position(cursor);
        }
        let message = wrap(&self.spoken(), self.area.width.max(20).into());
        let wanted = u16::try_from(message.len()).unwrap_or(u16::MAX);
        self.layout = Layout::new(self.area, wanted);
        let Some(layout) = self.layout else { return self.draw_refusal(frame) };
        let buffer = frame.buffer_mut();
        self.board().draw(&layout, buffer);
        let panels = Panels { session: &self.session, ascii: self.ascii, palette: self.palette };
        panels.bar(layout.bar, buffer);
        panels.side(layout.side, buffer);
        panels.rule(layout.rule, buffer);
        panels.thinking(layout.thinking, buffer);
        for (y, line) in (layout.message.top()..layout.message.bottom()).zip(&message) {
            buffer.set_string(0, y, line, self.palette.strong);
        }
        self.draw_keys(layout.keys, buffer);
        let cursor = self.draw_entry(layout.entry, frame);
        match &mut self.page {
            Some(page) => page.draw(frame.area(), self.ascii, frame.buffer_mut()),
            None => frame.set_cursor_position(cursor),
        }
    }

    fn board(&self) -> Board<'_> {
        let game = self.session.table().game();
        Board {
            position: game.position(),
            last: game.moves().last().copied(),
            bottom: self.session.bottom(),
            cursor: self.hand.cursor(),
            picked: self.hand.picked(),
            targets: self.hand.targets(self.session.table()),
            ascii: self.ascii,
            palette: self.palette,
        }
    }

    /// The last that was said, or else whose move it is.
    fn spoken(&self) -> String {
        let table = self.session.table();
        match table.verdict() {
            _ if !self.message.is_empty() => self.message.clone(),
            Some(verdict) => verdict,
            None => {
                let check = if table.game().position().is_check() { ", in check" } else { "" };
                format!("{} to move{check}", table.turn().fold_wb("White", "Black"))
            }
        }
    }

    fn draw_entry(&self, area: Rect, frame: &mut Frame<'_>) -> Point {
        let prompt = if self.ascii { "> " } else { "› " };
        let text = match self.hand.choice() {
            Some(choice) => choice,
            None => format!("{prompt}{}", self.entry.end(area.width.saturating_sub(4))),
        };
        let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
        frame.buffer_mut().set_stringn(area.x, area.y, text, area.width.into(), Style::new());
        Point::new(area.x + width.min(area.width - 1), area.y)
    }

    fn draw_keys(&self, area: Rect, buffer: &mut ratatui::buffer::Buffer) {
        let keys = "F1 help  F2 hint  F3 take back  F4 flip  F5 move now  arrows, Enter  F10 quit";
        buffer.set_stringn(
            area.x,
            area.y,
            panels::cut(keys, area.width),
            area.width.into(),
            self.palette.faint,
        );
    }

    fn draw_refusal(&self, frame: &mut Frame<'_>) {
        let (width, height) = LEAST;
        let text = format!(
            "The screen has {} columns and {} rows; the board needs {width} and {height}. Make it larger, or F10 leaves.",
            self.area.width, self.area.height
        );
        let area = self.area;
        for (y, line) in (area.top()..area.bottom()).zip(wrap(&text, area.width.max(1).into())) {
            frame.buffer_mut().set_stringn(area.x, y, line, area.width.into(), Style::new());
        }
    }
}

/// Shows a session until the person leaves.
///
/// # Errors
/// The terminal cannot be written to.
fn run<B>(
    screen: &mut Screen,
    terminal: &mut Terminal<B>,
    inbox: &Receiver<Event>,
    hooks: &Hooks,
) -> anyhow::Result<()>
where
    B: Backend<Error: std::error::Error + Send + Sync + 'static>,
{
    loop {
        screen.settle();
        if screen.is_leaving() {
            return Ok(());
        }
        match screen.wish.take() {
            None => {}
            Some(Wish::Redraw) => afresh(terminal)?,
            Some(Wish::Resume) => {
                (hooks.resume)();
                afresh(terminal)?;
            }
            Some(Wish::Suspend) => {
                screen.session.rest();
                if (hooks.suspend)() {
                    // The stop may come a moment later: nothing is drawn before the program goes on.
                    while screen.wish != Some(Wish::Resume) && !screen.is_leaving() {
                        screen.hear(inbox.recv()?);
                    }
                }
                continue;
            }
        }
        terminal.draw(|frame| screen.draw(frame))?;
        match inbox.recv_timeout(screen.session.patience()) {
            Ok(event) => {
                screen.hear(event);
                // Thoughts come faster than anybody reads.
                for event in inbox.try_iter() {
                    screen.settle();
                    screen.hear(event);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Forgets what is thought to be on the terminal. `Terminal::clear` would ask it for the cursor, and its answer goes to
/// whoever reads the keys.
fn afresh<B: Backend>(terminal: &mut Terminal<B>) -> Result<(), B::Error> {
    let area = terminal.size()?;
    terminal.resize(area.into())
}
