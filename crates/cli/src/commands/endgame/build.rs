//! `belle endgame build`

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use endgame::{BuildOptions, MAX_PIECES, Material, Metric, Progress, build};
use indicatif::{HumanBytes, ProgressBar};

use crate::setup::progress_bar;

/// Build tables and the tables they depend on.
///
/// Existing tables are kept. An interrupted build continues where it stopped.
#[derive(Debug, Args)]
pub(crate) struct Build {
    /// Endings, such as KQKR or KBBKN.
    #[arg(value_name = "ENDING")]
    endings: Vec<Material>,
    /// Build all endings with N pieces, kings included; repeatable.
    #[arg(long, alias = "men", value_name = "N", value_parser = value_parser!(u8).range(3..=MAX_PIECES as i64))]
    pieces: Vec<u8>,
    /// Metric: dtc (distance to conversion, Thompson's metric), dtm (to mate) or dtz (to a zeroing move).
    #[arg(short, long, default_value = "dtc")]
    metric: Metric,
    /// Directory of the tables.
    #[arg(short, long, value_name = "DIR", default_value = "endgames")]
    output: PathBuf,
    /// Memory to use at most, such as 512M or 2G; larger arrays go to temporary files.
    #[arg(long, value_name = "BYTES", default_value = "2G", value_parser = bytes)]
    memory: u64,
    /// Seconds between saves of an unfinished table.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    save_every: u64,
}

impl Build {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let all = self.pieces.iter().flat_map(|&pieces| Material::all(usize::from(pieces)));
        let wanted: Vec<Material> = self.endings.iter().copied().chain(all).collect();
        if wanted.is_empty() {
            bail!("nothing to build: expected an ending, such as KQKR, or --pieces N");
        }
        let options = BuildOptions {
            dir: self.output,
            metric: self.metric,
            memory: self.memory,
            save_every: Duration::from_secs(self.save_every),
        };
        let mut display = Display { bar: ProgressBar::hidden(), slice: 0, settled: 0 };
        let built = build(&wanted, &options, &mut |progress| display.show(progress))?;
        try_println!("{} tables built in {}", built.len(), options.dir.display())?;
        Ok(())
    }
}

/// The progress bar of the current table.
struct Display {
    bar: ProgressBar,
    /// Positions of one slice, and those settled in the current one.
    slice: u64,
    settled: u64,
}

impl Display {
    // Failed output is ignored: the build goes on without a reader.
    fn show(&mut self, progress: Progress) {
        match progress {
            Progress::Table { material, plan, positions, slices } => {
                let spilled = match plan.spilled() {
                    0 => String::new(),
                    bytes => format!(", and {} in temporary files", HumanBytes(bytes)),
                };
                let _ = try_println!("building {material} (needs {}{spilled})", HumanBytes(plan.in_memory()));
                let template = "{bar:30} {human_pos} of {human_len} settled, {msg}, {eta} left";
                self.bar = progress_bar(Some(positions), template);
                (self.slice, self.settled) = (positions / slices as u64, 0);
            }
            Progress::Iteration { slices: (done, slices), winner, plies, settled } => {
                self.settled += settled;
                self.bar.set_position(done as u64 * self.slice + self.settled);
                let message = format!("slice {} of {slices}, {winner} wins, ply {plies}", done + 1);
                self.bar.set_message(message);
            }
            Progress::Slices { slices: (done, slices) } => {
                self.settled = 0;
                self.bar.set_position(done as u64 * self.slice);
                self.bar.set_message(format!("slice {done} of {slices}"));
            }
            Progress::Finished { material, elapsed, bytes } => {
                self.bar.finish_and_clear();
                let (bytes, seconds) = (HumanBytes(bytes), elapsed.as_secs_f64());
                let _ = try_println!("built {material}: {bytes} in {seconds:.2} s");
            }
        }
    }
}

/// Parses a number of bytes, with K, M or G for powers of 1,024.
fn bytes(text: &str) -> anyhow::Result<u64> {
    let upper = text.to_ascii_uppercase();
    let plain = upper.trim_end_matches('B').trim_end_matches('I');
    let units = [('K', 1 << 10), ('M', 1 << 20), ('G', 1 << 30)];
    let known = units.into_iter().find_map(|(letter, unit)| Some((plain.strip_suffix(letter)?, unit)));
    let (digits, unit) = known.unwrap_or((plain, 1_u64));
    let number: u64 = digits.parse().context("not a number of bytes: expected a number such as 512M")?;
    number.checked_mul(unit).context("too large: expected less than 2^64 bytes")
}
