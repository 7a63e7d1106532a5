//! The full evaluator's reports, cell by cell in its eight cycles.

use logic::Lanes;
use logic::lanes::{Address, Plane};
use machine::State;
use machine::clock::PIPELINE_CYCLES;
use machine::evaluator::full::{clamp, report};
use roms::full::{DIRECTIONS, FULL_WEIGHT, LINES, TERMS, full_slot};

use crate::event::{EvaluatorCycle, EvaluatorReport, EvaluatorTerm, Event, Level};

/// The reports for the position on the board.
pub(crate) fn evaluated(state: &State) -> Event {
    let piece = state.board.full;
    let stage = state.board.lazy.stage_class();
    let weights = &FULL_WEIGHT[usize::from(stage & 7)];
    let mut sum = 0i16;
    let mut cycles = Vec::new();
    for (cycle, &direction) in DIRECTIONS.iter().enumerate() {
        let address = Address(cycle as u8 | stage << 3);
        let [white, black] = report(Lanes, piece.map(Plane), address);
        let mut terms = Vec::new();
        for line in 0..LINES {
            let Some(term) = full_slot(line, cycle) else {
                continue;
            };
            // Black's squares are as Black sees the board.
            let (white, black) = (white[line].0, black[line].0.swap_bytes());
            let count = white.count_ones() as i16 - black.count_ones() as i16;
            sum = sum.wrapping_add(weights[term].wrapping_mul(count));
            terms.push(EvaluatorTerm {
                name: TERMS[term].name.to_owned(),
                reason: TERMS[term].reason.to_owned(),
                weight: weights[term],
                white: Level(white),
                black: Level(black),
            });
        }
        cycles.push(EvaluatorCycle { direction, terms });
    }
    let value = clamp(Lanes, logic::lanes::Word(sum as u16)).0 as i16;
    Event::Evaluated(EvaluatorReport {
        stage,
        cycles,
        pipeline: PIPELINE_CYCLES,
        sum,
        value,
    })
}

#[cfg(test)]
mod tests {
    use machine::evaluator::full::full_terms;

    use super::evaluated;
    use crate::command::{Command, RootDriver};
    use crate::event::{EvaluatorTerm, Event, Level};
    use crate::room::Room;

    const MIDDLEGAME: &str =
        "r2q1rk1/1ppnbppp/p2p1n2/4p3/2B1P1b1/2NP1N1P/PPP2PP1/R1BQ1RK1 w - - 0 9";

    #[test]
    fn evaluator_cells_sum_to_the_full_terms() {
        let mut room = Room::new();
        room.command(Command::Position {
            fen: Some(MIDDLEGAME.to_owned()),
            moves: Vec::new(),
        });
        room.command(Command::Think {
            depth: 3,
            root: RootDriver::Host,
        });
        for _ in 0..30 {
            room.command(Command::Run {
                cycles: 3_001,
                until: Vec::new(),
                stops: Vec::new(),
            });
            let state = room.link.state();
            let Event::Evaluated(found) = evaluated(state) else {
                panic!("no evaluation")
            };
            assert_eq!(found.cycles.len(), 8);
            let all: Vec<&EvaluatorTerm> =
                found.cycles.iter().flat_map(|cycle| &cycle.terms).collect();
            let mut sum = 0;
            for term in full_terms(state.board.full, state.board.lazy.stage_class()) {
                let mut counts = [0, 0];
                for cells in all.iter().filter(|cells| cells.name == term.name) {
                    let reports = |Level(squares): Level| squares.count_ones() as i16;
                    counts[0] += reports(cells.white);
                    counts[1] += reports(cells.black);
                    assert_eq!(cells.weight, term.weight);
                }
                assert_eq!(counts, term.count, "{}", term.name);
                sum += term.weight * (term.count[0] - term.count[1]);
            }
            assert_eq!(found.sum, sum);
        }
    }
}
