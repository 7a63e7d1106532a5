//! A drawing of boards, to scale: each package with the room that its wires need.

use std::fmt::Write as _;

use crate::board::{Board, Package};
use crate::parts::Part;

/// A board's width in millimeters (decided: what goes into a case 46 centimeters wide).
const WIDTH: f64 = 440.0;
/// Millimeters between boards, and above them for their names.
const GAP: f64 = 24.0;
const INCH: f64 = 25.4;

/// What a package is for: its color and its words in the legend.
const KINDS: [(&str, &str); 7] = [
    ("#d08700", "XMIT: a PROM for each square"),
    ("#b3261e", "RECV and disable word: programmable arrays"),
    ("#2e6fb7", "RAY MUX and DIR MUX: multiplexers"),
    ("#6a4ca3", "priority network: encoders and multiplexers"),
    ("#2f7d4f", "piece registers and disable memory"),
    ("#7a7a7a", "gates and decoders"),
    ("#3d3d3d", "drivers"),
];

fn kind(part: &Part) -> usize {
    match part.cell.name {
        "rom256x8" => 0,
        "fpla" => 1,
        "mux2" | "mux2s" => 2,
        "enc8" | "mux8" | "mux8s" => 3,
        "latch8" | "ram64x9" => 4,
        "buf" => 6,
        _ => 5,
    }
}

/// Draws the boards side by side, the packages by what they are for.
pub fn svg(board: &Board) -> String {
    let packages = board.packages();
    let mut boards = String::new();
    let mut height: f64 = 0.0;
    for (column, name) in board.zones().iter().enumerate() {
        let mut on_board: Vec<&Package> = packages
            .iter()
            .filter(|package| package.zone == column)
            .collect();
        on_board.sort_by_key(|package| (kind(package.part), package.part.pins));
        let left = GAP + column as f64 * (WIDTH + GAP);
        let (rectangles, bottom) = placed(&on_board, left, 2.0 * GAP);
        height = height.max(bottom);
        write!(
            boards,
            "<text x=\"{left:.0}\" y=\"{:.0}\" class=\"name\">{name}: {} packages</text>\n\
             {rectangles}",
            2.0 * GAP - 8.0,
            on_board.len()
        )
        .expect("memory takes all that is written");
    }
    let columns = board.zones().len() as f64;
    let mut frames = String::new();
    for column in 0..board.zones().len() {
        let left = GAP + column as f64 * (WIDTH + GAP);
        writeln!(
            frames,
            "<rect x=\"{left:.0}\" y=\"{:.0}\" width=\"{WIDTH:.0}\" height=\"{:.0}\" \
             class=\"board\"/>",
            2.0 * GAP,
            height - 2.0 * GAP + 6.0
        )
        .expect("memory takes all that is written");
    }
    let mut legend = String::new();
    for (number, (color, words)) in KINDS.iter().enumerate() {
        let (x, y) = (
            GAP + (number % 3) as f64 * (WIDTH + GAP),
            height + GAP + (number / 3) as f64 * 20.0,
        );
        writeln!(
            legend,
            "<rect x=\"{x:.0}\" y=\"{:.0}\" width=\"12\" height=\"12\" fill=\"{color}\"/>\
             <text x=\"{:.0}\" y=\"{y:.0}\">{words}</text>",
            y - 11.0,
            x + 18.0
        )
        .expect("memory takes all that is written");
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" role=\"img\" \
         aria-label=\"The move generator's boards, package by package\">\n\
         <style>text{{font:14px sans-serif;fill:#222}}.name{{font-size:18px}}\
         .board{{fill:none;stroke:#888}}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{frames}{boards}{legend}</svg>\n",
        columns * (WIDTH + GAP) + GAP,
        height + 4.0 * GAP,
    )
}

/// Packages in rows from left to right, and where the last row ends.
fn placed(packages: &[&Package], left: f64, top: f64) -> (String, f64) {
    let mut text = String::new();
    let (mut x, mut y, mut row) = (left + 4.0, top + 4.0, 0.0_f64);
    for package in packages {
        let part = package.part;
        let body = if part.pins < 22 { 0.3 } else { 0.6 } * INCH;
        let length = part.pins as f64 / 2.0 * 0.1 * INCH;
        let room = 0.2 * INCH;
        if x + length + room > left + WIDTH {
            (x, y, row) = (left + 4.0, y + row, 0.0);
        }
        let color = KINDS[kind(part)].0;
        writeln!(
            text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{length:.1}\" height=\"{body:.1}\" \
             fill=\"{color}\"><title>{}</title></rect>",
            part.name
        )
        .expect("memory takes all that is written");
        x += length + room;
        row = row.max(body + room);
    }
    (text, y + row)
}
