//! Positions and moves of the reference against shakmaty's.

mod common;

use common::{chess, machine_order, random_endings, random_positions, standard};
use reference::{Move, Position};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _};

/// Legal moves in the machine's order.
fn legal(position: &Position) -> Vec<Move> {
    let mut moves = position.moves(false);
    if !position.in_check() {
        moves.extend(position.castling());
    }
    moves.retain(|&m| !position.after(m).king_can_be_taken());
    moves
}

fn perft(position: &Position, depth: u32) -> u64 {
    let moves = legal(position);
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves
            .into_iter()
            .map(|m| perft(&position.after(m), depth - 1))
            .sum(),
    }
}

#[test]
fn perft_standard_positions_match() {
    for position in standard() {
        assert_eq!(
            perft(&Position::from(&position), 4),
            shakmaty::perft(&position, 4),
            "{position:?}"
        );
    }
}

#[test]
fn perft_random_positions_match_shakmaty() {
    for position in random_positions(1, 1000)
        .into_iter()
        .chain(random_endings(2, 6, 300))
    {
        assert_eq!(
            perft(&Position::from(&position), 2),
            shakmaty::perft(&position, 2),
            "{position:?}"
        );
    }
}

fn check_order(position: &Chess) {
    let mut expected: Vec<_> = position.legal_moves().into_iter().collect();
    expected.sort_by_key(|&m| machine_order(m));
    let expected: Vec<_> = expected
        .into_iter()
        .map(|m| m.to_uci(CastlingMode::Standard))
        .collect();
    let here = Position::from(position);
    let found: Vec<UciMove> = legal(&here).into_iter().map(Move::uci).collect();
    assert_eq!(found, expected, "{position:?}");

    // The quiet node's victims are the captures and promotions, in the same order.
    let mut quiet = legal(&here);
    quiet.retain(|m| {
        m.uci()
            .to_move(position)
            .is_ok_and(|m| m.is_capture() || m.is_promotion())
    });
    let mut captures = here.moves(true);
    captures.retain(|&m| !here.after(m).king_can_be_taken());
    assert_eq!(captures, quiet, "{position:?}");
}

#[test]
fn moves_are_in_machine_order() {
    for position in standard()
        .chain(random_positions(3, 1000))
        .chain(random_endings(4, 8, 300))
    {
        check_order(&position);
    }
}

#[test]
fn moves_by_hand_order_matches() {
    let order = |fen| {
        legal(&Position::from(&chess(fen)))
            .into_iter()
            .map(|m| m.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    // Pawns as victims: c4, then e.p. on d6 between c4 and h7; king's and queen's side castling at
    // the end.
    assert!(order("4k3/7p/8/3pP3/2p5/1P6/8/1B2K3 w - d6 0 1").starts_with("b3c4 e5d6 b1h7 "));
    assert!(order("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").ends_with(" e1g1 e1c1"));
    // Queen before rook, pawn before rook as aggressor; the four pieces a pawn can be made.
    assert!(
        order("2rqk3/1P2P3/8/8/8/8/8/3RK3 w - - 0 1")
            .starts_with("e7d8q e7d8n e7d8r e7d8b d1d8 b7c8q b7c8n b7c8r b7c8b ")
    );
    assert!(order("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1").ends_with(" b7b8q b7b8n b7b8r b7b8b"));
}

#[test]
fn after_equals_position_set_up() {
    for position in random_positions(5, 1000) {
        let here = Position::from(&position);
        for m in legal(&here) {
            let mut next = position.clone();
            next.play_unchecked(m.uci().to_move(&position).expect("legal"));
            assert_eq!(
                here.after(m),
                Position::from(&next),
                "{m:?} in {position:?}"
            );
        }
    }
}
