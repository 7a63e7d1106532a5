//! `cargo xtask fit`: fits the weights of `native` to the results of games.
//!
//! The expected result is a logistic function of the value; the present weights give its scale.
//! Adam minimizes the cross-entropy of expectation and result, with a ridge towards the present
//! weights. One position in twenty (whole runs of games) is held out for validation.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use native::evaluation::{self, Counts, ROWS, WEIGHTS};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::regression::{Descent, Sample, error, scale};
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
    step: f64,
    /// Strength of the ridge towards the present weights.
    #[arg(long, default_value_t = 1e-8)]
    ridge: f64,
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
/// Longest line of that file.
const WIDTH: usize = 110;
/// Most positions by which the scale is found.
const SCALE_SAMPLE: usize = 200_000;

impl Fit {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut samples = Vec::new();
        for file in &self.files {
            let text = fs::read_to_string(file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let read: Result<Vec<Sample>, _> = text
                .lines()
                .collect::<Vec<_>>()
                .into_par_iter()
                .enumerate()
                .map(|(at, line)| {
                    sample(line).with_context(|| format!("{}:{}", file.display(), at + 1))
                })
                .collect();
            samples.extend(read?);
        }
        if samples.len() < 20 * RUN {
            bail!(
                "positions: expected at least {}, got {}",
                20 * RUN,
                samples.len()
            );
        }
        let (mut used, mut held) = (Vec::new(), Vec::new());
        for (at, sample) in samples.into_iter().enumerate() {
            if at / RUN % 20 == 10 {
                &mut held
            } else {
                &mut used
            }
            .push(sample);
        }
        let before: Vec<f64> = WEIGHTS
            .iter()
            .flat_map(|weight| [weight.middle().into(), weight.end().into()])
            .collect();
        let scale = scale(&used[..used.len().min(SCALE_SAMPLE)], &before);
        println!(
            "{} positions, {} more held out; one pawn is {:.3} in log odds",
            used.len(),
            held.len(),
            100.0 * scale
        );
        let show = |name: &str, weights: &[f64]| {
            let (used, held) = (error(&used, weights, scale), error(&held, weights, scale));
            println!("{name:<10} error {used:.6}, held out {held:.6}");
        };
        show("before", &before);
        if self.dry_run {
            return Ok(());
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut order: Vec<usize> = (0..used.len()).collect();
        let mut descent = Descent::new(&used, &before, scale, self.ridge);
        for epoch in 1..=self.epochs {
            order.shuffle(&mut random);
            let left = 1.0 - f64::from(epoch - 1) / f64::from(self.epochs);
            let rate = self.step * left.powi(2).max(0.01);
            order
                .chunks(BATCH)
                .for_each(|batch| descent.step(batch, rate));
            if epoch % 5 == 0 {
                show(&format!("epoch {epoch}"), &descent.at);
            }
        }
        let path = root().join(NUMBERS);
        let text = source(&fs::read_to_string(&path)?, &descent.at);
        let written = path.with_extension("new");
        fs::write(&written, text)?;
        fs::rename(&written, &path)?;
        println!("wrote {NUMBERS}");
        Ok(())
    }
}

fn sample(line: &str) -> anyhow::Result<Sample> {
    let (fen, points) = line
        .split_once(';')
        .context("expected a FEN, a semicolon and a result")?;
    let result = match points {
        "0" => 0.0,
        "1" => 0.5,
        "2" => 1.0,
        _ => bail!("result: expected 0, 1 or 2, got {points}"),
    };
    let counts = board::with_cpu!(|cpu, fen: &'a str| -> anyhow::Result<Counts> {
        Ok(evaluation::counts(&evaluation::Position::from_fen(
            cpu, fen,
        )?))
    })?;
    Ok(Sample { counts, result })
}

fn source(old: &str, weights: &[f64]) -> String {
    let head = old.split_once("weights! {\n").map_or(old, |(head, _)| head);
    let mut text = format!("{head}weights! {{\n");
    let pairs: Vec<String> = weights
        .chunks(2)
        .map(|pair| {
            format!(
                "({:.0}, {:.0})",
                pair[0].round() + 0.0,
                pair[1].round() + 0.0
            )
        })
        .collect();
    for row in ROWS {
        let pairs = &pairs[row.first..row.first + row.len];
        let line = format!("    {} \"{}\" [{}]\n", row.id, row.help, pairs.join(", "));
        if line.trim_end().len() <= WIDTH {
            text += &line;
            continue;
        }
        let _ = writeln!(text, "    {} \"{}\" [", row.id, row.help);
        for line in pairs.chunks(if row.id.ends_with("_SQUARES") { 4 } else { 8 }) {
            let _ = writeln!(text, "        {},", line.join(", "));
        }
        text.push_str("    ]\n");
    }
    text + "}\n"
}
