//! Conditions that end a run, as the page and Python send them.

use std::mem;

use host::Link;
use machine::signal::{self, SIGNALS, Signal};
use machine::wires::{Wire, Wires};
use machine::{Settled, State};
use microcode::{Program, nearest};
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, File, Square};

use crate::Fault;
use crate::command::Until;
use crate::search::Search;
use crate::text;

/// Most conditions of a run.
pub const MAX_CONDITIONS: usize = 16;

/// A condition that has been understood.
enum Condition {
    Address(u16),
    Level(LevelCondition),
    Searched(Searched),
    ValueFalls,
}

/// A relation of a signal's level to a number.
struct LevelCondition {
    source: Source,
    relation: Relation,
    expected: i128,
}

#[derive(Clone, Copy)]
enum Relation {
    Equal,
    NotEqual,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

/// How relations are typed. The longer signs come first, since `<` also begins `<=`.
const RELATIONS: [(&str, Relation); 7] = [
    ("==", Relation::Equal),
    ("!=", Relation::NotEqual),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

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
        if let Some(signal) = signal::find(name) {
            return Ok(Source::Signal(signal));
        }
        let path = |wire: &Wire| format!("/{}/{}", wire.block, wire.name);
        let found = wires
            .list()
            .iter()
            .position(|wire| path(wire).ends_with(&format!("/{name}")));
        if let Some(wire) = found
            && !name.is_empty()
        {
            return Ok(Source::Wire(wire));
        }
        let known = SIGNALS.iter().map(|signal| signal.name);
        let known = known.chain(wires.list().into_iter().map(|wire| wire.name));
        let expected = "the name of a signal or of wires, such as ply or recv/line1";
        let fault = Fault::new("signal", expected, name);
        Err(match nearest(name, known) {
            Some(near) => fault.help(&format!("did you mean '{near}'?")),
            None => fault,
        })
    }

    /// The level at a word; `wires` have settled in it.
    pub(crate) fn read(self, state: &State, wires: &Wires) -> u64 {
        match self {
            Source::Signal(signal) => (signal.read)(state),
            Source::Wire(index) => wires.level(index),
        }
    }

    /// The level as a number. Only signals of the value bus have a sign.
    pub(crate) fn level(self, state: &State, wires: &Wires) -> i128 {
        match self {
            Source::Signal(signal) => signal.level(state),
            Source::Wire(_) => self.read(state, wires).into(),
        }
    }

    pub(crate) fn is_wire(self) -> bool {
        matches!(self, Source::Wire(_))
    }
}

impl LevelCondition {
    /// Reads a condition such as `ply = 3`, `to = e4`, `acc < -50` or `recv/line1 != 0x00FF`.
    fn parse(text: &str, wires: &Wires) -> Result<LevelCondition, Fault> {
        let expected = "a name, a relation and a level, such as ply = 3, to = e4 or acc < -50";
        let fault = || Fault::new("condition", expected, text);
        let at = text.find(['=', '!', '<', '>']).ok_or_else(fault)?;
        let (name, rest) = text.split_at(at);
        let name = name.trim();
        let relation = RELATIONS.iter().find(|(sign, _)| rest.starts_with(sign));
        let &(sign, relation) = relation.ok_or_else(fault)?;
        let number = rest[sign.len()..].trim();
        if name.is_empty() || number.is_empty() {
            return Err(fault());
        }
        let expected = "a number of 64 bits or a square, such as 3, -50, 0x5A or e4";
        Ok(LevelCondition {
            source: Source::find(name, wires)?,
            relation,
            expected: parse_level(number).ok_or_else(|| Fault::new("level", expected, number))?,
        })
    }

    /// Whether it holds for a level of its source.
    fn holds(&self, level: i128) -> bool {
        match self.relation {
            Relation::Equal => level == self.expected,
            Relation::NotEqual => level != self.expected,
            Relation::Less => level < self.expected,
            Relation::Greater => level > self.expected,
            Relation::AtMost => level <= self.expected,
            Relation::AtLeast => level >= self.expected,
        }
    }
}

/// A level as it is typed: decimal, hexadecimal after `0x`, or a square, whose number counts from
/// a1.
fn parse_level(text: &str) -> Option<i128> {
    let text = text.to_ascii_lowercase();
    if let Ok(square) = text.parse::<Square>() {
        return Some(i128::from(u32::from(square)));
    }
    let digits = text.strip_prefix('-').unwrap_or(&text);
    // Rust's own parser would take a plus sign here.
    if digits.starts_with('+') {
        return None;
    }
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let magnitude = i128::from(magnitude.ok()?);
    Some(if text.starts_with('-') {
        -magnitude
    } else {
        magnitude
    })
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
            Until::Signal { text } => Condition::Level(LevelCondition::parse(text, wires)?),
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
            Condition::Level(condition) => condition.holds(condition.source.level(state, wires)),
            Condition::Searched(searched) => searched.is_made(root, state),
            Condition::ValueFalls => {
                matches!(search.thoughts(), [.., one, other] if other.value < one.value)
            }
        }
    }

    fn reads_wires(&self) -> bool {
        match self {
            Condition::Level(condition) => condition.source.is_wire(),
            _ => false,
        }
    }

    /// Whether it begins to hold at a word, after what was `before`.
    fn begins(&self, state: &State, search: &Search, before: &Before, held: bool) -> bool {
        match self {
            Condition::Address(_) => true,
            Condition::Level(_) => !held,
            Condition::Searched(_) => state.ply > before.ply,
            Condition::ValueFalls => search.thoughts().len() > before.thoughts,
        }
    }
}

