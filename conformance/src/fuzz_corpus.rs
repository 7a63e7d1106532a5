//! Seeds and mutations for fuzzing the protocols: valid lines and malformed ones.

use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// Seed lines of UCI: every command but `quit`. A `go` ends the search before it.
pub const UCI: &str = include_str!("../../suites/fuzz/uci.txt");
/// Seed lines of xboard's protocol: every command but `quit`, with short times.
pub const XBOARD: &str = include_str!("../../suites/fuzz/xboard.txt");

/// Words to insert, of both protocols and of neither, separated by `|`.
const WORDS: &str = "|0|-1|0000|e2e4|e7e8q|99999999999999999999|-9223372036854775808|name|value|moves|fen|startpos|\
    infinite|ponder|depth|nodes|\u{0}|♞|\t|NaN|1e9|w - -|searchmoves|movetime|wtime|mate|perft|go|stop|\
    position|\r|Q@e4|k7/8|8/8/8";

/// A seed line, unchanged or with words moved, lost or added, bytes inserted, or repeated a
/// thousand times.
pub fn line(seeds: &str, random: &mut ChaCha8Rng) -> Vec<u8> {
    let seed = seeds.lines().choose(random).unwrap();
    let mut words: Vec<String> = seed.split(' ').map(str::to_owned).collect();
    let word = |random: &mut ChaCha8Rng| WORDS.split('|').choose(random).unwrap().to_owned();
    for _ in 0..random.random_range(0..4) {
        let at = random.random_range(0..=words.len());
        match random.random_range(0..4) {
            0 => words.insert(at, word(random)),
            1 if at < words.len() => drop(words.remove(at)),
            2 if at < words.len() => words[at] = word(random),
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
    // One line only.
    bytes.retain(|&byte| byte != b'\n');
    bytes.push(b'\n');
    bytes
}
