//! A report of annotated games in one HTML file: board, graph, and moves to click through.
//!
//! It is made from the annotated PGN, so it has what that has.

use std::io::{Read, Write};

use anyhow::Context;
use chart::escaped;
use notation::{Element, Games, ParsedGame};
use play::{Score, san};
use serde::Serialize;
use shakmaty::{Color, Position};

use crate::score::{CEILING, expected_score};

/// The page, with `TITLE` and `DATA` to fill in.
const PAGE: &str = include_str!("report.html");

/// A game in the page's data.
#[derive(Debug, Serialize)]
struct GameData {
    title: String,
    result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    /// The board before the first move, as in FEN.
    board: String,
    moves: Vec<MoveData>,
}

#[derive(Debug, Serialize)]
struct MoveData {
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

/// Writes the report of all games of an annotated PGN.
///
/// # Errors
/// The games cannot be read, or the output not written.
pub(crate) fn report(out: &mut dyn Write, title: &str, games: impl Read) -> anyhow::Result<()> {
    let title = escaped(title);
    let (head, tail) = PAGE
        .split_once("DATA")
        .context("report.html has a place for the data")?;
    out.write_all(head.replace("TITLE", &title).as_bytes())?;
    for (index, game) in Games::new(games).enumerate() {
        let Ok(game) = game.context("cannot read the annotated games")? else {
            continue;
        };
        let comma = if index == 0 { "" } else { ",\n" };
        // `<` would end the script.
        write!(
            out,
            "{comma}{}",
            serde_json::to_string(&data(&game))?.replace('<', "\\u003c")
        )?;
    }
    Ok(out.write_all(tail.as_bytes())?)
}

fn data(game: &ParsedGame) -> GameData {
    let [white, black] = [Color::White, Color::Black].map(|color| game.name(color));
    let opening: Vec<&str> = ["ECO", "Opening"]
        .iter()
        .filter_map(|name| game.tag(name))
        .collect();
    GameData {
        title: format!("{white} – {black}"),
        result: game.outcome.to_string(),
        opening: Some(opening.join(" ")).filter(|opening| !opening.is_empty()),
        board: game.game.start().board().to_string(),
        moves: moves(game),
    }
}

fn moves(game: &ParsedGame) -> Vec<MoveData> {
    let positions = game.game.positions();
    let made = positions.iter().zip(&positions[1..]).zip(game.game.moves());
    let mut moves: Vec<MoveData> = made
        .map(|((before, after), &made)| MoveData {
            number: format!(
                "{}{}",
                before.fullmoves(),
                before.turn().fold_wb(".", "...")
            ),
            san: san(before, made),
            board: after.board().to_string(),
            squares: made
                .from()
                .into_iter()
                .chain([made.to()])
                .map(|square| square.to_string())
                .collect(),
            glyph: None,
            value: None,
            share: after
                .is_checkmate()
                .then(|| before.turn().fold_wb(1.0, 0.0)),
            best: String::new(),
            comment: String::new(),
        })
        .collect();
    let (mut depth, mut ply) = (0_u32, 0_usize);
    for element in &game.elements {
        let last: Option<&mut MoveData> = ply.checked_sub(1).and_then(|last| moves.get_mut(last));
        match (element, last) {
            (Element::Move { .. }, _) if depth == 0 => ply += 1,
            (Element::VariationStart, last) => {
                depth += 1;
                if let Some(last) = last.filter(|_| depth == 1) {
                    last.best.clear();
                }
            }
            (Element::VariationEnd, _) => depth -= 1,
            (Element::Move { number, turn, san }, Some(last)) if depth == 1 => {
                let number = match turn {
                    Color::White => format!("{number}. "),
                    Color::Black if last.best.is_empty() => format!("{number}... "),
                    Color::Black => String::new(),
                };
                last.best += &format!(
                    "{}{number}{san}",
                    if last.best.is_empty() { "" } else { " " }
                );
            }
            (Element::Nag(nag), Some(last)) if depth == 0 && last.glyph.is_none() => {
                last.glyph = sign(*nag)
            }
            (Element::Comment(text), Some(last)) if depth == 0 => last.note(text),
            _ => {}
        }
    }
    moves
}

fn sign(nag: u8) -> Option<&'static str> {
    ["!", "?", "!!", "??", "!?", "?!"]
        .get(usize::from(nag).checked_sub(1)?)
        .copied()
}

impl MoveData {
    /// Takes the value and the text of a comment.
    fn note(&mut self, text: &str) {
        let mut rest = text.to_owned();
        while let Some((begin, end)) = rest
            .find("[%")
            .and_then(|at| Some((at, at + rest[at..].find(']')?)))
        {
            if let Some(value) = rest[begin..end].strip_prefix("[%eval ") {
                let value = value.split(',').next().unwrap_or_default().trim();
                if let Some(score) = score(value) {
                    self.value = Some(if value.starts_with(['#', '-']) {
                        value.to_owned()
                    } else {
                        format!("+{value}")
                    });
                    self.share = Some(expected_score(score.centipawns(CEILING)));
                }
            }
            rest.replace_range(begin..=end, "");
        }
        let words = rest.split_whitespace().collect::<Vec<_>>().join(" ");
        let gap = if self.comment.is_empty() || words.is_empty() {
            ""
        } else {
            " "
        };
        self.comment += &format!("{gap}{words}");
    }
}

/// The score of `[%eval]`, from White's side.
fn score(text: &str) -> Option<Score> {
    match text.strip_prefix('#') {
        Some(moves) => moves.parse().ok().map(Score::Mate),
        None => text
            .parse::<f64>()
            .ok()
            .map(|pawns| Score::Centipawns((100.0 * pawns) as i32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_has_positions_values_and_lines_and_no_open_tag() {
        let text = "[White \"</script>\"]\n[ECO \"A00\"]\n\n1. f3 $6 { [%eval -0.70,3] } {not <good>} (1. e4 e5 2. Nf3) 1... e5 \
                    { [%eval #-2,3] } 2. g4 Qh4# 0-1\n\n1. d4 *\n";
        let mut out = Vec::new();
        report(&mut out, "a & b", text.as_bytes()).unwrap();
        let page = String::from_utf8(out).unwrap();
        assert!(page.contains("<title>a &amp; b</title>"));
        let data = page
            .split_once("json\">")
            .unwrap()
            .1
            .split_once("</script>")
            .unwrap()
            .0;
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
