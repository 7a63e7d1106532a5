//! A game written again with everything it had, and with the results of its analysis.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position};

use notation::{Element, ParsedGame, PgnWriter, Remark, eval_command};
use play::Score;

use crate::judge::{MoveEvaluation, Verdict};

/// Plies of a variation that shows why a move is bad.
const MAX_VARIATION_PLIES: usize = 16;

/// The game in PGN with an empty line after it. Its tags, comments, glyphs and variations are kept. Each move gets
/// `[%eval]`, which replaces an older one. A bad move also gets the best variation, and a glyph unless it has one.
/// `annotator` is named if the game has no annotator.
pub fn annotated_pgn(
    parsed: &ParsedGame,
    evaluations: &[MoveEvaluation],
    verdicts: &[Verdict],
    annotator: &str,
) -> String {
    let mut out = PgnWriter::default();
    for (name, value) in &parsed.tags {
        out.tag(name, value);
    }
    if parsed.tag("Annotator").is_none() {
        out.tag("Annotator", annotator);
    }
    out.end_tags();
    Annotations {
        parsed,
        evaluations,
        verdicts,
    }
    .write(&mut out);
    out.finish(parsed.outcome)
}

struct Annotations<'a> {
    parsed: &'a ParsedGame,
    evaluations: &'a [MoveEvaluation],
    verdicts: &'a [Verdict],
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
    fn write(&self, out: &mut PgnWriter) {
        let mut depth = 0_usize;
        let mut plies = 0..;
        let mut pending: Option<Pending> = None;
        for (at, element) in self.parsed.elements.iter().enumerate() {
            if let Some(pending) = &mut pending {
                match element {
                    Element::Nag(nag) => pending.judged |= !pending.valued && (1..=6).contains(nag),
                    _ => self.value(out, pending),
                }
            }
            match element {
                Element::Move { .. } if depth == 0 => {
                    self.variation(out, pending);
                    // The moves after a null move have no values.
                    pending = plies
                        .next()
                        .filter(|&ply| ply < self.verdicts.len())
                        .map(|ply| Pending {
                            ply,
                            element: at,
                            valued: false,
                            judged: false,
                        });
                }
                Element::VariationStart => depth += 1,
                Element::VariationEnd => depth -= 1,
                Element::Comment(text) if depth == 0 && pending.is_some() => {
                    out.comment(&without_eval(text));
                    continue;
                }
                _ => {}
            }
            out.element(element);
        }
        if let Some(last) = &mut pending {
            self.value(out, last);
        }
        self.variation(out, pending);
        for Remark { line, reason } in &self.parsed.remarks {
            out.comment(&format!(" line {line}: {} ", reason.replace('}', ")")));
        }
    }

    /// Writes glyph and value of a move, once.
    fn value(&self, out: &mut PgnWriter, pending: &mut Pending) {
        if std::mem::replace(&mut pending.valued, true) {
            return;
        }
        if let Some(judgment) = self.verdicts[pending.ply]
            .judgment
            .filter(|_| !pending.judged)
        {
            out.nag(judgment.nag());
        }
        let after = &self.evaluations[pending.ply].after;
        // The move that mates shows it itself.
        if after.score != Score::Mate(0) {
            out.comment(&format!(
                " {} ",
                eval_command(after.score, after.turn, after.depth)
            ));
        }
    }

    /// Writes the best variation at a bad move, unless the game has it already.
    fn variation(&self, out: &mut PgnWriter, pending: Option<Pending>) {
        let bad = |pending: &Pending| self.verdicts[pending.ply].judgment.is_some();
        let Some(Pending { ply, element, .. }) = pending.filter(bad) else {
            return;
        };
        let best = best_variation(
            &self.parsed.game.positions()[ply],
            &self.evaluations[ply].before.line,
        );
        let known = variations(&self.parsed.elements[element + 1..]);
        if best.is_empty()
            || known
                .iter()
                .any(|known| known.iter().eq(best.iter().map(|(_, _, san)| san)))
        {
            return;
        }
        out.start_variation();
        for (number, turn, san) in &best {
            out.chess_move(*number, *turn, san);
        }
        out.end_variation();
    }
}

/// The legal moves of a variation, each with its number and side.
fn best_variation(root: &Chess, line: &[Move]) -> Vec<(u32, Color, SanPlus)> {
    let mut position = root.clone();
    let legal = line.iter().take(MAX_VARIATION_PLIES).map_while(|&made| {
        let (number, turn) = (position.fullmoves().get(), position.turn());
        let legal = position.is_legal(made);
        legal.then(|| {
            (
                number,
                turn,
                SanPlus::from_move_and_play_unchecked(&mut position, made),
            )
        })
    });
    legal.collect()
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
        if rest[..begin]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace)
        {
            end += rest[end..]
                .chars()
                .next()
                .filter(|c| c.is_whitespace())
                .map_or(0, char::len_utf8);
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
