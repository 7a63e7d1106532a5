//! Games by the reference search are the machine's, move by move and node by node.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use files::Job;
use laboratory::{GameLine, Run, Scale, find};
use play::Control;
use tempfile::tempdir;

/// The part of an experiment's games that is played. The reference is slow.
const PART: &str = "1/150";
/// The same with `BELLE_LONG`.
const LONG_PART: &str = "1/60";

fn play<'a>(
    name: &str,
    scale: Scale,
    by_reference: bool,
    part: &str,
    folder: &'a Path,
) -> anyhow::Result<Run<'a>> {
    let shard = Some(part.parse().unwrap());
    let run = Run {
        experiment: find(name).unwrap(),
        scale,
        jobs: 2,
        by_reference,
        shard,
        resume: false,
        folder,
    };
    assert!(run.run(&Control::new(), &mut |_| {})?.is_complete());
    Ok(run)
}

#[test]
fn games_by_reference_are_the_machines() {
    let (part, played) = if std::env::var_os("BELLE_LONG").is_some() {
        (LONG_PART, 5)
    } else {
        (PART, 2)
    };
    let (machine, reference) = (tempdir().unwrap(), tempdir().unwrap());
    let [one, other] = [(false, &machine), (true, &reference)].map(|(by_reference, folder)| {
        play("depth-200", Scale::Quick, by_reference, part, folder.path()).unwrap()
    });
    let games = fs::read_to_string(one.path()).unwrap();
    assert_eq!(games.lines().count(), 1 + played);
    assert_eq!(fs::read_to_string(other.path()).unwrap(), games);
}

#[test]
#[ignore = "some half an hour: games to depth 7"]
fn games_on_record_are_played_again() {
    let folder = tempdir().unwrap();
    let games = |path: &Path| -> BTreeMap<usize, GameLine> {
        let job = Job::read(path).unwrap();
        job.records().map(Result::unwrap).collect()
    };
    let played = games(
        &play("depth-200", Scale::Full, false, LONG_PART, folder.path())
            .unwrap()
            .path(),
    );
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/laboratory");
    let on_record = games(&suites.join("depth-200.job"));
    let both = played
        .iter()
        .filter(|(task, _)| on_record.contains_key(task))
        .count();
    assert!(both >= 20, "{both} games on record");
    for (task, game) in &played {
        assert!(
            on_record.get(task).is_none_or(|known| known == game),
            "task {task}"
        );
    }
}

#[test]
fn games_by_time_are_refused() {
    let folder = tempdir().unwrap();
    let error = play("time", Scale::Quick, true, PART, folder.path())
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("time: not by the reference search"),
        "{error}"
    );
}
