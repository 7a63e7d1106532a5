//! The console on the full screen: a scrolling transcript.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Style;

use super::popup::draw_lines;
use crate::console::{Console, Reply};
use crate::session::{Output, Session};
use crate::text_width::wrap;

/// Maximum number of lines kept in the transcript.
const MAX_LINES: usize = 1_000;

#[derive(Debug)]
pub(super) struct ConsoleView {
    console: Console,
    lines: Vec<String>,
}

impl Default for ConsoleView {
    fn default() -> ConsoleView {
        ConsoleView {
            console: Console::default(),
            lines: vec![Console::GREETING.to_owned()],
        }
    }
}

impl ConsoleView {
    pub(super) fn execute(&mut self, session: &mut Session, line: &str) -> bool {
        self.print(&format!("{}{line}\n", Console::PROMPT));
        let Reply { text, closed } = self.console.execute(session, line);
        self.print(&text);
        closed
    }

    pub(super) fn show(&mut self, session: &mut Session, output: &Output) {
        let text = self.console.text(session, output);
        self.print(&text);
    }

    fn print(&mut self, text: &str) {
        self.lines.extend(text.lines().map(str::to_owned));
        let excess = self.lines.len().saturating_sub(MAX_LINES);
        self.lines.drain(..excess);
    }

    /// Draws the last lines and the text being typed; returns the cursor's position.
    pub(super) fn draw(&self, area: Rect, typed: &str, buffer: &mut Buffer) -> Point {
        let width = usize::from(area.width.max(1));
        let mut lines = Vec::new();
        for line in &self.lines {
            lines.extend(wrap(line, width));
        }
        lines.extend(wrap(&format!("{}{typed}", Console::PROMPT), width));
        let first = lines.len().saturating_sub(area.height.into());
        let shown = &lines[first..];
        draw_lines(shown, area, Style::new(), buffer);
        let typed_columns = match shown.last() {
            Some(line) => line.chars().count(),
            None => 0,
        };
        let column = typed_columns.min(width - 1);
        let row = shown.len().saturating_sub(1);
        Point::new(
            area.x + u16::try_from(column).unwrap_or(0),
            area.y + u16::try_from(row).unwrap_or(0),
        )
    }
}
