//! Logistic regression: the expected result of a game is a logistic function of a value that is
//! linear in its weights.

use native::evaluation::Counts;
use rayon::prelude::*;

/// A position and the result of its game.
pub(crate) struct Sample {
    pub(crate) counts: Counts,
    /// White's result: 1, 0.5 or 0.
    pub(crate) result: f64,
}

impl Sample {
    /// Value from White's side, in centipawns.
    pub(crate) fn value(&self, weights: &[f64]) -> f64 {
        self.counts.rest
            + self
                .counts
                .factors()
                .map(|(at, factor)| weights[at] * factor)
                .sum::<f64>()
    }
}

/// Samples that one thread sums up.
const CHUNK: usize = 4_096;

fn expected(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * value).exp())
}

/// Mean squared difference of result and expectation.
pub(super) fn error(samples: &[Sample], weights: &[f64], scale: f64) -> f64 {
    let of_sample =
        |sample: &Sample| (sample.result - expected(sample.value(weights), scale)).powi(2);
    let of_chunk = |chunk: &[Sample]| chunk.iter().map(of_sample).sum();
    let sums: Vec<f64> = samples.par_chunks(CHUNK).map(of_chunk).collect();
    sums.iter().sum::<f64>() / samples.len() as f64
}

/// Scale with the least error: log odds of a centipawn.
pub(super) fn scale(samples: &[Sample], weights: &[f64]) -> f64 {
    let (mut low, mut high) = (0.000_1, 0.05);
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        if error(samples, weights, a) < error(samples, weights, b) {
            high = b
        } else {
            low = a
        }
    }
    (low + high) / 2.0
}

/// Descent by Adam, held back by `ridge` times the square of each change in centipawns.
pub(super) struct Descent<'a> {
    samples: &'a [Sample],
    origin: &'a [f64],
    scale: f64,
    ridge: f64,
    /// Weights reached.
    pub(super) at: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl<'a> Descent<'a> {
    pub(super) fn new(samples: &'a [Sample], origin: &'a [f64], scale: f64, ridge: f64) -> Self {
        let zeros = vec![0.0; origin.len()];
        let (mean, square) = (zeros.clone(), zeros);
        Descent {
            samples,
            origin,
            scale,
            ridge,
            at: origin.to_vec(),
            mean,
            square,
            steps: 0,
        }
    }

    /// One step, by the samples of these indices.
    pub(super) fn step(&mut self, batch: &[usize], rate: f64) {
        self.steps += 1;
        let (first, second) = (
            1.0 - 0.9f64.powi(self.steps),
            1.0 - 0.999f64.powi(self.steps),
        );
        for (i, gradient) in self.gradient(batch).into_iter().enumerate() {
            let slope = gradient + self.ridge * (self.at[i] - self.origin[i]);
            self.mean[i] = 0.9 * self.mean[i] + 0.1 * slope;
            self.square[i] = 0.999 * self.square[i] + 0.001 * slope * slope;
            self.at[i] -=
                rate * (self.mean[i] / first) / ((self.square[i] / second).sqrt() + 1e-12);
        }
    }

    /// Gradient of the mean cross-entropy by each weight.
    fn gradient(&self, batch: &[usize]) -> Vec<f64> {
        let of_chunk = |chunk: &[usize]| {
            let mut sum = vec![0.0; self.at.len()];
            for sample in chunk.iter().map(|&index| &self.samples[index]) {
                let expected = expected(sample.value(&self.at), self.scale);
                let slope = self.scale * (expected - sample.result);
                sample
                    .counts
                    .factors()
                    .for_each(|(at, factor)| sum[at] += slope * factor);
            }
            sum
        };
        // Summed in order, so that the result does not depend on the threads.
        let sums: Vec<Vec<f64>> = batch.par_chunks(CHUNK).map(of_chunk).collect();
        let of_weight = |i: usize| sums.iter().map(|sum| sum[i]).sum::<f64>() / batch.len() as f64;
        (0..self.at.len()).map(of_weight).collect()
    }
}
