//! Make and unmake of moves on the two boards and lists. All of it is decided, since the record is
//! silent.

use crate::movegen::{Move, MoveKind};
use crate::side::{Piece, Rights, Side, Square};

/// The state that [`unmake`] restores.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    moved: Piece,
    pub(crate) taken: Piece,
    taken_on: Square,
    taken_entry: usize,
    rights: [Rights; 2],
    en_passant: [Square; 2],
}

/// The square of the captured piece, which for en passant is not the target.
pub(crate) fn taken_on(mv: Move) -> Square {
    match mv.kind {
        MoveKind::EnPassant => Square((mv.from.0 - 1) / 8 * 8 + (mv.to.0 - 1) % 8 + 1),
        _ => mv.to,
    }
}

/// Makes a move.
pub fn make(mymanin: &mut Side, opponents: &mut Side, mv: Move) -> Undo {
    let moved = mymanin.piece_on(mv.from);
    let taken_on = taken_on(mv);
    let taken = opponents.piece_on(taken_on);
    let undo = Undo {
        moved,
        taken,
        taken_on,
        taken_entry: if taken.is_some() {
            entry(opponents, taken_on)
        } else {
            0
        },
        rights: [mymanin.rights, opponents.rights],
        en_passant: [mymanin.en_passant, opponents.en_passant],
    };
    if taken.is_some() {
        opponents.board[taken_on.index()] = Piece::NONE;
        opponents.list[undo.taken_entry] = Square::NONE;
        clear_rook_right(opponents, taken_on);
    }
    shift(mymanin, mv.from, mv.to);
    if let MoveKind::Promotion(piece) = mv.kind {
        mymanin.board[mv.to.index()] = piece;
    }
    if mv.kind == MoveKind::Castling {
        let (corner, beside) = rook_of(mv);
        shift(mymanin, corner, beside);
    }
    if moved == Piece::KING {
        mymanin.rights = Rights::default();
    }
    clear_rook_right(mymanin, mv.from);
    opponents.en_passant = Square::NONE;
    mymanin.en_passant = match mv.kind {
        MoveKind::Double => Square((mv.from.0 + mv.to.0) / 2),
        _ => Square::NONE,
    };
    undo
}

/// Takes back a move.
pub fn unmake(mymanin: &mut Side, opponents: &mut Side, mv: Move, undo: Undo) {
    if mv.kind == MoveKind::Castling {
        let (corner, beside) = rook_of(mv);
        shift(mymanin, beside, corner);
    }
    shift(mymanin, mv.to, mv.from);
    mymanin.board[mv.from.index()] = undo.moved;
    if undo.taken.is_some() {
        opponents.board[undo.taken_on.index()] = undo.taken;
        opponents.list[undo.taken_entry] = undo.taken_on;
    }
    [mymanin.rights, opponents.rights] = undo.rights;
    [mymanin.en_passant, opponents.en_passant] = undo.en_passant;
}

fn entry(pieces: &Side, square: Square) -> usize {
    match pieces.list[1..].iter().position(|&s| s == square) {
        Some(at) => at + 1,
        None => 0,
    }
}

fn shift(pieces: &mut Side, from: Square, to: Square) {
    let entry = entry(pieces, from);
    pieces.list[entry] = to;
    pieces.board[to.index()] = pieces.board[from.index()];
    pieces.board[from.index()] = Piece::NONE;
}

fn rook_of(castling: Move) -> (Square, Square) {
    let king = castling.from.0;
    let (corner, beside) = if castling.to > castling.from {
        (king + 3, king + 1)
    } else {
        (king - 4, king - 1)
    };
    (Square(corner), Square(beside))
}

fn clear_rook_right(pieces: &mut Side, square: Square) {
    if square.0 == pieces.home_offset() + 8 {
        pieces.rights.king_side = false;
    } else if square.0 == pieces.home_offset() + 1 {
        pieces.rights.queen_side = false;
    }
}
