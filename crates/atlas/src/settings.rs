//! Settings of the program, which also turn it into its relatives.
//!
//! Atlas of 1967 compares mobility, Barricelli's *Freedom* divides its own number of moves by the
//! opponent's, and Kent's *MASTER* counts controlled squares, six plies deep.

use play::{Choices, OptionError, OptionRow, OptionSpec, OptionTable, Pace};

/// Defines an option with named values: an enum, and its values with their names.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$case:meta])* $value:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
        pub enum $name {
            $($(#[$case])* $value,)*
        }

        impl Choices for $name {
            const ALL: &'static [($name, &'static str)] = &[$(($name::$value, $text)),*];
        }
    };
}

choices! {
    /// Measure of mobility, the whole evaluation.
    Measure {
        /// Own moves minus the opponent's. Mobility is documented (F123), the difference decided.
        #[default]
        Difference = "difference",
        /// Own moves divided by the opponent's: Barricelli's *Freedom*, second-hand (F132).
        Ratio = "ratio",
        /// Controlled squares with Kent's first weights, second-hand (F134): 3 for the central
        /// four, 2 for the twelve around them, 1 for the others.
        Squares = "squares",
    }
}

choices! {
    /// Precedence of captures over quiet moves.
    Captures {
        /// A capture that loses nothing within the depth comes first. Documented (F122, F123):
        /// almost any capture is accepted, and castling is prepared without captures. Which
        /// captures are refused is decided.
        #[default]
        First = "first",
        /// The best balance of captures comes first, of a capture or a quiet move (decided).
        Balance = "balance",
    }
}

choices! {
    /// Reading of the queen's rule: no queen move in the first five moves (documented, F124).
    QueenRule {
        /// Wherever she stands in a game from the initial position, as on record; in a position set
        /// up, which mostly claims move one, only while she stands on her initial square (decided).
        #[default]
        Start = "start",
        /// Only while she stands on her initial square.
        Home = "home",
        /// Wherever she stands, in any position.
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
    /// Search depth: three plies (documented, F121), six in *MASTER* (second-hand, F133).
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
            queen_rule: QueenRule::Start,
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
    OptionRow::spin("Plies", 1..=MAX_PLIES as i64, |s| &mut s.plies, ()),
    OptionRow::combo("QueenRule", |s| &mut s.queen_rule, ()),
    OptionRow::combo("Captures", |s| &mut s.captures, ()),
    OptionRow::combo("Mobility", |s| &mut s.measure, ()),
    OptionRow::combo("Rules", |s| &mut s.rules, ()),
    OptionRow::combo("Pace", |s| &mut s.pace, ()),
    OptionRow::spin("Move Overhead", 0..=10_000, |s| &mut s.overhead, ()),
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
