//! Positions of seeded games, as the machine's boards hold them.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Position};

/// Calls `visit` for the positions of random games in which captures are preferred, so that many
/// reach endings.
pub(crate) fn random_games(seed: u64, positions: usize, mut visit: impl FnMut(&Chess)) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Chess::default();
    for _ in 0..positions {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty()
            || position.is_insufficient_material()
            || position.fullmoves().get() > 120
        {
            position = Chess::default();
            continue;
        }
        let captures = position.capture_moves();
        let from = if !captures.is_empty() && random.random_ratio(1, 4) {
            captures
        } else {
            moves
        };
        position.play_unchecked(from[random.random_range(0..from.len())]);
    }
}

/// The piece codes of the squares, a1 first.
pub(crate) fn board(position: &Chess) -> [u8; 64] {
    reference::Position::from(position).board
}

pub(crate) fn planes(board: &[u8; 64]) -> [u64; 4] {
    std::array::from_fn(|bit| {
        (0..64)
            .map(|square| u64::from(board[square] >> bit & 1) << square)
            .sum()
    })
}

pub(crate) fn stage_class(board: &[u8; 64]) -> u8 {
    let stage: u8 = board
        .iter()
        .map(|&piece| roms::STAGE[usize::from(piece)])
        .sum();
    roms::STAGE_CLASS[usize::from(stage)]
}
