//! Stack: a frame a ply, half of it sixteen-bit slots on the value bus, half of it the state of the
//! move.
//!
//! Source: Chess Programming Wiki, "Belle", section on the microcode. Fidelity: the stack
//! documented (F080, F081); 64 frames, eight slots and the registers of the state half decided.

use roms::Kind;

/// Frames of the stack: the plies a search can be deep.
pub const FRAMES: usize = 64;

/// What is special about a move: the contents of the kind register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing.
    #[default]
    Plain,
    /// A pawn takes en passant.
    EnPassant,
    /// Castling on the king's side.
    KingSide,
    /// Castling on the queen's side.
    QueenSide,
    /// Promotion to a queen, the first that is tried.
    Queen,
    /// Promotion to a knight.
    Knight,
    /// Promotion to a rook.
    Rook,
    /// Promotion to a bishop, the last that is tried.
    Bishop,
}

impl MoveKind {
    /// The kind of a code, of which the lowest three bits count.
    #[inline(always)]
    pub const fn from_code(code: u8) -> MoveKind {
        match code & 7 {
            0 => MoveKind::Plain,
            1 => MoveKind::EnPassant,
            2 => MoveKind::KingSide,
            3 => MoveKind::QueenSide,
            4 => MoveKind::Queen,
            5 => MoveKind::Knight,
            6 => MoveKind::Rook,
            _ => MoveKind::Bishop,
        }
    }

    /// What the register holds after it has counted on: the promotions run queen, knight, rook,
    /// bishop.
    #[inline(always)]
    pub const fn next(self) -> MoveKind {
        MoveKind::from_code(self as u8 + 1)
    }

    /// The piece that a pawn becomes.
    pub const fn promotion(self) -> Option<Kind> {
        match self {
            MoveKind::Queen => Some(Kind::Queen),
            MoveKind::Knight => Some(Kind::Knight),
            MoveKind::Rook => Some(Kind::Rook),
            MoveKind::Bishop => Some(Kind::Bishop),
            _ => None,
        }
    }

    /// Whether a pawn is promoted: the highest line of the register.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self as u8 & 4 != 0
    }

    /// Whether the king castles.
    pub const fn is_castling(self) -> bool {
        matches!(self, MoveKind::KingSide | MoveKind::QueenSide)
    }
}

/// A move as the move registers hold it. Castling leaves from and to as they were;
/// [`MoveCode::squares`] has its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCode {
    /// The from register.
    pub from: u8,
    /// The to register.
    pub to: u8,
    /// The kind register.
    pub kind: MoveKind,
}

impl MoveCode {
    /// The registers side by side, as the value bus carries them: to lowest, then from, then kind.
    #[inline(always)]
    pub const fn word(self) -> i16 {
        self.to as i16 | (self.from as i16) << 6 | (self.kind as i16) << 12
    }

    /// The move in a word of the value bus.
    pub const fn from_word(word: i16) -> MoveCode {
        MoveCode {
            from: (word >> 6 & 63) as u8,
            to: (word & 63) as u8,
            kind: MoveKind::from_code((word >> 12) as u8),
        }
    }

    /// The squares that the moving piece leaves and reaches; when castling, the king's.
    pub const fn squares(self, white: bool) -> (u8, u8) {
        let rank = if white { 0 } else { 56 };
        match self.kind {
            MoveKind::KingSide => (rank + 4, rank + 6),
            MoveKind::QueenSide => (rank + 4, rank + 2),
            _ => (self.from, self.to),
        }
    }
}

/// The registers that a move changes and unmaking it brings back: 34 bits. One vector register
/// moves all of them at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
pub struct MoveState {
    /// The to register, 0 to 63.
    pub to: u8,
    /// The from register, 0 to 63.
    pub from: u8,
    /// The piece that stood on the to square.
    pub captured: u8,
    /// The en-passant latch: the square a pawn has just passed over, 0 for none.
    pub en_passant: u8,
    /// Castling rights: bit 0 White's king side, 1 White's queen side, 2 and 3 Black's.
    pub rights: u8,
    /// The kind register.
    pub kind: MoveKind,
    /// The flags.
    pub flags: Flags,
}

impl MoveState {
    /// The move in the registers.
    #[inline(always)]
    pub const fn code(&self) -> MoveCode {
        MoveCode {
            from: self.from,
            to: self.to,
            kind: self.kind,
        }
    }
}

/// The flags of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// The mover's king is attacked.
    pub in_check: bool,
    /// A legal move was made.
    pub legal: bool,
    /// Alpha was raised.
    pub raised: bool,
    /// Captures and promotions only.
    pub quiet: bool,
    /// The en-passant pawn has had all its takers.
    pub spent: bool,
}

/// The stack's memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    slots: [[i16; 8]; FRAMES],
    states: [MoveState; FRAMES],
}

impl Default for Stack {
    fn default() -> Stack {
        Stack {
            slots: [[0; 8]; FRAMES],
            states: [MoveState::default(); FRAMES],
        }
    }
}

impl Stack {
    /// A slot (0 to 7) of a ply's frame (modulo 64).
    #[inline(always)]
    pub fn slot(&self, ply: u8, slot: u8) -> i16 {
        self.slots[usize::from(ply) % FRAMES][usize::from(slot) % 8]
    }

    /// Writes a slot (0 to 7) of a ply's frame (modulo 64).
    #[inline(always)]
    pub fn set_slot(&mut self, ply: u8, slot: u8, value: i16) {
        self.slots[usize::from(ply) % FRAMES][usize::from(slot) % 8] = value;
    }

    /// The state half of a ply's frame (modulo 64).
    #[inline(always)]
    pub fn state(&self, ply: u8) -> MoveState {
        self.states[usize::from(ply) % FRAMES]
    }

    /// Writes the state half of a ply's frame (modulo 64).
    #[inline(always)]
    pub fn save(&mut self, ply: u8, state: MoveState) {
        self.states[usize::from(ply) % FRAMES] = state;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_codes_come_back_from_the_value_bus() {
        for kind in (0..8).map(MoveKind::from_code) {
            let code = MoveCode {
                from: 52,
                to: 61,
                kind,
            };
            assert_eq!(MoveCode::from_word(code.word()), code);
        }
    }
}
