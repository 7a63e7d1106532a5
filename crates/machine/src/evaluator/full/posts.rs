//! Posts: good squares of knights, bishops and rooks.
//!
//! ```text
//!                           +-------+
//!  own pieces ------------->|       |--> outposts of knights and bishops
//!  pawns, files ----------->| POSTS |--> rooks on open and half-open files
//!  rooks' rays up, down --->|       |--> rooks behind passed pawns
//!                           +-------+
//! ```
//!
//! Source: Chess Programming Wiki, "Belle", section on the evaluation. Fidelity: outposts
//! documented (F063); the rest decided.

use logic::{Signal, SquareLogic, scope};

use super::{pawns::Pawns, view::View};

/// The fourth, fifth and sixth rank.
const ADVANCED: u64 = 0x0000_FFFF_FF00_0000;
/// The light squares.
const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;

/// Pieces on good squares.
#[derive(Clone, Copy)]
pub struct Posts<L: SquareLogic> {
    /// Knights on outposts.
    pub knight_outpost: L::Plane,
    /// Bishops on outposts.
    pub bishop_outpost: L::Plane,
    /// Knights guarded by a pawn.
    pub knight_guarded: L::Plane,
    /// Rooks on files without pawns.
    pub rook_open: L::Plane,
    /// Rooks on files with enemy pawns only.
    pub rook_half_open: L::Plane,
    /// Own passed pawns that a rook's ray reaches from behind.
    pub behind_own: L::Plane,
    /// Enemy passed pawns that a rook's ray reaches from behind.
    pub behind_enemy: L::Plane,
    /// One wire, at the first square: there are bishops on both colors.
    pub pair: L::Plane,
}

/// The posts' circuit; `up` and `down` is where the rooks' rays arrive along their files.
#[inline(always)]
pub fn posts<L: SquareLogic>(
    l: L,
    view: &View<L>,
    pawns: &Pawns<L>,
    up: L::Plane,
    down: L::Plane,
) -> Posts<L> {
    scope!(l, "POSTS", {
        let outpost = pawns.guarded & pawns.strong & l.plane(ADVANCED).called("advanced");
        let outpost = outpost.called("outpost");
        let free_rook = view.rook & pawns.no_own_file;
        let light = view.bishop & l.plane(LIGHT).called("light_squares");
        let dark = view.bishop & l.plane(!LIGHT).called("dark_squares");
        let (light, dark) = (light.called("light_bishop"), dark.called("dark_bishop"));
        Posts {
            knight_outpost: view.knight & outpost,
            bishop_outpost: view.bishop & outpost,
            knight_guarded: view.knight & pawns.guarded,
            rook_open: free_rook & !pawns.enemy_file,
            rook_half_open: free_rook & pawns.enemy_file,
            behind_own: up & pawns.passed,
            behind_enemy: down & pawns.enemy_passed,
            pair: L::Plane::spread((light.any() & dark.any()).called("bishop_pair"))
                & l.plane(1).called("first_square"),
        }
    })
}
