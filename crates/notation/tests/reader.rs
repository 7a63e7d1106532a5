//! Games as they are found in the wild, and what is wrong with them.

use notation::{Element, Games, LONGEST, Place, Read};
use shakmaty::Outcome;

/// All games of a text.
fn read_all(text: &[u8]) -> Vec<Read> {
    let mut games = Games::new(text, Place::default(), 0);
    std::iter::from_fn(|| games.next().expect("memory can be read")).collect()
}

/// Half moves of each game, or the line and the reason of what is wrong.
fn outline(text: &[u8]) -> Vec<String> {
    let show = |read: Read| match read {
        Ok(record) => format!("{} {}", record.game.moves().len(), record.outcome),
        Err(malformed) => format!("line {}: {}", malformed.line, malformed.reason),
    };
    read_all(text).into_iter().map(show).collect()
}

#[test]
fn games_end_where_they_should() {
    for (text, expected) in [
        ("", &[][..]),
        (" \r\n\n \u{feff}"[..3].into(), &[]),
        ("\u{feff}[Event \"a\"]\r\n\r\n1. e4 e5\r\n\r\n2. Nf3 1-0\r\n", &["3 1-0"]),
        // No result, no tags, several in a line, no moves.
        ("[Event \"a\"]\n\n1. e4 e5\n[Event \"b\"]\n\n1. d4", &["2 *", "1 *"]),
        ("1. e4 1-0 1. d4 d5 0-1\n1. c4 *", &["1 1-0", "2 0-1", "1 *"]),
        (
            "[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n\n*\n\n[Event \"c\"]\n\n1. e4",
            &["0 1-0", "0 *", "1 *"],
        ),
        ("[White \"a\"]\n\n[Black \"b\"]\n\n1. e4 *", &["1 *"]),
        // Remarks after the result, and before the next game.
        ("1. e4 1-0 {time} ; really\n\n{so} 1. d4 0-1", &["1 1-0", "1 0-1"]),
        ("[Event \"a\"]\n% 1. e5\n1. e4 ; e5 *\n% [Event \"b\"]\n e5 1/2-1/2", &["2 1/2-1/2"]),
        ("1. e4 (1. d4 d5 (1... Nf6 2. c4 *) 2. -- c6 1-0) e5 0-1", &["2 0-1"]),
        ("1.e4 e5 2.Ng1-f3 *", &["line 1: move 2: 'Ng1-f3' is not a legal move here"]),
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
fn what_is_wrong_is_named_with_its_line_and_the_next_game_is_read() {
    for (text, line, reason) in [
        ("[Event \"a\"]\n\n1. e4\ne5\n2. Ke3 Nc6 *", 5, "move 2: 'Ke3' is not a legal move here"),
        ("1. e4 e5 (1... c5\n2. Qh9) *", 2, "move 2: 'Qh9' is not"),
        ("1. -- e5 *", 1, "move 1: '--' is no move"),
        ("1. e4\n(1. d4 *", 2, "a variation is not closed"),
        ("1. e4) *", 1, "')' ends a variation that did not begin"),
        ("(1. e4) *", 1, "a variation begins before there is a move"),
        ("1. e4 {\n never closed\n", 1, "a comment is not closed"),
        ("1. e4 } *", 1, "'}' ends a comment"),
        ("1. e4 $999 *", 1, "'$999' is no glyph"),
        ("[Event \"a\n\n1. e4 *", 1, "the tag '[Event \"a' is not closed"),
        ("[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n\n*", 3, "not a legal position"),
        ("[Variant \"Chess960\"]\n\n1. e4 *", 3, "the variant 'Chess960' is not chess as it is played here"),
        ("1. e4 [%eval 1] *", 1, "no tag"),
        ("<html>\n", 1, "'<' does not belong here"),
        ("\0\u{1}\u{2}", 1, "is not a legal move"),
    ] {
        let text = format!("{text}\n\n[Event \"next\"]\n\n1. e4 e5 *\n");
        let found = outline(text.as_bytes());
        assert_eq!(found.len(), 2, "{text:?}: {found:?}");
        assert!(found[0].starts_with(&format!("line {line}: ")) && found[0].contains(reason), "{}", found[0]);
        assert_eq!(found[1], "2 *");
    }
}

#[test]
fn setups_and_tags() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 30\"]\n[SetUp \"1\"]\n[Variant \"From Position\"]\n\n30. O-O+ *\n\n\
                [FEN \"rubbish\"]\n[SetUp \"0\"]\n[White \"Caf\u{e9}\"]\n\n1. e4 *";
    let found = read_all(text.as_bytes());
    let first = found[0].as_ref().unwrap();
    assert!(matches!(first.elements[0], Element::Move { number: 30, .. }));
    assert_eq!(found[1].as_ref().unwrap().tag("White"), Some("Café"));
    assert_eq!(first.outcome, Outcome::Unknown);
}

#[test]
fn what_is_too_long_is_skipped_and_does_not_stay_in_memory() {
    let long = "x".repeat(LONGEST as usize);
    let comment = format!("1. e4 {{{long}}} e5 *\n\n1. d4 *");
    assert_eq!(outline(comment.as_bytes()), ["line 1: it is longer than 4 MiB", "1 *"]);
    let huge = format!("1. e4 {{{}}} e5 *", &long[..LONGEST as usize - 100]);
    assert_eq!(outline(huge.as_bytes()), ["2 *"]);
    let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(200_000) + "*\n\n[Event \"b\"]\n\n1. d4 *";
    assert_eq!(outline(deep.as_bytes()), ["line 1: more than 100 variations within one another", "1 *"]);
}

#[test]
fn utf_16_is_named() {
    let mut games = Games::new(&b"\xff\xfe1\0"[..], Place::default(), 0);
    assert!(games.next().unwrap_err().to_string().contains("UTF-16"));
}
