//! What the tests and the benchmark share: positions, and the documented loop over victims and aggressors.

use machine::move_generator::Boards;
use shakmaty::{Chess, Color, EnPassantMode, Position, Role};

/// A position's piece registers, side to move and en-passant latch.
pub(crate) fn boards(position: &Chess) -> Boards {
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
    Boards {
        piece,
        disable: 0,
        white_to_move: position.turn() == Color::White,
        en_passant: latch.map_or(0, |square| square.into()),
        en_passant_open: latch.is_some(),
    }
}

/// A move as the loop finds it: the squares and the two winning lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) victim_line: u8,
    pub(crate) aggressor_line: u8,
}

/// Runs the documented loop from a clear disable word. `asked` sees every find, with the victim if it is
/// FIND AGGRESSOR, `found` every move.
pub(crate) fn enumerate(
    mut boards: Boards,
    mut asked: impl FnMut(&Boards, Option<u8>),
    mut found: impl FnMut(Found),
) {
    let own = boards.own_men();
    boards.disable = 0;
    loop {
        asked(&boards, None);
        let victim = boards.find_victim();
        if victim.is_none() {
            return;
        }
        let passing = boards.en_passant_open && victim.square == boards.en_passant;
        boards.disable &= !own;
        loop {
            asked(&boards, Some(victim.square));
            let aggressor = boards.find_aggressor(victim.square);
            if aggressor.is_none() {
                break;
            }
            found(Found {
                from: aggressor.square,
                to: victim.square,
                victim_line: victim.line,
                aggressor_line: aggressor.line,
            });
            boards.disable |= 1 << aggressor.square;
        }
        if passing {
            boards.en_passant_open = false;
        } else {
            boards.disable |= 1 << victim.square;
        }
    }
}
