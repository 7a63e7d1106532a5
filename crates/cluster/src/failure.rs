//! The end of a job in which a process fails, with one message that names the rank.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{park, sleep};
use std::time::Duration;

use mpi::environment::processor_name;
use mpi::topology::{Communicator, SimpleCommunicator};

/// Ends the job at a panic in any thread of this process: the other processes would wait for it
/// without end.
pub(crate) fn end_job_on_panic(world: &SimpleCommunicator) {
    let (rank, host) = (world.rank(), host());
    std::panic::set_hook(Box::new(move |info| {
        report(rank, &host, &info.to_string());
        // Only the main thread calls MPI; `mpirun` ends the others.
        std::process::exit(1);
    }));
}

/// Prints the error of this process and ends the job.
pub(crate) fn end_job(world: &SimpleCommunicator, error: &str) -> ! {
    report(world.rank(), &host(), error);
    world.abort(1)
}

fn host() -> String {
    processor_name().unwrap_or_default()
}

/// Prints an error, unless another thread does. An error that several ranks have is printed by the
/// first of them, which ends the others while they wait.
fn report(rank: i32, host: &str, error: &str) {
    static REPORTED: AtomicBool = AtomicBool::new(false);
    while REPORTED.swap(true, Ordering::Relaxed) {
        park();
    }
    if rank > 0 {
        sleep(Duration::from_millis(1000 + 400 * rank.min(8) as u64));
    }
    // In one piece: other processes write to the same terminal.
    let line = format!("rank {rank} on {host}: {error}\n");
    eprint!("{line}");
}
