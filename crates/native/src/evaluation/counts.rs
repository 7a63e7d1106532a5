//! Feature counts of a position, for fitting the weights and for display.

use play::Term;

use super::numbers::{COUNT, ROWS};
use super::sink::{Position, Sink};
use super::weights::weight;
use super::{DRAWN, FULL_PHASE, FULL_SCALE, TEMPO, count_all, evaluate, phase, scale, taper};
use crate::evaluation::{Cache, WEIGHTS};
use board::{Color, Cpu, TaperedScore};

/// Feature counts of a position: `rest` and the weights times [`Counts::factors`] are its
/// evaluation, except for rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    /// Index of a weight, and its count for White less that for Black; never zero.
    pub counts: Vec<(u16, i8)>,
    /// Factor of the middle-game weights.
    pub middle: f64,
    /// Factor of the endgame weights.
    pub end: f64,
    /// Part independent of the weights, from White's side in centipawns.
    pub rest: f64,
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
    let counts: Vec<(u16, i8)> = tally
        .0
        .iter()
        .enumerate()
        .filter(|(_, count)| **count != 0)
        .map(|(i, &n)| (i as u16, n))
        .collect();
    let end: i32 = counts
        .iter()
        .map(|&(i, n)| WEIGHTS[i as usize].end() * i32::from(n))
        .sum();
    let phase = f64::from(phase(board)) / f64::from(FULL_PHASE);
    let scale = scale(board, end);
    let tempo = if board.turn() == Color::White {
        TEMPO
    } else {
        -TEMPO
    };
    let counts = if scale == DRAWN {
        Counts {
            counts,
            middle: 0.0,
            end: 0.0,
            rest: 0.0,
        }
    } else {
        let scale = f64::from(scale) / f64::from(FULL_SCALE);
        Counts {
            counts,
            middle: phase,
            end: (1.0 - phase) * scale,
            rest: tempo.into(),
        }
    };
    debug_assert!({
        let white = if board.turn() == Color::White { 1 } else { -1 };
        let value = f64::from(white * evaluate(board, &mut Cache::default()));
        let weight = |at: usize| {
            if at.is_multiple_of(2) {
                WEIGHTS[at / 2].middle()
            } else {
                WEIGHTS[at / 2].end()
            }
        };
        let sum: f64 = counts
            .factors()
            .map(|(at, factor)| f64::from(weight(at)) * factor)
            .sum();
        (counts.rest + sum - value).abs() < 2.0
    });
    counts
}

impl Counts {
    /// Factors of the weights, by twice the weight's index for the middle game, one more for the
    /// endgame.
    pub fn factors(&self) -> impl Iterator<Item = (usize, f64)> {
        self.counts.iter().flat_map(|&(index, count)| {
            let (at, count) = (2 * usize::from(index), f64::from(count));
            [(at, self.middle * count), (at + 1, self.end * count)]
        })
    }
}

/// Sums of both sides by term.
struct List(Vec<(&'static str, [TaperedScore; 2])>);

impl Sink for List {
    fn add(&mut self, index: usize, color: Color, count: i32) {
        let name = ROWS[ROWS.partition_point(|row| row.first <= index) - 1].id;
        let at = self
            .0
            .iter()
            .position(|(known, _)| *known == name)
            .unwrap_or_else(|| {
                self.0.push((name, [TaperedScore::ZERO; 2]));
                self.0.len() - 1
            });
        self.0[at].1[color as usize] += weight(index) * count;
    }
}

/// All terms from White's side; their totals add up to [`evaluate`].
pub fn terms<C: Cpu>(board: &Position<C>) -> Vec<Term> {
    let mut list = List(Vec::new());
    count_all(board, &mut list);
    let tapered = |score| taper(score, phase(board), FULL_SCALE);
    let mut terms: Vec<Term> = list
        .0
        .iter()
        .map(|&(name, [white, black])| Term {
            name: name.to_lowercase().replace('_', " "),
            white: Some(tapered(white)),
            black: Some(tapered(black)),
            total: tapered(white) - tapered(black),
        })
        .collect();
    let value = evaluate(board, &mut Cache::default());
    let (value, tempo) = if board.turn() == Color::White {
        (value, TEMPO)
    } else {
        (-value, -TEMPO)
    };
    let plain = |name: &str, total: i32| Term {
        name: name.to_owned(),
        white: None,
        black: None,
        total,
    };
    terms.push(plain("side to move", tempo));
    let rest = value - terms.iter().map(|term| term.total).sum::<i32>();
    terms.push(plain("endgame scaling and rounding", rest));
    terms
}
