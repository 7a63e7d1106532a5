//! Text around the board: score bar, clocks, moves and search.

use analysis::opening;
use notation::san_line;
use play::{Report, Score, side_name, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shakmaty::san::SanPlus;
use shakmaty::{Color, Move, Piece, Position};

use super::layout::Layout;
use super::palette::Palette;
use super::popup::draw_lines;
use crate::game_tree::SignedMove;
use crate::opponent::{SearchLog, Task};
use crate::report::{self, cut};
use crate::session::{Session, ShownSetting};
use crate::text_width::{columns, fitting, padded};

/// The moves of a game, one line per move of both sides.
struct MoveLines {
    lines: Vec<String>,
    /// The line of the current move.
    current: usize,
}

/// Everything on the screen but the board, the message and the input.
pub(super) struct Panels<'a> {
    pub(super) session: &'a Session,
    pub(super) ascii: bool,
    pub(super) palette: Palette,
}

impl Panels<'_> {
    pub(super) fn draw(&self, layout: &Layout, buffer: &mut Buffer) {
        self.score_bar(layout.bar, buffer);
        self.side(layout.side, buffer);
        self.rule(layout.rule, buffer);
        self.search(layout.search, buffer);
    }

    /// The expected score of White, filled from White's side of the board.
    fn score_bar(&self, area: Rect, buffer: &mut Buffer) {
        // To a person who looks for a better move the score would tell which one it is.
        if !self.session.shows_thoughts() || self.session.is_sought() {
            return;
        }
        let Some(log) = self.session.opponent.log() else {
            return;
        };
        let Some(score) = log.score() else {
            return;
        };
        let expectation = white_expectation(score, log.root.turn());
        let white = (expectation * f64::from(area.height)).round() as u16;
        let (full, empty) = if self.ascii {
            ("##", "::")
        } else {
            ("██", "░░")
        };
        for row in 0..area.height {
            let from_below = area.height - row;
            let is_white = match self.session.bottom {
                Color::White => from_below <= white,
                Color::Black => row < white,
            };
            buffer.set_string(
                area.x,
                area.y + row,
                if is_white { full } else { empty },
                Style::new(),
            );
        }
    }

    fn side(&self, area: Rect, buffer: &mut Buffer) {
        let bottom = self.session.bottom;
        self.clock(!bottom, area.y, area, buffer);
        self.clock(bottom, area.bottom() - 1, area, buffer);
        for (side, y) in [(!bottom, area.y + 1), (bottom, area.bottom() - 2)] {
            let captured = self.captured(side);
            let rule = self.horizontal_line(area.width.saturating_sub(columns(&captured) as u16));
            buffer.set_stringn(
                area.x,
                y,
                captured + &rule,
                area.width.into(),
                self.palette.faint,
            );
        }
        // In a review, the machine's lines stand below the moves.
        let mut rows = usize::from(area.height - 4);
        let mut lines = self.session.analysis_lines(area.width.into());
        lines.truncate(rows / 2);
        if !lines.is_empty() {
            rows -= lines.len() + 1;
            let y = area.y + 2 + rows as u16;
            buffer.set_stringn(
                area.x,
                y,
                self.horizontal_line(area.width),
                area.width.into(),
                self.palette.faint,
            );
            let below = Rect {
                y: y + 1,
                height: lines.len() as u16,
                ..area
            };
            draw_lines(&lines, below, Style::new(), buffer);
        }
        self.move_list(
            Rect {
                y: area.y + 2,
                height: rows as u16,
                ..area
            },
            buffer,
        );
    }

    /// The last moves of a game; in a review, those around the current one.
    fn move_list(&self, area: Rect, buffer: &mut Buffer) {
        let rows = usize::from(area.height);
        let list = self.moves();
        let last_page = list.lines.len().saturating_sub(rows);
        let first = if self.session.review().is_some() {
            let centered = (list.current + 1).saturating_sub(rows.div_ceil(2));
            centered.min(last_page)
        } else {
            last_page
        };
        for (row, line) in list.lines[first..].iter().take(rows).enumerate() {
            self.move_line(line, area.y + row as u16, area, buffer);
        }
    }

    /// A line of the list of moves, in which bad moves have their color.
    fn move_line(&self, line: &str, y: u16, area: Rect, buffer: &mut Buffer) {
        let (mut x, right) = (area.x, area.right());
        for word in line.split_inclusive(' ') {
            let room = usize::from(right - x);
            let style = self.palette.of_move(word.trim_end());
            (x, _) = buffer.set_stringn(x, y, word, room, style);
        }
    }

    /// The pieces that a side has captured and its lead in pawns, with a blank after them; or
    /// nothing.
    fn captured(&self, side: Color) -> String {
        let captured = self.session.shown_state().captured_by(side);
        if captured.pieces.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        for role in captured.pieces {
            let piece = Piece { color: !side, role };
            text.push(self.palette.symbol(piece, self.ascii));
        }
        if captured.lead > 0 {
            text += &format!(" +{}", captured.lead);
        }
        text + " "
    }

    fn clock(&self, side: Color, y: u16, area: Rect, buffer: &mut Buffer) {
        let state = self.session.shown_state();
        let turn = state.outcome().is_none() && state.turn() == side;
        let mark = match (turn, self.ascii) {
            (false, _) => " ",
            (true, true) => ">",
            (true, false) => "▶",
        };
        let time = self.session.shown_time(side);
        let width = usize::from(area.width);
        let room = width.saturating_sub(columns(&time) + 1);
        let room = room.saturating_sub(columns(mark) + 1);
        let cut_mark = if self.ascii { "..." } else { "…" };
        let name = fitting_name(side, state.name(side), room, cut_mark);
        // The clock keeps its place behind wide characters.
        let line = format!("{mark} {} {time}", padded(&name, room));
        let style = if turn {
            self.palette.strong
        } else {
            Style::new()
        };
        buffer.set_stringn(area.x, y, line, width, style);
    }

    /// The moves up to here; in a review, the current move is marked and the rest of its line
    /// follows.
    fn moves(&self) -> MoveLines {
        let game = self.session.shown_game();
        let review = self.session.review();
        let (mut position, past) = (game.start().clone(), game.moves().len());
        let line = match review {
            // The moves after a place where a better one is sought would give it away.
            Some(review) => {
                let mut line = review.tree.line();
                if self.session.is_sought() {
                    line.truncate(past);
                }
                line
            }
            None => plain_line(game.moves()),
        };
        let mut lines: Vec<String> = Vec::new();
        let mut current = 0;
        for (ply, SignedMove { chess_move, sign }) in line.into_iter().enumerate() {
            let (number, turn) = (position.fullmoves(), position.turn());
            let mut san =
                SanPlus::from_move_and_play_unchecked(&mut position, chess_move).to_string() + sign;
            if review.is_some() && ply + 1 == past {
                san = format!("[{san}]");
            }
            match lines.last_mut() {
                _ if turn.is_white() => lines.push(format!("{number:3}. {san:9}")),
                // A move of White's that fills its column is kept apart from the answer.
                Some(line) if !line.ends_with(' ') => *line += &format!(" {san}"),
                Some(line) => *line += &san,
                None => lines.push(format!("{number:3}. {:9}{san}", "...")),
            }
            if ply < past {
                current = lines.len() - 1;
            }
        }
        MoveLines { lines, current }
    }

    /// The horizontal line above the search, with the machine's name, level and activity in it.
    fn rule(&self, area: Rect, buffer: &mut Buffer) {
        let ShownSetting { machine, level } = self.session.shown_setting();
        let gap = self.horizontal_line(2);
        let parts = [machine, format!("level {level}"), self.activity()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let text = format!(
            "{gap} {} {}",
            parts.join(&format!(" {gap} ")),
            self.horizontal_line(area.width)
        );
        buffer.set_stringn(area.x, area.y, text, area.width.into(), self.palette.faint);
    }

    fn activity(&self) -> String {
        let (session, opponent) = (self.session, &self.session.opponent);
        let shows_thoughts = session.shows_thoughts();
        let time = opponent
            .log()
            .map(|log| session.now().saturating_duration_since(log.started));
        let seconds = time.unwrap_or_default().as_secs_f64();
        match opponent.task() {
            Some(Task::Move) => format!("thinking {seconds:.1} s"),
            Some(Task::Examine(_) | Task::Attempt(_)) => "looking at your move".to_owned(),
            Some(Task::Hint) => format!("finding a hint {seconds:.1} s"),
            Some(Task::Evaluate) => "evaluating".to_owned(),
            Some(Task::Judge) => "judging the game".to_owned(),
            Some(Task::Analyse(_)) => format!("analyzing {seconds:.1} s"),
            Some(Task::Ponder(_)) if !shows_thoughts => "pondering".to_owned(),
            Some(Task::Ponder(expected)) => {
                let position = session.state.game().position();
                format!(
                    "pondering on {} {seconds:.1} s",
                    san_line(position, &[expected])
                )
            }
            None => String::new(),
        }
    }

    /// The last report in full with its line, and those before it as far as there is room.
    fn search(&self, area: Rect, buffer: &mut Buffer) {
        if !self.session.shows_thoughts() || self.session.is_sought() {
            return self.opening(area, buffer);
        }
        let Some(log) = self.session.opponent.log() else {
            return self.opening(area, buffer);
        };
        let mut lines = Vec::new();
        let of_best_line = log
            .reports
            .iter()
            .rev()
            .filter(|report| report.multipv == 1);
        for report in of_best_line.take(area.height.into()) {
            if lines.is_empty() {
                lines.push(full_report(log, report));
                lines.push(san_line(&log.root, &report.pv));
            } else {
                lines.push(short_report(log, report));
            }
        }
        for (row, line) in lines.iter().take(area.height.into()).enumerate() {
            // It takes two lines.
            let is_last_report = row < 2;
            let style = if is_last_report {
                Style::new()
            } else {
                self.palette.faint
            };
            let shown = cut(line, area.width.into());
            buffer.set_string(area.x, area.y + row as u16, shown, style);
        }
    }

    /// The opening's name, where no search is shown.
    fn opening(&self, area: Rect, buffer: &mut Buffer) {
        let Some(opening) = opening(self.session.state.game()) else {
            return;
        };
        let text = format!("{} {}", opening.code, opening.name);
        let text = cut(&text, area.width.into());
        buffer.set_string(area.x, area.y, text, self.palette.faint);
    }

    fn horizontal_line(&self, width: u16) -> String {
        (if self.ascii { "-" } else { "─" }).repeat(width.into())
    }
}

