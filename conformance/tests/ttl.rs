//! The boards of packages do what the authentic circuits do.

use conformance::algebra::{Polynomial, value_of};
use conformance::documents::{assert_tables, root};
use conformance::proof::{Verdict, compare};
use logic::Lanes;
use logic::Netlist;
use logic::combinational::netlist;
use logic::netlist::Simulation;
use machine::evaluator::full::full_value;
use machine::microengine::variant::Variant;
use machine::move_generator::MoveGenInputs;
use machine::{blocks, rtl};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use ttl::board::{HIGH, LOW, Wires};
use ttl::drawn::{drawn, drawn_block};
use ttl::move_generator::{Boards, move_generator, programs};
use ttl::parts::{Figure, register};
use ttl::report::{Redrawn, beside_record, bill, figures, path, table};
use ttl::unrolled::{WEIGHED, authentic, packages};
use ttl::{drawing, evaluator, generator_1976, hash_key, kicad};

#[test]
fn move_generator_of_packages_equals_authentic_circuit() {
    let verdict = compare(&netlist::<Boards>(), &move_generator().gates()).unwrap();
    assert_eq!(verdict, Verdict::Equivalent);
}

#[test]
fn hash_key_of_packages_equals_authentic_circuit() {
    let block = (blocks::find("hash_key").expect("a block").netlist)();
    let verdict = compare(&block, &hash_key::hash_key().gates()).unwrap();
    assert_eq!(verdict, Verdict::Equivalent);
}

/// What each square reports in each direction, and what pawns and posts are worth on an inner file,
/// over an evaluation of eight files, whatever was in the registers before.
#[test]
fn evaluator_of_packages_finds_what_authentic_circuit_reports() {
    prove_evaluator(&["reports", WEIGHED[3]]);
}

/// The same on all files.
#[test]
#[ignore = "a minute"]
fn evaluator_of_packages_weighs_pawns_of_all_files_as_authentic_circuit() {
    prove_evaluator(&WEIGHED);
}

fn prove_evaluator(outputs: &[&str]) {
    let evaluator = evaluator::at_once();
    let (packages, authentic) = (packages(&evaluator), authentic(&evaluator));
    for output in outputs {
        let verdict = compare(&packages.only(output), &authentic.only(output)).unwrap();
        assert_eq!(verdict, Verdict::Equivalent, "{output}");
    }
}

/// Every sum is its numbers' sum, by arithmetic.
#[test]
fn evaluator_of_packages_adds() {
    let evaluator = evaluator::at_once();
    for summed in &evaluator.sums {
        let mut read = summed.numbers.concat();
        read.retain(|&net| net != LOW && net != HIGH);
        let net = Netlist::new();
        let inputs = net.input_wires("numbers", read.len());
        let mut wires: Wires<'_> = read.iter().copied().zip(inputs).collect();
        evaluator.board.settled(&net, &mut wires);
        let places = &summed.sum[..summed.sum.len().min(16)];
        let sum: Vec<_> = places.iter().map(|place| wires[place]).collect();
        net.output_wires("sum", &sum);

        let nodes = net.wires("numbers");
        let mut expected = Polynomial::new();
        for number in &summed.numbers {
            for (place, bit) in number.iter().enumerate() {
                if let Some(input) = read.iter().position(|net| net == bit) {
                    *expected.entry(vec![nodes[input]]).or_default() += 1 << place;
                }
            }
        }
        assert_eq!(value_of(&net, "sum", &[]).unwrap(), expected);
    }
    // Ten trees of mobility, the five that join them, the tree of all numbers, the SUM register.
    assert_eq!(evaluator.sums.len(), 17);
}

/// From the pieces to the value: 4,096 random positions against the lanes that play.
#[test]
fn evaluator_of_packages_gives_the_full_value() {
    let mut simulation = Simulation::new(&packages(&evaluator::at_once()));
    let mut random = ChaCha8Rng::seed_from_u64(1980);
    let mut within = 0;
    for _ in 0..4096 / Simulation::PATTERNS {
        let mut expected = Vec::new();
        for pattern in 0..Simulation::PATTERNS {
            expected.push(set_position(&mut simulation, &mut random, pattern));
        }
        simulation.settle();
        for (pattern, expected) in expected.into_iter().enumerate() {
            assert_eq!(simulation.get("value", pattern) as i16, expected);
            within += usize::from(expected.abs() < roms::full::FULL_MARGIN);
        }
    }
    assert!(within > 1000, "{within} values within the margin");
}

/// Puts a random position on the inputs, with as many pieces as make values within the margin, and
/// says its value.
fn set_position(simulation: &mut Simulation, random: &mut ChaCha8Rng, pattern: usize) -> i16 {
    let kings = [
        random.random_range(0..32_u64),
        random.random_range(32..64_u64),
    ];
    let occupied = random.random::<u64>() & random.random::<u64>();
    let occupied = occupied & !(1 << kings[0] | 1 << kings[1]);
    let mut piece = [0_u64; 4];
    for square in (0..64).filter(|square| occupied >> square & 1 != 0) {
        let on_last_ranks = !(8..56).contains(&square);
        // Half of all pieces are pawns.
        let kind = match random.random_range(1..=8_u64) {
            1..=4 if on_last_ranks => continue,
            1..=4 => 1,
            kind => kind - 3,
        };
        let code = kind | u64::from(random.random::<bool>()) << 3;
        for (bit, plane) in piece.iter_mut().enumerate() {
            *plane |= (code >> bit & 1) << square;
        }
    }
    for (bit, name) in ["c0", "c1", "c2", "c3"].iter().enumerate() {
        simulation.set(name, pattern, piece[bit]);
    }
    simulation.set("king_white", pattern, kings[0]);
    simulation.set("king_black", pattern, kings[1]);
    let class = random.random_range(0..8_u64);
    simulation.set("class", pattern, class);
    piece[1] |= 1 << kings[0] | 1 << kings[1];
    piece[2] |= 1 << kings[0] | 1 << kings[1];
    piece[3] |= 1 << kings[1];
    full_value(Lanes, piece, class as u8)
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
    let evaluator = evaluator::evaluator().board;
    let evaluated = figures(&evaluator, clocked);
    let keys = figures(&hash_key::hash_keys(), clocked);
    let boards = [
        Redrawn {
            board: "move generator",
            figures: &redrawn,
        },
        Redrawn {
            board: "full evaluator",
            figures: &evaluated,
        },
        Redrawn {
            board: "hash key",
            figures: &keys,
        },
    ];
    let tables = [
        ("beside the record", beside_record(&as_drawn, &boards)),
        ("as drawn", table(&as_drawn)),
        ("move generator", table(&redrawn)),
        (
            "generator of 1976",
            table(&figures(&generator_1976::generator(), clocked)),
        ),
        ("find", path(&generator, clocked)),
        ("full evaluator", table(&evaluated)),
        ("file", path(&evaluator, clocked)),
        ("hash key", table(&keys)),
    ];
    assert_tables("docs/ttl.md", &tables);
    for (file, text) in [
        ("docs/ttl/machine-as-drawn.csv", bill(&machine.packages())),
        ("docs/ttl/move-generator.csv", bill(&generator.packages())),
        ("docs/ttl/full-evaluator.csv", bill(&evaluator.packages())),
        ("docs/images/ttl-boards.svg", drawing::svg(&generator)),
    ] {
        let path = root().join(file);
        assert_data_eq!(text, Data::read_from(&path, Some(DataFormat::Text)).raw());
    }
}
