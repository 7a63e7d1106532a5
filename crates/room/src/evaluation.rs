//! The full evaluator's reports, cell by cell in its eight cycles.

use logic::Lanes;
use logic::lanes::{Address, Plane};
use machine::State;
use machine::evaluator::full::{clamp, report};
use machine::signal::SIGNALS;
use roms::full::{CYCLES, DIRECTIONS, FULL_WEIGHT, LINES, TERMS, full_slot};

use crate::event::{Evaluated, EvaluatorCycle, EvaluatorTerm, Event, Level};

/// The evaluator's four planes: registers of its own if it has some, otherwise those of the board.
fn planes(state: &State) -> [u64; 4] {
    std::array::from_fn(|bit| {
        let level = |letter: char| {
            let name = format!("{letter}{bit}");
            SIGNALS
                .iter()
                .find(|signal| signal.name == name)
                .map(|signal| (signal.read)(state))
        };
        level('e').or_else(|| level('p')).unwrap_or_default()
    })
}

/// The reports for the position on the board.
pub(crate) fn evaluated(state: &State) -> Event {
    let piece = planes(state);
    let stage = state.board.lazy.stage_class();
    let weights = &FULL_WEIGHT[usize::from(stage & 7)];
    let mut sum = 0i16;
    let cycles = (0..CYCLES).map(|cycle| {
        let address = Address(cycle as u8 | stage << 3);
        let [white, black] = report(Lanes, piece.map(Plane), address);
        let terms = (0..LINES).filter_map(|line| {
            let term = full_slot(line, cycle)?;
            // Black's squares are as Black sees the board.
            let (white, black) = (white[line].0, black[line].0.swap_bytes());
            let count = white.count_ones() as i16 - black.count_ones() as i16;
            sum = sum.wrapping_add(weights[term].wrapping_mul(count));
            Some(EvaluatorTerm {
                name: TERMS[term].name.to_owned(),
                reason: TERMS[term].reason.to_owned(),
                weight: weights[term],
                white: Level(white),
                black: Level(black),
            })
        });
        EvaluatorCycle {
            direction: DIRECTIONS[cycle],
            terms: terms.collect(),
        }
    });
    let cycles = cycles.collect();
    let value = clamp(Lanes, logic::lanes::Word(sum as u16)).0 as i16;
    Event::Evaluated(Evaluated {
        stage,
        cycles,
        sum,
        value,
    })
}
