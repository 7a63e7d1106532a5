//! Graph of a game in SVG: White's expected score after each move.

use play::san;
use std::fmt::Write as _;

use shakmaty::{Color, Position};

use crate::judge::{Judgment, MoveEvaluation, Verdict};
use crate::score::expected_score;
use crate::summary::{Figures, Summary};
use notation::ParsedGame;

/// The image and the frame of the curve in it, in pixels.
const SIZE: (f64, f64) = (960.0, 380.0);
const LEFT: f64 = 52.0;
const TOP: f64 = 62.0;
const WIDTH: f64 = 888.0;
const HEIGHT: f64 = 232.0;

/// Grid lines, in pawns from White's side.
const LEVELS: [i32; 7] = [-10, -3, -1, 0, 1, 3, 10];

/// Characters of a name or heading that fit.
const MAX_CHARACTERS: usize = 64;

const STYLE: &str = "text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;font-size:12px;fill:#333}\
                     .title{font-size:17px;font-weight:bold;fill:#111}.small{font-size:11px;fill:#666}\
                     .grid{stroke:#8a93a0;stroke-width:1;stroke-opacity:.45}.even{stroke:#8a93a0;stroke-dasharray:5 4}";

/// The graph of a game. Bad moves are marked by shape and color, and have a tooltip.
pub fn graph(record: &ParsedGame, evaluations: &[MoveEvaluation], verdicts: &[Verdict]) -> String {
    let mut svg = String::new();
    let (width, height) = SIZE;
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<style>{STYLE}</style>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
    );
    headings(&mut svg, record);
    let first = evaluations.first().map(|first| &first.before);
    let positions = first
        .into_iter()
        .chain(evaluations.iter().map(|evaluation| &evaluation.after));
    let points: Vec<(f64, f64)> = positions
        .enumerate()
        .map(|(ply, position)| (x(ply, evaluations), y(position.white())))
        .collect();
    curve(&mut svg, &points);
    levels(&mut svg);
    numbers(&mut svg, record, evaluations);
    marks(&mut svg, record, verdicts, &points);
    footer(&mut svg, &Summary::new(record, verdicts));
    svg + "</svg>\n"
}

fn x(ply: usize, evaluations: &[MoveEvaluation]) -> f64 {
    LEFT + WIDTH * ply as f64 / evaluations.len().max(1) as f64
}

/// Height of a value; up is better for White.
fn y(centipawns: i32) -> f64 {
    TOP + HEIGHT * (1.0 - expected_score(centipawns))
}

fn headings(svg: &mut String, record: &ParsedGame) {
    let [white, black] = [Color::White, Color::Black].map(|color| escaped(record.name(color)));
    let title = format!("{white} – {black} · {}", record.outcome);
    let _ = writeln!(
        svg,
        "<title>{title}</title>\n<text class=\"title\" x=\"{LEFT}\" y=\"26\">{title}</text>"
    );
    let tags = ["Event", "Site", "Date"]
        .into_iter()
        .filter_map(|name| record.tag(name));
    let known = tags.filter(|value| !value.trim_matches(['?', '.']).is_empty());
    let parts: Vec<String> = known.map(escaped).collect();
    let _ = writeln!(
        svg,
        "<text class=\"small\" x=\"{LEFT}\" y=\"46\">{}</text>",
        parts.join(" · ")
    );
}

/// White's share below the curve, Black's above.
fn curve(svg: &mut String, points: &[(f64, f64)]) {
    let bottom = TOP + HEIGHT;
    let frame = format!("x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\"");
    let _ = writeln!(svg, "<rect {frame} fill=\"#474f5b\"/>");
    let first = points.first().map_or(TOP + HEIGHT / 2.0, |point| point.1);
    let last = points.last().map_or(first, |point| point.1);
    let mut line = String::new();
    for &(x, y) in points.iter().chain([&(LEFT + WIDTH, last)]) {
        let _ = write!(line, " {x:.1},{y:.1}");
    }
    let right = LEFT + WIDTH;
    let _ = writeln!(
        svg,
        "<polygon fill=\"#f4f1e8\" points=\"{LEFT},{bottom}{line} {right},{bottom}\"/>\n\
         <polyline fill=\"none\" stroke=\"#2f7fc1\" stroke-width=\"2\" stroke-linejoin=\"round\" points=\"{}\"/>",
        line.trim_start()
    );
}

