//! The frame of a chart: columns from left to right, values from the bottom up.

use crate::picture::{Anchor, Picture, title_element};

/// Grid lines wanted between the least and the greatest value.
const LINES: f64 = 6.0;
/// Share of a column that its bar takes.
const BAR: f64 = 0.85;

/// A rectangle of a picture, in pixels, and what it shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Number of columns.
    pub columns: f64,
    /// Value at the lower edge.
    pub low: f64,
    /// Value at the upper edge.
    pub high: f64,
}

/// A grid line with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The value.
    pub value: f64,
    /// The number beside it.
    pub label: String,
    /// Whether it is drawn broken, as the middle between two sides.
    pub is_even: bool,
}

/// A bar of one column.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar<'a> {
    /// Number of the column.
    pub place: usize,
    /// Value at one end.
    pub low: f64,
    /// Value at the other end.
    pub high: f64,
    /// Color.
    pub color: &'a str,
    /// What a reader sees who points at it.
    pub title: String,
}

impl Level {
    /// A grid line.
    pub fn new(value: f64, label: &str) -> Level {
        Level {
            value,
            label: label.to_owned(),
            is_even: false,
        }
    }
}

impl Frame {
    /// Right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Lower edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Horizontal place of a column's left edge; half a column more is its middle.
    pub fn x(&self, column: f64) -> f64 {
        self.left + self.width * column / self.columns.max(1.0)
    }

    /// Vertical place of a value.
    pub fn y(&self, value: f64) -> f64 {
        self.top + self.height * (self.high - value) / (self.high - self.low)
    }

    /// Fills the frame with a color.
    pub fn fill(&self, picture: &mut Picture, color: &str) {
        picture.element(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{color}\"/>",
            self.left, self.top, self.width, self.height
        ));
    }

    /// Horizontal lines with numbers to the left.
    pub fn grid(&self, picture: &mut Picture, levels: &[Level]) {
        for level in levels {
            let class = if level.is_even { "even" } else { "grid" };
            let (y, left, right) = (self.y(level.value), self.left, self.right());
            picture.element(format_args!(
                "<line class=\"{class}\" x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
            ));
            picture.text(left - 8.0, y + 4.0, Anchor::End, &level.label);
        }
    }

    /// A number or name below a column's place, with a short line.
    pub fn column_label(&self, picture: &mut Picture, column: f64, label: &str) {
        let (x, bottom) = (self.x(column), self.bottom());
        picture.element(format_args!(
            "<line class=\"axis\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{bottom}\" y2=\"{:.1}\"/>",
            bottom + 4.0
        ));
        picture.text(x, bottom + 18.0, Anchor::Middle, label);
    }

    /// A name below a column's place, rising to it, for names too long to stand side by side.
    pub fn slanted_label(&self, picture: &mut Picture, column: f64, label: &str) {
        picture.slanted(
            self.x(column),
            self.bottom() + 18.0,
            -35,
            Anchor::End,
            label,
        );
    }

    /// Meanings of the two axes; that of the horizontal one this many pixels below the frame.
    pub fn axis_names(&self, picture: &mut Picture, x: &str, y: &str, below: f64) {
        let middle = self.left + self.width / 2.0;
        picture.text(middle, self.bottom() + below, Anchor::Middle, x);
        picture.slanted(16.0, self.top + self.height / 2.0, -90, Anchor::Middle, y);
    }

    /// Lines along the left and the lower edge.
    pub fn axes(&self, picture: &mut Picture) {
        picture.element(format_args!(
            "<path class=\"axis\" d=\"M{} {}V{}H{}\"/>",
            self.left,
            self.top,
            self.bottom(),
            self.right()
        ));
    }

    /// A bar. One whose ends differ is at least a pixel high, so that every count above zero is
    /// seen.
    pub fn bar(&self, picture: &mut Picture, bar: &Bar<'_>) {
        let (one, other) = (self.y(bar.low), self.y(bar.high));
        let mut height = (one - other).abs();
        let mut top = one.min(other);
        if bar.low != bar.high && height < 1.0 {
            height = 1.0;
            // It stands on its lower value.
            top = if bar.high > bar.low { one - 1.0 } else { one };
        }
        let column = self.width / self.columns.max(1.0);
        let x = self.x(bar.place as f64) + column * (1.0 - BAR) / 2.0;
        picture.element(format_args!(
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{height:.1}\" \
             fill=\"{}\">{}</rect>",
            column * BAR,
            bar.color,
            title_element(&bar.title)
        ));
    }

    /// A line through points in pixels.
    pub fn line(&self, picture: &mut Picture, points: &[(f64, f64)], color: &str) {
        picture.element(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\" \
             stroke-linejoin=\"round\"/>",
            joined(points)
        ));
    }

    /// The area between the lower edge and a line through points in pixels, from the left edge to
    /// the right one.
    pub fn area(&self, picture: &mut Picture, points: &[(f64, f64)], color: &str) {
        let (left, right, bottom) = (self.left, self.right(), self.bottom());
        picture.element(format_args!(
            "<polygon points=\"{left},{bottom} {} {right},{bottom}\" fill=\"{color}\"/>",
            joined(points)
        ));
    }

    /// A vertical line between two values: the error of a point.
    pub fn error(&self, picture: &mut Picture, x: f64, low: f64, high: f64, color: &str) {
        let (top, bottom) = (self.y(high), self.y(low));
        picture.element(format_args!(
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\" \
             stroke=\"{color}\"/>"
        ));
    }
}

