//! Graph of a game in SVG: White's expected score after each move.

use chart::{Anchor, Frame, Level, Picture, Shape, VIEW_LEFT};
use notation::ParsedGame;
use play::san;
use shakmaty::{Color, Position};

use crate::evaluation::MoveEvaluation;
use crate::judge::{Judgment, Verdict};
use crate::judged_game::JudgedGame;
use crate::score::expected_score;
use crate::summary::{Figures, Summary};

/// Size of the picture in pixels.
const WIDTH: f64 = 980.0;
const HEIGHT: f64 = 380.0;
/// Space to the right of the frame.
const RIGHT: f64 = 20.0;
const TOP: f64 = 62.0;
const FRAME_HEIGHT: f64 = 232.0;

/// Grid lines, in pawns from White's side.
const LEVELS: [i32; 7] = [-10, -3, -1, 0, 1, 3, 10];
/// Colors of the two shares, and of the line between them.
const WHITE_SHARE: &str = "#f4f1e8";
const BLACK_SHARE: &str = "#474f5b";
const LINE: &str = "#2f7fc1";

/// Characters of a name or heading that fit.
const MAX_CHARACTERS: usize = 64;
/// Move numbers below the frame, at most.
const MAX_NUMBERS: usize = 15;

/// The graph of a game: White's share of the expected score lies below the curve, Black's above.
/// Bad moves are marked by shape and color, and have a tooltip.
pub fn graph(judged: &JudgedGame) -> String {
    let JudgedGame {
        game: record,
        evaluations,
        verdicts,
        ..
    } = judged;
    let mut picture = headed(record);
    let frame = Frame {
        left: VIEW_LEFT,
        top: TOP,
        width: WIDTH - VIEW_LEFT - RIGHT,
        height: FRAME_HEIGHT,
        columns: evaluations.len() as f64,
        low: 0.0,
        high: 1.0,
    };
    let points = points(&frame, evaluations);
    curve(&mut picture, &frame, &points);
    levels(&mut picture, &frame);
    numbers(&mut picture, &frame, record);
    marks(&mut picture, record, verdicts, &points);
    footer(
        &mut picture,
        frame.bottom() + 46.0,
        &Summary::new(record, verdicts),
    );
    picture.finish()
}

/// The empty picture with the names of the players and of the event.
fn headed(record: &ParsedGame) -> Picture {
    let [white, black] = [Color::White, Color::Black].map(|color| shortened(record.name(color)));
    let title = format!("{white} – {black} · {}", record.outcome);
    let mut picture = Picture::new(WIDTH, HEIGHT, &title);
    let mut known = Vec::new();
    for name in ["Event", "Site", "Date"] {
        // Unknown tags are question marks and periods.
        if let Some(value) = record.tag(name)
            && !value.trim_matches(['?', '.']).is_empty()
        {
            known.push(shortened(value));
        }
    }
    picture.subheading(&known.join(" · "));
    picture
}

/// The place of each position's value, up to the last position that has one.
fn points(frame: &Frame, evaluations: &[MoveEvaluation]) -> Vec<(f64, f64)> {
    let mut values = Vec::new();
    if let Some(first) = evaluations.first() {
        values.push(&first.before);
    }
    values.extend(evaluations.iter().map(|evaluation| &evaluation.after));
    let mut points = Vec::new();
    for (ply, value) in values.into_iter().enumerate() {
        points.push((frame.x(ply as f64), frame.y(expected_score(value.white()))));
    }
    points
}

fn curve(picture: &mut Picture, frame: &Frame, points: &[(f64, f64)]) {
    frame.fill(picture, BLACK_SHARE);
    let middle = frame.y(0.5);
    let last = match points.last() {
        Some(&(_, y)) => y,
        // A game without moves has a straight line.
        None => middle,
    };
    let mut line = points.to_vec();
    line.push((frame.right(), last));
    frame.area(picture, &line, WHITE_SHARE);
    frame.line(picture, &line, LINE);
}

fn levels(picture: &mut Picture, frame: &Frame) {
    let mut levels = Vec::new();
    for pawns in LEVELS {
        let label = match pawns {
            0 => "0".to_owned(),
            _ => format!("{pawns:+}").replace('-', "−"),
        };
        levels.push(Level {
            value: expected_score(100 * pawns),
            label,
            is_even: pawns == 0,
        });
    }
    frame.grid(picture, &levels);
}

/// Move numbers at White's moves.
fn numbers(picture: &mut Picture, frame: &Frame, record: &ParsedGame) {
    let positions = record.game.positions();
    let moves = positions.len() / 2;
    let mut step = moves.div_ceil(MAX_NUMBERS) as u32;
    for round in [1, 2, 5, 10, 20, 50, 100, 200, 500] {
        if moves / round <= MAX_NUMBERS {
            step = round as u32;
            break;
        }
    }
    for (ply, position) in positions.iter().enumerate().take(positions.len() - 1) {
        let number = position.fullmoves().get();
        if position.turn() == Color::White && number % step == 0 {
            frame.column_label(picture, ply as f64 + 1.0, &number.to_string());
        }
    }
}

fn marks(picture: &mut Picture, record: &ParsedGame, verdicts: &[Verdict], points: &[(f64, f64)]) {
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
        mark(picture, judgment, x, y, &title);
    }
}

fn mark(picture: &mut Picture, judgment: Judgment, x: f64, y: f64, title: &str) {
    let (shape, color) = match judgment {
        Judgment::Inaccuracy => (Shape::Circle, "#d9a400"),
        Judgment::Mistake => (Shape::Diamond, "#d9660a"),
        Judgment::Blunder => (Shape::Triangle, "#b3123a"),
    };
    picture.mark(shape, x, y, color, title);
}

/// The figures of both sides, a line each.
fn footer(picture: &mut Picture, top: f64, summary: &Summary) {
    let sides = [
        ("White", &summary.white_figures, top),
        ("Black", &summary.black_figures, top + 20.0),
    ];
    for (side, figures, y) in sides {
        picture.strong(VIEW_LEFT, y, side);
        let Figures {
            inaccuracies,
            mistakes,
            blunders,
            ..
        } = figures;
        let counts = [
            (Judgment::Inaccuracy, inaccuracies, "inaccuracies", 160.0),
            (Judgment::Mistake, mistakes, "mistakes", 280.0),
            (Judgment::Blunder, blunders, "blunders", 390.0),
        ];
        for (judgment, count, word, x) in counts {
            mark(picture, judgment, x, y - 4.0, "");
            picture.text(x + 12.0, y, Anchor::Start, &format!("{word} {count}"));
        }
        if let Some(loss) = figures.average_loss()
            && let Some(accuracy) = figures.accuracy()
        {
            let text = format!("average loss {loss:.0} centipawns · accuracy {accuracy:.1} %");
            picture.text(510.0, y, Anchor::Start, &text);
        }
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_CHARACTERS).collect();
    if text.chars().count() > MAX_CHARACTERS {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_text_has_an_ellipsis() {
        assert_eq!(shortened("a<b"), "a<b");
        assert_eq!(
            shortened(&"é".repeat(100)),
            "é".repeat(MAX_CHARACTERS) + "…"
        );
    }
}
