//! Color themes of the board.

use std::str::FromStr;

/// The colors of squares and pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Brown squares.
    #[default]
    Wood,
    /// Green squares.
    Green,
    /// Blue squares.
    Blue,
    /// Gray squares.
    Gray,
}

impl Theme {
    /// In the order in which messages list them.
    pub const ALL: [Theme; 4] = [Theme::Wood, Theme::Green, Theme::Blue, Theme::Gray];

    /// The name that commands and options take.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Green => "green",
            Theme::Blue => "blue",
            Theme::Gray => "gray",
        }
    }

    /// Light and dark squares among 256 colors. Pieces of both sides stand out on either.
    pub(crate) fn indexed(self) -> [u8; 2] {
        match self {
            Theme::Wood => [137, 94],
            Theme::Green => [71, 28],
            Theme::Blue => [67, 25],
            Theme::Gray => [245, 241],
        }
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Theme, String> {
        for theme in Theme::ALL {
            if theme.name().eq_ignore_ascii_case(text) {
                return Ok(theme);
            }
        }
        let names = Theme::ALL.map(Theme::name).join(", ");
        Err(format!("'{text}' is not a theme: expected {names}"))
    }
}

impl std::fmt::Display for Theme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of a color of the cube or the gray ramp, as in the web's rules on
    /// contrast.
    fn luminance(index: u8) -> f64 {
        let level = |step: u8| {
            if step == 0 {
                0.0
            } else {
                f64::from(55 + 40 * step)
            }
        };
        let [red, green, blue] = match index {
            16..232 => [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map(level),
            232.. => [f64::from(8 + 10 * (index - 232)); 3],
            _ => panic!("{index} differs from terminal to terminal"),
        }
        .map(|level: f64| {
            let part = level / 255.0;
            if part <= 0.03928 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #[test]
    fn pieces_of_both_sides_stand_out_on_every_square() {
        for theme in Theme::ALL {
            let name = theme.name();
            assert_eq!(name.parse(), Ok(theme));
            for square in theme.indexed().map(luminance) {
                let white = 1.05 / (square + 0.05);
                let black = (square + 0.05) / 0.05;
                assert!(white > 2.5 && black > 2.5, "{name}: {white:.2} {black:.2}");
            }
        }
        assert_eq!(
            "mauve".parse::<Theme>().unwrap_err(),
            "'mauve' is not a theme: expected wood, green, blue, gray"
        );
    }
}
