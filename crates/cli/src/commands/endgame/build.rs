//! `belle endgame build`

use clap::Args;
use endgame::{BuildOptions, Bytes, Progress, build};
use indicatif::{HumanBytes, ProgressBar};

use super::args::BuildArgs;
use crate::setup::progress_bar;

/// Build tables and the tables they depend on.
///
/// Existing tables are kept. An interrupted build continues where it stopped.
#[derive(Debug, Args)]
pub(crate) struct Build {
    #[command(flatten)]
    build: BuildArgs,
    /// Disk limit for a table and its temporary files [default: the free space].
    #[arg(long, value_name = "BYTES")]
    disk: Option<Bytes>,
}

impl Build {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let wanted = self.build.materials()?;
        let BuildArgs {
            dir,
            metric,
            memory,
            ..
        } = self.build;
        let options = BuildOptions {
            dir,
            metric,
            memory: memory.0,
            disk: self.disk.map(|disk| disk.0),
        };
        files::create_folder(&options.dir)?;
        let mut display = Display {
            bar: ProgressBar::hidden(),
            slice: 0,
            settled: 0,
        };
        let built = build(&wanted, &options, &mut |progress| display.show(progress))?;
        try_println!("{} tables built in {}", built.len(), options.dir.display())?;
        Ok(())
    }
}

/// The progress bar of the current table.
struct Display {
    bar: ProgressBar,
    /// Number of positions of a slice.
    slice: u64,
    /// Number of positions settled in the current slice.
    settled: u64,
}

impl Display {
    // Failed output is ignored: the build goes on without a reader.
    fn show(&mut self, progress: Progress) {
        match progress {
            Progress::Table { plan, slices } => {
                let temporary = match plan.temporary {
                    0 => String::new(),
                    bytes => format!(", and {} in temporary files", HumanBytes(bytes)),
                };
                let (material, positions) = (plan.material, plan.positions);
                let _ = try_println!(
                    "building {material} (needs {}{temporary})",
                    HumanBytes(plan.memory)
                );
                let template = "{bar:30} {human_pos} of {human_len} settled, {msg}, {eta} left";
                self.bar = progress_bar(Some(positions), template).with_message("first positions");
                (self.slice, self.settled) = (positions / slices as u64, 0);
            }
            Progress::Iteration {
                slices: (done, slices),
                winner,
                plies,
                settled,
            } => {
                self.settled += settled;
                self.bar
                    .set_position(done as u64 * self.slice + self.settled);
                let message = format!("slice {} of {slices}, {winner} wins, ply {plies}", done + 1);
                self.bar.set_message(message);
            }
            Progress::Slices {
                slices: (done, slices),
            } => {
                self.settled = 0;
                self.bar.set_position(done as u64 * self.slice);
                self.bar.set_message(format!("slice {done} of {slices}"));
            }
            Progress::Writing => self.bar.set_message("writing the file"),
            Progress::Finished {
                material,
                elapsed,
                bytes,
            } => {
                self.bar.finish_and_clear();
                let (bytes, seconds) = (HumanBytes(bytes), elapsed.as_secs_f64());
                let _ = try_println!("built {material}: {bytes} in {seconds:.2} s");
            }
        }
    }
}
