//! Names from the tables (fields, symbols, slots, constants), and the nearest to a misspelling.

use std::sync::LazyLock;

use machine::microengine::constants::CONSTANTS;
use machine::microengine::variant::Variant;
use machine::microengine::word::{Field, Source, Switch, Value};

use strsim::osa_distance;

use crate::error::Fault;
use crate::source::Place;

/// The bits beyond the last field, which a raw order can set all the same.
static SPARE: LazyLock<Option<Field>> = LazyLock::new(|| spare(Variant::Authentic));
static FAST_SPARE: LazyLock<Option<Field>> = LazyLock::new(|| spare(Variant::Fast));

fn spare(variant: Variant) -> Option<Field> {
    let last = variant.fields().last().expect("a microword has fields");
    let bit = last.bit + last.width;
    if bit == 64 {
        return None;
    }
    Some(Field {
        name: "spare",
        bit,
        width: 64 - bit,
        help: "bits without a meaning",
        values: &[],
    })
}

/// All fields of a machine's microword, lowest bit first, and at last the spare bits.
pub(crate) fn fields(variant: Variant) -> impl Iterator<Item = &'static Field> {
    let spare = match variant {
        Variant::Authentic => &SPARE,
        Variant::Fast => &FAST_SPARE,
    };
    variant.fields().iter().chain(spare.as_ref())
}

pub(crate) fn find_field(variant: Variant, name: &str) -> Option<&'static Field> {
    fields(variant).find(|field| field.name == name)
}

/// A field of the authentic microword as a machine has it: it may have more symbols there.
pub(crate) fn of_machine(variant: Variant, field: &Field) -> &'static Field {
    let same = variant.fields().iter().find(|other| other.bit == field.bit);
    same.expect("every machine has the authentic fields")
}

pub(crate) fn mask(field: &Field) -> u64 {
    greatest(field) << field.bit
}

pub(crate) fn greatest(field: &Field) -> u64 {
    u64::MAX >> (64 - field.width)
}

/// Whether the field is a single bit that is ordered by its bare name.
pub(crate) fn is_switch(field: &Field) -> bool {
    field.values == Switch::VALUES
}

pub(crate) fn code(values: &[Value], symbol: &str) -> Option<u64> {
    values
        .iter()
        .position(|value| value.name == symbol)
        .map(|code| code as u64)
}

/// The code of a symbol of the field. Fails if it has none of this name.
pub(crate) fn symbol_code(field: &'static Field, name: &str, place: Place) -> Result<u64, Fault> {
    code(field.values, name).ok_or_else(|| {
        Fault::new(place, format!("'{name}' is no symbol of '{}'", field.name))
            .help(help(name, symbols(field.values)))
    })
}

/// Operand behind the dot of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Nothing,
    Slot,
    Constant,
}

/// Meaning of the field `read` for a source.
pub(crate) fn operand(source: u64) -> Operand {
    match source {
        _ if source == Source::Frame as u64 || source == Source::Parent as u64 => Operand::Slot,
        _ if source == Source::Constant as u64 => Operand::Constant,
        _ => Operand::Nothing,
    }
}

pub(crate) fn constant_name(number: u64) -> Option<&'static str> {
    CONSTANTS.get(number as usize).map(|constant| constant.name)
}

pub(crate) fn constant_number(name: &str) -> Option<u64> {
    CONSTANTS
        .iter()
        .position(|constant| constant.name == name)
        .map(|number| number as u64)
}

pub(crate) fn constant_names() -> impl Iterator<Item = &'static str> + Clone {
    CONSTANTS.iter().map(|constant| constant.name)
}

pub(crate) fn symbols(values: &'static [Value]) -> impl Iterator<Item = &'static str> + Clone {
    values.iter().map(|value| value.name)
}

/// Names joined as `a, b or c`.
pub(crate) fn either<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// The help for an unknown name: the nearest, and all that are expected.
pub(crate) fn help<'a>(slip: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(slip, known.clone()) {
        Some(near) => format!("did you mean '{near}'? expected {}", either(known)),
        None => format!("expected {}", either(known)),
    }
}

/// The known name nearest to a misspelling, if one is near.
pub fn nearest<'a>(slip: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let slip = slip.to_ascii_lowercase();
    let allowed = slip.len().div_ceil(3);
    if slip.len() > 40 {
        return None;
    }
    // A bound for programs with very many names.
    let known = known.into_iter().take(2000);
    let distances = known.map(|name| (osa_distance(&slip, &name.to_ascii_lowercase()), name));
    let near = distances.filter(|&(distance, _)| distance <= allowed.min(3));
    near.min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_misspelled_names() {
        let known = ["victim", "aggressor", "check"];
        assert_eq!(nearest("victm", known), Some("victim"));
        assert_eq!(nearest("agressor", known), Some("aggressor"));
        assert_eq!(nearest("chekc", known), Some("check"));
        assert_eq!(nearest("zugzwang", known), None);
    }
}
