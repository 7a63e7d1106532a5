//! The board on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect, Size};
use ratatui::style::{Modifier, Style};
use shakmaty::{Color, File, Move, Position, Rank, Square};

use super::layout::Layout;
use super::palette::Palette;
use crate::board::destination;

pub(super) struct BoardView<'a> {
    pub(super) position: &'a shakmaty::Chess,
    pub(super) last: Option<Move>,
    pub(super) bottom: Color,
    /// The cursor, once a key has moved it.
    pub(super) cursor: Option<Square>,
    pub(super) selected: Option<Square>,
    pub(super) destinations: Vec<Square>,
    /// First moves of the machine's best lines, best first.
    pub(super) arrows: Vec<Move>,
    pub(super) ascii: bool,
    pub(super) palette: Palette,
}

/// The square in this column from the left and row from the top.
fn square_at(bottom: Color, column: u32, row: u32) -> Square {
    let (file, rank) = match bottom {
        Color::White => (column, 7 - row),
        Color::Black => (7 - column, row),
    };
    Square::from_coords(File::new(file), Rank::new(rank))
}

/// The square at this point of the screen.
pub(super) fn square_at_point(layout: &Layout, bottom: Color, point: Point) -> Option<Square> {
    if !layout.board.contains(point) {
        return None;
    }
    let Size { width, height } = layout.square;
    let column = (point.x - layout.board.x) / width;
    let row = (point.y - layout.board.y) / height;
    Some(square_at(bottom, column.into(), row.into()))
}

/// The marks around the piece of a square, and its style. Every style but the plain ones has marks.
struct SquareLook {
    marks: Option<[char; 2]>,
    style: Style,
}

impl SquareLook {
    fn marked(marks: [char; 2], style: Style) -> SquareLook {
        SquareLook {
            marks: Some(marks),
            style,
        }
    }
}

impl BoardView<'_> {
    pub(super) fn draw(&self, layout: &Layout, buffer: &mut Buffer) {
        let Size { width, height } = layout.square;
        let board = layout.board;
        for row in 0..8_u16 {
            let y = board.y + row * height;
            let middle = y + (height - 1) / 2;
            let rank = square_at(self.bottom, 0, row.into())
                .rank()
                .char()
                .to_string();
            for x in [board.x - 2, board.right() + 1] {
                buffer.set_string(x, middle, &rank, self.palette.faint);
            }
            for column in 0..8_u16 {
                let square = square_at(self.bottom, column.into(), row.into());
                self.square(
                    square,
                    Rect::new(board.x + column * width, y, width, height),
                    buffer,
                );
            }
        }
        for column in 0..8_u16 {
            let file = square_at(self.bottom, column.into(), 0)
                .file()
                .char()
                .to_string();
            let x = board.x + column * width + width / 2;
            for y in [board.y - 1, board.bottom()] {
                buffer.set_string(x, y, &file, self.palette.faint);
            }
        }
    }

    fn square(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        let SquareLook { marks, mut style } = self.look(square);
        let piece = self.position.board().piece_at(square);
        if let Some(piece) = piece {
            style = style.patch(piece.color.fold_wb(self.palette.white, self.palette.black));
        }
        if self.cursor == Some(square) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        buffer.set_style(area, style);
        for y in area.top()..area.bottom() {
            buffer.set_string(area.x, y, " ".repeat(area.width.into()), style);
        }
        let symbol = match piece {
            Some(piece) => self.palette.symbol(piece, self.ascii),
            // Color alone shows a plain square.
            None if self.palette.colored && marks.is_none() => ' ',
            None if self.ascii => '.',
            None => '·',
        };
        let [left, right] = marks.unwrap_or([' '; 2]);
        let (x, y) = (area.x + area.width / 2 - 1, area.y + (area.height - 1) / 2);
        buffer.set_string(x, y, format!("{left}{symbol}{right}"), style);
    }

    fn look(&self, square: Square) -> SquareLook {
        let position = self.position;
        let is_checked =
            position.is_check() && position.board().king_of(position.turn()) == Some(square);
        let is_last_move = match self.last {
            Some(last) => last.from() == Some(square) || destination(last) == square,
            None => false,
        };
        let palette = &self.palette;
        if self.selected == Some(square) {
            SquareLook::marked(['{', '}'], palette.selected)
        } else if self.destinations.contains(&square) {
            SquareLook::marked(['(', ')'], palette.selected)
        } else if let Some(arrow) = self.arrow(square) {
            SquareLook::marked(arrow, palette.arrow)
        } else if is_checked {
            SquareLook::marked(['<', '>'], palette.check)
        } else if is_last_move {
            SquareLook::marked(['[', ']'], palette.last)
        } else {
            let style = if square.is_light() {
                palette.light
            } else {
                palette.dark
            };
            let marks = if self.cursor == Some(square) {
                Some(['|', '|'])
            } else {
                None
            };
            SquareLook { marks, style }
        }
    }

    /// The marks of a square on which an arrow begins (its rank and direction) or ends (its rank
    /// and a target).
    fn arrow(&self, square: Square) -> Option<[char; 2]> {
        let mut ends = None;
        for (rank, &arrow) in ('1'..='9').zip(&self.arrows) {
            if arrow.from() == Some(square) {
                return Some([rank, self.direction(square, destination(arrow))]);
            }
            if destination(arrow) == square && ends.is_none() {
                ends = Some([rank, if self.ascii { '*' } else { '•' }]);
            }
        }
        ends
    }

    /// The sign nearest to the direction of a move on the screen.
    fn direction(&self, from: Square, to: Square) -> char {
        let side = self.bottom.fold_wb(1, -1);
        let right = (i32::from(to.file()) - i32::from(from.file())) * side;
        let up = (i32::from(to.rank()) - i32::from(from.rank())) * side;
        // East is 0; counterclockwise in eighths of a turn.
        let eighths =
            (f64::from(up).atan2(f64::from(right)) / std::f64::consts::FRAC_PI_4).round() as i32;
        let signs = if self.ascii {
            ">/^\\</v\\"
        } else {
            "→↗↑↖←↙↓↘"
        };
        signs
            .chars()
            .nth(eighths.rem_euclid(8) as usize)
            .unwrap_or(' ')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn point_maps_to_square_on_either_side() {
        let layout = Layout::new(Rect::new(0, 0, 80, 24), 1).unwrap();
        let under = |bottom, x, y| square_at_point(&layout, bottom, Point::new(x, y));
        let board = layout.board;
        assert_eq!(under(Color::White, board.x, board.y), Some(Square::A8));
        assert_eq!(
            under(Color::White, board.right() - 1, board.bottom() - 1),
            Some(Square::H1)
        );
        assert_eq!(under(Color::Black, board.x, board.y), Some(Square::H1));
        assert_eq!(under(Color::White, board.x - 1, board.y), None);
        assert_eq!(under(Color::White, board.right(), board.y), None);
    }
}
