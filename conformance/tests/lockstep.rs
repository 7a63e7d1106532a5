//! Lockstep: the machine's microcode against its plain twin, node for node.

mod common;

use host::Link;
use native::classic::{Classic, Position};
use roms::value::INFINITY;
use shakmaty::CastlingMode;

/// Depths searched one after the other, with the memory full of the depths before.
const DEPTHS: std::ops::RangeInclusive<u8> = 1..=4;

/// A position with more nodes than this at one depth is not searched to the next, but for `LOCKSTEP_ALL=1`: the twin
/// is slow, being plain.
const HEAVY: u64 = 6_000;

#[test]
fn the_machine_searches_as_its_twin_does() {
    let positions = common::epd("lockstep.epd");
    let heavy = if std::env::var_os("LOCKSTEP_ALL").is_some() { u64::MAX } else { HEAVY };
    let mut deep = 0;
    let (mut link, mut twin) = (Link::new(), Classic::new());
    let mut nodes = 0;
    for draw in [0, 25] {
        // The draw value matters where there are draws; a sample shows it.
        let some = if draw == 0 { positions.len() } else { 100 };
        link.set_draw(draw);
        twin.set_draw_value(draw);
        for (chess, id) in &positions[..some] {
            link.clear_memory();
            twin.clear();
            let position = Position::from(chess);
            for depth in DEPTHS {
                link.open(std::iter::empty());
                link.load(chess);
                let machine = link.search(chess, depth, -INFINITY, INFINITY);
                let plain = twin.search(&position, depth, -INFINITY, INFINITY);
                let best = machine.best.map(|m| m.to_uci(CastlingMode::Standard).to_string());
                assert_eq!(
                    (machine.value, best, machine.nodes),
                    (plain.value, plain.best.map(|m| m.uci().to_string()), plain.nodes),
                    "value, best move, nodes of the machine and of its twin at depth {depth}: {id}"
                );
                nodes += machine.nodes;
                deep += usize::from(depth == *DEPTHS.end() && draw == 0);
                if machine.nodes > heavy {
                    break;
                }
            }
        }
    }
    println!("{} positions, {deep} of them to depth {}, {nodes} nodes", positions.len(), DEPTHS.end());
    assert!(deep >= 500, "only {deep} positions to the last depth");
}

#[test]
fn windows_make_no_difference() {
    let (mut link, mut twin) = (Link::new(), Classic::new());
    for (chess, id) in common::epd("lockstep.epd").iter().step_by(10) {
        let position = Position::from(chess);
        for (alpha, beta) in [(-50, 50), (-1, 0), (0, 1), (200, 201), (-INFINITY, -400), (29_500, INFINITY)] {
            link.clear_memory();
            twin.clear();
            link.open(std::iter::empty());
            link.load(chess);
            let machine = link.search(chess, 3, alpha, beta);
            let plain = twin.search(&position, 3, alpha, beta);
            assert_eq!((machine.value, machine.nodes), (plain.value, plain.nodes), "{alpha} {beta}: {id}");
        }
    }
}
