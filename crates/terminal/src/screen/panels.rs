//! What stands round the board: the bar, clocks and moves, thoughts.

use notation::san_line;
use play::{Report, Score};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shakmaty::san::SanPlus;
use shakmaty::{Color, Position};

use super::palette::Palette;
use crate::clocks::face;
use crate::machine::{Purpose, Thoughts};
use crate::report;
use crate::session::Session;

/// Draws the parts of a session that are text.
pub(super) struct Panels<'a> {
    pub(super) session: &'a Session,
    pub(super) ascii: bool,
    pub(super) palette: Palette,
}

impl Panels<'_> {
    /// White's share of the value, from White's side of the board upwards.
    pub(super) fn bar(&self, area: Rect, buffer: &mut Buffer) {
        let opinion = self.session.machine().thoughts().and_then(Thoughts::opinion);
        let Some((score, side)) = opinion else { return };
        let white = (white_share(score, side) * f64::from(area.height)).round() as u16;
        let (full, empty) = if self.ascii { ("##", "::") } else { ("██", "░░") };
        for row in 0..area.height {
            let from_below = area.height - row;
            let is_white = match self.session.bottom() {
                Color::White => from_below <= white,
                Color::Black => row < white,
            };
            buffer.set_string(area.x, area.y + row, if is_white { full } else { empty }, Style::new());
        }
    }

    /// The clocks above and below the moves.
    pub(super) fn side(&self, area: Rect, buffer: &mut Buffer) {
        let bottom = self.session.bottom();
        self.clock(!bottom, area.y, area, buffer);
        self.clock(bottom, area.bottom() - 1, area, buffer);
        let rule = self.line(area.width);
        for y in [area.y + 1, area.bottom() - 2] {
            buffer.set_string(area.x, y, &rule, self.palette.faint);
        }
        let moves = self.moves();
        let rows = usize::from(area.height - 4);
        let last = &moves[moves.len().saturating_sub(rows)..];
        for (y, line) in (area.y + 2..).zip(last) {
            buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
        }
    }

    fn clock(&self, side: Color, y: u16, area: Rect, buffer: &mut Buffer) {
        let (session, now) = (self.session, self.session.now());
        let table = session.table();
        let turn = table.outcome().is_none() && table.turn() == side;
        let mark = match (turn, self.ascii) {
            (false, _) => " ",
            (true, true) => ">",
            (true, false) => "▶",
        };
        let time = match session.clocks().left(side, now) {
            Some(left) => face(left, true),
            None => face(session.clocks().used(side, now), false),
        };
        let width = usize::from(area.width);
        let who = format!("{mark} {} {}", side.fold_wb("White", "Black"), table.name(side));
        let room = width.saturating_sub(time.len() + 1);
        let who: String = who.chars().take(room).collect();
        let style = if turn { self.palette.strong } else { Style::new() };
        buffer.set_stringn(area.x, y, format!("{who:room$} {time}"), width, style);
    }

    /// The game, a line a move.
    fn moves(&self) -> Vec<String> {
        let game = self.session.table().game();
        let mut lines: Vec<String> = Vec::new();
        for (position, &chess_move) in game.positions().iter().zip(game.moves()) {
            let san = SanPlus::from_move(position.clone(), chess_move).to_string();
            let number = position.fullmoves();
            match lines.last_mut().filter(|_| position.turn().is_black()) {
                Some(line) => *line += &san,
                None if position.turn().is_black() => lines.push(format!("{number:3}. {:9}{san}", "...")),
                None => lines.push(format!("{number:3}. {san:9}")),
            }
        }
        lines
    }

    /// Who plays, how, and what it does now, within a rule.
    pub(super) fn rule(&self, area: Rect, buffer: &mut Buffer) {
        let session = self.session;
        let line = self.line(2);
        let parts =
            [session.machine().name().to_owned(), format!("level {}", session.level()), self.activity()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let text = format!("{line} {} {}", parts.join(&format!(" {line} ")), self.line(area.width));
        buffer.set_stringn(area.x, area.y, text, area.width.into(), self.palette.faint);
    }

    fn activity(&self) -> String {
        let (session, machine) = (self.session, self.session.machine());
        let since =
            machine.thoughts().map(|thoughts| session.now().saturating_duration_since(thoughts.since));
        let seconds = since.unwrap_or_default().as_secs_f64();
        match machine.purpose() {
            Some(Purpose::Move) => format!("thinking {seconds:.1} s"),
            Some(Purpose::Hint) => format!("thinking for you {seconds:.1} s"),
            Some(Purpose::Evaluate) => "evaluating".to_owned(),
            Some(Purpose::Ponder(expected)) => {
                let position = session.table().game().position();
                format!("pondering on {} {seconds:.1} s", san_line(position, &[expected]))
            }
            None => String::new(),
        }
    }

    /// The last thought in full, and the ones before it as far as there is room.
    pub(super) fn thinking(&self, area: Rect, buffer: &mut Buffer) {
        let Some(thoughts) = self.session.machine().thoughts() else { return };
        let mut lines = Vec::new();
        for report in thoughts.reports.iter().rev().take(area.height.into()) {
            if lines.is_empty() {
                lines.push(figures(thoughts, report));
                lines.push(san_line(&thoughts.root, &report.pv));
            } else {
                lines.push(short(thoughts, report));
            }
        }
        for (y, line) in (area.top()..area.bottom()).zip(&lines) {
            let style = if y < area.top() + 2 { Style::new() } else { self.palette.faint };
            buffer.set_string(area.x, y, cut(line, area.width), style);
        }
    }

    fn line(&self, width: u16) -> String {
        (if self.ascii { "-" } else { "─" }).repeat(width.into())
    }
}

