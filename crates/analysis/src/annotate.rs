//! A game written again, with all that was in it and what was found about it.

use std::fmt::Write as _;

use shakmaty::san::{San, SanPlus};
use shakmaty::{Chess, Color, Move, Position};

use notation::{Element, Record};
use play::Score;

use crate::{Evaluation, Verdict};

/// Columns of movetext, as the standard asks for export; only a comment of others may be longer.
const WIDTH: usize = 79;

/// Half moves of a variation that show why a move was bad.
const VARIATION: usize = 16;

/// The game in PGN with an empty line after it: its tags, comments, glyphs and variations as they were, and for each move
/// `[%eval]` (pawns from White's side, and depth), at bad moves the glyph, unless somebody judged the move before, and the
/// best variation. An older `[%eval]` is replaced. `annotator` is named where nobody else is.
pub fn annotated(
    record: &Record,
    evaluations: &[Evaluation],
    verdicts: &[Verdict],
    annotator: &str,
) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        tag(&mut text, name, value);
    }
    if record.tag("Annotator").is_none() {
        tag(&mut text, "Annotator", annotator);
    }
    text.push('\n');
    let mut movetext = Movetext { text, column: 0, opened: false, numbered: false };
    let remarks = Remarks { record, evaluations, verdicts };
    remarks.write(&mut movetext);
    movetext.word(&record.outcome.to_string());
    movetext.text + "\n\n"
}

fn tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace(|c: char| c.is_control(), " ").replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

struct Remarks<'a> {
    record: &'a Record,
    evaluations: &'a [Evaluation],
    verdicts: &'a [Verdict],
}

impl Remarks<'_> {
    fn write(&self, out: &mut Movetext) {
        let elements = &self.record.elements;
        let (mut depth, mut ply) = (0_usize, 0);
        // The move whose glyph and value are still to be written, and whose variation is.
        let (mut unvalued, mut unvaried) = (None, None);
        for (at, element) in elements.iter().enumerate() {
            if !matches!(element, Element::Nag(_))
                && let Some((ply, judged)) = unvalued.take()
            {
                self.value(out, ply, judged);
            }
            match element {
                Element::Move { number, turn, san } => {
                    if depth == 0 {
                        self.variation(out, unvaried.take());
                        unvalued = Some((ply, false));
                        unvaried = Some((ply, at));
                        ply += 1;
                    }
                    out.numbered_move(*number, *turn, san);
                }
                Element::Nag(nag) => {
                    if let Some((_, judged)) = &mut unvalued {
                        *judged |= (1..=6).contains(nag);
                    }
                    out.word(&format!("${nag}"));
                }
                Element::Comment(text) if depth == 0 && ply > 0 => out.comment(&without_eval(text)),
                Element::Comment(text) => out.comment(text),
                Element::Rest(text) => out.line(&format!(";{text}")),
                Element::Escape(text) => out.escape(text),
                Element::Open => {
                    depth += 1;
                    out.open();
                }
                Element::Close => {
                    depth -= 1;
                    out.close();
                }
                Element::Outcome(outcome) => out.word(&outcome.to_string()),
            }
        }
        if let Some((ply, judged)) = unvalued {
            self.value(out, ply, judged);
        }
        self.variation(out, unvaried);
    }

    /// Glyph and value of a move.
    fn value(&self, out: &mut Movetext, ply: usize, judged: bool) {
        if let Some(judgement) = self.verdicts[ply].judgement.filter(|_| !judged) {
            out.word(&format!("${}", judgement.nag()));
        }
        let after = &self.evaluations[ply + 1];
        let side = after.turn.fold_wb(1, -1);
        let value = match after.score {
            Score::Centipawns(value) => format!("{:.2}", f64::from(side * value) / 100.0),
            // Mated: the move says so itself.
            Score::Mate(0) => return,
            Score::Mate(moves) => format!("#{}", side * moves),
        };
        let depth = after.depth.map_or_else(String::new, |depth| format!(",{depth}"));
        out.comment(&format!(" [%eval {value}{depth}] "));
    }

    /// The best variation instead of a bad move, unless it is there already; `at` is where the move stands.
    fn variation(&self, out: &mut Movetext, bad: Option<(usize, usize)>) {
        let Some((ply, at)) = bad.filter(|&(ply, _)| self.verdicts[ply].judgement.is_some()) else { return };
        let root = &self.record.game.positions()[ply];
        let line = best(root, &self.evaluations[ply].line);
        let known = variations(&self.record.elements[at + 1..]);
        if line.is_empty() || known.iter().any(|known| known.iter().eq(line.iter().map(|(_, _, san)| san))) {
            return;
        }
        out.open();
        for (number, turn, san) in &line {
            out.numbered_move(*number, *turn, san);
        }
        out.close();
    }
}

