//! The description of an experiment.

use crate::page::Section;
use crate::plan::{Plan, Scale};
use crate::results::Results;

/// An experiment: a row of [`EXPERIMENTS`](crate::EXPERIMENTS).
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Name on the command line and of the files of results.
    pub name: &'static str,
    /// Heading on the page.
    pub title: &'static str,
    /// Summary of the record, with its source.
    pub record: &'static str,
    /// Whether two runs give the same bytes: no task depends on wall-clock time.
    pub reproducible: bool,
    /// Whether results depend on the machine's clock, not on its nodes alone.
    pub is_timed: bool,
    /// Makes the tasks.
    pub plan: fn(Scale) -> anyhow::Result<Plan>,
    /// Evaluates the results, complete or not.
    pub report: fn(&Results) -> anyhow::Result<Section>,
}