/// The moves of a game as they are shown before it has been judged: without signs.
fn plain_line(moves: &[Move]) -> Vec<SignedMove> {
    let mut line = Vec::new();
    for &chess_move in moves {
        line.push(SignedMove {
            chess_move,
            sign: "",
        });
    }
    line
}

/// A player with his side, in at most `room` columns: a program's version goes first, then the
/// family's name, then the program's own, but never its rating or year. A name that is still too
/// long ends with `cut_mark`.
fn fitting_name(side: Color, name: &str, room: usize, cut_mark: &str) -> String {
    let side = side_name(side);
    let without_version = without_version(name);
    let mut forms = vec![
        format!("{side} {name}"),
        format!("{side} {without_version}"),
    ];
    if let Some((program, rating)) = without_version.rsplit_once(", Elo ") {
        let program = program.strip_prefix("Belle ").unwrap_or(program);
        forms.push(format!("{side} {program}, Elo {rating}"));
        forms.push(format!("{side} Elo {rating}"));
        forms.push(format!("Elo {rating}"));
        forms.push(rating.to_owned());
    } else if let Some((program, year)) = without_version.rsplit_once(" of ")
        && year.parse::<u16>().is_ok()
    {
        forms.push(format!("{side} {program} {year}"));
        forms.push(format!("{side} {year}"));
    } else if let Some(own) = without_version.strip_prefix("Belle ") {
        forms.push(format!("{side} {own}"));
    }
    for form in &forms {
        if columns(form) <= room {
            return form.clone();
        }
    }
    let longest = &forms[forms.len() - 1];
    let start = fitting(longest, room.saturating_sub(columns(cut_mark)));
    format!("{start}{cut_mark}")
}

