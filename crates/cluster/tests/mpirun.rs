//! Tables built by several MPI processes of this machine: the bytes of one process, interrupted and
//! continued too.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use endgame::{BuildOptions, Material, Metric, build, table_path};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_belle-endgame-mpi");
const JOBS: [(usize, &str); 4] = [
    (2, "self,vader"),
    (4, "self,tcp"),
    (2, "self,tcp"),
    (4, "self,vader"),
];
/// Time in which the failure of a rank must end all.
const END: Duration = Duration::from_secs(5);
/// Moments at which a rank is killed, in percent of a quarter of the build; drawn at random.
const MOMENTS: [u64; 10] = [81, 12, 97, 45, 60, 28, 90, 5, 71, 39];
/// As many of them as a short run has time for.
const FEW_MOMENTS: usize = 5;

fn mpirun() -> Command {
    let mut command = Command::new("mpirun");
    command.args([
        "--oversubscribe",
        "--allow-run-as-root",
        "--bind-to",
        "none",
        "--timeout",
        "600",
    ]);
    command.env("RAYON_NUM_THREADS", "1");
    command
}

/// A table and those it depends on, built by one process.
struct Reference {
    name: String,
    metric: Metric,
    dir: TempDir,
}

impl Reference {
    fn new(name: &str, metric: Metric) -> Reference {
        let dir = tempfile::tempdir().unwrap();
        build(
            &[name.parse().unwrap()],
            &BuildOptions::new(dir.path(), metric),
            &mut |_| {},
        )
        .unwrap();
        Reference {
            name: name.to_owned(),
            metric,
            dir,
        }
    }

    /// A directory with the tables that this one depends on.
    fn dependencies(&self) -> TempDir {
        let dir = tempfile::tempdir().unwrap();
        for material in self.name.parse::<Material>().unwrap().with_all_successors() {
            if material.to_string() != self.name {
                let [from, to] =
                    [&self.dir, &dir].map(|dir| table_path(dir.path(), material, self.metric));
                fs::hard_link(from, to).unwrap();
            }
        }
        dir
    }

    fn job(&self, ranks: usize, dir: &Path) -> Command {
        let mut command = mpirun();
        command.args([
            "-n",
            &ranks.to_string(),
            PROGRAM,
            "--metric",
            &self.metric.to_string(),
            "--output",
        ]);
        command.arg(dir).arg(&self.name);
        command
    }

    /// Holds the files of a directory to those of one process.
    fn check(&self, dir: &Path) {
        let names = |dir: &Path| {
            let mut names: Vec<_> = fs::read_dir(dir)
                .unwrap()
                .map(|entry| entry.unwrap().file_name())
                .collect();
            names.sort();
            names
        };
        assert_eq!(names(dir), names(self.dir.path()));
        for name in names(dir) {
            let [expected, got] =
                [self.dir.path(), dir].map(|dir| fs::read(dir.join(&name)).unwrap());
            assert!(expected == got, "{name:?}");
        }
    }

    fn check_job(&self, (ranks, transport): (usize, &str), dir: &Path) {
        let output = self
            .job(ranks, dir)
            .env("OMPI_MCA_btl", transport)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        self.check(dir);
    }

    /// Kills a rank in each of some jobs, which continue the work of the one before.
    fn check_kills(&self) {
        let dir = self.dependencies();
        let (whole, _) = run_until(self.job(2, dir.path()), 0, u64::MAX);
        self.check(dir.path());
        let (table, mut killed) = (
            table_path(dir.path(), self.name.parse().unwrap(), self.metric),
            0,
        );
        let moments = if std::env::var_os("BELLE_LONG").is_some() {
            &MOMENTS[..]
        } else {
            &MOMENTS[..FEW_MOMENTS]
        };
        for (at, moment) in moments.iter().enumerate() {
            // After a job that has finished the next one begins again.
            let _ = fs::remove_file(&table);
            let (ranks, rank) = (2 + at % 3, at % (2 + at % 3));
            let (_, output) = run_until(self.job(ranks, dir.path()), rank, whole * moment / 400);
            let error = String::from_utf8_lossy(&output.stderr);
            let is_named =
                error.contains(&format!("process rank {rank} ")) && error.contains("signal 9");
            assert!(output.status.success() != is_named, "{error}");
            killed += usize::from(is_named && !table.exists());
        }
        assert!(
            2 * killed > moments.len(),
            "{killed} of {} jobs were running when a rank was killed",
            moments.len()
        );
        self.check_job((3, "self,vader"), dir.path());
    }
}

