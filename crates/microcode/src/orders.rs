//! The orders of a word.

use machine::microengine::variant::Variant;
use machine::microengine::word::{ADDRESS, Address, Field, NEXT, PUT, Put, TEST, UNLESS};

use crate::bus;
use crate::cursor::Cursor;
use crate::draft::{Bits, Draft};
use crate::error::Fault;
use crate::lexer::{Kind, Token};
use crate::macros::Macros;
use crate::names::{
    code, either, find_field, help, is_switch, known, nearest, of_machine, symbols,
};
use crate::source::Place;

/// Words that begin an order and are no fields.
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
    let mut rest = Cursor::new(tail, first.place);
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
        "rest" => rest.end(),
        "compare" => bus::compare(rest, draft, place),
        "goto" => jump("goto", rest, draft, place),
        "if" => jump("if", rest, draft, place),
        "unless" if !tail.is_empty() && !tail[0].is_sign("=") => jump("unless", rest, draft, place),
        _ => match find_field(draft.variant, name) {
            None => Err(unknown(draft.variant, name, first.place, macros)),
            Some(field) if rest.sign("=") => raw(field, rest, draft, place),
            Some(field) => symbol(field, rest, draft, place),
        },
    }
}

/// `goto LABEL`, `if TEST goto LABEL`, `unless TEST goto LABEL`.
fn jump(word: &str, mut rest: Cursor<'_>, draft: &mut Draft, place: Place) -> Result<(), Fault> {
    let mut test = 0;
    if word != "goto" {
        let (name, at) = rest.name("a test")?;
        test = known(of_machine(draft.variant, &TEST), name, at)?;
        match rest.name("'goto'")? {
            ("goto", _) => {}
            (other, at) => return Err(Fault::new(at, format!("expected 'goto', found '{other}'"))),
        }
    }
    let Some(label) = rest.rest().first().filter(|token| token.name().is_some()) else {
        return Err(rest.wanted("a label"));
    };
    rest.take();
    rest.end()?;
    draft.set(&NEXT, 0, place)?;
    draft.set(&TEST, test, place)?;
    draft.set(&UNLESS, u64::from(word != "if"), place)?;
    draft.jump = Some(label.clone());
    Ok(())
}

/// `FIELD = NUMBER`.
fn raw(field: &Field, mut rest: Cursor<'_>, draft: &mut Draft, place: Place) -> Result<(), Fault> {
    let number = rest.number()?;
    rest.end()?;
    draft.set(field, number, place)
}

/// `FIELD SYMBOL`, with a literal behind it if the symbol takes one; or the bare name of a switch.
fn symbol(
    field: &'static Field,
    mut rest: Cursor<'_>,
    draft: &mut Draft,
    place: Place,
) -> Result<(), Fault> {
    if rest.rest().is_empty() && is_switch(field) {
        return draft.set(field, 1, place);
    }
    if field.values.is_empty() {
        let fault = rest.wanted("'=' and a number");
        return Err(fault.help(format!("the field '{}' has no symbols", field.name)));
    }
    let expected = format!("expected {}", either(symbols(field.values)));
    let (name, at) = rest
        .name(&format!("a symbol of '{}'", field.name))
        .map_err(|fault| fault.help(expected))?;
    let value = known(field, name, at)?;
    let literal = literal(field, value, &mut rest)?;
    rest.end()?;
    draft.set(field, value, place)?;
    match literal {
        Some((bits, literal)) => draft.set_literal(bits, literal, place),
        None => Ok(()),
    }
}

/// Which bits of `next` a symbol uses as a literal.
pub(crate) fn takes_literal(field: &Field, value: u64) -> Option<Bits> {
    let is_piece = value == Put::Own as u64 || value == Put::Enemy as u64;
    if field.bit == ADDRESS.bit && value == Address::Literal as u64 {
        Some((0, 6))
    } else if field.bit == PUT.bit && is_piece {
        Some((6, 3))
    } else {
        None
    }
}

fn literal(field: &Field, value: u64, rest: &mut Cursor<'_>) -> Result<Option<(Bits, u64)>, Fault> {
    let Some(bits) = takes_literal(field, value) else {
        return Ok(None);
    };
    let number = if bits.0 == 0 {
        let (name, at) = rest.name("a square (a1 to h8)")?;
        square(name).ok_or_else(|| {
            Fault::new(at, format!("'{name}' is no square")).help("expected a1 to h8")
        })?
    } else {
        let names = KINDS.iter().map(|&(name, _)| name);
        let (name, at) = rest.name("a kind of piece")?;
        let kind = KINDS.iter().find(|&&(kind, _)| kind == name);
        let fault =
            || Fault::new(at, format!("'{name}' is no kind of piece")).help(help(name, names));
        kind.ok_or_else(fault)?.1 as u64
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
