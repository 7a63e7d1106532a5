//! Runs of an experiment that are refused, or end early.

use std::fs;
use std::path::Path;

use laboratory::{DependsOn, Experiment, Plan, Run, Scale, Section, Trials, Work};
use play::Control;
use serde_json::value::to_raw_value;
use tempfile::tempdir;

/// Squares of 0 to 5; the last task fails.
const SQUARES: Experiment = Experiment {
    name: "squares",
    title: "Squares",
    record: "none",
    reproducible: true,
    depends_on: DependsOn::Nodes,
    programs: &[],
    plan: squares,
    report: |_| Ok(Section::default()),
};

/// The same with other settings.
const OTHER_SQUARES: Experiment = Experiment {
    plan: other_squares,
    ..SQUARES
};

fn other_squares(scale: Scale) -> anyhow::Result<Plan> {
    let mut plan = squares(scale)?;
    if let Work::Trials(trials) = &mut plan.work {
        trials.settings.push_str(" of others");
    }
    Ok(plan)
}

fn squares(_: Scale) -> anyhow::Result<Plan> {
    let measure = |task: usize, _: &Control| {
        anyhow::ensure!(task != 5, "no square of five");
        let record = serde_json::json!({ "square": task * task });
        Ok(Some(to_raw_value(&record)?))
    };
    let trials = Trials {
        settings: "squares".to_owned(),
        measure: Box::new(measure),
    };
    Ok(Plan {
        conditions: "small".to_owned(),
        weights: vec![1; 6],
        work: Work::Trials(trials),
    })
}

fn run(folder: &Path, resume: bool) -> Run<'_> {
    Run {
        experiment: &SQUARES,
        scale: Scale::Full,
        jobs: 1,
        by_reference: false,
        shard: None,
        resume,
        folder,
    }
}

/// Runs to the error, and returns its message.
fn run_to_error(run: &Run<'_>) -> String {
    format!("{:#}", run.run(&Control::new(), &mut |_| {}).unwrap_err())
}

#[test]
fn failed_measurement_ends_the_run_and_keeps_the_others() {
    let folder = tempdir().unwrap();
    let run = run(folder.path(), false);
    assert_eq!(run_to_error(&run), "task 5: no square of five");
    let text = fs::read_to_string(run.path()).unwrap();
    // The header, then tasks 0 to 4.
    let last = text.lines().nth(5).unwrap();
    assert!(
        last.starts_with("{\"task\":4,\"square\":16,\"crc32\":"),
        "{last}"
    );
    assert_eq!(text.lines().count(), 6);
}

#[test]
fn run_after_other_settings_is_refused() {
    let folder = tempdir().unwrap();
    run_to_error(&run(folder.path(), false));
    let again = run_to_error(&run(folder.path(), false));
    assert!(again.contains("continue it with --resume"), "{again}");
    let run = Run {
        experiment: &OTHER_SQUARES,
        ..run(folder.path(), true)
    };
    let refused = run_to_error(&run);
    assert!(
        refused.contains("begun with other settings: engines, limits and positions was '"),
        "{refused}"
    );
}
