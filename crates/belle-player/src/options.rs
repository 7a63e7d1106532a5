//! Belle's options: one table with names, defaults and effects.

use std::time::Duration;

use host::Generation;
use play::{OptionKind, OptionRow, OptionTable, Pace, assign};

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
            overhead: Duration::from_millis(DEFAULT_OVERHEAD as u64),
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
const DEFAULT_OVERHEAD: i64 = 30;

pub(crate) static TABLE: OptionTable<Settings, Effect> = OptionTable(&[
    OptionRow(
        "Clear Hash",
        || OptionKind::Button,
        |_, _| Effect::ClearMemory,
    ),
    OptionRow(
        "MultiPV",
        || OptionKind::spin(1, 1..=256),
        |s, v| assign(&mut s.multi_pv, v, Effect::Nothing),
    ),
    OptionRow(
        "Move Overhead",
        || OptionKind::spin(DEFAULT_OVERHEAD, 0..=10_000),
        |settings, value| {
            settings.overhead = Duration::from_millis(value.parse().unwrap_or_default());
            Effect::Nothing
        },
    ),
    OptionRow(
        "UCI_ShowWDL",
        || OptionKind::Check { default: false },
        |settings, value| assign(&mut settings.show_wdl, value, Effect::Nothing),
    ),
    OptionRow("Pace", Pace::option_kind, |s, value| {
        assign(&mut s.pace, value, Effect::Nothing)
    }),
    OptionRow("Generation", generations, |settings, value| {
        let named = Generation::ALL
            .into_iter()
            .find(|generation| generation.year() == value);
        settings.generation = named.unwrap_or_default();
        Effect::ChangeGeneration
    }),
    OptionRow(
        "Contempt",
        || OptionKind::spin(0, -MAX_CONTEMPT..=MAX_CONTEMPT),
        |settings, value| assign(&mut settings.contempt, value, Effect::ClearMemory),
    ),
]);

fn generations() -> OptionKind {
    let choices = Generation::ALL
        .map(|generation| generation.year().to_owned())
        .to_vec();
    OptionKind::Combo {
        default: Generation::default().year().to_owned(),
        choices,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_own_values_are_taken_others_refused() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("pace", "Machine"),
            ("GENERATION", "1978"),
            ("contempt", "1000"),
            ("multipv", "3"),
            ("move overhead", "200"),
            ("UCI_ShowWDL", "true"),
        ] {
            TABLE.set(&mut settings, name, value).unwrap();
        }
        let expected = Settings {
            multi_pv: 3,
            overhead: Duration::from_millis(200),
            show_wdl: true,
            pace: Pace::Machine,
            generation: Generation::Devices1978,
            contempt: 1_000,
        };
        assert_eq!(settings, expected);
        assert!(TABLE.set(&mut settings, "Contempt", "1001").is_err());
        assert!(TABLE.set(&mut settings, "Generation", "1984").is_err());
        assert!(TABLE.set(&mut settings, "Threads", "2").is_err());
        assert_eq!(settings, expected);
    }
}
