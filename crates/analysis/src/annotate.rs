//! A game written again with everything it had, and with the results of its analysis.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position};

use notation::{Element, PgnWriter, Remark, eval_command};
use play::Score;

use crate::judged_game::JudgedGame;

/// Plies of a variation that shows why a move is bad.
const MAX_VARIATION_PLIES: usize = 16;

/// The game in PGN with an empty line after it. Its tags, comments, glyphs and variations are kept.
/// Each move gets `[%eval]`, which replaces an older one. A bad move also gets the best variation,
/// and a glyph unless it has one. `annotator` is named if the game has no annotator.
pub fn annotated_pgn(judged: &JudgedGame, annotator: &str) -> String {
    let parsed = &judged.game;
    let mut out = PgnWriter::default();
    for (name, value) in &parsed.tags {
        out.tag(name, value);
    }
    if parsed.tag("Annotator").is_none() {
        out.tag("Annotator", annotator);
    }
    out.end_tags();
    for element in annotated_elements(judged) {
        out.element(&element);
    }
    out.finish(parsed.outcome)
}

/// The movetext with the results of the analysis.
pub(crate) fn annotated_elements(judged: &JudgedGame) -> Vec<Element> {
    let mut annotations = Annotations {
        judged,
        elements: Vec::new(),
    };
    annotations.write();
    annotations.elements
}

struct Annotations<'a> {
    judged: &'a JudgedGame,
    /// The elements so far.
    elements: Vec<Element>,
}

#[derive(Clone, Copy)]
struct Pending {
    ply: usize,
    /// Its index in the game's elements.
    element: usize,
    valued: bool,
    /// It has a glyph of its own.
    judged: bool,
}

impl Annotations<'_> {
    fn write(&mut self) {
        let judged = self.judged;
        let mut depth = 0_usize;
        let mut ply = 0;
        let mut pending: Option<Pending> = None;
        for (at, element) in judged.game.elements.iter().enumerate() {
            if let Some(pending) = &mut pending {
                match element {
                    Element::Nag(nag) => pending.judged |= !pending.valued && (1..=6).contains(nag),
                    _ => self.value(pending),
                }
            }
            match element {
                Element::Move { .. } if depth == 0 => {
                    self.variation(pending);
                    // The moves after a null move have no values.
                    pending = None;
                    if ply < judged.verdicts.len() {
                        pending = Some(Pending {
                            ply,
                            element: at,
                            valued: false,
                            judged: false,
                        });
                    }
                    ply += 1;
                }
                Element::VariationStart => depth += 1,
                Element::VariationEnd => depth -= 1,
                Element::Comment(text) if depth == 0 && pending.is_some() => {
                    self.comment(without_eval(text));
                    continue;
                }
                _ => {}
            }
            self.elements.push(element.clone());
        }
        if let Some(last) = &mut pending {
            self.value(last);
        }
        self.variation(pending);
        for Remark { line, reason } in &judged.game.remarks {
            let text = format!(" line {line}: {} ", reason.replace('}', ")"));
            self.elements.push(Element::Comment(text));
        }
    }

    /// Writes a comment. One that begins with commands is joined to that of the value before it, as
    /// Lichess writes.
    fn comment(&mut self, text: String) {
        match self.elements.last_mut() {
            Some(Element::Comment(value))
                if value.starts_with(" [%eval ") && text.trim_start().starts_with("[%") =>
            {
                *value = format!("{}{}", value.trim_end(), with_space_before(&text));
            }
            _ => self.elements.push(Element::Comment(text)),
        }
    }

    /// Writes glyph and value of a move, once.
    fn value(&mut self, pending: &mut Pending) {
        if std::mem::replace(&mut pending.valued, true) {
            return;
        }
        let judgment = self.judged.verdicts[pending.ply].judgment;
        if let Some(judgment) = judgment
            && !pending.judged
        {
            self.elements.push(Element::Nag(judgment.nag()));
        }
        let after = &self.judged.evaluations[pending.ply].after;
        // The move that mates shows it itself.
        if after.score != Score::Mate(0) {
            let command = eval_command(after.score, after.turn, after.depth);
            self.elements.push(Element::Comment(format!(" {command} ")));
        }
    }

    /// Writes the best variation at a bad move, unless the game has it already.
    fn variation(&mut self, pending: Option<Pending>) {
        let judged = self.judged;
        let Some(Pending { ply, element, .. }) = pending else {
            return;
        };
        if judged.verdicts[ply].judgment.is_none() {
            return;
        }
        let best = best_variation(
            &judged.game.game.positions()[ply],
            &judged.evaluations[ply].before.line,
        );
        let known = variations(&judged.game.elements[element + 1..]);
        if best.is_empty()
            || known
                .iter()
                .any(|known| known.iter().eq(best.iter().map(|made| &made.san)))
        {
            return;
        }
        self.elements.push(Element::VariationStart);
        for NumberedMove { number, turn, san } in best {
            self.elements.push(Element::Move { number, turn, san });
        }
        self.elements.push(Element::VariationEnd);
    }
}

/// The text, with white space at its beginning.
fn with_space_before(text: &str) -> String {
    if text.starts_with(char::is_whitespace) {
        text.to_owned()
    } else {
        format!(" {text}")
    }
}

struct NumberedMove {
    number: u32,
    turn: Color,
    san: SanPlus,
}

/// The legal moves of a variation.
fn best_variation(root: &Chess, line: &[Move]) -> Vec<NumberedMove> {
    let mut position = root.clone();
    let mut moves = Vec::new();
    for &made in line.iter().take(MAX_VARIATION_PLIES) {
        if !position.is_legal(made) {
            break;
        }
        moves.push(NumberedMove {
            number: position.fullmoves().get(),
            turn: position.turn(),
            san: SanPlus::from_move_and_play_unchecked(&mut position, made),
        });
    }
    moves
}

/// The moves of each variation that follows a move, without nested ones.
fn variations(after: &[Element]) -> Vec<Vec<SanPlus>> {
    let (mut found, mut depth) = (Vec::new(), 0);
    for element in after {
        match element {
            Element::VariationStart => {
                depth += 1;
                if depth == 1 {
                    found.push(Vec::new());
                }
            }
            Element::VariationEnd => depth -= 1,
            Element::Move { .. } if depth == 0 => break,
            Element::Move { san, .. } if depth == 1 => {
                found
                    .last_mut()
                    .expect("depth 1 follows a variation's start")
                    .push(*san);
            }
            _ => {}
        }
    }
    found
}

/// The comment without `[%eval]` and one of the spaces around it; empty if it has nothing else.
fn without_eval(comment: &str) -> String {
    let mut rest = comment.to_owned();
    let mut cut = false;
    while let Some(begin) = rest.find("[%eval ") {
        let Some(end) = rest[begin..].find(']') else {
            break;
        };
        let mut end = begin + end + 1;
        let begins_word = match rest[..begin].chars().next_back() {
            Some(before) => before.is_whitespace(),
            None => true,
        };
        if begins_word
            && let Some(after) = rest[end..].chars().next()
            && after.is_whitespace()
        {
            end += after.len_utf8();
        }
        rest.replace_range(begin..end, "");
        cut = true;
    }
    if cut && rest.trim().is_empty() {
        String::new()
    } else {
        rest
    }
}
