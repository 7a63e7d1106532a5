//! A run killed at any moment goes on, and its file of results is that of an undisturbed run, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use files::Shard;
use laboratory::{
    Contest, DependsOn, Experiment, Plan, Rival, Run, Scale, Section, Trials, Work, merge,
};
use play::Control;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tempfile::tempdir;
use tournament::read_openings;

const OPENINGS: usize = 20;
const KILLS: usize = 10;
const FOLDER: &str = "LABORATORY_TEST_FOLDER";
const SHARD: &str = "LABORATORY_TEST_SHARD";
/// Parts of a run, and those of them that are killed.
const PARTS: usize = 16;
const KILLED: [usize; 3] = [2, 7, 16];

/// Small games: 120 between three depths.
const SMALL: Experiment = Experiment {
    name: "small",
    title: "Small games",
    record: "none",
    reproducible: true,
    depends_on: DependsOn::Nodes,
    programs: &[],
    plan: small_games,
    report: |_| Ok(Section::default()),
};

fn small_games(_: Scale) -> anyhow::Result<Plan> {
    let mut openings = read_openings(None, 0, false)?.0;
    openings.truncate(OPENINGS);
    let rivals = (1..=3).map(|depth| Rival {
        name: format!("P{depth}"),
        spec: format!("belle,depth={depth}"),
    });
    let pairs = vec![(0, 1), (0, 2), (1, 2)];
    let (rivals, settings) = (rivals.collect(), String::new());
    let contest = Contest {
        rivals,
        openings,
        pairs,
        reproducible: true,
        settings,
    };
    let games = contest.pairs.len() * contest.games_of_a_pair();
    Ok(Plan {
        conditions: "small".to_owned(),
        weights: vec![1; games],
        work: Work::Games(contest),
    })
}

/// Squares, one of which cannot be measured.
const SQUARES: Experiment = Experiment {
    name: "squares",
    plan: |_| {
        let measure = |task: usize, _: &Control| {
            anyhow::ensure!(task != 5, "no square of five");
            Ok(Some(format!("{{\"square\":{}}}", task * task)))
        };
        let trials = Trials {
            settings: "squares".to_owned(),
            measure: Box::new(measure),
        };
        Ok(Plan {
            conditions: "s".to_owned(),
            weights: vec![1; 6],
            work: Work::Trials(trials),
        })
    },
    ..SMALL
};

fn run<'a>(folder: &'a Path, jobs: usize, shard: Option<&str>) -> Run<'a> {
    let shard = shard.map(|text| text.parse::<Shard>().unwrap());
    Run {
        experiment: &SMALL,
        scale: Scale::Full,
        jobs,
        by_reference: false,
        shard,
        folder,
    }
}

fn complete(run: &Run<'_>) -> Vec<u8> {
    assert!(run.run(&Control::new(), &mut |_| {}).unwrap().is_complete());
    fs::read(run.path()).unwrap()
}

/// The program that is killed: this test, run by itself with a folder.
#[test]
fn run_in_a_process_of_its_own() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        complete(&run(
            &PathBuf::from(folder),
            2,
            std::env::var(SHARD).ok().as_deref(),
        ));
    }
}

fn start(folder: &Path, shard: Option<&str>) -> Child {
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new(program);
    command
        .args(["--exact", "run_in_a_process_of_its_own"])
        .env(FOLDER, folder);
    command.envs(shard.map(|shard| (SHARD, shard)));
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn run_killed_ten_times_equals_undisturbed() {
    let (undisturbed, killed) = (tempdir().unwrap(), tempdir().unwrap());
    let expected = complete(&run(undisturbed.path(), 1, None));
    let run = run(killed.path(), 2, None);
    let mut random = ChaCha8Rng::seed_from_u64(25);
    let mut incomplete = 0;
    for _ in 0..KILLS {
        kill(&run, None, random.random_range(0..60));
        incomplete += usize::from(fs::metadata(run.path()).unwrap().len() < expected.len() as u64);
    }
    assert!(
        incomplete > KILLS / 2,
        "only {incomplete} kills came before the end"
    );
    assert_eq!(complete(&run), expected);
}

/// Starts a run and kills it some milliseconds after it made progress.
fn kill(run: &Run<'_>, shard: Option<&str>, after: u64) {
    let length = || fs::metadata(run.path()).map_or(0, |file| file.len());
    let before = length();
    let mut child = start(run.folder, shard);
    while length() <= before && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    sleep(Duration::from_millis(after));
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn run_cut_within_a_line_goes_on() {
    let folder = tempdir().unwrap();
    let run = run(folder.path(), 2, None);
    let expected = complete(&run);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..4 {
        let cut = random.random_range(0..expected.len());
        fs::write(run.path(), &expected[..cut]).unwrap();
        assert_eq!(complete(&run), expected, "cut at {cut}");
    }
}

#[test]
fn shards_some_killed_merged_equal_the_whole() {
    let (whole, parts) = (tempdir().unwrap(), tempdir().unwrap());
    let expected = complete(&run(whole.path(), 2, None));
    let mut random = ChaCha8Rng::seed_from_u64(16);
    for number in (1..=PARTS).rev() {
        let shard = format!("{number}/{PARTS}");
        let run = run(parts.path(), 1, Some(&shard));
        if KILLED.contains(&number) {
            kill(&run, Some(&shard), random.random_range(0..30));
        }
        complete(&run);
    }
    let games = 6 * OPENINGS;
    assert_eq!(
        merge(&SMALL, Scale::Full, parts.path()).unwrap(),
        (games, games)
    );
    assert_eq!(
        fs::read(run(parts.path(), 1, None).path()).unwrap(),
        expected
    );
}

#[test]
fn run_after_other_conditions_is_refused() {
    let folder = tempdir().unwrap();
    let run = run(folder.path(), 1, None);
    let text = String::from_utf8(complete(&run)).unwrap();
    let refused = |text: String| {
        fs::write(run.path(), text).unwrap();
        format!("{:#}", run.run(&Control::new(), &mut |_| {}).unwrap_err())
    };
    let (header, rest) = text.split_once('\n').unwrap();
    let key = header
        .split("\"key\":\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let error = refused(text.replacen(key, "0123456789abcdef", 1));
    assert!(error.contains("results under other conditions"), "{error}");
    let error = refused(format!("{header}\nmalformed\n{rest}"));
    assert!(error.contains("line 2: not a result"), "{error}");
    let error = refused("a letter\n".to_owned());
    assert!(error.contains("line 1: not a header of results"), "{error}");
}

#[test]
fn failed_measurement_ends_the_run_and_keeps_the_others() {
    let folder = tempdir().unwrap();
    let run = Run {
        experiment: &SQUARES,
        ..run(folder.path(), 1, None)
    };
    let error = format!("{:#}", run.run(&Control::new(), &mut |_| {}).unwrap_err());
    assert_eq!(error, "task 5: no square of five");
    let text = fs::read_to_string(run.path()).unwrap();
    assert_eq!(text.lines().nth(5), Some("{\"task\":4,\"square\":16}"));
    assert_eq!(text.lines().count(), 6);
}
