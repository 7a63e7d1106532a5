//! A report of annotated games in one HTML file: board, graph, and moves to click through.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use chart::escaped;
use files::NewFile;
use notation::Element;
use play::san;
use serde::Serialize;
use serde_json::value::RawValue;
use shakmaty::{Color, Position};

use crate::annotate::annotated_elements;
use crate::judged_game::JudgedGame;
use crate::score::expected_score;

/// The page, with `TITLE` and `DATA` to fill in.
const PAGE: &str = include_str!("report.html");

/// A game in the page's data.
#[derive(Debug, Serialize)]
pub(crate) struct PageGame {
    title: String,
    result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    /// The board before the first move, as in FEN.
    board: String,
    moves: Vec<PageMove>,
}

#[derive(Debug, Serialize)]
struct PageMove {
    /// `12.` or `12...`.
    number: String,
    san: String,
    /// The board after the move.
    board: String,
    /// The squares of the move.
    squares: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    glyph: Option<&'static str>,
    /// The value as shown: pawns or moves to mate, from White's side.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// White's expected score.
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    /// The last variation.
    #[serde(skip_serializing_if = "String::is_empty")]
    best: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
}

/// The report while games are added to it.
#[derive(Debug)]
pub(crate) struct HtmlReport {
    file: NewFile,
    tail: &'static str,
    has_games: bool,
}

impl HtmlReport {
    /// Begins a report.
    pub(crate) fn create(path: &Path, title: &str) -> anyhow::Result<HtmlReport> {
        let (head, tail) = PAGE
            .split_once("DATA")
            .context("report.html has a place for the data")?;
        let mut file = NewFile::create(path)?;
        file.write_all(head.replace("TITLE", &escaped(title)).as_bytes())?;
        Ok(HtmlReport {
            file,
            tail,
            has_games: false,
        })
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, game: &RawValue) -> anyhow::Result<()> {
        let comma = if self.has_games { ",\n" } else { "" };
        self.has_games = true;
        // `<` would end the script.
        let game = game.get().replace('<', "\\u003c");
        Ok(write!(self.file, "{comma}{game}")?)
    }

    /// Ends the report.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.file.write_all(self.tail.as_bytes())?;
        self.file.finish()?;
        Ok(())
    }
}

/// The data of a game.
pub(crate) fn page_game(judged: &JudgedGame) -> PageGame {
    let game = &judged.game;
    let [white, black] = [Color::White, Color::Black].map(|color| game.name(color));
    let opening: Vec<&str> = ["ECO", "Opening"]
        .iter()
        .filter_map(|name| game.tag(name))
        .collect();
    PageGame {
        title: format!("{white} – {black}"),
        result: game.outcome.to_string(),
        opening: if opening.is_empty() {
            None
        } else {
            Some(opening.join(" "))
        },
        board: game.game.start().board().to_string(),
        moves: page_moves(judged),
    }
}

fn page_moves(judged: &JudgedGame) -> Vec<PageMove> {
    let positions = judged.game.game.positions();
    let mut moves = Vec::new();
    for (ply, &made) in judged.game.game.moves().iter().enumerate() {
        let (before, after) = (&positions[ply], &positions[ply + 1]);
        let mut squares = Vec::new();
        if let Some(from) = made.from() {
            squares.push(from.to_string());
        }
        squares.push(made.to().to_string());
        let evaluation = judged.evaluations.get(ply).map(|made| &made.after);
        let mut page_move = PageMove {
            number: format!(
                "{}{}",
                before.fullmoves(),
                before.turn().fold_wb(".", "...")
            ),
            san: san(before, made),
            board: after.board().to_string(),
            squares,
            glyph: None,
            value: None,
            share: None,
            best: String::new(),
            comment: String::new(),
        };
        if after.is_checkmate() {
            page_move.share = Some(before.turn().fold_wb(1.0, 0.0));
        } else if let Some(evaluation) = evaluation {
            let score = evaluation.score.for_white(evaluation.turn);
            page_move.value = Some(format!("{score:+}"));
            page_move.share = Some(expected_score(evaluation.white()));
        }
        moves.push(page_move);
    }
    annotate(&mut moves, &annotated_elements(judged));
    moves
}

