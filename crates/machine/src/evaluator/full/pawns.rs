//! Pawns: structure of one side's pawns, passed pawns, and the squares and files that depend on them.
//!
//! ```text
//!                 +-------+
//!  own pawns ---->|       |--> doubled, isolated, backward, exposed, connected
//!                 | PAWNS |--> passed, candidate, guarded, the enemy's passed
//!  enemy pawns -->|       |--> guarded squares, strong squares, open and half-open files
//!                 +-------+
//! ```
//!
//! A pawn sends a wire up its file and one down, which nothing stops; the files beside read them over one wire
//! each. All is from the owner's side: forward is up.
//!
//! Source: Chess Programming Wiki, "Belle", section on the evaluation. Fidelity: pawn structure and outposts documented;
//! each definition below decided.

use logic::{Logic, scope};

use super::view::View;

/// Pawn structure of one side, square by square.
#[derive(Clone, Copy)]
pub struct Pawns<L: Logic> {
    /// Own pawns with an own pawn before them on the file.
    pub doubled: L::Plane,
    /// Own pawns with no own pawn on the files beside.
    pub isolated: L::Plane,
    /// Own pawns with own pawns beside, all of them ahead, and an enemy pawn guarding the square before.
    pub backward: L::Plane,
    /// Isolated or backward pawns with no enemy pawn before them on the file.
    pub exposed: L::Plane,
    /// Own pawns guarded by a pawn or with one right beside.
    pub connected: L::Plane,
    /// Own pawns with no enemy pawn before them on their file and the files beside, and no own one before them.
    pub passed: L::Plane,
    /// Own pawns with no pawn before them, stopped only from the sides, on no more files than own pawns help from.
    pub candidate: L::Plane,
    /// The enemy's passed pawns.
    pub enemy_passed: L::Plane,
    /// Squares that own pawns guard.
    pub guarded: L::Plane,
    /// Squares that enemy pawns attack.
    pub attacked: L::Plane,
    /// Squares that no enemy pawn attacks, or could by going forward.
    pub strong: L::Plane,
    /// Squares on files without own pawns.
    pub free: L::Plane,
    /// Squares on files with enemy pawns.
    pub enemy_file: L::Plane,
}

/// The pawns' circuit.
#[inline(always)]
pub fn pawns<L: Logic>(l: L, view: &View<L>) -> Pawns<L> {
    scope!(l, "PAWNS", {
        let (own, enemy) = (view.pawn, view.enemy_pawn);
        let any = l.plane(!0);
        let right = |plane| l.neighbor::<1, 0>(plane);
        let left = |plane| l.neighbor::<-1, 0>(plane);
        let beside = |plane| right(plane) | left(plane);
        // Squares above and below own pawns, and before and behind enemy pawns as these go down.
        let (above, below) = (l.ray::<0, 1>(own, any), l.ray::<0, -1>(own, any));
        let (before_enemy, behind_enemy) = (l.ray::<0, -1>(enemy, any), l.ray::<0, 1>(enemy, any));
        let file = own | (above | below);
        let enemy_file = enemy | (before_enemy | behind_enemy);

        let guarded = l.neighbor::<1, 1>(own) | l.neighbor::<-1, 1>(own);
        let attacked = l.neighbor::<1, -1>(enemy) | l.neighbor::<-1, -1>(enemy);
        let stops_beside = beside(before_enemy);

        let neighbors = beside(file);
        let level = own | above;
        let helped = beside(level);
        let isolated = own & !neighbors;
        let backward = own & neighbors & !helped & l.neighbor::<0, -1>(attacked);
        let foremost = own & !below;
        let free_ahead = foremost & !before_enemy;

        // A candidate: each file that stops it is outweighed by one that helps.
        let (stops_left, stops_right) = (right(before_enemy), left(before_enemy));
        let (helps_left, helps_right) = (right(level), left(level));
        let helps_suffice =
            (helps_left & helps_right) | ((helps_left | helps_right) & !(stops_left & stops_right));
        Pawns {
            doubled: own & below,
            isolated,
            backward,
            exposed: (isolated | backward) & !before_enemy,
            connected: own & (guarded | beside(own)),
            passed: free_ahead & !stops_beside,
            candidate: free_ahead & stops_beside & helps_suffice,
            enemy_passed: enemy & !(behind_enemy | (above | beside(above))),
            guarded,
            attacked,
            strong: !stops_beside,
            free: !file,
            enemy_file,
        }
    })
}
