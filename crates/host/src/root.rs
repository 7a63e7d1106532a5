//! The root: iterative deepening over the moves the machine found, with Belle's own rule for a second search.
//!
//! Source: Chess Programming Wiki, "Belle", section on the search: null windows, and no second search at the root before
//! a second fail-high. Fidelity: documented; decided: how the two moves are then compared, below.

use roms::value::INFINITY;
use shakmaty::{Chess, Position};

use crate::link::{CycleBudget, Link, RootMove};

/// Value of the best move of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RootScore {
    /// Its value is known.
    Exact(i16),
    /// It failed high: its value is this or more.
    AtLeast(i16),
}

impl RootScore {
    /// The value it has for certain.
    pub(crate) fn lower_bound(self) -> i16 {
        let (RootScore::Exact(value) | RootScore::AtLeast(value)) = self;
        value
    }
}

/// A root move, and its value if the game's history decides it.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) root_move: RootMove,
    /// The move ends the game, or repeats it: worth this to the mover, unsearched.
    pub(crate) known: Option<i16>,
}

/// An iteration was cut short by its cycle budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Searches all candidates to a depth. The first must be the best of the iteration before; the position must be loaded.
///
/// `on_best` is called with every new best move or value; the best moves to the front of `candidates` at once, and the
/// order of the others stays. `on_move` is called before each move.
///
/// # Errors
/// [`Stopped`] if `budget` returned `None`; the best move by then is still first.
pub(crate) fn iterate(
    link: &mut Link,
    position: &Chess,
    candidates: &mut [Candidate],
    depth: u8,
    budget: CycleBudget<'_>,
    on_move: &dyn Fn(usize, &Candidate),
    on_best: &mut dyn FnMut(&Link, &Candidate, RootScore),
) -> Result<RootScore, Stopped> {
    let below = plies_below(position, depth);
    let value = |link: &mut Link, candidate: &Candidate, alpha: i16, beta: i16, budget: CycleBudget<'_>| {
        match candidate.known {
            Some(value) => Ok(value),
            None => link.search_move(&candidate.root_move, below, alpha, beta, budget).ok_or(Stopped),
        }
    };
    on_move(0, &candidates[0]);
    let first = value(link, &candidates[0], -INFINITY, INFINITY, budget)?;
    let mut root_score = RootScore::Exact(first);
    on_best(link, &candidates[0], root_score);
    for index in 1..candidates.len() {
        let floor = root_score.lower_bound();
        on_move(index, &candidates[index]);
        if value(link, &candidates[index], floor, floor + 1, budget)? <= floor {
            continue;
        }
        if let RootScore::AtLeast(_) = root_score {
            // The second fail-high: now the best move is searched for its value, and the new one against that.
            let known = exact_value(link, position, &candidates[0], depth, floor, budget)?;
            root_score = RootScore::Exact(known);
            on_best(link, &candidates[0], root_score);
            if value(link, &candidates[index], known, known + 1, budget)? <= known {
                continue;
            }
        }
        root_score = match candidates[index].known {
            Some(value) => RootScore::Exact(value),
            None => RootScore::AtLeast(root_score.lower_bound() + 1),
        };
        candidates[..=index].rotate_right(1);
        on_best(link, &candidates[0], root_score);
    }
    Ok(root_score)
}

/// The exact value of the first candidate, which is known to be at least `floor`.
///
/// # Errors
/// [`Stopped`] if `budget` returned `None`.
pub(crate) fn exact_value(
    link: &mut Link,
    position: &Chess,
    candidate: &Candidate,
    depth: u8,
    floor: i16,
    budget: CycleBudget<'_>,
) -> Result<i16, Stopped> {
    if let Some(value) = candidate.known {
        return Ok(value);
    }
    let below = plies_below(position, depth);
    for alpha in [floor - 1, -INFINITY] {
        let found = link.search_move(&candidate.root_move, below, alpha, INFINITY, budget).ok_or(Stopped)?;
        // Entries it relied on may be gone from the memory: then the value is only known to be less.
        if found >= floor || alpha == -INFINITY {
            return Ok(found);
        }
    }
    unreachable!("the second window holds every value")
}

/// Plies below a root move: getting out of check costs no ply, as anywhere.
fn plies_below(position: &Chess, depth: u8) -> u8 {
    if position.is_check() { depth } else { depth - 1 }
}
