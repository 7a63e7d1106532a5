//! Entries of a Polyglot book, with its encoding of moves.
//!
//! ```text
//!   bytes  0..8   8..10  10..12  12..16      all big-endian
//!          key    move   weight  learn
//!
//!   move bits  14..12     11..6  5..0        squares: a1 = 0 ... h8 = 63
//!              promotion  from   to          promotion: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen
//! ```
//!
//! Castling is written as the king taking its own rook.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position, Square};

pub(super) const SIZE: usize = 16;

/// One move in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Key of the position.
    pub key: u64,
    /// Code of the move.
    pub code: u16,
    /// Weight relative to the other moves of the position; a move of weight 0 is never played.
    pub weight: u16,
    /// Learning data of other programs, not used here.
    pub learn: u32,
}

impl Entry {
    /// Reads an entry.
    pub fn from_bytes(bytes: &[u8; SIZE]) -> Entry {
        let whole = u128::from_be_bytes(*bytes);
        Entry {
            key: (whole >> 64) as u64,
            code: (whole >> 48) as u16,
            weight: (whole >> 32) as u16,
            learn: whole as u32,
        }
    }

    /// Writes it.
    pub fn to_bytes(self) -> [u8; SIZE] {
        let whole = u128::from(self.key) << 64
            | u128::from(self.code) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        whole.to_be_bytes()
    }
}

/// Polyglot key of a position.
pub fn key(position: &Chess) -> u64 {
    // The format includes the en-passant file if a pawn stands beside, even if it cannot capture legally.
    position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

/// Polyglot code of a move.
pub fn code(chess_move: Move) -> u16 {
    let from = chess_move.from().map_or(0, u16::from);
    let promotion = chess_move.promotion().map_or(0, |role| u16::from(role) - 1);
    u16::from(chess_move.to()) | from << 6 | promotion << 12
}

pub(super) fn decode(position: &Chess, wanted: u16) -> Option<Move> {
    let legal = position.legal_moves();
    legal.into_iter().find(|&found| code(found) == wanted || two_steps(found) == Some(wanted))
}

/// Code of castling as two steps of the king, which some books use against the format.
fn two_steps(chess_move: Move) -> Option<u16> {
    let Move::Castle { king, .. } = chess_move else { return None };
    let to = Square::from_coords(chess_move.castling_side()?.king_to_file(), king.rank());
    Some(u16::from(to) | u16::from(king) << 6)
}
