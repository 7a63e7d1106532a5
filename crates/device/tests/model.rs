//! The board's Verilog in Verilator, with its serial line on a pseudo terminal: the host searches over it as it does with
//! the simulated machine.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use host::{Candidate, Counters, Deepening, Link, Root, Searcher, principal_variation, unlimited};
use machine::rtl::boards::{self, BOARDS};
use microcode::programs;
use play::Game;
use shakmaty::Move;

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

/// Writes the folder of the board `sim` and builds its model; the folder. What is there already is not built again.
fn build() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("belle-model");
    fs::create_dir_all(&folder).expect("a folder for the model");
    let lock = File::create(folder.join("lock")).expect("a file to lock");
    lock.lock().expect("the others build in their turn");
    let program = programs::search().expect("search.mc assembles");
    let mut entries = Vec::new();
    for name in &program.entries {
        entries.push((name.as_str(), program.address(name).expect("a label")));
    }
    let sim = BOARDS
        .iter()
        .find(|board| board.name == "sim")
        .expect("sim");
    for (name, text) in boards::files(sim, &program.words, &entries) {
        let path = folder.join(name);
        if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            fs::write(&path, text).expect("the folder is written");
        }
    }
    let output = Command::new("make")
        .args(["obj_dir/belle_model", "lint"])
        .current_dir(&folder)
        .output()
        .expect("make is installed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "make: {errors}");
    assert!(!errors.contains("%Warning"), "verilator: {errors}");
    folder
}

/// A running model. It is killed when it is dropped.
struct Model {
    child: Child,
    line: String,
}

impl Model {
    fn start(folder: &Path) -> Model {
        let mut child = Command::new(folder.join("obj_dir/belle_model"))
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the model starts");
        let mut told = String::new();
        let out = child.stdout.as_mut().expect("piped");
        BufReader::new(out)
            .read_line(&mut told)
            .expect("it tells its line");
        let line = told.trim().rsplit(' ').next().expect("a name").to_owned();
        Model { child, line }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

/// Best move, value, line and counters of each iteration.
fn search(
    link: &mut dyn Searcher,
    game: &Game,
    depth: u8,
) -> Vec<(Move, i16, Vec<Move>, Counters)> {
    let position = game.position();
    link.clear_counters();
    link.set_draw(0);
    link.load(position);
    let candidates = Candidate::of_game(game, link.root_moves(position), 0);
    link.mark_open(game.recurring());
    let mut deepening = Deepening::new(Root::new(position, candidates), depth);
    let mut found = Vec::new();
    while let Some(ask) = deepening.ask() {
        let value = match ask.known {
            Some(value) => value,
            None => link
                .search_move(
                    &ask.root_move,
                    ask.below,
                    ask.alpha,
                    ask.beta,
                    &mut unlimited,
                )
                .expect("nothing stops it"),
        };
        deepening.answer(value);
        if deepening.is_complete() {
            let (best, value) = (deepening.best().root_move.chess, deepening.score().value());
            let counters = link.counters();
            let entries = &mut |keys: &[_]| link.entries(keys);
            let line =
                principal_variation(entries, position, best, value, deepening.depth().into());
            found.push((best, value, line, counters));
        }
    }
    found
}

#[test]
fn search_over_the_line_is_that_of_the_simulated_machine() {
    let model = Model::start(&build());
    let mut board = device::connect(&model.line).expect("Belle answers");
    let game = Game::from_fen(ITALIAN).unwrap();
    assert_eq!(
        search(&mut *board, &game, 2),
        search(&mut Link::new(), &game, 2)
    );
    // Nobody else may have the line meanwhile.
    let second = device::connect(&model.line).err().expect("it is in use");
    assert!(second.to_string().contains("another program"), "{second}");

    // A stop is answered at once, and what follows is as on a fresh machine.
    board.load(game.position());
    let first = board.root_moves(game.position())[0];
    let mut stopped = None;
    let begun = Instant::now();
    let value = board.search_move(&first, 20, -30_000, 30_000, &mut |_| {
        if begun.elapsed() < Duration::from_millis(500) {
            return Some(50_000);
        }
        stopped = Some(Instant::now());
        None
    });
    let took = stopped.expect("it is stopped").elapsed();
    assert_eq!(value, None);
    println!("the stop took {took:?}");
    assert!(board.counters().nodes > 0);
    board.clear_memory();
    assert_eq!(
        search(&mut *board, &game, 1),
        search(&mut Link::new(), &game, 1)
    );
}

#[test]
fn search_of_a_board_that_goes_away_ends_with_a_reason() {
    let folder = build();
    let model = Model::start(&folder);
    let mut board = device::connect(&model.line).expect("Belle answers");
    let line = model.line.clone();
    let game = Game::from_fen(ITALIAN).unwrap();
    board.load(game.position());
    let first = board.root_moves(game.position())[0];
    let mut model = Some(model);
    let value = board.search_move(&first, 20, -30_000, 30_000, &mut |_| {
        model = None;
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
