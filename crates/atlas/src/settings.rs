//! Settings of the program, which also turn it into its relatives.
//!
//! Atlas of 1967 compares mobility, Barricelli's *Freedom* divides its own number of moves by the opponent's, and Kent's
//! *MASTER* counts controlled squares, six plies deep.

use play::{OptionError, OptionKind, OptionRow, OptionSpec, OptionTable, Pace, assign};

/// Defines an option with named values: an enum, and its values with their names.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$case:meta])* $value:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
        pub enum $name {
            $($(#[$case])* $value,)*
        }

        impl $name {
            /// All values with their names.
            pub const ALL: [($name, &'static str); [$($text),*].len()] = [$(($name::$value, $text)),*];

            /// The option value.
            pub fn name(self) -> &'static str {
                $name::ALL[self as usize].1
            }
        }
    };
}

choices! {
    /// Measure of mobility, the whole evaluation.
    Measure {
        /// Own moves minus the opponent's. Mobility is documented, the difference decided.
        #[default]
        Difference = "difference",
        /// Own moves divided by the opponent's: Barricelli's *Freedom*, second-hand.
        Ratio = "ratio",
        /// Controlled squares with Kent's first weights, second-hand: 3 for the central four, 2 for the twelve around them,
        /// 1 for the others.
        Squares = "squares",
    }
}

choices! {
    /// Precedence of captures over quiet moves.
    Captures {
        /// A capture that loses nothing within the depth comes first. Documented: almost any capture is accepted, and
        /// castling is prepared without captures. Which captures are refused is decided.
        #[default]
        First = "first",
        /// The best balance of captures comes first, of a capture or a quiet move (decided).
        Balance = "balance",
    }
}

choices! {
    /// Reading of the queen's rule: no queen move in the first five moves (documented).
    QueenRule {
        /// Only while she stands on her initial square (decided: positions set up mostly claim move one).
        #[default]
        Home = "home",
        /// Wherever she stands.
        Always = "always",
        /// No rule: Atlas before its modification.
        Off = "off",
    }
}

choices! {
    /// The rules that generation follows.
    Rules {
        /// All of chess.
        #[default]
        Full = "full",
        /// As published in 1972: no castling, no en passant.
        Published = "published",
    }
}

/// Settings of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search depth: three plies (documented), six in *MASTER* (second-hand).
    pub plies: u32,
    /// The queen's rule.
    pub queen_rule: QueenRule,
    /// Precedence of captures.
    pub captures: Captures,
    /// The evaluation.
    pub measure: Measure,
    /// All rules, or those of the published solver.
    pub rules: Rules,
    /// The clock that limits count.
    pub pace: Pace,
    /// Milliseconds kept back from the clock for communication (decided).
    pub overhead: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            plies: 3,
            queen_rule: QueenRule::Home,
            captures: Captures::First,
            measure: Measure::Difference,
            rules: Rules::Full,
            pace: Pace::Full,
            overhead: 50,
        }
    }
}

/// Deepest search that can be set, in plies.
pub const MAX_PLIES: u32 = 8;

/// Row of an option with named values.
macro_rules! row {
    ($option:literal, $field:ident, $choice:ident) => {
        OptionRow(
            $option,
            || OptionKind::combo(&$choice::ALL.map(|(_, name)| name)),
            |settings, value| {
                if let Some((found, _)) = $choice::ALL.iter().find(|(_, name)| *name == value) {
                    settings.$field = *found;
                }
            },
        )
    };
}

static TABLE: OptionTable<Settings, ()> = OptionTable(&[
    OptionRow(
        "Plies",
        || OptionKind::spin(3, 1..=MAX_PLIES.into()),
        |s, value| assign(&mut s.plies, value, ()),
    ),
    row!("QueenRule", queen_rule, QueenRule),
    row!("Captures", captures, Captures),
    row!("Mobility", measure, Measure),
    row!("Rules", rules, Rules),
    OptionRow("Pace", Pace::option_kind, |s, value| {
        assign(&mut s.pace, value, ())
    }),
    OptionRow(
        "Move Overhead",
        || OptionKind::spin(50, 0..=10_000),
        |s, v| assign(&mut s.overhead, v, ()),
    ),
]);

impl Settings {
    /// The options.
    pub fn options() -> Vec<OptionSpec> {
        TABLE.specs()
    }

    /// Sets an option. Fails if the name is unknown or the value out of range; nothing changes.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        TABLE.set(self, name, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_invalid_value_changes_nothing() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("plies", "6"),
            ("QUEENRULE", "always"),
            ("Captures", "balance"),
            ("Pace", "Authentic"),
            ("Mobility", "Ratio"),
            ("Rules", "published"),
            ("move overhead", "9"),
        ] {
            settings.set(name, value).unwrap();
        }
        let expected = Settings {
            plies: 6,
            queen_rule: QueenRule::Always,
            captures: Captures::Balance,
            measure: Measure::Ratio,
            rules: Rules::Published,
            pace: Pace::Authentic,
            overhead: 9,
        };
        assert_eq!(settings, expected);
        for (name, value) in [
            ("Plies", "9"),
            ("Plies", "x"),
            ("Mobility", "none"),
            ("QueenRule", "true"),
            ("Captures", ""),
            ("Pace", "1967"),
            ("Hash", "1"),
        ] {
            assert!(settings.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(settings, expected);
    }
}
