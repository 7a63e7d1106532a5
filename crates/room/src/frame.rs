//! Frames: the machine in a word, its registers as they were before it, as the page shows it.

use machine::microengine::constants::CONSTANTS;
use machine::microengine::stack::{Flags, MoveCode, MoveState};
use machine::microengine::word::{self, FIELDS, Slot, Word};
use machine::signal::SIGNALS;
use machine::transposition::hash::Key;
use machine::wires::Wires;
use machine::{Settled, State};
use play::Game;

use crate::event::{Bound, Bus, EntryView, Find, Frame, Level, RootView, StackFrame};
use crate::search::{Iteration, Search};
use crate::{ledger, text};

/// The name of a field's value.
fn value_name(word: Word, name: &str) -> &'static str {
    if let Some(field) = FIELDS.iter().find(|field| field.name == name)
        && let Some(value) = field.values.get(field.get(word) as usize)
    {
        return value.name;
    }
    ""
}

/// A word's operation of the move generator.
pub(crate) fn find(word: Word) -> Find {
    match word.orders().unwrap_or_default().find {
        word::Find::Nothing => Find::Nothing,
        word::Find::Victim => Find::Victim,
        word::Find::Aggressor => Find::Aggressor,
        word::Find::Check => Find::Check,
    }
}

/// The machine in `word`, whose circuits have settled.
pub(crate) fn frame(
    state: &State,
    word: Word,
    settled: &Settled,
    wires: &Wires,
    search: Option<&Search>,
    game: &Game,
) -> Frame {
    let list = wires.list();
    let levels: Vec<u64> = (0..list.len()).map(|index| wires.level(index)).collect();
    let line = |number: usize| {
        let name = format!("line{number}");
        match list.iter().position(|wire| wire.name == name) {
            Some(index) => levels[index],
            None => 0,
        }
    };
    let winner = (1..=6)
        .map(|number| (number as u8, line(number)))
        .find(|&(_, level)| level != 0);
    let terms = state.board.lazy.terms();
    let key = state.key();
    let over = match search {
        Some(search) => search.is_over(),
        None => false,
    };
    Frame {
        searching: search.is_some(),
        over,
        cycle: state.cycles,
        nodes: state.nodes,
        address: state.address,
        pieces: text::pieces(state),
        signals: SIGNALS
            .iter()
            .map(|signal| Level((signal.read)(state)))
            .collect(),
        wires: levels.into_iter().map(Level).collect(),
        cycles: ledger::uses(state, word),
        find: find(word),
        winner: winner.map(|(number, level)| (number, level.trailing_zeros() as u8)),
        bus: bus(word, settled),
        stack: stack(state, game),
        lazy: vec![
            ("material".to_owned(), terms.material, 0),
            ("piece_square".to_owned(), terms.piece_square, 0),
            ("safety".to_owned(), terms.safety[0], terms.safety[1]),
            (
                "centralization".to_owned(),
                terms.centralization[0],
                terms.centralization[1],
            ),
        ],
        entry: entry(state.entry, key),
        index: state.memory.index(key),
        root: search.map(|search| root(search, game)),
    }
}

/// The value bus: the level of its source, and what adder and comparator make of it.
fn bus(word: Word, settled: &Settled) -> Bus {
    let name = |field_name: &str, slot: &str| {
        let name = value_name(word, field_name);
        let number = field(word, slot) as usize;
        match name {
            "frame" | "parent" | "both" => {
                let of = value_of_slot(number);
                format!("{name}.{of}")
            }
            "constant" => format!("constant.{}", CONSTANTS[number % CONSTANTS.len()].name),
            _ => name.to_owned(),
        }
    };
    Bus {
        from: name("source", "read"),
        source: settled.source,
        sum: settled.bus.sum,
        less: settled.bus.less,
        equal: settled.bus.equal,
        to: name("dest", "write"),
    }
}

fn value_of_slot(number: usize) -> &'static str {
    match Slot::VALUES.get(number) {
        Some(value) => value.name,
        None => "",
    }
}

/// The frames from the root to this ply.
fn stack(state: &State, game: &Game) -> Vec<StackFrame> {
    let path = text::path(game.position(), state);
    let root_white = state.white_to_move == state.ply.is_multiple_of(2);
    let mut frames = Vec::new();
    for ply in 0..=state.ply {
        let slot = |slot: Slot| state.stack.slot(ply, slot as u8);
        let white = root_white == ply.is_multiple_of(2);
        let best = match slot(Slot::Best) {
            0 => None,
            best => Some(text::register_move(white, MoveCode::from_word(best))),
        };
        let made = path.get(usize::from(ply));
        let half = if ply == state.ply {
            state.now
        } else {
            state.stack.state(ply)
        };
        frames.push(StackFrame {
            slots: [
                Slot::Alpha,
                Slot::Beta,
                Slot::Limit,
                Slot::Depth,
                Slot::Next,
            ]
            .map(slot),
            best,
            text: made.map(|made| made.text.clone()),
            uci: made.map(|made| made.uci.clone()),
            flags: flags(half),
        });
    }
    frames
}

fn flags(MoveState { flags, .. }: MoveState) -> Vec<String> {
    let Flags {
        in_check,
        legal,
        raised,
        quiet,
        spent,
    } = flags;
    let all = [
        ("in_check", in_check),
        ("legal", legal),
        ("raised", raised),
        ("quiet", quiet),
        ("spent", spent),
    ];
    all.into_iter()
        .filter(|(_, on)| *on)
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// An entry read for a key.
pub(crate) fn entry(entry: machine::transposition::memory::Entry, key: Key) -> EntryView {
    let bound = match (entry.is_upper(), entry.is_lower()) {
        (true, true) => Bound::Exact,
        (true, false) => Bound::Upper,
        (false, true) => Bound::Lower,
        (false, false) => Bound::None,
    };
    EntryView {
        hit: entry.lock() == key.lock(),
        open: entry.is_open(),
        bound,
        value: entry.value(),
        depth: -entry.depth(),
    }
}

fn root(search: &Search, game: &Game) -> RootView {
    let Iteration {
        depth,
        searched,
        number,
        of,
    } = search.iteration();
    RootView {
        depth,
        number,
        of,
        san: searched.map(|chess_move| play::san(game.position(), chess_move)),
        thought: search.thoughts().last().cloned(),
    }
}

/// Value of a field of a word by the field's name.
pub(crate) fn field(word: Word, name: &str) -> u64 {
    match FIELDS.iter().find(|field| field.name == name) {
        Some(field) => field.get(word),
        None => 0,
    }
}