/// The processes started by process `parent`, in order.
fn children(parent: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut children: Vec<u32> = ids
        .filter(|id| stat(*id).is_some_and(|stat| stat.0 == parent))
        .collect();
    children.sort();
    children
}

/// Parent of a process, and its processor time in ticks of the system.
fn stat(id: u32) -> Option<(u32, u64)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    Some((
        fields[1].parse().ok()?,
        fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?,
    ))
}

/// Kills a rank of a job when it has used `ticks` of processor time. Returns the time that it has
/// used.
fn run_until(mut command: Command, rank: usize, ticks: u64) -> (u64, Output) {
    let mut job = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut victim, mut used, mut killed) = (None, 0, None);
    while job.try_wait().unwrap().is_none() {
        victim = victim.or_else(|| children(job.id()).get(rank).copied());
        used = victim.and_then(stat).map_or(used, |stat| stat.1);
        if used >= ticks
            && killed.is_none()
            && let Some(victim) = victim
        {
            Command::new("kill")
                .args(["-9", &victim.to_string()])
                .status()
                .unwrap();
            killed = Some(Instant::now());
        }
        assert!(
            killed.is_none_or(|at| at.elapsed() < END),
            "a job goes on without rank {rank}"
        );
        sleep(Duration::from_millis(10));
    }
    (used, job.wait_with_output().unwrap())
}

#[test]
fn build_two_and_four_ranks_same_bytes() {
    for (name, metric) in [("KRKP", Metric::Dtc), ("KQKR", Metric::Dtm)] {
        let reference = Reference::new(name, metric);
        JOBS.into_iter()
            .for_each(|job| reference.check_job(job, tempfile::tempdir().unwrap().path()));
    }
}

#[test]
fn build_five_pieces_killed_ranks_same_bytes() {
    let reference = Reference::new("KBBKN", Metric::Dtc);
    JOBS[..2]
        .iter()
        .for_each(|job| reference.check_job(*job, reference.dependencies().path()));
    reference.check_kills();
}

#[test]
#[ignore = "ten minutes"]
fn build_five_pieces_with_pawns_killed_ranks_same_bytes() {
    let reference = Reference::new("KRPKR", Metric::Dtc);
    JOBS.into_iter()
        .for_each(|job| reference.check_job(job, reference.dependencies().path()));
    reference.check_kills();
}

/// Runs two ranks with arguments of their own. Returns what they print, which ends within five
/// seconds.
fn failed_job(arguments: [&str; 2]) -> String {
    let start = Instant::now();
    let mut command = mpirun();
    command
        .args(["--quiet", "-n", "1", PROGRAM])
        .args(arguments[0].split(' '));
    let output = command
        .args([":", "-n", "1", PROGRAM])
        .args(arguments[1].split(' '))
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && start.elapsed() < END, "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn build_full_disk_ends_all_and_names_the_rank() {
    let reference = Reference::new("KRKN", Metric::Dtc);
    for (rank, limits) in [
        (1, ["", " --disk 1M"]),
        (0, [" --disk 1M", ""]),
        (0, [" --disk 1M"; 2]),
    ] {
        let dir = reference.dependencies();
        let arguments =
            limits.map(|limit| format!("KRKN --output {}{limit}", dir.path().display()));
        let error = failed_job(arguments.each_ref().map(|text| &text[..]));
        assert!(error.starts_with(&format!("rank {rank} on ")), "{error}");
        assert!(
            error.contains(": KRKN needs ") && error.ends_with(": 1.00 MiB are allowed\n"),
            "{error}"
        );
    }
}

#[test]
fn build_different_arguments_or_directories_refused() {
    let dirs = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [here, there] = dirs.each_ref().map(|dir| dir.path().display());
    for (theirs, expected) in [
        (
            format!("KQK --output {here} --metric dtm"),
            "--metric: expected dtc as on rank 0, got dtm".to_owned(),
        ),
        (
            format!("KQK KRK --output {here}"),
            "ENDING: expected KQK as on rank 0, got KQK KRK".to_owned(),
        ),
        (
            format!("KQK --output {there}"),
            format!("--output: expected the directory of rank 0, got another, {there}"),
        ),
    ] {
        let error = failed_job([&format!("KQK --output {here}"), &theirs]);
        assert!(
            error.starts_with("rank 1 on ") && error.ends_with(&format!(": {expected}\n")),
            "{error}"
        );
    }
    assert!(
        dirs.iter()
            .all(|dir| fs::read_dir(dir.path()).unwrap().next().is_none())
    );
}
