//! Conditions that end a run.

use host::Link;
use machine::State;
use machine::signal::{Reading, SIGNALS, Signal};
use machine::wires::{Wire, Wires};
use microcode::Program;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Square};

use crate::Fault;
use crate::command::{Number, Relation, Until};
use crate::search::Search;
use crate::text;

/// Most conditions of a run.
pub const MAX_CONDITIONS: usize = 16;

/// A condition that has been understood.
enum Condition {
    Address(u16),
    Level(Source, Relation, Number),
    Searched(Searched),
    ValueFalls,
}

/// A move by which a node is entered.
enum Searched {
    San(San),
    Uci(UciMove),
}

/// A source of levels: a signal or wires.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// A signal of the state.
    Signal(&'static Signal),
    /// Wires of the move generator, by their place in the list.
    Wire(usize),
}

impl Source {
    /// A signal or wires by name, or by block and name.
    pub(crate) fn find(name: &str, wires: &Wires) -> Result<Source, Fault> {
        if let Some(signal) = SIGNALS
            .iter()
            .find(|signal| signal.name == name || signal.path() == name)
        {
            return Ok(Source::Signal(signal));
        }
        let path = |wire: &Wire| format!("/{}/{}", wire.block, wire.name);
        let found = wires
            .list()
            .iter()
            .position(|wire| path(wire).ends_with(&format!("/{name}")));
        match found {
            Some(wire) if !name.is_empty() => Ok(Source::Wire(wire)),
            _ => Err(Fault::new("signal", "a name of `belle trace --list`", name)),
        }
    }

    /// The level at a word; `wires` have settled in it.
    pub(crate) fn read(self, state: &State, wires: &Wires) -> u64 {
        match self {
            Source::Signal(signal) => (signal.read)(state),
            Source::Wire(index) => wires.level(index),
        }
    }

    /// The level as a number.
    fn number(self, state: &State, wires: &Wires) -> Number {
        match self {
            Source::Signal(signal) if signal.reading == Reading::Signed => {
                level(signal, state).into()
            }
            _ => self.read(state, wires).into(),
        }
    }

    /// The level as 64 bits, those of a negative number in two's complement.
    pub(crate) fn bits(self, state: &State, wires: &Wires) -> i64 {
        match self {
            Source::Signal(signal) => level(signal, state),
            Source::Wire(_) => self.read(state, wires) as i64,
        }
    }

    pub(crate) fn is_wire(self) -> bool {
        matches!(self, Source::Wire(_))
    }
}

/// A signal's level as 64 bits, those of a negative number in two's complement.
pub(crate) fn level(signal: &Signal, state: &State) -> i64 {
    let level = (signal.read)(state);
    if signal.reading == Reading::Signed {
        i64::from(level as u16 as i16)
    } else {
        level as i64
    }
}

impl Condition {
    fn new(until: &Until, program: &Program, wires: &Wires) -> Result<Condition, Fault> {
        Ok(match until {
            Until::Address { address } if usize::from(*address) < program.words.len() => {
                Condition::Address(*address)
            }
            Until::Address { address } => {
                let expected = format!("000 to {:03X}", program.words.len() - 1);
                return Err(Fault::new("address", &expected, &format!("{address:03X}")));
            }
            Until::Label { label } => {
                Condition::Address(program.address(label).ok_or_else(|| {
                    Fault::new("label", "a label of search.mc, such as 'cut'", label)
                })?)
            }
            Until::Signal { signal, is, level } => {
                Condition::Level(Source::find(signal, wires)?, *is, *level)
            }
            Until::Searched { text } => Condition::Searched(Searched::parse(text)?),
            Until::ValueFalls {} => Condition::ValueFalls,
        })
    }

    /// Whether it holds at a word.
    ///
    /// A move holds while its node is the present one, a fallen value until the next value.
    fn holds(&self, state: &State, search: &Search, root: &Chess, wires: &Wires) -> bool {
        match self {
            Condition::Address(address) => !state.halted && state.address == *address,
            Condition::Level(source, is, expected) => {
                let level = source.number(state, wires);
                match is {
                    Relation::Equal => level == *expected,
                    Relation::NotEqual => level != *expected,
                    Relation::Less => level < *expected,
                    Relation::Greater => level > *expected,
                }
            }
            Condition::Searched(searched) => searched.is_made(root, state),
            Condition::ValueFalls => {
                matches!(search.thoughts(), [.., one, other] if other.value < one.value)
            }
        }
    }

