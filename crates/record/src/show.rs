//! The record as text for a terminal of 80 columns.

use std::fmt::Write as _;

use crate::{Confidence, Event, EventGame, Fact, Record};

/// Columns of a line.
const WIDTH: usize = 79;
/// Columns of the year before a line of the timeline.
const YEAR_INDENT: usize = 8;
/// Columns of the year or number before an event, a game or a question.
const EVENT_INDENT: usize = 11;
/// Columns before the text of a fact.
const FACT_INDENT: usize = 6;

impl Record {
    /// The timeline on one screen.
    pub fn timeline(&self) -> String {
        let mut text = String::from(
            "Belle, the chess machine of Ken Thompson and Joe Condon, Bell Laboratories\n\n",
        );
        for year in &self.years {
            let mark = match self.weakest(&year.facts) {
                Some(Confidence::High) | None => "",
                Some(Confidence::Medium | Confidence::Low) => "*",
            };
            let head = format!("  {:<6}", format!("{}{mark}", year.year));
            text += &wrapped(&head, &year.text, YEAR_INDENT);
        }
        text
    }

    /// Every event with its games, then the games whose moves are known, those whose moves are lost,
    /// and the questions that are open.
    pub fn events_in_full(&self) -> String {
        let mut text = String::from("Events, with Belle's color and points\n\n");
        for event in &self.events {
            let head = format!("  {:<9}", event.year);
            let line = format!("{}: {} ({})", event.name, event.result, event.machine);
            text += &wrapped(&head, &line, EVENT_INDENT);
            if !event.games.is_empty() {
                let games: Vec<String> = event.games.iter().map(EventGame::summary).collect();
                text += &wrapped(&" ".repeat(EVENT_INDENT), &games.join(", "), EVENT_INDENT);
            }
        }
        text += "\nGames whose moves are known (suites/belle.pgn)\n\n";
        text += &self.games(|game| game.score.is_some());
        text += "\nGames whose moves are lost, or were not seen: who has them?\n\n";
        text += &self.games(|game| game.score.is_none());
        text += "\nQuestions that no text answers: who knows? (docs/letter.md)\n\n";
        for (question, number) in self.questions.iter().zip(1..) {
            text += &wrapped(&format!("  {number:<9}"), &question.ask, EVENT_INDENT);
        }
        text
    }

    fn games(&self, is_listed: impl Fn(&EventGame) -> bool) -> String {
        let mut text = String::new();
        for event in &self.events {
            for game in event.games.iter().filter(|game| is_listed(game)) {
                let line = format!("{}: {}", event.name, event.pairing(game));
                text += &wrapped(&format!("  {:<9}", event.year), &line, EVENT_INDENT);
            }
        }
        text
    }

    /// A fact with its source.
    pub fn fact_in_full(&self, fact: &Fact) -> String {
        let how_sure = match fact.confidence {
            Confidence::High => "a text that was read states it",
            Confidence::Medium => "at second hand",
            Confidence::Low => "doubtful",
        };
        let indent = " ".repeat(FACT_INDENT);
        let mut text = String::new();
        let _ = writeln!(text, "{}  {} ({how_sure})", fact.id, fact.area);
        text += &wrapped(&indent, &fact.claim, FACT_INDENT);
        text += &wrapped(
            &indent,
            &format!("Source: {}", self.where_read(fact)),
            FACT_INDENT,
        );
        if let Some(source) = self.source(&fact.source) {
            text += &wrapped(&indent, &source.title, FACT_INDENT);
            text += &wrapped(&indent, &format!("Read: {}", source.read), FACT_INDENT);
        }
        text
    }
}

impl Event {
    /// Both sides, White first, with what is known of the moves.
    pub fn pairing(&self, game: &EventGame) -> String {
        let name = if self.machine == "T. Belle" {
            "T. Belle"
        } else {
            "Belle"
        };
        let sides = match game.color.as_str() {
            "white" => format!("{name} - {}", game.against),
            "black" => format!("{} - {name}", game.against),
            _ => format!("{name} and {}, colors unknown", game.against),
        };
        match game.score.as_deref() {
            Some("whole") | None => sides,
            Some(part) => format!("{sides} ({part})"),
        }
    }
}

impl EventGame {
    /// Opponent, color and points: `Chess 4.0 (b) 0`.
    pub fn summary(&self) -> String {
        let color = match self.color.as_str() {
            "white" => " (w)",
            "black" => " (b)",
            _ => "",
        };
        let points = if self.points == "unknown" {
            "?"
        } else {
            &self.points
        };
        format!("{}{color} {points}", self.against)
    }
}

/// A paragraph whose lines after the first are indented.
fn wrapped(head: &str, text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut line = head.to_owned();
    let mut is_empty = true;
    for word in text.split(' ') {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(lines, "{line}");
            line = " ".repeat(indent);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line += word;
        is_empty = false;
    }
    let _ = writeln!(lines, "{line}");
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeline_fits_a_screen_of_24_lines() {
        let text = crate::record().timeline();
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
        // The command adds a closing remark of five lines.
        assert!(text.lines().count() <= 18, "{text}");
    }

    #[test]
    fn wrapped_long_words_stand_alone() {
        let long = "x".repeat(100);
        assert_eq!(
            wrapped("  ", &format!("a {long} b"), 4),
            format!("  a\n    {long}\n    b\n")
        );
    }
}
