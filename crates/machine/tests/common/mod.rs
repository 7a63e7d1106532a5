//! Positions, and the record's loop over victims and aggressors, for tests and benchmarks.

use logic::Lanes;
use machine::move_generator::MoveGenInputs;
use shakmaty::{Chess, Color, EnPassantMode, Position, Role};

/// A position's piece registers, side to move and en-passant latch.
pub(crate) fn inputs(position: &Chess) -> MoveGenInputs {
    let board = position.board();
    let mut piece = [0; 4];
    for role in Role::ALL {
        let code = role as usize;
        for (bit, plane) in piece.iter_mut().enumerate().take(3) {
            if code >> bit & 1 != 0 {
                *plane |= u64::from(board.by_role(role));
            }
        }
    }
    piece[3] = board.by_color(Color::Black).into();
    let latch = position.ep_square(EnPassantMode::PseudoLegal);
    MoveGenInputs {
        piece,
        disable: 0,
        white_to_move: position.turn() == Color::White,
        en_passant: latch.map_or(0, |square| square.into()),
        en_passant_open: latch.is_some(),
    }
}

/// A move as the loop finds it: the squares and the two winning lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundMove {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) victim_line: u8,
    pub(crate) aggressor_line: u8,
}

/// Runs the record's loop from a clear disable word. `on_find` sees every find, with the victim if
/// it is FIND AGGRESSOR, `found` every move.
pub(crate) fn enumerate(
    mut inputs: MoveGenInputs,
    mut on_find: impl FnMut(&MoveGenInputs, Option<u8>),
    mut found: impl FnMut(FoundMove),
) {
    let own = inputs.own_pieces();
    inputs.disable = 0;
    loop {
        on_find(&inputs, None);
        let victim = inputs.find_victim(Lanes);
        if victim.is_none() {
            return;
        }
        let passing = inputs.en_passant_open && victim.square == inputs.en_passant;
        inputs.disable &= !own;
        loop {
            on_find(&inputs, Some(victim.square));
            let aggressor = inputs.find_aggressor(Lanes, victim.square);
            if aggressor.is_none() {
                break;
            }
            found(FoundMove {
                from: aggressor.square,
                to: victim.square,
                victim_line: victim.line,
                aggressor_line: aggressor.line,
            });
            inputs.disable |= 1 << aggressor.square;
        }
        if passing {
            inputs.en_passant_open = false;
        } else {
            inputs.disable |= 1 << victim.square;
        }
    }
}
