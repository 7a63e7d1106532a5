//! A panic or an error of one rank ends all, with one message. This program starts itself under
//! `mpirun`.

#[path = "../src/failure.rs"]
mod failure;

use std::env;
use std::process::Command;
use std::thread::scope;
use std::time::{Duration, Instant};

use mpi::Threading;
use mpi::topology::Communicator as _;
use mpi::traits::CommunicatorCollectives as _;

/// Variables by which a rank learns which ranks fail, and how.
const FIRST_FAILING: &str = "BELLE_FAILING_RANK";
const HOW: &str = "BELLE_FAILING_HOW";

/// One rank of the job that the test below starts; nothing by itself.
#[test]
fn rank_of_job_fails() {
    if let (Ok(first), Ok(how)) = (env::var(FIRST_FAILING), env::var(HOW)) {
        fail(first.parse().unwrap(), how == "panic");
    }
}

/// Fails in all ranks from `first` on, by panics in many threads or by an error; the other ranks
/// wait for them.
fn fail(first: i32, by_panic: bool) {
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).unwrap();
    let world = universe.world();
    failure::end_job_on_panic(&world);
    if world.rank() >= first {
        if !by_panic {
            failure::end_job(&world, "out of luck");
        }
        scope(|scope| (0..16).for_each(|_| drop(scope.spawn(|| panic!("out of luck")))));
    }
    world.barrier();
}

#[test]
fn failure_of_ranks_ends_all_one_message() {
    for (first, how) in [(0, "panic"), (2, "panic"), (0, "error"), (1, "error")] {
        let start = Instant::now();
        let mut mpirun = Command::new("mpirun");
        mpirun.args([
            "--oversubscribe",
            "--allow-run-as-root",
            "--quiet",
            "--timeout",
            "60",
            "-n",
            "3",
        ]);
        mpirun.arg(env::current_exe().unwrap());
        // One test thread is the main thread, which alone may call MPI.
        mpirun.args([
            "--exact",
            "rank_of_job_fails",
            "--test-threads=1",
            "--nocapture",
        ]);
        mpirun.env(FIRST_FAILING, first.to_string()).env(HOW, how);
        let output = mpirun.output().unwrap();
        let (error, elapsed) = (String::from_utf8_lossy(&output.stderr), start.elapsed());
        assert!(
            !output.status.success() && elapsed < Duration::from_secs(5),
            "{elapsed:?}: {error}"
        );
        assert!(error.starts_with(&format!("rank {first} on ")), "{error}");
        assert!(
            error.matches("rank ").count() == 1 && error.matches("out of luck").count() == 1,
            "{error}"
        );
    }
}
