//! The console on the full screen: a roll of paper.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Style;

use super::page::wrap;
use crate::console::{Console, Said};
use crate::session::{News, Session};

/// Lines kept.
const LENGTH: usize = 1_000;

/// What was typed and printed.
#[derive(Debug)]
pub(super) struct Roll {
    console: Console,
    lines: Vec<String>,
}

impl Default for Roll {
    fn default() -> Roll {
        Roll { console: Console::default(), lines: vec![Console::GREETING.to_owned()] }
    }
}

impl Roll {
    /// A line was typed; whether the console has had enough.
    pub(super) fn hear(&mut self, session: &mut Session, line: &str) -> bool {
        self.print(&format!("{}{line}\n", Console::PROMPT));
        let Said { text, ended } = self.console.hear(session, line);
        self.print(&text);
        ended
    }

    pub(super) fn tell(&mut self, session: &mut Session, news: &News) {
        let text = self.console.tell(session, news);
        self.print(&text);
    }

    fn print(&mut self, text: &str) {
        self.lines.extend(text.lines().map(str::to_owned));
        let gone = self.lines.len().saturating_sub(LENGTH);
        self.lines.drain(..gone);
    }

    /// Draws its end and what is being typed; says where the cursor stands.
    pub(super) fn draw(&self, area: Rect, typed: &str, buffer: &mut Buffer) -> Point {
        let width = usize::from(area.width.max(1));
        let mut lines: Vec<String> = self.lines.iter().flat_map(|line| wrap(line, width)).collect();
        lines.extend(wrap(&format!("{}{typed}", Console::PROMPT), width));
        let first = lines.len().saturating_sub(area.height.into());
        let shown = &lines[first..];
        for (y, line) in (area.y..).zip(shown) {
            buffer.set_stringn(area.x, y, line, width, Style::new());
        }
        let column = shown.last().map_or(0, |line| line.chars().count()).min(width - 1);
        let row = shown.len().saturating_sub(1);
        Point::new(area.x + u16::try_from(column).unwrap_or(0), area.y + u16::try_from(row).unwrap_or(0))
    }
}
