//! Lockstep: the machine's microcode against its plain twin, node for node.

mod common;

use host::Link;
use native::classic::{Classic, Position};
use roms::value::INFINITY;
use shakmaty::{CastlingMode, Chess};

/// Depths searched one after the other, with the memory full of the depths before.
const DEPTHS: std::ops::RangeInclusive<u8> = 1..=4;

/// Positions to compare: all of them by default, or as many as this variable says.
fn positions() -> Vec<(Chess, String)> {
    let mut all = common::epd("lockstep.epd");
    if let Ok(count) = std::env::var("LOCKSTEP_POSITIONS") {
        all.truncate(count.parse().expect("LOCKSTEP_POSITIONS is a number"));
    }
    all
}

#[test]
fn the_machine_searches_as_its_twin_does() {
    let positions = positions();
    assert!(positions.len() >= 500, "only {} positions", positions.len());
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
            }
        }
    }
    println!("{} positions, {nodes} nodes", positions.len());
}

#[test]
fn windows_make_no_difference() {
    let (mut link, mut twin) = (Link::new(), Classic::new());
    for (chess, id) in positions().iter().step_by(5) {
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
