//! Colors. They are never the only sign: letters and marks show everything too.

use ratatui::style::{Color, Modifier, Style};
use shakmaty::Piece;

use crate::board::{filled_symbol, piece_symbol};
use crate::theme::Theme;

/// Styles of the squares and of the text around the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(super) light: Style,
    pub(super) dark: Style,
    pub(super) last: Style,
    pub(super) check: Style,
    pub(super) selected: Style,
    /// Squares of the best lines' first moves.
    pub(super) arrow: Style,
    /// Pieces, which are filled where there are colors.
    pub(super) white: Style,
    pub(super) black: Style,
    pub(super) strong: Style,
    pub(super) faint: Style,
    /// Moves judged `?!`, `?` and `??`.
    pub(super) inaccuracy: Style,
    pub(super) mistake: Style,
    pub(super) blunder: Style,
    /// Whether there are colors. Without them empty squares have a dot, and White's pieces are
    /// outlines.
    pub(super) colored: bool,
}

/// Number of colors that a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColorSupport {
    None,
    Sixteen,
    Indexed,
}

impl ColorSupport {
    /// The support that `NO_COLOR`, `COLORTERM` and `TERM` announce.
    pub(crate) fn of_terminal() -> ColorSupport {
        let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        match value("TERM").unwrap_or_default() {
            _ if value("NO_COLOR").is_some() => ColorSupport::None,
            term if term == "dumb" || term.starts_with("vt") => ColorSupport::None,
            term if term.contains("256") || value("COLORTERM").is_some() => ColorSupport::Indexed,
            _ => ColorSupport::Sixteen,
        }
    }
}

impl Palette {
    /// A piece: filled where colors tell the sides apart, a letter without chess symbols.
    pub(super) fn symbol(&self, piece: Piece, ascii: bool) -> char {
        if self.colored && !ascii {
            filled_symbol(piece)
        } else {
            piece_symbol(piece, ascii)
        }
    }

    /// The style of a move with the sign of a bad one, such as `Nd4??` or `[Nd4??]`.
    pub(super) fn of_move(&self, text: &str) -> Style {
        let text = text.trim_end_matches(']');
        if text.ends_with("??") {
            self.blunder
        } else if text.ends_with("?!") {
            self.inaccuracy
        } else if text.ends_with('?') {
            self.mistake
        } else {
            Style::new()
        }
    }

    /// The colors for a terminal. Marks and letters show everything too, for color-blind readers.
    pub(crate) fn new(support: ColorSupport, theme: Theme) -> Palette {
        let [light, dark, last, check, selected, arrow] = match support {
            ColorSupport::None => [Style::new(); 6],
            ColorSupport::Sixteen => {
                let light = match theme {
                    Theme::Wood => Color::LightRed,
                    Theme::Green => Color::Green,
                    Theme::Blue => Color::LightBlue,
                    Theme::Gray => Color::Cyan,
                };
                let (dark, last, check) = (Color::DarkGray, Color::LightMagenta, Color::Red);
                [light, dark, last, check, Color::Magenta, Color::Blue]
                    .map(|color| Style::new().bg(color))
            }
            ColorSupport::Indexed => {
                let [light, dark] = theme.indexed();
                [light, dark, 136, 160, 97, 66].map(|color| Style::new().bg(Color::Indexed(color)))
            }
        };
        let piece = |plain, indexed| match support {
            ColorSupport::None => Style::new(),
            ColorSupport::Sixteen => Style::new().fg(plain).add_modifier(Modifier::BOLD),
            ColorSupport::Indexed => Style::new()
                .fg(Color::Indexed(indexed))
                .add_modifier(Modifier::BOLD),
        };
        let judged = |plain, indexed| match support {
            ColorSupport::None => Style::new(),
            ColorSupport::Sixteen => Style::new().fg(plain),
            ColorSupport::Indexed => Style::new().fg(Color::Indexed(indexed)),
        };
        let faint = if support == ColorSupport::None {
            Style::new()
        } else {
            Style::new().fg(Color::DarkGray)
        };
        Palette {
            light,
            dark,
            last,
            check,
            selected,
            arrow,
            white: piece(Color::White, 231),
            black: piece(Color::Black, 16),
            strong: Style::new().add_modifier(Modifier::BOLD),
            faint,
            inaccuracy: judged(Color::Yellow, 178),
            mistake: judged(Color::LightRed, 208),
            blunder: judged(Color::Red, 196),
            colored: support != ColorSupport::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_moves_have_colors_where_there_are_any() {
        for (support, colored) in [
            (ColorSupport::None, false),
            (ColorSupport::Sixteen, true),
            (ColorSupport::Indexed, true),
        ] {
            let palette = Palette::new(support, Theme::Wood);
            let mut styles = Vec::new();
            for text in ["Nd4", "Nd4?!", "Nd4?", "[Nd4??]"] {
                let style = palette.of_move(text);
                if !styles.contains(&style) {
                    styles.push(style);
                }
            }
            assert_eq!(styles.len(), if colored { 4 } else { 1 }, "{support:?}");
        }
    }
}
