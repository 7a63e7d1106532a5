//! `cargo xtask fit`: fits the weights of `native` to the results of games.
//!
//! The expected result is a logistic function of the value; the present weights give its scale. Adam minimizes the
//! cross-entropy of expectation and result, with a ridge towards the present weights. One position in twenty (whole runs
//! of games) is held out for validation.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use board::{self, Cpu, WithCpu};
use clap::Args;
use native::evaluation::{self, Counts, ROWS, WEIGHTS};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::tools::root;

/// Fits the weights of `native` to self-play positions and writes them into its source.
#[derive(Debug, Args)]
pub(crate) struct Fit {
    /// Files written by selfplay.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Passes over all positions.
    #[arg(long, default_value_t = 30)]
    epochs: u32,
    /// Initial step, in centipawns.
    #[arg(long, default_value_t = 0.8)]
    step: f32,
    /// Strength of the ridge towards the present weights.
    #[arg(long, default_value_t = 1e-8)]
    ridge: f32,
    /// Seed of the positions' order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the errors and write nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Positions of a step.
const BATCH: usize = 16_384;
/// Positions of a run, which is held out or used as a whole (some dozens of games).
const RUN: usize = 4_096;
/// Source file of the weights.
const NUMBERS: &str = "crates/native/src/evaluation/numbers.rs";

struct Sample {
    counts: Counts,
    /// White's result: 1, 0.5 or 0.
    result: f32,
}

type Weights = Vec<[f32; 2]>;

impl Fit {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut samples = Vec::new();
        for file in &self.files {
            let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
            let read: Result<Vec<Sample>, _> = text
                .lines()
                .collect::<Vec<_>>()
                .into_par_iter()
                .enumerate()
                .map(|(at, line)| sample(line).with_context(|| format!("{}:{}", file.display(), at + 1)))
                .collect();
            samples.extend(read?);
        }
        if samples.len() < 20 * RUN {
            bail!("positions: expected at least {}, got {}", 20 * RUN, samples.len());
        }
        let (mut used, mut held) = (Vec::new(), Vec::new());
        for (at, sample) in samples.into_iter().enumerate() {
            if at / RUN % 20 == 10 { &mut held } else { &mut used }.push(sample);
        }
        let before: Weights = WEIGHTS.iter().map(|w| [w.middle() as f32, w.end() as f32]).collect();
        let scale = scale(&used, &before);
        println!(
            "{} positions, {} more held out; one pawn is {:.3} in log odds",
            used.len(),
            held.len(),
            100.0 * scale
        );
        let show = |name: &str, weights: &Weights| {
            println!(
                "{name:<10} error {:.6}, held out {:.6}",
                error(&used, weights, scale),
                error(&held, weights, scale)
            );
        };
        show("before", &before);
        if self.dry_run {
            return Ok(());
        }
        let after = self.descend(&used, &before, scale, |epoch, weights| {
            if epoch % 5 == 0 {
                show(&format!("epoch {epoch}"), weights);
            }
        });
        let path = root().join(NUMBERS);
        let text = source(&fs::read_to_string(&path)?, &after);
        let written = path.with_extension("new");
        fs::write(&written, text)?;
        fs::rename(&written, &path)?;
        println!("wrote {NUMBERS}");
        Ok(())
    }

    fn descend(
        &self,
        samples: &[Sample],
        origin: &Weights,
        scale: f32,
        mut each: impl FnMut(u32, &Weights),
    ) -> Weights {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let (mut at, mut mean, mut square) =
            (origin.clone(), vec![[0.0f32; 2]; origin.len()], vec![[0.0f32; 2]; origin.len()]);
        let mut steps = 0;
        for epoch in 1..=self.epochs {
            order.shuffle(&mut random);
            let rate = self.step * (1.0 - (epoch - 1) as f32 / self.epochs as f32).powi(2).max(0.01);
            for batch in order.chunks(BATCH) {
                steps += 1;
                let gradient = gradient(samples, batch, &at, scale);
                let (first, second) = (1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps));
                for i in 0..at.len() {
                    for stage in 0..2 {
                        let slope = gradient[i][stage] + self.ridge * (at[i][stage] - origin[i][stage]);
                        mean[i][stage] = 0.9 * mean[i][stage] + 0.1 * slope;
                        square[i][stage] = 0.999 * square[i][stage] + 0.001 * slope * slope;
                        at[i][stage] -=
                            rate * (mean[i][stage] / first) / ((square[i][stage] / second).sqrt() + 1e-9);
                    }
                }
            }
            each(epoch, &at);
        }
        at
    }
}

