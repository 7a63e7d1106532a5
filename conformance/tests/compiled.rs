//! Compiled words in lockstep with the word-by-word machine: the whole state, over whole searches,
//! on each back end.

mod common;

use compiled::forms;
use host::{CHECK_INTERVAL, Link, Searcher};
use machine::microengine::stack::MoveKind;
use machine::microengine::word::Slot;
use machine::probe::{Coverage, Probe, Silent};
use machine::{Compiled, Machine, State};
use microcode::Program;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use roms::value::INFINITY;

/// Step through the positions of the suite.
const EVERY: usize = 36;
const DEPTH: i16 = 4;

fn program() -> Program {
    microcode::programs::search().expect("search.mc")
}

fn loaded() -> Vec<State> {
    let mut link = Link::new();
    let load = |(position, _)| {
        link.load(&position);
        link.state().clone()
    };
    common::epd("lockstep.epd")
        .into_iter()
        .step_by(EVERY)
        .map(load)
        .collect()
}

fn start(machine: &mut Machine, program: &Program, entry: &str, depth: i16) {
    // A root move returns with every value.
    let beta = if entry == "root_move" {
        i16::MIN
    } else {
        INFINITY
    };
    let slots = [
        (Slot::Alpha, -INFINITY),
        (Slot::Beta, beta),
        (Slot::Depth, -depth),
        (Slot::Next, -depth),
    ];
    for (slot, value) in slots {
        machine.state.stack.set_slot(0, slot as u8, value);
    }
    machine.start(program.address(entry).expect("an entry of search.mc"));
}

/// Searches to all depths, as the host runs the machine.
fn search<P: Probe>(machine: &mut Machine, probe: &mut P, program: &Program) {
    for depth in 1..=DEPTH {
        start(machine, program, "search", depth);
        while !machine.run(CHECK_INTERVAL, probe) {}
    }
}

/// Runs both machines to the halt with stops after any number of cycles; returns the stops.
fn lockstep(
    compiled: &mut Machine,
    single: &mut Machine,
    random: &mut ChaCha8Rng,
    form: &Compiled,
) -> u32 {
    for stop in 1.. {
        let cycles = 1 << random.random_range(0..14) | random.random_range(0..64);
        let halted = [
            compiled.run(cycles, &mut Silent),
            single.run(cycles, &mut Silent),
        ];
        let at = single.state.address;
        assert!(
            compiled.state == single.state,
            "{}, word {at:#05x}, stop {stop}",
            form.back_end
        );
        assert_eq!(halted[0], halted[1]);
        if halted[0] {
            return stop;
        }
    }
    unreachable!("every search halts")
}

#[test]
fn compiled_words_match_single_words() {
    let program = program();
    for form in forms() {
        let mut random = ChaCha8Rng::seed_from_u64(1980);
        let [mut compiled, mut single] = [
            Machine::with_compiled(&program.words, form),
            Machine::new(&program.words),
        ]
        .map(|machine| machine.expect("search.mc"));
        let (mut stops, mut cycles) = (0, 0);
        for state in loaded() {
            for machine in [&mut compiled, &mut single] {
                machine.state = state.clone();
            }
            for (entry, depth) in (1..=DEPTH)
                .map(|depth| ("search", depth))
                .chain([("mark_open", 0)])
            {
                start(&mut compiled, &program, entry, depth);
                start(&mut single, &program, entry, depth);
                stops += lockstep(&mut compiled, &mut single, &mut random, form);
            }
            // The host's root: each move, its subtree counted and searched.
            let mut entry = "first_move";
            loop {
                for machine in [&mut compiled, &mut single] {
                    start(machine, &program, entry, 0);
                }
                stops += lockstep(&mut compiled, &mut single, &mut random, form);
                if single.state.none && single.state.now.kind == MoveKind::Plain {
                    break;
                }
                let now = single.state.now;
                for entry in ["perft_move", "root_move"] {
                    for machine in [&mut compiled, &mut single] {
                        machine.state.hosted = true;
                        start(machine, &program, entry, 1);
                    }
                    stops += lockstep(&mut compiled, &mut single, &mut random, form);
                    for machine in [&mut compiled, &mut single] {
                        machine.state.hosted = false;
                        machine.state.now = now;
                    }
                }
                entry = "next_move";
            }
            cycles += single.state.cycles;
        }
        println!("{}: {cycles} cycles, {stops} stops", form.back_end);
        assert!(stops > 10_000, "{}: {stops} stops", form.back_end);
    }
}

#[test]
fn whole_searches_run_compiled() {
    let program = program();
    for form in forms() {
        let mut machine = Machine::with_compiled(&program.words, form).expect("search.mc");
        let mut cycles = 0;
        for state in loaded() {
            machine.state = state;
            let before = machine.state.cycles;
            search(&mut machine, &mut Silent, &program);
            cycles += machine.state.cycles - before;
        }
        let share = machine.compiled_cycles() as f64 / cycles as f64;
        println!("{}: {share:.5} of {cycles} cycles", form.back_end);
        assert!(share > 0.998, "{}: {share}", form.back_end);
    }
}

#[test]
fn other_programs_and_probes_run_single_words() {
    let mut program = program();
    let state = loaded().swap_remove(0);
    let run = |program: &Program, probe: &mut Coverage| {
        let mut machine =
            Machine::with_compiled(&program.words, compiled::search()).expect("valid words");
        machine.state = state.clone();
        search(&mut machine, probe, program);
        assert_eq!(machine.compiled_cycles(), 0);
    };
    let mut probe = Coverage::default();
    run(&program, &mut probe);
    assert!(probe.counts.iter().sum::<u64>() > 1_000);

    // A word more, which is never reached.
    program.words.push(program.words[0]);
    let mut machine =
        Machine::with_compiled(&program.words, compiled::search()).expect("valid words");
    machine.state = state.clone();
    search(&mut machine, &mut Silent, &program);
    assert_eq!(machine.compiled_cycles(), 0);
}

#[test]
fn compiled_words_equal_search_mc() {
    assert_eq!(compiled::search().words, program().words);
}

#[test]
fn unknown_back_end_is_refused_with_the_known_ones() {
    assert_eq!(compiled::set_back_end("steam").unwrap_err()[0], "plain");
}
