//! Speed of the simulated machine, of the fast board (perft) and of the reference search, in
//! process time.

use std::time::Instant;

use anyhow::Context;
use board::{Cpu, NoTable};
use clap::{Args, Subcommand};
use host::{CHECK_INTERVAL, Link, Searcher as _};
use machine::Machine;
use machine::microengine::word::Slot;
use machine::probe::Silent;
use reference::{Position, Searcher};
use roms::value::INFINITY;

use super::lockstep_suite::positions;

/// Measures the speed of the machine, of the fast board or of the reference search.
#[derive(Debug, Args)]
pub(crate) struct Speed {
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Debug, Subcommand)]
enum Subject {
    /// The machine on suites/bench.epd: word by word, and compiled on each back end, in alternating
    /// rounds.
    Machine {
        /// Rounds; the median counts.
        #[arg(default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
        rounds: u32,
        /// Greatest depth in plies.
        #[arg(default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=60))]
        depth: u8,
    },
    /// Perft of six positions on each kind of CPU detected.
    Perft {
        /// Rounds; the best one counts.
        #[arg(default_value_t = 3)]
        rounds: u32,
    },
    /// The reference search of suites/lockstep.epd.
    Reference {
        /// Greatest depth in plies.
        #[arg(default_value_t = 4)]
        depth: u8,
    },
}

impl Speed {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.subject {
            Subject::Machine { rounds, depth } => machine(rounds, depth)?,
            Subject::Perft { rounds } => perft(rounds),
            Subject::Reference { depth } => {
                let suite = positions(include_str!("../../../suites/lockstep.epd"));
                let positions: Vec<Position> =
                    suite.map(|(_, chess)| Position::from(&chess)).collect();
                search(&positions, depth);
            }
        }
        Ok(())
    }
}

/// Seconds of CPU time of this thread where the system reports it, or else of wall time.
fn seconds(started: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = ran.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    ran.map_or_else(
        || started.elapsed().as_secs_f64(),
        |nanoseconds| nanoseconds / 1e9,
    )
}

/// Prints nodes a second of each form of the machine, and how they relate to those word by word.
fn machine(rounds: u32, depth: u8) -> anyhow::Result<()> {
    let program = microcode::programs::search()?;
    let search = program
        .address("search")
        .context("search.mc: no entry 'search'")?;
    let mut link = Link::new();
    let mut states = Vec::new();
    for (_, position) in positions(include_str!("../../../suites/bench.epd")) {
        link.load(&position);
        states.push(link.state().clone());
    }
    let mut forms = vec![("word by word", Machine::new(&program.words)?, Vec::new())];
    for form in compiled::forms() {
        forms.push((
            form.back_end,
            Machine::with_compiled(&program.words, form)?,
            Vec::new(),
        ));
    }
    let started = Instant::now();
    for round in 0..rounds {
        let count = forms.len();
        for index in 0..count {
            // Every other round backwards, so that a slower or faster stretch of time falls on all.
            let (_, machine, speeds) = &mut forms[if round % 2 == 0 {
                index
            } else {
                count - 1 - index
            }];
            let (mut nodes, mut spent) = (0, 0.0);
            for state in &states {
                machine.state = state.clone();
                let before = seconds(started);
                for plies in 1..=i16::from(depth) {
                    let slots = [
                        (Slot::Alpha, -INFINITY),
                        (Slot::Beta, INFINITY),
                        (Slot::Depth, -plies),
                    ];
                    for (slot, value) in slots {
                        machine.state.stack.set_slot(0, slot as u8, value);
                    }
                    machine.start(search);
                    while !machine.run(CHECK_INTERVAL, &mut Silent) {}
                }
                spent += seconds(started) - before;
                nodes += machine.state.nodes;
            }
            speeds.push(nodes as f64 / spent);
        }
    }
    let mut single = 0.0;
    for (name, _, speeds) in &mut forms {
        speeds.sort_by(f64::total_cmp);
        let median = speeds[speeds.len() / 2];
        single = if single == 0.0 { median } else { single };
        let [least, most] = [speeds[0], speeds[speeds.len() - 1]].map(|speed| speed / 1e6);
        let (ratio, millions) = (median / single, median / 1e6);
        println!(
            "{name:12} {millions:.2} million nodes a second ({least:.2} to {most:.2}), ratio {ratio:.2}"
        );
    }
    Ok(())
}

/// Depths of similar cost for the positions of suites/perft.epd.
const DEPTHS: [u32; 6] = [6, 5, 7, 5, 5, 5];

fn perft(rounds: u32) {
    board::with_cpu!(each |cpu, rounds: u32| -> () {
        let started = Instant::now();
        let (name, mut all, mut spent) = (name(cpu), 0.0, 0.0);
        for (line, depth) in include_str!("../../../suites/perft.epd").lines().zip(DEPTHS) {
            let (fen, _) = line.split_once(" ;").expect("counts");
            let board = board::Board::<_, NoTable>::from_fen(cpu, fen).expect("a legal position");
            let (mut leaves, mut best) = (0, f64::INFINITY);
            for _ in 0..rounds {
                let before = seconds(started);
                leaves = board.perft(depth);
                best = best.min(seconds(started) - before);
            }
            println!("{name}: {leaves} leaves, {:.0} million a second: {fen}", leaves as f64 / best / 1e6);
            all += leaves as f64;
            spent += best;
        }
        println!("{name}: {:.0} million a second over all", all / spent / 1e6);
    });
}

fn name<C: Cpu>(_: C) -> &'static str {
    C::NAME
}

/// Searches the positions to all depths; the memory is cleared for each position.
fn search(positions: &[Position], deepest: u8) {
    let mut searcher = Searcher::new();
    let mut nodes = 0;
    let started = Instant::now();
    let before = seconds(started);
    for position in positions {
        searcher.clear();
        for depth in 1..=deepest {
            nodes += searcher.search(position, depth, -INFINITY, INFINITY).nodes;
        }
    }
    let took = seconds(started) - before;
    println!(
        "{nodes} nodes, {took:.2} s, {:.0} nodes a second",
        nodes as f64 / took
    );
}
