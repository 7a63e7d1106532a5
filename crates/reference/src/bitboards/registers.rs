//! Hash key and lazy evaluator registers, updated by every write to the board.

use roms::{
    BLACK, CENTRALIZATION, HASH_PIECE, SAFETY, STAGE_CLASS, WING_NONE, king_wing, lazy_word,
    wing_bit,
};

use board::{Color, Kind, PieceSets, Square};

/// The registers, all but the key in one word, so that a write to the board is one addition. From the top: 16 bits of
/// material and piece-square values, 8 of the phase, 4 empty, and the four wing registers of 9 bits each, White's
/// king's wing lowest. Only the topmost can be negative, so none borrows from its neighbor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Registers {
    key: u64,
    sums: u64,
}

/// Lowest bit of the values.
const VALUE: u32 = 48;
/// Lowest bit of the phase.
const STAGE: u32 = 40;
/// Width of a wing register.
const WING: u32 = 9;

/// Shift of the wing register for a king's square; `None` if it is on no wing.
static WING_SHIFT: [Option<u8>; 64] = {
    let mut looks = [None; 64];
    let mut square = 0;
    while square < 64 {
        let wing = king_wing(square);
        if wing != WING_NONE {
            looks[square] = Some((WING as usize * wing) as u8);
        }
        square += 1;
    }
    looks
};

/// Contribution of each piece on each square, by color, kind and square.
static WORDS: [[[Registers; 64]; 6]; 2] = {
    let mut words = [[[Registers { key: 0, sums: 0 }; 64]; 6]; 2];
    let mut i = 0;
    while i < 2 * 6 * 64 {
        let (color, kind, square) = (i / 384, i / 64 % 6, i % 64);
        words[color][kind][square] = word(color, kind, square);
        i += 1;
    }
    words
};

const fn word(color: usize, kind: usize, square: usize) -> Registers {
    let piece = roms::Kind::ALL[kind] as usize + color * BLACK as usize;
    let lazy = lazy_word(square, piece);
    let value = (lazy.material + lazy.piece_square) as u16;
    let mut sums = (value as u64) << VALUE | (lazy.stage as u64) << STAGE;
    // Black sees the board from the other end.
    if kind == Kind::Pawn as usize
        && let Some((wing, bit)) = wing_bit(square ^ (56 * color))
    {
        sums |= 1 << (WING * (2 * color + wing) as u32 + bit);
    }
    Registers {
        key: HASH_PIECE[square][piece],
        sums,
    }
}

impl Registers {
    #[inline(always)]
    pub(super) fn put(&mut self, color: Color, kind: Kind, square: Square) {
        let word = &WORDS[color as usize][kind as usize][square.index()];
        self.key ^= word.key;
        self.sums = self.sums.wrapping_add(word.sums);
    }

    #[inline(always)]
    pub(super) fn take(&mut self, color: Color, kind: Kind, square: Square) {
        let word = &WORDS[color as usize][kind as usize][square.index()];
        self.key ^= word.key;
        self.sums = self.sums.wrapping_sub(word.sums);
    }

    /// The board's 48-bit hash, without latch and rights.
    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The phase class, 0 to 7.
    #[inline(always)]
    pub(super) fn class(&self) -> u8 {
        STAGE_CLASS[(self.sums >> STAGE & 127) as usize]
    }

    /// The lazy value from White's side.
    #[inline(always)]
    pub(super) fn lazy_value(&self, sets: &PieceSets) -> i16 {
        (self.sums >> VALUE) as i16 + self.king(sets, Color::White) - self.king(sets, Color::Black)
    }

    /// Centralization and safety of a side's king.
    #[inline(always)]
    fn king(&self, sets: &PieceSets, color: Color) -> i16 {
        let class = usize::from(self.class());
        let square = sets.king(color).relative(color).index();
        let wings = self.sums >> (2 * WING * color as u32);
        let safety =
            WING_SHIFT[square].map_or(0, |wing| SAFETY[class][(wings >> wing & 511) as usize]);
        CENTRALIZATION[class][square] + safety
    }
}
