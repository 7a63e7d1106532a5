//! The fast variant of the chip: the authentic machine's values, moves and nodes in fewer cycles.

use host::{FastRtl, Link, Port, Searcher};
use logic::Lanes;
use logic::pins::list;
use machine::microengine::variant::Variant;
use machine::microengine::word::Slot;
use machine::rtl::fast::pins::{AuthenticOnly, Registers};
use machine::rtl::{pins, port};
use microcode::programs;
use roms::value::INFINITY;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

/// What both machines must agree on, and what it costs each.
#[derive(Debug)]
struct Searched {
    value: i16,
    best: u16,
    nodes: u64,
    cycles: u64,
}

fn search<P: Port>(link: &mut Link<P>, position: &Chess, depth: u8) -> Searched {
    link.clear_memory();
    link.clear_counters();
    link.load(position);
    let outcome = link.search(position, depth, -INFINITY, INFINITY);
    Searched {
        value: outcome.value,
        best: link.port.read(port::SLOTS.number + Slot::Best as u8),
        nodes: outcome.nodes,
        cycles: outcome.cycles,
    }
}

/// Searches all positions on both machines; returns the cycles a node of each.
fn compare(positions: &[Chess], depth: u8) -> [f64; 2] {
    let program = programs::fast().expect("fast.mc assembles");
    let mut ours = Link::new();
    let mut theirs = Link::over(FastRtl::of(&program)).expect("the fast variant's program");
    let (mut nodes, mut cycles) = (0, [0, 0]);
    for position in positions {
        let (authentic, fast) = (
            search(&mut ours, position, depth),
            search(&mut theirs, position, depth),
        );
        assert_eq!(
            (authentic.value, authentic.best, authentic.nodes),
            (fast.value, fast.best, fast.nodes),
            "value, best move and nodes to depth {depth}: {position:?}"
        );
        nodes += fast.nodes;
        cycles[0] += authentic.cycles;
        cycles[1] += fast.cycles;
    }
    let [authentic, fast] = cycles.map(|cycles| cycles as f64 / nodes as f64);
    println!(
        "{} searches to depth {depth}, {nodes} nodes: {authentic:.2} cycles a node, fast {fast:.2}",
        positions.len()
    );
    [authentic, fast]
}

const BY_HAND: &str = include_str!("../../../suites/lockstep-by-hand.epd");
const BRATKO_KOPEC: &str = include_str!("../../../suites/bratko-kopec.epd");
const BENCH: &str = include_str!("../../../suites/bench.epd");

/// The positions of a suite: the first four fields of its lines.
fn positions(suite: &str) -> Vec<Chess> {
    let lines = suite.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split_whitespace().take(4).collect();
            let fen: Fen = fields.join(" ").trim_end_matches(';').parse().expect(line);
            fen.into_position(CastlingMode::Standard).expect(line)
        })
        .collect()
}

/// Special moves, checks, mates and stalemates of all kinds.
#[test]
fn fast_variant_searches_what_the_authentic_machine_does() {
    let mut searched = positions(BY_HAND);
    searched.extend(positions(BRATKO_KOPEC).into_iter().step_by(2));
    assert_eq!(searched.len(), 64);
    let depth = if std::env::var_os("BELLE_LONG").is_some() {
        2
    } else {
        1
    };
    compare(&searched, depth);
}

#[test]
fn fast_variant_takes_at_most_sixteen_cycles_a_node() {
    let searched: Vec<Chess> = positions(BENCH).into_iter().step_by(4).collect();
    let [authentic, fast] = compare(&searched, 2);
    assert!(fast <= 16.0 && authentic > 1.5 * fast, "{authentic} {fast}");
}

#[test]
fn fast_program_is_refused_by_the_authentic_machine() {
    let program = programs::fast().expect("fast.mc assembles");
    assert!(machine::Machine::new(&program.words).is_err());
    for word in &program.words {
        for field in Variant::Fast.fields() {
            let value = field.get(*word) as usize;
            assert!(field.values.is_empty() || value < field.values.len());
        }
    }
}

/// A pin that the fast variant leaves out must be one of the authentic machine's.
#[test]
fn pins_left_out_are_the_authentic_machines() {
    use logic::pins::LeftOut as _;

    let mut names: Vec<&str> = Vec::new();
    names.extend(list::<pins::Registers<Lanes>>().iter().map(|pin| pin.name));
    names.extend(list::<pins::Reads<Lanes>>().iter().map(|pin| pin.name));
    names.extend(list::<pins::Accesses<Lanes>>().iter().map(|pin| pin.name));
    let fast = list::<Registers<Lanes>>();
    for name in AuthenticOnly::NAMES {
        assert!(names.contains(name), "{name}");
        assert!(fast.iter().all(|pin| pin.name != *name), "{name}");
    }
}
