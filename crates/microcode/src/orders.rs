//! Reading of orders. Each order sets fields of a word's draft.

use machine::microengine::variant::Variant;
use machine::microengine::word::{ADDRESS, Address, Field, NEXT, PUT, Put, TEST, UNLESS};

use crate::bus;
use crate::cursor::Cursor;
use crate::draft::{Bits, Draft};
use crate::error::Fault;
use crate::lexer::{Kind, Token};
use crate::macros::Macros;
use crate::names::{
    code, either, find_field, help, is_switch, nearest, of_machine, symbol_code, symbols,
};
use crate::source::Place;

/// Words that begin an order. `unless` is also a field.
pub(crate) const KEYWORDS: [&str; 5] = ["goto", "if", "unless", "compare", "rest"];

/// The kinds of pieces in the order of their codes, pawn first.
pub(crate) const KINDS: [(&str, roms::Kind); 6] = [
    ("pawn", roms::Kind::Pawn),
    ("knight", roms::Kind::Knight),
    ("bishop", roms::Kind::Bishop),
    ("rook", roms::Kind::Rook),
    ("queen", roms::Kind::Queen),
    ("king", roms::Kind::King),
];

/// Reads one order, the tokens between two commas, into the draft.
pub(crate) fn order(tokens: &[Token], draft: &mut Draft, macros: &Macros) -> Result<(), Fault> {
    if let Some(colon) = tokens.iter().find(|token| token.is_sign(":")) {
        let fault = Fault::new(colon.place, "a label cannot stand inside a word");
        return Err(fault.help("is the comma at the end of the line before one too many?"));
    }
    let [first, tail @ ..] = tokens else {
        return Ok(());
    };
    let place = match tail.last() {
        Some(last) => first.place.to(last.place),
        None => first.place,
    };
    let mut cursor = Cursor::new(tail, first.place);
    if let Some(arrow) = tokens.iter().position(|token| token.is_sign("<-")) {
        let target = Cursor::new(&tokens[..arrow], tokens[arrow].place);
        let value = Cursor::new(&tokens[arrow + 1..], tokens[arrow].place);
        return bus::assign(target, value, draft, place);
    }
    let Some(name) = first.name() else {
        let message = format!("expected an order, found {}", first.quoted());
        return Err(
            Fault::new(first.place, message).help("an order begins with the name of a field")
        );
    };
    match name {
        // An order without effect: all fields stay 0.
        "rest" => cursor.end(),
        "compare" => bus::compare(cursor, draft, place),
        "goto" => jump("goto", cursor, draft, place),
        "if" => jump("if", cursor, draft, place),
        // Alone or before '=' it is the field of this name.
        "unless" if !tail.is_empty() && !tail[0].is_sign("=") => {
            jump("unless", cursor, draft, place)
        }
        _ => match find_field(draft.variant, name) {
            None => Err(unknown(draft.variant, name, first.place, macros)),
            Some(field) if cursor.sign("=") => raw(field, cursor, draft, place),
            Some(field) => symbol(field, cursor, draft, place),
        },
    }
}

/// `goto LABEL`, `if TEST goto LABEL`, `unless TEST goto LABEL`.
fn jump(word: &str, mut cursor: Cursor<'_>, draft: &mut Draft, place: Place) -> Result<(), Fault> {
    let mut test = 0;
    if word != "goto" {
        let (name, at) = cursor.name("a test")?;
        test = symbol_code(of_machine(draft.variant, &TEST), name, at)?;
        match cursor.name("'goto'")? {
            ("goto", _) => {}
            (other, at) => return Err(Fault::new(at, format!("expected 'goto', found '{other}'"))),
        }
    }
    let Some(label) = cursor.rest().first().filter(|token| token.name().is_some()) else {
        return Err(cursor.wanted("a label"));
    };
    cursor.take();
    cursor.end()?;
    // Claims the field; the label's address is filled in at the end.
    draft.set(&NEXT, 0, place)?;
    draft.set(&TEST, test, place)?;
    // `goto` is `unless never`: test 0 never holds.
    draft.set(&UNLESS, u64::from(word != "if"), place)?;
    draft.jump = Some(label.clone());
    Ok(())
}

