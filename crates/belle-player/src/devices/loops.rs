//! The loop of a position's moves, and what a move made leaves behind.

use machine::microengine::stack::{MoveCode, MoveKind};
use machine::move_generator::FindResult;

/// State of a position beside its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Latches {
    /// The square a pawn passed over beside an enemy's pawn, else 0.
    pub(super) en_passant: u8,
    /// The loop of moves is past the capture en passant.
    pub(super) spent: bool,
    /// Castling rights: bits K, Q, k, q from the lowest.
    pub(super) rights: u8,
}

/// A move made, with the state before it.
pub(super) struct Undo {
    pub(super) made: MoveCode,
    pub(super) moved: u8,
    pub(super) captured: u8,
    pub(super) latches: Latches,
}

/// The loop of one position's moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveLoop {
    /// The victim.
    pub(super) to: Option<u8>,
    pub(super) last: Option<MoveCode>,
    /// Captures and promotions only.
    pub(super) is_quiet: bool,
    /// The first aggressor only.
    pub(super) is_exchange: bool,
    /// The castling to try next, if any.
    pub(super) castling: Option<MoveKind>,
}

impl MoveLoop {
    /// All moves of a position.
    pub(super) fn of_node(in_check: bool) -> MoveLoop {
        MoveLoop {
            to: None,
            last: None,
            is_quiet: false,
            is_exchange: false,
            castling: if in_check {
                None
            } else {
                Some(MoveKind::KingSide)
            },
        }
    }

    /// Captures and promotions.
    pub(super) fn captures() -> MoveLoop {
        MoveLoop {
            is_quiet: true,
            castling: None,
            ..MoveLoop::of_node(true)
        }
    }

    /// The first capture on a square.
    pub(super) fn exchange(target: u8) -> MoveLoop {
        MoveLoop {
            to: Some(target),
            is_exchange: true,
            ..MoveLoop::captures()
        }
    }

    /// Takes the first victim.
    pub(super) fn begin(&mut self, victim: FindResult) {
        self.to = if victim.is_none() {
            None
        } else {
            Some(victim.square)
        };
    }

    /// The last move was illegal: so are the pawn's other promotions.
    pub(super) fn refuse(&mut self) {
        if let Some(last) = &mut self.last
            && last.kind.is_promotion()
        {
            last.kind = MoveKind::Bishop;
        }
    }
}
