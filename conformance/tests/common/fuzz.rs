//! Malformed and mutated lines for a session of a protocol: no panic, no hang and no growing
//! memory.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use conformance::{fuzz_corpus, wire};
use play::PlayerList;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

use crate::players::{self, minimax, native};

/// Lines between two checks that the session answers.
const CHECK_INTERVAL: usize = 100;
/// Lines after which queues and buffers are warm: from here on memory is compared.
const WARM: usize = 5_000;

/// A protocol under test: its server, its seed lines, and a request that every state of a session
/// answers.
pub(crate) struct Protocol {
    run: fn(PlayerList, io::BufReader<wire::Input>, wire::Output) -> io::Result<()>,
    seeds: &'static str,
    /// Answered only after everything before it. No fuzzed line names the option that it asks for.
    ask: &'static str,
    answer: &'static str,
}

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

/// A protocol with the players that serve it.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    protocol: Protocol,
    players: fn() -> PlayerList,
}

fn all_players() -> PlayerList {
    players::all(Vec::new())
}

#[rustfmt::skip]
pub(crate) const TARGETS: [Target; 6] = [
    Target { name: "uci", protocol: UCI, players: minimax },
    Target { name: "uci_all_players", protocol: UCI, players: all_players },
    Target { name: "uci_native", protocol: UCI, players: native },
    Target { name: "xboard", protocol: XBOARD, players: minimax },
    Target { name: "xboard_all_players", protocol: XBOARD, players: all_players },
    Target { name: "xboard_native", protocol: XBOARD, players: native },
];

#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) seed: u64,
    /// MiB by which resident memory may grow once queues and buffers are warm.
    pub(crate) growth: usize,
}

impl Target {
    /// Goes on until `is_done` says so of the number of lines. Panics if the session fails, hangs
    /// or grows.
    pub(crate) fn fuzz(&self, settings: Settings, is_done: impl Fn(usize) -> bool) {
        let (protocol, players) = (&self.protocol, self.players);
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        let (input, reader) = wire::input();
        let (writer, output) = wire::output();
        let serve = protocol.run;
        let session = thread::spawn(move || serve(players(), reader, writer));
        let mut warm = None;
        let mut count = 0;
        while !is_done(count) {
            for _ in 0..CHECK_INTERVAL {
                input
                    .send(fuzz_corpus::line(protocol.seeds, &mut random))
                    .expect("the session reads on");
            }
            count += CHECK_INTERVAL;
            input.send(protocol.ask.as_bytes().to_vec()).unwrap();
            await_answer(&output, protocol.answer);
            if count == WARM {
                warm = resident();
            }
        }
        match (warm, resident()) {
            (Some(before), Some(after)) => {
                println!(
                    "{}: {count} lines, resident memory {} then {} MiB",
                    self.name,
                    before >> 20,
                    after >> 20
                );
                assert!(
                    after < before + (settings.growth << 20),
                    "resident memory grew from {before} to {after} bytes"
                );
            }
            _ => println!("{}: {count} lines, resident memory not compared", self.name),
        }
        drop(input);
        session.join().expect("no panic").expect("no broken pipe");
    }
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
