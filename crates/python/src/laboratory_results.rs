//! The laboratory: its experiments and their results.

use std::path::PathBuf;
use std::thread::available_parallelism;

use laboratory::{EXPERIMENTS, Run, Scale, evaluations, find, records};
use play::Control;
use pyo3::prelude::*;

use crate::error::failure;
use crate::memory::expect_memory;
use crate::waiting::{abandonable, stoppable};

/// Names, subjects and records of the experiments.
#[pyfunction]
pub(crate) fn experiments() -> Vec<(&'static str, &'static str, &'static str)> {
    let rows = EXPERIMENTS.iter();
    rows.map(|one| (one.name, one.title, one.record)).collect()
}

/// Bytes that a job takes: two players with their tables and threads.
const BYTES_A_JOB: usize = 64 << 20;

/// Runs an experiment, or continues it; the tasks done and all of them.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    name: &str,
    folder: PathBuf,
    quick: bool,
    jobs: Option<usize>,
) -> PyResult<(usize, usize)> {
    let jobs = match (jobs, available_parallelism()) {
        (Some(jobs), _) => jobs,
        (None, Ok(cores)) => cores.get(),
        (None, Err(_)) => 1,
    };
    if !(1..=1024).contains(&jobs) {
        return Err(failure(format!("jobs: expected 1 to 1024, got {jobs}")));
    }
    expect_memory(jobs * BYTES_A_JOB)?;
    let run = Run {
        experiment: find(name).map_err(failure)?,
        scale: if quick { Scale::Quick } else { Scale::Full },
        jobs,
        by_reference: false,
        shard: None,
        resume: true,
        folder: &folder,
    };
    let control = Control::new();
    let done = stoppable(py, || control.stop(), || run.run(&control, &mut |_| ()))?;
    let progress = done.map_err(failure)?;
    Ok((progress.done, progress.tasks))
}

/// The evaluations of the results in a folder, each as JSON.
#[pyfunction]
pub(crate) fn laboratory_results(py: Python<'_>, folder: PathBuf) -> PyResult<Vec<String>> {
    abandonable(py, move || evaluations(&folder))?.map_err(failure)
}

/// The records of an experiment in a folder, a JSON object for each task.
#[pyfunction]
pub(crate) fn laboratory_records(
    py: Python<'_>,
    name: &str,
    folder: PathBuf,
) -> PyResult<Vec<String>> {
    let experiment = find(name).map_err(failure)?;
    let found = abandonable(py, move || records(experiment, &folder))?.map_err(failure)?;
    Ok(found.iter().map(|record| record.get().to_owned()).collect())
}
