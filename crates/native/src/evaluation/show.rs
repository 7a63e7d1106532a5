//! Evaluation terms by name.

use play::Term;

use super::numbers::ROWS;
use super::weights::weight;
use super::{Cache, FULL_SCALE, Position, Sink, TEMPO, count_all, evaluate, phase, taper};
use board::{Color, Cpu, TaperedScore};

struct List(Vec<(&'static str, [TaperedScore; 2])>);

impl Sink for List {
    fn add(&mut self, index: usize, color: Color, count: i32) {
        let name = ROWS[ROWS.partition_point(|row| row.first <= index) - 1].id;
        let at = self.0.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
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
    let (value, tempo) = if board.turn() == Color::White { (value, TEMPO) } else { (-value, -TEMPO) };
    let plain = |name: &str, total: i32| Term { name: name.to_owned(), white: None, black: None, total };
    terms.push(plain("side to move", tempo));
    let rest = value - terms.iter().map(|term| term.total).sum::<i32>();
    terms.push(plain("endgame scaling and rounding", rest));
    terms
}
