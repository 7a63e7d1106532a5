//! The circuits as Verilog, in other people's simulators and synthesizers: the same vectors give
//! the same outputs, and what is read or mapped is proved to be the circuit. `--run-ignored all`
//! (or `cargo xtask silicon`) adds the long runs.

#[path = "common/positions.rs"]
mod positions;

use std::fs;
use std::process::Command;

use conformance::model;
use conformance::proof::{Verdict, compare};
use conformance::silicon::{Module, Simulator, Vector};
use logic::netlist::{Adders, Fault, Faults, Simulation};
use logic::{Combinational, Lanes, Logic, Netlist, lanes};
use machine::blocks::{self, BLOCKS, Block, Form};
use machine::circuits::en_passant::en_passant_latch;
use machine::evaluator::full::{self, FullEvaluator};
use machine::microengine::variant::{VARIANTS, Variant};
use machine::move_generator::MoveGenInputs;
use machine::rtl;
use machine::rtl::boards::BOARDS;
use positions::{board, planes, random_games, stage_class};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use shakmaty::Position;

/// Finds on positions of games, by turns with boards of random codes; what the lanes answer.
fn find_vectors(count: usize) -> Vec<Vector> {
    let mut random = ChaCha8Rng::seed_from_u64(1972);
    let mut vectors = Vec::new();
    random_games(1972, count, |position| {
        let real = vectors.len().is_multiple_of(2);
        let inputs = MoveGenInputs {
            piece: if real {
                planes(&board(position))
            } else {
                random_planes(&mut random)
            },
            disable: disabled(&mut random),
            white_to_move: if real {
                position.turn().is_white()
            } else {
                random.random()
            },
            en_passant: position
                .pseudo_legal_ep_square()
                .map_or(random.random_range(0..64), u8::from),
            en_passant_open: random.random(),
        };
        let aggressor = random.random();
        // On positions of games, an aggressor's victim is one that the machine would find.
        let victim = if real {
            inputs.find_victim(Lanes).square
        } else {
            random.random_range(0..64)
        };
        let inputs = if real && aggressor {
            MoveGenInputs {
                disable: disabled(&mut random),
                ..inputs
            }
        } else {
            inputs
        };
        vectors.push(find_vector(inputs, aggressor, victim));
    });
    vectors
}

/// The levels of a find, and what the lanes answer.
fn find_vector(inputs: MoveGenInputs, aggressor: bool, victim: u8) -> Vector {
    let find = if aggressor {
        inputs.find_aggressor(Lanes, victim)
    } else {
        inputs.find_victim(Lanes)
    };
    let MoveGenInputs {
        piece,
        disable,
        white_to_move,
        en_passant,
        en_passant_open,
    } = inputs;
    let asked = [
        disable,
        victim.into(),
        aggressor.into(),
        white_to_move.into(),
        en_passant.into(),
    ];
    let line = if find.is_none() {
        0
    } else {
        1 << (find.line - 1)
    };
    let found = [
        find.square.into(),
        find.is_none().into(),
        line,
        find.check.into(),
    ];
    [&piece[..], &asked, &[en_passant_open.into()], &found].concat()
}

/// A disable word, from none to nearly all of the squares.
fn disabled(random: &mut ChaCha8Rng) -> u64 {
    let thin = (0..random.random_range(0..6)).fold(!0, |thin, _| thin & random.random::<u64>());
    if random.random() { !thin } else { thin }
}

/// A pawn, or now and then another piece, that goes from a square to another with others about.
struct Step {
    piece: [u64; 4],
    from: u8,
    to: u8,
    pawn: bool,
    white: bool,
}

/// A step that is most often a pawn's double step.
fn step(random: &mut ChaCha8Rng) -> Step {
    let piece = random_planes(random);
    let white = random.random();
    let (second, fourth) = if white { (8, 24) } else { (48, 32) };
    let file = random.random_range(0..8);
    let near = |square: u8, random: &mut ChaCha8Rng| match random.random_ratio(3, 4) {
        true => square,
        false => random.random_range(0..64),
    };
    let (from, to) = (near(second + file, random), near(fourth + file, random));
    Step {
        piece,
        from,
        to,
        pawn: random.random_ratio(3, 4),
        white,
    }
}

