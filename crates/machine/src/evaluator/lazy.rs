//! Lazy evaluator: registers that every write to the board keeps up to date, and the sum of what they address.
//!
//! ```text
//!                      +-----------------+
//!  board address ----->| material        |--+
//!  piece taken off --->| piece-square    |--+--> adders --> value, White's side
//!  piece put on ------>| stage           |--|--> SAFETY ROM ---+
//!                      | king positions  |--|--> CENTRAL ROM --+
//!                      | wing pawns 4x9  |--+
//!                      +-----------------+
//! ```
//!
//! Source: Chess Programming Wiki, "Belle", section on the evaluation. Fidelity: the registers documented (F060);
//! three files by three ranks of a wing inferred (F060); widths, weights and the two ROMs' addressing decided.

use crate::part::Part;
use roms::{
    BLACK, CENTRALIZATION, Kind, SAFETY, STAGE_CLASS, WING_NONE, king_wing, lazy_word, wing_bit,
};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "evaluator/lazy",
    fidelity: "documented (F060): the registers; inferred (F060): three files by three ranks of a wing; decided: widths and weights",
    wires: &[],
    file: file!(),
};

/// The registers. Their only input is the stream of writes to the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LazyRegisters {
    /// White's material less Black's, in centipawns.
    pub material: i16,
    /// White's piece-square values less Black's, in centipawns.
    pub piece_square: i16,
    /// Sum of the pieces' stage weights, both sides: 24 at the start of a game.
    pub stage: u8,
    /// Where White's and Black's king was last put, 0 to 63.
    pub king: [u8; 2],
    /// Four registers of nine bits from bit 0: White's king's and queen's wing, Black's king's and queen's wing.
    pub wings: u64,
}

/// The terms of the lazy value, in centipawns, each side's for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LazyTerms {
    /// White's material less Black's.
    pub material: i16,
    /// White's piece-square values less Black's.
    pub piece_square: i16,
    /// King safety of White and of Black.
    pub safety: [i16; 2],
    /// King centralization of White and of Black.
    pub centralization: [i16; 2],
}

/// Words of all ROMs for one piece on one square.
#[derive(Clone, Copy, Debug)]
struct Entry {
    material: i16,
    piece_square: i16,
    stage: u8,
    /// One bit to flip in the wing registers, and where it stands.
    wing: u8,
    wing_at: u8,
}

const fn entry(square: usize, piece: usize) -> Entry {
    let word = lazy_word(square, piece);
    let (mut wing, mut wing_at) = (0, 0);
    if piece & 7 == Kind::Pawn as usize {
        let black = piece & BLACK as usize != 0;
        if let Some((side, bit)) = wing_bit(if black { square ^ 56 } else { square }) {
            wing = 1;
            wing_at = 9 * (side + 2 * black as usize) as u8 + bit as u8;
        }
    }
    Entry {
        material: word.material,
        piece_square: word.piece_square,
        stage: word.stage,
        wing,
        wing_at,
    }
}

static ENTRIES: [[Entry; 16]; 64] = {
    let mut out = [[entry(0, 0); 16]; 64];
    let mut square = 0;
    while square < 64 {
        let mut piece = 0;
        while piece < 16 {
            out[square][piece] = entry(square, piece);
            piece += 1;
        }
        square += 1;
    }
    out
};

impl LazyRegisters {
    /// The board-address bus selects `square` (0 to 63), the piece bus replaces `old` by `new` (4-bit codes).
    #[inline(always)]
    pub fn write(&mut self, square: u8, old: u8, new: u8) {
        let row = &ENTRIES[usize::from(square & 63)];
        let (off, on) = (&row[usize::from(old & 15)], &row[usize::from(new & 15)]);
        self.material = self
            .material
            .wrapping_sub(off.material)
            .wrapping_add(on.material);
        self.piece_square = self
            .piece_square
            .wrapping_sub(off.piece_square)
            .wrapping_add(on.piece_square);
        self.stage = self.stage.wrapping_sub(off.stage).wrapping_add(on.stage);
        self.wings ^= u64::from(off.wing) << off.wing_at ^ u64::from(on.wing) << on.wing_at;
        if new & 7 == Kind::King as u8 {
            self.king[usize::from(new >> 3 & 1)] = square;
        }
    }

    /// One nine-bit wing register: side 0 White, 1 Black; wing 0 king's, 1 queen's.
    #[inline(always)]
    pub fn wing(&self, side: usize, wing: usize) -> usize {
        (self.wings >> (18 * side + 9 * wing) & 0x1FF) as usize
    }

    /// The stage of the game, 0 (bare kings) to 7 (all pieces on the board), from the stage ROM.
    #[inline(always)]
    pub fn stage_class(&self) -> u8 {
        STAGE_CLASS[usize::from(self.stage & 127)]
    }

    /// The terms of the lazy value.
    #[inline(always)]
    pub fn terms(&self) -> LazyTerms {
        let (white, black) = (self.king_terms(0), self.king_terms(1));
        LazyTerms {
            material: self.material,
            piece_square: self.piece_square,
            safety: [white.0, black.0],
            centralization: [white.1, black.1],
        }
    }

    /// Safety and centralization of one side's king.
    #[inline(always)]
    fn king_terms(&self, side: usize) -> (i16, i16) {
        let class = usize::from(self.stage_class());
        let square = usize::from(self.king[side] ^ if side == 0 { 0 } else { 56 }) & 63;
        let wing = king_wing(square);
        let safety = if wing == WING_NONE {
            0
        } else {
            SAFETY[class][self.wing(side, wing)]
        };
        (safety, CENTRALIZATION[class][square])
    }

    /// The lazy value in centipawns from White's side.
    #[inline(always)]
    pub fn value(&self) -> i16 {
        self.terms().value()
    }
}

impl LazyTerms {
    /// Their sum, from White's side.
    #[inline(always)]
    pub fn value(&self) -> i16 {
        self.material
            .wrapping_add(self.piece_square)
            .wrapping_add(self.safety[0] - self.safety[1])
            .wrapping_add(self.centralization[0] - self.centralization[1])
    }
}
