//! A chart of series of points with errors.

use crate::frame::{Frame, round_levels};
use crate::picture::{Key, Picture, Shape, VIEW_LEFT};

const WIDTH: f64 = 660.0;
const HEIGHT: f64 = 380.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 70.0;
/// Space below the frame for labels and the name of the axis, with upright and with slanted labels.
const UPRIGHT: f64 = 50.0;
const SLANTED: f64 = 120.0;
/// Greatest mean width of a letter.
const LETTER: f64 = 7.0;
/// Horizontal distance between series at one place, so that errors do not hide each other.
const SHIFT: f64 = 5.0;

/// Okabe and Ito's colors, which color-blind readers can tell apart.
const COLORS: [&str; 5] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#444444"];

/// Series of points with errors at the same places.
#[derive(Clone, Debug)]
pub struct PointChart {
    /// Heading.
    pub title: String,
    /// Meaning of the horizontal axis.
    pub x: String,
    /// Meaning of the vertical axis.
    pub y: String,
    /// Labels of the horizontal axis; the points of all series have these places.
    pub labels: Vec<String>,
    /// The series, with their colors in this order.
    pub series: Vec<Series>,
    /// Whether lines join the points of a series: the horizontal axis has an order.
    pub is_joined: bool,
}

/// Points of one kind.
#[derive(Clone, Debug)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// The points.
    pub points: Vec<Point>,
}

/// A point with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Number of its label.
    pub place: usize,
    /// Value.
    pub value: f64,
    /// Lower end of its interval; the value itself if it has none.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
}

impl Point {
    /// A point with as much error on either side.
    pub fn new(place: usize, value: f64, error: f64) -> Point {
        Point {
            place,
            value,
            low: value - error,
            high: value + error,
        }
    }
}

impl PointChart {
    /// The chart in SVG.
    pub fn svg(&self) -> String {
        let mut picture = Picture::new(WIDTH, HEIGHT, &self.title);
        let color = |number: usize| COLORS[number % COLORS.len()];
        let mut keys = Vec::new();
        for (number, series) in self.series.iter().enumerate() {
            keys.push(Key {
                name: &series.name,
                shape: Shape::Circle,
                color: color(number),
            });
        }
        picture.legend(&keys);
        let frame = self.axes(&mut picture);
        for (number, series) in self.series.iter().enumerate() {
            self.draw(&mut picture, &frame, number, series, color(number));
        }
        picture.finish()
    }

    /// Draws grid, labels and names of the axes.
    fn axes(&self, picture: &mut Picture) -> Frame {
        let (low, high) = self.range();
        let levels = round_levels(low, high);
        let width = WIDTH - VIEW_LEFT - RIGHT;
        let longest = self.labels.iter().map(|label| label.chars().count()).max();
        let is_slanted = longest.unwrap_or(0) as f64 * LETTER * self.labels.len() as f64 > width;
        let below = if is_slanted { SLANTED } else { UPRIGHT };
        let frame = Frame {
            left: VIEW_LEFT,
            top: TOP,
            width,
            height: HEIGHT - TOP - below,
            columns: self.labels.len() as f64,
            low: levels.first().map_or(low, |level| level.value),
            high: levels.last().map_or(high, |level| level.value),
        };
        frame.grid(picture, &levels);
        for (place, label) in self.labels.iter().enumerate() {
            let middle = place as f64 + 0.5;
            if is_slanted {
                frame.slanted_label(picture, middle, label);
            } else {
                frame.column_label(picture, middle, label);
            }
        }
        frame.axis_names(picture, &self.x, &self.y, below - 10.0);
        frame
    }

    fn draw(
        &self,
        picture: &mut Picture,
        frame: &Frame,
        number: usize,
        series: &Series,
        color: &str,
    ) {
        let shift = (number as f64 - (self.series.len() as f64 - 1.0) / 2.0) * SHIFT;
        let at = |point: &Point| {
            let x = frame.x(point.place as f64 + 0.5) + shift;
            (x, frame.y(point.value))
        };
        if self.is_joined {
            let places: Vec<(f64, f64)> = series.points.iter().map(at).collect();
            frame.line(picture, &places, color);
        }
        for point in &series.points {
            let (x, y) = at(point);
            if point.high > point.low {
                frame.error(picture, x, point.low, point.high, color);
            }
            let title = format!(
                "{}: {:.1} ({:.1} to {:.1})",
                series.name, point.value, point.low, point.high
            );
            picture.mark(Shape::Circle, x, y, color, &title);
        }
    }

    /// Least and greatest value of all intervals; 0 to 1 without points.
    fn range(&self) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for point in self.series.iter().flat_map(|series| &series.points) {
            low = low.min(point.low);
            high = high.max(point.high);
        }
        if low.is_finite() && high.is_finite() {
            (low, high)
        } else {
            (0.0, 1.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<Point>) -> PointChart {
        let text = |text: &str| text.to_owned();
        PointChart {
            title: text("t"),
            x: text("x"),
            y: text("y"),
            labels: vec![text("P3"), text("P4")],
            series: vec![Series {
                name: text("a < b"),
                points,
            }],
            is_joined: true,
        }
    }

    #[test]
    fn range_holds_all_errors() {
        let points = vec![Point::new(0, 120.0, 30.0), Point::new(1, 335.0, 10.0)];
        assert_eq!(chart(points).range(), (90.0, 345.0));
        assert_eq!(chart(Vec::new()).range(), (0.0, 1.0));
    }

    #[test]
    fn svg_has_each_point_and_escaped_names() {
        let svg = chart(vec![Point::new(0, 1.0, 0.5)]).svg();
        let title = "<title>a &lt; b: 1.0 (0.5 to 1.5)</title>";
        assert_eq!(svg.matches(title).count(), 1);
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }
}