/// Steps; what the lanes put into the en-passant latch.
fn en_passant_vectors(count: usize) -> Vec<Vector> {
    let mut random = ChaCha8Rng::seed_from_u64(1978);
    let vector = || {
        let Step {
            piece,
            from,
            to,
            pawn,
            white,
        } = step(&mut random);
        let latch = en_passant_latch(piece, from, to, pawn, white);
        let [p0, p1, p2, p3] = piece;
        vec![
            p0,
            p1,
            p2,
            p3,
            from.into(),
            to.into(),
            pawn.into(),
            white.into(),
            latch.into(),
        ]
    };
    std::iter::repeat_with(vector).take(count).collect()
}

/// Random levels for the registers that listen to the board buses, but the board, the piece moved
/// and his squares those of a step: without one the en-passant latch in their midst would hardly be
/// reached.
fn listener_levels(net: &Netlist, random: &mut ChaCha8Rng) -> Vector {
    let mut levels = random_levels(net, random);
    let Step {
        piece: [p0, p1, p2, p3],
        from,
        to,
        pawn,
        white,
    } = step(random);
    let moved = if pawn {
        1 | u64::from(!white) << 3
    } else {
        random.random_range(0..16)
    };
    let planes = [("p0", p0), ("p1", p1), ("p2", p2), ("p3", p3)];
    let rest = [
        ("from", from.into()),
        ("to", to.into()),
        ("white_to_move", white.into()),
        ("moved", moved),
    ];
    for (aimed, level) in planes.into_iter().chain(rest) {
        let place = net.inputs().iter().position(|(name, _)| *name == aimed);
        levels[place.unwrap_or_else(|| panic!("no input {aimed}"))] = level;
    }
    levels
}

fn random_planes(random: &mut ChaCha8Rng) -> [u64; 4] {
    let thin = random.random_range(1..12);
    let board: [u8; 64] = std::array::from_fn(|_| match random.random_ratio(1, thin) {
        // Pawns are as frequent as in a game.
        true if random.random() => 1 | random.random_range(0..2) << 3,
        true => random.random_range(0..16),
        false => 0,
    });
    planes(&board)
}

/// Evaluations of positions and of random boards, eight cycles each, on lanes.
fn evaluation_vectors(count: usize) -> Vec<Vector> {
    let mut random = ChaCha8Rng::seed_from_u64(1983);
    let mut vectors = Vec::new();
    random_games(1983, count, |position| {
        let real = vectors.len().is_multiple_of(16);
        let board = board(position);
        let piece = if real {
            planes(&board)
        } else {
            random_planes(&mut random)
        };
        let class = if real {
            stage_class(&board)
        } else {
            random.random_range(0..8)
        };
        let (mut sum, mut value) = (random.random(), 0);
        for cycle in 0..8 {
            let address = class << 3 | cycle;
            let inputs = full::Inputs {
                piece: piece.map(lanes::Plane),
                address: Lanes.address(address),
                sum: Lanes.word(sum),
            };
            let outputs = FullEvaluator::settle(Lanes, inputs);
            value = outputs.value.0;
            let numbers = [
                address.into(),
                sum.into(),
                outputs.sum.0.into(),
                value.into(),
            ];
            vectors.push([piece, numbers].concat());
            sum = outputs.sum.0;
        }
        assert_eq!(value as i16, full::full_value(Lanes, piece, class));
    });
    vectors
}

fn drawn_vectors(
    net: &Netlist,
    count: usize,
    draw: fn(&Netlist, &mut ChaCha8Rng) -> Vector,
) -> Vec<Vector> {
    let mut random = ChaCha8Rng::seed_from_u64(64);
    let mut simulation = Simulation::new(net);
    let mut vectors = Vec::new();
    while vectors.len() < count {
        let inputs: Vec<Vector> = (0..Simulation::PATTERNS)
            .map(|_| draw(net, &mut random))
            .collect();
        settle(net, &mut simulation, &inputs);
        vectors.extend(inputs.into_iter().enumerate().map(|(pattern, mut vector)| {
            vector.extend(
                net.outputs()
                    .iter()
                    .map(|(name, _)| simulation.get(name, pattern)),
            );
            vector
        }));
    }
    vectors.truncate(count);
    vectors
}

/// One level for each input: thin, dense, one wire alone, or nearly that of the input before it.
fn random_levels(net: &Netlist, random: &mut ChaCha8Rng) -> Vector {
    let mut levels = Vector::new();
    for (_, width) in net.inputs() {
        let one = 1 << random.random_range(0..width);
        let before = levels.last().copied().unwrap_or(0);
        let any: [u64; 3] = random.random();
        let level = match random.random_range(0..8) {
            0 => 0,
            1 => !0,
            2 => one,
            3 => before,
            4 => before ^ one,
            5 => any[0] & any[1] & any[2],
            _ => any[0],
        };
        levels.push(level & (!0 >> (64 - width)));
    }
    levels
}

