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

/// Settings of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search depth: three plies (documented), six in *MASTER*.
    pub plies: u32,
    /// Whether the queen must not move in the first five moves (documented).
    pub queen_rule: bool,
    /// The evaluation.
    pub measure: Measure,
    /// All rules, or those of the published solver.
    pub rules: Rules,
    /// Milliseconds kept back from the clock for communication (decided).
    pub overhead: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            plies: 3,
            queen_rule: true,
            measure: Measure::Difference,
            rules: Rules::Full,
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
        || OptionKind::Check { default: true },
        |settings, value| assign(&mut settings.queen_rule, value, ()),
    ),
    OptionRow(
        "Mobility",
        || OptionKind::combo(&Measure::ALL.map(|(_, name)| name)),
        |settings, value| {
            let named = Measure::ALL.into_iter().find(|(_, name)| *name == value);
            settings.measure = named.map_or(settings.measure, |(measure, _)| measure);
        },
    ),
    OptionRow(
        "Rules",
        || OptionKind::combo(&["full", "published"]),
        |settings, value| {
            settings.rules = if value == "full" { Rules::Full } else { Rules::Published };
        },
    ),
    OptionRow("Move Overhead", || OptionKind::spin(50, 0..=10_000), |s, v| assign(&mut s.overhead, v, ())),
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
            ("QUEENRULE", "false"),
            ("Mobility", "Ratio"),
            ("Rules", "published"),
            ("move overhead", "9"),
        ] {
            settings.set(name, value).unwrap();
        }
        let expected = Settings {
            plies: 6,
            queen_rule: false,
            measure: Measure::Ratio,
            rules: Rules::Published,
            overhead: 9,
        };
        assert_eq!(settings, expected);
        for (name, value) in [("Plies", "9"), ("Plies", "x"), ("Mobility", "none"), ("Hash", "1")] {
            assert!(settings.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(settings, expected);
        for (measure, name) in Measure::ALL {
            assert_eq!(measure.name(), name);
        }
    }
}
