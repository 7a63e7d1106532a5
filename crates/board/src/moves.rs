//! Moves in 16 bits, and lists of them.

use std::fmt;

use arrayvec::ArrayVec;

use super::{Kind, Square};

/// Type of a move: the four high bits of a [`Move`]. Bit 2 marks captures; bit 3 promotions, with
/// the kind in the two low bits. `Castle` has the king's own from and to squares, `Capture` is a
/// plain capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "self-explanatory")]
pub enum Flag {
    Quiet = 0,
    Double = 1,
    Castle = 2,
    Capture = 4,
    EnPassant = 5,
    Knight = 8,
    Bishop = 9,
    Rook = 10,
    Queen = 11,
    CaptureKnight = 12,
    CaptureBishop = 13,
    CaptureRook = 14,
    CaptureQueen = 15,
}

/// Bit of a move that marks captures.
const CAPTURE: u16 = 1 << 14;
/// Bit of a move that marks promotions.
const PROMOTION: u16 = 1 << 15;

/// A move: from in bits 0 to 5, to in 6 to 11, a [`Flag`] in 12 to 15. Zero is no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// No move, or the null move.
    pub const NULL: Move = Move(0);

    /// A move of these parts, unchecked.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, flag: Flag) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | (flag as u16) << 12)
    }

    /// The promotion of a pawn to `kind` (knight to queen; a pawn or king counts as a queen).
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, kind: Kind, capture: bool) -> Move {
        // The kind goes into the two low bits of the flag.
        let kind: u16 = match kind {
            Kind::Knight => 0,
            Kind::Bishop => 1,
            Kind::Rook => 2,
            Kind::Queen | Kind::Pawn | Kind::King => 3,
        };
        let capture = if capture { CAPTURE } else { 0 };
        Move(Move::new(from, to, Flag::Knight).0 | capture | kind << 12)
    }

    /// A move of any 16 bits; check `Board::is_legal` before playing it.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// The 16 bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether it is [`Move::NULL`].
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// Origin square.
    #[inline(always)]
    pub const fn from(self) -> Square {
        // Only the six low bits count.
        Square::new(self.0 as u8)
    }

    /// Target square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6) as u8)
    }

    /// Whether the move has this flag.
    #[inline(always)]
    pub const fn is(self, flag: Flag) -> bool {
        self.0 >> 12 == flag as u16
    }

    /// Whether it is no promotion, castling or en-passant capture.
    #[inline(always)]
    pub const fn is_plain(self) -> bool {
        const PLAIN: u32 =
            1 << Flag::Quiet as u8 | 1 << Flag::Double as u8 | 1 << Flag::Capture as u8;
        PLAIN >> (self.0 >> 12) & 1 != 0
    }

    /// Whether it captures, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// Promotion piece.
    #[inline(always)]
    pub const fn promoted(self) -> Option<Kind> {
        if self.0 & PROMOTION == 0 {
            return None;
        }
        Some([Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen][(self.0 >> 12 & 3) as usize])
    }

    /// Whether it is a capture or a promotion: a move of `Board::noisy`.
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        self.0 & (CAPTURE | PROMOTION) != 0
    }
}

/// UCI notation: `e2e4`, `e7e8q`; the null move is `0000`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        self.promoted().map_or(Ok(()), |kind| {
            f.write_str(["p", "n", "b", "r", "q", "k"][kind as usize])
        })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}/{}", self.0 >> 12)
    }
}

/// A list of moves; no reachable position has more than 218.
pub type MoveList = ArrayVec<Move, 256>;
