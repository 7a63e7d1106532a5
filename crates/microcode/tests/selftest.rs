//! The self-test of the machine, tested: it passes on a good machine, uses everything there is, and
//! fails on a bad one.

mod common;

use std::sync::LazyLock;

use machine::microengine::stack::MoveKind;
use machine::microengine::word::{
    Address, Dest, FIELDS, Orders, Put, Slot, Source, Take, Test, Word,
};
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
    SELF_TEST
        .program()
        .words
        .iter()
        .map(|word| word.orders().unwrap())
}

#[test]
fn selftest_passes() {
    let results = SELF_TEST.run();
    for result in &results {
        assert_eq!(result.outcome, Outcome::Ok, "{}", result.name);
        assert!(result.proves.len() > 20, "{} has no comment", result.name);
    }
    assert_eq!(results.len(), 30);
}

#[test]
fn selftest_uses_every_field_value() {
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
        assert!(
            all_orders().any(|orders| orders.source == Source::Constant && orders.read == constant)
        );
    }
    for slot in 0..8 {
        assert!(all_orders().any(|orders| orders.source == Source::Frame && orders.read == slot));
    }
}

#[test]
fn selftest_checks_every_line_high_and_low() {
    let fail = SELF_TEST.program().address("fail");
    for &test in Test::CODES {
        for unless in [false, true] {
            let jumps = all_orders().any(|orders| {
                orders.test == test && orders.unless == unless && Some(orders.next) == fail
            });
            assert!(jumps, "{test:?} is not asked with unless = {unless}");
        }
    }
}

/// The model and the program agree, number by number: the last signature that each test compares.
#[test]
fn selftest_signatures_match_model() {
    assert_eq!(common::sum(0x5556), "    acc <- -constant.even\n");
    let program = SELF_TEST.program();
    let compares = |word: Word| {
        let orders = word.orders().unwrap();
        orders.source == Source::Frame
            && orders.read == Slot::Spare as u8
            && orders.test == Test::Equal
    };
    let mut compared = vec![None; program.words.len()];
    SELF_TEST.run_on(&mut SELF_TEST.machine(), |address, state| {
        if compares(program.words[usize::from(address)]) {
            compared[usize::from(address)] = Some(state.acc as u16);
        }
    });
    for (test, signature) in common::signatures() {
        let begin = usize::from(program.address(test).unwrap());
        let end = program
            .labels
            .iter()
            .filter(|(label, _)| !label.contains(['.', '@']));
        let end = end
            .map(|(_, &at)| usize::from(at))
            .filter(|&at| at > begin)
            .min()
            .unwrap();
        let last = compared[begin..end].iter().rev().flatten().next();
        assert_eq!(
            last,
            Some(&signature),
            "{test} wants\n{}",
            common::sum(signature)
        );
    }
}

