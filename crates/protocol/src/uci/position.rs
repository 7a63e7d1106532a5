//! The words after `position`.

use play::Game;
use shakmaty::Position;
use shakmaty::uci::UciMove;

use crate::text::next_word;

/// Reads the words after `position`; a remark on words that were left out goes to `remark`.
///
/// # Errors
/// Names what was wrong and what was expected.
pub(super) fn parse(rest: &str, remark: &mut dyn FnMut(String)) -> Result<Game, String> {
    let (setup, moves) = split_moves(rest);
    let mut words = setup;
    let mut game = loop {
        match next_word(words) {
            Some(("startpos", after)) => {
                if let Some((word, _)) = next_word(after) {
                    remark(format!("position: expected 'moves ...' after startpos, so '{word}' is left out"));
                }
                break Game::new();
            }
            Some(("fen", fen)) => break Game::from_fen(fen).map_err(|error| error.to_string())?,
            Some((_, after)) => words = after,
            None => {
                return Err("expected 'startpos' or 'fen <position>', with 'moves ...' after it".to_owned());
            }
        }
    };
    for (index, text) in moves.split_whitespace().enumerate() {
        let found = text
            .to_ascii_lowercase()
            .parse::<UciMove>()
            .ok()
            .and_then(|uci| uci.to_move(game.position()).ok());
        match found {
            Some(found) if game.position().is_legal(found) => game.play(found),
            _ => {
                return Err(format!(
                    "move {} '{text}' is not legal there; expected a legal move written like e2e4 or e7e8q",
                    index + 1
                ));
            }
        }
    }
    Ok(game)
}

/// What stands before the word `moves`, and what after it.
fn split_moves(rest: &str) -> (&str, &str) {
    let mut words = rest;
    while let Some((word, after)) = next_word(words) {
        if word == "moves" {
            return (&rest[..rest.len() - words.trim_start().len()], after);
        }
        words = after;
    }
    (rest, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(rest: &str) -> Result<Game, String> {
        super::parse(rest, &mut |text| panic!("{text}"))
    }

    #[test]
    fn words_that_are_left_out_are_told() {
        for (rest, moves) in [("startpos e2e4", 0), ("startpos e2e4 moves e2e4", 1)] {
            let mut remarks = Vec::new();
            let game = super::parse(rest, &mut |text| remarks.push(text)).unwrap();
            assert_eq!((game.moves().len(), remarks.len()), (moves, 1));
            assert!(remarks[0].contains("expected 'moves ...' after startpos, so 'e2e4'"));
        }
    }

    #[test]
    fn positions_and_moves() {
        let game = parse("startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1").unwrap();
        assert_eq!(game.moves().len(), 7);
        assert_eq!(parse("fen 8/P6k/8/8/8/8/8/K7 w - - moves a7a8Q").unwrap().moves().len(), 1);
        assert_eq!(parse("fen  8/P6k/8/8/8/8/8/K7  w  -  - 3 40").unwrap().position().halfmoves(), 3);
        assert!(parse("joho startpos").is_ok());
    }

    #[test]
    fn errors_name_what_was_wrong() {
        assert!(parse("startpos moves e2e4 e2e4").unwrap_err().contains("move 2 'e2e4'"));
        assert!(parse("startpos moves 0000").unwrap_err().contains("'0000'"));
        assert!(parse("fen joho").unwrap_err().contains("'joho' is not a position in FEN"));
        assert!(parse("").unwrap_err().contains("expected 'startpos'"));
    }
}
