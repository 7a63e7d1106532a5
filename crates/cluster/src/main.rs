//! `belle-endgame-mpi`: builds endgame tables with many processes over MPI.
//!
//! Start it with `mpirun` or a batch system. All processes must see the directory of the tables
//! under the same path.

mod failure;
mod ranks;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Parser;
use endgame::{BuildOptions, Bytes, Material, Metric, Progress, Ranks as _, build_with};
use mpi::Threading;

use failure::{end_job, end_job_on_panic};
use ranks::MpiRanks;

/// Build endgame tables and the tables they depend on, together with the other processes of an MPI
/// job.
///
/// Existing tables are kept. An interrupted build continues where it stopped, with any number of
/// processes.
#[derive(Debug, Parser)]
#[command(name = "belle-endgame-mpi", version)]
struct Arguments {
    /// Endings, such as KQKR or KRNKNN.
    #[arg(value_name = "ENDING", required = true)]
    endings: Vec<Material>,
    /// Metric: dtc (distance to conversion, Thompson's metric), dtm (to mate) or dtz (to a zeroing
    /// move).
    #[arg(short, long, default_value = "dtc")]
    metric: Metric,
    /// Directory of the tables, which all processes share.
    #[arg(short, long, value_name = "DIR", default_value = "endgames")]
    output: PathBuf,
    /// Memory limit of each process, such as 512M or 8G; larger arrays go to temporary files.
    #[arg(long, value_name = "BYTES", default_value = "2G")]
    memory: Bytes,
    /// Disk limit of each process for temporary files [default: what is free].
    #[arg(long, value_name = "BYTES")]
    disk: Option<Bytes>,
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
        memory: arguments.memory.0,
        disk: arguments.disk.map(|disk| disk.0),
    };
    let (first, start) = (ranks.rank() == 0, Instant::now());
    check_agreement(arguments, ranks)?;
    let built = build_with(
        &arguments.endings,
        &options,
        ranks,
        &mut |progress| match progress {
            Progress::Finished {
                material,
                elapsed,
                bytes,
            } if first => {
                println!(
                    "built {material}: {bytes} bytes in {:.2} s",
                    elapsed.as_secs_f64()
                );
            }
            _ => {}
        },
    )?;
    let sent = ranks.sum(ranks.sent());
    if first {
        let (count, size, dir) = (built.len(), ranks.size(), options.dir.display());
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{count} tables built in {dir} by {size} processes in {seconds:.2} s; \
             {sent} bytes exchanged"
        );
    }
    Ok(())
}

/// Checks that this process has the version, the arguments and the directory of rank 0.
fn check_agreement(arguments: &Arguments, ranks: &MpiRanks<'_>) -> anyhow::Result<()> {
    let dir = &arguments.output;
    fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    let marker = tempfile::Builder::new()
        .prefix(&format!(".rank-{}-", ranks.rank()))
        .tempfile_in(dir)?;
    let endings: Vec<String> = arguments.endings.iter().map(Material::to_string).collect();
    let own = [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("--metric", arguments.metric.to_string()),
        ("ENDING", endings.join(" ")),
        (
            "file",
            marker
                .path()
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
        ),
    ];
    let message = own.each_ref().map(|(_, value)| &value[..]).join("\n");
    let all = ranks.exchange(vec![message.into_bytes(); ranks.size()]);
    let first = String::from_utf8_lossy(&all[0]);
    let (values, file) = first.rsplit_once('\n').unwrap_or_default();
    let is_seen = dir.join(file).exists();
    ranks.sum(0);
    drop(marker);
    for ((name, own), expected) in own.iter().zip(values.split('\n')) {
        if own != expected {
            bail!("{name}: expected {expected} as on rank 0, got {own}");
        }
    }
    if !is_seen {
        bail!(
            "--output: expected the directory of rank 0, got another, {}",
            dir.display()
        );
    }
    // No process begins before all agree.
    ranks.sum(0);
    Ok(())
}
