//! The positions of the lockstep test are what their file says they are.

use std::collections::{HashMap, HashSet};

use reference::Position;
use shakmaty::fen::Epd;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

#[test]
fn lockstep_suite_is_legal_varied_and_unique() {
    let suite = include_str!("../../../suites/lockstep.epd");
    let (mut positions, mut ids, mut kinds) = (HashSet::new(), HashSet::new(), HashMap::new());
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let (epd, id) = line.split_once(" id \"").expect(line);
        let id = id.strip_suffix("\";").expect(line);
        let chess: Chess = epd
            .parse::<Epd>()
            .expect(line)
            .into_position(CastlingMode::Standard)
            .expect(line);
        assert_eq!(
            Epd::from_position(&chess, EnPassantMode::PseudoLegal).to_string(),
            epd
        );
        assert!(positions.insert(Position::from(&chess)), "twice: {line}");
        assert!(ids.insert(id), "id twice: {line}");
        for (kind, is) in [
            ("mate", chess.is_checkmate()),
            ("stalemate", chess.is_stalemate()),
            ("check", chess.is_check()),
            (
                "castling",
                chess.legal_moves().iter().any(|m| m.is_castle()),
            ),
            (
                "promotion",
                chess.legal_moves().iter().any(|m| m.is_promotion()),
            ),
            (
                "en passant",
                chess.legal_moves().iter().any(|m| m.is_en_passant()),
            ),
            (
                "pinned en passant",
                chess.pseudo_legal_ep_square() != chess.legal_ep_square(),
            ),
            ("black to move", chess.turn().is_black()),
        ] {
            *kinds.entry(kind).or_insert(0) += u32::from(is);
        }
    }
    assert!(positions.len() >= 600);
    assert!(kinds.values().all(|&count| count >= 3), "{kinds:?}");
    assert!(
        kinds["castling"] >= 50 && kinds["promotion"] >= 50 && kinds["en passant"] >= 40,
        "{kinds:?}"
    );
}
