//! The root: iterative deepening over the moves the machine found, with Belle's own rule for a second search.
//!
//! Documented: null windows; "at the root there is no second search until a second move fails high: after the first
//! fail-high the new move stands as best". Decided: how the two are then told apart, below.

use roms::value::INFINITY;
use shakmaty::{Chess, Position};

use crate::link::{Leash, Link, RootMove};

/// What stands as best in an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Its value is known.
    Exact(i16),
    /// It failed high: its value is this or more.
    AtLeast(i16),
}

impl Standing {
    /// The value it has for certain.
    pub(crate) fn floor(self) -> i16 {
        let (Standing::Exact(value) | Standing::AtLeast(value)) = self;
        value
    }
}

/// A root move, and its value if the game's history decides it.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) root_move: RootMove,
    /// The move ends the game, or repeats it: worth this to the mover, unsearched.
    pub(crate) settled: Option<i16>,
}

/// One iteration was cut short by the host's leash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Searches all candidates to a depth; the first must be the best of the iteration before. `news` is told whenever
/// another move, or a better known value, stands as best; the best moves to the front of `candidates` at once, the order
/// of the others stays. `trying` is told of each move before it is searched. The position must be loaded.
///
/// # Errors
/// [`Stopped`] if `leash` said so: what stood as best by then is still first.
pub(crate) fn iterate(
    link: &mut Link,
    position: &Chess,
    candidates: &mut [Candidate],
    depth: u8,
    leash: Leash<'_>,
    trying: &dyn Fn(usize, &Candidate),
    news: &mut dyn FnMut(&Link, &Candidate, Standing),
) -> Result<Standing, Stopped> {
    let below = plies_below(position, depth);
    let value =
        |link: &mut Link, candidate: &Candidate, alpha: i16, beta: i16, leash: Leash<'_>| match candidate
            .settled
        {
            Some(value) => Ok(value),
            None => link.search_move(&candidate.root_move, below, alpha, beta, leash).ok_or(Stopped),
        };
    trying(0, &candidates[0]);
    let first = value(link, &candidates[0], -INFINITY, INFINITY, leash)?;
    let mut standing = Standing::Exact(first);
    news(link, &candidates[0], standing);
    for index in 1..candidates.len() {
        let floor = standing.floor();
        trying(index, &candidates[index]);
        if value(link, &candidates[index], floor, floor + 1, leash)? <= floor {
            continue;
        }
        if let Standing::AtLeast(_) = standing {
            // The second fail-high: only now is the move that stands as best searched for its value, and the new
            // one against that.
            let known = settle(link, position, &candidates[0], depth, floor, leash)?;
            standing = Standing::Exact(known);
            news(link, &candidates[0], standing);
            if value(link, &candidates[index], known, known + 1, leash)? <= known {
                continue;
            }
        }
        standing = match candidates[index].settled {
            Some(value) => Standing::Exact(value),
            None => Standing::AtLeast(standing.floor() + 1),
        };
        candidates[..=index].rotate_right(1);
        news(link, &candidates[0], standing);
    }
    Ok(standing)
}

/// The exact value of the first candidate, which is `floor` at least as far as is known.
///
/// # Errors
/// [`Stopped`] if `leash` said so.
pub(crate) fn settle(
    link: &mut Link,
    position: &Chess,
    candidate: &Candidate,
    depth: u8,
    floor: i16,
    leash: Leash<'_>,
) -> Result<i16, Stopped> {
    if let Some(value) = candidate.settled {
        return Ok(value);
    }
    let below = plies_below(position, depth);
    for alpha in [floor - 1, -INFINITY] {
        let found = link.search_move(&candidate.root_move, below, alpha, INFINITY, leash).ok_or(Stopped)?;
        // What it stood on may have gone from the memory: then nothing is known but that it is less.
        if found >= floor || alpha == -INFINITY {
            return Ok(found);
        }
    }
    unreachable!("the second window holds every value")
}

/// "Getting out of check does not count as a ply", at the root as anywhere.
fn plies_below(position: &Chess, depth: u8) -> u8 {
    if position.is_check() { depth } else { depth - 1 }
}
