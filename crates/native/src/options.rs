//! Options of the native player.

use std::time::Duration;

use play::{OptionKind, OptionRow, OptionTable, assign};

use crate::transposition_table::SIZES;

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

pub(crate) const ELO: std::ops::RangeInclusive<i64> = 500..=2800;

const CHECK: fn() -> OptionKind = || OptionKind::Check { default: false };
const COUNT: fn() -> OptionKind = || OptionKind::spin(1, 1..=256);

pub(crate) static TABLE: OptionTable<Settings, Effect> = OptionTable(&[
    OptionRow(
        "Hash",
        || OptionKind::spin(16, SIZES),
        |s, value| assign(&mut s.hash, value, Effect::Resize),
    ),
    OptionRow("Clear Hash", || OptionKind::Button, |_, _| Effect::Clear),
    OptionRow("Threads", COUNT, |s, value| {
        assign(&mut s.threads, value, Effect::Threads)
    }),
    OptionRow("MultiPV", COUNT, |s, value| {
        assign(&mut s.variations, value, Effect::Nothing)
    }),
    OptionRow("Ponder", CHECK, |_, _| Effect::Nothing),
    OptionRow(
        "Move Overhead",
        || OptionKind::spin(20, 0..=5000),
        |s, value| {
            let mut milliseconds = 0;
            let effect = assign(&mut milliseconds, value, Effect::Nothing);
            s.overhead = Duration::from_millis(milliseconds);
            effect
        },
    ),
    OptionRow("UCI_ShowWDL", CHECK, |s, value| {
        assign(&mut s.show_wdl, value, Effect::Nothing)
    }),
    OptionRow("UCI_LimitStrength", CHECK, |s, value| {
        assign(&mut s.limit_strength, value, Effect::Nothing)
    }),
    OptionRow(
        "UCI_Elo",
        || OptionKind::spin(2400, ELO),
        |s, value| assign(&mut s.elo, value, Effect::Nothing),
    ),
]);
