//! Root moves of the machine against shakmaty's legal moves, in seeded random games.

#[path = "../../crates/reference/tests/common/mod.rs"]
mod common;

use host::{Link, Searcher};
use play::Game;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Move, Position};

const POSITIONS: usize = 100_000;
/// Positions of a run with `BELLE_LONG`.
const LONG_POSITIONS: usize = 1_000_000;

#[test]
fn root_moves_random_games_match_shakmaty() {
    let wanted = if std::env::var_os("BELLE_LONG").is_some() {
        LONG_POSITIONS
    } else {
        POSITIONS
    };
    let mut random = ChaCha8Rng::seed_from_u64(1972);
    let mut link = Link::new();
    let (mut positions, mut special) = (0, [0_usize; 3]);
    while positions < wanted {
        let mut game = Game::new();
        for _ in 0..200 {
            let position = game.position();
            link.load(position);
            let found: Vec<Move> = link
                .root_moves(position)
                .iter()
                .map(|root_move| root_move.chess)
                .collect();
            let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
            legal.sort_by_key(|&chess_move| common::machine_order(chess_move));
            assert_eq!(found, legal, "{position:?}");
            positions += 1;
            special[0] += usize::from(found.iter().any(|m| m.is_castle()));
            special[1] += usize::from(found.iter().any(|m| m.is_en_passant()));
            special[2] += usize::from(found.iter().any(|m| m.is_promotion()));
            let Some(&chess_move) = found.choose(&mut random) else {
                break;
            };
            game.play(chess_move);
        }
    }
    assert!(
        special.iter().all(|&count| count > 100),
        "castling, en passant, promotion: {special:?}"
    );
}
