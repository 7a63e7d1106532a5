//! Plots in SVG: points with error bars.

use std::fmt::Write as _;

/// A plot.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Name of its file, after that of the experiment.
    pub name: String,
    /// Heading.
    pub title: String,
    /// Meaning of the horizontal axis.
    pub x: String,
    /// Meaning of the vertical axis.
    pub y: String,
    /// Labels of the horizontal axis; the points of all series have these places.
    pub labels: Vec<String>,
    /// Series, the record's among them.
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

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 70.0;
const BOTTOM: f64 = 50.0;
/// Height of the bottom with slanted labels.
const SLANTED_BOTTOM: f64 = 120.0;
/// Greatest mean width of a letter.
const LETTER: f64 = 7.0;
/// Grid lines wanted.
const LINES: f64 = 6.0;
/// Horizontal distance between series at one place, so that error bars do not hide each other.
const SHIFT: f64 = 5.0;
const RADIUS: f64 = 4.0;

/// Okabe and Ito's colors, which color-blind readers can tell apart.
const COLORS: [&str; 5] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#444444"];
const STYLE: &str = "text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;font-size:12px;fill:#333}\
                     .title{font-size:16px;font-weight:bold}.grid{stroke:#8a93a0;stroke-opacity:.45}";

impl Plot {
    /// The plot as SVG.
    pub fn svg(&self) -> String {
        let (low, high, step) = self.range();
        let x = |place: usize, series: usize| {
            let middle = (self.series.len() as f64 - 1.0) / 2.0;
            let count = self.labels.len().max(1) as f64;
            LEFT + (WIDTH - LEFT - RIGHT) * (place as f64 + 0.5) / count
                + (series as f64 - middle) * SHIFT
        };
        let longest = self
            .labels
            .iter()
            .map(|label| label.chars().count())
            .max()
            .unwrap_or(0);
        let is_slanted = longest as f64 * LETTER * self.labels.len() as f64 > WIDTH - LEFT - RIGHT;
        let bottom = if is_slanted { SLANTED_BOTTOM } else { BOTTOM };
        let y = |value: f64| TOP + (HEIGHT - TOP - bottom) * (high - value) / (high - low);
        let mut svg = String::new();
        let title = escaped(&self.title);
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"24\">{title}</text>"
        );
        let mut level = low;
        while level <= high + step / 2.0 {
            let (at, digits) = (y(level), if step < 1.0 { 2 } else { 0 });
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\n\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{level:.digits$}</text>",
                WIDTH - RIGHT,
                LEFT - 8.0,
                at + 4.0
            );
            level += step;
        }
        for (place, label) in self.labels.iter().enumerate() {
            let at = x(place, 0) + (self.series.len() as f64 - 1.0) / 2.0 * SHIFT;
            let below = HEIGHT - bottom + 18.0;
            let (slant, anchor) = if is_slanted {
                (-35, "end")
            } else {
                (0, "middle")
            };
            let _ = writeln!(
                svg,
                "<text transform=\"translate({at:.1} {below}) rotate({slant})\" text-anchor=\"{anchor}\">{}</text>",
                escaped(label)
            );
        }
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            HEIGHT - 10.0,
            escaped(&self.x),
            (TOP + HEIGHT - bottom) / 2.0,
            escaped(&self.y)
        );
        for (number, series) in self.series.iter().enumerate() {
            let color = COLORS[number % COLORS.len()];
            let at = |point: &Point| (x(point.place, number), y(point.value));
            if self.is_joined {
                let path: Vec<String> = series
                    .points
                    .iter()
                    .map(at)
                    .map(|(x, y)| format!("{x:.1},{y:.1}"))
                    .collect();
                let _ = writeln!(
                    svg,
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>",
                    path.join(" ")
                );
            }
            for point in &series.points {
                let (px, py) = at(point);
                if point.high > point.low {
                    let (top, bottom) = (y(point.high), y(point.low));
                    let _ = writeln!(
                        svg,
                        "<line x1=\"{px:.1}\" x2=\"{px:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\" \
                         stroke=\"{color}\"/>"
                    );
                }
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"{RADIUS}\" fill=\"{color}\">\
                     <title>{}: {:.1} ({:.1} to {:.1})</title></circle>",
                    escaped(&series.name),
                    point.value,
                    point.low,
                    point.high
                );
            }
            let legend = LEFT + (WIDTH - LEFT - RIGHT) * number as f64 / self.series.len() as f64;
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"46\" r=\"{RADIUS}\" fill=\"{color}\"/>\n\
                 <text x=\"{:.1}\" y=\"50\">{}</text>",
                legend + 6.0,
                legend + 16.0,
                escaped(&series.name)
            );
        }
        svg + "</svg>\n"
    }

    /// Least and greatest value of the vertical axis, and the distance of its grid lines.
    fn range(&self) -> (f64, f64, f64) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let low = points()
            .map(|point| point.low)
            .fold(f64::INFINITY, f64::min);
        let high = points()
            .map(|point| point.high)
            .fold(f64::NEG_INFINITY, f64::max);
        if !(low.is_finite() && high.is_finite()) {
            return (0.0, 1.0, 0.5);
        }
        let span = (high - low).max(1e-3);
        let power = 10f64.powf((span / LINES).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = step
            .into_iter()
            .find(|step| span / step <= LINES)
            .unwrap_or(power * 10.0);
        (
            (low / step).floor() * step,
            (high / step).ceil() * step,
            step,
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<Point>) -> Plot {
        let text = |text: &str| text.to_owned();
        let series = vec![Series {
            name: text("a < b"),
            points,
        }];
        let labels = vec![text("P3"), text("P4")];
        let [name, title, x, y] = ["p", "t", "x", "y"].map(text);
        Plot {
            name,
            title,
            x,
            y,
            labels,
            series,
            is_joined: true,
        }
    }

    #[test]
    fn range_has_round_lines_around_all_errors() {
        let points = [(0, 120.0, 30.0), (1, 335.0, 10.0)];
        let points = points.map(|(place, value, error)| Point::new(place, value, error));
        assert_eq!(plot(points.to_vec()).range(), (50.0, 350.0, 50.0));
        assert_eq!(plot(Vec::new()).range(), (0.0, 1.0, 0.5));
    }

    #[test]
    fn svg_has_each_point_and_escaped_names() {
        let svg = plot(vec![Point::new(0, 1.0, 0.5)]).svg();
        assert_eq!(
            svg.matches("<title>a &lt; b: 1.0 (0.5 to 1.5)</title>")
                .count(),
            1
        );
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }
}
