//! Piece registers as inputs of a netlist, random boards, and a netlist's size.

use logic::netlist::{Netlist, Simulation};
use rand_chacha::ChaCha8Rng;

pub(crate) fn set_pieces(simulation: &mut Simulation, pattern: usize, piece: [u64; 4]) {
    for (name, plane) in ["p0", "p1", "p2", "p3"].into_iter().zip(piece) {
        simulation.set(name, pattern, plane);
    }
}

/// A board of random codes, most of them impossible in a game.
pub(crate) fn random_board(
    random: &mut ChaCha8Rng,
    mut code: impl FnMut(&mut ChaCha8Rng) -> u8,
) -> [u64; 4] {
    let mut piece = [0; 4];
    for square in 0..64 {
        let code = code(random);
        for (bit, plane) in piece.iter_mut().enumerate() {
            *plane |= u64::from(code >> bit & 1) << square;
        }
    }
    piece
}

/// Prints a netlist's blocks; returns its gates and its depth.
pub(crate) fn printed_size(netlist: &Netlist) -> (usize, usize) {
    let count = netlist.count();
    for block in &count.blocks {
        println!(
            "{:<18}{:>6} gates ({:>4} inverters){:>4} deep, settled after {}",
            block.path, block.gates, block.inverters, block.depth, block.settled
        );
    }
    println!(
        "{:<18}{:>6} gates{:>23} deep",
        "all", count.gates, count.depth
    );
    (count.gates, count.depth)
}
