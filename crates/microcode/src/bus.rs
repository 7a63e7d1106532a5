//! The value bus: `TARGET <- VALUE` and `compare SOURCE`, read and written.

use machine::microengine::word::{
    ADD, CARRY, DEST, Dest, Field, INVERT, READ, SOURCE, Slot, TEST, Test, WRITE, Word,
};

use crate::cursor::Cursor;
use crate::draft::Draft;
use crate::error::Fault;
use crate::lexer::Kind;
use crate::names::{self, Operand, code, help, operand, symbol_code, symbols};
use crate::source::Place;

/// Where the bus goes.
struct Target {
    dest: Dest,
    /// The slot that takes it, in the field `write`.
    slot: Option<u64>,
}

/// What drives the bus.
#[derive(Clone, Copy, Default)]
struct Driver {
    source: u64,
    /// Its slot or constant, in the field `read`.
    read: Option<u64>,
}

#[derive(Clone, Copy, Default)]
struct Adder {
    driver: Driver,
    invert: bool,
    carry: bool,
    add: bool,
}

/// `TARGET <- VALUE`; `place` is the whole order.
pub(crate) fn assign(
    target: Cursor<'_>,
    value: Cursor<'_>,
    draft: &mut Draft,
    place: Place,
) -> Result<(), Fault> {
    let target = parse_target(target)?;
    let adder = parse_value(value)?;
    if let Some(slot) = target.slot {
        draft.set(&WRITE, slot, place)?;
    }
    set(adder, target.dest, draft, place)
}

/// `compare SOURCE`: drives the source for the comparator and stores nothing.
pub(crate) fn compare(mut value: Cursor<'_>, draft: &mut Draft, place: Place) -> Result<(), Fault> {
    let driver = parse_source(&mut value)?;
    value.end()?;
    set(
        Adder {
            driver,
            ..Adder::default()
        },
        Dest::Nothing,
        draft,
        place,
    )
}

fn set(adder: Adder, dest: Dest, draft: &mut Draft, place: Place) -> Result<(), Fault> {
    draft.set(&SOURCE, adder.driver.source, place)?;
    if let Some(read) = adder.driver.read {
        draft.set(&READ, read, place)?;
    }
    draft.set(&INVERT, adder.invert.into(), place)?;
    draft.set(&CARRY, adder.carry.into(), place)?;
    draft.set(&ADD, adder.add.into(), place)?;
    draft.set(&DEST, dest as u64, place)
}

const fn symbol(dest: Dest) -> &'static str {
    Dest::VALUES[dest as usize].name
}

/// `nothing`, `acc`, `frame.SLOT` or `acc & frame.SLOT`.
fn parse_target(mut cursor: Cursor<'_>) -> Result<Target, Fault> {
    let first = parse_taker(&mut cursor)?;
    if !cursor.sign("&") {
        return cursor.end().map(|()| first);
    }
    let place = cursor.place();
    let second = parse_taker(&mut cursor)?;
    cursor.end()?;
    match (first.dest, second.dest) {
        (Dest::Acc, Dest::Frame) | (Dest::Frame, Dest::Acc) => Ok(Target {
            dest: Dest::Both,
            slot: first.slot.or(second.slot),
        }),
        _ => Err(Fault::new(
            place,
            "only the accumulator and a slot can take the bus together",
        )),
    }
}

/// One of the targets that `&` joins.
fn parse_taker(cursor: &mut Cursor<'_>) -> Result<Target, Fault> {
    let (name, place) = cursor.name("a target (acc, frame.SLOT, acc & frame.SLOT, nothing)")?;
    let base = match name.split_once('.') {
        Some((base, _slot)) => base,
        None => name,
    };
    let (dest, slot) = if base == symbol(Dest::Frame) {
        (Dest::Frame, Some(parse_slot(name, place)?))
    } else if name == symbol(Dest::Acc) {
        (Dest::Acc, None)
    } else if name == symbol(Dest::Nothing) {
        (Dest::Nothing, None)
    } else {
        let fault = Fault::new(place, format!("'{name}' cannot take the value bus"));
        return Err(fault.help(help(name, ["acc", "frame.SLOT", "nothing"])));
    };
    Ok(Target { dest, slot })
}

