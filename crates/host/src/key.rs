//! Register contents and transposition key of a position, computed without the machine.

use machine::transposition::hash::Key;
use roms::{HASH_PIECE, Kind};
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Piece, Position, Role, Square};

/// The 4-bit code of a piece in the piece registers.
pub(crate) fn piece_code(piece: Piece) -> u8 {
    let kind = match piece.role {
        Role::Pawn => Kind::Pawn,
        Role::Knight => Kind::Knight,
        Role::Bishop => Kind::Bishop,
        Role::Rook => Kind::Rook,
        Role::Queen => Kind::Queen,
        Role::King => Kind::King,
    };
    match piece.color {
        Color::White => kind.white(),
        Color::Black => kind.black(),
    }
}

/// The en-passant latch: the square passed over if a pawn attacks it, else 0.
pub(crate) fn en_passant_latch(position: &Chess) -> u8 {
    position.ep_square(EnPassantMode::PseudoLegal).map_or(0, |square| u32::from(square) as u8)
}

/// The castling rights as the machine's register: bits K, Q, k, q from the lowest.
pub(crate) fn castling_rights(position: &Chess) -> u8 {
    let sides = [
        (Color::White, CastlingSide::KingSide),
        (Color::White, CastlingSide::QueenSide),
        (Color::Black, CastlingSide::KingSide),
        (Color::Black, CastlingSide::QueenSide),
    ];
    let castles = position.castles();
    (0..4).map(|bit| u8::from(castles.has(sides[bit].0, sides[bit].1)) << bit).sum()
}

/// The key under which the machine keeps a position in its transposition memory.
pub fn transposition_key(position: &Chess) -> Key {
    let board = position.board();
    let hash = Square::ALL
        .into_iter()
        .filter_map(|square| Some((square, board.piece_at(square)?)))
        .fold(0, |hash, (square, piece)| {
            hash ^ HASH_PIECE[usize::from(square)][usize::from(piece_code(piece))]
        });
    Key::new(hash, en_passant_latch(position), castling_rights(position), position.turn().is_white())
}
