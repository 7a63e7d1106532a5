//! Fuzz of the protocols: malformed and mutated lines cause no panic, no hang and no growing memory.
//!
//! `cargo xtask fuzz` sets the variables read here. Memory is compared from half of [`LINES`] on.

#[path = "common/players.rs"]
mod players;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use conformance::{fuzz_corpus, wire};
use play::PlayerList;
use players::{minimax, native};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// Lines of a run without `BELLE_FUZZ_SECONDS`.
const LINES: usize = 10_000;
/// Lines between two checks that the session answers.
const CHECK_INTERVAL: usize = 100;
/// MiB by which resident memory may grow once queues and buffers are warm; `BELLE_FUZZ_GROWTH` sets another limit.
const GROWTH: usize = 64;

/// A protocol under test: its server, its seed lines, and a request that every state of a session answers.
struct Protocol {
    run: fn(PlayerList, io::BufReader<wire::Input>, wire::Output) -> io::Result<()>,
    seeds: &'static str,
    ask: &'static str,
    answer: &'static str,
}

/// The option is refused after all requests before it are done; no fuzzed line names it.
const UCI: Protocol = Protocol {
    run: protocol::run_uci,
    seeds: fuzz_corpus::UCI,
    ask: "stop\nsetoption name Breath 1980\n",
    answer: "info string no option named 'Breath 1980'",
};

const XBOARD: Protocol = Protocol {
    run: protocol::run_xboard,
    seeds: fuzz_corpus::XBOARD,
    ask: ".\nforce\nst 0.01\nping 1980\n",
    answer: "pong 1980",
};

fn all() -> PlayerList {
    players::all(Vec::new())
}

macro_rules! fuzz {
    ($($name:ident: $protocol:ident, $players:ident;)*) => {
        $(#[test]
        fn $name() {
            fuzz($protocol, $players);
        })*
    };
}

fuzz! {
    fuzz_uci_no_panic: UCI, minimax;
    fuzz_uci_all_players_no_panic: UCI, all;
    fuzz_uci_native_no_panic: UCI, native;
    fuzz_xboard_no_panic: XBOARD, minimax;
    fuzz_xboard_all_players_no_panic: XBOARD, all;
    fuzz_xboard_native_no_panic: XBOARD, native;
}

fn fuzz(protocol: Protocol, players: fn() -> PlayerList) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("BELLE_FUZZ_SEED").unwrap_or(1980);
    let growth = number("BELLE_FUZZ_GROWTH").map_or(GROWTH, |mebibytes| mebibytes as usize) << 20;
    let end =
        number("BELLE_FUZZ_SECONDS").map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (input, reader) = wire::input();
    let (writer, output) = wire::output();
    let session = thread::spawn(move || (protocol.run)(players(), reader, writer));
    let mut warm = None;
    let mut count = 0;
    while end.map_or(count < LINES, |end| Instant::now() < end) {
        for _ in 0..CHECK_INTERVAL {
            input
                .send(fuzz_corpus::line(protocol.seeds, &mut random))
                .expect("the session reads on");
        }
        count += CHECK_INTERVAL;
        input.send(protocol.ask.as_bytes().to_vec()).unwrap();
        await_answer(&output, protocol.answer);
        if count == LINES / 2 {
            warm = resident();
        }
    }
    match (warm, resident()) {
        (Some(before), Some(after)) => {
            println!(
                "{count} lines, resident memory {} then {} MiB",
                before >> 20,
                after >> 20
            );
            assert!(
                after < before + growth,
                "resident memory grew from {before} to {after} bytes"
            );
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

/// Resident bytes of this process, where the system reports them.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace()
        .next()?
        .parse::<usize>()
        .ok()
        .map(|kilobytes| kilobytes << 10)
}