fn parse_slot(name: &str, place: Place) -> Result<u64, Fault> {
    let slots = Slot::VALUES;
    let Some((base, slot)) = name.split_once('.') else {
        let fault = Fault::new(place, format!("'{name}' needs a slot: '{name}.SLOT'"));
        return Err(fault.help(help("", symbols(slots))));
    };
    code(slots, slot).ok_or_else(|| {
        Fault::new(place, format!("'{slot}' is no slot of '{base}'"))
            .help(help(slot, symbols(slots)))
    })
}

/// `[acc + | acc -] [- | ~] SOURCE [+ 1]`.
fn parse_value(mut cursor: Cursor<'_>) -> Result<Adder, Fault> {
    let mut adder = Adder::default();
    if let [acc, sign, tail @ ..] = cursor.rest() {
        // `acc + 1` is the accumulator as the source, and a carry.
        let is_increment =
            sign.is_sign("+") && matches!(tail, [one] if one.kind == Kind::Number(1));
        let has_sign = sign.is_sign("+") || sign.is_sign("-");
        if acc.name() == Some(symbol(Dest::Acc)) && has_sign && !is_increment {
            adder.add = true;
            adder.invert = sign.is_sign("-");
            adder.carry = adder.invert;
            cursor.take();
            cursor.take();
        }
    }
    let at = cursor.place();
    let (minus, inverted) = (cursor.sign("-"), cursor.sign("~"));
    if (minus || inverted) && adder.invert {
        return Err(Fault::new(at, "the source can be inverted once only"));
    }
    adder.invert |= minus || inverted;
    adder.carry |= minus;
    adder.driver = parse_source(&mut cursor)?;
    let at = cursor.place();
    if cursor.sign("+") {
        match cursor.take() {
            Some(one) if one.kind == Kind::Number(1) && !adder.carry => adder.carry = true,
            Some(one) if one.kind == Kind::Number(1) => {
                let fault = Fault::new(
                    at.to(one.place),
                    "the adder has one carry, and the minus uses it",
                );
                return Err(fault.help("'~' inverts without the carry"));
            }
            _ => {
                return Err(Fault::new(
                    at,
                    "only '+ 1' can follow the source: the adder's carry",
                ));
            }
        }
    }
    cursor
        .end()
        .map_err(|fault| fault.help("a value is [acc + | acc -] [- | ~] SOURCE [+ 1]"))?;
    Ok(adder)
}

fn parse_source(cursor: &mut Cursor<'_>) -> Result<Driver, Fault> {
    if let Some(number) = cursor.rest().first()
        && matches!(number.kind, Kind::Number(_))
    {
        let fault = Fault::new(
            number.place,
            format!("expected a source, found {}", number.quoted()),
        );
        let advice =
            "numbers come from the constants, 'constant.NAME'; 'zero + 1' is 1, '~zero' is -1";
        return Err(fault.help(advice));
    }
    let (name, at) = cursor.name("a source")?;
    let (base, dotted) = match name.split_once('.') {
        Some((base, dotted)) => (base, Some(dotted)),
        None => (name, None),
    };
    let source = symbol_code(&SOURCE, base, at)?;
    let read = match (operand(source), dotted) {
        (Operand::Nothing, None) => None,
        (Operand::Nothing, _) => {
            return Err(Fault::new(
                at,
                format!("'{base}' has neither slots nor constants"),
            ));
        }
        (Operand::Slot, _) => Some(parse_slot(name, at)?),
        (Operand::Constant, None) => {
            let fault = Fault::new(
                at,
                format!("'{base}' needs a name or a number: '{base}.NAME'"),
            );
            return Err(fault.help(help("", names::constant_names())));
        }
        (Operand::Constant, Some(dotted)) => Some(parse_constant(dotted, at)?),
    };
    Ok(Driver { source, read })
}

