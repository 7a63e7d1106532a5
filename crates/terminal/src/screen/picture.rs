//! A screen as a picture in SVG, for the pages.

use std::fmt::Write as _;

use chart::escaped;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position as Point, Size};
use ratatui::style::{Color, Modifier};

/// Columns and rows of a character cell.
const CELL: Size = Size::new(10, 21);
/// Colors of the terminal itself.
const INK: &str = "#d4d4d4";
const PAPER: &str = "#1c1c1c";

/// The screen, cell by cell. Only colors of the 256 and gray are known.
pub(super) fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let (width, height) = (columns * CELL.width + 20, rows * CELL.height + 20);
    let fonts = "DejaVu Sans Mono, Menlo, Consolas, monospace";
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{fonts}\" font-size=\"16\">\n\
         <title>A game of Belle in the terminal</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{PAPER}\"/>\n"
    );
    // Backgrounds first, so that no sign is cut at its cell's edge.
    for (index, cell) in buffer.content.iter().enumerate() {
        let Point { x, y } = place(index, columns);
        let paper = CellColors::of(cell).paper;
        if paper != PAPER {
            // Writing to a String cannot fail.
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{paper}\"/>",
                CELL.width, CELL.height
            );
        }
    }
    for (index, cell) in buffer.content.iter().enumerate() {
        if cell.symbol() == " " {
            continue;
        }
        let Point { x, y } = place(index, columns);
        let bold = if cell.modifier.contains(Modifier::BOLD) {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let symbol = escaped(cell.symbol());
        let ink = CellColors::of(cell).ink;
        // Pieces are small in most fonts.
        let is_piece = symbol.chars().all(|c| ('♔'..='♟').contains(&c));
        let size = if is_piece { " font-size=\"24\"" } else { "" };
        let middle = x + CELL.width / 2;
        let baseline = y + if is_piece { 19 } else { 16 };
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{baseline}\" text-anchor=\"middle\" \
             fill=\"{ink}\"{size}{bold}>{symbol}</text>"
        );
    }
    svg + "</svg>\n"
}

/// The upper left corner of a cell.
fn place(index: usize, columns: u16) -> Point {
    let index = index as u16;
    Point {
        x: 10 + index % columns * CELL.width,
        y: 10 + index / columns * CELL.height,
    }
}

/// The colors of a cell's sign and of its background.
struct CellColors {
    ink: String,
    paper: String,
}

impl CellColors {
    fn of(cell: &Cell) -> CellColors {
        let (front, back) = (hexadecimal(cell.fg, INK), hexadecimal(cell.bg, PAPER));
        if cell.modifier.contains(Modifier::REVERSED) {
            CellColors {
                ink: back,
                paper: front,
            }
        } else {
            CellColors {
                ink: front,
                paper: back,
            }
        }
    }
}

fn hexadecimal(color: Color, default: &str) -> String {
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match color {
        Color::Indexed(index @ 16..232) => {
            let [red, green, blue] =
                [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map(level);
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        Color::Indexed(index @ 232..) => format!("#{0:02x}{0:02x}{0:02x}", 8 + 10 * (index - 232)),
        Color::DarkGray => "#8a8a8a".to_owned(),
        _ => default.to_owned(),
    }
}
