//! Making and taking back a move on the two boards and the two lists. Decided in every detail: the record has
//! no word on it.

use crate::listing::{Kind, Move};
use crate::men::{Man, Men, Rights};
use crate::square::Square;

/// What taking a move back needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    moved: Man,
    taken: Man,
    taken_on: Square,
    taken_entry: usize,
    rights: [Rights; 2],
    passed: [Square; 2],
}

impl Undo {
    /// The man taken, or none.
    pub fn taken(&self) -> Man {
        self.taken
    }
}

/// Where the man stands whom the move takes: in passing he stands beside the pawn that takes him.
pub fn taken_on(one: Move) -> Square {
    match one.kind {
        Kind::EnPassant => Square((one.from.0 - 1) / 8 * 8 + (one.to.0 - 1) % 8 + 1),
        _ => one.to,
    }
}

/// Makes a listed move.
pub fn make(mymanin: &mut Men, opponents: &mut Men, one: Move) -> Undo {
    let moved = mymanin.man_on(one.from);
    let taken_on = taken_on(one);
    let taken = opponents.man_on(taken_on);
    let undo = Undo {
        moved,
        taken,
        taken_on,
        taken_entry: if taken.stands() { entry(opponents, taken_on) } else { 0 },
        rights: [mymanin.rights, opponents.rights],
        passed: [mymanin.passed, opponents.passed],
    };
    if taken.stands() {
        opponents.board[taken_on.index()] = Man::NONE;
        opponents.list[undo.taken_entry] = Square::NONE;
        forget_rook(opponents, taken_on);
    }
    shift(mymanin, one.from, one.to);
    if let Kind::Promotion(man) = one.kind {
        mymanin.board[one.to.index()] = man;
    }
    if one.kind == Kind::Castling {
        let (corner, beside) = rook_of(one);
        shift(mymanin, corner, beside);
    }
    if moved == Man::KING {
        mymanin.rights = Rights::default();
    }
    forget_rook(mymanin, one.from);
    opponents.passed = Square::NONE;
    mymanin.passed = match one.kind {
        Kind::Double => Square((one.from.0 + one.to.0) / 2),
        _ => Square::NONE,
    };
    undo
}

/// Takes it back.
pub fn unmake(mymanin: &mut Men, opponents: &mut Men, one: Move, undo: Undo) {
    if one.kind == Kind::Castling {
        let (corner, beside) = rook_of(one);
        shift(mymanin, beside, corner);
    }
    shift(mymanin, one.to, one.from);
    mymanin.board[one.from.index()] = undo.moved;
    if undo.taken.stands() {
        opponents.board[undo.taken_on.index()] = undo.taken;
        opponents.list[undo.taken_entry] = undo.taken_on;
    }
    [mymanin.rights, opponents.rights] = undo.rights;
    [mymanin.passed, opponents.passed] = undo.passed;
}

/// The entry of the list that holds the man on `square`.
fn entry(men: &Men, square: Square) -> usize {
    men.list[1..].iter().position(|&s| s == square).map_or(0, |at| at + 1)
}

fn shift(men: &mut Men, from: Square, to: Square) {
    let entry = entry(men, from);
    men.list[entry] = to;
    men.board[to.index()] = men.board[from.index()];
    men.board[from.index()] = Man::NONE;
}

/// The rook's own move in castling.
fn rook_of(castling: Move) -> (Square, Square) {
    if castling.to > castling.from {
        (Square(castling.from.0 + 3), Square(castling.from.0 + 1))
    } else {
        (Square(castling.from.0 - 4), Square(castling.from.0 - 1))
    }
}

/// A rook that leaves its corner, or is taken there, takes the right to castle with it.
fn forget_rook(men: &mut Men, square: Square) {
    if square.0 == men.home() + 8 {
        men.rights.king_side = false;
    } else if square.0 == men.home() + 1 {
        men.rights.queen_side = false;
    }
}
