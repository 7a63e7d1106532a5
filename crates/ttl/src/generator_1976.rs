//! A move generator of the kind of 1976, to hold against its 25 chips.
//!
//! ```text
//!            +------------------------------+
//!            v                              |
//!  from counter --> base --> adder --> address --> board memory --> test PROM --> move
//!                    ^         ^           (64 x 4)
//!  square reached ---+         |
//!  piece, offset counter --> offset PROMs
//! ```
//!
//! In each cycle it looks at one square. It counts the from-squares until it meets one of the
//! mover's pieces; then it counts that piece's offsets, adds each to the square, and tests what
//! stands there. A slider goes on from the square reached. Squares are numbered so that a step over
//! the edge sets a bit of its own.
//!
//! Second-hand (F005): a six-bit from register that looks for own men, an offset that is added, a
//! test of the square reached. Decided: all else. Double steps, castling, promotion and en passant
//! are left to the software, which also puts the pieces into the memory and reads the moves, over a
//! general-purpose interface of the computer that is not counted.

use std::rc::Rc;

use crate::board::{Board, HIGH, LOW, Net};
use crate::cells::Program;
use crate::move_generator::{DIRECTIONS, KNIGHT_JUMPS};
use crate::parts::part_for;

const PAWN: usize = 1;
const KNIGHT: usize = 2;
const BISHOP: usize = 3;
const ROOK: usize = 4;
const QUEEN: usize = 5;
const KING: usize = 6;

/// One step of a piece.
#[derive(Clone, Copy)]
struct Step {
    files: i32,
    ranks: i32,
    slides: bool,
    /// Only to an empty square.
    moves_only: bool,
    /// Only to an enemy's.
    captures_only: bool,
}

/// The steps of a piece register's code. A code that is no piece has none.
fn steps(piece: usize) -> Vec<Step> {
    let ahead = if piece & 8 == 0 { 1 } else { -1 };
    let each = |steps: &[(i32, i32)], slides: bool| -> Vec<Step> {
        let step = |&(files, ranks): &(i32, i32)| Step {
            files,
            ranks,
            slides,
            moves_only: false,
            captures_only: false,
        };
        steps.iter().map(step).collect()
    };
    let (straight, diagonal) = DIRECTIONS.split_at(4);
    match piece & 7 {
        PAWN => {
            let mut steps = each(&[(0, ahead), (-1, ahead), (1, ahead)], false);
            steps[0].moves_only = true;
            steps[1].captures_only = true;
            steps[2].captures_only = true;
            steps
        }
        KNIGHT => each(&KNIGHT_JUMPS, false),
        BISHOP => each(diagonal, true),
        ROOK => each(straight, true),
        QUEEN => each(&DIRECTIONS, true),
        KING => each(&DIRECTIONS, false),
        _ => Vec::new(),
    }
}

/// The step that the piece (lower four bits of the address) and the offset counter (upper four)
/// name.
fn step(address: usize) -> Option<Step> {
    steps(address & 15).get(address >> 4).copied()
}

/// The offset PROM: files in the lower four bits, ranks in the upper, as one number.
fn offsets() -> Program {
    let word = |address| match step(address) {
        Some(step) => (16 * step.ranks + step.files) as u8,
        None => 0,
    };
    Program::Words((0..256).map(word).collect())
}

/// The PROM of flags: slides, moves only, captures only, last.
fn flags() -> Program {
    let word = |address: usize| {
        let last = address >> 4 >= steps(address & 15).len().saturating_sub(1);
        let Some(step) = step(address) else { return 8 };
        u8::from(step.slides)
            | u8::from(step.moves_only) << 1
            | u8::from(step.captures_only) << 2
            | u8::from(last) << 3
    };
    Program::Words((0..256).map(word).collect())
}

/// The test PROM. Inputs: the kind on the square, whether its color is the mover's, two bits that
/// say it is off the board, moves only, captures only. Outputs: a move, an empty square to go on
/// from, one of the mover's pieces.
fn tests() -> Program {
    let word = |address: usize| {
        let bit = |place: usize| address >> place & 1 != 0;
        let (empty, own) = (address & 7 == 0, bit(3));
        let on_board = !bit(4) && !bit(5);
        let (moves_only, captures_only) = (bit(6), bit(7));
        let is_move = if empty {
            !captures_only
        } else {
            !own && !moves_only
        };
        u8::from(on_board && is_move)
            | u8::from(on_board && empty) << 1
            | u8::from(!empty && own && (PAWN..=KING).contains(&(address & 7))) << 2
    };
    Program::Words((0..256).map(word).collect())
}

