//! The board on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Modifier, Style};
use shakmaty::{Color, File, Move, Position, Rank, Square};

use super::layout::Layout;
use super::palette::Palette;
use crate::board::{destination, filled_symbol, piece_symbol};

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
    let inside = layout.board.contains(point);
    let (width, height) = layout.square;
    inside.then(|| {
        let (x, y) = (point.x - layout.board.x, point.y - layout.board.y);
        square_at(bottom, u32::from(x / width), u32::from(y / height))
    })
}

impl BoardView<'_> {
    pub(super) fn draw(&self, layout: &Layout, buffer: &mut Buffer) {
        let (width, height) = layout.square;
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
        let (marks, mut style) = self.marks(square);
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
        let empty = match (!self.palette.colored || marks.is_some(), self.ascii) {
            (false, _) => ' ',
            (true, true) => '.',
            (true, false) => '·',
        };
        let symbol = piece.map_or(empty, |piece| match self.palette.colored && !self.ascii {
            true => filled_symbol(piece),
            false => piece_symbol(piece, self.ascii),
        });
        let [left, right] = marks.unwrap_or([' '; 2]);
        let (x, y) = (area.x + area.width / 2 - 1, area.y + (area.height - 1) / 2);
        buffer.set_string(x, y, format!("{left}{symbol}{right}"), style);
    }

    /// The marks around a piece and the style of its square. Every style but the plain ones has
    /// marks.
    fn marks(&self, square: Square) -> (Option<[char; 2]>, Style) {
        let position = self.position;
        let checked =
            position.is_check() && position.board().king_of(position.turn()) == Some(square);
        let moved = self
            .last
            .is_some_and(|m| m.from() == Some(square) || destination(m) == square);
        if self.selected == Some(square) {
            (Some(['{', '}']), self.palette.selected)
        } else if self.destinations.contains(&square) {
            (Some(['(', ')']), self.palette.selected)
        } else if let Some(arrow) = self.arrow(square) {
            (Some(arrow), self.palette.arrow)
        } else if checked {
            (Some(['<', '>']), self.palette.check)
        } else if moved {
            (Some(['[', ']']), self.palette.last)
        } else {
            let style = if square.is_light() {
                self.palette.light
            } else {
                self.palette.dark
            };
            (
                self.cursor
                    .filter(|&cursor| cursor == square)
                    .map(|_| ['|', '|']),
                style,
            )
        }
    }

    /// The marks of a square on which an arrow begins (its rank and direction) or ends (its rank
    /// and a target).
    fn arrow(&self, square: Square) -> Option<[char; 2]> {
        let ranked = || ('1'..='9').zip(&self.arrows);
        let begins = ranked().find(|(_, arrow)| arrow.from() == Some(square));
        if let Some((rank, &arrow)) = begins {
            return Some([rank, self.direction(square, destination(arrow))]);
        }
        let ends = ranked().find(|(_, arrow)| destination(**arrow) == square);
        ends.map(|(rank, _)| [rank, if self.ascii { '*' } else { '•' }])
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