fn levels(svg: &mut String) {
    let right = LEFT + WIDTH;
    for level in LEVELS {
        let y = y(100 * level);
        let class = if level == 0 { "even" } else { "grid" };
        let label = if level == 0 {
            "0".to_owned()
        } else {
            format!("{level:+}").replace('-', "−")
        };
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
}

/// Move numbers, about fifteen at most.
fn numbers(svg: &mut String, record: &ParsedGame, evaluations: &[MoveEvaluation]) {
    let positions = record.game.positions();
    let moves = positions.len() / 2;
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|step| moves / step <= 15);
    let step = step.unwrap_or_else(|| moves.div_ceil(15)) as u32;
    for (ply, position) in positions.iter().enumerate().take(positions.len() - 1) {
        let number = position.fullmoves().get();
        if position.turn() == Color::White && (number % step == 0) {
            let (x, bottom) = (x(ply + 1, evaluations), TOP + HEIGHT);
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.1}\" y1=\"{bottom}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"#999\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text>",
                bottom + 5.0,
                bottom + 19.0
            );
        }
    }
}

fn marks(svg: &mut String, record: &ParsedGame, verdicts: &[Verdict], points: &[(f64, f64)]) {
    let positions = record.game.positions();
    for (ply, verdict) in verdicts.iter().enumerate() {
        let Some(judgment) = verdict.judgment else {
            continue;
        };
        let before = &positions[ply];
        let san = san(before, record.game.moves()[ply]);
        let dots = before.turn().fold_wb(".", "...");
        let title = format!("{}{dots} {san}{}", before.fullmoves(), judgment.sign());
        let (x, y) = points[ply + 1];
        let _ = writeln!(svg, "<g><title>{title}</title>{}</g>", mark(judgment, x, y));
    }
}

/// A circle, a diamond or a triangle.
fn mark(judgment: Judgment, x: f64, y: f64) -> String {
    let (shape, fill) = match judgment {
        Judgment::Inaccuracy => (
            format!("circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\""),
            "#d9a400",
        ),
        Judgment::Mistake => (
            format!(
                "path d=\"M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\"",
                y - 5.5
            ),
            "#d9660a",
        ),
        Judgment::Blunder => (
            format!("path d=\"M{x:.1} {:.1}l6.5 11h-13z\"", y - 6.5),
            "#b3123a",
        ),
    };
    format!(
        "<{shape} fill=\"{fill}\" stroke=\"#fff\" stroke-width=\"1.2\" paint-order=\"stroke\"/>"
    )
}

fn footer(svg: &mut String, summary: &Summary) {
    let sides = [
        ("White", &summary.white_figures),
        ("Black", &summary.black_figures),
    ];
    for ((side, figures), row) in sides.into_iter().zip([0.0, 20.0]) {
        let y = TOP + HEIGHT + 46.0 + row;
        let Figures {
            inaccuracies,
            mistakes,
            blunders,
            ..
        } = figures;
        let counts = [
            (Judgment::Inaccuracy, inaccuracies, "inaccuracies"),
            (Judgment::Mistake, mistakes, "mistakes"),
            (Judgment::Blunder, blunders, "blunders"),
        ];
        let _ = writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"{y}\" font-weight=\"bold\">{side}</text>"
        );
        for ((judgment, count, word), x) in counts.into_iter().zip([120.0, 240.0, 350.0]) {
            let mark = mark(judgment, x, y - 4.0);
            let _ = writeln!(
                svg,
                "{mark}<text x=\"{:.1}\" y=\"{y}\">{word} {count}</text>",
                x + 12.0
            );
        }
        if let Some((loss, accuracy)) = figures.average_loss().zip(figures.accuracy()) {
            let text = format!("average loss {loss:.0} centipawns · accuracy {accuracy:.1} %");
            let _ = writeln!(svg, "<text x=\"470\" y=\"{y}\">{text}</text>");
        }
    }
}

/// Text escaped for XML and shortened.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for (at, character) in text.chars().enumerate() {
        match character {
            _ if at == MAX_CHARACTERS => {
                escaped.push('…');
                break;
            }
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            // Invalid in XML, or invisible.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_is_valid_xml() {
        assert_eq!(escaped("a<b>&\u{1}\"c\u{ffff}"), "a&lt;b&gt;&amp; \"c ");
        assert_eq!(escaped(&"é".repeat(100)), "é".repeat(MAX_CHARACTERS) + "…");
    }
}
