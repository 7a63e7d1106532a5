//! The boards of packages do what the authentic circuits do.

use conformance::documents::{assert_tables, root};
use conformance::proof::{Verdict, compare};
use logic::Lanes;
use logic::combinational::netlist;
use logic::netlist::Simulation;
use machine::microengine::variant::Variant;
use machine::move_generator::MoveGenInputs;
use machine::{blocks, rtl};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use ttl::drawn::{drawn, drawn_block};
use ttl::move_generator::{Boards, move_generator, programs};
use ttl::parts::{Figure, register};
use ttl::report::{beside_record, bill, figures, path, table};
use ttl::{drawing, generator_1976, kicad};

#[test]
fn move_generator_of_packages_equals_authentic_circuit() {
    let verdict = compare(&netlist::<Boards>(), &move_generator().gates()).unwrap();
    assert_eq!(verdict, Verdict::Equivalent);
}

/// The mapper's gates and the adders beside them are the block again, over all inputs.
#[test]
fn blocks_as_drawn_equal_authentic_circuits() {
    for name in [
        "value_bus",
        "castling",
        "counters",
        "sequencer",
        "disable_word",
    ] {
        let block = (blocks::find(name).expect("a block").netlist)();
        let drawn = drawn_block(&block).unwrap();
        let verdict = compare(&block, &drawn.gates()).unwrap();
        assert_eq!(verdict, Verdict::Equivalent, "{name}");
    }
}

/// Each package of the netlist, as it is read back, against the lanes that play.
#[test]
fn netlist_read_back_finds_as_the_lanes_do() {
    let written = kicad::write(&move_generator(), &programs());
    let board = kicad::read(&written, &programs()).unwrap();
    let mut simulation = Simulation::new(&board.gates());
    let mut random = ChaCha8Rng::seed_from_u64(58);
    let mut finds = 0;
    while finds < 10_000 {
        let mut expected = Vec::new();
        for pattern in 0..Simulation::PATTERNS {
            expected.push(set_find(&mut simulation, &mut random, pattern));
        }
        simulation.settle();
        for (pattern, expected) in expected.into_iter().enumerate() {
            let found = Find {
                square: simulation.get("sq", pattern) as u8,
                none: simulation.get("none", pattern) != 0,
                check: simulation.get("check", pattern) != 0,
            };
            assert_eq!(found, expected);
            finds += 1;
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Find {
    square: u8,
    none: bool,
    check: bool,
}

/// Puts a find in a random position on the inputs, and says what the lanes find in it.
fn set_find(simulation: &mut Simulation, random: &mut ChaCha8Rng, pattern: usize) -> Find {
    let occupied = random.random::<u64>() & random.random::<u64>();
    let piece = [0; 4].map(|_| occupied & random.random::<u64>());
    let inputs = MoveGenInputs {
        piece,
        disable: random.random::<u64>() & random.random::<u64>(),
        white_to_move: random.random(),
        en_passant: random.random_range(0..64),
        en_passant_open: false,
    };
    // A latch that holds square 0 is not armed; a spent one is not open.
    let spent: bool = random.random();
    let inputs = MoveGenInputs {
        en_passant_open: inputs.en_passant != 0 && !spent,
        ..inputs
    };
    let to = random.random_range(0..64);
    let order = random.random_range(1..=3);
    for (plane, bits) in ["p0", "p1", "p2", "p3"].iter().zip(piece) {
        simulation.set(plane, pattern, bits);
    }
    simulation.set("disable_word", pattern, inputs.disable);
    simulation.set("to", pattern, to.into());
    simulation.set("from", pattern, 0);
    simulation.set("en_passant", pattern, inputs.en_passant.into());
    simulation.set("spent", pattern, u64::from(spent));
    simulation.set("white_to_move", pattern, u64::from(inputs.white_to_move));
    simulation.set("disable_order", pattern, 0);
    simulation.set("find_order", pattern, order);
    let other_side = MoveGenInputs {
        white_to_move: !inputs.white_to_move,
        ..inputs
    };
    let found = match order {
        1 => inputs.find_victim(Lanes),
        2 => inputs.find_aggressor(Lanes, to),
        _ => other_side.find_victim(Lanes),
    };
    Find {
        square: found.square,
        none: found.is_none(),
        check: found.check,
    }
}

#[test]
fn pages_of_packages_are_current() {
    let machine = drawn(&rtl::netlist(Variant::Authentic, &[])).unwrap();
    let generator = move_generator();
    let clocked = register().output;
    let as_drawn = figures(&machine, Figure::default());
    let redrawn = figures(&generator, clocked);
    let tables = [
        ("beside the record", beside_record(&as_drawn, &redrawn)),
        ("as drawn", table(&as_drawn)),
        ("move generator", table(&redrawn)),
        (
            "generator of 1976",
            table(&figures(&generator_1976::generator(), clocked)),
        ),
        ("find", path(&generator, clocked)),
    ];
    assert_tables("docs/ttl.md", &tables);
    for (file, text) in [
        ("docs/ttl/machine-as-drawn.csv", bill(&machine.packages())),
        ("docs/ttl/move-generator.csv", bill(&generator.packages())),
        ("docs/images/ttl-boards.svg", drawing::svg(&generator)),
    ] {
        let path = root().join(file);
        assert_data_eq!(text, Data::read_from(&path, Some(DataFormat::Text)).raw());
    }
}