/// A constant of the machine by name or by number.
fn parse_constant(name: &str, place: Place) -> Result<u64, Fault> {
    if let Some(number) = names::constant_number(name) {
        return Ok(number);
    }
    let most = names::greatest(&READ);
    match name.parse() {
        Ok(number) if number <= most => Ok(number),
        Ok(_) => Err(Fault::new(place, format!("there is no constant {name}"))
            .help(format!("expected 0 to {most}"))),
        Err(_) => {
            let fault = Fault::new(place, format!("the machine has no constant '{name}'"));
            Err(fault.help(format!(
                "{} or a number, 0 to {most}",
                help(name, names::constant_names())
            )))
        }
    }
}

/// Whether the word's test reads the adder's output.
fn tests_sum(word: Word) -> bool {
    let test = TEST.get(word);
    match Test::CODES.get(test as usize) {
        Some(test) => test.reads_sum(),
        None => false,
    }
}

/// An order to the value bus.
pub(crate) struct BusOrder {
    pub(crate) text: String,
    /// The fields that it stands for.
    pub(crate) fields: Vec<&'static Field>,
}

/// The order that a word gives to the value bus. No order if the bus rests, or if the source has no
/// name.
pub(crate) fn bus_order(word: Word) -> Option<BusOrder> {
    let source_code = SOURCE.get(word);
    let mut source = SOURCE.values.get(source_code as usize)?.name.to_owned();
    let mut fields = vec![&SOURCE, &INVERT, &CARRY, &ADD, &DEST];
    match operand(source_code) {
        Operand::Nothing => {}
        Operand::Slot => {
            source = format!(
                "{source}.{}",
                Slot::VALUES.get(READ.get(word) as usize)?.name
            )
        }
        Operand::Constant => match names::constant_name(READ.get(word)) {
            Some(name) => source = format!("{source}.{name}"),
            None => source = format!("{source}.{}", READ.get(word)),
        },
    }
    if operand(source_code) != Operand::Nothing {
        fields.push(&READ);
    }
    let dest = *Dest::CODES.get(DEST.get(word) as usize)?;
    let (invert, carry, add) = (
        INVERT.get(word) != 0,
        CARRY.get(word) != 0,
        ADD.get(word) != 0,
    );
    let passes_source = dest == Dest::Nothing && !invert && !carry && !add;
    if passes_source && source_code == 0 {
        return None;
    }
    // The adder lets the source through to a test of its sum; otherwise only the comparator can
    // look at it.
    let text = if passes_source && !tests_sum(word) {
        format!("compare {source}")
    } else {
        let mut target = symbol(dest).to_owned();
        if matches!(dest, Dest::Frame | Dest::Both) {
            fields.push(&WRITE);
            target = format!(
                "{}.{}",
                symbol(Dest::Frame),
                Slot::VALUES.get(WRITE.get(word) as usize)?.name
            );
        }
        if dest == Dest::Both {
            target = format!("{} & {target}", symbol(Dest::Acc));
        }
        format!("{target} <- {}", value(&source, invert, carry, add))
    };
    Some(BusOrder { text, fields })
}

fn value(source: &str, invert: bool, carry: bool, add: bool) -> String {
    let acc = symbol(Dest::Acc);
    match (add, invert, carry) {
        (false, false, false) => source.to_owned(),
        (false, false, true) => format!("{source} + 1"),
        (false, true, false) => format!("~{source}"),
        (false, true, true) => format!("-{source}"),
        (true, false, false) => format!("{acc} + {source}"),
        (true, false, true) => format!("{acc} + {source} + 1"),
        (true, true, false) => format!("{acc} + ~{source}"),
        (true, true, true) => format!("{acc} - {source}"),
    }
}
