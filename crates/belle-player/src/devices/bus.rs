//! The three devices and the registers by which the software drives them.
//!
//! ```text
//!  PDP-11 ==+=====================+=====================+==== UNIBUS
//!           | SELECT  VICTIM      | LAZY                | PROBE  VALUE
//!           | DISABLE AGGRESSOR   | FULL                | MARK   STORE
//!           |         CHECK       |                     | RIGHTS
//!      MOVE GENERATOR         EVALUATOR          TRANSPOSITION MEMORY
//!           +----------- SQUARE --+---------------------+
//! ```
//!
//! Documented (F006): move generator, evaluator and transposition memory in special hardware.
//! Inferred (F115): they are devices on the UNIBUS. Decided: the registers; that all three hear a
//! write to SQUARE and SELECT; the circuits, weights and memory, which are those of 1980.

use logic::Lanes;
use machine::board_bus::Board;
use machine::circuits::special;
use machine::evaluator::full::full_value;
use machine::move_generator::{DisableMemory, FindResult, MoveGenInputs, disable};
use machine::transposition::hash::Key;
use machine::transposition::memory::{Entry, TranspositionMemory};

/// Orders to the disable memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Disable {
    /// All squares answer.
    Clear,
    /// A square no longer answers.
    Square(u8),
    /// A victim no longer answers, and all own pieces do.
    Close(u8),
    /// All own pieces answer.
    Own,
    /// Empty squares no longer answer, but for those on which a pawn is promoted.
    Empties,
}

/// Ply, side and en-passant latch, as the software writes them to SELECT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Select {
    pub(super) ply: u8,
    pub(super) white_to_move: bool,
    pub(super) en_passant: u8,
    /// The latch no longer counts as a pawn.
    pub(super) spent: bool,
}

/// The bus with its devices. Each function counts its accesses.
#[derive(Clone, Debug, Default)]
pub(super) struct Bus {
    board: Board,
    disable: DisableMemory,
    memory: TranspositionMemory,
    select: Select,
    rights: u8,
    /// Words read or written.
    pub(super) accesses: u64,
}

impl Bus {
    /// SQUARE: writes a piece to the boards of all devices.
    pub(super) fn write_square(&mut self, square: u8, piece: u8) {
        self.accesses += 1;
        self.board.write(square, piece);
    }

    /// SELECT: ply, side to move and en-passant latch.
    pub(super) fn write_select(&mut self, select: Select) {
        self.accesses += 1;
        self.select = select;
    }

    /// RIGHTS: castling rights, a part of the key.
    pub(super) fn write_rights(&mut self, rights: u8) {
        self.accesses += 1;
        self.rights = rights;
    }

    /// DISABLE: changes the disable word of the ply.
    pub(super) fn write_disable(&mut self, order: Disable) {
        self.accesses += 1;
        let ply = self.select.ply;
        let word = self.disable.word(ply);
        let own = self.inputs().own_pieces();
        let word = match order {
            Disable::Clear => 0,
            Disable::Square(square) => disable::with_square(word, square),
            Disable::Close(square) => disable::without_own(disable::with_square(word, square), own),
            Disable::Own => disable::without_own(word, own),
            Disable::Empties => {
                let barred = special::empties_barred(self.board.planes, self.select.white_to_move);
                disable::with_empties(word, barred)
            }
        };
        self.disable.set_word(ply, word);
    }

    /// VICTIM: the most valuable square that can be reached.
    pub(super) fn victim(&mut self) -> FindResult {
        self.accesses += 1;
        self.inputs().find_victim(Lanes)
    }

    /// AGGRESSOR, written and read: the least valuable piece that can go to a square.
    pub(super) fn aggressor(&mut self, to: u8) -> Option<u8> {
        self.accesses += 2;
        let found = self.inputs().find_aggressor(Lanes, to);
        if found.is_none() {
            None
        } else {
            Some(found.square)
        }
    }

    /// CHECK: whether the king of the side to move is attacked.
    pub(super) fn check(&mut self) -> bool {
        self.accesses += 1;
        let inputs = self.inputs();
        MoveGenInputs {
            white_to_move: !inputs.white_to_move,
            ..inputs
        }
        .attacked_king(Lanes)
    }

    /// LAZY: the sum of the incremental registers, from White's side.
    pub(super) fn lazy(&mut self) -> i16 {
        self.accesses += 1;
        self.board.lazy.value()
    }

    /// FULL: the sum of the 64 cells, from White's side.
    pub(super) fn full(&mut self) -> i16 {
        self.accesses += 1;
        full_value(Lanes, self.board.full, self.board.lazy.stage_class())
    }

    /// PROBE: lock, flags and depth of the position's entry; none if it belongs to another
    /// position.
    pub(super) fn probe(&mut self) -> Option<Entry> {
        self.accesses += 1;
        let key = self.key();
        Some(self.memory.probe(key)).filter(|entry| entry.lock() == key.lock())
    }

    /// VALUE: the value of the entry probed.
    pub(super) fn entry_value(&mut self, entry: Entry) -> i16 {
        self.accesses += 1;
        entry.value()
    }

    /// MARK: the position stands on the path.
    pub(super) fn mark(&mut self) {
        self.accesses += 1;
        self.memory.mark(self.key());
    }

    /// STORE: value, then depth (negated) and bound.
    pub(super) fn store(&mut self, value: i16, depth: i16, bound: u8) {
        self.accesses += 2;
        self.memory.store(self.key(), value, depth, bound);
    }

    pub(super) fn memory(&self) -> &TranspositionMemory {
        &self.memory
    }

    pub(super) fn memory_mut(&mut self) -> &mut TranspositionMemory {
        &mut self.memory
    }

    fn key(&self) -> Key {
        let Select {
            en_passant,
            white_to_move,
            ..
        } = self.select;
        Key::new(self.board.hash, en_passant, self.rights, white_to_move)
    }

    fn inputs(&self) -> MoveGenInputs {
        let Select {
            ply,
            white_to_move,
            en_passant,
            spent,
        } = self.select;
        MoveGenInputs {
            piece: self.board.planes,
            disable: self.disable.word(ply),
            white_to_move,
            en_passant,
            en_passant_open: en_passant != 0 && !spent,
        }
    }
}
