//! The self-test of the machine, tested: it passes on a good machine, uses everything there is, and fails on a bad one.

mod common;

use std::sync::LazyLock;

use machine::microengine::word::{FIELDS, Find, Into, Orders, Put, Slot, Source, Take, Test, Word};
use machine::{Machine, State};
use microcode::selftest::{Outcome, SelfTest, TestResult};

static SELF_TEST: LazyLock<SelfTest> = LazyLock::new(SelfTest::new);

/// The name of the test that failed, and why.
fn failure(results: &[TestResult]) -> Option<(String, String)> {
    results.iter().find_map(|result| match &result.outcome {
        Outcome::Failed(why) => Some((result.name.clone(), why.clone())),
        _ => None,
    })
}

fn all_orders() -> impl Iterator<Item = Orders> {
    SELF_TEST.program().words.iter().map(|word| word.orders().unwrap())
}

#[test]
fn the_machine_passes() {
    let results = SELF_TEST.run();
    for result in &results {
        assert_eq!(result.outcome, Outcome::Ok, "{}", result.name);
        assert!(result.proves.len() > 20, "{} has no comment", result.name);
    }
    assert_eq!(results.len(), 30);
}

#[test]
fn every_value_of_every_field_is_used() {
    let words = &SELF_TEST.program().words;
    for field in FIELDS {
        for (code, value) in field.values.iter().enumerate() {
            let used = words.iter().any(|&word| {
                let orders = word.orders().unwrap();
                field.get(word) == code as u64 && is_read(field.name, orders)
            });
            assert!(used, "{} {}", field.name, value.name);
        }
    }
    for constant in 0..8 {
        assert!(all_orders().any(|orders| orders.source == Source::Constant && orders.read == constant));
    }
    for slot in 0..8 {
        assert!(all_orders().any(|orders| orders.source == Source::Frame && orders.read == slot));
    }
}

#[test]
fn every_line_is_checked_high_and_low() {
    let fail = SELF_TEST.program().address("fail");
    for &test in Test::CODES {
        for unless in [false, true] {
            let jumps = all_orders()
                .any(|orders| orders.test == test && orders.unless == unless && Some(orders.next) == fail);
            assert!(jumps, "{test:?} is not asked with unless = {unless}");
        }
    }
}

/// The model and the program agree, number by number: the last signature that each test compares.
#[test]
fn the_signatures_are_those_of_the_model() {
    let program = SELF_TEST.program();
    let compares = |word: Word| {
        let orders = word.orders().unwrap();
        orders.source == Source::Frame && orders.read == Slot::Spare as u8 && orders.test == Test::Equal
    };
    let mut compared = vec![None; program.words.len()];
    SELF_TEST.run_on(&mut SELF_TEST.machine(), |address, state| {
        if compares(program.words[usize::from(address)]) {
            compared[usize::from(address)] = Some(state.acc as u16);
        }
    });
    for (test, signature) in common::signatures() {
        let begin = usize::from(program.address(test).unwrap());
        let end = program.labels.iter().filter(|(label, _)| !label.contains(['.', '@']));
        let end = end.map(|(_, &at)| usize::from(at)).filter(|&at| at > begin).min().unwrap();
        let last = compared[begin..end].iter().rev().flatten().next();
        assert_eq!(last, Some(&signature), "{test}");
    }
}

/// Whether a field of this word gates anything: a slot that nobody reads does not.
fn is_read(field: &str, orders: Orders) -> bool {
    let bus_test = matches!(orders.test, Test::Less | Test::Equal | Test::LessOrEqual | Test::Zero);
    let summed = orders.into != Into::Nothing || orders.test == Test::Zero;
    let board = orders.take != Take::Nothing || orders.put != Put::Nothing || orders.rights;
    match field {
        "source" => summed || bus_test,
        "read" => {
            (summed || bus_test) && matches!(orders.source, Source::Frame | Source::Parent | Source::Constant)
        }
        "invert" | "carry" | "add" => summed,
        "write" => matches!(orders.into, Into::Frame | Into::Both),
        "address" => board,
        _ => true,
    }
}

/// Runs the program with one word changed.
fn run_changed(address: usize, word: Word) -> Option<(String, String)> {
    let mut words = SELF_TEST.program().words.clone();
    words[address] = word;
    let mut machine = Machine::new(&words).expect("the changed word means something");
    failure(&SELF_TEST.run_on(&mut machine, |_, _| {}))
}

/// One field of one word changed to another value, chosen by `salt`; `None` if nothing reads the field there.
fn change(word: Word, field: usize, salt: u64) -> Option<Word> {
    let field = &FIELDS[field];
    let values = if field.values.is_empty() { 1 << field.width } else { field.values.len() as u64 };
    let changed = field.set(word, (field.get(word) + 1 + salt % (values - 1)) % values);
    let orders = word.orders().unwrap();
    let literal = orders.address == machine::microengine::word::Address::Literal
        || matches!(orders.put, Put::Man | Put::Enemy);
    let jumps = orders.test != Test::Never || orders.unless;
    let used = match field.name {
        "next" => literal || jumps,
        name => is_read(name, orders) || is_read(name, changed.orders().unwrap()),
    };
    used.then_some(changed)
}