fn settle(net: &Netlist, simulation: &mut Simulation, vectors: &[Vector]) {
    for pattern in 0..Simulation::PATTERNS {
        let vector = &vectors[pattern % vectors.len()];
        for ((name, _), &level) in net.inputs().iter().zip(vector) {
            simulation.set(name, pattern, level);
        }
    }
    simulation.settle();
}

/// The vectors of a block: from the lanes for the large ones, from the gates for the others.
fn vectors(name: &str, net: &Netlist, finds: usize, evaluations: usize) -> Vec<Vector> {
    match name {
        "move_generator" | "move_generator_squares" => find_vectors(finds),
        "full_evaluator" => evaluation_vectors(evaluations),
        "en_passant" => en_passant_vectors(4_096),
        "bus_listeners" => drawn_vectors(net, 4_096, listener_levels),
        _ => drawn_vectors(net, 4_096, random_levels),
    }
}

fn no_difference(simulator: Simulator, finds: usize, evaluations: usize) {
    for block in blocks::all() {
        let netlist = (block.netlist)();
        let vectors = vectors(block.name, &netlist, finds, evaluations);
        let module = Module {
            name: block.name,
            verilog: &block.verilog(),
            netlist: &netlist,
        };
        let differences = module
            .differences(simulator, &vectors)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            differences,
            0,
            "{}: of {} vectors",
            block.name,
            vectors.len()
        );
        println!(
            "{}: {} vectors in {simulator:?}, no difference",
            block.name,
            vectors.len()
        );
    }
}

#[test]
fn icarus_outputs_match_lanes() {
    no_difference(Simulator::Icarus, 10_000, 250);
}

#[test]
#[ignore = "some minutes"]
fn verilator_runs_the_verilog_as_the_lanes_do() {
    no_difference(Simulator::Verilator, 100_000, 10_000);
}

/// Verilog of a block whose gate at the first wire of an output is changed.
fn changed_verilog(block: &Block, netlist: &Netlist, output: &str) -> String {
    let changed = netlist.with_gate_changed(netlist.wires(output)[0]);
    let mut verilog = Vec::new();
    changed
        .write_verilog(block.name, "", Adders::Additions, &mut verilog)
        .unwrap();
    String::from_utf8(verilog).unwrap()
}

#[test]
fn vectors_show_changed_gate() {
    let block = blocks::find("move_generator").unwrap();
    let netlist = (block.netlist)();
    let verilog = changed_verilog(block, &netlist, "none");
    let module = Module {
        name: block.name,
        verilog: &verilog,
        netlist: &netlist,
    };
    let vectors = find_vectors(500);
    let differences = module
        .differences(Simulator::Icarus, &vectors)
        .unwrap_or_else(|error| panic!("{error}"));
    assert!((1..vectors.len()).contains(&differences), "{differences}");
}

#[test]
fn yosys_changed_gate_is_refuted() {
    let block = blocks::find("castling").unwrap();
    let netlist = (block.netlist)();
    let (output, _) = netlist.outputs()[0];
    let verilog = changed_verilog(block, &netlist, output);
    let module = Module {
        name: block.name,
        verilog: &verilog,
        netlist: &netlist,
    };
    let verdict = module
        .is_read_as_its_netlist()
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(verdict, Verdict::Different(_)), "{verdict:?}");
}

#[test]
fn yosys_netlist_equals_circuit() {
    let all: Vec<&Block> = blocks::all().collect();
    all.par_iter().for_each(|block| {
        let module = Module {
            name: block.name,
            verilog: &block.verilog(),
            netlist: &(block.netlist)(),
        };
        assert_eq!(
            module
                .is_read_as_its_netlist()
                .unwrap_or_else(|e| panic!("{e}")),
            Verdict::Equivalent
        );
    });
}

#[test]
fn machine_in_modules_equals_its_netlist() {
    let mut verilog = String::new();
    for file in rtl::modules() {
        verilog += &file.text;
    }
    let module = Module {
        name: "belle_gates",
        verilog: &verilog,
        netlist: &rtl::netlist(Variant::Authentic, &[]).gates,
    };
    assert_eq!(
        module
            .is_read_as_its_netlist()
            .unwrap_or_else(|error| panic!("{error}")),
        Verdict::Equivalent
    );
}