/// A program's name without the number of its version.
fn without_version(name: &str) -> String {
    let mut kept = String::new();
    for word in name.split(' ') {
        let number = word.trim_end_matches(',');
        let is_version =
            number.contains('.') && number.chars().all(|c| c.is_ascii_digit() || c == '.');
        if is_version {
            kept += &word[number.len()..];
            continue;
        }
        if !kept.is_empty() {
            kept.push(' ');
        }
        kept += word;
    }
    kept
}

/// White's expected score, from 0 to 1, by the score of the side to move. The odds are those of the
/// rating formula, a centipawn for a point: four pawns ahead are 10 to 1, as 400 rating points are.
fn white_expectation(score: Score, to_move: Color) -> f64 {
    let white = score.for_white(to_move).centipawns(i32::MAX);
    1.0 / (1.0 + 10_f64.powf(f64::from(-white) / 400.0))
}

/// Depth, score, nodes, speed, real time and the machine's own time; or where the move is from, if
/// it was not searched.
fn full_report(log: &SearchLog, report: &Report) -> String {
    if report.nodes == 0 && report.table_hits > 0 {
        return "from the tablebase".to_owned();
    }
    if report.nodes == 0 {
        return "from the book".to_owned();
    }
    let turn = log.root.turn();
    let machine = match report.machine {
        Some(time) => format!("  machine {:.2} s", time.seconds),
        None => String::new(),
    };
    format!(
        "depth {}/{}  {:+}{}  {} nodes  {}/s  {:.2} s{machine}",
        report.depth,
        report.selective_depth,
        report.score.for_white(turn),
        report::bound(report.bound, turn),
        thousands(report.nodes),
        thousands(report.nps()),
        report.time.as_secs_f64(),
    )
}

