//! Logistic regression: the expected result is a logistic function of the value.

use rayon::prelude::*;
use roms::full::FULL_TERMS;

use super::games::Sample;
use super::search::Weights;

/// Numbers that are fitted: each term early and late, and four kinds of pieces.
const PARAMETERS: usize = 2 * FULL_TERMS + 4;
const STEPS: i32 = 600;

type Vector = [f64; PARAMETERS];

fn expected(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * value).exp())
}

/// The mean squared difference between result and expectation.
pub(super) fn error(samples: &[Sample], weights: &Weights, scale: f64) -> f64 {
    let each = |sample: &Sample| {
        let value = weights.rest(&sample.features) + weights.full_part(&sample.features);
        (sample.result - expected(value, scale)).powi(2)
    };
    samples.iter().map(each).sum::<f64>() / samples.len() as f64
}

/// The scale with the least error: the share of a centipawn in the logarithm of the odds.
pub(super) fn scale(samples: &[Sample], weights: &Weights) -> f64 {
    let (mut low, mut high) = (0.000_1, 0.05);
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        if error(samples, weights, a) < error(samples, weights, b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

/// Descends from `start` (Adam), held back by `ridge` times the square of each change in centipawns.
pub(super) fn fit(samples: &[Sample], start: &Weights, scale: f64, ridge: f64) -> Weights {
    let origin = flat(start);
    let mut at = origin;
    let (mut mean, mut square): (Vector, Vector) = ([0.0; PARAMETERS], [0.0; PARAMETERS]);
    for step in 1..=STEPS {
        let gradient = gradient(samples, &weights(&at), scale);
        let rate = 0.5 * (1.0 - f64::from(step) / f64::from(STEPS + 1));
        for i in 0..PARAMETERS {
            // In units of the gradient for one centipawn.
            let slope = gradient[i] + ridge * scale * scale * (at[i] - origin[i]);
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.999 * square[i] + 0.001 * slope * slope;
            let (first, second) = (1.0 - 0.9f64.powi(step), 1.0 - 0.999f64.powi(step));
            at[i] -= rate * (mean[i] / first) / ((square[i] / second).sqrt() + 1e-12);
        }
    }
    weights(&at)
}

/// Gradient of the mean cross-entropy.
fn gradient(samples: &[Sample], weights: &Weights, scale: f64) -> Vector {
    let add = |mut a: Vector, b: &Vector| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        a
    };
    let of_chunk = |chunk: &[Sample]| {
        let mut sum = [0.0; PARAMETERS];
        for sample in chunk {
            let features = &sample.features;
            let value = weights.rest(features) + weights.full_part(features);
            let slope = scale * (expected(value, scale) - sample.result);
            let early = f64::from(features.class) / 7.0;
            for term in 0..FULL_TERMS {
                let count = slope * f64::from(features.full[term]);
                sum[2 * term] += count * early;
                sum[2 * term + 1] += count * (1.0 - early);
            }
            for kind in 0..4 {
                sum[2 * FULL_TERMS + kind] += slope * f64::from(features.material[kind]);
            }
        }
        sum
    };
    // Summed in order, so that the result does not depend on the threads.
    let sums: Vec<Vector> = samples.par_chunks(4_096).map(of_chunk).collect();
    sums.iter().fold([0.0; PARAMETERS], add).map(|sum| sum / samples.len() as f64)
}

fn flat(weights: &Weights) -> Vector {
    let mut out = [0.0; PARAMETERS];
    for (term, [early, late]) in weights.full.into_iter().enumerate() {
        (out[2 * term], out[2 * term + 1]) = (early, late);
    }
    out[2 * FULL_TERMS..].copy_from_slice(&weights.material);
    out
}

fn weights(flat: &Vector) -> Weights {
    Weights {
        full: std::array::from_fn(|term| [flat[2 * term], flat[2 * term + 1]]),
        material: std::array::from_fn(|kind| flat[2 * FULL_TERMS + kind]),
    }
}
