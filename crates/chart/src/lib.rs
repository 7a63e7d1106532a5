//! Charts in SVG, without a font or a style sheet of their own: they are read in a browser, and in
//! the pages.
//!
//! A [`Picture`] has a heading, a legend and one or more [`Frame`]s, which turn places and values
//! into pixels and draw grids, bars, lines and areas. [`PointChart`] is the whole of the commonest
//! picture: series of points with errors.
//!
//! ```
//! use chart::{Bar, Frame, Level, Picture, VIEW_LEFT};
//!
//! let mut picture = Picture::new(640.0, 300.0, "Wins by length");
//! let frame = Frame {
//!     left: VIEW_LEFT,
//!     top: 60.0,
//!     width: 540.0,
//!     height: 200.0,
//!     columns: 2.0,
//!     low: 0.0,
//!     high: 9.0,
//! };
//! frame.grid(&mut picture, &[Level::new(0.0, "0"), Level::new(9.0, "9")]);
//! for (place, wins) in [4.0, 9.0].into_iter().enumerate() {
//!     let title = format!("{place}: {wins}");
//!     frame.bar(&mut picture, &Bar { place, low: 0.0, high: wins, color: "#2f5d8a", title });
//! }
//! assert!(picture.finish().contains("<title>1: 9</title>"));
//! ```

mod frame;
mod picture;
mod points;

pub use frame::{Bar, Frame, Level, round_levels};
pub use picture::{Anchor, Key, Picture, Shape, VIEW_LEFT, escaped};
pub use points::{Point, PointChart, Series};