/// Whether a field of this word gates anything: an unread slot does not.
fn is_read(field: &str, orders: Orders) -> bool {
    let compared = matches!(orders.test, Test::Less | Test::Equal | Test::LessOrEqual);
    let summed = orders.dest != Dest::Nothing || orders.test.reads_sum();
    let board = orders.take != Take::Nothing || orders.put != Put::Nothing || orders.rights;
    match field {
        "source" => summed || compared,
        "read" => {
            (summed || compared)
                && matches!(
                    orders.source,
                    Source::Frame | Source::Parent | Source::Constant
                )
        }
        "invert" | "carry" | "add" => summed,
        "write" => matches!(orders.dest, Dest::Frame | Dest::Both),
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

/// One field of one word changed to another value, chosen by `salt`; `None` if nothing reads the
/// field there.
fn change(word: Word, field: usize, salt: u64) -> Option<Word> {
    let field = &FIELDS[field];
    let values = if field.values.is_empty() {
        1 << field.width
    } else {
        field.values.len() as u64
    };
    let changed = field.set(word, (field.get(word) + 1 + salt % (values - 1)) % values);
    let orders = word.orders().unwrap();
    let literal = orders.address == Address::Literal || matches!(orders.put, Put::Own | Put::Enemy);
    let jumps = orders.test != Test::Never || orders.unless;
    let used = match field.name {
        "next" => literal || jumps,
        name => is_read(name, orders) || is_read(name, changed.orders().unwrap()),
    };
    used.then_some(changed)
}

/// Runs the program on a machine whose microcode memory or decoders change every word so; `None` if
/// the machine does not take the words, `Some(None)` if nothing was noticed.
fn run_all_changed(change: impl Fn(Word) -> Word) -> Option<Option<(String, String)>> {
    let words: Vec<Word> = SELF_TEST
        .program()
        .words
        .iter()
        .map(|&word| change(word))
        .collect();
    let mut machine = Machine::new(&words).ok()?;
    Some(failure(&SELF_TEST.run_on(&mut machine, |_, _| {})))
}

/// The wires of the microword: each held low, each held high.
#[test]
fn stuck_microword_wire_is_found() {
    let last = FIELDS.last().unwrap();
    for bit in 0..last.bit + last.width {
        for high in [false, true] {
            let result = run_all_changed(|Word(word)| {
                Word(if high {
                    word | 1 << bit
                } else {
                    word & !(1 << bit)
                })
            });
            assert_ne!(result, Some(None), "bit {bit} stuck, high = {high}");
        }
    }
}

/// The decoders: every value of every field taken for every other one.
#[test]
fn field_value_exchanged_is_found() {
    for field in FIELDS {
        let codes = 0..field.values.len() as u64;
        for (given, taken) in codes
            .clone()
            .flat_map(|given| codes.clone().map(move |taken| (given, taken)))
        {
            let names = [given, taken].map(|code| field.values[code as usize].name);
            if given == taken {
                continue;
            }
            let confused = |word| {
                if field.get(word) == given {
                    field.set(word, taken)
                } else {
                    word
                }
            };
            assert_ne!(
                run_all_changed(confused),
                Some(None),
                "{}: {} as {}",
                field.name,
                names[0],
                names[1]
            );
        }
    }
}

/// Words changed one order at a time. What is missed are checks asked of another line that stands
/// the same way, and registers loaded with what they hold.
#[test]
fn changed_orders_are_mostly_found() {
    let (mut all, mut found, mut salt) = (0, 0, 1_u64);
    for (address, &word) in SELF_TEST.program().words.iter().enumerate() {
        for (index, field) in FIELDS.iter().enumerate() {
            salt = salt
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let is_given = field.get(word) != 0 && field.name != "next";
            if !is_given || salt >> 62 != 0 {
                continue;
            }
            if let Some(changed) = change(word, index, salt >> 33) {
                all += 1;
                found += usize::from(run_changed(address, changed).is_some());
            }
        }
    }
    println!("{found} of {all} changed orders found");
    assert!(found * 100 >= all * 70, "{found} of {all}");
}

/// Each `must` turned round is found, and it is this word that is named.
#[test]
fn selftest_inverted_check_is_named() {
    let program = SELF_TEST.program();
    let fail = program.address("fail").unwrap();
    let unless = FIELDS.iter().find(|field| field.name == "unless").unwrap();
    for (address, &word) in program.words.iter().enumerate().step_by(5) {
        let orders = word.orders().unwrap();
        if orders.next != fail || orders.test == Test::Never {
            continue;
        }
        let (_, why) = run_changed(address, unless.set(word, u64::from(!orders.unless))).unwrap();
        assert!(
            why.starts_with(&format!("word {address:#05x} ")),
            "{address:#05x}: {why}"
        );
    }
}

/// A register of the machine with one bit held low or high.
type Hold = fn(&mut State, u32, bool);

macro_rules! register {
    ($name:literal $unseen:literal [$($test:literal),*] $width:literal $($path:tt)*) => {
        ($name, $unseen, &[$($test),*], $width, |state: &mut State, bit: u32, high: bool| {
            let register = &mut state$($path)*;
            *register = if high { *register | 1 << bit } else { *register & !(1 << bit) };
        })
    };
}

macro_rules! line {
    ($name:literal $unseen:literal [$($test:literal),*] $($path:tt)*) => {
        ($name, $unseen, &[$($test),*], 1, |state: &mut State, _: u32, high: bool| state$($path)* = high)
    };
}

/// The machine's registers and latches: how many bits held low or high go unseen, the tests that
/// name one (any, if none is given), and its width. Unseen are bits where two states differ in
/// nothing that any bus shows.
const REGISTERS: &[(&str, usize, &[&str], u32, Hold)] = &[
    register!("accumulator" 0 ["value bus"] 16 .acc),
    register!("ply counter" 0 ["slots", "stack frames"] 6 .ply),
    register!("moved register" 0 ["board buses", "walks"] 4 .moved),
    // The host answers once, with every other bit.
    register!("draw value" 8 ["host"] 16 .draw),
    register!("to register" 0 ["kind", "move registers"] 6 .now.to),
    register!("from register" 0 ["kind", "move registers"] 6 .now.from),
    // The pieces looked at after they were taken are queens and pawns, the files of double steps
    // are all f.
    register!("captured register" 1 ["board buses"] 4 .now.captured),
    register!("en-passant latch" 1 [] 6 .now.en_passant),
    register!("castling rights" 0 ["castling"] 4 .now.rights),
    (
        "kind register",
        0,
        &["kind"],
        3,
        |state: &mut State, bit: u32, high: bool| {
            let code = state.now.kind as u8;
            let held = if high {
                code | 1 << bit
            } else {
                code & !(1 << bit)
            };
            state.now.kind = MoveKind::from_code(held);
        },
    ),
    register!("entry latch" 0 [] 59 .entry.0),
    // Squares of the last two ranks where no piece stood by whom the bit makes a difference.
    register!("piece plane 0" 4 [] 64 .board.planes[0]),
    register!("piece plane 1" 2 [] 64 .board.planes[1]),
    register!("piece plane 2" 0 [] 64 .board.planes[2]),
    register!("piece plane 3" 0 [] 64 .board.planes[3]),
    // One board is evaluated: of each bit one level shows, and no color of an empty square.
    register!("evaluator plane 0" 65 [] 64 .board.full[0]),
    register!("evaluator plane 1" 64 [] 64 .board.full[1]),
    register!("evaluator plane 2" 65 [] 64 .board.full[2]),
    register!("evaluator plane 3" 103 [] 64 .board.full[3]),
    // All values are even in hundredths.
    register!("material" 1 [] 16 .board.lazy.material),
    register!("piece-square" 1 [] 16 .board.lazy.piece_square),
    register!("stage" 0 ["roms", "full evaluator"] 5 .board.lazy.stage),
    register!("white king's square" 0 [] 6 .board.lazy.king[0]),
    register!("black king's square" 0 [] 6 .board.lazy.king[1]),
    // The safety ROM is silent with few pieces on the board.
    register!("wing pawns" 52 [] 36 .board.lazy.wings),
    // A key without one of its bits serves as well until two positions meet.
    register!("board hash" 94 [] 48 .board.hash),
    register!("node counter" 0 ["sequencer"] 5 .nodes),
    line!("none" 0 ["move registers"] .none),
    line!("check" 0 ["check"] .check),
    line!("white to move" 0 [] .white_to_move),
    line!("hosted" 0 ["host"] .hosted),
    line!("IN CHECK" 0 ["flags", "check"] .now.flags.in_check),
    line!("LEGAL" 0 ["flags"] .now.flags.legal),
    line!("RAISED" 0 ["flags"] .now.flags.raised),
    line!("QUIET" 0 ["flags"] .now.flags.quiet),
    line!("spent" 0 ["en passant"] .now.flags.spent),
    (
        "disable memory",
        0,
        &[],
        64,
        |state: &mut State, bit: u32, high: bool| {
            let word = state.disable.word(state.ply);
            let held = if high {
                word | 1 << bit
            } else {
                word & !(1 << bit)
            };
            state.disable.set_word(state.ply, held);
        },
    ),
];

#[test]
fn stuck_register_is_found_and_named() {
    for &(name, allowed, named, width, hold) in REGISTERS {
        let mut unseen = 0;
        for (bit, high) in (0..width).flat_map(|bit| [(bit, false), (bit, true)]) {
            let found = failure(
                &SELF_TEST.run_on(&mut SELF_TEST.machine(), |_, state| hold(state, bit, high)),
            );
            match found {
                None => unseen += 1,
                Some((test, why)) => {
                    let expected = named.is_empty() || named.contains(&&*test);
                    assert!(expected, "{name} {bit} {high}: {test}, {why}");
                }
            }
        }
        assert!(
            unseen <= allowed,
            "{name}: {unseen} of {} unseen, {allowed} allowed",
            2 * width
        );
    }
}

/// A passing fault in the board's registers, late or early, comes out at the end at the latest.
#[test]
fn register_bit_flipped_once_is_found() {
    type Flip = fn(&mut State);
    let flips: [(&str, Flip); 5] = [
        ("board hash", |state| state.board.hash ^= 1 << 20),
        ("material", |state| state.board.lazy.material ^= 4),
        ("piece-square", |state| state.board.lazy.piece_square ^= 2),
        ("plane", |state| state.board.planes[0] ^= 1 << 37),
        ("castling rights", |state| state.now.rights ^= 2),
    ];
    for (name, flip) in flips {
        for when in [7_000, 9_000] {
            let mut done = false;
            let results = SELF_TEST.run_on(&mut SELF_TEST.machine(), |_, state| {
                if !done && state.cycles > when {
                    (done, _) = (true, flip(state));
                }
            });
            assert!(failure(&results).is_some(), "{name} after {when} cycles");
        }
    }
}

/// Slots of frames that are one another's.
#[test]
fn stack_with_too_few_frames_is_found() {
    for bit in 0..6 {
        let results = SELF_TEST.run_on(&mut SELF_TEST.machine(), |_, state| {
            for slot in 0..8 {
                let value = state.stack.slot(state.ply, slot);
                state.stack.set_slot(state.ply ^ 1 << bit, slot, value);
            }
        });
        let test = failure(&results).map(|(test, _)| test);
        assert!(
            matches!(test.as_deref(), Some("slots" | "stack frames")),
            "{bit}: {test:?}"
        );
    }
}

#[test]
fn hanging_program_is_named() {
    let address = SELF_TEST.program().address("test_flags").unwrap();
    let results = SELF_TEST.run_on(&mut SELF_TEST.machine(), |at, state| {
        if at == address {
            state.address = at;
        }
    });
    let (test, why) = failure(&results).unwrap();
    assert_eq!(test, "flags");
    assert!(why.starts_with("the machine hangs"), "{why}");
    assert_eq!(results.last().unwrap().outcome, Outcome::NotRun);
}
