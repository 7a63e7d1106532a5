//! Conditions that end a run.

use machine::State;
use machine::signal::{SIGNALS, Signal};
use microcode::Program;
use shakmaty::Role;

use crate::Fault;
use crate::command::{Relation, Until};
use crate::search::Search;
use crate::text;

/// A condition that has been understood.
pub(crate) enum Condition {
    Address(u16),
    Signal(&'static Signal, Relation, i64),
    Searched(Searched),
    ValueFalls,
}

/// A move by which a node is entered.
pub(crate) struct Searched {
    role: Option<Role>,
    from: Option<u8>,
    to: u8,
    promotion: Option<Role>,
    castle: Option<u8>,
}

/// Names of signals whose levels are signed.
pub(crate) fn is_signed(signal: &Signal) -> bool {
    signal.width == 16 && signal.name != "best"
}

/// A signal's level as a number.
pub(crate) fn level(signal: &Signal, state: &State) -> i64 {
    let level = (signal.read)(state);
    if is_signed(signal) { i64::from(level as u16 as i16) } else { level as i64 }
}

/// A signal by its name, or by block and name.
pub(crate) fn signal(name: &str) -> Result<&'static Signal, Fault> {
    let found = SIGNALS.iter().find(|signal| signal.name == name || signal.path() == name);
    found.ok_or_else(|| Fault::new("signal", "a name of `belle trace --list`", name))
}

impl Condition {
    pub(crate) fn new(until: &Until, program: &Program) -> Result<Condition, Fault> {
        Ok(match until {
            Until::Address { address } if usize::from(*address) < program.words.len() => {
                Condition::Address(*address)
            }
            Until::Address { address } => {
                let last = program.words.len() - 1;
                return Err(Fault::new("address", &format!("0 to {last}"), &address.to_string()));
            }
            Until::Label { label } => Condition::Address(
                program
                    .address(label)
                    .ok_or_else(|| Fault::new("label", "a label of search.mc, such as 'cut'", label))?,
            ),
            Until::Signal { signal: name, is, level } => Condition::Signal(signal(name)?, *is, *level),
            Until::Searched { text } => Condition::Searched(Searched::parse(text)?),
            Until::ValueFalls {} => Condition::ValueFalls,
        })
    }

    /// Whether it holds at a word.
    ///
    /// A move holds while its node is the present one, a fallen value until the next value.
    pub(crate) fn holds(&self, state: &State, search: &Search) -> bool {
        match self {
            Condition::Address(address) => !state.halted && state.address == *address,
            Condition::Signal(signal, is, expected) => {
                let level = level(signal, state);
                match is {
                    Relation::Equal => level == *expected,
                    Relation::NotEqual => level != *expected,
                    Relation::Less => level < *expected,
                    Relation::Greater => level > *expected,
                }
            }
            Condition::Searched(searched) => state.ply > 0 && searched.is_made(state),
            Condition::ValueFalls => {
                matches!(search.thoughts(), [.., one, other] if other.value < one.value)
            }
        }
    }

    /// Whether it begins to hold at a word, after what was `before`.
    fn begins(&self, state: &State, search: &Search, before: &Before, held: bool) -> bool {
        match self {
            Condition::Address(_) => true,
            Condition::Signal(..) => !held,
            Condition::Searched(_) => state.ply > before.ply,
            Condition::ValueFalls => search.thoughts().len() > before.thoughts,
        }
    }
}

/// Registers of the word before.
struct Before {
    ply: u8,
    thoughts: usize,
}

/// Conditions that must hold together, followed from word to word.
pub(crate) struct Conditions {
    all: Vec<Condition>,
    held: Vec<bool>,
    before: Before,
}

impl Conditions {
    /// Understands conditions, and reads what holds at the present word.
    pub(crate) fn new(
        until: &[Until],
        program: &Program,
        state: &State,
        search: &Search,
    ) -> Result<Conditions, Fault> {
        let all: Result<Vec<Condition>, Fault> =
            until.iter().map(|until| Condition::new(until, program)).collect();
        let all = all?;
        let held = all.iter().map(|condition| condition.holds(state, search)).collect();
        Ok(Conditions { all, held, before: Before { ply: state.ply, thoughts: search.thoughts().len() } })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether all hold after a word, and one of them begins to hold.
    pub(crate) fn begin(&mut self, state: &State, search: &Search) -> bool {
        let (mut all, mut begins) = (true, false);
        for (condition, held) in self.all.iter().zip(&mut self.held) {
            let holds = condition.holds(state, search);
            all &= holds;
            begins |= holds && condition.begins(state, search, &self.before, *held);
            *held = holds;
        }
        self.before = Before { ply: state.ply, thoughts: search.thoughts().len() };
        all && begins
    }
}

impl Searched {
    fn parse(text: &str) -> Result<Searched, Fault> {
        let fault = || Fault::new("move", "a move such as Nf6, exd5, e8=Q, O-O or g8f6", text);
        let bare: String = text.chars().filter(|c| !"x+#!?-=".contains(*c)).collect();
        if bare.eq_ignore_ascii_case("OO") || bare == "00" {
            return Ok(Searched { role: None, from: None, to: 0, promotion: None, castle: Some(2) });
        }
        if bare.eq_ignore_ascii_case("OOO") || bare == "000" {
            return Ok(Searched { role: None, from: None, to: 0, promotion: None, castle: Some(3) });
        }
        let mut letters: Vec<char> = bare.chars().collect();
        let role_of = |letter: char| Role::from_char(letter.to_ascii_lowercase());
        let role = letters.first().copied().filter(char::is_ascii_uppercase);
        if role.is_some() {
            letters.remove(0);
        }
        let promotion = letters.last().copied().filter(|c| c.is_ascii_alphabetic()).and_then(role_of);
        if promotion.is_some() {
            letters.pop();
        }
        let square = |file: char, rank: char| {
            let (file, rank) =
                ((file as u32).wrapping_sub('a' as u32), (rank as u32).wrapping_sub('1' as u32));
            (file < 8 && rank < 8).then_some((rank * 8 + file) as u8)
        };
        let role = match role {
            Some(letter) => Some(role_of(letter).ok_or_else(fault)?),
            None if letters.len() < 4 => Some(Role::Pawn),
            None => None,
        };
        let [.., file, rank] = letters[..] else { return Err(fault()) };
        let to = square(file, rank).ok_or_else(fault)?;
        let from = match letters[..letters.len() - 2] {
            [] => None,
            [file, rank] => Some(square(file, rank).ok_or_else(fault)?),
            // A file before the square, as in exd5, is left to the square.
            [file] if file.is_ascii_alphanumeric() => None,
            _ => return Err(fault()),
        };
        Ok(Searched { role, from, to, promotion, castle: None })
    }

    /// Whether the last move of the path is this one.
    fn is_made(&self, state: &State) -> bool {
        let made = state.stack.state(state.ply.wrapping_sub(1));
        if let Some(kind) = self.castle {
            return made.kind == kind;
        }
        let (from, to, promotion) = text::squares(!state.white_to_move, made.to, made.from, made.kind);
        let kind = match promotion {
            Some(_) => Role::Pawn as u8,
            None => state.board.pieces()[usize::from(to)] & 7,
        };
        to == self.to
            && self.from.is_none_or(|expected| expected == from)
            && self.role.is_none_or(|role| role as u8 == kind)
            && (self.promotion.is_none() || self.promotion == promotion)
    }
}
