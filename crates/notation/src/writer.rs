//! Games written in PGN's export format.

use std::fmt::{self, Write as _};
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::{Chess, Color, EnPassantMode, Outcome, Position};

use play::{ClockDigits, Game, Score, clock_text};

use crate::reader::{Element, find_tag};

/// The seven tag roster without `Result`, in order, with the values that mean "unknown".
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// Columns of movetext. Only comments kept verbatim can be wider.
const WIDTH: usize = 79;

/// A game with its tags and result; `Display` writes it with an empty line after it.
#[derive(Clone, Debug)]
pub struct Pgn {
    /// Names and values. The roster is written first; `Result`, `SetUp` and `FEN` are added.
    pub tags: Vec<(String, String)>,
    /// The initial position and the moves.
    pub game: Game,
    /// The result.
    pub outcome: Outcome,
}

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.annotated(&[]))
    }
}

impl Pgn {
    /// The game in PGN with comments: the first on the first move, and so on. An empty one is
    /// omitted.
    pub fn annotated(&self, comments: &[String]) -> String {
        let mut writer = PgnWriter::default();
        writer.tags(&self.tags, self.game.start(), self.outcome);
        for (ply, (position, &chess_move)) in self
            .game
            .positions()
            .iter()
            .zip(self.game.moves())
            .enumerate()
        {
            let san = SanPlus::from_move(position.clone(), chess_move);
            writer.chess_move(position.fullmoves().get(), position.turn(), &san);
            if let Some(comment) = comments.get(ply) {
                writer.wrapped_comment(comment);
            }
        }
        writer.finish(self.outcome)
    }
}

/// What a program says of a move in its comment: PGN's commands `%eval`, `%nodes`, `%clk` and
/// `%emt`, as far as known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveCommands {
    /// What the mover's search found.
    pub value: Option<SearchValue>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Time left to the mover.
    pub left: Option<Duration>,
    /// Time that the move took.
    pub elapsed: Option<Duration>,
}

/// What a search found for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchValue {
    /// From the mover's side.
    pub score: Score,
    /// In plies.
    pub depth: u32,
}

impl MoveCommands {
    /// The comment on a move of `turn`; empty if nothing is known.
    pub fn comment(&self, turn: Color) -> String {
        let mut words = Vec::new();
        if let Some(value) = self.value {
            words.push(eval_command(value.score, turn, Some(value.depth)));
        }
        if let Some(nodes) = self.nodes {
            words.push(format!("[%nodes {nodes}]"));
        }
        for (name, time) in [("clk", self.left), ("emt", self.elapsed)] {
            if let Some(time) = time {
                words.push(format!(
                    "[%{name} {}]",
                    clock_text(time, ClockDigits::Millis)
                ));
            }
        }
        words.join(" ")
    }
}

/// The PGN command `[%eval ...]`: pawns from White's side, or `#` and moves to mate, and the depth.
pub fn eval_command(score: Score, turn: Color, depth: Option<u32>) -> String {
    let value = score.for_white(turn);
    match depth {
        Some(depth) => format!("[%eval {value},{depth}]"),
        None => format!("[%eval {value}]"),
    }
}

/// Writes one game: tags, [`PgnWriter::end_tags`], movetext, [`PgnWriter::finish`].
#[derive(Debug, Default)]
pub struct PgnWriter {
    text: String,
    column: usize,
    depth: usize,
    /// An opening parenthesis is written with the next word.
    owes_parenthesis: bool,
    /// The previous word is a move, so Black's reply needs no number.
    after_move: bool,
}

impl PgnWriter {
    /// Writes a tag.
    pub fn tag(&mut self, name: &str, value: &str) {
        let value = value
            .replace(|c: char| c.is_control(), " ")
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        let _ = writeln!(self.text, "[{name} \"{value}\"]");
    }

    /// Writes all tags: the roster first, then the others, and those of the start. The movetext
    /// follows.
    pub fn tags(&mut self, tags: &[(String, String)], start: &Chess, outcome: Outcome) {
        for (name, unknown) in ROSTER {
            self.tag(name, find_tag(tags, name).unwrap_or(unknown));
        }
        self.tag("Result", &outcome.to_string());
        let is_chess960 = start.castles().mode().is_chess960();
        for (name, value) in tags {
            // Tags of the roster are written above, those of the start below.
            let is_written_apart = match name.as_str() {
                "Result" | "SetUp" | "FEN" => true,
                "Variant" => is_chess960,
                _ => ROSTER.iter().any(|(known, _)| known == name),
            };
            if !is_written_apart {
                self.tag(name, value);
            }
        }
        if is_chess960 {
            self.tag("Variant", "Chess960");
        }
        if *start != Chess::default() {
            self.tag("SetUp", "1");
            self.tag(
                "FEN",
                &Fen::from_position(start, EnPassantMode::Legal).to_string(),
            );
        }
        self.end_tags();
    }

    /// Separates the tags from the movetext.
    pub fn end_tags(&mut self) {
        self.text.push('\n');
    }

    /// Writes any element of movetext.
    pub fn element(&mut self, element: &Element) {
        match element {
            Element::Move { number, turn, san } => self.chess_move(*number, *turn, san),
            Element::Nag(nag) => self.nag(*nag),
            Element::Comment(text) => self.comment(text),
            Element::LineComment(text) => self.line(&format!(";{text}")),
            Element::Escape(text) => {
                self.flush_parenthesis();
                self.new_line();
                self.line(&format!("%{text}"));
            }
            Element::VariationStart => self.start_variation(),
            Element::VariationEnd => self.end_variation(),
            Element::Outcome(outcome) => self.word(&outcome.to_string()),
        }
    }

