//! The principal variation, read back from the transposition memory.
//!
//! The machine keeps no variation. Exact entries lie along the best line, so the host follows them:
//! at each position the legal move whose position is stored with the expected value. The memory
//! does not hold the mate at the end of a line, and other positions may overwrite those before it:
//! the last moves of a mate are found by trying all. Fidelity: decided.

use machine::transposition::hash::Key;
use machine::transposition::memory::Entry;
use roms::value::{MATE, MATE_ZONE};
use shakmaty::{Chess, Move, Position};

use crate::key::transposition_key;

/// Most plies of a mate that are found by trying all moves: a mate in two.
const TRIED_PLIES: usize = 3;

/// The line from `root` beginning with `first`, worth `value` to the side to move at the root: at
/// most `longest` moves, ending where the memory has no entry or the line repeats itself. A line
/// that mates goes on to the mate.
///
/// `entries` gives the entries that keys address. All moves of a position are asked for at once:
/// over a serial line each question costs a millisecond. It gives fewer when the search is stopped,
/// and then the line ends there.
pub fn principal_variation(
    entries: &mut dyn FnMut(&[Key]) -> Vec<Entry>,
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
        let mut children = Vec::new();
        let mut keys = Vec::new();
        for chess_move in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(chess_move);
            keys.push(transposition_key(&after));
            children.push((chess_move, after));
        }
        let entries = entries(&keys);
        if entries.len() < keys.len() {
            break;
        }
        let is_next = |&child: &usize| {
            let (entry, key) = (&entries[child], &keys[child]);
            let exact = entry.lock() == key.lock() && entry.is_upper() && entry.is_lower();
            exact && from_root(entry.value(), ply) == expected && !seen.contains(key)
        };
        let Some(found) = (0..keys.len()).find(is_next) else {
            break;
        };
        let (chess_move, after) = children.swap_remove(found);
        line.push(chess_move);
        seen.push(keys[found]);
        position = after;
        expected = -expected;
    }
    if value.abs() > MATE_ZONE {
        let plies = usize::from((MATE - value.abs()).unsigned_abs());
        let left = plies.saturating_sub(line.len());
        if (1..=TRIED_PLIES).contains(&left)
            && let Some(end) = mate_in_plies(&position, left)
        {
            line.extend(end);
        }
    }
    line
}

/// A line of `plies` moves that ends in mate and that the side to be mated can neither avoid nor
/// prolong.
fn mate_in_plies(position: &Chess, plies: usize) -> Option<Vec<Move>> {
    if plies == 0 {
        return if position.is_checkmate() {
            Some(Vec::new())
        } else {
            None
        };
    }
    let mates = plies % 2 == 1;
    let mut longest: Option<Vec<Move>> = None;
    for chess_move in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(chess_move);
        let Some(end) = mate_within(&after, plies - 1) else {
            if mates {
                continue;
            }
            // The side to be mated has a way out.
            return None;
        };
        let mut line = vec![chess_move];
        line.extend(end);
        if mates {
            return Some(line);
        }
        let is_longest = match &longest {
            Some(known) => line.len() > known.len(),
            None => true,
        };
        if is_longest {
            longest = Some(line);
        }
    }
    longest
}

/// The shortest such line of at most `plies` moves.
fn mate_within(position: &Chess, plies: usize) -> Option<Vec<Move>> {
    for plies in (plies % 2..=plies).step_by(2) {
        let line = mate_in_plies(position, plies);
        if line.is_some() {
            return line;
        }
    }
    None
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

#[cfg(test)]
mod tests {
    use super::*;
    use play::Game;

    #[test]
    fn end_of_a_mate_is_found_and_as_long_as_possible() {
        for (fen, plies, found) in [
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1, true),
            ("6k1/5ppp/8/8/8/8/5PPP/1R4K1 b - - 0 1", 2, false),
            ("7k/8/5K2/8/8/8/8/Q7 w - - 0 1", 3, true),
            ("7k/8/6K1/8/8/8/8/Q7 b - - 0 1", 2, true),
            ("7k/8/8/8/8/8/8/K5R1 w - - 0 1", 3, false),
        ] {
            let start = Game::from_fen(fen).unwrap();
            let Some(line) = mate_in_plies(start.position(), plies) else {
                assert!(!found, "{fen}");
                continue;
            };
            let mut game = start;
            line.iter().for_each(|&chess_move| game.play(chess_move));
            assert!(found && line.len() == plies, "{fen}: {line:?}");
            assert!(game.position().is_checkmate(), "{fen}: {line:?}");
        }
    }
}
