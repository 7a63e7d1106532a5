//! The principal variation, read back from the transposition memory.
//!
//! The machine keeps no variation. Exact entries lie along the best line, so the host follows them: at each position the
//! legal move whose position is stored with the expected value. Fidelity: decided.

use machine::transposition::memory::TranspositionMemory;
use roms::value::MATE_ZONE;
use shakmaty::{Chess, Move, Position};

use crate::key::transposition_key;

/// The line from `root` beginning with `first`, worth `value` to the side to move at the root: at most `longest`
/// moves, ending where the memory has no entry or the line repeats itself.
pub fn principal_variation(
    memory: &TranspositionMemory,
    root: &Chess,
    first: Move,
    value: i16,
    longest: usize,
) -> Vec<Move> {
    let mut line = vec![first];
    let mut position = root.clone();
    position.play_unchecked(first);
    let mut seen = vec![transposition_key(&position)];
    let mut expected = value;
    while line.len() < longest {
        let ply = line.len() as i16 + 1;
        let next = position.legal_moves().into_iter().find_map(|chess_move| {
            let mut after = position.clone();
            after.play_unchecked(chess_move);
            let key = transposition_key(&after);
            let entry = memory.probe(key);
            let exact = entry.lock() == key.lock() && entry.is_upper() && entry.is_lower();
            (exact && from_root(entry.value(), ply) == expected && !seen.contains(&key))
                .then_some((chess_move, after, key))
        });
        let Some((chess_move, after, key)) = next else {
            break;
        };
        line.push(chess_move);
        seen.push(key);
        position = after;
        expected = -expected;
    }
    line
}

/// An entry's value with its mates counted from the root, for a node `ply` plies below it.
fn from_root(value: i16, ply: i16) -> i16 {
    if value > MATE_ZONE {
        value - ply
    } else if value < -MATE_ZONE {
        value + ply
    } else {
        value
    }
}