fn joined(points: &[(f64, f64)]) -> String {
    let texts: Vec<String> = points
        .iter()
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    texts.join(" ")
}

/// Grid lines at round values around two: about six, the first at most the lesser and the last at
/// least the greater.
pub fn round_levels(low: f64, high: f64) -> Vec<Level> {
    let span = (high - low).max(1e-3);
    let power = 10f64.powf((span / LINES).log10().floor());
    let mut step = 10.0 * power;
    for factor in [5.0, 2.0, 1.0] {
        if span / (factor * power) <= LINES {
            step = factor * power;
        }
    }
    let digits = if step < 1.0 { 2 } else { 0 };
    let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
    (first..=last)
        .map(|number| {
            let value = number as f64 * step;
            Level::new(value, &format!("{value:.digits$}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(low: f64, high: f64) -> Vec<f64> {
        let levels = round_levels(low, high);
        levels.iter().map(|level| level.value).collect()
    }

    #[test]
    fn round_levels_enclose_the_values() {
        assert_eq!(
            values(90.0, 345.0),
            [50.0, 100.0, 150.0, 200.0, 250.0, 300.0, 350.0]
        );
        assert_eq!(values(-0.5, 1.0), [-0.5, 0.0, 0.5, 1.0]);
        assert_eq!(round_levels(0.0, 0.5)[1].label, "0.10");
    }

    const FRAME: Frame = Frame {
        left: 10.0,
        top: 20.0,
        width: 100.0,
        height: 50.0,
        columns: 4.0,
        low: -1.0,
        high: 1.0,
    };

    #[test]
    fn frame_places_columns_and_values() {
        assert_eq!(
            (FRAME.x(0.0), FRAME.x(2.0), FRAME.x(4.0)),
            (10.0, 60.0, 110.0)
        );
        assert_eq!(
            (FRAME.y(1.0), FRAME.y(0.0), FRAME.y(-1.0)),
            (20.0, 45.0, 70.0)
        );
    }

    #[test]
    fn bar_of_a_small_value_is_a_pixel_high() {
        let bar = |high: f64| {
            let mut picture = Picture::new(200.0, 100.0, "");
            let title = "t".to_owned();
            FRAME.bar(
                &mut picture,
                &Bar {
                    place: 0,
                    low: 0.0,
                    high,
                    color: "red",
                    title,
                },
            );
            picture.finish()
        };
        assert!(bar(0.001).contains("y=\"44.0\" width=\"21.2\" height=\"1.0\""));
        assert!(bar(-0.001).contains("y=\"45.0\" width=\"21.2\" height=\"1.0\""));
        assert!(bar(0.0).contains("height=\"0.0\""));
        assert!(bar(1.0).contains("y=\"20.0\" width=\"21.2\" height=\"25.0\""));
    }
}