/// Vectors of a block, and the faults that none of them shows.
struct Trial<'a> {
    block: &'a Block,
    net: Netlist,
    simulation: Simulation,
    faults: Faults,
}

impl<'a> Trial<'a> {
    fn new(block: &'a Block) -> Self {
        let net = (block.netlist)();
        Self {
            simulation: Simulation::new(&net),
            faults: Faults::new(&net),
            net,
            block,
        }
    }

    /// Tries vectors, whose outputs the gates must give.
    fn try_vectors(&mut self, vectors: &[Vector]) {
        let inputs = self.net.inputs().len();
        for vectors in vectors.chunks(Simulation::PATTERNS) {
            settle(&self.net, &mut self.simulation, vectors);
            for (pattern, vector) in vectors.iter().enumerate() {
                let outputs = self.net.outputs().into_iter();
                let outputs = outputs.map(|(name, _)| self.simulation.get(name, pattern));
                assert!(
                    outputs.eq(vector[inputs..].iter().copied()),
                    "{}",
                    self.block.name
                );
            }
            self.faults.try_patterns(&self.simulation);
        }
    }

    /// Proves of each hidden fault that no input shows it, or tries the input that does. Returns
    /// how many are proved.
    fn prove_hidden(&mut self) -> usize {
        let mut silent: Vec<Fault> = Vec::new();
        loop {
            let hidden = self
                .faults
                .hidden()
                .iter()
                .filter(|fault| !silent.contains(fault));
            let some: Vec<Fault> = hidden.take(FAULTS_A_PROOF).copied().collect();
            if some.is_empty() {
                return silent.len();
            }
            match showing_input(&self.net, &some) {
                None => silent.extend(some),
                Some(input) => {
                    let before = self.faults.hidden().len();
                    // What shows a fault on one square often shows its like on the others.
                    let shifted = (0..64).map(|squares| shifted(&self.net, &input, squares));
                    let vectors = shifted.map(|input| answered(self.block.name, &self.net, &input));
                    self.try_vectors(&vectors.collect::<Vec<_>>());
                    assert!(
                        self.faults.hidden().len() < before,
                        "{}: {input:x?} shows nothing",
                        self.block.name
                    );
                }
            }
        }
    }
}

/// Faults that one proof covers.
const FAULTS_A_PROOF: usize = 16;

/// An input that shows one of the faults; `None` if it is proved that no input does.
fn showing_input(net: &Netlist, faults: &[Fault]) -> Option<Vector> {
    let never = Netlist::new();
    for (name, width) in net.inputs() {
        never.input_wires(name, width);
    }
    let low = Logic::wire(&never, false);
    never.output_wires("shows", &vec![low; faults.len()]);
    match compare(&net.showing(faults), &never).unwrap_or_else(|error| panic!("{error}")) {
        Verdict::Equivalent => None,
        Verdict::Different(said) => {
            let high = said
                .lines()
                .find_map(|line| line.strip_prefix("High inputs:"))
                .expect(&said);
            let high: Vec<_> = high.split_whitespace().collect();
            let level = |(name, width): (&str, usize)| {
                let wire = |bit| {
                    if width == 1 {
                        name.to_owned()
                    } else {
                        format!("{name}[{bit}]")
                    }
                };
                (0..width)
                    .map(|bit| u64::from(high.contains(&&*wire(bit))) << bit)
                    .sum()
            };
            Some(net.inputs().into_iter().map(level).collect())
        }
    }
}

/// The input with planes and addresses moved on by a number of squares.
fn shifted(net: &Netlist, input: &Vector, squares: u32) -> Vector {
    let shift = |((_, width), &level): ((&str, usize), &u64)| match width {
        64 => level.rotate_left(squares),
        6 => (level + u64::from(squares)) & 63,
        _ => level,
    };
    net.inputs().into_iter().zip(input).map(shift).collect()
}

/// An input with the outputs that it must give: the lanes' for the move generator, the gates' for
/// the others.
fn answered(name: &str, net: &Netlist, input: &Vector) -> Vector {
    if name == "move_generator" {
        let &[
            p0,
            p1,
            p2,
            p3,
            disable,
            victim,
            aggressor,
            white,
            en_passant,
            open,
        ] = &input[..]
        else {
            panic!("{input:?}")
        };
        let inputs = MoveGenInputs {
            piece: [p0, p1, p2, p3],
            disable,
            white_to_move: white != 0,
            en_passant: en_passant as u8,
            en_passant_open: open != 0,
        };
        return find_vector(inputs, aggressor != 0, victim as u8);
    }
    let mut simulation = Simulation::new(net);
    settle(net, &mut simulation, std::slice::from_ref(input));
    let outputs = net
        .outputs()
        .into_iter()
        .map(|(name, _)| simulation.get(name, 0));
    input.iter().copied().chain(outputs).collect()
}