fn run_words(words: &[Word]) -> Option<Option<(String, String)>> {
    let mut machine = Machine::new(words).ok()?;
    Some(failure(&SELF_TEST.run_on(&mut machine, |_, _| {})))
}

#[test]
fn scan() {
    let words = &SELF_TEST.program().words;
    let mut n = 0; let mut skipped = 0;
    for bit in 0..59 { for high in [false, true] {
        let stuck: Vec<Word> = words.iter().map(|w| Word(if high { w.0 | 1 << bit } else { w.0 & !(1 << bit) })).collect();
        n += 1;
        match run_words(&stuck) { None => skipped += 1, Some(None) => println!("STUCK bit {bit} {high} missed"), _ => {} }
    }}
    println!("stuck {n}, skipped {skipped}");
    n = 0;
    for field in FIELDS { 
        let values = field.values.len() as u64;
        for v in 0..values { for w in 0..values { if v == w { continue }
            let bad: Vec<Word> = words.iter().map(|&x| if field.get(x) == v { field.set(x, w) } else { x }).collect();
            n += 1;
            if let Some(None) = run_words(&bad) { println!("DECODE {} {} as {}", field.name, field.values[v as usize].name, field.values[w as usize].name); }
        }}
    }
    println!("decode {n}");
    let (mut a, mut b) = (0, 0);
    let mut salt = 1_u64;
    for (address, &word) in words.iter().enumerate() {
        for field in 0..FIELDS.len() {
            salt = salt.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            if FIELDS[field].get(word) == 0 || FIELDS[field].name == "next" && (salt >> 40) % 8 != 0 { continue }
            let Some(changed) = change(word, field, salt >> 33) else { continue };
            if (salt >> 50) % 4 != 0 { continue }
            a += 1;
            if run_changed(address, changed).is_some() { b += 1 } else { println!("WORD {address:x} {} {} -> {}", FIELDS[field].name, FIELDS[field].get(word), FIELDS[field].get(changed)); }
        }
    }
    println!("TOTAL {b}/{a}");
}

/// A register of the machine with one bit held low or high.
type Hold = fn(&mut State, u32, bool);

macro_rules! register {
    ($name:literal $width:literal $($path:tt)*) => {
        ($name, $width, |state: &mut State, bit: u32, high: bool| {
            let register = &mut state$($path)*;
            *register = if high { *register | 1 << bit } else { *register & !(1 << bit) };
        })
    };
}

macro_rules! line {
    ($name:literal $($path:tt)*) => {
        ($name, 1, |state: &mut State, _: u32, high: bool| state$($path)* = high)
    };
}

/// The machine's registers and latches and their widths.
const REGISTERS: &[(&str, u32, Hold)] = &[
    register!("accumulator" 16 .acc),
    register!("ply counter" 6 .ply),
    register!("moved register" 4 .moved),
    register!("draw value" 16 .draw),
    register!("to register" 6 .now.to),
    register!("from register" 6 .now.from),
    register!("captured register" 4 .now.captured),
    register!("en-passant latch" 6 .now.en_passant),
    register!("castling rights" 4 .now.rights),
    register!("kind register" 3 .now.kind),
    register!("entry latch" 59 .entry.0),
    register!("piece plane 0" 64 .board.planes[0]),
    register!("piece plane 1" 64 .board.planes[1]),
    register!("piece plane 2" 64 .board.planes[2]),
    register!("piece plane 3" 64 .board.planes[3]),
    register!("material" 16 .board.lazy.material),
    register!("piece-square" 16 .board.lazy.piece_square),
    register!("stage" 5 .board.lazy.stage),
    register!("white king's square" 6 .board.lazy.king[0]),
    register!("black king's square" 6 .board.lazy.king[1]),
    register!("wing pawns" 36 .board.lazy.wings),
    register!("board hash" 48 .board.hash),
    register!("node counter" 5 .nodes),
    line!("none" .none),
    line!("check" .check),
    line!("white to move" .white_to_move),
    line!("hosted" .hosted),
    line!("IN CHECK" .now.flags.in_check),
    line!("LEGAL" .now.flags.legal),
    line!("RAISED" .now.flags.raised),
    line!("QUIET" .now.flags.quiet),
    line!("spent" .now.flags.spent),
    ("disable memory", 64, |state: &mut State, bit: u32, high: bool| {
        let ply = usize::from(state.ply);
        if high { state.disable.set(ply, bit as u8) } else { state.disable.clear_own(ply, 1 << bit) }
    }),
];

#[test]
fn scan2() {
    for &(name, width, hold) in REGISTERS { for bit in 0..width { for high in [false, true] {
        let mut machine = SELF_TEST.machine();
        let f = failure(&SELF_TEST.run_on(&mut machine, |_, state| hold(state, bit, high)));
        println!("HOLD {name} {bit} {} {:?}", high as u8, f.map(|f| f.0));
    }}}
}
