//! Options of the native player.

use std::time::Duration;

use play::{OptionKind, OptionRow, OptionTable};

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

pub(crate) static TABLE: OptionTable<Settings, Effect> = OptionTable(&[
    OptionRow::spin("Hash", SIZES, |s| &mut s.hash, Effect::Resize),
    OptionRow::button("Clear Hash", Effect::Clear),
    OptionRow::spin("Threads", 1..=256, |s| &mut s.threads, Effect::Threads),
    OptionRow::spin("MultiPV", 1..=256, |s| &mut s.variations, Effect::Nothing),
    // Chess programs ponder only with an engine that has this option; the player ponders when it is
    // told to.
    OptionRow::unkept(
        "Ponder",
        || OptionKind::Check { default: false },
        Effect::Nothing,
    ),
    OptionRow::spin(
        "Move Overhead",
        0..=5000,
        |s| &mut s.overhead,
        Effect::Nothing,
    ),
    OptionRow::check("UCI_ShowWDL", |s| &mut s.show_wdl, Effect::Nothing),
    OptionRow::check(
        "UCI_LimitStrength",
        |s| &mut s.limit_strength,
        Effect::Nothing,
    ),
    OptionRow::spin("UCI_Elo", ELO, |s| &mut s.elo, Effect::Nothing),
]);
