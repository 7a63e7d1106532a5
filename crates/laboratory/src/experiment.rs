//! The description of an experiment.

use files::Job;

use crate::page::Section;
use crate::plan::{Plan, Scale};

/// Part of the machine that results depend on: a change of it makes them those of another machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DependsOn {
    /// The nodes of the machine of 1980.
    Nodes,
    /// The nodes and the machine time of the machine of 1980.
    Time,
    /// The nodes and the machine time of all generations.
    Generations,
}

/// An experiment: a row of [`EXPERIMENTS`](crate::EXPERIMENTS).
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Name on the command line and of the job's file.
    pub name: &'static str,
    /// Heading on the page.
    pub title: &'static str,
    /// Summary of the record, with its source.
    pub record: &'static str,
    /// Whether two runs give the same bytes: no task depends on wall-clock time.
    pub reproducible: bool,
    /// Part of the machine that its results depend on.
    pub depends_on: DependsOn,
    /// Programs of other authors that take part.
    pub programs: &'static [&'static str],
    /// Makes the tasks.
    pub plan: fn(Scale) -> anyhow::Result<Plan>,
    /// Evaluates the results, complete or not.
    pub report: fn(&Job) -> anyhow::Result<Section>,
}
