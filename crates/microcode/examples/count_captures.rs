//! A microprogram of your own on Belle's boards: seven words that count the captures of a position.
//!
//! They are the machine's own way through the moves of a position. FIND VICTIM names the most
//! valuable piece that can be taken, FIND AGGRESSOR the least valuable piece that takes it. A
//! square that is disabled does not answer again.
//!
//! ```sh
//! cargo run --release -p microcode --example count_captures
//! ```

use machine::{Machine, probe::Silent};
use microcode::{Embedded, Program, assemble, listing};
use roms::Kind;

const SOURCE: &str = "
.entry start
start:      disable clear, frame.count <- zero
            disable empties, find victim, if none goto done
victim:     find aggressor, if none goto next
capture:    frame.count <- frame.count + 1
            disable from, find aggressor, unless none goto capture
next:       disable close, find victim, unless none goto victim
done:       acc <- frame.count, halt
";
/// Squares with their pieces. Squares are numbered a1 = 0, b1 = 1 ... h8 = 63: these are d1, c3, d5
/// and h5.
const PIECES: [(u8, u8); 4] = [
    (3, Kind::Queen.white()),
    (18, Kind::Knight.white()),
    (35, Kind::Rook.black()),
    (39, Kind::Pawn.black()),
];

/// The machine after the program has halted.
fn run(program: &Program) -> Machine {
    let mut machine = Machine::new(&program.words).expect("an assembled word has a meaning");
    for (square, piece) in PIECES {
        machine.state.board.write(square, piece);
    }
    machine.state.white_to_move = true;
    machine.start(program.address("start").expect("the program's entry"));
    let has_halted = machine.run(1_000, &mut Silent);
    assert!(has_halted, "the program runs on after 1,000 cycles");
    machine
}

fn main() {
    let program = assemble("count_captures.mc", SOURCE, &Embedded(&[])).expect("no errors");
    println!("{}", listing(&program));
    let state = run(&program).state;
    println!(
        "White has {} captures; found in {} cycles of the machine.",
        state.acc, state.cycles
    );
}

#[test]
fn captures_of_queen_and_knight_are_three() {
    let program = assemble("count_captures.mc", SOURCE, &Embedded(&[])).expect("no errors");
    assert_eq!(run(&program).state.acc, 3);
}
