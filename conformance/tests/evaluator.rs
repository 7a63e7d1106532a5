//! The full evaluator's circuits against the plain evaluation, over the positions of seeded games.

use machine::evaluator::full::{full_terms, full_value};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use roms::full::FULL_MARGIN;
use shakmaty::{Chess, Color, Position};

const POSITIONS: usize = 120_000;

/// Calls `visit` for the positions of random games in which captures are preferred, so that many reach endings.
fn random_games(seed: u64, positions: usize, mut visit: impl FnMut(&Chess)) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Chess::default();
    for _ in 0..positions {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() || position.is_insufficient_material() || position.fullmoves().get() > 120 {
            position = Chess::default();
            continue;
        }
        let captures = position.capture_moves();
        let from = if !captures.is_empty() && random.random_ratio(1, 4) { captures } else { moves };
        position.play_unchecked(from[random.random_range(0..from.len())]);
    }
}

fn board(position: &Chess) -> [u8; 64] {
    let mut board = [0; 64];
    for (square, piece) in position.board().iter() {
        let colour = if piece.color == Color::Black { roms::BLACK } else { 0 };
        board[usize::from(square)] = piece.role as u8 | colour;
    }
    board
}

fn planes(board: &[u8; 64]) -> [u64; 4] {
    std::array::from_fn(|bit| (0..64).map(|square| u64::from(board[square] >> bit & 1) << square).sum())
}

fn stage_class(board: &[u8; 64]) -> u8 {
    let stage: u8 = board.iter().map(|&piece| roms::STAGE[usize::from(piece)]).sum();
    roms::STAGE_CLASS[usize::from(stage)]
}

#[test]
fn the_circuits_are_the_plain_evaluation() {
    let (mut clamped, mut seen) = (0, [0u32; roms::full::FULL_TERMS]);
    random_games(1980, POSITIONS, |position| {
        let board = board(position);
        let (piece, class) = (planes(&board), stage_class(&board));
        let terms = full_terms(piece, class);
        let counts = native::full::full_counts(&board);
        for (index, (term, count)) in terms.iter().zip(&counts).enumerate() {
            assert_eq!(term.count.map(i32::from), *count, "{} in {position:?}", term.name);
            seen[index] += u32::from(*count != [0, 0]);
        }
        let value = full_value(piece, class);
        assert_eq!(value, native::full::weighed(&counts, class), "{position:?}");
        assert!(value.abs() <= FULL_MARGIN);
        clamped += usize::from(value.abs() == FULL_MARGIN);

        let mirrored: [u8; 64] = std::array::from_fn(|square| match board[square ^ 56] {
            0 => 0,
            piece => piece ^ roms::BLACK,
        });
        assert_eq!(full_value(planes(&mirrored), class), -value, "{position:?}");
    });
    println!("clamped: {clamped} of {POSITIONS}");
    // The games must have shown every term.
    for (term, seen) in roms::full::TERMS.iter().zip(seen) {
        println!("{:<32}{seen:>8}", term.name);
        assert!(seen > 100, "{}: {seen}", term.name);
    }
}
