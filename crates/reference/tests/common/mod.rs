//! Positions for the tests of the reference, and the order of moves.
#![allow(dead_code)]

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::fen::{Epd, Fen};
use shakmaty::{CastlingMode, Chess, Move, Position as _, PositionError, Role};

/// The published perft positions.
pub(crate) fn standard() -> impl Iterator<Item = Chess> {
    let lines = include_str!("../../../../suites/perft.epd").lines();
    lines.map(|line| chess(line.split(" ;").next().expect(line)))
}

pub(crate) fn chess(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .expect(fen)
        .into_position(CastlingMode::Standard)
        .expect(fen)
}

/// The positions of a file of `suites/`, legal but for the number of pieces.
pub(crate) fn suite(text: &str) -> Vec<Chess> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (epd, _) = line.split_once(" id ").expect(line);
            let position = epd
                .parse::<Epd>()
                .expect(line)
                .into_position(CastlingMode::Standard);
            position
                .or_else(PositionError::ignore_too_much_material)
                .expect(line)
        })
        .collect()
}

/// `count` positions from games of random moves, captures preferred so that they reach endings.
pub(crate) fn random_positions(seed: u64, count: usize) -> Vec<Chess> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = Vec::new();
    let mut position = Chess::default();
    while out.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty()
            || position.is_insufficient_material()
            || position.fullmoves().get() > 150
        {
            out.push(std::mem::take(&mut position));
            continue;
        }
        let captures = position.capture_moves();
        let from = if !captures.is_empty() && rng.random_bool(0.3) {
            captures
        } else {
            moves
        };
        position.play_unchecked(from[rng.random_range(0..from.len())]);
        if rng.random_bool(0.4) {
            out.push(position.clone());
        }
    }
    out
}

/// `count` positions with kings and up to `pieces` other pieces on random squares.
pub(crate) fn random_endings(seed: u64, pieces: usize, count: usize) -> Vec<Chess> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = Vec::new();
    while out.len() < count {
        let mut board = ['1'; 64];
        let kinds = ['P', 'p', 'P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q'];
        board[rng.random_range(0..64)] = 'K';
        board[rng.random_range(0..64)] = 'k';
        for _ in 0..rng.random_range(1..=pieces) {
            board[rng.random_range(0..64)] = kinds[rng.random_range(0..kinds.len())];
        }
        let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect()).collect();
        let side = if rng.random_bool(0.5) { 'w' } else { 'b' };
        let fen: Fen = format!("{} {side} - - 0 1", rows.join("/"))
            .parse()
            .expect("a board");
        if let Ok(position) = fen.into_position(CastlingMode::Standard) {
            out.push(position);
        }
    }
    out
}

/// Where a move stands in the order of steps 5 and 6, from shakmaty's view of it.
pub(crate) fn machine_order(m: Move) -> (u32, u32, u32, u32, u32) {
    let victim = match m.capture() {
        _ if m.is_castle() => 6,
        Some(role) => Role::Queen as u32 - role as u32,
        None => 5,
    };
    let made = match m.promotion() {
        None => 0,
        Some(Role::Queen) => 1,
        Some(Role::Knight) => 2,
        Some(Role::Rook) => 3,
        _ => 4,
    };
    // Of a castling move shakmaty gives the rook's square: h before a.
    let to = if m.is_castle() {
        63 - u32::from(m.to())
    } else {
        u32::from(m.to())
    };
    (
        victim,
        to,
        m.role() as u32,
        u32::from(m.from().expect("a piece on the board")),
        made,
    )
}
