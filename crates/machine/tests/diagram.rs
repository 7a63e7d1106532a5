//! The rows of the block diagram: each block, wire and label has one, and says what its circuit's file says.

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
        for word in ["documented", "inferred", "decided", "second-hand"] {
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
