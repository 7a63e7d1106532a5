//! Text over the board: help, an evaluation, a game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};

use crate::command;

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
        let lines = text.lines().flat_map(|line| wrap(line, width)).collect();
        Popup {
            title: title.to_owned(),
            lines,
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
        let width = self
            .lines
            .iter()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0)
            .max(40);
        let width = u16::try_from(width)
            .unwrap_or(u16::MAX)
            .saturating_add(4)
            .min(area.width);
        // Cover the whole width rather than leave slivers of the board.
        let width = if width + 12 > area.width {
            area.width
        } else {
            width
        };
        let height = u16::try_from(self.lines.len())
            .unwrap_or(u16::MAX)
            .saturating_add(2)
            .min(area.height);
        let place = Rect::new(
            (area.width - width) / 2,
            (area.height - height) / 2,
            width,
            height,
        );
        let set = if ascii { ASCII_BORDER } else { border::PLAIN };
        let rows = usize::from(height - 2);
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
        for (y, line) in (place.y + 1..).zip(self.lines[self.top..].iter().take(rows)) {
            buffer.set_stringn(place.x + 2, y, line, usize::from(width - 4), Style::new());
        }
    }
}

/// A line in lines of at most `width` columns, broken at spaces where there are any.
pub(super) fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest: Vec<char> = line.chars().collect();
    while rest.len() > width {
        let space = rest[..=width]
            .iter()
            .rposition(|&c| c == ' ')
            .filter(|&at| at > 0);
        let left = rest.split_off(space.unwrap_or(width));
        lines.push(std::mem::replace(&mut rest, left).into_iter().collect());
        if rest.first() == Some(&' ') {
            rest.remove(0);
        }
    }
    lines.push(rest.into_iter().collect());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrap_breaks_at_spaces() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("", 3), [""]);
        assert_eq!(wrap(" abcdef", 3), [" ab", "cde", "f"]);
    }
}