/// The beginning of a variation, each move with its number and side.
fn best(root: &Chess, line: &[Move]) -> Vec<(u32, Color, SanPlus)> {
    let mut position = root.clone();
    let legal = line.iter().take(VARIATION).map_while(|&made| {
        let place = (position.fullmoves().get(), position.turn());
        let made = position.is_legal(made).then_some(made)?;
        Some((place.0, place.1, SanPlus::from_move_and_play_unchecked(&mut position, made)))
    });
    legal.collect()
}

/// The moves of the variations on a move, without those within them.
fn variations(after: &[Element]) -> Vec<Vec<SanPlus>> {
    let (mut found, mut depth) = (Vec::new(), 0);
    for element in after {
        match element {
            Element::Open => {
                depth += 1;
                if depth == 1 {
                    found.push(Vec::new());
                }
            }
            Element::Close => depth -= 1,
            Element::Move { .. } if depth == 0 => break,
            Element::Move { san, .. } if depth == 1 => {
                found.last_mut().expect("a variation was opened").push(*san);
            }
            _ => {}
        }
    }
    found
}

/// A comment without the value somebody else gave; empty if there was nothing else.
fn without_eval(comment: &str) -> String {
    let mut rest = comment.to_owned();
    let mut cut = false;
    while let Some(begin) = rest.find("[%eval ") {
        let Some(end) = rest[begin..].find(']') else { break };
        rest.replace_range(begin..=begin + end, "");
        cut = true;
    }
    if cut && rest.trim().is_empty() { String::new() } else { rest }
}

/// Movetext in lines that are not too long.
struct Movetext {
    text: String,
    column: usize,
    /// A parenthesis waits for its word.
    opened: bool,
    /// The move before was written just before: Black's needs no number.
    numbered: bool,
}

impl Movetext {
    fn word(&mut self, word: &str) {
        let open = if std::mem::take(&mut self.opened) { "(" } else { "" };
        let length = open.len() + word.split('\n').next().map_or(0, |line| line.chars().count());
        // A parenthesis may still close behind it.
        if self.column > 0 && self.column + 1 + length >= WIDTH {
            self.new_line();
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += open;
        self.text += word;
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + length,
        };
    }

    fn numbered_move(&mut self, number: u32, turn: Color, san: &SanPlus) {
        match turn {
            Color::White => self.word(&format!("{number}.")),
            Color::Black if !self.numbered => self.word(&format!("{number}...")),
            Color::Black => {}
        }
        match san.san {
            San::Null => self.word("--"),
            _ => self.word(&san.to_string()),
        }
        self.numbered = true;
    }

    /// In braces, as it is.
    fn comment(&mut self, text: &str) {
        if !text.is_empty() {
            self.word(&format!("{{{text}}}"));
            self.numbered = false;
        }
    }

    /// A parenthesis that still waits shall wait no longer.
    fn settle(&mut self) {
        if self.opened {
            self.word("");
        }
    }

    fn open(&mut self) {
        self.settle();
        self.opened = true;
        self.numbered = false;
    }

    fn close(&mut self) {
        self.settle();
        self.text.push(')');
        self.column += 1;
        self.numbered = false;
    }

    /// Something that goes to the end of the line.
    fn line(&mut self, text: &str) {
        self.word(text);
        self.new_line();
        self.numbered = false;
    }

    /// At the beginning of a line.
    fn escape(&mut self, text: &str) {
        self.settle();
        self.new_line();
        self.line(&format!("%{text}"));
    }

    fn new_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }
}