    /// Writes a move, with its number where one is needed.
    pub fn chess_move(&mut self, number: u32, turn: Color, san: &SanPlus) {
        match turn {
            Color::White => self.word(&format!("{number}.")),
            Color::Black if !self.after_move => self.word(&format!("{number}...")),
            Color::Black => {}
        }
        match san.san {
            San::Null => self.word("--"),
            _ => self.word(&san.to_string()),
        }
        self.after_move = true;
    }

    /// Writes a numeric annotation glyph.
    pub fn nag(&mut self, nag: u8) {
        self.word(&format!("${nag}"));
    }

    /// Writes a comment verbatim, unless it is empty.
    pub fn comment(&mut self, text: &str) {
        if !text.is_empty() {
            self.word(&format!("{{{text}}}"));
            self.after_move = false;
        }
    }

    /// Writes a comment that can be broken between words, but not within `[%command]`.
    fn wrapped_comment(&mut self, text: &str) {
        let mut words: Vec<String> = Vec::new();
        // A closing brace would end the comment.
        for word in text.replace('}', ")").split_whitespace() {
            match words
                .last_mut()
                .filter(|last| last.starts_with("[%") && !last.ends_with(']'))
            {
                Some(command) => *command += &format!(" {word}"),
                None => words.push(word.to_owned()),
            }
        }
        if !text.is_empty() {
            self.word("{");
            words.iter().for_each(|word| self.word(word));
            self.word("}");
            self.after_move = false;
        }
    }

    /// Starts a variation.
    pub fn start_variation(&mut self) {
        self.flush_parenthesis();
        self.depth += 1;
        self.owes_parenthesis = true;
        self.after_move = false;
    }

    /// Ends a variation.
    pub fn end_variation(&mut self) {
        self.flush_parenthesis();
        self.depth = self.depth.saturating_sub(1);
        self.text.push(')');
        self.column += 1;
        self.after_move = false;
    }

    /// Writes the result and an empty line.
    pub fn finish(mut self, outcome: Outcome) -> String {
        self.word(&outcome.to_string());
        self.text + "\n\n"
    }

    fn word(&mut self, word: &str) {
        let open = if std::mem::take(&mut self.owes_parenthesis) {
            "("
        } else {
            ""
        };
        let line = word.split('\n').next().unwrap_or("");
        let length = open.len() + line.chars().count();
        // In a variation a parenthesis can follow.
        let needed = length + usize::from(self.depth > 0);
        if self.column > 0 && self.column + 1 + needed > WIDTH {
            self.new_line();
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += open;
        self.text += word;
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + length,
        };
    }

    fn flush_parenthesis(&mut self) {
        if self.owes_parenthesis {
            self.word("");
        }
    }

    fn line(&mut self, text: &str) {
        self.word(text);
        self.new_line();
        self.after_move = false;
    }

    fn new_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_move;
    use play::EndCause;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::from_fen(fen).unwrap();
        for text in moves.split_whitespace() {
            game.play(parse_move(game.position(), text).unwrap());
        }
        game
    }

    #[test]
    fn tags_are_ordered_and_escaped() {
        let game = game(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "f3 e5 g4 Qh4",
        );
        let end = game.ending().unwrap();
        assert_eq!(end.cause, EndCause::Checkmate);
        let outcome = Outcome::Known(end.outcome);
        let tags = vec![
            ("Black".to_owned(), "a \"fool\"".to_owned()),
            ("Annotator".to_owned(), "me".to_owned()),
        ];
        let text = Pgn {
            tags,
            game,
            outcome,
        }
        .to_string();
        assert!(text.contains(
            "[White \"?\"]\n[Black \"a \\\"fool\\\"\"]\n[Result \"0-1\"]\n[Annotator \"me\"]\n\n"
        ));
        assert!(text.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{text}");
    }

    #[test]
    fn chess960_game_is_tagged_and_read_back() {
        let fen = "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1";
        let mut game = Game::from_any_fen(fen).unwrap();
        for text in ["O-O", "O-O-O"] {
            game.play(parse_move(game.position(), text).unwrap());
        }
        let text = Pgn {
            tags: Vec::new(),
            game: game.clone(),
            outcome: Outcome::Unknown,
        }
        .to_string();
        assert!(
            text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1r2kr2/"),
            "{text}"
        );
        let read = crate::parse_games(text.as_bytes())
            .unwrap()
            .remove(0)
            .unwrap()
            .game;
        assert_eq!(
            (read.position(), read.moves()),
            (game.position(), game.moves())
        );
    }

    #[test]
    fn lines_are_short_and_setup_is_tagged() {
        let shuffle = "Kd7 Ke2 Kd8 Ke1 ".repeat(20);
        let game = game("3k4/8/8/8/8/8/8/R3K3 b - - 0 40", &shuffle);
        let text = Pgn {
            tags: Vec::new(),
            game,
            outcome: Outcome::Unknown,
        }
        .to_string();
        assert!(text.contains(
            "[SetUp \"1\"]\n[FEN \"3k4/8/8/8/8/8/8/R3K3 b - - 0 40\"]\n\n40... Kd7 41. Ke2"
        ));
        assert!(text.lines().all(|line| line.len() < 80));
    }
}