/// The generator.
pub fn generator() -> Board {
    let mut board = Board::default();
    board.enter("generator of 1976");
    let clock = board.input("clock", 1)[0];
    let white = board.input("white_to_move", 1)[0];
    // What is stored: counters, latches, the board.
    let from = board.input("from", 6);
    let offset = board.input("offset", 4);
    let mover = board.input("mover", 4);
    let reached = board.input("reached", 6);
    let sliding = board.input("sliding", 1)[0];
    let testing = board.input("testing", 1)[0];
    let square = board.input("piece", 4);

    let address: Vec<Net> = mover.iter().chain(&offset).copied().collect();
    let step = board.programmed("rom256x8", "step", &address, &Rc::new(offsets()));
    let flag = board.programmed("rom256x8", "flag", &address, &Rc::new(flags()));
    let [slides, moves_only, captures_only, last] = [flag[0], flag[1], flag[2], flag[3]];

    // The base, and the square reached: four bits for the file, four for the rank.
    let mut base = Vec::new();
    for bit in 0..6 {
        base.push(board.gate("mux2", "base", &[sliding, from[bit], reached[bit]]));
    }
    let file = [
        LOW, base[0], base[1], base[2], LOW, step[0], step[1], step[2], step[3],
    ];
    let file = board.section("add4", "file", &file);
    let rank = [
        file[4], base[3], base[4], base[5], LOW, step[4], step[5], step[6], step[7],
    ];
    let rank = board.section("add4", "rank", &rank);
    let sum = [file[0], file[1], file[2], rank[0], rank[1], rank[2]];

    // The memory shows the from-square, then the squares reached.
    let mut memory = Vec::new();
    for bit in 0..6 {
        memory.push(board.gate("mux2", "memory", &[testing, from[bit], sum[bit]]));
    }
    board.drive(part_for("ram64x9"), memory.clone(), square.clone());
    let own = board.gate("xor2", "own", &[square[3], white]);
    let test = [
        square[0],
        square[1],
        square[2],
        own,
        file[3],
        rank[3],
        moves_only,
        captures_only,
    ];
    let test = board.programmed("rom256x8", "test", &test, &Rc::new(tests()));
    let [is_move, open, own_piece] = [test[0], test[1], test[2]];

    // Control.
    let stays = board.gate("nand2", "ends", &[open, slides]);
    let goes_on = board.gate("not", "goes_on", &[stays]);
    let leaves = board.gate("and3", "leaves", &[testing, stays, last]);
    let looks = board.gate("not", "looks", &[testing]);
    let meets = board.gate("nand2", "meets", &[looks, own_piece]);
    let passes = board.gate("and2", "passes", &[looks, meets]);
    let next_from = board.gate("or2", "next_from", &[passes, leaves]);
    let kept = board.gate("nand2", "kept", &[stays, last]);
    let tests_on = board.gate("nand2", "tests_on", &[testing, kept]);
    let testing_next = board.gate("nand2", "testing_next", &[meets, tests_on]);
    let sliding_next = board.gate("and2", "sliding_next", &[testing, goes_on]);
    let next_offset = board.gate("and2", "next_offset", &[testing, stays]);
    let found = board.gate("and2", "move", &[testing, is_move]);

    // Counters and latches.
    let counter = part_for("ctr4");
    let carry = board.net("carry");
    let low = [from[0], from[1], from[2], from[3], carry];
    board.drive(counter, vec![clock, HIGH, next_from], low.to_vec());
    let unused = [board.net("from6"), board.net("from7"), board.net("end")];
    let high = [from[4], from[5], unused[0], unused[1], unused[2]];
    board.drive(counter, vec![clock, HIGH, carry], high.to_vec());
    let end = board.net("offset_end");
    let outputs = [offset[0], offset[1], offset[2], offset[3], end];
    board.drive(counter, vec![clock, testing, next_offset], outputs.to_vec());
    for bit in 0..4 {
        board.drive(
            part_for("rege"),
            vec![clock, testing, square[bit]],
            vec![mover[bit]],
        );
    }
    let mut register = |next, now| board.drive(part_for("reg"), vec![clock, next], vec![now]);
    for (&next, &now) in sum.iter().zip(&reached) {
        register(next, now);
    }
    register(sliding_next, sliding);
    register(testing_next, testing);

    // The computer reads both squares, whether they are a move, and whether there are more.
    let read: Vec<Net> = from.iter().chain(&sum).chain([&found]).copied().collect();
    for net in &read {
        board.gate("buf", "read", &[*net]);
    }
    board.output("memory", memory);
    board.output("to", sum.to_vec());
    board.output("move", vec![found]);
    board.output("next_from", vec![next_from]);
    board.output("next_offset", vec![next_offset]);
    board.output("sliding_next", vec![sliding_next]);
    board.output("testing_next", vec![testing_next]);
    board
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use logic::netlist::Simulation;

    use super::*;
    use crate::board::count;

    /// The moves by the rules, each from and to, without double steps.
    fn expected(board: &[usize; 64], white: bool) -> BTreeSet<(usize, usize)> {
        let mut moves = BTreeSet::new();
        let own = |piece: usize| piece & 7 != 0 && (piece & 8 == 0) == white;
        for from in (0..64).filter(|&from| own(board[from])) {
            for step in steps(board[from]) {
                let (mut file, mut rank) = ((from % 8) as i32, (from / 8) as i32);
                loop {
                    (file, rank) = (file + step.files, rank + step.ranks);
                    if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                        break;
                    }
                    let to = (8 * rank + file) as usize;
                    let empty = board[to] & 7 == 0;
                    let allowed = if empty {
                        !step.captures_only
                    } else {
                        !own(board[to]) && !step.moves_only
                    };
                    if allowed {
                        moves.insert((from, to));
                    }
                    if !empty || !step.slides {
                        break;
                    }
                }
            }
        }
        moves
    }

    /// The moves that the packages find, clock by clock.
    fn found(
        simulation: &mut Simulation,
        board: &[usize; 64],
        white: bool,
    ) -> BTreeSet<(usize, usize)> {
        let mut moves = BTreeSet::new();
        let (mut from, mut offset, mut mover, mut reached) = (0, 0, 0, 0);
        let (mut sliding, mut testing) = (0, 0);
        while from < 64 {
            for (name, value) in [
                ("white_to_move", u64::from(white)),
                ("from", from as u64),
                ("offset", offset),
                ("mover", mover as u64),
                ("reached", reached),
                ("sliding", sliding),
                ("testing", testing),
            ] {
                simulation.set(name, 0, value);
            }
            // The memory is addressed first, then answers.
            simulation.settle();
            let piece = board[simulation.get("memory", 0) as usize];
            simulation.set("piece", 0, piece as u64);
            simulation.settle();
            let get = |name: &str| simulation.get(name, 0);
            if get("move") != 0 {
                moves.insert((from, get("to") as usize));
            }
            if testing == 0 {
                mover = piece;
                offset = 0;
            } else {
                offset += get("next_offset");
            }
            from += get("next_from") as usize;
            reached = get("to");
            sliding = get("sliding_next");
            testing = get("testing_next");
        }
        moves
    }

    #[test]
    fn generator_finds_the_moves_of_random_boards() {
        let mut simulation = Simulation::new(&generator().gates());
        let mut random = 1_u64;
        for number in 0..100 {
            let mut board = [0; 64];
            for square in &mut board {
                random = random
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let piece = (random >> 40) as usize;
                // A third of the squares, kinds 1 to 6 of both colors.
                if piece.is_multiple_of(3) {
                    *square = ((piece >> 8) % 6 + 1) | ((piece >> 4 & 1) << 3);
                }
            }
            for white in [true, false] {
                let moves = found(&mut simulation, &board, white);
                assert_eq!(moves, expected(&board, white), "board {number}");
                assert!(!moves.is_empty());
            }
        }
    }

    #[test]
    fn generator_takes_no_more_than_25_packages() {
        let packages = generator().packages();
        assert!(
            count(&packages).packages <= 25,
            "{}",
            count(&packages).packages
        );
    }
}
