//! Results in words, as people and some programs write them in the tag `Result`.

use shakmaty::{Color, KnownOutcome, Outcome};

use crate::lexer::outcome;

/// A result in words, such as `White wins`, `weiß gewinnt`, `1-0 (time)` or `remis`.
pub(crate) fn outcome_in_words(text: &str) -> Option<Outcome> {
    let joined: String = text.split_whitespace().collect();
    if let Some(outcome) = outcome(&joined) {
        return Some(outcome);
    }
    // What follows a result explains it.
    if let Some(first) = text.split([' ', ',', ';', '(']).next()
        && let Some(outcome) = outcome(first)
    {
        return Some(outcome);
    }
    let text = text.to_lowercase();
    let mut words = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if !word.is_empty() {
            words.push(word);
        }
    }
    let has = |stems: &[&str]| {
        words
            .iter()
            .any(|word| stems.iter().any(|stem| is_of(word, stem)))
    };
    if has(&NO_RESULT) {
        return None;
    }
    if has(&DRAWN) {
        return Some(Outcome::Known(KnownOutcome::Draw));
    }
    // Of two sides named nobody knows which one has won.
    let named = match (has(&WHITE), has(&BLACK)) {
        (true, false) => Color::White,
        (false, true) => Color::Black,
        _ => return None,
    };
    let winner = match (has(&WON), has(&LOST)) {
        (true, false) => named,
        (false, true) => !named,
        _ => return None,
    };
    Some(Outcome::Known(KnownOutcome::Decisive { winner }))
}

/// Whether a word is the one named, or begins with what stands before a star.
fn is_of(word: &str, named: &str) -> bool {
    match named.strip_suffix('*') {
        Some(begin) => word.starts_with(begin),
        None => word == named,
    }
}

// Words in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian, some
// with those of neighbors; a star stands for any end.

const NO_RESULT: [&str; 7] = [
    "not",
    "no",
    "nicht",
    "unknown",
    "ongoing",
    "adjourned",
    "if",
];
const DRAWN: [&str; 14] = [
    "draw*",
    "remis*",
    "remí*",
    "unentschieden",
    "nulle",
    "nul",
    "tablas",
    "empat*",
    "patta",
    "patt",
    "stalemate*",
    "ничья",
    "ничьей",
    "gelijkspel",
];
const WHITE: [&str; 14] = [
    "white*", "weiß*", "weiss*", "blanc*", "bianc*", "brancas", "branco", "wit", "witte", "biał*",
    "бел*", "bílý", "hvid*", "vit",
];
const BLACK: [&str; 13] = [
    "black*",
    "schwarz*",
    "noir*",
    "negr*",
    "nero",
    "neri",
    "pret*",
    "zwart*",
    "czarn*",
    "чёрн*",
    "черн*",
    "černý",
    "svart*",
];
const WON: [&str; 18] = [
    "win",
    "wins",
    "winner",
    "won",
    "victor*",
    "gewinn*",
    "gewann",
    "gewonnen",
    "sieg*",
    "gagn*",
    "gana*",
    "ganó",
    "vinc*",
    "vitto*",
    "wygr*",
    "wint",
    "побед*",
    "выигр*",
];
const LOST: [&str; 14] = [
    "resign*",
    "lose*",
    "lost",
    "loss",
    "forfeit*",
    "verlier*",
    "verlor*",
    "gibt",
    "abandon*",
    "perd*",
    "pierd*",
    "verlies*",
    "сдал*",
    "проигр*",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_words_are_read_as_they_are_meant() {
        for (text, expected) in [
            ("weiß gewinnt", "1-0"),
            ("Weiss gewinnt", "1-0"),
            ("Schwarz gewinnt durch Matt", "0-1"),
            ("Schwarz gibt auf", "1-0"),
            ("White wins", "1-0"),
            ("black won on time", "0-1"),
            ("White resigned", "0-1"),
            ("Black lost on time", "1-0"),
            ("remis", "1/2-1/2"),
            ("Remis durch Patt", "1/2-1/2"),
            ("draw by agreement", "1/2-1/2"),
            ("Drawn", "1/2-1/2"),
            ("nulle", "1/2-1/2"),
            ("tablas", "1/2-1/2"),
            ("patta", "1/2-1/2"),
            ("ничья", "1/2-1/2"),
            ("las blancas ganan", "1-0"),
            ("les noirs gagnent", "0-1"),
            ("il Bianco vince", "1-0"),
            ("Black won with a mate", "0-1"),
            ("1-0 (time)", "1-0"),
            ("0-1, resigns", "0-1"),
            ("1 - 0", "1-0"),
            ("½ - ½", "1/2-1/2"),
            ("1 / 2", "1/2-1/2"),
        ] {
            let read = outcome_in_words(text).map(|outcome| outcome.to_string());
            assert_eq!(read.as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            "?",
            "nobody knows",
            "White",
            "White beat Black",
            "not finished",
            "adjourned, White wins",
            "won",
        ] {
            assert_eq!(outcome_in_words(text), None, "{text}");
        }
    }
}
