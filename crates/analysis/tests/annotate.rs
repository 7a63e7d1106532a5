//! Annotated games keep everything and can be read again.

mod common;

use common::{invented_evaluations, invented_pgn, judged};
use notation::{Element, ParsedGame, parse_games};
use play::Score;

fn only(text: &str) -> ParsedGame {
    let mut found = parse_games(text.as_bytes()).unwrap();
    assert_eq!(found.len(), 1);
    found.remove(0).unwrap()
}

/// The game with these values from White's side, and another best move everywhere.
fn valued(text: &str, values: &[i32]) -> String {
    let record = only(text);
    let mut evaluations = invented_evaluations(&record.game);
    let mut before = 0;
    for (evaluation, &after) in evaluations.iter_mut().zip(values) {
        let side = evaluation.before.turn.fold_wb(1, -1);
        evaluation.best = Score::Centipawns(side * before);
        evaluation.after.score = Score::Centipawns(-side * after);
        before = after;
    }
    analysis::annotated_pgn(&judged(&record, evaluations), "nobody")
}

#[test]
fn annotated_has_values_glyphs_and_variations() {
    let text = valued(
        "[White \"a \\\"b\\\"\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
        &[-70, -60, -999, -1000],
    );
    assert!(
        text.starts_with("[White \"a \\\"b\\\"\"]\n[Annotator \"nobody\"]\n\n"),
        "{text}"
    );
    let movetext = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
    assert_eq!(
        movetext,
        "1. f3 $6 { [%eval -0.70,3] } (1. Nh3) 1... e5 { [%eval -0.60,3] } \
         2. g4 $4 { [%eval -9.99,3] } (2. Kf2) 2... Qh4# { [%eval -10.00,3] } 0-1"
    );
}

#[test]
fn annotated_keeps_existing_annotations() {
    let text = "[Annotator \"A. N. Other\"]\n[Result \"*\"]\n\n\
                {before} 1. f3 ?? $14 { two\nlines  [%eval 0.1] [%clk 0:01:00] } \
                ({so} 1. e4! {good} e5 (1... c5 2. --) 2. Nf3 *) (1. Nh3) ; the rest }\n\
                e5 {[%eval 0.3]}\n% escape [\n*";
    let written = valued(text, &[-70, -60]);
    assert_eq!(
        written,
        "[Annotator \"A. N. Other\"]\n[Result \"*\"]\n\n\
         {before} 1. f3 $4 $14 { [%eval -0.70,3] } { two\nlines  [%clk 0:01:00] } \
         ({so} 1. e4 $1 {good} 1... e5 (1... c5 2. --) 2. Nf3 *)\n\
         (1. Nh3) ; the rest }\n\
         1... e5 { [%eval -0.60,3] }\n% escape [\n*\n\n"
    );
    assert_eq!(
        valued(
            "1. e4 e5 2. -- (2. Nf3) d5 {[%eval 1] why} 3. Nf3 *",
            &[0, -10]
        ),
        "[Annotator \"nobody\"]\n\n\
         1. e4 { [%eval 0.00,3] } 1... e5 { [%eval -0.10,3] } 2. -- (2. Nf3) 2... d5\n\
         {[%eval 1] why} 3. Nf3\n\
         { line 1: move 2: '--' is not a legal move; the moves before it are kept } *\n\n"
    );
    // A second pass changes nothing.
    assert_eq!(valued(&written, &[-70, -60]), written);
}

#[test]
fn annotated_empty_game_and_setup() {
    assert_eq!(
        valued("[Result \"1-0\"]\n\n{nothing}", &[]),
        "[Result \"1-0\"]\n[Annotator \"nobody\"]\n\n{nothing} 1-0\n\n"
    );
    let fen = "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 30\"]\n\n30... Kd7 31. O-O *";
    let written = valued(fen, &[0, 0]);
    assert!(
        written.contains("\n30... Kd7 { [%eval 0.00,3] } 31. O-O { [%eval 0.00,3] } *"),
        "{written}"
    );
}

#[test]
fn annotated_lines_are_short() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(50);
    let text = invented_pgn(&only(&moves));
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    let again = only(&text);
    assert_eq!(again.game.moves().len(), 200);
    assert!(
        again
            .elements
            .iter()
            .any(|element| matches!(element, Element::VariationStart))
    );
}
