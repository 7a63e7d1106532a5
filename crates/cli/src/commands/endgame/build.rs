//! `belle endgame build`

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use endgame::{BuildOptions, Material, Metric, Progress, build};
use indicatif::{HumanBytes, ProgressBar, ProgressStyle};

/// Build tables, and first those they lead to. TableArgs already there are kept; an interrupted build goes on.
#[derive(Debug, Args)]
pub(crate) struct Build {
    /// Endings such as KQKR or KBBKN.
    #[arg(value_name = "ENDING")]
    endings: Vec<Material>,
    /// All endings with so many men.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=endgame::MAX_PIECES as i64))]
    men: Vec<u8>,
    /// What to count: dtc (moves to conversion, as Thompson did), dtm (to mate) or dtz (to a zeroing move).
    #[arg(short, long, default_value = "dtc")]
    metric: Metric,
    /// Directory for the tables.
    #[arg(short, long, default_value = "endgames")]
    output: PathBuf,
    /// Memory to use at most, such as 512M or 2G; what needs more lies in temporary files.
    #[arg(long, default_value = "2G", value_parser = bytes)]
    memory: u64,
    /// Seconds after which an unfinished table is saved again.
    #[arg(long, default_value_t = 30)]
    save_every: u64,
}

impl Build {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let all = self.men.iter().flat_map(|&men| Material::all(usize::from(men)));
        let wanted: Vec<Material> = self.endings.iter().copied().chain(all).collect();
        if wanted.is_empty() {
            bail!("name an ending, such as KQKR, or a number of men with --men");
        }
        let options = BuildOptions {
            dir: self.output,
            metric: self.metric,
            memory: self.memory,
            save_every: Duration::from_secs(self.save_every),
        };
        let mut display = Display::new();
        let built = build(&wanted, &options, &mut |progress| display.show(progress))?;
        say!("{} tables built in {}", built.len(), options.dir.display())?;
        Ok(())
    }
}

/// The progress bar of the table in work.
struct Display {
    bar: ProgressBar,
    /// Positions of one slice, and those settled in the present one.
    slice: u64,
    settled: u64,
}

impl Display {
    fn new() -> Display {
        Display { bar: ProgressBar::hidden(), slice: 0, settled: 0 }
    }

    // Nobody may be reading any more; the work goes on.
    fn show(&mut self, progress: Progress) {
        match progress {
            Progress::Table { material, plan, positions, slices } => {
                let spilled = match plan.spilled() {
                    0 => String::new(),
                    bytes => format!(", {} in temporary files", HumanBytes(bytes)),
                };
                let _ = say!("{material}: {} of memory{spilled}", HumanBytes(plan.in_memory()));
                let style = ProgressStyle::with_template(
                    "{bar:30} {human_pos} of {human_len} settled, {msg}, {eta} left",
                );
                self.bar = ProgressBar::new(positions).with_style(style.expect("the template is right"));
                (self.slice, self.settled) = (positions / slices as u64, 0);
            }
            Progress::Iteration { slices, winner, plies, settled } => {
                self.settled += settled;
                self.bar.set_position(slices.0 as u64 * self.slice + self.settled);
                self.bar.set_message(format!(
                    "slice {} of {}, {winner} wins, ply {plies}",
                    slices.0 + 1,
                    slices.1
                ));
            }
            Progress::Slices { slices } => {
                self.settled = 0;
                self.bar.set_position(slices.0 as u64 * self.slice);
                self.bar.set_message(format!("slice {} of {}", slices.0, slices.1));
            }
            Progress::Finished { material, elapsed, bytes } => {
                self.bar.finish_and_clear();
                let _ = say!("{material}: {} in {:.2} s", HumanBytes(bytes), elapsed.as_secs_f64());
            }
        }
    }
}

/// Reads a number of bytes, with K, M or G for powers of 1,024.
fn bytes(text: &str) -> anyhow::Result<u64> {
    let upper = text.to_ascii_uppercase();
    let plain = upper.trim_end_matches('B').trim_end_matches('I');
    let (digits, shift) = match plain.chars().last() {
        Some('K') => (&plain[..plain.len() - 1], 10),
        Some('M') => (&plain[..plain.len() - 1], 20),
        Some('G') => (&plain[..plain.len() - 1], 30),
        _ => (plain, 0),
    };
    let number: u64 =
        digits.parse().with_context(|| format!("'{text}' is not a number of bytes, such as 512M"))?;
    number
        .checked_shl(shift)
        .filter(|n| n >> shift == number)
        .with_context(|| format!("'{text}' is too much"))
}