/// Least share of the full evaluator's faults, in thousandths, that vectors must show. Its adder
/// trees are too large to prove the others here.
const LEAST_OF_FULL_EVALUATOR: usize = 982;

#[test]
fn stuck_at_faults_are_shown_or_proved_silent() {
    let circuits: Vec<_> = BLOCKS
        .iter()
        .filter(|block| block.form != Form::Squares)
        .collect();
    circuits.par_iter().for_each(|block| {
        let mut trial = Trial::new(block);
        trial.try_vectors(&vectors(block.name, &trial.net, 65_536, 8_192));
        let all = trial.faults.all();
        let by_vectors = all - trial.faults.hidden().len();
        if block.name == "full_evaluator" {
            println!("{:20}{all:>6} faults: {by_vectors} shown", block.name);
            assert!(1000 * by_vectors / all >= LEAST_OF_FULL_EVALUATOR);
            return;
        }
        let silent = trial.prove_hidden();
        let aimed = all - by_vectors - silent;
        println!(
            "{:20}{all:>6} faults: {by_vectors} shown, {aimed} by aimed vectors, {silent} by none",
            block.name
        );
    });
}

/// FPGA families with the script that maps a module, as `cargo xtask silicon` does it, and the
/// cells' models.
const FAMILIES: [(&str, &str, &str); 2] = [
    (
        "ice40",
        include_str!("../../xtask/silicon/ice40.ys"),
        "+/ice40/cells_sim.v",
    ),
    (
        "ecp5",
        include_str!("../../xtask/silicon/ecp5.ys"),
        "+/ecp5/cells_sim.v",
    ),
];

/// Panics unless these commands of Yosys', which map a block to a family, leave it the circuit that
/// it is.
fn keeps(block: &Block, family: &str, mapping: &str, cells: &str) {
    // The boxes are opened: in each cell's place comes its model, and only models of cells that are
    // there.
    let boxes = "delete =A:whitebox =A:blackbox";
    let models = format!(
        "read_verilog -defer {cells}; hierarchy -check -top {}",
        block.name
    );
    let commands = format!("{mapping}; {boxes}; {models}; proc; flatten; opt_clean");
    let module = Module {
        name: block.name,
        verilog: &block.verilog(),
        netlist: &(block.netlist)(),
    };
    let verdict = module
        .is_mapped_as_its_netlist(&commands)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verdict, Verdict::Equivalent, "{} for {family}", block.name);
    println!("{} for {family}: proved the same", block.name);
}

#[test]
#[ignore = "some minutes"]
fn synthesis_keeps_every_circuit() {
    for (family, script, cells) in FAMILIES {
        let script: Vec<_> = script
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        let script = script.join("; ");
        BLOCKS
            .iter()
            .for_each(|block| keeps(block, family, &script, cells));
    }
}

/// The commands by which the move generator is mapped before it is placed and routed.
const OWN_SCRIPTS: [&str; 2] = ["synth_ice40", "synth_ecp5 -nowidelut"];

#[test]
#[ignore = "some minutes"]
fn synthesis_by_yosys_own_scripts_keeps_the_move_generator() {
    let block = blocks::find("move_generator").expect("a block");
    for ((family, _, cells), script) in FAMILIES.into_iter().zip(OWN_SCRIPTS) {
        keeps(block, family, script, cells);
    }
}

#[test]
fn verilog_is_silent_under_the_strictest_lint() {
    for block in blocks::all() {
        assert_silent(
            &[(format!("{}.v", block.name), block.verilog())],
            block.name,
        );
    }
    for named in &VARIANTS {
        let program = microcode::programs::search_for(named.variant).unwrap();
        let files = machine::rtl::verilog(named.variant, &program.words);
        assert_silent(&files, "belle_board");
    }
}

/// What the top of a board with an Artix-7 takes of AMD's library, as wires.
const ARTIX_CELLS: &str = "
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */
/* verilator lint_off UNUSEDPARAM */
module BUFG(input wire I, output wire O);
    assign O = I;
endmodule

