//! Tests of the PGN reader on irregular and malformed games.

use notation::{Element, MAX_GAME_BYTES, MalformedGame, ParsedGame, parse_games};
use shakmaty::Outcome;

/// One string per game: its plies and result, or the line and reason of its error.
fn outline(text: &[u8]) -> Vec<String> {
    let describe = |parsed: Result<ParsedGame, MalformedGame>| match parsed {
        Ok(game) => format!("{} {}", game.game.moves().len(), game.outcome),
        Err(malformed) => format!("line {}: {}", malformed.line, malformed.reason),
    };
    parse_games(text)
        .unwrap()
        .into_iter()
        .map(describe)
        .collect()
}

#[test]
fn game_boundaries_are_found() {
    for (text, expected) in [
        ("", &[][..]),
        (" \r\n\n \u{feff}"[..3].into(), &[]),
        (
            "\u{feff}[Event \"a\"]\r\n\r\n1. e4 e5\r\n\r\n2. Nf3 1-0\r\n",
            &["3 1-0"],
        ),
        // Games without a result, without tags or without moves; several games on one line.
        (
            "[Event \"a\"]\n\n1. e4 e5\n[Event \"b\"]\n\n1. d4",
            &["2 *", "1 *"],
        ),
        (
            "1. e4 1-0 1. d4 d5 0-1\n1. c4 *",
            &["1 1-0", "2 0-1", "1 *"],
        ),
        (
            "[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n\n*\n\n[Event \"c\"]\n\n1. e4",
            &["0 1-0", "0 *", "1 *"],
        ),
        ("[White \"a\"]\n\n[Black \"b\"]\n\n1. e4 *", &["1 *"]),
        // Comments after the result and before the next game.
        (
            "1. e4 1-0 {time} ; really\n\n{so} 1. d4 0-1",
            &["1 1-0", "1 0-1"],
        ),
        (
            "[Event \"a\"]\n% 1. e5\n1. e4 ; e5 *\n% [Event \"b\"]\n e5 1/2-1/2",
            &["2 1/2-1/2"],
        ),
        (
            "1. e4 (1. d4 d5 (1... Nf6 2. c4 *) 2. -- c6 1-0) e5 0-1",
            &["2 0-1"],
        ),
        ("1.e4 e5 2.Ng1-f3 +- *", &["3 *"]),
        ("1.e2e4 e7e5 2.Ng1f3 Nc6 3.Bb5 Nf6 4.0-0 *", &["7 *"]),
    ] {
        let found = outline(text.as_bytes());
        assert_eq!(found.len(), expected.len(), "{text:?}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
    }
}

#[test]
fn malformed_game_reports_line_and_next_game_is_read() {
    for (text, line, reason) in [
        (
            "[Event \"a\"]\n\n1. e4\ne5\n2. Ke3 Nc6 *",
            5,
            "move 2: 'Ke3' is not a legal move here",
        ),
        ("1. e4 e5 (1... c5\n2. Qh9) *", 2, "move 2: 'Qh9' is not"),
        ("1. -- e5 *", 1, "move 1: '--' is not a move"),
        ("1. e4\n(1. d4 *", 2, "variation is not closed"),
        ("1. e4) *", 1, "')' without '('"),
        ("(1. e4) *", 1, "variation before the first move"),
        ("1. e4 {\n never closed\n", 1, "comment is not closed"),
        ("1. e4 } *", 1, "'}' without '{'"),
        ("1. e4 $999 *", 1, "glyph: expected $0 to $255, got '$999'"),
        ("[Event \"a\n\n1. e4 *", 1, "tag '[Event \"a' is not closed"),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n\n*",
            3,
            "not a legal position",
        ),
        (
            "[Variant \"Atomic\"]\n\n1. e4 *",
            3,
            "Variant: expected standard chess or Chess960, got 'Atomic'",
        ),
        ("1. e4 [%eval 1] *", 1, "is not a tag"),
        ("<html>\n", 1, "unexpected '<'"),
        ("\0\u{1}\u{2}", 1, "is not a legal move"),
    ] {
        let text = format!("{text}\n\n[Event \"next\"]\n\n1. e4 e5 *\n");
        let found = outline(text.as_bytes());
        assert_eq!(found.len(), 2, "{text:?}: {found:?}");
        assert!(
            found[0].starts_with(&format!("line {line}: ")) && found[0].contains(reason),
            "{}",
            found[0]
        );
        assert_eq!(found[1], "2 *");
    }
}