/// The conditions of a run, or the fault of the first that cannot be understood.
fn understood(until: &[Until], program: &Program, wires: &Wires) -> Result<Vec<Condition>, Fault> {
    if until.len() > MAX_CONDITIONS {
        return Err(Fault::new(
            "until",
            &format!("at most {MAX_CONDITIONS} conditions"),
            &until.len().to_string(),
        ));
    }
    until
        .iter()
        .map(|until| Condition::new(until, program, wires))
        .collect()
}

/// Finds out whether conditions can be understood, without a search.
pub(crate) fn check(until: &[Until], program: &Program, wires: &Wires) -> Result<(), Fault> {
    understood(until, program, wires).map(|_| ())
}

/// Registers of the word before.
struct Before {
    ply: u8,
    thoughts: usize,
}

/// What conditions say of a word.
#[derive(Clone, Copy)]
struct Verdict {
    all_hold: bool,
    one_begins: bool,
}

impl Verdict {
    /// Of no conditions.
    const NONE: Verdict = Verdict {
        all_hold: true,
        one_begins: false,
    };

    fn add(&mut self, holds: bool, begins: bool) {
        self.all_hold &= holds;
        self.one_begins |= holds && begins;
    }

    fn ends_the_run(self) -> bool {
        self.all_hold && self.one_begins
    }
}

/// A word that has run before its wires settle.
struct Unsettled {
    cycle: u64,
    /// What the conditions say that read no wires.
    verdict: Verdict,
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
    /// Words that were added and wait for their wires, with the inputs of the array in each.
    words: Vec<Unsettled>,
    inputs: Vec<Settled>,
}

impl Conditions {
    /// Understands conditions, and reads what holds at the present word of a search from `root`.
    pub(crate) fn new(
        until: &[Until],
        program: &Program,
        mut wires: Wires,
        (link, search, root): (&Link, &Search, &Chess),
    ) -> Result<Conditions, Fault> {
        let all = understood(until, program, &wires)?;
        let state = link.state();
        let reads_wires = all.iter().any(Condition::reads_wires);
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
            words: Vec::new(),
            inputs: Vec::new(),
        })
    }

    /// Whether a condition reads wires: then words are [added](Conditions::add) and
    /// [settled](Conditions::settle) together, as gates take hardly longer for many words than for
    /// one.
    pub(crate) fn reads_wires(&self) -> bool {
        self.reads_wires
    }

    /// Whether all hold after a word, and one of them begins to hold. None may read wires.
    pub(crate) fn begin(&mut self, link: &Link, search: &Search) -> bool {
        self.follow(link, search).ends_the_run()
    }

    /// Adds a word that has run. Its wires settle later.
    pub(crate) fn add(&mut self, link: &Link, search: &Search) {
        let verdict = self.follow(link, search);
        let cycle = link.state().cycles;
        self.words.push(Unsettled { cycle, verdict });
        self.inputs.push(link.settled());
    }

    /// Whether as many words have been added as settle together.
    pub(crate) fn is_full(&self) -> bool {
        self.words.len() == Wires::WORDS
    }

    /// Lets the wires settle in the words that were added. Returns the cycle of the first of them
    /// at which all conditions hold and one of them begins to hold.
    pub(crate) fn settle(&mut self) -> Option<u64> {
        if self.words.is_empty() {
            return None;
        }
        self.wires.settle_words(&self.inputs);
        self.inputs.clear();
        let mut words = mem::take(&mut self.words);
        for (condition, held) in self.all.iter().zip(&mut self.held) {
            let Condition::Level(condition) = condition else {
                continue;
            };
            let Source::Wire(index) = condition.source else {
                continue;
            };
            let levels = self.wires.levels(index);
            for (word, &level) in words.iter_mut().zip(&levels) {
                let holds = condition.holds(level.into());
                word.verdict.add(holds, !*held);
                *held = holds;
            }
        }
        let first = words.iter().find(|word| word.verdict.ends_the_run())?;
        Some(first.cycle)
    }

    /// What the conditions that read no wires say after a word.
    fn follow(&mut self, link: &Link, search: &Search) -> Verdict {
        let state = link.state();
        // The host may begin a root move without a change of ply.
        let same_node = state.ply > 1 && state.ply == self.before.ply;
        let mut verdict = Verdict::NONE;
        for (condition, held) in self.all.iter().zip(&mut self.held) {
            if condition.reads_wires() {
                continue;
            }
            let holds = match condition {
                Condition::Searched(_) if same_node => *held,
                _ => condition.holds(state, search, &self.root, &self.wires),
            };
            let begins = condition.begins(state, search, &self.before, *held);
            verdict.add(holds, begins);
            *held = holds;
        }
        self.before = Before {
            ply: state.ply,
            thoughts: search.thoughts().len(),
        };
        verdict
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

    /// The square moved to; none for what may be castling, which is written with the king's square
    /// or, as in Chess960, with the rook's.
    fn to(&self) -> Option<Square> {
        match self {
            Searched::San(San::Normal { to, .. }) => Some(*to),
            Searched::Uci(UciMove::Normal { from, to, .. })
                if from.file() != File::E || from.rank() != to.rank() =>
            {
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
            Searched::Uci(uci) => [CastlingMode::Standard, CastlingMode::Chess960]
                .into_iter()
                .any(|mode| *uci == UciMove::from_move(last, mode)),
        }
    }
}