    /// Whether it begins to hold at a word, after what was `before`.
    fn begins(&self, state: &State, search: &Search, before: &Before, held: bool) -> bool {
        match self {
            Condition::Address(_) => true,
            Condition::Level(..) => !held,
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
    root: Chess,
    /// Settled only where a condition reads them.
    wires: Wires,
    reads_wires: bool,
}

impl Conditions {
    /// Understands conditions, and reads what holds at the present word of a search from `root`.
    pub(crate) fn new(
        until: &[Until],
        program: &Program,
        mut wires: Wires,
        (link, search, root): (&Link, &Search, &Chess),
    ) -> Result<Conditions, Fault> {
        if until.len() > MAX_CONDITIONS {
            return Err(Fault::new(
                "until",
                &format!("at most {MAX_CONDITIONS} conditions"),
                &until.len().to_string(),
            ));
        }
        let state = link.state();
        let all: Result<Vec<Condition>, Fault> = until
            .iter()
            .map(|until| Condition::new(until, program, &wires))
            .collect();
        let all = all?;
        let reads_wires = all
            .iter()
            .any(|condition| matches!(condition, Condition::Level(source, ..) if source.is_wire()));
        if reads_wires {
            wires.settle(&link.settled());
        }
        let held = all
            .iter()
            .map(|condition| condition.holds(state, search, root, &wires))
            .collect();
        let before = Before {
            ply: state.ply,
            thoughts: search.thoughts().len(),
        };
        Ok(Conditions {
            all,
            held,
            before,
            root: root.clone(),
            wires,
            reads_wires,
        })
    }

    /// Whether a condition reads wires, which must settle in every word for it.
    pub(crate) fn reads_wires(&self) -> bool {
        self.reads_wires
    }

    /// Whether all hold after a word, and one of them begins to hold.
    pub(crate) fn begin(&mut self, link: &Link, search: &Search) -> bool {
        let state = link.state();
        if self.reads_wires {
            self.wires.settle(&link.settled());
        }
        // The host may begin a root move without a change of ply.
        let same_node = state.ply > 1 && state.ply == self.before.ply;
        let (mut all, mut begins) = (true, false);
        for (condition, held) in self.all.iter().zip(&mut self.held) {
            let holds = match condition {
                Condition::Searched(_) if same_node => *held,
                _ => condition.holds(state, search, &self.root, &self.wires),
            };
            all &= holds;
            begins |= holds && condition.begins(state, search, &self.before, *held);
            *held = holds;
        }
        self.before = Before {
            ply: state.ply,
            thoughts: search.thoughts().len(),
        };
        all && begins
    }
}

impl Searched {
    fn parse(text: &str) -> Result<Searched, Fault> {
        let fault = || Fault::new("move", "a move such as Nf6, exd5, e8=Q, O-O or g8f6", text);
        if let Ok(uci @ UciMove::Normal { .. }) = text.parse() {
            return Ok(Searched::Uci(uci));
        }
        let san = text
            .replace('0', "O")
            .parse::<SanPlus>()
            .map_err(|_| fault())?
            .san;
        if matches!(san, San::Normal { .. } | San::Castle(_)) {
            Ok(Searched::San(san))
        } else {
            Err(fault())
        }
    }

    /// The square moved to; none for castling.
    fn to(&self) -> Option<Square> {
        match self {
            Searched::San(San::Normal { to, .. }) | Searched::Uci(UciMove::Normal { to, .. }) => {
                Some(*to)
            }
            _ => None,
        }
    }

    /// Whether the last move of the path is this one, and legal.
    fn is_made(&self, root: &Chess, state: &State) -> bool {
        let Some(ply) = state.ply.checked_sub(1) else {
            return false;
        };
        let made = state.stack.state(ply);
        let (_, to) = made.code().squares(!state.white_to_move);
        if let Some(expected) = self.to()
            && u32::from(expected) != u32::from(to)
        {
            return false;
        }
        let Some(last) = text::last_move(root, state) else {
            return false;
        };
        match self {
            Searched::San(san) => san.matches(last),
            Searched::Uci(uci) => *uci == UciMove::from_move(last, CastlingMode::Standard),
        }
    }
}
