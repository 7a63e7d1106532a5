//! Lines that no chess program would send, and some that it would: for protocols that must stand them all.

use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// Lines of UCI to begin from: every command but `quit`. The next `go` ends a search, so none need end by itself.
pub const UCI: &[&str] = &[
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
    "setoption name Player value atlas",
    "setoption name Player value belle",
    "setoption name MultiPV value 3",
    "setoption name UCI_AnalyseMode value true",
    "setoption name Threads value 2",
    "setoption name Threads value 5",
    "setoption name Threads value 1",
    "setoption name SyzygyPath value nowhere",
    "setoption name UCI_LimitStrength value true",
    "setoption name Player value native",
];

/// Lines of xboard's protocol to begin from: every command but `quit`, and no time that a test could not wait for.
pub const XBOARD: &[&str] = &[
    "xboard",
    "protover 2",
    "accepted debug",
    "rejected san",
    "new",
    "new",
    "variant normal",
    "force",
    "go",
    "go",
    "playother",
    "white",
    "black",
    "level 40 0:01 0",
    "st 0.01",
    "sd 2",
    "time 100",
    "otim 100",
    "usermove e2e4",
    "usermove g8f6",
    "e7e5",
    "Nf3",
    "?",
    "ping 7",
    "draw",
    "result 1/2-1/2 {by agreement}",
    "setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "setboard 8/P6k/8/8/8/8/8/K7 w - - 0 1",
    "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "edit",
    ".",
    ".",
    ".",
    ".",
    ".",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    "exclude all",
    "include e2e4",
    "memory 2",
    "cores 2",
    "egtpath syzygy a b",
    "option Clear Hash",
    "option Resign=0",
    "option BookFile=a b c",
    "option Player=atlas",
    "option Player=belle",
    "option Player=native",
    "option MultiPV=3",
    "random",
    "computer",
    "name a b",
    "rating 2100 2200",
    "ics -",
];

/// Words of both protocols, and of neither.
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

/// A line of `seeds`, left as it is or changed: words moved, lost, doubled; bytes thrown in; a thousand times itself.
pub fn line(seeds: &[&str], random: &mut ChaCha8Rng) -> Vec<u8> {
    let seed = seeds.choose(random).unwrap();
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
