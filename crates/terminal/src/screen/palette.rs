//! Colours, which only help: everything they say is also said by a letter or a sign.

use ratatui::style::{Color, Modifier, Style};

/// Styles of the board's squares and of the words round it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(super) light: Style,
    pub(super) dark: Style,
    /// Squares of the last move.
    pub(super) last: Style,
    /// A king in check.
    pub(super) check: Style,
    /// The man picked up, and where it may go.
    pub(super) picked: Style,
    pub(super) strong: Style,
    pub(super) faint: Style,
    /// Whether empty squares need a dot, since no colour shows them.
    pub(super) dots: bool,
}

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    None,
    Sixteen,
    Many,
}

impl Depth {
    /// What the usual variables say: `NO_COLOR`, `COLORTERM`, `TERM`.
    pub(crate) fn of_terminal() -> Depth {
        let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        match value("TERM").unwrap_or_default() {
            _ if value("NO_COLOR").is_some() => Depth::None,
            term if term == "dumb" || term.starts_with("vt") => Depth::None,
            term if term.contains("256") || value("COLORTERM").is_some() => Depth::Many,
            _ => Depth::Sixteen,
        }
    }
}

impl Palette {
    /// The colours for this terminal. Blue and yellow differ to every eye, and all differ in lightness.
    pub(crate) fn new(depth: Depth) -> Palette {
        let square = |color| Style::new().fg(Color::Black).bg(color);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let [light, dark, last, check, picked] = match depth {
            Depth::None => [Style::new(); 5],
            Depth::Sixteen => {
                [Color::White, Color::Cyan, Color::Yellow, Color::Magenta, Color::LightBlue].map(square)
            }
            Depth::Many => [254, 110, 222, 208, 153].map(Color::Indexed).map(square),
        };
        let bright = |style: Style| style.add_modifier(Modifier::BOLD);
        let faint = if depth == Depth::None { Style::new() } else { Style::new().fg(Color::DarkGray) };
        Palette {
            light,
            dark,
            last: bright(last),
            check: bright(check),
            picked: bright(picked),
            strong: bold,
            faint,
            dots: depth == Depth::None,
        }
    }
}
