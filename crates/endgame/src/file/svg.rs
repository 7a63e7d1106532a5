//! The histogram of distances as an SVG image.

use std::fmt::Write;

use crate::file::stats::{Stats, capitalized};

const WIDTH: usize = 900;
const PANEL: usize = 160;
const LEFT: usize = 20;

impl Stats {
    /// The histogram in SVG: a panel for each side to move and outcome, a bar for each number of the winner's moves.
    pub fn to_svg(&self) -> String {
        let panels: Vec<(String, &[u64])> = self
            .sides
            .iter()
            .flat_map(|s| [("wins", &s.won_in[..]), ("losses", &s.lost_in[..])].map(|(k, c)| (s.turn, k, c)))
            .filter(|(_, _, counts)| counts.iter().any(|c| *c > 0))
            .map(|(turn, kind, counts)| {
                (format!("{} to move, {kind} by number of moves", capitalized(turn)), counts)
            })
            .collect();
        let longest = panels.iter().map(|(_, counts)| counts.len()).max().unwrap_or(1);
        let height = 40 + PANEL * panels.len().max(1);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{0} {1}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{0}, {1}</text>\n",
            self.ending, self.metric
        );
        for (i, (title, counts)) in panels.iter().enumerate() {
            // Writing to a String cannot fail.
            let _ = panel(&mut svg, 40 + PANEL * i, title, counts, longest);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn panel(svg: &mut String, top: usize, title: &str, counts: &[u64], columns: usize) -> std::fmt::Result {
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let base = top + PANEL - 20;
    let step = (WIDTH - 2 * LEFT) as f64 / columns as f64;
    writeln!(svg, "<text x=\"{LEFT}\" y=\"{}\">{title} (tallest bar: {most})</text>", top + 12)?;
    for (moves, count) in counts.iter().enumerate() {
        let x = LEFT as f64 + step * moves as f64;
        // Every count above zero is visible.
        let least = if *count > 0 { 1.0 } else { 0.0 };
        let tall = (*count as f64 / most * (PANEL - 50) as f64).max(least);
        let (y, wide) = (base as f64 - tall, step * 0.85);
        writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\" fill=\"#456\">\
             <title>{moves}: {count}</title></rect>",
        )?;
        if moves % 5 == 0 {
            let (x, y) = (x + step * 0.42, base + 12);
            writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"10\">{moves}</text>"
            )?;
        }
    }
    Ok(())
}
