//! A solution as text.

use std::fmt::{self, Display, Formatter};

use crate::listing::Scope;
use crate::mate::{Defence, Mating, Solution, Written};

impl Display for Solution {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let moves = self.task.mates;
        match self.keys.as_slice() {
            [] => writeln!(f, "no mate in {moves}")?,
            [key] => writeln!(f, "key: {}", key.first.san)?,
            keys => writeln!(f, "{} keys: {}", keys.len(), list(keys.iter().map(|key| &key.first)))?,
        }
        if self.task.play {
            for key in &self.keys {
                play(f, key, 1)?;
            }
        }
        for one in &self.tries {
            writeln!(f, "try: {}?  but {}!", one.first.san, list(&one.refutations))?;
        }
        if self.task.tries > 0 && self.tries.is_empty() {
            writeln!(f, "no tries")?;
        }
        self.scope(f)?;
        writeln!(f, "{} nodes", self.nodes)
    }
}

impl Solution {
    fn scope(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(full) = &self.full_keys else { return Ok(()) };
        if self.task.scope == Scope::Full || !self.left_out {
            return Ok(());
        }
        writeln!(f, "outside Bell's scope: castling or en passant is possible here, and he left both out")?;
        match (self.needs_all_rules(), full.is_empty()) {
            (false, _) => writeln!(f, "by all the rules the key is the same"),
            (true, true) => writeln!(f, "by all the rules there is no mate in {}", self.task.mates),
            (true, false) => writeln!(f, "by all the rules (--full): {}", list(full)),
        }
    }
}

fn list<'a>(moves: impl IntoIterator<Item = &'a Written>) -> String {
    moves.into_iter().map(|one| one.san.as_str()).collect::<Vec<_>>().join(", ")
}

/// A move of the mating side and, indented below it, the replies.
fn play(f: &mut Formatter<'_>, mating: &Mating, move_number: usize) -> fmt::Result {
    let indent = "    ".repeat(move_number - 1);
    write!(f, "{indent}{move_number}. {}", mating.first.san)?;
    match (mating.defences.is_empty(), mating.check, mating.threats.as_slice()) {
        (true, ..) => writeln!(f, "  mates at once")?,
        (_, true, _) => writeln!(f, "  check")?,
        (_, _, []) => writeln!(f, "  waits: no threat")?,
        (_, _, threats) => writeln!(f, "  threatens {}", list(threats))?,
    }
    for defence in &mating.defences {
        reply(f, mating, defence, move_number)?;
    }
    Ok(())
}

fn reply(f: &mut Formatter<'_>, before: &Mating, defence: &Defence, move_number: usize) -> fmt::Result {
    let indent = "    ".repeat(move_number);
    let next = list(defence.mates.iter().map(|mating| &mating.first));
    write!(f, "{indent}{move_number}... {:<7} {}. {next}", defence.reply.san, move_number + 1)?;
    let is_threat = |mating: &Mating| before.threats.iter().any(|t| t.named == mating.first.named);
    let threat = defence.mates.iter().any(is_threat);
    let notes = [(defence.is_dual(), "dual"), (threat, "threat")];
    let notes: Vec<&str> = notes.into_iter().filter(|(holds, _)| *holds).map(|(_, note)| note).collect();
    match notes.as_slice() {
        [] => writeln!(f)?,
        notes => writeln!(f, "  ({})", notes.join(", "))?,
    }
    for mating in defence.mates.iter().filter(|mating| !mating.defences.is_empty()) {
        play(f, mating, move_number + 1)?;
    }
    Ok(())
}
