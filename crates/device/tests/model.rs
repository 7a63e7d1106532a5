//! The board's Verilog in Verilator, with its serial line on a pseudo terminal: the host searches
//! over it as it does with the simulated machine.

use std::path::Path;
use std::time::{Duration, Instant};

use conformance::model::{Model, ModelFolder};
use device::{SerialLine, SerialPort};
use host::{Link, Port, Searcher, iterations};
use machine::rtl::port::{DEEPEST, DRAW, VALUE};
use machine::rtl::serial;
use play::Game;

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
/// A model on a busy computer takes its time, but not for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// A model with its line in a folder of its own.
struct Board {
    folder: tempfile::TempDir,
    model: Option<Model>,
}

impl Board {
    fn plugged_in() -> Board {
        let folder = tempfile::tempdir().expect("a folder");
        let built = ModelFolder::build(Path::new(env!("CARGO_TARGET_TMPDIR")));
        let model = Model::start(&built, built.path(), &folder.path().join("board"));
        Board {
            folder,
            model: Some(model),
        }
    }

    fn line(&self) -> String {
        let line = self.folder.path().join("board");
        line.to_str().expect("a plain name").to_owned()
    }

    fn link(&self) -> Link<SerialPort> {
        let line = SerialLine::open(&self.line().parse().unwrap()).expect("a line");
        let port = SerialPort::new(line).expect("Belle answers");
        Link::over(port).expect("the same microcode")
    }
}

#[test]
fn search_over_the_line_is_that_of_the_simulated_machine() {
    let model = Board::plugged_in();
    let mut board = device::connect(&model.line()).expect("Belle answers");
    let game = Game::from_fen(ITALIAN).unwrap();
    assert_eq!(
        iterations(&mut *board, &game, 2),
        iterations(&mut Link::new(), &game, 2)
    );
    // Nobody else may have the line meanwhile.
    let second = device::connect(&model.line()).err().expect("it is in use");
    assert!(second.to_string().contains("another program"), "{second}");

    // A stop is answered at once, and what follows is as on a fresh machine.
    board.load(game.position());
    let first = board.root_moves(game.position())[0];
    let begun = Instant::now();
    let value = board.search_move(&first, 20, -30_000, 30_000, &mut |_| {
        if begun.elapsed() < Duration::from_millis(500) {
            return Some(50_000);
        }
        None
    });
    assert_eq!(value, None);
    assert!(board.counters().nodes > 0);
    board.clear_memory();
    assert_eq!(
        iterations(&mut *board, &game, 1),
        iterations(&mut Link::new(), &game, 1)
    );
}

/// An iteration asks for its first move, for all the others, and for what its line is read from: a
/// question a ply.
#[test]
fn iteration_without_a_better_move_is_three_trips() {
    let model = Board::plugged_in();
    let mut board = model.link();
    let game = Game::from_fen(ITALIAN).unwrap();
    let mut trips_of = |depth: u8| {
        let before = board.port.trips();
        board.clear_memory();
        let found = iterations(&mut board, &game, depth);
        (board.port.trips() - before, found)
    };
    // The first search asks once more, for what the line knows from then on.
    trips_of(1);
    let (one, _) = trips_of(1);
    let (two, found) = trips_of(2);
    println!("one ply {one} trips, two plies {two}");
    assert_eq!(
        found[0].best, found[1].best,
        "no move is better one ply deeper"
    );
    assert_eq!(two - one, 3);
}

/// Sends commands of the line, and returns the data of its first answer, which must be that of the
/// last command.
fn answer(line: &mut SerialLine, commands: &[u8]) -> u16 {
    line.send(commands, PATIENCE).expect("the line takes them");
    let end = Instant::now() + PATIENCE;
    let mut byte = || line.receive(end).expect("a line").expect("an answer");
    assert_eq!(Some(&byte()), commands.last());
    u16::from_le_bytes([byte(), byte()])
}

#[test]
fn unless_drops_up_to_its_end_if_the_value_exceeds_the_limit() {
    let model = Board::plugged_in();
    let mut board = model.link();
    let game = Game::from_fen(ITALIAN).unwrap();
    iterations(&mut board, &game, 1);
    let value = board.port.read(VALUE.number) as i16;
    drop(board);

    let mut line = SerialLine::open(&model.line().parse().unwrap()).expect("a line");
    let write = |register: u8, data: i16| {
        let [low, high] = data.to_le_bytes();
        [serial::WRITE.code | register, low, high]
    };
    let unless = |limit: i16| {
        let [low, high] = limit.to_le_bytes();
        [serial::UNLESS.code, low, high]
    };
    let read = |register: u8| [serial::READ.code | register];
    for (limit, written) in [
        (value - 1, false),
        (value, true),
        (value + 1, true),
        // The comparison is one of signed numbers.
        (i16::MIN, false),
        (i16::MAX, true),
    ] {
        let commands = [
            &write(DRAW.number, 0)[..],
            &unless(limit),
            // What is dropped has data that look like commands, and an answer that never comes.
            &write(
                DRAW.number,
                i16::from_le_bytes([serial::END.code, serial::MARK.code]),
            ),
            &read(DEEPEST.number),
            &[serial::END.code],
            &read(DRAW.number),
        ];
        let commands = commands.concat();
        if written {
            line.send(&commands[..commands.len() - 2], PATIENCE)
                .unwrap();
            let end = Instant::now() + PATIENCE;
            for _ in 0..3 {
                line.receive(end)
                    .unwrap()
                    .expect("the answer that is not dropped");
            }
            let expected = u16::from_le_bytes([serial::END.code, serial::MARK.code]);
            assert_eq!(answer(&mut line, &commands[commands.len() - 2..]), expected);
        } else {
            assert_eq!(answer(&mut line, &commands), 0, "{limit}, value {value}");
        }
    }
}

#[test]
fn search_of_a_board_that_goes_away_ends_with_a_reason() {
    let mut model = Board::plugged_in();
    let line = model.line();
    let mut board = device::connect(&line).expect("Belle answers");
    let game = Game::from_fen(ITALIAN).unwrap();
    board.load(game.position());
    let moves = board.root_moves(game.position());
    assert_eq!(board.failure(), None);
    let first = moves[0];
    let value = board.search_move(&first, 20, -30_000, 30_000, &mut |_| {
        model.model = None;
        Some(50_000)
    });
    assert_eq!(value, None);
    let why = board.failure().expect("it is gone").to_owned();
    assert!(why.contains(&line) && why.contains("gone"), "{why}");
    assert!(
        board.root_moves(game.position()).is_empty(),
        "nothing hangs"
    );
}
