//! Root moves: the move registers as chess reads them.

use machine::microengine::stack::MoveCode;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position, Role, Square};

/// A root move as the machine found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move registers.
    pub code: MoveCode,
    /// The move in chess terms.
    pub chess: Move,
}

impl RootMove {
    /// The move in the registers, as the project's own microcode finds it: always legal in
    /// `position`.
    pub fn new(position: &Chess, code: MoveCode) -> RootMove {
        let chess = legal_move(position, code).expect("the machine finds legal moves only");
        RootMove { code, chess }
    }
}

/// Converts the move registers to a legal move in `position`.
pub(crate) fn legal_move(position: &Chess, code: MoveCode) -> Option<Move> {
    let (from, to) = code.squares(position.turn().is_white());
    let promotion = code.kind.promotion();
    let square = |index: u8| Square::new(u32::from(index));
    UciMove::Normal {
        from: square(from),
        to: square(to),
        promotion: promotion.map(|piece| Role::ALL[piece as usize - 1]),
    }
    .to_move(position)
    .ok()
}