/// Depth, score, time and line.
fn short_report(log: &SearchLog, report: &Report) -> String {
    let turn = log.root.turn();
    format!(
        "{:>3} {:>+6}{} {:>8.2} s  {}",
        report.depth,
        report.score.for_white(turn),
        report::bound(report.bound, turn),
        report.time.as_secs_f64(),
        san_line(&log.root, &report.pv)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_beside_the_clock() {
        for (name, room, shown) in [
            (
                "Belle native 0.2.0, Elo 800",
                40,
                "Black Belle native 0.2.0, Elo 800",
            ),
            (
                "Belle native 0.2.0, Elo 800",
                30,
                "Black Belle native, Elo 800",
            ),
            ("Belle native 0.2.0, Elo 800", 22, "Black native, Elo 800"),
            ("Belle native 0.2.0, Elo 800", 20, "Black Elo 800"),
            ("Belle native 0.2.0, Elo 800", 12, "Elo 800"),
            ("Belle native 0.2.0, Elo 2800", 5, "2800"),
            ("Belle 0.2.0 of 1972", 16, "Black Belle 1972"),
            ("Belle 0.2.0 of 1972", 15, "Black 1972"),
            ("Belle 0.2.0", 12, "Black Belle"),
            ("Belle 0.2.0", 8, "Black B…"),
            ("Magnus Carlsen", 16, "Black Magnus Ca…"),
            ("Ann of York", 12, "Black Ann o…"),
            ("王王", 9, "Black 王…"),
            ("you", 9, "Black you"),
        ] {
            let fitted = fitting_name(Color::Black, name, room, "…");
            assert_eq!(fitted, shown, "{room}");
            assert!(columns(&fitted) <= room);
        }
    }

    #[test]
    fn expectation_is_symmetric_and_bounded() {
        assert!((white_expectation(Score::Centipawns(0), Color::White) - 0.5).abs() < 1e-9);
        assert!(
            (white_expectation(Score::Centipawns(400), Color::Black) - 1.0 / 11.0).abs() < 1e-9
        );
        assert!(white_expectation(Score::Mate(3), Color::White) > 0.999);
        assert!(white_expectation(Score::Mate(0), Color::White) < 0.001);
    }
}