/// White's share of a value, from nothing to one; half a pawn more is what it is for rating points of players.
fn white_share(score: Score, side: Color) -> f64 {
    let value = match score {
        Score::Centipawns(value) => f64::from(value),
        Score::Mate(moves) if moves > 0 => f64::INFINITY,
        Score::Mate(_) => f64::NEG_INFINITY,
    };
    let white = side.fold_wb(value, -value);
    1.0 / (1.0 + 10_f64.powf(-white / 400.0))
}

/// Depth, value and speed, and the machine's seconds beside the real ones.
fn figures(thoughts: &Thoughts, report: &Report) -> String {
    if report.nodes == 0 {
        return "from the book".to_owned();
    }
    let turn = thoughts.root.turn();
    let machine = report.machine.map_or_else(String::new, |time| format!("  machine {:.2} s", time.seconds));
    format!(
        "depth {}/{}  {}{}  {} nodes  {}/s  {:.2} s{machine}",
        report.depth,
        report.selective_depth,
        report::score(report.score, turn),
        report::bound(report.bound, turn),
        thousands(report.nodes),
        thousands(report.nps()),
        report.time.as_secs_f64(),
    )
}

fn short(thoughts: &Thoughts, report: &Report) -> String {
    let turn = thoughts.root.turn();
    format!(
        "{:>3} {:>6}{} {:>8.2} s  {}",
        report.depth,
        report::score(report.score, turn),
        report::bound(report.bound, turn),
        report.time.as_secs_f64(),
        san_line(&thoughts.root, &report.pv)
    )
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// As much of a line of words as there is room for.
pub(super) fn cut(line: &str, width: u16) -> &str {
    match line.char_indices().nth(width.into()) {
        None => line,
        Some((end, _)) => &line[..line[..end].rfind(' ').unwrap_or(end)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_fair() {
        assert!((white_share(Score::Centipawns(0), Color::White) - 0.5).abs() < 1e-9);
        assert!((white_share(Score::Centipawns(400), Color::Black) - 1.0 / 11.0).abs() < 1e-9);
        assert!(white_share(Score::Mate(3), Color::White) > 0.999);
        assert!(white_share(Score::Mate(0), Color::White) < 0.001);
    }

    #[test]
    fn numbers_are_grouped_and_lines_cut_at_words() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(cut("1. e4 e5 2. Nf3", 12), "1. e4 e5 2.");
        assert_eq!(cut("1. e4 e5 2. Nf3", 15), "1. e4 e5 2. Nf3");
    }
}
