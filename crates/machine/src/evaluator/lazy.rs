//! Lazy evaluator: registers that every write to the board keeps up to date, and the sum of what
//! they address.
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
//! Source: Chess Programming Wiki, "Belle", section on the evaluation. Fidelity: the registers
//! documented (F060), except that of the stage. Decided: a register for the stage; three files by
//! three ranks of a wing; widths, weights and the two ROMs' addressing.

use crate::part::Part;
use roms::{
    BLACK, CENTRALIZATION, Kind, SAFETY, STAGE_CLASS, WING_NONE, king_wing, lazy_word, wing_bit,
};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "evaluator/lazy",
    fidelity: "documented (F060): the registers, except that of the stage; decided: a register for the stage, three files by three ranks of a wing, widths and weights",
    wires: &[],
    file: file!(),
};

/// The registers. Their only input is the stream of writes to the board.
///
/// In this order: the sums fill a vector register, which adds to all of them at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct LazyRegisters {
    /// White's material less Black's, in centipawns.
    pub material: i16,
    /// White's piece-square values less Black's, in centipawns.
    pub piece_square: i16,
    /// Sum of the pieces' stage weights, both sides: 24 at the start of a game. The register is its
    /// lowest eight bits.
    pub stage: i16,
    /// Always zero: it fills the vector register.
    spare: i16,
    /// Where White's and Black's king was last put, 0 to 63.
    pub king: [u8; 2],
    /// Four registers of nine bits from bit 0: White's king's and queen's wing, Black's king's and
    /// queen's wing.
    pub wings: u64,
}

/// The terms of the lazy value, in centipawns. Pairs are White's and Black's, each from its own
/// side.
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
pub(crate) struct LazyEntry {
    material: i16,
    piece_square: i16,
    stage: i16,
    spare: i16,
    /// The bit to flip in the wing registers.
    wing: u64,
}

impl LazyEntry {
    /// The words of a piece (0 to 15) on a square (0 to 63).
    pub(crate) const fn new(square: usize, piece: usize) -> LazyEntry {
        let word = lazy_word(square, piece);
        LazyEntry {
            material: word.material,
            piece_square: word.piece_square,
            stage: word.stage as i16,
            spare: 0,
            wing: wing(square, piece),
        }
    }
}

/// The bit of a piece on a square in the wing registers.
const fn wing(square: usize, piece: usize) -> u64 {
    if piece & 7 != Kind::Pawn as usize {
        return 0;
    }
    let black = piece & BLACK as usize != 0;
    match wing_bit(if black { square ^ 56 } else { square }) {
        Some((side, bit)) => 1 << (9 * (side + 2 * black as usize) as u32 + bit),
        None => 0,
    }
}

/// The wing that counts for a king on a square.
#[derive(Clone, Copy)]
struct KingWing {
    /// The lowest bit of its register among those of its side.
    place: u8,
    /// All bits if there is one, none for a king in the middle.
    counts: i16,
}

static KING_WINGS: [KingWing; 64] = {
    let mut wings = [KingWing {
        place: 0,
        counts: 0,
    }; 64];
    let mut square = 0;
    while square < 64 {
        let wing = king_wing(square);
        if wing != WING_NONE {
            wings[square] = KingWing {
                place: 9 * wing as u8,
                counts: -1,
            };
        }
        square += 1;
    }
    wings
};

impl LazyRegisters {
    /// The board-address bus selects `square` (0 to 63), the piece bus replaces a piece by `new` (a
    /// 4-bit code); `off` and `on` are the words of the two pieces there.
    #[inline(always)]
    pub(crate) fn write(&mut self, square: u8, new: u8, off: &LazyEntry, on: &LazyEntry) {
        let sums = [
            (&mut self.material, off.material, on.material),
            (&mut self.piece_square, off.piece_square, on.piece_square),
            (&mut self.stage, off.stage, on.stage),
            (&mut self.spare, off.spare, on.spare),
        ];
        for (sum, off, on) in sums {
            *sum = sum.wrapping_sub(off).wrapping_add(on);
        }
        self.wings ^= off.wing ^ on.wing;
        if new & 7 == Kind::King as u8 {
            self.king[usize::from(new >> 3 & 1)] = square;
        }
    }

    /// The stage of the game, 0 (bare kings) to 7 (all pieces on the board), from the stage ROM.
    #[inline(always)]
    pub fn stage_class(&self) -> u8 {
        STAGE_CLASS[(self.stage & 127) as usize]
    }

    /// The terms of the lazy value.
    #[inline(always)]
    pub fn terms(&self) -> LazyTerms {
        let (white, black) = (self.king_terms(0), self.king_terms(1));
        LazyTerms {
            material: self.material,
            piece_square: self.piece_square,
            safety: [white.safety, black.safety],
            centralization: [white.centralization, black.centralization],
        }
    }

    /// The terms of one side's king.
    #[inline(always)]
    fn king_terms(&self, side: usize) -> KingTerms {
        let class = usize::from(self.stage_class());
        let square = usize::from(self.king[side] ^ if side == 0 { 0 } else { 56 }) & 63;
        let wing = &KING_WINGS[square];
        let pawns = self.wings >> (18 * side + usize::from(wing.place)) & 0x1FF;
        let safety = SAFETY[class][pawns as usize] & wing.counts;
        KingTerms {
            safety,
            centralization: CENTRALIZATION[class][square],
        }
    }

    /// The lazy value in centipawns from White's side.
    #[inline(always)]
    pub fn value(&self) -> i16 {
        self.terms().value()
    }
}

/// What one side's king adds to the lazy value, in centipawns from its own side.
struct KingTerms {
    safety: i16,
    centralization: i16,
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
