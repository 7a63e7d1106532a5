//! The move generator of the board `icebreaker` in Verilator, with its serial line on a pseudo
//! terminal: its finds are those of the lanes.

use std::path::Path;
use std::time::{Duration, Instant};

use conformance::model::{Model, ModelFolder};
use device::SerialLine;
use logic::Lanes;
use machine::move_generator::MoveGenInputs;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A model on a busy computer takes its time, but not for ever.
const PATIENCE: Duration = Duration::from_secs(60);
const POSITIONS: usize = 40;
const FINDS: usize = 5;
/// Commands of the line, and the flags of a find, as `generator_on_a_line.v` tells.
const PUT: u8 = 0x00;
const DISABLE: u8 = 0x40;
const DISABLE_NONE: u8 = 0x80;
const FIND: u8 = 0xC0;
const AGGRESSOR: u8 = 1;
const WHITE: u8 = 2;
const PASSED: u8 = 4;
const CHECK: u8 = 0x40;
const NONE: u8 = 0x80;

/// A board with half of its squares empty.
fn random_inputs(random: &mut ChaCha8Rng) -> MoveGenInputs {
    let mut piece = [0; 4];
    for square in 0..64 {
        let kind: u64 = random.random_range(1..=6);
        let color = random.random_range(0..2) << 3;
        let code = if random.random() { kind | color } else { 0 };
        for (word, bit) in piece.iter_mut().zip(0..) {
            *word |= (code >> bit & 1) << square;
        }
    }
    MoveGenInputs {
        piece,
        disable: 0,
        white_to_move: random.random(),
        en_passant: random.random_range(0..64),
        en_passant_open: random.random(),
    }
}

fn puts(inputs: &MoveGenInputs) -> Vec<u8> {
    let mut bytes = Vec::new();
    for square in 0..64 {
        let mut code = 0;
        for (word, bit) in inputs.piece.iter().zip(0..) {
            code |= ((word >> square & 1) as u8) << bit;
        }
        bytes.extend([PUT | square, code]);
    }
    bytes
}

/// Disables the squares and finds.
fn asked(inputs: &MoveGenInputs, aggressor: bool, victim: u8) -> Vec<u8> {
    let mut bytes = vec![DISABLE_NONE];
    for square in 0..64 {
        if inputs.disable >> square & 1 == 1 {
            bytes.push(DISABLE | square);
        }
    }
    let mut find = FIND;
    for (flag, is_set) in [
        (AGGRESSOR, aggressor),
        (WHITE, inputs.white_to_move),
        (PASSED, inputs.en_passant_open),
    ] {
        if is_set {
            find |= flag;
        }
    }
    bytes.extend([find, inputs.en_passant, victim]);
    bytes
}

/// The answer that the lanes would give.
fn expected(inputs: &MoveGenInputs, aggressor: bool, victim: u8) -> [u8; 2] {
    let find = if aggressor {
        inputs.find_aggressor(Lanes, victim)
    } else {
        inputs.find_victim(Lanes)
    };
    let mut square = find.square;
    if find.check {
        square |= CHECK;
    }
    if find.is_none() {
        return [square | NONE, 0];
    }
    [square, 1 << (find.line - 1)]
}

#[test]
fn move_generator_on_a_line_finds_as_the_lanes_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let built = ModelFolder::of("icebreaker", &[], tests);
    let model = Model::start(&built, built.path(), &folder.path().join("board"));
    let mut line = SerialLine::open(&model.line().parse().unwrap()).expect("a line");
    let mut random = ChaCha8Rng::seed_from_u64(1972);
    let (mut found, mut checks) = (0, 0);
    for _ in 0..POSITIONS {
        let mut inputs = random_inputs(&mut random);
        line.send(&puts(&inputs), PATIENCE).expect("it is taken");
        for _ in 0..FINDS {
            inputs.disable = random.random::<u64>() & random.random::<u64>();
            let (aggressor, victim) = (random.random(), random.random_range(0..64));
            line.send(&asked(&inputs, aggressor, victim), PATIENCE)
                .expect("it is taken");
            let end = Instant::now() + PATIENCE;
            let mut byte = || line.receive(end).expect("a line").expect("an answer");
            let answer = [byte(), byte()];
            let expected = expected(&inputs, aggressor, victim);
            assert_eq!(answer, expected, "{inputs:?} {aggressor} {victim}");
            found += usize::from(answer[0] & NONE == 0);
            checks += usize::from(answer[0] & CHECK != 0);
        }
    }
    assert!(
        found > FINDS * POSITIONS / 4 && checks > 0,
        "{found} {checks}"
    );
}
