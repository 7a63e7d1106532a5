//! Seeded random positions: half from games, half set up.

#![allow(dead_code)] // not every test uses all of it

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Move, Piece, Position, Role, Setup,
    Square,
};

/// The seeds of a run: ten times the positions with `BELLE_LONG`.
pub(crate) fn seeds() -> std::ops::Range<u64> {
    if std::env::var_os("BELLE_LONG").is_some() {
        0..10
    } else {
        0..1
    }
}

pub(crate) fn seeded_rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

pub(crate) fn any_move(position: &Chess, rng: &mut ChaCha8Rng) -> Option<Move> {
    position.legal_moves().choose(rng).copied()
}

pub(crate) fn play_any(position: &mut Chess, rng: &mut ChaCha8Rng) -> bool {
    any_move(position, rng)
        .map(|chosen| position.play_unchecked(chosen))
        .is_some()
}

pub(crate) fn visit_games(count: usize, rng: &mut ChaCha8Rng, visit: &mut dyn FnMut(&Chess)) {
    let mut position = Chess::default();
    let mut plies = 0;
    for _ in 0..count {
        visit(&position);
        plies += 1;
        if plies > 200 || !play_any(&mut position, rng) {
            position = Chess::default();
            plies = 0;
        }
    }
}

/// A random legal position with up to `pieces` pieces a side, some with castling rights or an en
/// passant square.
pub(crate) fn random_position(pieces: u32, rng: &mut ChaCha8Rng) -> Chess {
    loop {
        if let Some(position) = try_random_position(pieces, rng) {
            return position;
        }
    }
}

#[allow(clippy::result_large_err)] // shakmaty's own error
fn try_random_position(pieces: u32, rng: &mut ChaCha8Rng) -> Option<Chess> {
    let mut setup = Setup {
        board: Board::empty(),
        ..Setup::empty()
    };
    let at_home = rng.random_bool(0.4);
    for color in Color::ALL {
        let king = if at_home {
            Square::from_coords(shakmaty::File::E, color.backrank())
        } else {
            Square::new(rng.random_range(0..64))
        };
        setup.board.set_piece_at(
            king,
            Piece {
                role: Role::King,
                color,
            },
        );
        if at_home {
            for file in [shakmaty::File::A, shakmaty::File::H] {
                if rng.random_bool(0.7) {
                    let corner = Square::from_coords(file, color.backrank());
                    setup.board.set_piece_at(
                        corner,
                        Piece {
                            role: Role::Rook,
                            color,
                        },
                    );
                    setup.castling_rights |= Bitboard::from(corner);
                }
            }
        }
    }
    for color in Color::ALL {
        for _ in 0..rng.random_range(0..pieces) {
            let role = *[
                Role::Pawn,
                Role::Pawn,
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
            ]
            .choose(rng)?;
            let square = Square::new(rng.random_range(0..64));
            if setup.board.piece_at(square).is_none() && setup.board.by_color(color).count() < 16 {
                setup.board.set_piece_at(square, Piece { role, color });
            }
        }
    }
    setup.turn = if rng.random_bool(0.5) {
        Color::White
    } else {
        Color::Black
    };
    setup.ep_square = passed(&setup).choose(rng).copied();
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(|e| e.ignore_too_much_material())
        .or_else(|e| e.ignore_invalid_ep_square())
        .or_else(|e| e.ignore_impossible_check())
        .ok()
}

fn passed(setup: &Setup) -> Vec<Square> {
    let pawns = setup.board.by_color(!setup.turn) & setup.board.pawns();
    let rank = setup
        .turn
        .fold_wb(shakmaty::Rank::Fifth, shakmaty::Rank::Fourth);
    let behind = setup
        .turn
        .fold_wb(shakmaty::Rank::Sixth, shakmaty::Rank::Third);
    (pawns & Bitboard::from(rank))
        .into_iter()
        .map(|p| Square::from_coords(p.file(), behind))
        .collect()
}
