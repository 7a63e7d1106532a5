//! Board-address bus and piece bus: the only way to change the board, and their listeners.
//!
//! ```text
//!  board-address bus --+--> move generator's piece registers
//!  piece bus ----------+--> full evaluator's piece registers
//!                      +--> hash key            (old piece out, new piece in)
//!                      +--> lazy evaluator's registers
//! ```
//!
//! Source: Chess Programming Wiki, "Belle", sections on the microcode (the buses and the boards
//! they feed) and on move generation (key and evaluation follow each write). Fidelity: documented
//! (F050, F065); decided: a write replaces the old piece by the new one within one cycle.

use roms::{EMPTY, HASH_PIECE, Kind};

use crate::evaluator::lazy::{LazyEntry, LazyRegisters};
use crate::part::Part;

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "board",
    fidelity: "documented (F040, F065): a register of four bits a square, on buses; decided: the code",
    wires: &[],
    file: file!(),
};

/// The piece registers of both boards and all that is kept by writing to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The registers' bits as the move generator sees them: plane *i* holds bit *i* of all 64, a1
    /// lowest.
    pub planes: [u64; 4],
    /// The full evaluator's own registers, in the same form.
    pub full: [u64; 4],
    pieces: [u8; 64],
    /// The 48-bit key of pieces and squares alone.
    pub hash: u64,
    /// The lazy evaluator's registers.
    pub lazy: LazyRegisters,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            planes: [0; 4],
            full: [0; 4],
            pieces: [EMPTY; 64],
            hash: 0,
            lazy: LazyRegisters::default(),
        }
    }
}

/// What the ROMs of all listeners hold for one piece on one square.
#[derive(Clone, Copy, Debug)]
struct RomEntry {
    hash: u64,
    lazy: LazyEntry,
}

/// Side by side, so that one address serves all ROMs.
static ENTRIES: [[RomEntry; 16]; 64] = {
    let none = RomEntry {
        hash: 0,
        lazy: LazyEntry::new(0, 0),
    };
    let mut entries = [[none; 16]; 64];
    let mut square = 0;
    while square < 64 {
        let mut piece = 0;
        while piece < 16 {
            entries[square][piece] = RomEntry {
                hash: HASH_PIECE[square][piece],
                lazy: LazyEntry::new(square, piece),
            };
            piece += 1;
        }
        square += 1;
    }
    entries
};

/// The bits of a piece code, each in a word of its own: a vector register shifts all four at once.
static BITS: [[u64; 4]; 16] = {
    let mut bits = [[0; 4]; 16];
    let mut code = 0;
    while code < 16 {
        let mut bit = 0;
        while bit < 4 {
            bits[code][bit] = code as u64 >> bit & 1;
            bit += 1;
        }
        code += 1;
    }
    bits
};

impl Board {
    /// The piece register of a square (0 to 63).
    #[inline(always)]
    pub fn read(&self, square: u8) -> u8 {
        self.pieces[usize::from(square & 63)]
    }

    /// All piece registers, a1 first.
    pub fn pieces(&self) -> &[u8; 64] {
        &self.pieces
    }

    /// Writes a 4-bit piece code into the register of a square (0 to 63).
    #[inline(always)]
    pub fn write(&mut self, square: u8, piece: u8) {
        let square = square & 63;
        let index = usize::from(square);
        let old = self.pieces[index];
        self.pieces[index] = piece;
        let changed = BITS[usize::from((old ^ piece) & 15)];
        for (bit, changed) in changed.iter().enumerate() {
            let flipped = changed << index;
            self.planes[bit] ^= flipped;
            self.full[bit] ^= flipped;
        }
        let row = &ENTRIES[index];
        let (off, on) = (&row[usize::from(old & 15)], &row[usize::from(piece & 15)]);
        self.hash ^= off.hash ^ on.hash;
        self.lazy.write(square, piece, &off.lazy, &on.lazy);
    }

    /// The board written again from scratch. A king position stays if that king is absent.
    pub fn recomputed(&self) -> Board {
        let mut board = Board::default();
        for square in 0..64 {
            board.write(square, self.read(square));
        }
        for side in 0..2 {
            let king = Kind::King as u8 | (side as u8) << 3;
            if !self.pieces.contains(&king) {
                board.lazy.king[side] = self.lazy.king[side];
            }
        }
        board
    }
}
