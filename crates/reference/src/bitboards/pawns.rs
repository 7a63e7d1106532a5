//! The full evaluator's pawn terms, for all pawns of a side at once. The side moves up.

use board::{Bitboard, Color, attacks};

/// The squares with one of these further up on their file.
#[inline(always)]
fn below(sets: Bitboard) -> Bitboard {
    let mut squares = sets.0 >> 8;
    squares |= squares >> 8;
    squares |= squares >> 16;
    Bitboard(squares | squares >> 32)
}

/// The squares with one of these further down on their file.
#[inline(always)]
fn above(sets: Bitboard) -> Bitboard {
    let mut squares = sets.0 << 8;
    squares |= squares << 8;
    squares |= squares << 16;
    Bitboard(squares | squares << 32)
}

#[inline(always)]
fn beside(squares: Bitboard) -> Bitboard {
    squares.east() | squares.west()
}

/// A side's pawns with their attacks and files, from that side's view.
pub(super) struct Pawns {
    own: Bitboard,
    /// Squares that a pawn of the side's attacks.
    pub(super) guarded: Bitboard,
    /// Squares that an enemy pawn attacks.
    pub(super) attacked: Bitboard,
    pub(super) files: Bitboard,
    pub(super) enemy_files: Bitboard,
    /// Squares with an enemy pawn further up on their file.
    stopped: Bitboard,
    /// Squares with a pawn of the side's further up on their file.
    behind: Bitboard,
}

impl Pawns {
    #[inline(always)]
    pub(super) fn new(own: Bitboard, enemy: Bitboard) -> Pawns {
        let (stopped, behind) = (below(enemy), below(own));
        Pawns {
            own,
            guarded: attacks::pawns(Color::White, own),
            attacked: attacks::pawns(Color::Black, enemy),
            files: behind | own | above(own),
            enemy_files: stopped | enemy | above(enemy),
            stopped,
            behind,
        }
    }

    #[inline(always)]
    pub(super) fn doubled(&self) -> Bitboard {
        self.own & self.behind
    }

    #[inline(always)]
    pub(super) fn isolated(&self) -> Bitboard {
        self.own & !beside(self.files)
    }

    #[inline(always)]
    pub(super) fn backward(&self) -> Bitboard {
        let helped = beside(self.own | above(self.own));
        self.own & beside(self.files) & !helped & self.attacked.forward(Color::Black)
    }

    #[inline(always)]
    pub(super) fn exposed(&self) -> Bitboard {
        (self.isolated() | self.backward()) & !self.stopped
    }

    #[inline(always)]
    pub(super) fn connected(&self) -> Bitboard {
        self.own & (beside(self.own) | self.guarded)
    }

    #[inline(always)]
    pub(super) fn passed(&self) -> Bitboard {
        self.own & !(self.stopped | beside(self.stopped) | self.behind)
    }

    /// Candidates: not passed, free on their file, with helpers on as many adjacent files as enemy guards.
    #[inline(always)]
    pub(super) fn candidates(&self) -> Bitboard {
        let helpers = self.own | above(self.own);
        let (help_west, help_east) = (helpers.east(), helpers.west());
        let (stop_west, stop_east) = (self.stopped.east(), self.stopped.west());
        let one = (stop_west ^ stop_east) & (help_west | help_east);
        let two = stop_west & stop_east & help_west & help_east;
        self.own & !self.stopped & !self.behind & (one | two)
    }

    /// Squares on the fourth to sixth rank that a pawn guards and no enemy pawn can ever attack.
    #[inline(always)]
    pub(super) fn outposts(&self) -> Bitboard {
        let middle = Bitboard::rank(3) | Bitboard::rank(4) | Bitboard::rank(5);
        middle & self.guarded & !beside(self.stopped)
    }
}
