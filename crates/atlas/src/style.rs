//! What can be set in the program: plies, rules, the queen's rule and what stands for a good position.
//!
//! The family tree in one program: Atlas of 1967 compares mobility, Barricelli's *Freedom* divides its own number
//! of moves by the opponent's, and Kent's *MASTER* counts squares controlled, six plies deep.

use play::{OptionError, OptionKind, OptionRow, OptionSpec, OptionTable};

use crate::listing::Scope;

/// What the program makes as large as it can where nothing is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Measure {
    /// Own moves less the opponent's. That Atlas "mini-maximised its mobility" is documented, that it did so by
    /// the difference is decided.
    #[default]
    Difference,
    /// Own moves divided by the opponent's: Barricelli's *Freedom*, documented.
    Ratio,
    /// Squares controlled, with Kent's first weights: 3 for the four central squares, 2 for the next ring of
    /// twelve, 1 for the rest; documented.
    Squares,
}

impl Measure {
    /// All of them, with their names in [`play::OptionSpec`].
    pub const ALL: [(Measure, &'static str); 3] =
        [(Measure::Difference, "difference"), (Measure::Ratio, "ratio"), (Measure::Squares, "squares")];

    /// The name.
    pub fn name(self) -> &'static str {
        Measure::ALL[self as usize].1
    }
}

/// How the program plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// How far it looks ahead: three plies (documented), six in *MASTER*.
    pub plies: u32,
    /// Whether the queen stays at home for the first five moves (documented).
    pub queen_rule: bool,
    /// What it mini-maximises.
    pub measure: Measure,
    /// All rules, or those of the published solver.
    pub scope: Scope,
    /// Kept back from every clock for the way of the move to the board, in milliseconds (decided).
    pub overhead: u32,
}

impl Default for Style {
    fn default() -> Style {
        Style { plies: 3, queen_rule: true, measure: Measure::Difference, scope: Scope::Full, overhead: 50 }
    }
}

/// The deepest search that can be asked for, in plies.
pub const MOST_PLIES: u32 = 8;

static TABLE: OptionTable<Style, ()> = OptionTable(&[
    OptionRow {
        name: "Plies",
        kind: || OptionKind::spin(Style::default().plies.into(), 1..=MOST_PLIES.into()),
        set: |style, value| style.plies = value.parse().unwrap_or(style.plies),
    },
    OptionRow {
        name: "QueenRule",
        kind: || OptionKind::Check { default: Style::default().queen_rule },
        set: |style, value| style.queen_rule = value == "true",
    },
    OptionRow {
        name: "Mobility",
        kind: || OptionKind::combo(&Measure::ALL.map(|(_, name)| name)),
        set: |style, value| {
            let named = Measure::ALL.into_iter().find(|(_, name)| *name == value);
            style.measure = named.map_or(style.measure, |(measure, _)| measure);
        },
    },
    OptionRow {
        name: "Rules",
        kind: || OptionKind::combo(&["full", "published"]),
        set: |style, value| style.scope = if value == "full" { Scope::Full } else { Scope::Published },
    },
    OptionRow {
        name: "Move Overhead",
        kind: || OptionKind::spin(Style::default().overhead.into(), 0..=10_000),
        set: |style, value| style.overhead = value.parse().unwrap_or(style.overhead),
    },
]);

impl Style {
    /// The table of options.
    pub fn options() -> Vec<OptionSpec> {
        TABLE.specs()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// Unknown names and values out of range are refused, and nothing changes.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        TABLE.set(self, name, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_by_the_table_and_by_nothing_else() {
        let mut style = Style::default();
        for (name, value) in [
            ("plies", "6"),
            ("QUEENRULE", "false"),
            ("Mobility", "Ratio"),
            ("Rules", "published"),
            ("move overhead", "9"),
        ] {
            style.set(name, value).unwrap();
        }
        let expected = Style {
            plies: 6,
            queen_rule: false,
            measure: Measure::Ratio,
            scope: Scope::Published,
            overhead: 9,
        };
        assert_eq!(style, expected);
        for (name, value) in [("Plies", "9"), ("Plies", "x"), ("Mobility", "none"), ("Hash", "1")] {
            assert!(style.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(style, expected);
        for (measure, name) in Measure::ALL {
            assert_eq!(measure.name(), name);
        }
    }
}
