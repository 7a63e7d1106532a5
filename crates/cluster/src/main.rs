//! `belle-endgame-mpi`: builds endgame tables with many processes over MPI.
//!
//! Start it with `mpirun` or a batch system. All processes must see the directory of the tables under the same path.

mod failure;
mod ranks;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use clap::Parser;
use endgame::{BuildOptions, Material, Metric, Progress, Ranks as _, build_with};
use mpi::Threading;

use failure::{end_job, end_job_on_panic};
use ranks::MpiRanks;

/// Build endgame tables and the tables they depend on, together with the other processes of an MPI job.
///
/// Existing tables are kept. An interrupted build continues where it stopped, with any number of processes.
#[derive(Debug, Parser)]
#[command(name = "belle-endgame-mpi", version)]
struct Arguments {
    /// Endings, such as KQKR or KRNKNN.
    #[arg(value_name = "ENDING", required = true)]
    endings: Vec<Material>,
    /// Metric: dtc (distance to conversion, Thompson's metric), dtm (to mate) or dtz (to a zeroing move).
    #[arg(short, long, default_value = "dtc")]
    metric: Metric,
    /// Directory of the tables, which all processes share.
    #[arg(short, long, value_name = "DIR", default_value = "endgames")]
    output: PathBuf,
    /// Mebibytes of memory that each process uses at most; larger arrays go to temporary files.
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    memory: u64,
    /// Mebibytes of disk that each process uses at most for temporary files [default: what is free].
    #[arg(long, value_name = "MIB")]
    disk: Option<u64>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Only the main thread calls MPI.
    let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
        eprintln!("belle-endgame-mpi: MPI cannot be started");
        return ExitCode::FAILURE;
    };
    let world = universe.world();
    end_job_on_panic(&world);
    match run(&arguments, &MpiRanks::new(&world)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => end_job(&world, &format!("{error:#}")),
    }
}

fn run(arguments: &Arguments, ranks: &MpiRanks<'_>) -> anyhow::Result<()> {
    let options = BuildOptions {
        dir: arguments.output.clone(),
        metric: arguments.metric,
        memory: arguments.memory << 20,
        disk: arguments.disk.map(|disk| disk << 20),
    };
    let (first, start) = (ranks.rank() == 0, Instant::now());
    if ranks.sum(u64::from(options.metric as u8)) != ranks.size() as u64 * u64::from(options.metric as u8) {
        bail!("the processes have different arguments");
    }
    let built = build_with(&arguments.endings, &options, ranks, &mut |progress| match progress {
        Progress::Finished { material, elapsed, bytes } if first => {
            println!("built {material}: {bytes} bytes in {:.2} s", elapsed.as_secs_f64());
        }
        _ => {}
    })?;
    if first {
        let (count, size, dir) = (built.len(), ranks.size(), options.dir.display());
        let (seconds, sent) = (start.elapsed().as_secs_f64(), ranks.sent());
        println!(
            "{count} tables built in {dir} by {size} processes in {seconds:.2} s; rank 0 sent {sent} bytes"
        );
    }
    Ok(())
}
