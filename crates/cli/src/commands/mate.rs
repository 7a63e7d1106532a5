//! `belle mate`.

use std::fs;
use std::io::Read;

use anyhow::{Context, ensure};
use atlas::Rules;
use atlas::mate::{MAX_MATE_MOVES, Mate, MateError, Problem, Summary, Task, Verdict, judge};
use clap::Args;
use files::Input;
use indicatif::ProgressBar;
use notation::{EpdError, MAX_OTHER_LINES, epd_lines};
use play::{Control, MAX_QUOTED, problem_from_fen, shortened};
use shakmaty::Chess;

use crate::setup::{open_input, partly, progress_bar, usage, working};

/// Solve mates in 1 to 4 moves with Alex Bell's method of 1967.
///
/// A shorter mate than the one looked for is named, and only its play is shown. Exit status: 0 if
/// the position or file was solved or has no such mate, 1 if a solution differs from that of the
/// file or the file has no positions, 3 if lines of the file were skipped.
#[derive(Debug, Args)]
#[command(override_usage = "belle mate [OPTIONS] <FEN | FILE.epd | ->")]
pub(crate) struct MateCommand {
    /// Allow castling and en passant, which Bell's program lacks.
    #[arg(long)]
    full: bool,
    /// Moves to mate [default: the file's 'dm', or 2].
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_MATE_MOVES))
    )]
    mates: Option<u32>,
    /// Show tries: first moves with at most N refutations, 1 if N is left out.
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "1",
        require_equals = true
    )]
    tries: Option<usize>,
    /// Print complete solutions for a file, not only the keys.
    #[arg(long)]
    play: bool,
    /// 'startpos' or position in FEN, quoted or not; an EPD file; or '-' for EPD from standard
    /// input.
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    words: Vec<String>,
}

impl MateCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.words.as_slice() {
            [one] if is_file_name(one) => {
                let Input { reader, length } = open_input(one.as_ref())?;
                let template = "{wide_bar} {percent:>3} % {eta:>4} left";
                let bar = match length {
                    Some(length) => progress_bar(Some(length), template),
                    None => ProgressBar::hidden(),
                };
                let name = if one == "-" { "standard input" } else { one };
                self.file(name, reader, bar)
            }
            words => self.one(&words.join(" ")),
        }
    }

    fn task(&self) -> Task {
        Task {
            mates: self.mates.unwrap_or(2),
            rules: if self.full {
                Rules::Full
            } else {
                Rules::Published
            },
            tries: self.tries.unwrap_or(0),
            play: true,
        }
    }

    fn one(&self, text: &str) -> anyhow::Result<()> {
        let position = match text.trim() {
            "startpos" => Chess::default(),
            fen => problem_from_fen(fen)
                .context("expected 'startpos', a position in FEN or an EPD file")
                .map_err(usage)?,
        };
        let solution = working("mate", || {
            Mate::new(Control::new()).solve(&position, self.task())
        })?;
        Ok(try_print!("{solution}")?)
    }

    fn file(&self, name: &str, file: impl Read, bar: ProgressBar) -> anyhow::Result<()> {
        let whole = self.play || self.tries.is_some();
        let task = Task {
            play: whole,
            ..self.task()
        };
        let mut mate = Mate::new(Control::new());
        let mut summary = Summary::default();
        // Whether a position has no mate in two, which nothing has said that it has.
        let mut was_assumed = false;
        let mut solve = |text: Result<String, EpdError>| -> anyhow::Result<_> {
            let problem = Problem::parse(&text?)?;
            let (solution, verdict) = judge(&mut mate, &problem, self.mates, task)?;
            Ok((problem, solution, verdict))
        };
        for line in epd_lines(file) {
            let line = line.with_context(|| format!("cannot read {name}"))?;
            let text = match solve(line.text) {
                Ok((problem, solution, verdict)) => {
                    summary.count(Some((&solution, verdict)));
                    if verdict == Verdict::NoMate && self.mates.or(problem.mates).is_none() {
                        was_assumed = true;
                    }
                    let id = shortened(&problem.id.unwrap_or_default(), MAX_QUOTED);
                    let mut keys = Vec::new();
                    for key in solution.key_moves() {
                        keys.push(key.san.clone());
                    }
                    let keys = keys.join(" ");
                    let line = format!("{:>5} {verdict:<21} {keys:<8} {id}\n", line.number);
                    if whole {
                        format!("{line}{solution}\n")
                    } else {
                        line
                    }
                }
                Err(error) if is_beyond(&error) => {
                    summary.beyond += 1;
                    format!("{:>5} beyond this solver: {error}\n", line.number)
                }
                Err(error) => {
                    summary.count(None);
                    format!("{:>5} {error}\n", line.number)
                }
            };
            bar.suspend(|| try_print!("{text}"))?;
            bar.set_position(line.end);
            ensure!(
                summary.problems() + summary.beyond > 0 || summary.errors <= MAX_OTHER_LINES as u64,
                "{name} has no position in EPD in its first {MAX_OTHER_LINES} lines"
            );
        }
        bar.finish_and_clear();
        try_println!("{summary}")?;
        ensure!(
            summary.problems() + summary.beyond > 0,
            "{name} has no positions in EPD"
        );
        if was_assumed {
            eprintln!("without dm in a line a mate in 2 is looked for: --mates N looks for others");
        }
        ensure!(
            !summary.has_differences(),
            "some solutions differ from the file"
        );
        partly(match summary.errors + summary.beyond {
            0 => None,
            1 => Some("1 line skipped".to_owned()),
            skipped => Some(format!("{skipped} lines skipped")),
        })
    }
}

/// Whether a word names a file, or what should be one.
fn is_file_name(word: &str) -> bool {
    word == "-" || word.ends_with(".epd") || fs::symlink_metadata(word).is_ok()
}

/// Whether a problem has more moves than the solver looks for.
fn is_beyond(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(MateError::Moves(_)))
}
