//! Descriptions: names and explanations of everything that a frame shows.

use host::Generation;
use machine::clock::{CYCLES_PER_SECOND, cost};
use machine::diagram::{PARTS, part};
use machine::microengine::word::{Dest, FIELDS, Source as BusSource, Word};
use machine::signal::SIGNALS;
use machine::transposition::memory::ENTRIES;
use machine::wires::Wires;
use microcode::{Program, orders_text};
use play::Choices as _;

use crate::event::{Description, FieldText, Level, PartText, SignalText, Source, WordText};
use crate::tree;

fn fidelity(block: &str) -> String {
    match part(block) {
        Some(part) => part.fidelity.to_owned(),
        None => String::new(),
    }
}

/// All tables.
pub(crate) fn description(program: &Program, wires: &Wires) -> Description {
    let parts = PARTS.iter().map(|part| PartText {
        block: part.block.to_owned(),
        fidelity: part.fidelity.to_owned(),
    });
    let signals = SIGNALS.iter().map(|signal| SignalText {
        block: signal.block.to_owned(),
        name: signal.name.to_owned(),
        width: signal.width,
        help: signal.help().to_owned(),
        fidelity: fidelity(signal.block),
        reading: signal.reading.into(),
    });
    let wires = wires.list().into_iter().map(|wire| SignalText {
        fidelity: fidelity(&wire.block),
        reading: wire.reading().into(),
        block: wire.block,
        name: wire.name.to_owned(),
        width: wire.width,
        help: wire.help.to_owned(),
    });
    let fields = FIELDS.iter().map(|field| FieldText {
        name: field.name.to_owned(),
        bit: field.bit,
        width: field.width,
        help: field.help.to_owned(),
        values: field
            .values
            .iter()
            .map(|value| (value.name.to_owned(), value.help.to_owned()))
            .collect(),
    });
    let steps = steps(program);
    let words = program
        .words
        .iter()
        .zip(0..)
        .map(|(&word, address)| describe_word(program, &steps, word, address));
    let sources = program.sources.iter().map(|source| Source {
        name: source.name.clone(),
        lines: source.text.lines().map(str::to_owned).collect(),
    });
    Description {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        cycles_per_second: CYCLES_PER_SECOND,
        // Earlier generations are no machine of microcode.
        generations: [Generation::Machine1980, Generation::Entry1983]
            .iter()
            .map(|generation| (generation.name().to_owned(), generation.cycles_per_second()))
            .collect(),
        entries: ENTRIES,
        parts: parts.collect(),
        signals: signals.collect(),
        wires: wires.collect(),
        fields: fields.collect(),
        words: words.collect(),
        sources: sources.collect(),
    }
}

/// The file whose comments have the numbered steps of docs/search.md.
const NUMBERED: &str = "search.mc";

/// The numbered step of each line of search.mc, from line 0; empty where there is none.
fn steps(program: &Program) -> Vec<String> {
    let Some(source) = program
        .sources
        .iter()
        .find(|source| source.name == NUMBERED)
    else {
        return Vec::new();
    };
    let mut step = String::new();
    let mut blank = true;
    let mut steps = Vec::new();
    for line in source.lines() {
        if blank && let Some(comment) = line.strip_prefix("; ") {
            let numbered = comment.starts_with(|first: char| first.is_ascii_digit());
            let mut ends = comment.match_indices(['.', ':']).map(|(at, _)| at);
            let end = ends.find(|&at| at > 2).unwrap_or(comment.len());
            step = if numbered {
                comment[..end].to_owned()
            } else {
                String::new()
            };
        }
        blank = line.trim().is_empty();
        steps.push(step.clone());
    }
    steps
}

/// The labels before a word; those of an expanded macro have `@` in their names and mean nothing to
/// a reader.
fn labels(program: &Program, address: u16) -> impl Iterator<Item = &str> {
    let labels = program.labels_at(address);
    labels.filter(|label| !label.contains('@'))
}

/// The nearest label at an address or before it, and its distance.
fn nearest_label(program: &Program, address: u16) -> Option<(&str, u16)> {
    for after in 0..=address {
        if let Some(label) = labels(program, address - after).next() {
            return Some((label, after));
        }
    }
    None
}

fn describe_word(program: &Program, steps: &[String], word: Word, address: u16) -> WordText {
    let label = |address: u16| program.labels_at(address).next().map(str::to_owned);
    let location = program.locations.get(usize::from(address));
    let (mut source, mut line, mut call, mut numbered) = (0, 0, 0, 0);
    if let Some(location) = location {
        (source, line) = (location.file, location.line);
        // A macro of board.mc belongs to the step that calls it.
        if let Some(found) = location.calls.iter().rfind(|call| call.file == NUMBERED) {
            call = found.line;
        }
        let is_numbered = program.sources[location.file].name == NUMBERED;
        numbered = if is_numbered { location.line } else { call };
    }
    let orders = word.orders().unwrap_or_default();
    let nearest = nearest_label(program, address);
    WordText {
        bits: Level(word.0),
        labels: labels(program, address).map(str::to_owned).collect(),
        cutoff: match nearest {
            Some((label, _)) => tree::CUTOFFS.contains(&label),
            None => false,
        },
        place: match nearest {
            Some((label, 0)) => label.to_owned(),
            Some((label, after)) => format!("{label} + {after}"),
            None => format!("{address:x}"),
        },
        orders: orders_text(word, &label),
        uses_bus: orders.source != BusSource::Zero || orders.dest != Dest::Nothing,
        halts: orders.halt,
        cycles: cost(&orders),
        source,
        line,
        call,
        step: steps
            .get((numbered as usize).wrapping_sub(1))
            .cloned()
            .unwrap_or_default(),
        fields: FIELDS.iter().map(|field| field.get(word) as u16).collect(),
    }
}