/// Reads a line of selfplay's file.
fn sample(line: &str) -> anyhow::Result<Sample> {
    struct Count<'a>(&'a str);
    impl WithCpu for Count<'_> {
        type Output = anyhow::Result<Counts>;
        fn run<C: Cpu>(self, cpu: C) -> anyhow::Result<Counts> {
            Ok(evaluation::counts(&evaluation::Position::from_fen(cpu, self.0)?))
        }
    }
    let (fen, points) = line.split_once(';').context("expected a FEN, a semicolon and a result")?;
    let result = match points {
        "0" => 0.0,
        "1" => 0.5,
        "2" => 1.0,
        _ => bail!("result: expected 0, 1 or 2, got {points}"),
    };
    Ok(Sample { counts: board::dispatch(Count(fen))?, result })
}

fn expected(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-scale * value).exp())
}

/// Mean squared difference of result and expectation.
fn error(samples: &[Sample], weights: &Weights, scale: f32) -> f64 {
    let sums: Vec<f64> = samples
        .par_chunks(RUN)
        .map(|run| {
            run.iter().map(|s| f64::from(s.result - expected(s.counts.value(weights), scale)).powi(2)).sum()
        })
        .collect();
    sums.iter().sum::<f64>() / samples.len() as f64
}

/// Scale with the least error: log odds of a centipawn.
fn scale(samples: &[Sample], weights: &Weights) -> f32 {
    let some = &samples[..samples.len().min(200_000)];
    let (mut low, mut high) = (0.001, 0.02);
    for _ in 0..25 {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        if error(some, weights, a) < error(some, weights, b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

/// Gradient of a batch's mean cross-entropy by each weight.
fn gradient(samples: &[Sample], batch: &[usize], weights: &Weights, scale: f32) -> Weights {
    // Summed in order, so that the result does not depend on the threads.
    let sums: Vec<Weights> = batch
        .par_chunks(BATCH / 4)
        .map(|part| {
            let mut sum = vec![[0.0; 2]; weights.len()];
            for &at in part {
                let Sample { counts, result } = &samples[at];
                let slope = scale * (expected(counts.value(weights), scale) - result);
                let (middle, end) = (slope * counts.middle, slope * counts.end);
                for &(index, count) in &counts.counts {
                    let cell: &mut [f32; 2] = &mut sum[index as usize];
                    cell[0] += middle * f32::from(count);
                    cell[1] += end * f32::from(count);
                }
            }
            sum
        })
        .collect();
    let mut total = vec![[0.0; 2]; weights.len()];
    for sum in sums {
        for (cell, part) in total.iter_mut().zip(sum) {
            cell[0] += part[0] / batch.len() as f32;
            cell[1] += part[1] / batch.len() as f32;
        }
    }
    total
}

/// Source text with new weights in its table.
fn source(old: &str, weights: &Weights) -> String {
    let head = old.split_once("weights! {\n").map_or(old, |(head, _)| head);
    let mut text = format!("{head}weights! {{\n");
    for row in ROWS {
        let _ = writeln!(text, "    {} \"{}\" [", row.id, row.help);
        let wide = if row.id.ends_with("_SQUARES") { 4 } else { 8 };
        for line in weights[row.first..row.first + row.len].chunks(wide) {
            let pairs: Vec<String> = line
                .iter()
                .map(|[m, e]| format!("({:.0}, {:.0}),", m.round() + 0.0, e.round() + 0.0))
                .collect();
            let _ = writeln!(text, "        {}", pairs.join(" "));
        }
        text.push_str("    ]\n");
    }
    text + "}\n"
}
