//! Feature counts of a position, for fitting the weights.

use super::numbers::COUNT;
use super::{DRAWN, FULL_PHASE, FULL_SCALE, Position, Sink, TEMPO, count_all, evaluate, phase, scale};
use crate::evaluation::{Cache, WEIGHTS};
use board::{Color, Cpu};

/// Feature counts of a position; [`Counts::value`] is its evaluation except for rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    /// Index of a weight, and its count for White less that for Black; never zero.
    pub counts: Vec<(u16, i8)>,
    /// Factor of the middle-game weights.
    pub middle: f32,
    /// Factor of the endgame weights.
    pub end: f32,
    /// Part independent of the weights.
    pub rest: f32,
}

struct Tally(Box<[i8; COUNT]>);

impl Sink for Tally {
    fn add(&mut self, weight: usize, color: Color, count: i32) {
        let signed = if color == Color::White { count } else { -count };
        self.0[weight] += i8::try_from(signed).expect("no position has so much of anything");
    }
}

/// Counts the features of a position.
pub fn counts<C: Cpu>(board: &Position<C>) -> Counts {
    let mut tally = Tally(Box::new([0; COUNT]));
    count_all(board, &mut tally);
    let counts: Vec<(u16, i8)> =
        tally.0.iter().enumerate().filter(|(_, count)| **count != 0).map(|(i, &n)| (i as u16, n)).collect();
    let end: i32 = counts.iter().map(|&(i, n)| WEIGHTS[i as usize].end() * i32::from(n)).sum();
    let phase = phase(board) as f32 / FULL_PHASE as f32;
    let scale = scale(board, end);
    let tempo = if board.turn() == Color::White { TEMPO } else { -TEMPO };
    let counts = if scale == DRAWN {
        Counts { counts, middle: 0.0, end: 0.0, rest: 0.0 }
    } else {
        let scale = scale as f32 / FULL_SCALE as f32;
        Counts { counts, middle: phase, end: (1.0 - phase) * scale, rest: tempo as f32 }
    };
    debug_assert!({
        let white = if board.turn() == Color::White { 1 } else { -1 };
        let value = (white * evaluate(board, &mut Cache::default())) as f32;
        let weights = WEIGHTS.map(|weight| [weight.middle() as f32, weight.end() as f32]);
        (counts.value(&weights) - value).abs() < 2.0
    });
    counts
}

impl Counts {
    /// Value from White's side under other weights, in centipawns.
    pub fn value(&self, weights: &[[f32; 2]]) -> f32 {
        let [middle, end] = self.counts.iter().fold([0.0; 2], |[middle, end], &(index, count)| {
            let [m, e] = weights[index as usize];
            [middle + m * f32::from(count), end + e * f32::from(count)]
        });
        self.middle * middle + self.end * end + self.rest
    }
}
