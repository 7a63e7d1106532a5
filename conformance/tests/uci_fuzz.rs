//! Ten thousand lines of rubbish and near-rubbish: no panic, no hang.

use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

use conformance::minimax::Minimax;
use conformance::wire;
use play::Player;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

const LINES: usize = 10_000;

/// Lines to begin from: every command but `quit`. The next `go` ends a search, so none need end by itself.
const SEEDS: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "debug on",
    "debug off",
    "stop",
    "ponderhit",
    "register later",
    "d",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
    "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "go depth 2",
    "go nodes 500",
    "go movetime 1",
    "go wtime 100 btime 100 winc 1 binc 1 movestogo 3",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go mate 1",
    "go searchmoves e2e4 d2d4 depth 1",
    "go perft 2",
    "setoption name Hash value 2",
    "setoption name Clear Hash",
    "setoption name Ponder value true",
    "setoption name BookFile value a b c",
    "setoption name Threads value 2",
    "setoption name MultiPV value 3",
    "setoption name SyzygyPath value nowhere",
    "setoption name UCI_LimitStrength value true",
];

const WORDS: &[&str] = &[
    "",
    "0",
    "-1",
    "0000",
    "e2e4",
    "e7e8q",
    "99999999999999999999",
    "-9223372036854775808",
    "name",
    "value",
    "moves",
    "fen",
    "startpos",
    "infinite",
    "ponder",
    "depth",
    "nodes",
    "\u{0}",
    "♞",
    "\t",
    "NaN",
    "1e9",
    "w - -",
    "searchmoves",
    "movetime",
    "wtime",
    "mate",
    "perft",
    "go",
    "stop",
    "position",
    "\r",
    "Q@e4",
    "k7/8",
    "8/8/8",
];

fn line(random: &mut ChaCha8Rng) -> Vec<u8> {
    let seed = SEEDS.choose(random).unwrap();
    let mut words: Vec<String> = seed.split(' ').map(str::to_owned).collect();
    for _ in 0..random.random_range(0..4) {
        let at = random.random_range(0..=words.len());
        match random.random_range(0..4) {
            0 => words.insert(at, WORDS.choose(random).unwrap().to_string()),
            1 if at < words.len() => drop(words.remove(at)),
            2 if at < words.len() => words[at] = WORDS.choose(random).unwrap().to_string(),
            _ => words.shuffle(random),
        }
    }
    let mut bytes = words.join(" ").into_bytes();
    if random.random_ratio(1, 5) {
        for _ in 0..random.random_range(1..6) {
            let at = random.random_range(0..=bytes.len());
            bytes.insert(at, random.random());
        }
    }
    if random.random_ratio(1, 500) {
        bytes = bytes.repeat(1000);
    }
    // A line ends where it ends.
    bytes.retain(|&byte| byte != b'\n');
    bytes.push(b'\n');
    bytes
}

#[test]
fn rubbish_neither_panics_nor_hangs() {
    pour_rubbish(|| Box::new(Minimax::default()));
}

#[test]
fn rubbish_does_not_upset_belle() {
    pour_rubbish(|| Box::new(host::Belle::new()));
}

#[test]
fn rubbish_does_not_upset_native() {
    pour_rubbish(|| Box::new(native::Native::new()));
}

fn pour_rubbish(make: fn() -> Box<dyn Player>) {
    let mut random = ChaCha8Rng::seed_from_u64(1980);
    let (input, reader) = wire::input();
    let (writer, output) = wire::output();
    let session = thread::spawn(move || protocol::uci::run(make, reader, writer));
    for count in 1..=LINES {
        input.send(line(&mut random)).expect("the session reads on");
        if count % 100 == 0 {
            input.send(b"stop\nisready\n".to_vec()).unwrap();
            await_ready(&output);
        }
    }
    drop(input);
    session.join().expect("no panic").expect("no broken pipe");
}

fn await_ready(output: &std::sync::mpsc::Receiver<String>) {
    loop {
        match output.recv_timeout(Duration::from_secs(30)) {
            Ok(line) if line == "readyok" => return,
            Ok(line) => assert!(!line.contains("the player failed"), "{line}"),
            Err(RecvTimeoutError::Timeout) => panic!("no answer: a hang"),
            Err(RecvTimeoutError::Disconnected) => panic!("the session ended"),
        }
    }
}
