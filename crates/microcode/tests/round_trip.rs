//! Words to text and back; programs to hexadecimal and back; no input makes the assembler fall
//! over.

use machine::microengine::word::{FIELDS, WORDS, Word};
use microcode::{
    Embedded, Program, assemble, disassemble, listing, orders_text, programs, read_hex, write_hex,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn words_of(words: Vec<u64>) -> Program {
    Program {
        words: words.into_iter().map(Word).collect(),
        ..Program::default()
    }
}

fn assert_round_trip(program: &Program) {
    let text = disassemble(program);
    let again = assemble("again.mc", &text, &Embedded(&[]))
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    assert_eq!(again.words, program.words, "{text}");
    assert_eq!(again.entries, program.entries);
    for (label, address) in &program.labels {
        assert_eq!(again.address(label), Some(*address), "{label}");
    }
    assert_eq!(disassemble(&again), text);
}

/// A word each of whose fields holds a value with a meaning.
fn meaningful() -> impl Strategy<Value = u64> {
    let values: Vec<_> = FIELDS
        .iter()
        .map(|field| {
            let most = if field.values.is_empty() {
                1 << field.width
            } else {
                field.values.len() as u64
            };
            prop_oneof![2 => Just(0), 1 => 0..most].boxed()
        })
        .collect();
    values.prop_map(|values| {
        FIELDS
            .iter()
            .zip(values)
            .fold(Word(0), |word, (field, value)| field.set(word, value))
            .0
    })
}

#[test]
fn programs_round_trip() {
    assert!(!programs::SOURCES.is_empty());
    for (name, _) in programs::SOURCES {
        let program = programs::program(name).unwrap_or_else(|errors| panic!("{errors}"));
        assert_round_trip(&program);
        let hex = read_hex("program.hex", &write_hex(&program)).unwrap();
        assert_eq!((&hex.words, &hex.labels), (&program.words, &program.labels));
        assert_eq!(hex.entries, program.entries);
        assert_eq!(program.locations.len(), program.words.len());
        for (address, word) in program.words.iter().enumerate() {
            let orders = word
                .orders()
                .unwrap_or_else(|error| panic!("{name} {address:03X}: {error}"));
            let jumps = orders.test as u8 != 0 || orders.unless;
            assert!(
                !jumps || usize::from(orders.next) < program.words.len(),
                "{name} {address:03X}"
            );
            assert!(listing(&program).contains(&format!("{address:03X}  {:016X}", word.0)));
        }
    }
}

/// What a statement of the source orders the value bus to do, without its operands.
fn bus_notation(text: &str) -> Option<&'static str> {
    ["compare ", "nothing <-", "<-"]
        .into_iter()
        .find(|form| text.contains(form))
}

#[test]
fn disassembled_search_keeps_the_bus_notation_of_its_source() {
    let program = programs::program("search.mc").expect("search.mc assembles");
    let label = |address: u16| program.labels_at(address).next().map(str::to_owned);
    let mut bus_orders = 0;
    for (word, location) in program.words.iter().zip(&program.locations) {
        let source = &program.sources[location.file];
        let statement: String = (location.line..=location.last_line)
            .map(|line| source.line(line).split(';').next().unwrap_or_default())
            .collect();
        let disassembled = orders_text(*word, &label);
        let expected = bus_notation(&statement);
        assert_eq!(
            bus_notation(&disassembled),
            expected,
            "{statement}: {disassembled}"
        );
        bus_orders += u32::from(expected.is_some());
    }
    assert!(bus_orders > 50, "{bus_orders}");
}

#[test]
fn single_fields() {
    for bit in 0..64 {
        assert_round_trip(&words_of(vec![1 << bit]));
    }
    for field in FIELDS {
        let values = 0..1_u64 << field.width;
        assert_round_trip(&words_of(values.map(|value| value << field.bit).collect()));
    }
}

#[test]
fn hex_odd_labels_round_trip() {
    let mut program = words_of(vec![0x8000, 0x8001]);
    for (name, address) in [
        ("", 0),
        ("a b", 0),
        (".x", 1),
        ("9", 1),
        ("L001", 0),
        ("far", 900),
    ] {
        program.labels.insert(name.to_owned(), address);
        program.entries.insert(name.to_owned());
    }
    let text = disassemble(&program);
    assert_eq!(
        text,
        ".entry L001\nL001:\n        goto L001\nL001_:\n        goto L001_\n"
    );
    listing(&program);
}

#[test]
fn unknown_program_is_an_error() {
    assert!(
        programs::program("none.mc")
            .unwrap_err()
            .to_string()
            .contains("no such file")
    );
}

fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1982),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_words(words in prop::collection::vec(any::<u64>(), 0..=40)) {
        assert_round_trip(&words_of(words));
    }

    #[test]
    fn meaningful_words(words in prop::collection::vec(meaningful(), 1..=200)) {
        let program = words_of(words);
        for word in &program.words {
            prop_assert!(word.orders().is_ok());
        }
        assert_round_trip(&program);
    }

    #[test]
    fn hexadecimal(words in prop::collection::vec(any::<u64>(), 0..=WORDS)) {
        let program = words_of(words);
        prop_assert_eq!(read_hex("x", &write_hex(&program)).unwrap().words, program.words);
    }

    #[test]
    fn any_text(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_tokens(tokens in prop::collection::vec(prop::sample::select(tokens()), 0..120)) {
        survives(&tokens.join(" "));
        survives(&tokens.concat());
    }

    #[test]
    fn spoilt_programs(cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<char>(), any::<prop::sample::Index>()), 1..12)) {
        for (_, text) in programs::SOURCES {
            let mut characters: Vec<char> = text.chars().collect();
            for (at, change, character, other) in &cuts {
                let (at, other) = (at.index(characters.len()), other.index(characters.len()));
                match change {
                    0 => characters[at] = *character,
                    1 => characters.insert(at, *character),
                    2 => characters.swap(at, other),
                    _ => drop(characters.drain(at..(at + 9).min(characters.len() - 1))),
                }
            }
            survives(&characters.into_iter().collect::<String>());
        }
    }
}

fn tokens() -> Vec<&'static str> {
    let words = ", , : = <- + - ~ & ( ) ; \" \"x\" 0 1 0x 7 a b .a .macro .end .entry .include \"board.mc\" find \
                 victim acc frame.alpha parent.a constant.one constant.a goto if unless less compare address square e1 put \
                 own king turn moves unmake spare next nothing \u{e9}";
    words
        .split(' ')
        .chain(["\n", "\n", "\n", "\t", "\r", " a(a)\n", ".macro a(b)\n"])
        .collect()
}

/// The assembler gives a program or errors, and these point into the text.
fn survives(text: &str) {
    match assemble("x.mc", text, &Embedded(programs::SOURCES)) {
        Ok(program) => {
            assert_round_trip(&program);
            listing(&program);
        }
        Err(errors) => {
            assert!(!errors.0.is_empty());
            assert!(!errors.to_string().is_empty());
            for error in errors.0.iter().filter(|error| error.file == "x.mc") {
                let line = text
                    .split('\n')
                    .nth(error.line as usize - 1)
                    .expect("the line exists");
                assert!(error.column as usize <= line.chars().count() + 1, "{error}");
            }
        }
    }
    let _ = read_hex("x.hex", text);
}
