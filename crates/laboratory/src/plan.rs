//! Tasks of an experiment.

use std::fmt;

use notation::Fingerprint;
use play::Control;
use serde_json::value::RawValue;

use crate::contest::Contest;

/// Size of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// The conditions of the record, as far as they are known.
    #[default]
    Full,
    /// Fewer tasks with smaller limits: at most four minutes on two cores.
    Quick,
}

impl Scale {
    /// The value for this scale.
    pub fn pick<T>(self, full: T, quick: T) -> T {
        match self {
            Scale::Full => full,
            Scale::Quick => quick,
        }
    }

    /// Part of the names of files.
    pub fn suffix(self) -> &'static str {
        self.pick("", "-quick")
    }
}

/// The tasks of an experiment at one scale.
#[derive(Debug)]
pub struct Plan {
    /// Conditions in a few words, for the page.
    pub conditions: String,
    /// Expected cost of each task, in any unit; its length is the number of tasks.
    pub weights: Vec<u64>,
    /// The tasks.
    pub work: Work,
}

/// Kinds of tasks.
#[derive(Debug)]
pub enum Work {
    /// Games between engines.
    Games(Contest),
    /// Measurements of any other kind.
    Trials(Trials),
}

/// Measurement of a task: its record, a JSON object, or `None` if it was stopped.
pub type Measure =
    Box<dyn Fn(usize, &Control) -> anyhow::Result<Option<Box<RawValue>>> + Send + Sync>;

/// Independent measurements.
pub struct Trials {
    /// Everything that decides the results, as text.
    pub settings: String,
    /// Measures one task.
    pub measure: Measure,
}

impl fmt::Debug for Trials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trials")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl Plan {
    /// Hash of everything that decides the results.
    pub fn key(&self) -> String {
        let settings = match &self.work {
            Work::Games(contest) => contest.key(),
            Work::Trials(trials) => trials.settings.clone(),
        };
        let mut hash = Fingerprint::default();
        hash.add(settings.as_bytes());
        format!("{:016x}", hash.0)
    }
}
