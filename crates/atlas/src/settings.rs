//! Settings of the program, which also turn it into its relatives.
//!
//! Atlas of 1967 compares mobility, Barricelli's *Freedom* divides its own number of moves by the opponent's, and Kent's
//! *MASTER* counts controlled squares, six plies deep.

use play::{OptionError, OptionKind, OptionRow, OptionSpec, OptionTable, assign};

use crate::movegen::Rules;

/// Measure of mobility, the whole evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Measure {
    /// Own moves minus the opponent's. Mobility is documented, the difference decided.
    #[default]
    Difference,
    /// Own moves divided by the opponent's: Barricelli's *Freedom*, documented.
    Ratio,
    /// Controlled squares with Kent's first weights, documented: 3 for the central four, 2 for the twelve around them, 1 for
    /// the others.
    Squares,
}

impl Measure {
    /// All measures with their option values.
    pub const ALL: [(Measure, &'static str); 3] =
        [(Measure::Difference, "difference"), (Measure::Ratio, "ratio"), (Measure::Squares, "squares")];

    /// The option value.
    pub fn name(self) -> &'static str {
        Measure::ALL[self as usize].1
    }
}

/// Precedence of captures over quiet moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Captures {
    /// A capture that loses nothing within the depth comes first. Documented: almost any capture is accepted, and castling
    /// is prepared without captures. Which captures are refused is decided.
    #[default]
    First,
    /// The best balance of captures comes first, of a capture or a quiet move (decided).
    Balance,
}

impl Captures {
    /// Both kinds with their option values.
    pub const ALL: [(Captures, &'static str); 2] =
        [(Captures::First, "first"), (Captures::Balance, "balance")];

    /// The option value.
    pub fn name(self) -> &'static str {
        Captures::ALL[self as usize].1
    }
}

/// Reading of the queen's rule: no queen move in the first five moves (documented).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum QueenRule {
    /// Only while she stands on her initial square (decided: positions set up mostly claim move one).
    #[default]
    Home,
    /// Wherever she stands.
    Always,
    /// No rule: Atlas before its modification.
    Off,
}

impl QueenRule {
    /// All readings with their option values.
    pub const ALL: [(QueenRule, &'static str); 3] =
        [(QueenRule::Home, "home"), (QueenRule::Always, "always"), (QueenRule::Off, "off")];

    /// The option value.
    pub fn name(self) -> &'static str {
        QueenRule::ALL[self as usize].1
    }
}

/// The clock that limits count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// Wall time.
    #[default]
    Full,
    /// Seconds of the ICL Atlas.
    Authentic,
}

impl Pace {
    /// Both clocks with their option values.
    pub const ALL: [(Pace, &'static str); 2] = [(Pace::Full, "full"), (Pace::Authentic, "authentic")];
}

/// Settings of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search depth: three plies (documented), six in *MASTER*.
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

static TABLE: OptionTable<Settings, ()> = OptionTable(&[
    OptionRow(
        "Plies",
        || OptionKind::spin(3, 1..=MAX_PLIES.into()),
        |s, value| assign(&mut s.plies, value, ()),
    ),
    OptionRow(
        "QueenRule",
        || OptionKind::combo(&QueenRule::ALL.map(|(_, name)| name)),
        |settings, value| select(&mut settings.queen_rule, &QueenRule::ALL, value),
    ),
    OptionRow(
        "Captures",
        || OptionKind::combo(&Captures::ALL.map(|(_, name)| name)),
        |settings, value| select(&mut settings.captures, &Captures::ALL, value),
    ),
    OptionRow(
        "Mobility",
        || OptionKind::combo(&Measure::ALL.map(|(_, name)| name)),
        |settings, value| select(&mut settings.measure, &Measure::ALL, value),
    ),
    OptionRow(
        "Rules",
        || OptionKind::combo(&["full", "published"]),
        |settings, value| {
            settings.rules = if value == "full" { Rules::Full } else { Rules::Published };
        },
    ),
    OptionRow(
        "Pace",
        || OptionKind::combo(&Pace::ALL.map(|(_, name)| name)),
        |settings, value| select(&mut settings.pace, &Pace::ALL, value),
    ),
    OptionRow("Move Overhead", || OptionKind::spin(50, 0..=10_000), |s, v| assign(&mut s.overhead, v, ())),
]);

/// Sets `target` to the one of `all` that is named `value`.
fn select<T: Copy>(target: &mut T, all: &[(T, &str)], value: &str) {
    if let Some((found, _)) = all.iter().find(|(_, name)| *name == value) {
        *target = *found;
    }
}

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
        for (measure, name) in Measure::ALL {
            assert_eq!(measure.name(), name);
        }
        for (rule, name) in QueenRule::ALL {
            assert_eq!(rule.name(), name);
        }
        for (captures, name) in Captures::ALL {
            assert_eq!(captures.name(), name);
        }
    }
}
