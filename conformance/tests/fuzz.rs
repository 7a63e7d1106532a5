//! Ten thousand lines of rubbish and near-rubbish in each protocol: no panic, no hang, no memory that grows (from their half on).
//!
//! `cargo xtask fuzz` does the same for as long as one likes; it sets the variables read here. A run that
//! ends before it has poured half as many lines compares no memory, and says so.

#[path = "common/players.rs"]
mod players;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use conformance::minimax::Minimax;
use conformance::{rubbish, wire};
use play::PlayerList;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// Lines, when no time is set.
const LINES: usize = 10_000;

/// Lines between two moments when the session must say that it lives.
const BREATH: usize = 100;

/// MiB by which resident memory may grow once it has been warmed up: what queues and buffers hold at their fullest.
/// (`BELLE_FUZZ_GROWTH` sets another, for a memory checker that keeps what is freed.)
const GROWTH: usize = 64;

/// A protocol's server, on the ends of a wire.
type Run = fn(PlayerList, io::BufReader<wire::Input>, wire::Output) -> io::Result<()>;

/// What a session must answer, and how that is asked for: whatever it is at, a few lines bring it there.
struct Breath {
    ask: &'static str,
    answer: &'static str,
}

/// An option is set when all that was asked for before is done; rubbish asks for no such option.
const UCI: Breath =
    Breath { ask: "stop\nsetoption name Breath 1980\n", answer: "info string no option named 'Breath 1980'" };
const XBOARD: Breath = Breath { ask: ".\nforce\nst 0.01\nping 1980\n", answer: "pong 1980" };

#[test]
fn rubbish_neither_panics_nor_hangs_under_uci() {
    pour(protocol::uci::run, rubbish::UCI, UCI, minimax);
}

#[test]
fn rubbish_neither_panics_nor_hangs_under_xboard() {
    pour(protocol::xboard::run, rubbish::XBOARD, XBOARD, minimax);
}

#[test]
fn rubbish_does_not_upset_the_players_under_uci() {
    pour(protocol::uci::run, rubbish::UCI, UCI, all_players);
}

#[test]
fn rubbish_does_not_upset_the_players_under_xboard() {
    pour(protocol::xboard::run, rubbish::XBOARD, XBOARD, all_players);
}

#[test]
fn rubbish_does_not_upset_native_under_uci() {
    pour(protocol::uci::run, rubbish::UCI, UCI, native);
}

#[test]
fn rubbish_does_not_upset_native_under_xboard() {
    pour(protocol::xboard::run, rubbish::XBOARD, XBOARD, native);
}

fn native() -> PlayerList {
    PlayerList::single(|| Box::new(native::Native::new()))
}

fn minimax() -> PlayerList {
    PlayerList::single(|| Box::new(Minimax::default()))
}

fn all_players() -> PlayerList {
    players::all(Vec::new())
}

fn pour(run: Run, seeds: &[&str], breath: Breath, make: fn() -> PlayerList) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("BELLE_FUZZ_SEED").unwrap_or(1980);
    let growth = number("BELLE_FUZZ_GROWTH").map_or(GROWTH, |mebibytes| mebibytes as usize) << 20;
    let ends = number("BELLE_FUZZ_SECONDS").map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (input, reader) = wire::input();
    let (writer, output) = wire::output();
    let session = thread::spawn(move || run(make(), reader, writer));
    let mut warm = None;
    let mut count = 0;
    while ends.map_or(count < LINES, |ends| Instant::now() < ends) {
        for _ in 0..BREATH {
            input.send(rubbish::line(seeds, &mut random)).expect("the session reads on");
        }
        count += BREATH;
        input.send(breath.ask.as_bytes().to_vec()).unwrap();
        await_answer(&output, breath.answer);
        if count == LINES / 2 {
            warm = resident();
        }
    }
    match (warm, resident()) {
        (Some(before), Some(after)) => {
            println!("{count} lines, resident memory {} then {} MiB", before >> 20, after >> 20);
            assert!(after < before + growth, "resident memory grew from {before} to {after} bytes");
        }
        _ => println!("{count} lines, resident memory not compared"),
    }
    drop(input);
    session.join().expect("no panic").expect("no broken pipe");
}

fn await_answer(output: &Receiver<String>, answer: &str) {
    loop {
        match output.recv_timeout(Duration::from_secs(30)) {
            Ok(line) if line == answer => return,
            Ok(line) => assert!(!line.contains("the player failed"), "{line}"),
            Err(RecvTimeoutError::Timeout) => panic!("no answer: a hang"),
            Err(RecvTimeoutError::Disconnected) => panic!("the session ended"),
        }
    }
}

/// Bytes of this process in memory, where the system tells.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}
