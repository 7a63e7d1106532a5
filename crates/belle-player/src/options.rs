//! Belle's settings with their defaults, and the table of the options that set them.

use std::time::Duration;

use host::Generation;
use play::{OptionRow, OptionTable, Pace};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) multi_pv: usize,
    pub(crate) overhead: Duration,
    pub(crate) show_wdl: bool,
    pub(crate) pace: Pace,
    pub(crate) generation: Generation,
    /// Contempt: a draw is worth minus this to the machine, in centipawns.
    pub(crate) contempt: i16,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            multi_pv: 1,
            overhead: Duration::from_millis(30),
            show_wdl: false,
            pace: Pace::default(),
            generation: Generation::default(),
            contempt: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    /// Values in the memory have become invalid.
    ClearMemory,
    ChangeGeneration,
}

/// A contempt at which no draw is taken while anything else is left.
const MAX_CONTEMPT: i64 = 1_000;

pub(crate) static TABLE: OptionTable<Settings, Effect> = OptionTable(&[
    OptionRow::button("Clear Hash", Effect::ClearMemory),
    OptionRow::spin("MultiPV", 1..=256, |s| &mut s.multi_pv, Effect::Nothing),
    OptionRow::spin(
        "Move Overhead",
        0..=10_000,
        |s| &mut s.overhead,
        Effect::Nothing,
    ),
    OptionRow::check("UCI_ShowWDL", |s| &mut s.show_wdl, Effect::Nothing),
    OptionRow::combo("Pace", |s| &mut s.pace, Effect::Nothing),
    OptionRow::combo(
        "Generation",
        |s| &mut s.generation,
        Effect::ChangeGeneration,
    ),
    OptionRow::spin(
        "Contempt",
        -MAX_CONTEMPT..=MAX_CONTEMPT,
        |s| &mut s.contempt,
        Effect::ClearMemory,
    ),
]);
