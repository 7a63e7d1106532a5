//! Colors. They are never the only sign: letters and marks show everything too.

use ratatui::style::{Color, Modifier, Style};

/// Styles of the squares and of the text around the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(super) light: Style,
    pub(super) dark: Style,
    pub(super) last: Style,
    pub(super) check: Style,
    pub(super) selected: Style,
    pub(super) strong: Style,
    pub(super) faint: Style,
    /// Whether empty squares need a dot because there are no colors.
    pub(super) dots: bool,
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
    /// The colors for a terminal. All differ in lightness, for color-blind readers.
    pub(crate) fn new(support: ColorSupport) -> Palette {
        let square = |color| Style::new().fg(Color::Black).bg(color);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let [light, dark, last, check, selected] = match support {
            ColorSupport::None => [Style::new(); 5],
            ColorSupport::Sixteen => {
                [Color::White, Color::Cyan, Color::Yellow, Color::Magenta, Color::LightBlue].map(square)
            }
            ColorSupport::Indexed => [254, 110, 222, 208, 153].map(Color::Indexed).map(square),
        };
        let bright = |style: Style| style.add_modifier(Modifier::BOLD);
        let faint =
            if support == ColorSupport::None { Style::new() } else { Style::new().fg(Color::DarkGray) };
        Palette {
            light,
            dark,
            last: bright(last),
            check: bright(check),
            selected: bright(selected),
            strong: bold,
            faint,
            dots: support == ColorSupport::None,
        }
    }
}
