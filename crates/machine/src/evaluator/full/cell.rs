//! Cell: the reports of one side's half of the 64 cells, cycle by cycle.
//!
//! ```text
//!            +-------+   +------+
//!  view --+->| PAWNS |-->|      |--> seven lines in cycle 0   rays forward
//!         |  +-------+   |      |--> seven lines in cycle 1   diagonally forward, to the right
//!         |  +-------+   | CELL |          ...                 and on clockwise
//!         +->| RAYS  |-->|      |--> seven lines in cycle 7
//!         |  +-------+   |      |
//!         |  +-------+   |      |
//!         +->| POSTS |-->|      |
//!            +-------+   +------+
//! ```
//!
//! Fidelity: eight cycles documented (F062). Decided: one ray direction in each, and the slots of
//! the other terms: they are those of [`TERMS`](roms::full::TERMS); a test compares table and
//! circuit.

use logic::{Logic, Merge, Sides, Signal, Simulator, SquareLogic};
use roms::full::{CYCLES, LINES, full_slot};

use super::pawns::{Pawns, pawns};
use super::posts::posts;
use super::rays::{InCycles, Octets, Reach, Reaches, Targets, octets};
use super::view::View;
use crate::move_generator::receiver::king_in;

/// The cells' reports on each line in one cycle, in the order of
/// [`ReportLine`](roms::full::ReportLine).
pub type Lines<L> = [<L as SquareLogic>::Plane; LINES];

/// The squares of a rank, the first being 0.
#[inline(always)]
const fn rank(number: u32) -> u64 {
    0xFF << (8 * number)
}

/// The lines of one side in each cycle.
#[inline(always)]
pub fn cells<L: SquareLogic>(l: L, view: &View<L>) -> [Lines<L>; CYCLES] {
    let pawns = pawns(l, view);
    let targets = targets(l, view, &pawns);
    lines(l, view, &pawns, &InCycles { view, targets })
}

/// The lines of both sides with their rays and jumps in octets: the octets, and the other lines in
/// each cycle.
#[inline(always)]
pub fn cells_in_octets<L: Simulator>(
    l: L,
    view: &View<Sides>,
) -> (Octets<L>, [Lines<Sides>; CYCLES]) {
    let pawns = pawns(Sides, view);
    let octets = octets(l, view, targets(Sides, view, &pawns));
    (octets, lines(Sides, view, &pawns, &octets))
}

#[inline(always)]
fn targets<L: SquareLogic>(l: L, view: &View<L>, pawns: &Pawns<L>) -> Targets<L> {
    Targets {
        safe: (!(view.own | pawns.attacked)).called("safe"),
        ring: king_in(l, view.enemy_king).plane().called("ring"),
    }
}

#[inline(always)]
fn lines<L: SquareLogic>(
    l: L,
    view: &View<L>,
    pawns: &Pawns<L>,
    rays: &impl Reaches<L>,
) -> [Lines<L>; CYCLES] {
    let forward = rays.reach::<0, 1, 1, 2>(l);
    let back = rays.reach::<0, -1, -1, -2>(l);
    let posts = posts(l, view, pawns, forward.arrives, back.arrives);
    let on = |ranks: u64, name| pawns.passed & l.plane(ranks).called(name);
    let stopped = (pawns.passed & l.neighbor::<0, -1>(view.enemy)).called("stopped");
    let none = l.plane(0);

    let slot = |reach: Reach<L>, pawn, passer, post| {
        [
            reach.rider,
            reach.queen,
            reach.knight,
            reach.pressure,
            pawn,
            passer,
            post,
        ]
    };
    [
        slot(
            forward,
            pawns.doubled,
            on(rank(6), "rank_7"),
            posts.behind_own,
        ),
        slot(
            rays.reach::<1, 1, 2, 1>(l),
            pawns.isolated,
            on(rank(5), "rank_6"),
            posts.knight_outpost,
        ),
        slot(
            rays.reach::<1, 0, 2, -1>(l),
            pawns.backward,
            on(rank(4), "rank_5"),
            posts.rook_open,
        ),
        slot(
            rays.reach::<1, -1, 1, -2>(l),
            pawns.exposed,
            on(rank(3), "rank_4"),
            posts.bishop_outpost,
        ),
        slot(
            back,
            pawns.connected,
            on(rank(1) | rank(2), "ranks_2_and_3"),
            posts.behind_enemy,
        ),
        slot(
            rays.reach::<-1, -1, -2, -1>(l),
            none,
            pawns.candidate,
            posts.pair,
        ),
        slot(
            rays.reach::<-1, 0, -2, 1>(l),
            none,
            pawns.passed & pawns.guarded,
            posts.rook_half_open,
        ),
        slot(
            rays.reach::<-1, 1, -1, 2>(l),
            none,
            stopped,
            posts.knight_guarded,
        ),
    ]
}

/// The lines of the cycle whose wire is high. Lines that report nothing in a cycle are not led
/// there.
#[inline(always)]
pub fn switched<L: Logic>(
    l: L,
    lines: &[Lines<L>; CYCLES],
    in_cycle: [L::Wire; CYCLES],
) -> Lines<L> {
    std::array::from_fn(|line| {
        let mut out = l.plane(0);
        for cycle in 0..CYCLES {
            if full_slot(line, cycle).is_some() {
                out = out | (lines[cycle][line] & L::Plane::spread(in_cycle[cycle]));
            }
        }
        out
    })
}
