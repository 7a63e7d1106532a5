//! The disassembler: words into text that assembles back to the same words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use machine::microengine::variant::Variant;
use machine::microengine::word::{ADDRESS, Field, NEXT, PUT, TEST, UNLESS, Word};

use crate::bus;
use crate::lexer::is_name;
use crate::names::{fields, is_switch, mask};
use crate::orders::{KINDS, SQUARE, literal_bits};
use crate::program::Program;

/// A program's words as text that assembles back to the same words, labels and entry points. Where
/// a word jumps to an address without a label, one is made up.
pub fn disassemble(program: &Program) -> String {
    let labels = Labels::new(program);
    let mut text = String::new();
    for entry in program.entries.iter().filter(|entry| labels.has(entry)) {
        let _ = writeln!(text, ".entry {entry}");
    }
    for (address, &word) in program.words.iter().enumerate() {
        for label in labels.at(address as u64) {
            let _ = writeln!(text, "{label}:");
        }
        let orders = orders_text(word, &|address| {
            labels.at(address.into()).next().map(str::to_owned)
        });
        let _ = writeln!(text, "        {orders}");
    }
    text
}

/// The labels by address: the program's, where they can be written, and those made up.
struct Labels(BTreeMap<u64, BTreeSet<String>>);

impl Labels {
    fn new(program: &Program) -> Labels {
        let mut labels: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
        let inside = |address: u64| address < program.words.len() as u64;
        for (name, &address) in &program.labels {
            if is_name(name) && !name.starts_with('.') && inside(address.into()) {
                labels
                    .entry(address.into())
                    .or_default()
                    .insert(name.clone());
            }
        }
        for &word in &program.words {
            let address = NEXT.get(word);
            if inside(address) && jump(word).is_some() && !labels.contains_key(&address) {
                let mut name = format!("L{address:03X}");
                while program.labels.contains_key(&name) {
                    name.push('_');
                }
                labels.entry(address).or_default().insert(name);
            }
        }
        Labels(labels)
    }

    fn at(&self, address: u64) -> impl Iterator<Item = &str> {
        self.0
            .get(&address)
            .into_iter()
            .flatten()
            .map(String::as_str)
    }

    fn has(&self, name: &str) -> bool {
        self.0.values().any(|names| names.contains(name))
    }
}

/// The jump of a word: `goto`, `if TEST goto` or `unless TEST goto`; none without a jump or for an
/// unnamed test.
fn jump(word: Word) -> Option<String> {
    let (test, unless) = (TEST.get(word), UNLESS.get(word) != 0);
    let name = TEST.values.get(test as usize)?.name;
    match (test, unless) {
        (0, false) => None,
        (0, true) => Some("goto".to_owned()),
        (_, false) => Some(format!("if {name} goto")),
        (_, true) => Some(format!("unless {name} goto")),
    }
}

/// The orders of one word, as the assembler reads them; `label` names the address a word jumps to.
pub fn orders_text(word: Word, label: &dyn Fn(u16) -> Option<String>) -> String {
    let mut orders = Vec::new();
    let mut left = word;
    let next = NEXT.get(word);
    let target = jump(word).and_then(|jump| Some(format!("{jump} {}", label(next as u16)?)));
    if target.is_some() {
        left = without(left, &[&NEXT, &TEST, &UNLESS]);
    } else if let Some((literals, rest)) = literals(left) {
        orders.extend(literals);
        left = rest;
    }
    let bus_order = bus::bus_order(word);
    if let Some(order) = &bus_order {
        left = without(left, &order.fields);
    }
    let set_fields = fields(Variant::Authentic).filter(|field| left.0 & mask(field) != 0);
    orders.extend(set_fields.map(|field| plain(field, field.get(left))));
    orders.extend(bus_order.map(|order| order.text));
    orders.extend(target);
    if orders.is_empty() {
        "rest".to_owned()
    } else {
        orders.join(", ")
    }
}

/// The word with these fields zero.
fn without(word: Word, fields: &[&Field]) -> Word {
    fields.iter().fold(word, |word, field| field.set(word, 0))
}

/// One field: its symbol if it has one that stands alone, or a number.
fn plain(field: &Field, value: u64) -> String {
    match field.values.get(value as usize) {
        Some(_) if is_switch(field) => field.name.to_owned(),
        Some(symbol) if literal_bits(field, value).is_none() => {
            format!("{} {}", field.name, symbol.name)
        }
        _ => format!("{} = {value}", field.name),
    }
}

/// The orders with a literal square or kind, and the word without them; none unless they account
/// for all of `next`.
fn literals(word: Word) -> Option<(Vec<String>, Word)> {
    if TEST.get(word) != 0 || UNLESS.get(word) != 0 {
        return None;
    }
    let mut orders = Vec::new();
    let (mut left, mut next) = (word, NEXT.get(word));
    for field in [&ADDRESS, &PUT] {
        let value = field.get(word);
        let Some(bits) = literal_bits(field, value) else {
            continue;
        };
        let number = next >> bits.low & ((1 << bits.width) - 1);
        let literal = if bits == SQUARE {
            format!(
                "{}{}",
                char::from(b'a' + (number % 8) as u8),
                number / 8 + 1
            )
        } else {
            KINDS
                .iter()
                .find(|&&(_, kind)| kind as u64 == number)?
                .0
                .to_owned()
        };
        let symbol = field.values[value as usize].name;
        orders.push(format!("{} {symbol} {literal}", field.name));
        next &= !(number << bits.low);
        left = field.set(left, 0);
    }
    if next != 0 {
        return None;
    }
    Some((orders, NEXT.set(left, 0)))
}
