//! The fields that each form of the language sets in the word.

use machine::microengine::constants::CONSTANTS;
use machine::microengine::word::{
    Address, Dest, Disable, FIELDS, Find, Flag, Orders, Ply, Put, Slot, Source, Switch, Take, Test,
    Word,
};
use microcode::{Embedded, Program, assemble};

fn program(text: &str) -> Program {
    assemble("test.mc", text, &Embedded(&[])).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The orders of a text that is one word.
fn orders(text: &str) -> Orders {
    let program = program(text);
    assert_eq!(program.words.len(), 1, "{text}");
    program.words[0].orders().unwrap()
}

#[test]
fn field_symbols_assemble() {
    for field in FIELDS {
        for (code, value) in field.values.iter().enumerate() {
            let literal = match (field.name, value.name) {
                ("address", "square") => " a1",
                ("put", "own" | "enemy") => " king",
                _ => "",
            };
            if field.name == "unless" {
                continue; // what follows it is a test
            }
            let word = program(&format!("{} {}{literal}", field.name, value.name)).words[0];
            assert_eq!(
                field.get(word),
                code as u64,
                "{} {}",
                field.name,
                value.name
            );
        }
        if field.values == Switch::VALUES {
            assert_eq!(field.get(program(field.name).words[0]), 1, "{}", field.name);
        }
        let greatest = (1 << field.width) - 1;
        let word = program(&format!("{} = {greatest}", field.name)).words[0];
        assert_eq!(word.0, greatest << field.bit, "{}", field.name);
    }
}

#[test]
fn orders_combine_in_one_word() {
    let orders =
        orders("x: find victim, disable close, ply up, ; and\n\n ; so on\n turn,\n flag legal");
    assert_eq!(
        (orders.find, orders.disable, orders.ply),
        (Find::Victim, Disable::Close, Ply::Up)
    );
    assert!(orders.turn && orders.flag == Flag::Legal && !orders.count);
    assert_eq!(program("rest").words, [Word(0)]);
}

#[test]
fn literals() {
    let orders = orders("address square e1, take moved, put own king, rights");
    assert_eq!(
        (orders.address, orders.take, orders.put),
        (Address::Literal, Take::Moved, Put::Own)
    );
    assert_eq!(orders.next, 4 | 6 << 6);
    assert_eq!(self::orders("address square h8").next, 63);
    assert_eq!(self::orders("put enemy pawn, address passed").next, 1 << 6);
}

#[test]
fn jumps() {
    let program = program("a: goto b\nb: c:\n if less goto a\nunless in_check goto c, flag quiet");
    let [first, second, third] =
        [0, 1, 2].map(|address: usize| program.words[address].orders().unwrap());
    assert_eq!(
        (first.test, first.unless, first.next),
        (Test::Never, true, 1)
    );
    assert_eq!(
        (second.test, second.unless, second.next),
        (Test::Less, false, 0)
    );
    assert_eq!(
        (third.test, third.unless, third.next, third.flag),
        (Test::InCheck, true, 1, Flag::Quiet)
    );
    let addresses = ["a", "b", "c", "d"].map(|label| program.address(label));
    assert_eq!(addresses, [Some(0), Some(1), Some(1), None]);
}

#[test]
fn value_bus_orders_assemble() {
    let bus = |text: &str| {
        let orders = orders(text);
        (
            orders.dest,
            orders.source,
            orders.add,
            orders.invert,
            orders.carry,
        )
    };
    assert_eq!(
        bus("acc <- lazy"),
        (Dest::Acc, Source::Lazy, false, false, false)
    );
    assert_eq!(
        bus("acc <- -lazy"),
        (Dest::Acc, Source::Lazy, false, true, true)
    );
    assert_eq!(
        bus("acc <- ~zero"),
        (Dest::Acc, Source::Zero, false, true, false)
    );
    assert_eq!(
        bus("acc <- acc"),
        (Dest::Acc, Source::Acc, false, false, false)
    );
    assert_eq!(
        bus("acc <- acc + 1"),
        (Dest::Acc, Source::Acc, false, false, true)
    );
    assert_eq!(
        bus("acc <- acc + acc + 1"),
        (Dest::Acc, Source::Acc, true, false, true)
    );
    assert_eq!(
        bus("acc <- acc - ply"),
        (Dest::Acc, Source::Ply, true, true, true)
    );
    assert_eq!(
        bus("acc <- acc + ~zero"),
        (Dest::Acc, Source::Zero, true, true, false)
    );
    assert_eq!(bus("acc <- acc + -ply"), bus("acc <- acc - ply"));
    assert_eq!(
        bus("frame.beta <- draw"),
        (Dest::Frame, Source::Draw, false, false, false)
    );
    assert_eq!(
        bus("acc & frame.beta <- acc + draw"),
        (Dest::Both, Source::Draw, true, false, false)
    );
    assert_eq!(
        bus("nothing <- acc - move"),
        (Dest::Nothing, Source::Move, true, true, true)
    );
    assert_eq!(
        bus("compare entry_value"),
        (Dest::Nothing, Source::EntryValue, false, false, false)
    );

    let slots = orders("frame.count <- parent.limit + 1");
    assert_eq!(
        (slots.write, slots.read),
        (Slot::Count as u8, Slot::Limit as u8)
    );
    for (number, constant) in CONSTANTS.iter().enumerate() {
        assert_eq!(
            orders(&format!("compare constant.{}", constant.name)).read,
            number as u8
        );
        assert_eq!(
            orders(&format!("compare constant.{number}")).read,
            number as u8
        );
    }
}

#[test]
fn macros() {
    let text = "
.macro count_up(slot, label)
.again: acc <- frame.slot + 1, if zero goto .out
        frame.slot <- acc, goto .again
.out:   flag legal, goto label
.end
.macro off
        put empty, rights
.end
start:  count_up(spare, .here)
.here:  count_up(count, start)
        off
        address from, off, turn";
    let program = program(text);
    let orders = |address: usize| program.words[address].orders().unwrap();
    assert_eq!(orders(0).read, Slot::Spare as u8);
    assert_eq!(orders(3).read, Slot::Count as u8);
    assert_eq!((orders(0).next, orders(1).next, orders(2).next), (2, 0, 3));
    assert_eq!((orders(3).next, orders(4).next, orders(5).next), (5, 3, 0));
    assert_eq!(program.address("count_up@2.out"), Some(5));
    assert_eq!(program.address("start.here"), Some(3));
    assert_eq!((orders(6).put, orders(6).turn), (Put::Empty, false));
    assert_eq!(
        (orders(7).put, orders(7).turn, orders(7).address),
        (Put::Empty, true, Address::From)
    );
    let location = &program.locations[4];
    assert_eq!((location.line, location.calls[0].line), (4, 11));
}

#[test]
fn macro_parameter_leaves_symbols() {
    let text = ".macro m(aggressor, none, next)\nfind aggressor, compare frame.next, if none goto next\n.end
x: m(a, b, x)";
    let orders = orders(text);
    assert_eq!(
        (orders.find, orders.test, orders.read),
        (Find::Aggressor, Test::None, Slot::Next as u8)
    );
}

#[test]
fn includes() {
    let files = [
        ("a.mc", "a: goto b\n.include \"b.mc\""),
        ("b.mc", ".macro x\nturn\n.end\nb: x"),
    ];
    let program = assemble(
        "main.mc",
        ".include \"a.mc\"\n.entry b\n",
        &Embedded(&files),
    )
    .unwrap();
    assert_eq!(program.words.len(), 2);
    assert_eq!(program.source(1), Some(("b.mc", 2)));
    assert_eq!(program.entries.iter().collect::<Vec<_>>(), ["b"]);
}

const FILES: microcode::Files = microcode::Files(|path| std::fs::read_to_string(path));

#[test]
fn include_resolves_from_including_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    std::fs::write(folder.path().join("main.mc"), ".include \"sub/a.mc\"").unwrap();
    std::fs::write(folder.path().join("sub/a.mc"), ".include \"../b.mc\"").unwrap();
    std::fs::write(folder.path().join("b.mc"), "halt").unwrap();
    assert_eq!(
        microcode::assemble_file(folder.path().join("main.mc"), &FILES)
            .unwrap()
            .words
            .len(),
        1
    );
    std::fs::write(folder.path().join("b.mc"), ".include \"./sub/../main.mc\"").unwrap();
    let error = microcode::assemble_file(folder.path().join("main.mc"), &FILES)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("b.mc:1:10: './sub/../main.mc' includes itself"),
        "{error}"
    );
    assert!(microcode::assemble_file(folder.path(), &FILES).is_err());
}

#[test]
fn program_beyond_memory_is_refused() {
    let full = "rest\n".repeat(1024);
    assert_eq!(program(&full).words.len(), 1024);
    let error = assemble("x.mc", &(full + "x: rest\ngoto x"), &Embedded(&[])).unwrap_err();
    assert_eq!(error.0.len(), 1, "{error}");
    assert_eq!((error.0[0].line, error.0[0].column), (1025, 4));
    assert_eq!(
        error.0[0].message,
        "the program has 1026 words, the memory holds 1024"
    );
}
