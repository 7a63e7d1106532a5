//! Stack: a frame a ply, half of it sixteen-bit slots on the value bus, half of it the state of the move.
//!
//! Source: Chess Programming Wiki, "Belle", section on the microcode. Fidelity: the stack documented; 64 frames, eight
//! slots and the registers of the state half decided.

/// Frames of the stack: the plies a search can be deep.
pub const FRAMES: usize = 64;

/// The registers that a move changes and unmaking it brings back: 34 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// The kind register: what is special about the move, 0 to 7.
    pub kind: u8,
    /// The flags.
    pub flags: Flags,
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
