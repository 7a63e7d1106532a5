//! Options of the native player.

use std::time::Duration;

use play::{OptionKind, OptionRow, OptionTable};

use crate::transposition_table;

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Size of the transposition table in MiB.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// Variations to report (MultiPV).
    pub(crate) variations: usize,
    /// Time kept back for communication, from clocks and from times for a move.
    pub(crate) overhead: Duration,
    pub(crate) show_wdl: bool,
    /// Whether `elo` counts.
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
    ResizeTable,
    ClearTable,
    StartThreads,
}

/// Ratings that a limited player can have.
pub(crate) const ELO_RANGE: std::ops::RangeInclusive<i64> = 500..=2800;

pub(crate) static OPTIONS: OptionTable<Settings, Effect> = OptionTable(&[
    OptionRow::spin(
        "Hash",
        transposition_table::SIZES,
        |s| &mut s.hash,
        Effect::ResizeTable,
    ),
    OptionRow::button("Clear Hash", Effect::ClearTable),
    OptionRow::spin("Threads", 1..=256, |s| &mut s.threads, Effect::StartThreads),
    OptionRow::spin("MultiPV", 1..=256, |s| &mut s.variations, Effect::Nothing),
    // Interfaces ponder only with an engine that has this option. Its value changes nothing: the
    // player ponders when it is told to.
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
    OptionRow::spin("UCI_Elo", ELO_RANGE, |s| &mut s.elo, Effect::Nothing),
]);
