//! A game written as Portable Game Notation.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, Outcome, Position};

use play::Game;

/// The tags every PGN game has, in their order, with the value that means "not known".
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Columns of movetext, as the standard asks for export.
const WIDTH: usize = 79;

/// A game with its tags and result; `Display` writes it in PGN's export format, with a blank line after it.
#[derive(Clone, Debug)]
pub struct Pgn {
    /// Names and values; those of the seven tag roster come first in the file, `Result`, `SetUp` and `FEN`
    /// are written by themselves.
    pub tags: Vec<(String, String)>,
    /// The moves, and the position they began from.
    pub game: Game,
    /// How it ended.
    pub outcome: Outcome,
}

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.annotated(&[]).fmt(f)
    }
}

/// A game with a remark on each move; `Display` writes it.
#[derive(Clone, Copy, Debug)]
pub struct Annotated<'a> {
    pgn: &'a Pgn,
    remarks: &'a [String],
}

impl fmt::Display for Annotated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pgn.write(f, self.remarks)
    }
}

impl Pgn {
    /// The game with remarks: the first on the first move, and so on; an empty one is none.
    pub fn annotated<'a>(&'a self, remarks: &'a [String]) -> Annotated<'a> {
        Annotated { pgn: self, remarks }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, remarks: &[String]) -> fmt::Result {
        let given =
            |name: &str| self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
        for (name, unknown) in ROSTER {
            tag(f, name, given(name).unwrap_or(unknown))?;
        }
        tag(f, "Result", &self.outcome.to_string())?;
        for (name, value) in
            self.tags.iter().filter(|(name, _)| !ROSTER.iter().any(|(known, _)| known == name))
        {
            tag(f, name, value)?;
        }
        if *self.game.start() != Chess::default() {
            tag(f, "SetUp", "1")?;
            tag(f, "FEN", &Fen::from_position(self.game.start(), EnPassantMode::Legal).to_string())?;
        }
        writeln!(f)?;
        movetext(f, &self.words(remarks))?;
        writeln!(f)
    }
}

impl Pgn {
    fn words(&self, remarks: &[String]) -> Vec<String> {
        let mut words = Vec::new();
        let mut remarked = false;
        for (ply, (position, &chess_move)) in self.game.positions().iter().zip(self.game.moves()).enumerate()
        {
            match position.turn() {
                Color::White => words.push(format!("{}.", position.fullmoves())),
                Color::Black if ply == 0 || remarked => words.push(format!("{}...", position.fullmoves())),
                Color::Black => {}
            }
            words.push(SanPlus::from_move(position.clone(), chess_move).to_string());
            let remark = remarks.get(ply).filter(|remark| !remark.is_empty());
            remarked = remark.is_some();
            if let Some(remark) = remark {
                // A closing brace would end the remark.
                words.push("{".to_owned());
                words.extend(remark_words(&remark.replace('}', ")")));
                words.push("}".to_owned());
            }
        }
        words.push(self.outcome.to_string());
        words
    }
}

/// What stands in brackets is one word: not every reader of `[%clk 0:01:00]` knows that a line may end in it.
fn remark_words(remark: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in remark.split_whitespace() {
        match words.last_mut().filter(|last| last.starts_with("[%") && !last.ends_with(']')) {
            Some(open) => *open += &format!(" {word}"),
            None => words.push(word.to_owned()),
        }
    }
    words
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace(|c: char| c.is_control(), " ").replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

fn movetext(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            writeln!(f)?;
            column = 0;
        }
        if column > 0 {
            write!(f, " ")?;
            column += 1;
        }
        write!(f, "{word}")?;
        column += word.len();
    }
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_move;
    use play::Ending;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::from_fen(fen).unwrap();
        for text in moves.split_whitespace() {
            game.play(parse_move(game.position(), text).unwrap());
        }
        game
    }

    #[test]
    fn a_whole_game() {
        let game = game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "f3 e5 g4 Qh4");
        assert!(matches!(game.ending(), Some(Ending::Checkmate { .. })));
        let outcome = Outcome::Known(game.ending().unwrap().outcome());
        let tags =
            vec![("Black".to_owned(), "a \"fool\"".to_owned()), ("Annotator".to_owned(), "me".to_owned())];
        let text = Pgn { tags, game, outcome }.to_string();
        assert!(
            text.contains(
                "[White \"?\"]\n[Black \"a \\\"fool\\\"\"]\n[Result \"0-1\"]\n[Annotator \"me\"]\n\n"
            )
        );
        assert!(text.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{text}");
    }

    #[test]
    fn lines_are_short_and_setups_named() {
        let shuffle = "Kd7 Ke2 Kd8 Ke1 ".repeat(20);
        let game = game("3k4/8/8/8/8/8/8/R3K3 b - - 0 40", &shuffle);
        let text = Pgn { tags: Vec::new(), game, outcome: Outcome::Unknown }.to_string();
        assert!(
            text.contains("[SetUp \"1\"]\n[FEN \"3k4/8/8/8/8/8/8/R3K3 b - - 0 40\"]\n\n40... Kd7 41. Ke2")
        );
        assert!(text.lines().all(|line| line.len() < 80));
    }
}
