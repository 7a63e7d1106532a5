//! Layout of the screen.

use ratatui::layout::{Rect, Size};

/// Columns and rows of the smallest screen.
pub(super) const MINIMUM: Size = Size::new(60, 16);

/// Minimum columns to the right of the board, for clocks and moves.
const SIDE: u16 = 28;

/// Minimum rows below the board: rule, two rows of search, message, input, keys.
const BELOW: u16 = 6;

/// Rows of search that a board as large as the third keeps free, so that a larger one does not push
/// them out.
const SEARCH: u16 = 6;

/// Columns and rows of a square, largest first.
const SQUARES: [Size; 5] = [
    Size::new(11, 5),
    Size::new(9, 4),
    Size::new(7, 3),
    Size::new(5, 2),
    Size::new(3, 1),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) square: Size,
    /// The eight ranks, without coordinates.
    pub(super) board: Rect,
    pub(super) bar: Rect,
    pub(super) side: Rect,
    pub(super) rule: Rect,
    pub(super) search: Rect,
    pub(super) message: Rect,
    pub(super) input: Rect,
    pub(super) keys: Rect,
}

/// Columns left of the board: score bar, gap, rank, gap.
const LEFT: u16 = 5;

impl Layout {
    /// The most rows that a message can have, or `None` if the screen is too small.
    pub(super) fn most_message_rows(area: Rect) -> Option<u16> {
        let layout = Layout::new(area, u16::MAX)?;
        Some(layout.message.height)
    }

    /// The layout for `message` rows of message, or `None` if the screen is too small.
    pub(super) fn new(area: Rect, message: u16) -> Option<Layout> {
        if area.width < MINIMUM.width || area.height < MINIMUM.height {
            return None;
        }
        let fits = |square: &&Size| {
            let spare = if square.height > 3 { SEARCH } else { 0 };
            LEFT + 8 * square.width + 3 + SIDE <= area.width
                && 8 * square.height + 2 + BELOW + spare <= area.height
        };
        let square = *SQUARES.iter().find(fits)?;
        let board = Rect::new(LEFT, 1, 8 * square.width, 8 * square.height);
        let rows = board.height + 2;
        // One row of search stays.
        let message = message.clamp(1, area.height - rows - BELOW + 2);
        let row = |up: u16, height: u16| Rect::new(0, area.height - up, area.width, height);
        let left = board.right() + 3;
        Some(Layout {
            square,
            board,
            bar: Rect::new(0, 1, 2, board.height),
            side: Rect::new(left, 0, area.width - left, rows),
            rule: Rect::new(0, rows, area.width, 1),
            search: Rect::new(0, rows + 1, area.width, area.height - rows - 3 - message),
            message: row(2 + message, message),
            input: row(2, 1),
            keys: row(1, 1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width: u16, height: u16, message: u16) -> Option<Layout> {
        Layout::new(Rect::new(0, 0, width, height), message)
    }

    #[test]
    fn square_size_grows_with_screen() {
        let square = |width, height| {
            let square = layout(width, height, 1)?.square;
            Some((square.width, square.height))
        };
        assert_eq!(square(59, 24), None);
        assert_eq!(square(80, 15), None);
        assert_eq!(square(60, 16), Some((3, 1)));
        assert_eq!(square(80, 24), Some((5, 2)));
        assert_eq!(square(80, 23), Some((3, 1)));
        assert_eq!(square(120, 40), Some((7, 3)));
        assert_eq!(square(120, 46), Some((9, 4)));
        assert_eq!(square(200, 60), Some((11, 5)));
        assert_eq!(square(100, 60), Some((7, 3)));
    }

    #[test]
    fn areas_do_not_overlap() {
        for width in 60..130 {
            for height in 16..50 {
                for message in [0, 1, 2, 3, 9, u16::MAX] {
                    let all = layout(width, height, message).unwrap();
                    let around = [all.bar, all.side, all.rule, all.search];
                    let parts =
                        [&around[..], &[all.board, all.message, all.input, all.keys]].concat();
                    for (at, part) in parts.iter().enumerate() {
                        assert!(part.right() <= width && part.bottom() <= height, "{part:?}");
                        assert!(!part.is_empty(), "{part:?} {width}x{height} {message}");
                        assert!(
                            parts[..at].iter().all(|other| !other.intersects(*part)),
                            "{all:?}"
                        );
                    }
                }
            }
        }
    }
}