/// `FIELD = NUMBER`.
fn raw(
    field: &Field,
    mut cursor: Cursor<'_>,
    draft: &mut Draft,
    place: Place,
) -> Result<(), Fault> {
    let number = cursor.number()?;
    cursor.end()?;
    draft.set(field, number, place)
}

/// `FIELD SYMBOL`, with a literal behind it if the symbol takes one; or the bare name of a switch.
fn symbol(
    field: &'static Field,
    mut cursor: Cursor<'_>,
    draft: &mut Draft,
    place: Place,
) -> Result<(), Fault> {
    if cursor.rest().is_empty() && is_switch(field) {
        return draft.set(field, 1, place);
    }
    if field.values.is_empty() {
        let fault = cursor.wanted("'=' and a number");
        return Err(fault.help(format!("the field '{}' has no symbols", field.name)));
    }
    let expected = format!("expected {}", either(symbols(field.values)));
    let (name, at) = cursor
        .name(&format!("a symbol of '{}'", field.name))
        .map_err(|fault| fault.help(expected))?;
    let value = symbol_code(field, name, at)?;
    let literal = literal(field, value, &mut cursor)?;
    cursor.end()?;
    draft.set(field, value, place)?;
    match literal {
        Some((bits, literal)) => draft.set_literal(bits, literal, place),
        None => Ok(()),
    }
}

/// Bits of `next` for the literal of `address square`.
pub(crate) const SQUARE: Bits = Bits { low: 0, width: 6 };
/// Bits of `next` for the literal of `put own` and `put enemy`.
const KIND: Bits = Bits { low: 6, width: 3 };

/// The bits of `next` that a symbol uses as a literal, if it takes one.
pub(crate) fn literal_bits(field: &Field, value: u64) -> Option<Bits> {
    let is_piece = value == Put::Own as u64 || value == Put::Enemy as u64;
    if field.bit == ADDRESS.bit && value == Address::Literal as u64 {
        Some(SQUARE)
    } else if field.bit == PUT.bit && is_piece {
        Some(KIND)
    } else {
        None
    }
}

fn literal(
    field: &Field,
    value: u64,
    cursor: &mut Cursor<'_>,
) -> Result<Option<(Bits, u64)>, Fault> {
    let Some(bits) = literal_bits(field, value) else {
        return Ok(None);
    };
    let number = if bits == SQUARE {
        let (name, at) = cursor.name("a square (a1 to h8)")?;
        square(name).ok_or_else(|| {
            Fault::new(at, format!("'{name}' is no square")).help("expected a1 to h8")
        })?
    } else {
        let (name, at) = cursor.name("a kind of piece")?;
        match KINDS.iter().find(|&&(known, _)| known == name) {
            Some(&(_, kind)) => kind as u64,
            None => {
                let names = KINDS.iter().map(|&(known, _)| known);
                let fault = Fault::new(at, format!("'{name}' is no kind of piece"));
                return Err(fault.help(help(name, names)));
            }
        }
    };
    Ok(Some((bits, number)))
}

/// The number of a square by its name, a1 = 0 to h8 = 63.
fn square(name: &str) -> Option<u64> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(u64::from(rank - b'1') * 8 + u64::from(file - b'a'))
        }
        _ => None,
    }
}

/// The error for an order that begins with an unknown name.
fn unknown(variant: Variant, name: &str, place: Place, macros: &Macros) -> Fault {
    let fault = Fault::new(place, format!("there is no order '{name}'"));
    let fields = variant.fields();
    let owner = fields
        .iter()
        .find(|field| !is_switch(field) && code(field.values, name).is_some());
    if let Some(owner) = owner {
        let owner = owner.name;
        return fault.help(format!(
            "'{name}' is a symbol of the field '{owner}': write '{owner} {name}'"
        ));
    }
    let orders = fields.iter().map(|field| field.name).chain(KEYWORDS);
    let called = macros.keys().map(|name| &**name);
    match nearest(name, orders.clone().chain(called)) {
        Some(near) => fault.help(format!("did you mean '{near}'?")),
        None => fault.help(format!(
            "expected a macro, TARGET <- VALUE, or {}",
            either(orders)
        )),
    }
}

pub(crate) fn has_bad_token(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.kind == Kind::Bad)
}
