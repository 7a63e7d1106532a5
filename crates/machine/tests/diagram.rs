//! The rows of the block diagram: each block, wire and label has one, and says what its circuit's
//! file says.

use std::collections::BTreeSet;
use std::path::Path;

use machine::diagram::{PARTS, part};
use machine::signal::SIGNALS;
use machine::wires::Wires;

#[test]
fn diagram_has_a_row_for_every_signal_and_wire() {
    for signal in SIGNALS {
        assert!(part(signal.block).is_some(), "no part {}", signal.block);
    }
    let wires = Wires::default().list();
    for wire in &wires {
        assert!(!wire.help.is_empty(), "{}/{}", wire.block, wire.name);
    }
    for part in PARTS {
        for text in part.wires {
            let is_there = wires
                .iter()
                .any(|wire| wire.block == part.block && wire.name == text.name);
            assert!(is_there, "no wire {}/{}", part.block, text.name);
        }
    }
}

/// Words of a text, in lower case.
fn words(text: &str) -> BTreeSet<String> {
    text.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What a text may say without saying anything: articles, and the kinds of parts that a name can be
/// of.
const EMPTY_WORDS: &str = "a an the of is its it this that now in on to from by what which and or here \
    register registers flag flags slot slots latch line lines wire wires counter value signal level bit bits";

#[test]
fn texts_of_signals_and_wires_say_more_than_their_names() {
    let wires = Wires::default().list();
    let signals = SIGNALS
        .iter()
        .map(|signal| (signal.path(), signal.name, signal.help()));
    let wires = wires.iter().map(|wire| {
        (
            format!("{}/{}", wire.block, wire.name),
            wire.name,
            wire.help,
        )
    });
    let mut wrong = Vec::new();
    let mut first_texts = BTreeSet::new();
    for (path, name, help) in signals.chain(wires) {
        // The first sentence says what it is for; names and widths of hardware stand behind it.
        let first = help.split_inclusive(". ").next().unwrap_or_default();
        let names = words(&name.replace('_', " "));
        let said = words(first)
            .into_iter()
            .filter(|word| !names.contains(word) && !words(EMPTY_WORDS).contains(word))
            .count();
        let is_sentence = first.starts_with(char::is_uppercase) && help.ends_with('.');
        if said < 4 || !is_sentence {
            wrong.push(format!("{path}: says {said} words of its own: '{help}'"));
        }
        if !first_texts.insert(help) {
            wrong.push(format!("{path}: has the text of another: '{help}'"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The words of labels (docs/README.md).
const LABELS: [&str; 5] = [
    "documented",
    "second-hand",
    "inferred",
    "decided",
    "against the record",
];

#[test]
fn labels_say_what_the_circuits_headers_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut wrong = Vec::new();
    for part in PARTS {
        let text = std::fs::read_to_string(root.join(part.file)).unwrap();
        let header: String = text
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .collect();
        let header = header.to_lowercase();
        let labels: String = PARTS
            .iter()
            .filter(|other| other.file == part.file)
            .map(|other| other.fidelity)
            .collect();
        for word in LABELS {
            if part.fidelity.contains(word) && !header.contains(word) {
                wrong.push(format!("{}: {word} in its label alone", part.block));
            }
            if header.contains(word) && !labels.contains(word) {
                wrong.push(format!("{}: {word} in its header alone", part.file));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
