//! Pawns: pawn structure of one side, passed pawns, strong squares and open files.
//!
//! ```text
//!                 +-------+
//!  own pawns ---->|       |--> doubled, isolated, backward, exposed, connected
//!                 | PAWNS |--> passed, candidate, guarded, the enemy's passed
//!  enemy pawns -->|       |--> guarded squares, strong squares, open and half-open files
//!                 +-------+
//! ```
//!
//! Each pawn drives its file upwards and downwards; no piece blocks these wires. The neighbor files
//! read them. All is from the owner's side: forward and ahead mean up the board.
//!
//! Source: Chess Programming Wiki, "Belle", section on the evaluation. Fidelity: pawn structure and
//! outposts documented (F063); each definition decided
//! (docs/decisions/evaluation-full.md).

use logic::{Signal, SquareLogic, scope};

use super::view::View;

/// Pawn structure of one side, square by square.
#[derive(Clone, Copy)]
pub struct Pawns<L: SquareLogic> {
    /// Own pawns with an own pawn ahead on the file.
    pub doubled: L::Plane,
    /// Own pawns with no own pawn on the neighbor files.
    pub isolated: L::Plane,
    /// Own pawns whose neighbors on adjacent files are all ahead, and whose next square an enemy
    /// pawn attacks.
    pub backward: L::Plane,
    /// Isolated or backward pawns with no enemy pawn ahead on the file.
    pub exposed: L::Plane,
    /// Own pawns guarded by an own pawn, or with one next to them on the same rank.
    pub connected: L::Plane,
    /// Foremost own pawns with no enemy pawn ahead on their file or the neighbor files.
    pub passed: L::Plane,
    /// Own pawns with no pawn ahead, not passed, stopped from no more neighbor files than helped
    /// from.
    pub candidate: L::Plane,
    /// The enemy's passed pawns.
    pub enemy_passed: L::Plane,
    /// Squares that own pawns guard.
    pub guarded: L::Plane,
    /// Squares that enemy pawns attack.
    pub attacked: L::Plane,
    /// Squares that no enemy pawn attacks now or could attack after advancing.
    pub strong: L::Plane,
    /// Squares on open and half-open files: those without own pawns.
    pub no_own_file: L::Plane,
    /// Squares on files with enemy pawns.
    pub enemy_file: L::Plane,
}

/// The pawn structure circuit.
#[inline(always)]
pub fn pawns<L: SquareLogic>(l: L, view: &View<L>) -> Pawns<L> {
    scope!(l, "PAWNS", {
        let (own, enemy) = (view.pawn, view.enemy_pawn);
        let any = l.plane(!0);
        let from_left = |plane| l.neighbor::<1, 0>(plane);
        let from_right = |plane| l.neighbor::<-1, 0>(plane);
        let beside = |plane| from_left(plane) | from_right(plane);
        // Squares above and below own pawns; squares before and behind enemy pawns, which move
        // down.
        let above = l.ray::<0, 1>(own, any).called("pawn_ray");
        let below = l.ray::<0, -1>(own, any).called("pawn_ray");
        let before_enemy = l.ray::<0, -1>(enemy, any).called("enemy_pawn_ray");
        let behind_enemy = l.ray::<0, 1>(enemy, any).called("enemy_pawn_ray");
        let file = (own | (above | below)).called("pawn_file");
        let enemy_file = (enemy | (before_enemy | behind_enemy)).called("enemy_file");

        let guarded = (l.neighbor::<1, 1>(own) | l.neighbor::<-1, 1>(own)).called("guarded");
        let attacked = l.neighbor::<1, -1>(enemy) | l.neighbor::<-1, -1>(enemy);
        let attacked = attacked.called("attacked");
        let stops_beside = beside(before_enemy).called("stops_beside");

        let neighbors = beside(file).called("neighbors");
        let level_or_ahead = (own | above).called("level_or_ahead");
        let helped = beside(level_or_ahead).called("helped");
        let isolated = (own & !neighbors).called("isolated");
        let backward = own & neighbors & !helped & l.neighbor::<0, -1>(attacked);
        let backward = backward.called("backward");
        let foremost = (own & !below).called("foremost");
        let free_ahead = (foremost & !before_enemy).called("free_ahead");

        // A candidate has at least as many helping neighbor files as stopping ones.
        let (stops_left, stops_right) = (from_left(before_enemy), from_right(before_enemy));
        let (helps_left, helps_right) = (from_left(level_or_ahead), from_right(level_or_ahead));
        let helps_suffice =
            (helps_left & helps_right) | ((helps_left | helps_right) & !(stops_left & stops_right));
        let helps_suffice = helps_suffice.called("helps_suffice");
        Pawns {
            doubled: (own & below).called("doubled"),
            isolated,
            backward,
            exposed: ((isolated | backward) & !before_enemy).called("exposed"),
            connected: (own & (guarded | beside(own))).called("connected"),
            passed: (free_ahead & !stops_beside).called("passed"),
            candidate: (free_ahead & stops_beside & helps_suffice).called("candidate"),
            enemy_passed: (enemy & !(behind_enemy | (above | beside(above))))
                .called("enemy_passed"),
            guarded,
            attacked,
            strong: !stops_beside,
            no_own_file: !file,
            enemy_file,
        }
    })
}
