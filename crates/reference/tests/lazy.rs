//! Key and lazy value of the reference.

mod common;

use common::{chess, random_positions};
use reference::{LazyTerms, Position};
use roms::{CENTRALIZATION, HASH_CASTLING, HASH_EN_PASSANT, SAFETY};

fn position(fen: &str) -> Position {
    Position::from(&chess(fen))
}

#[test]
fn lazy_value_mirrored_position_is_mirrored() {
    for chess in random_positions(11, 2000) {
        let here = Position::from(&chess);
        let (terms, mirrored) = (LazyTerms::of(&here), LazyTerms::of(&here.mirrored()));
        assert_eq!(here.lazy_value(), here.mirrored().lazy_value(), "{chess:?}");
        assert_eq!(terms.white(), -mirrored.white());
        assert_eq!(
            (terms.material, terms.piece_square),
            (-mirrored.material, -mirrored.piece_square)
        );
        assert_eq!(terms.safety[0], mirrored.safety[1]);
        assert_eq!(terms.centralization[1], mirrored.centralization[0]);
        assert_eq!(terms.wings[0], mirrored.wings[1]);
        assert_eq!(here.mirrored().mirrored(), here);
    }
}

#[test]
fn lazy_terms_by_hand_match() {
    // White's king on g1 looks at f2, g3, h2; Black's on e8 at nothing. A rook and four pawns
    // against none.
    let here = position("4k3/8/8/8/8/6P1/P4P1P/5RK1 b - - 0 1");
    let terms = LazyTerms::of(&here);
    assert_eq!((terms.material, terms.stage, terms.class), (900, 2, 0));
    assert_eq!(terms.wings, [[0b000_010_101, 0b000_000_001], [0, 0]]);
    assert_eq!(
        terms.centralization,
        [CENTRALIZATION[0][6], CENTRALIZATION[0][4]]
    );
    assert_eq!(terms.safety, [SAFETY[0][0b000_010_101], 0]);
    assert_eq!(here.lazy_value(), -terms.white());
    assert_eq!(terms.named().len(), 6);

    let start = LazyTerms::of(&position(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ));
    assert_eq!((start.white(), start.stage, start.class), (0, 24, 7));
    assert_eq!(start.wings, [[7, 7], [7, 7]]);
}

#[test]
fn key_includes_latch_and_rights() {
    let key = |fen| position(fen).key();
    let rights =
        key("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1") ^ key("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
    assert_eq!(rights, HASH_CASTLING[0b1001]);
    let open = key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1") ^ key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    assert_eq!(open, HASH_EN_PASSANT[43]);
    // No pawn stands beside: the latch stays empty.
    assert_eq!(position("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1").latch, 0);
}

#[test]
fn address_side_to_move_selects_half() {
    let white = position("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1");
    let black = position("4k3/8/8/3p4/8/8/8/4K3 b - - 0 1");
    assert_eq!(white.key(), black.key());
    assert_eq!(white.address().lock, black.address().lock);
    assert_eq!(white.address().index, black.address().index + 0x1_0000);
    assert_eq!(
        u64::from(black.address().lock) << 16 | black.address().index as u64,
        black.key(),
        "lock and index are the whole key"
    );
}
