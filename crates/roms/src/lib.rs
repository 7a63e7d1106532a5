//! The contents of Belle's read-only memories: one table of hash words and evaluation weights,
//! shared by the machine and by the reference on today's processors.
//!
//! Fidelity: hard-wired piece-square values and a Zobrist-like key are documented (F050, F060),
//! memories for them inferred (F060), and every word decided (docs/decisions/evaluation.md,
//! docs/decisions/hash.md).
//!
//! Squares are numbered a1 = 0, b1 = 1 ... h8 = 63. A piece is the 4-bit code of the machine's
//! piece registers: bits 0 to 2 the [kind](Kind), bit 3 set for Black; an empty square is 0.

/// A table of `$n` entries in a constant, each an expression of its index.
macro_rules! table {
    ($zero:expr; $i:ident < $n:expr; $entry:expr) => {{
        let mut table = [$zero; $n];
        let mut $i = 0;
        while $i < $n {
            table[$i] = $entry;
            $i += 1;
        }
        table
    }};
}

mod evaluation;
pub mod full;
mod hash;

pub use evaluation::{
    CENTRALIZATION, MATERIAL, PIECE_SQUARE, SAFETY, STAGE, STAGE_CLASS, STAGES, WING_NONE,
    king_wing, lazy_word, wing_bit,
};
pub use hash::{HASH_CASTLING, HASH_EN_PASSANT, HASH_PIECE};

/// Values of a search: 16 bits (documented, F081), in centipawns (decided).
pub mod value {
    /// The side to move is mated on the spot: `-MATE`; each ply further away brings it one nearer
    /// to zero.
    pub const MATE: i16 = 30_000;
    /// Values beyond this, either way, are mates.
    pub const MATE_ZONE: i16 = 29_000;
    /// Greater than any value.
    pub const INFINITY: i16 = 32_000;
}

/// Code of an empty square.
pub const EMPTY: u8 = 0;
/// Bit of a piece code that is set for Black.
pub const BLACK: u8 = 8;

/// The six kinds of pieces, by their code (decided: rising in value, so that the code is also the
/// aggressors' order).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Pawn = 1,
    Knight = 2,
    Bishop = 3,
    Rook = 4,
    Queen = 5,
    King = 6,
}

impl Kind {
    /// All kinds, pawn to king.
    pub const ALL: [Kind; 6] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
    ];

    /// The kind of a piece code, or `None` for an empty square and for codes no piece has.
    #[inline]
    pub const fn of(piece: u8) -> Option<Kind> {
        match piece & 7 {
            0 | 7 => None,
            kind => Some(Kind::ALL[kind as usize - 1]),
        }
    }

    /// The code of a white piece of this kind.
    #[inline]
    pub const fn white(self) -> u8 {
        self as u8
    }

    /// The code of a black piece of this kind.
    #[inline]
    pub const fn black(self) -> u8 {
        self as u8 | BLACK
    }
}
