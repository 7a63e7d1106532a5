//! Tables built by several MPI processes of this machine: the bytes of one process, interrupted and continued too.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use endgame::{BuildOptions, Material, Metric, build, table_path};

fn mpirun(ranks: usize, dir: &Path, arguments: &str) -> Command {
    let mut command = Command::new("mpirun");
    command.args(["--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "-n", &ranks.to_string()]);
    command.arg(env!("CARGO_BIN_EXE_belle-endgame-mpi")).arg("-o").arg(dir);
    command.args(arguments.split(' ')).env("RAYON_NUM_THREADS", "1");
    command
}

/// The bytes of a table that one process builds.
fn alone(name: &str, metric: Metric) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    build(&[name.parse().unwrap()], &BuildOptions::new(dir.path(), metric), &mut |_| {}).unwrap();
    built(dir.path(), name, metric)
}

fn built(dir: &Path, name: &str, metric: Metric) -> Vec<u8> {
    fs::read(table_path(dir, name.parse::<Material>().unwrap(), metric)).unwrap()
}

#[test]
fn build_two_and_four_ranks_same_bytes() {
    for (name, metric) in [("KQKR", Metric::Dtm), ("KRKN", Metric::Dtz)] {
        let expected = alone(name, metric);
        for (ranks, transport) in [(2, "self,vader"), (4, "self,tcp")] {
            let dir = tempfile::tempdir().unwrap();
            let mut command = mpirun(ranks, dir.path(), &format!("--metric {metric} {name}"));
            let output = command.env("OMPI_MCA_btl", transport).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert!(built(dir.path(), name, metric) == expected, "{name} {ranks}");
        }
    }
}

/// The processes started by process `parent`.
fn children(parent: u32) -> Vec<u32> {
    let stats = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| {
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let parent: u32 = stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()?;
        Some((id, parent))
    });
    stats.filter(|(_, of)| *of == parent).map(|(id, _)| id).collect()
}

#[test]
fn build_killed_rank_other_number_of_ranks_continues() {
    let expected = alone("KRKN", Metric::Dtm);
    let dir = tempfile::tempdir().unwrap();
    for (ranks, wait) in [(4, 900), (2, 700), (3, 1100), (4, 500)] {
        let mut command = mpirun(ranks, dir.path(), "--metric dtm KRKN");
        let mut job = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(wait));
        if let Some(rank) = children(job.id()).last() {
            let _ = Command::new("kill").args(["-9", &rank.to_string()]).status().unwrap();
        }
        job.wait().unwrap();
    }
    let output = mpirun(3, dir.path(), "--metric dtm KRKN").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(built(dir.path(), "KRKN", Metric::Dtm) == expected);
    assert!(
        fs::read_dir(dir.path()).unwrap().all(|e| !e.unwrap().file_name().to_str().unwrap().contains("work"))
    );
}

#[test]
fn build_without_disk_ends_all_and_names_the_rank() {
    let dir = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let output = mpirun(2, dir.path(), "KQKR --disk 0").output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && start.elapsed() < Duration::from_secs(60));
    assert!(error.contains("rank 0 on ") && error.contains(" of disk in "), "{error}");
}
