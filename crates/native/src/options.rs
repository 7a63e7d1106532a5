//! What a user may set in the fast player: one table.

use std::time::Duration;

use play::{OptionError, OptionKind, OptionSpec};

/// The settings that are mere values.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Size of the table in MiB.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// Variations to find.
    pub(crate) variations: usize,
    /// Kept back from every clock for the way of the move to the board.
    pub(crate) overhead: Duration,
    pub(crate) show_wdl: bool,
    pub(crate) limit_strength: bool,
    pub(crate) elo: i32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 16,
            threads: 1,
            variations: 1,
            overhead: Duration::from_millis(20),
            show_wdl: false,
            limit_strength: false,
            elo: 2400,
        }
    }
}

/// What setting an option asks of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    Resize,
    Clear,
    Threads,
}

struct Row {
    name: &'static str,
    kind: fn() -> OptionKind,
    set: fn(&mut Settings, &str) -> Effect,
}

/// Ratings that `UCI_Elo` takes.
pub(crate) const ELO: std::ops::RangeInclusive<i64> = 500..=2800;

fn spin(default: i64, range: std::ops::RangeInclusive<i64>) -> OptionKind {
    OptionKind::Spin { default, min: *range.start(), max: *range.end() }
}

fn number<T: std::str::FromStr>(value: &str) -> T {
    value.parse().unwrap_or_else(|_| unreachable!("the range was checked"))
}

static TABLE: &[Row] = &[
    Row {
        name: "Hash",
        kind: || spin(16, crate::table::SIZES),
        set: |settings, value| {
            settings.hash = number(value);
            Effect::Resize
        },
    },
    Row { name: "Clear Hash", kind: || OptionKind::Button, set: |_, _| Effect::Clear },
    Row {
        name: "Threads",
        kind: || spin(1, 1..=256),
        set: |settings, value| {
            settings.threads = number(value);
            Effect::Threads
        },
    },
    Row {
        name: "MultiPV",
        kind: || spin(1, 1..=256),
        set: |settings, value| {
            settings.variations = number(value);
            Effect::Nothing
        },
    },
    Row { name: "Ponder", kind: || OptionKind::Check { default: false }, set: |_, _| Effect::Nothing },
    Row {
        name: "Move Overhead",
        kind: || spin(20, 0..=5000),
        set: |settings, value| {
            settings.overhead = Duration::from_millis(number(value));
            Effect::Nothing
        },
    },
    Row {
        name: "UCI_ShowWDL",
        kind: || OptionKind::Check { default: false },
        set: |settings, value| {
            settings.show_wdl = value == "true";
            Effect::Nothing
        },
    },
    Row {
        name: "UCI_LimitStrength",
        kind: || OptionKind::Check { default: false },
        set: |settings, value| {
            settings.limit_strength = value == "true";
            Effect::Nothing
        },
    },
    Row {
        name: "UCI_Elo",
        kind: || spin(2400, ELO),
        set: |settings, value| {
            settings.elo = number(value);
            Effect::Nothing
        },
    },
];

/// The options, as protocols show them.
pub(crate) fn specs() -> Vec<OptionSpec> {
    TABLE.iter().map(spec).collect()
}

/// Sets an option.
///
/// # Errors
/// The name or the value is none of the table's; nothing changes.
pub(crate) fn set(settings: &mut Settings, name: &str, value: &str) -> Result<Effect, OptionError> {
    let row = TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(name));
    let row = row.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let value = spec(row).parse(value)?;
    Ok((row.set)(settings, &value))
}

fn spec(row: &Row) -> OptionSpec {
    OptionSpec { name: row.name, kind: (row.kind)() }
}
