//! A picture: size, heading, legend, texts and marks.

use std::fmt::{self, Write as _};

/// Left edge of headings and frames: beside it stand the numbers of the vertical axis and its name.
pub const VIEW_LEFT: f64 = 90.0;

/// Base lines of the heading, and of the line below it.
const HEADING: f64 = 26.0;
const BELOW_HEADING: f64 = 46.0;
/// Mean width of a letter of a legend, at most.
const LETTER: f64 = 7.0;

const STYLE: &str = "text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;font-size:12px;fill:#333}\
                     .heading{font-size:16px;font-weight:bold;fill:#111}.small{font-size:11px;fill:#666}\
                     .strong{font-weight:bold}.grid{stroke:#8a93a0;stroke-opacity:.45}\
                     .even{stroke:#8a93a0;stroke-dasharray:5 4}.axis{stroke:#333;fill:none}";

/// A picture that is being drawn. What is drawn later lies above.
#[derive(Clone, Debug)]
pub struct Picture {
    body: String,
}

/// Which end of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// Form of a mark, so that marks differ by more than their color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Shape {
    Circle,
    Diamond,
    Triangle,
    Square,
}

/// An entry of a legend.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Key<'a> {
    pub name: &'a str,
    pub shape: Shape,
    pub color: &'a str,
}

impl Picture {
    /// A white picture of this size in pixels with a heading, which is also its title for screen
    /// readers.
    pub fn new(width: f64, height: f64, heading: &str) -> Picture {
        let heading = escaped(heading);
        let body = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{heading}</title>\n<style>{STYLE}</style>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <text class=\"heading\" x=\"{VIEW_LEFT}\" y=\"{HEADING}\">{heading}</text>\n"
        );
        Picture { body }
    }

    /// Adds an element, which is valid SVG.
    pub(crate) fn element(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.body, "{element}");
    }

    /// A line in small letters below the heading.
    pub fn subheading(&mut self, text: &str) {
        self.text_in("small", VIEW_LEFT, BELOW_HEADING, Anchor::Start, text);
    }

    /// What the marks and bars mean, below the heading.
    pub fn legend(&mut self, keys: &[Key<'_>]) {
        let mut x = VIEW_LEFT;
        for key in keys {
            self.mark(key.shape, x + 6.0, BELOW_HEADING - 4.0, key.color, "");
            self.text(x + 16.0, BELOW_HEADING, Anchor::Start, key.name);
            x += 40.0 + LETTER * key.name.chars().count() as f64;
        }
    }

    /// A text.
    pub fn text(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        self.text_in("", x, y, anchor, text);
    }

    /// A text in bold letters.
    pub fn strong(&mut self, x: f64, y: f64, text: &str) {
        self.text_in("strong", x, y, Anchor::Start, text);
    }

    fn text_in(&mut self, class: &str, x: f64, y: f64, anchor: Anchor, text: &str) {
        let class = match class {
            "" => String::new(),
            class => format!(" class=\"{class}\""),
        };
        let anchor = anchor.attribute();
        let text = escaped(text);
        self.element(format_args!(
            "<text{class} x=\"{x:.1}\" y=\"{y:.1}\"{anchor}>{text}</text>"
        ));
    }

    /// A text around its place, in degrees clockwise.
    pub(crate) fn slanted(&mut self, x: f64, y: f64, degrees: i32, anchor: Anchor, text: &str) {
        let (anchor, text) = (anchor.attribute(), escaped(text));
        self.element(format_args!(
            "<text transform=\"translate({x:.1} {y:.1}) rotate({degrees})\"{anchor}>{text}</text>"
        ));
    }

    /// A mark with its middle at a place. A reader who points at it sees the title, if it has one.
    pub fn mark(&mut self, shape: Shape, x: f64, y: f64, color: &str, title: &str) {
        let form = match shape {
            Shape::Circle => format!("circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\""),
            Shape::Diamond => {
                format!(
                    "path d=\"M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\"",
                    y - 5.5
                )
            }
            Shape::Triangle => format!("path d=\"M{x:.1} {:.1}l6.5 11h-13z\"", y - 6.5),
            Shape::Square => format!(
                "rect x=\"{:.1}\" y=\"{:.1}\" width=\"11\" height=\"11\"",
                x - 5.5,
                y - 5.5
            ),
        };
        // A thin white edge parts marks that lie over each other.
        let edge = "stroke=\"#fff\" stroke-width=\"1.2\" paint-order=\"stroke\"";
        let title = title_element(title);
        self.element(format_args!(
            "<g>{title}<{form} fill=\"{color}\" {edge}/></g>"
        ));
    }

    /// The picture in SVG.
    pub fn finish(self) -> String {
        self.body + "</svg>\n"
    }
}

impl Anchor {
    fn attribute(self) -> &'static str {
        match self {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        }
    }
}

/// The element that a browser shows when the reader points at its parent.
pub(crate) fn title_element(title: &str) -> String {
    if title.is_empty() {
        return String::new();
    }
    format!("<title>{}</title>", escaped(title))
}

/// A text that stands for itself in SVG, XML and HTML.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            // Not allowed in XML, or without a look.
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
    }

    #[test]
    fn picture_escapes_its_texts() {
        let mut picture = Picture::new(200.0, 100.0, "a < b");
        picture.mark(Shape::Circle, 1.0, 2.0, "#000", "c & d");
        picture.mark(Shape::Square, 1.0, 2.0, "#000", "");
        let svg = picture.finish();
        assert!(
            svg.contains("<title>a &lt; b</title>") && svg.contains("<title>c &amp; d</title>")
        );
        assert_eq!(svg.matches("<title>").count(), 2);
    }
}