module PLLE2_BASE #(
    parameter real CLKIN1_PERIOD = 0.0,
    parameter integer CLKFBOUT_MULT = 5,
    parameter integer CLKOUT0_DIVIDE = 1
) (
    input wire CLKIN1, CLKFBIN, PWRDWN, RST,
    output wire CLKFBOUT, CLKOUT0, LOCKED
);
    assign {CLKFBOUT, CLKOUT0} = {2{CLKIN1}};
    assign LOCKED = 1'b1;
endmodule
";

/// The modules of a board's folder that have its pins.
fn tops(files: &[(String, String)]) -> Vec<&str> {
    let mut tops = Vec::new();
    for (name, _) in files {
        if let Some(module) = name.strip_suffix(".v")
            && (module.ends_with("_top") || module.starts_with("tt_um_"))
        {
            tops.push(module);
        }
    }
    tops
}

/// What `make sim` of a board makes a model of.
const SIMULATED: [&str; 3] = [
    "belle_on_a_line",
    "belle_with_sdram_model",
    "generator_on_a_line",
];

/// A module with its ports alone.
fn without_contents(verilog: &str) -> String {
    let end = "\n);\n";
    let (head, _) = verilog.split_once(end).expect("a module with ports");
    format!(
        "/* verilator lint_off UNDRIVEN */\n/* verilator lint_off UNUSEDPARAM */\n{head}{end}endmodule\n"
    )
}

#[test]
fn verilog_of_boards_is_silent_under_the_strictest_lint() {
    for board in BOARDS {
        let mut files = model::files_of(board.name);
        // The machine is the same in all of them: it is read whole on the first.
        if board.name != BOARDS[0].name {
            for (name, text) in &mut files {
                if name == "belle.v" {
                    *text = without_contents(text);
                }
            }
        }
        if board.name == "arty-a7" {
            files.push(("artix_cells.v".to_owned(), ARTIX_CELLS.to_owned()));
        }
        for top in tops(&files) {
            assert_silent(&files, top);
        }
        for simulated in SIMULATED {
            if files
                .iter()
                .any(|(name, _)| *name == format!("{simulated}.v"))
            {
                assert_silent(&files, simulated);
            }
        }
    }
}

/// What Yosys says of a number that the Arty's clock generator takes as a real one, and of data
/// lines that a board and its SDRAM chip drive in turn.
const REMARKS: [&str; 2] = [
    "Replacing floating point parameter pll.CLKIN1_PERIOD",
    "limited support for tri-state logic at the moment. (ulx3s_sdram_top.v",
];

#[test]
fn tops_pass_the_checks_of_yosys() {
    let mut with_top = 0;
    for board in BOARDS {
        let files = model::files_of(board.name);
        let folder = tempfile::tempdir().unwrap();
        let mut sources = String::new();
        for (name, text) in &files {
            fs::write(folder.path().join(name), text).unwrap();
            if name.ends_with(".v") {
                sources += &format!(" {name}");
            }
        }
        let tops = tops(&files);
        for top in &tops {
            let mut script = format!(
                "read_verilog -DSYNTHESIS{sources}; hierarchy -top {top}; proc; check -assert"
            );
            if board.name == "arty-a7" {
                let cells = "+/xilinx/cells_sim.v +/xilinx/cells_xtra.v";
                script = format!("read_verilog -lib {cells}; {script}");
            }
            let mut yosys = Command::new("yosys");
            yosys.args(["-q", "-p", &script]).current_dir(&folder);
            let output = yosys.output().expect("yosys is installed");
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            assert!(output.status.success(), "{top}: {said}");
            for line in said.lines() {
                let is_known = REMARKS.iter().any(|remark| line.contains(remark));
                assert!(is_known, "{top}: {line}");
            }
        }
        if !tops.is_empty() {
            with_top += 1;
        }
    }
    assert_eq!(with_top, BOARDS.len() - 1, "all but the simulation");
}

/// Asserts that nothing is said against a design with this outermost module.
fn assert_silent(files: &[(String, String)], top: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut sources = Vec::new();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        if name.ends_with(".v") {
            sources.push(path);
        }
    }
    for (program, arguments) in [
        ("verilator", ["--lint-only", "-Wall", "--top-module", top]),
        (
            "iverilog",
            ["-g2005", "-Wall", "-o/dev/null", &format!("-s{top}")],
        ),
    ] {
        let mut command = Command::new(program);
        command.current_dir(&folder).args(arguments).args(&sources);
        let output = command.output().expect("the tool is installed");
        let shown = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program}: {top}: {shown}");
        assert!(shown.is_empty(), "{program}: {top}: {shown}");
    }
}
