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
    position
        .ep_square(EnPassantMode::PseudoLegal)
        .map_or(0, |square| u32::from(square) as u8)
}

/// The castling rights as the machine's register: bits K, Q, k, q from the lowest.
pub fn castling_rights(position: &Chess) -> u8 {
    let sides = [Color::White, Color::Black].into_iter().flat_map(|color| {
        [CastlingSide::KingSide, CastlingSide::QueenSide]
            .map(|side| position.castles().has(color, side))
    });
    sides
        .zip(0..)
        .map(|(right, bit)| u8::from(right) << bit)
        .sum()
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
