//! Options of the native player.

use std::time::Duration;

use play::{OptionKind, OptionRow, OptionTable};

/// Option values.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Size of the table in MiB.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// Variations to report (MultiPV).
    pub(crate) variations: usize,
    /// Communication overhead, deducted from every clock.
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

/// Action required by setting an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    Resize,
    Clear,
    Threads,
}

/// Range of `UCI_Elo`.
pub(crate) const ELO: std::ops::RangeInclusive<i64> = 500..=2800;

/// Stores a checked value.
fn assign<T: std::str::FromStr>(setting: &mut T, value: &str, effect: Effect) -> Effect {
    *setting = value.parse().unwrap_or_else(|_| unreachable!("the range was checked"));
    effect
}

const CHECK: fn() -> OptionKind = || OptionKind::Check { default: false };
const COUNT: fn() -> OptionKind = || OptionKind::spin(1, 1..=256);

/// All options.
pub(crate) static TABLE: OptionTable<Settings, Effect> = OptionTable(&[
    OptionRow {
        name: "Hash",
        kind: || OptionKind::spin(16, crate::transposition_table::SIZES),
        set: |settings, value| assign(&mut settings.hash, value, Effect::Resize),
    },
    OptionRow { name: "Clear Hash", kind: || OptionKind::Button, set: |_, _| Effect::Clear },
    OptionRow {
        name: "Threads",
        kind: COUNT,
        set: |s, value| assign(&mut s.threads, value, Effect::Threads),
    },
    OptionRow {
        name: "MultiPV",
        kind: COUNT,
        set: |s, value| assign(&mut s.variations, value, Effect::Nothing),
    },
    OptionRow { name: "Ponder", kind: CHECK, set: |_, _| Effect::Nothing },
    OptionRow {
        name: "Move Overhead",
        kind: || OptionKind::spin(20, 0..=5000),
        set: |settings, value| {
            let mut milliseconds = 0;
            let effect = assign(&mut milliseconds, value, Effect::Nothing);
            settings.overhead = Duration::from_millis(milliseconds);
            effect
        },
    },
    OptionRow {
        name: "UCI_ShowWDL",
        kind: CHECK,
        set: |settings, value| assign(&mut settings.show_wdl, value, Effect::Nothing),
    },
    OptionRow {
        name: "UCI_LimitStrength",
        kind: CHECK,
        set: |settings, value| assign(&mut settings.limit_strength, value, Effect::Nothing),
    },
    OptionRow {
        name: "UCI_Elo",
        kind: || OptionKind::spin(2400, ELO),
        set: |settings, value| assign(&mut settings.elo, value, Effect::Nothing),
    },
]);
