//! Text over the board: help, an evaluation, a game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};

use crate::command;
use crate::text_width::{columns, wrap_text};

#[derive(Debug)]
pub(super) struct Popup {
    title: String,
    lines: Vec<String>,
    top: usize,
}

const ASCII_BORDER: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl Popup {
    /// A text, wrapped for a screen of `width` columns.
    pub(super) fn new(title: &str, text: &str, width: u16) -> Popup {
        let width = usize::from(width.saturating_sub(4)).max(20);
        Popup {
            title: title.to_owned(),
            lines: wrap_text(text, width),
            top: 0,
        }
    }

    pub(super) fn help(width: u16) -> Popup {
        Popup::new(
            "help",
            &format!("{}\n{}", include_str!("help.txt"), command::help()),
            width,
        )
    }

    pub(super) fn scroll(&mut self, lines: isize) {
        self.top = self
            .top
            .saturating_add_signed(lines)
            .min(self.lines.len().saturating_sub(1));
    }

    pub(super) fn draw(&mut self, area: Rect, ascii: bool, buffer: &mut Buffer) {
        let place = self.place(area);
        let set = if ascii { ASCII_BORDER } else { border::PLAIN };
        let rows = usize::from(place.height - 2);
        self.top = self.top.min(self.lines.len().saturating_sub(rows));
        let more = if self.lines.len() > rows {
            "arrows scroll, "
        } else {
            ""
        };
        Clear.render(place, buffer);
        Block::bordered()
            .border_set(set)
            .title(format!(" {} ", self.title))
            .title_bottom(format!(" {more}Esc closes "))
            .render(place, buffer);
        let inside = Rect {
            x: place.x + 2,
            y: place.y + 1,
            width: place.width - 4,
            height: place.height - 2,
        };
        draw_lines(&self.lines[self.top..], inside, Style::new(), buffer);
    }

    /// The middle of the screen, as large as the text with its frame.
    fn place(&self, area: Rect) -> Rect {
        let mut widest = 40;
        for line in &self.lines {
            widest = widest.max(columns(line));
        }
        let columns = u16::try_from(widest).unwrap_or(u16::MAX);
        let rows = u16::try_from(self.lines.len()).unwrap_or(u16::MAX);
        let mut width = columns.saturating_add(4).min(area.width);
        // Cover the whole width rather than leave slivers of the board.
        if width + 12 > area.width {
            width = area.width;
        }
        let height = rows.saturating_add(2).min(area.height);
        Rect {
            x: (area.width - width) / 2,
            y: (area.height - height) / 2,
            width,
            height,
        }
    }
}

/// Draws as many lines as the area has rows, each cut at its width.
pub(super) fn draw_lines(lines: &[String], area: Rect, style: Style, buffer: &mut Buffer) {
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, y, line, area.width.into(), style);
    }
}
