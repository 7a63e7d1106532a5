//! `belle mate2`

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use atlas::Scope;
use atlas::mate::{self, MOST_MOVES, Mate, Summary, Task};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use play::Control;

/// Solve mates in two (or up to four) as Alex Bell's program of 1967 did.
#[derive(Debug, Args)]
#[command(override_usage = "belle mate2 [OPTIONS] <FEN | FILE.epd | ->")]
pub(crate) struct Mate2 {
    /// All rules: Bell's own scope has no castling and no en passant.
    #[arg(long)]
    full: bool,
    /// Mate in so many moves. Without it a file's 'dm' counts, or two.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_MOVES)))]
    mates: Option<u32>,
    /// Show the tries: first moves that fail to N replies or fewer (1 if N is left out).
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1", require_equals = true)]
    tries: Option<usize>,
    /// Of a file, show every solution whole, not only its key.
    #[arg(long)]
    play: bool,
    /// A position in FEN (in quotes or not), a file of positions in EPD, or '-' for such a file from the input.
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    words: Vec<String>,
}

impl Mate2 {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.words.as_slice() {
            [one] if one == "-" => self.file(io::stdin().lock(), ProgressBar::hidden()),
            [one] if one.ends_with(".epd") || Path::new(one).is_file() => {
                let path = PathBuf::from(one);
                let file = File::open(&path).with_context(|| format!("cannot read '{}'", path.display()))?;
                let bar = bar(file.metadata()?.len());
                self.file(file, bar)
            }
            words => self.one(&words.join(" ")),
        }
    }

    fn task(&self) -> Task {
        Task {
            mates: self.mates.unwrap_or(2),
            scope: if self.full { Scope::Full } else { Scope::Published },
            tries: self.tries.unwrap_or(0),
            play: true,
        }
    }

    fn one(&self, text: &str) -> anyhow::Result<()> {
        let position =
            mate::position(text).context("give a position in FEN, or a file of positions in EPD")?;
        let solution = Mate::new(Control::new()).solve(&position, self.task())?;
        write!(io::stdout(), "{solution}")?;
        Ok(())
    }

    fn file(&self, file: impl Read, bar: ProgressBar) -> anyhow::Result<()> {
        let whole = self.play || self.tries.is_some();
        let task = Task { play: whole, ..self.task() };
        let mut mate = Mate::new(Control::new());
        let mut summary = Summary::default();
        for line in mate::lines(BufReader::new(file)) {
            let line = line?;
            let text = match line.problem {
                Ok(problem) => {
                    let judged = mate::judge(&mut mate, &problem, self.mates, task);
                    summary.count(&judged);
                    match judged {
                        Ok((solution, verdict)) => {
                            let keys = solution.key_moves();
                            let keys: Vec<&str> = keys.iter().map(|key| key.san.as_str()).collect();
                            let id = problem.id.unwrap_or_default();
                            let line =
                                format!("{:>5} {verdict:<21} {:<8} {id}\n", line.number, keys.join(" "));
                            if whole { format!("{line}{solution}\n") } else { line }
                        }
                        Err(error) => format!("{:>5} {error}\n", line.number),
                    }
                }
                Err(error) => {
                    summary.errors += 1;
                    format!("{:>5} {error}\n", line.number)
                }
            };
            bar.suspend(|| write!(io::stdout(), "{text}"))?;
            bar.set_position(line.end);
        }
        bar.finish_and_clear();
        writeln!(io::stdout(), "{summary}")?;
        if !summary.all_well() {
            bail!("not every line came out as the file says");
        }
        Ok(())
    }
}

fn bar(bytes: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {percent:>3} % {eta:>4} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(bytes).with_style(style)
}
