//! Properties of the evaluation: symmetry, sums, known draws, equality on every CPU.

use rand::{SeedableRng, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, EnPassantMode, FromSetup, Position as _};

use super::{Cache, LIMIT, evaluate, terms};
use board::{Board, with_cpu};

const POSITIONS: &str = include_str!("../../../../suites/bench.epd");

fn value(chess: &Chess, cache: &mut Cache) -> (i32, i32) {
    with_cpu!(
        |cpu, chess: &'a Chess, cache: &'a mut Cache| -> (i32, i32) {
            let board = Board::from_chess(cpu, chess);
            let total = terms(&board).iter().map(|term| term.total).sum();
            (evaluate(&board, cache), total)
        }
    )
}

#[test]
fn evaluate_is_color_symmetric_and_sum_of_terms() {
    let mut cache = Cache::default();
    for line in POSITIONS.lines() {
        let game = play::Game::from_fen(line.split(" id ").next().unwrap()).unwrap();
        let chess = game.position();
        let (own, total) = value(chess, &mut cache);
        assert!(own.abs() < LIMIT);
        assert_eq!(total, chess.turn().fold_wb(own, -own), "{line}");
        let mut setup = chess.to_setup(EnPassantMode::Legal);
        setup.mirror();
        let mirrored = Chess::from_setup(setup, shakmaty::CastlingMode::Standard).unwrap();
        assert_eq!(value(&mirrored, &mut cache).0, own, "{line}");
        assert_eq!(value(chess, &mut cache).0, own, "cached: {line}");
        assert_eq!(
            value(chess, &mut Cache::default()).0,
            own,
            "fresh cache: {line}"
        );
    }
}

#[test]
fn evaluate_known_draws_are_zero() {
    let worth = |fen: &str| {
        let game = play::Game::from_fen(fen).unwrap();
        let (own, total) = value(game.position(), &mut Cache::default());
        assert_eq!(total, game.position().turn().fold_wb(own, -own), "{fen}");
        own
    };
    for drawn in [
        "8/5k2/8/8/8/8/4NN2/4K3 w - - 0 1",
        "8/5k2/8/8/8/8/4NN2/4K3 b - - 0 1",
        "k7/8/8/8/P7/8/8/1K2B3 w - - 0 1",
        "6k1/8/8/8/7P/7P/6K1/5B2 b - - 0 1",
        "1k6/8/1K6/P7/8/8/8/8 b - - 0 1",
        "2b2k2/8/8/p7/8/8/8/1K6 w - - 0 1",
    ] {
        assert_eq!(worth(drawn), 0, "{drawn}");
    }
    for won in [
        "k7/8/8/8/P7/8/8/1K3B2 w - - 0 1",
        "7k/8/8/8/P7/8/8/1K2B3 w - - 0 1",
        "k7/8/8/8/P7/8/1P6/1K2B3 w - - 0 1",
        "k7/8/8/8/P7/8/8/1K2BN2 w - - 0 1",
        "8/5k2/8/8/8/8/4NB2/4K3 w - - 0 1",
    ] {
        assert!(worth(won) > 50, "{won}: {}", worth(won));
    }
}

#[test]
fn evaluation_is_equal_on_every_cpu() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for line in POSITIONS.lines().cycle().take(60) {
        let game = play::Game::from_fen(line.split(" id ").next().unwrap()).unwrap();
        let mut chess = game.position().clone();
        while let Some(&m) = chess.legal_moves().choose(&mut rng)
            && chess.fullmoves().get() < 60
        {
            let position = &chess;
            let found = with_cpu!(each |cpu, position: &'a Chess| -> i32 {
                evaluate(&Board::from_chess(cpu, position), &mut Cache::default())
            });
            assert!(
                found.iter().all(|each| each == &found[0]),
                "{chess:?}: {found:?}"
            );
            chess.play_unchecked(m);
        }
    }
}