#[test]
fn setup_and_tags_are_read() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 30\"]\n[SetUp \"1\"]\n[Variant \"From Position\"]\n\n30. O-O+ *\n\n\
                [FEN \"nonsense\"]\n[SetUp \"0\"]\n[White \"Caf\u{e9}\"]\n\n1. e4 *";
    let found = parse_games(text.as_bytes()).unwrap();
    let first = found[0].as_ref().unwrap();
    assert!(matches!(
        first.elements[0],
        Element::Move { number: 30, .. }
    ));
    assert_eq!(found[1].as_ref().unwrap().tag("White"), Some("Café"));
    assert_eq!(first.outcome, Outcome::Unknown);
}

#[test]
fn overlong_game_is_skipped() {
    let long = "x".repeat(MAX_GAME_BYTES as usize);
    let comment = format!("1. e4 {{{long}}} e5 *\n\n1. d4 *");
    assert_eq!(
        outline(comment.as_bytes()),
        ["line 1: longer than 4 MiB", "1 *"]
    );
    let huge = format!("1. e4 {{{}}} e5 *", &long[..MAX_GAME_BYTES as usize - 100]);
    assert_eq!(outline(huge.as_bytes()), ["2 *"]);
    let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(200_000) + "*\n\n[Event \"b\"]\n\n1. d4 *";
    assert_eq!(
        outline(deep.as_bytes()),
        ["line 1: variations nested deeper than 100", "1 *"]
    );
}

#[test]
fn utf_16_is_an_input_error() {
    assert!(
        parse_games(b"\xff\xfe1\0")
            .unwrap_err()
            .to_string()
            .contains("UTF-16")
    );
}

#[test]
fn lenient_reader_keeps_the_legal_part() {
    let read = |text: &str| {
        let mut games: Vec<_> = notation::Games::new(text.as_bytes())
            .lenient()
            .map(Result::unwrap)
            .collect();
        assert_eq!(games.len(), 1, "{text}");
        let game = games.remove(0);
        game.map(|game| {
            let moves = |element: &&Element| matches!(element, Element::Move { .. });
            let all = game.elements.iter().filter(moves).count();
            let remarks: Vec<String> = game
                .remarks
                .iter()
                .map(|remark| format!("{}: {}", remark.line, remark.reason))
                .collect();
            (
                game.game.moves().len(),
                all,
                game.outcome.to_string(),
                remarks,
            )
        })
    };
    for (text, kept, remarks) in [
        (
            "1. e4 e5 2. Ke3 Nc6 (2... d5) 3. Nf3 1-0",
            (2, 2, "1-0"),
            &["1: move 2: 'Ke3' is not"][..],
        ),
        (
            "1. e4 e5 (1... c5 2. Ke3 (2. Nf3) d6) 2. Nf3 *",
            (3, 4, "*"),
            &["1: move 2: 'Ke3' is not"],
        ),
        (
            "1. e4 e5 (1... c5 (1... d5 2. Qh9) 2. Nf3) *",
            (2, 5, "*"),
            &["1: move 2: 'Qh9' is not"],
        ),
        (
            "1. e4 $999 e5 } 2. Nf3 < ) Nc6\n1/2-1/2",
            (4, 4, "1/2-1/2"),
            &["1: glyph: ", "1: '}'", "1: unexp", "1: ')'"],
        ),
        (
            "1. e4 {a {b} rest} e5 *",
            (2, 2, "*"),
            &["1: move 1...: 'rest' is not", "1: '}'"],
        ),
        (
            "1. e4 (1. d4 d5 1-0",
            (1, 3, "1-0"),
            &["1: variation is not closed"],
        ),
        (
            "1. e4 (1. d4 d5\n(1... Nf6",
            (1, 4, "*"),
            &["2: variation is not closed"],
        ),
        (
            "[Bad\n[White \"A\"]\n\n1. e4 *",
            (1, 1, "*"),
            &["1: tag '[Bad' is not closed; left out"],
        ),
        (
            "1. e4 -- 2. d4 (2. c4) d5 (2... --) -- *",
            (1, 7, "*"),
            &["1: move 1...: '--' is not a legal move; the moves before it are kept"],
        ),
        (
            "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- 4. d4 *",
            (5, 5, "*"),
            &["1: move 3...: '--' in check; the rest of the game is left out"],
        ),
    ] {
        let (moves, all, outcome, found) = read(text).unwrap();
        assert_eq!((moves, all, outcome.as_str()), kept, "{text}: {found:?}");
        assert_eq!(found.len(), remarks.len(), "{text}: {found:?}");
        assert!(
            found
                .iter()
                .zip(remarks)
                .all(|(found, remark)| found.starts_with(remark)),
            "{text}: {found:?}"
        );
    }
    assert!(read("1. e5 *").unwrap_err().reason.contains("move 1: 'e5'"));
    assert!(read("[FEN \"x\"]\n\n1. e4 *").is_err());
}