/// Adds glyphs, variations and comments to the moves they follow.
fn annotate(moves: &mut [PageMove], elements: &[Element]) {
    let (mut depth, mut ply) = (0_u32, 0_usize);
    for element in elements {
        if depth == 0 && matches!(element, Element::Move { .. }) {
            ply += 1;
            continue;
        }
        match element {
            Element::VariationStart => depth += 1,
            Element::VariationEnd => depth -= 1,
            _ => {}
        }
        // Nothing is shown before the first move, nor after a null move.
        let Some(last) = ply.checked_sub(1).and_then(|last| moves.get_mut(last)) else {
            continue;
        };
        match element {
            // The last variation is the analysis's own.
            Element::VariationStart if depth == 1 => last.best.clear(),
            Element::Move { number, turn, san } if depth == 1 => {
                let number = match turn {
                    Color::White => format!("{number}. "),
                    Color::Black if last.best.is_empty() => format!("{number}... "),
                    Color::Black => String::new(),
                };
                let gap = if last.best.is_empty() { "" } else { " " };
                last.best += &format!("{gap}{number}{san}");
            }
            Element::Nag(nag) if depth == 0 && last.glyph.is_none() => last.glyph = sign(*nag),
            Element::Comment(text) if depth == 0 => last.note(text),
            _ => {}
        }
    }
}

fn sign(nag: u8) -> Option<&'static str> {
    ["!", "?", "!!", "??", "!?", "?!"]
        .get(usize::from(nag).checked_sub(1)?)
        .copied()
}

impl PageMove {
    /// Takes the text of a comment, without its commands.
    fn note(&mut self, text: &str) {
        let mut rest = text.to_owned();
        while let Some(begin) = rest.find("[%")
            && let Some(length) = rest[begin..].find(']')
        {
            rest.replace_range(begin..=begin + length, "");
        }
        for word in rest.split_whitespace() {
            if !self.comment.is_empty() {
                self.comment.push(' ');
            }
            self.comment += word;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Evaluation, MoveEvaluation};
    use notation::parse_games;
    use play::Score;
    use serde_json::value::to_raw_value;

    #[test]
    fn report_has_positions_values_and_lines_and_no_open_tag() {
        let text = "[White \"</script>\"]\n[ECO \"A00\"]\n\n1. f3 $6 {not <good> [%clk 1]} (1. e4 e5 2. Nf3) 1... e5 \
                    2. g4 Qh4# 0-1\n";
        let game = parse_games(text.as_bytes()).unwrap().remove(0).unwrap();
        let scores = [
            Score::Centipawns(70),
            Score::Mate(-2),
            Score::Mate(1),
            Score::Mate(0),
        ];
        let positions = game.game.positions();
        let of_position = |ply: usize, score| Evaluation {
            turn: positions[ply].turn(),
            score,
            depth: Some(3),
            line: Vec::new(),
        };
        let evaluations = (0..4).map(|ply| MoveEvaluation {
            before: of_position(ply, Score::Centipawns(0)),
            after: of_position(ply + 1, scores[ply]),
            best: Score::Centipawns(-1000),
        });
        let judged = JudgedGame::new(game.clone(), evaluations.collect());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        let mut report = HtmlReport::create(&path, "a & b").unwrap();
        for _ in 0..2 {
            report
                .add(&to_raw_value(&page_game(&judged)).unwrap())
                .unwrap();
        }
        report.finish().unwrap();
        let page = std::fs::read_to_string(&path).unwrap();
        assert!(page.contains("<title>a &amp; b</title>"));
        let data = page.split_once("json\">").unwrap().1;
        let data = data.split_once("</script>").unwrap().0;
        assert!(!data.contains('<'), "{data}");
        let games: serde_json::Value = serde_json::from_str(data).unwrap();
        let first = &games[0]["moves"][0];
        assert_eq!(
            first["board"],
            "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR"
        );
        assert_eq!(
            (&first["glyph"], &first["value"]),
            (&"?!".into(), &"-0.70".into())
        );
        assert_eq!(
            (&first["best"], &first["comment"]),
            (&"1. e4 e5 2. Nf3".into(), &"not <good>".into())
        );
        assert_eq!(games[0]["moves"][1]["value"], "#-2");
        assert_eq!(games[0]["moves"][3]["share"], 0.0);
        assert_eq!(games.as_array().unwrap().len(), 2);
    }
}
