//! Register contents and transposition key of a position, computed without the machine.

use machine::transposition::hash::Key;
use roms::{HASH_PIECE, Kind};
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Piece, Position};

/// The 4-bit code of a piece in the piece registers.
pub fn piece_code(piece: Piece) -> u8 {
    let kind = Kind::ALL[piece.role as usize - 1];
    piece.color.fold_wb(kind.white(), kind.black())
}

/// The en-passant latch: the square passed over if a pawn attacks it, else 0.
pub fn en_passant_latch(position: &Chess) -> u8 {
    match position.ep_square(EnPassantMode::PseudoLegal) {
        Some(square) => u32::from(square) as u8,
        None => 0,
    }
}

/// The castling rights as the machine's register: bits K, Q, k, q from the lowest.
pub fn castling_rights(position: &Chess) -> u8 {
    let mut rights = 0;
    let mut bit = 1;
    for color in [Color::White, Color::Black] {
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            if position.castles().has(color, side) {
                rights |= bit;
            }
            bit <<= 1;
        }
    }
    rights
}

/// The key under which the machine keeps a position in its transposition memory.
pub fn transposition_key(position: &Chess) -> Key {
    let board = position.board();
    let mut hash = 0;
    for (square, piece) in board.iter() {
        hash ^= HASH_PIECE[usize::from(square)][usize::from(piece_code(piece))];
    }
    Key::new(
        hash,
        en_passant_latch(position),
        castling_rights(position),
        position.turn().is_white(),
    )
}
