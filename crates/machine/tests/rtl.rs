//! The RTL against the machine: the same words, the same registers, the same cycles.

use logic::clocked::Running;
use logic::pins::{self, PinList, list};
use logic::{Lanes, lanes};
use machine::clock;
use machine::evaluator::full::Sequence;
use machine::microengine::stack::{MoveKind, MoveState};
use machine::microengine::word::{FIELDS, Field, Put, Source, WORDS, Word};
use machine::probe::Silent;
use machine::rtl::pins::{Inputs, Registers};
use machine::rtl::{DISABLE, FRAMES, MICROCODE, SLOTS, Top};
use machine::signal::SIGNALS;
use machine::transposition::memory::Entry;
use machine::{Machine, State};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Registers that the machine's state does not have: the RTL's own latches, without their numbers.
const LATCHES: [&str; 15] = [
    "word",
    "phase",
    "settling",
    "sum",
    "line",
    "king_taken",
    "reporting",
    "counting",
    "weighing",
    "clamping",
    "white",
    "black",
    "count",
    "entry_address",
    "fetch",
];

#[test]
fn every_register_is_a_signal() {
    for pin in list::<Registers<Lanes>>() {
        let is_latch = LATCHES.contains(&pin.name.trim_end_matches(|c: char| c.is_ascii_digit()));
        let signal = SIGNALS.iter().find(|signal| signal.name == pin.name);
        assert!(
            is_latch || signal.is_some_and(|signal| signal.width == pin.width),
            "{}",
            pin.name
        );
    }
    for signal in SIGNALS {
        assert!(!signal.help().is_empty(), "{}", signal.path());
    }
}

/// A valid word with fields at random, most of them doing nothing.
fn random_word(random: &mut ChaCha8Rng) -> Word {
    FIELDS.iter().fold(Word(0), |word, field| {
        let values = if field.values.is_empty() {
            1 << field.width
        } else {
            field.values.len() as u64
        };
        if random.random_ratio(1, 2) {
            field.set(word, random.random_range(0..values))
        } else {
            word
        }
    })
}

/// Any board at all with a king or two, and registers at random.
fn random_state(random: &mut ChaCha8Rng, state: &mut State) {
    for square in 0..64 {
        let piece = if random.random_ratio(1, 3) {
            random.random_range(0..16)
        } else {
            0
        };
        state.board.write(square, piece);
    }
    state.evaluation = Sequence::default();
    state.halted = false;
    state.hosted = random.random();
    state.ply = random.random_range(0..64);
    state.deepest = random.random_range(0..64);
    state.white_to_move = random.random();
    state.nodes = random.random::<u64>() >> random.random_range(1..64);
    state.cycles = random.random::<u64>() >> random.random_range(1..64);
    state.acc = random.random();
    state.draw = random.random();
    state.moved = random.random_range(0..16);
    state.none = random.random();
    state.check = random.random();
    let now = &mut state.now;
    (now.to, now.from) = (random.random_range(0..64), random.random_range(0..64));
    now.captured = random.random_range(0..16);
    now.en_passant = if random.random() {
        random.random_range(0..64)
    } else {
        now.to
    };
    now.rights = random.random_range(0..16);
    now.kind = MoveKind::from_code(random.random_range(0..8));
    let flags = &mut now.flags;
    for flag in [
        &mut flags.in_check,
        &mut flags.legal,
        &mut flags.raised,
        &mut flags.quiet,
        &mut flags.spent,
    ] {
        *flag = random.random();
    }
    for slot in 0..8 {
        state.stack.set_slot(state.ply, slot, random.random());
        state
            .stack
            .set_slot(state.ply.wrapping_sub(1), slot, random.random());
    }
    let mut saved = state.now;
    saved.to = random.random_range(0..64);
    saved.flags.quiet = random.random();
    saved.kind = MoveKind::from_code(random.random_range(0..8));
    state.stack.save(state.ply, saved);
    let mut disabled = 0;
    for _ in 0..random.random_range(0..30) {
        disabled |= 1 << random.random_range(0..64);
    }
    state.disable.set_word(state.ply, disabled);
    // An entry of this position, of another, or none; open or not.
    let key = state.key();
    let lock = if random.random() {
        key.lock()
    } else {
        random.random()
    };
    state.entry = Entry(random.random::<u64>() >> 5 & !0xFFFF_FFFF | u64::from(lock));
    let mut other = key;
    other.bits ^= random.random_range(0..2) << 20;
    state.memory.store(
        other,
        random.random(),
        random.random_range(-127..=0),
        random.random_range(0..4),
    );
    if random.random() {
        state.memory.mark(other);
    }
}

/// The state as the RTL's registers hold it; its latches are low.
fn registers(state: &State) -> Registers<Lanes> {
    let mut levels = Vec::new();
    for pin in list::<Registers<Lanes>>() {
        let signal = SIGNALS.iter().find(|signal| signal.name == pin.name);
        levels.push(signal.map_or(0, |signal| (signal.read)(state)));
    }
    pins::driven(&levels)
}

/// The state as the RTL holds it, by the list of signals, and the microword at its address.
fn load(rtl: &mut Running<Top>, state: &State) {
    let word = rtl.memory_mut(MICROCODE)[usize::from(state.address)];
    *rtl.registers_mut() = Registers {
        word: lanes::Plane(word),
        ..registers(state)
    };
    for ply in 0..64 {
        rtl.memory_mut(DISABLE)[usize::from(ply)] = state.disable.word(ply);
        for slot in 0..8 {
            let word = &mut rtl.memory_mut(SLOTS)[usize::from(ply) * 8 + usize::from(slot)];
            *word = u64::from(state.stack.slot(ply, slot) as u16);
        }
        rtl.memory_mut(FRAMES)[usize::from(ply)] = packed(state.stack.state(ply));
    }
}

fn packed(state: MoveState) -> u64 {
    let flags = state.flags;
    let bits = [
        flags.in_check,
        flags.legal,
        flags.raised,
        flags.quiet,
        flags.spent,
    ];
    let fields = [
        state.to,
        state.from,
        state.captured,
        state.en_passant,
        state.rights,
        state.kind as u8,
    ];
    let fields = fields
        .into_iter()
        .zip([0, 6, 12, 16, 22, 26])
        .map(|(value, at)| u64::from(value) << at);
    let flags = bits
        .iter()
        .enumerate()
        .map(|(bit, &flag)| u64::from(flag) << (29 + bit));
    fields.chain(flags).sum()
}

/// Compares everything that the word can have changed.
fn compare(rtl: &mut Running<Top>, state: &State, ply: u8, what: &str) {
    let word = rtl.memory_mut(MICROCODE)[usize::from(state.address)];
    assert_eq!(rtl.registers().word.0, word, "word: {what}");
    let levels = rtl.levels();
    for (pin, level) in list::<Registers<Lanes>>().iter().zip(levels) {
        if let Some(signal) = SIGNALS.iter().find(|signal| signal.name == pin.name) {
            assert_eq!(level, (signal.read)(state), "{}: {what}", pin.name);
        }
    }
    for slot in 0..8 {
        let word = rtl.memory_mut(SLOTS)[usize::from(ply) * 8 + usize::from(slot)];
        assert_eq!(
            word,
            u64::from(state.stack.slot(ply, slot) as u16),
            "slot {slot}: {what}"
        );
    }
    assert_eq!(
        rtl.memory_mut(FRAMES)[usize::from(ply)],
        packed(state.stack.state(ply)),
        "frame: {what}"
    );
    let disabled = rtl.memory_mut(DISABLE)[usize::from(ply)];
    assert_eq!(disabled, state.disable.word(ply), "disable: {what}");
}

/// The transposition memory beside the RTL: the machine's own, word by word.
struct Ram {
    words: Vec<u64>,
    out: u64,
}

impl Ram {
    fn clock(&mut self, rtl: &mut Running<Top>) {
        let mut ports = Inputs::low(Lanes);
        ports.memory_entry = lanes::Plane(self.out);
        let out = rtl.clock(&ports);
        let wires = out.memory_address.iter().rev();
        let address = wires.fold(0, |address, wire| address << 1 | usize::from(wire.0));
        self.out = self.words[address];
        if out.memory_write.0 {
            self.words[address] = out.memory_data.0;
        }
    }
}

#[test]
fn rtl_random_words_match_machine() {
    let mut random = ChaCha8Rng::seed_from_u64(1980);
    let mut rtl = Running::<Top>::new();
    let mut ram = Ram {
        words: vec![0; 1 << 17],
        out: 0,
    };
    let rounds = if std::env::var_os("BELLE_LONG").is_some() {
        100
    } else {
        10
    };
    for _ in 0..rounds {
        let program: Vec<Word> = (0..WORDS).map(|_| random_word(&mut random)).collect();
        let mut machine = Machine::new(&program).expect("all words are valid");
        for (address, word) in program.iter().enumerate() {
            rtl.memory_mut(MICROCODE)[address] = word.0;
        }
        for (address, word) in program.iter().enumerate() {
            let orders = word.orders().expect("a valid word");
            let what = format!("{orders:?}");
            let state = &mut machine.state;
            random_state(&mut random, state);
            state.address = address as u16;
            load(&mut rtl, state);
            let (key, ply, started) = (state.key(), state.ply, state.cycles);
            ram.words[state.memory.index(key)] = state.memory.probe(key).0;

            machine.run(1, &mut Silent);
            let cycles = machine.state.cycles - started;
            assert_eq!(cycles, u64::from(clock::cost(&orders)), "{what}");
            // The RTL stands still while the memory's entry comes, and once more while a write
            // settles.
            still(&mut rtl, &mut ram);
            for _ in 0..cycles {
                ram.clock(&mut rtl);
            }
            still(&mut rtl, &mut ram);
            compare(&mut rtl, &machine.state, ply, &what);
            assert_eq!(
                ram.words[machine.state.memory.index(key)],
                machine.state.memory.probe(key).0,
                "memory: {what}"
            );
        }
    }
}

/// A cycle in which the machine does not run.
fn still(rtl: &mut Running<Top>, ram: &mut Ram) {
    let running = std::mem::replace(&mut rtl.registers_mut().running, lanes::Wire(false));
    ram.clock(rtl);
    rtl.registers_mut().running = running;
}

/// The field of this name.
fn field(name: &str) -> &'static Field {
    FIELDS.iter().find(|field| field.name == name).expect(name)
}

/// A word that starts the evaluator, reads it, writes the board, or does something beside it.
fn evaluating_word(random: &mut ChaCha8Rng) -> Word {
    let set = |word, name, value| field(name).set(word, value);
    let find = set(Word(0), "find", random.random_range(0..4));
    match random.random_range(0..16) {
        0..3 => set(find, "evaluate", 1),
        3 => set(set(find, "source", Source::Full as u64), "dest", 1),
        4 => set(
            set(set(Word(0), "source", Source::Full as u64), "dest", 1),
            "evaluate",
            1,
        ),
        5 => set(Word(0), "put", random.random_range(1..7)),
        6 => set(set(Word(0), "put", Put::Captured as u64), "evaluate", 1),
        _ => find,
    }
}

#[test]
fn rtl_evaluations_match_machine() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let mut rtl = Running::<Top>::new();
    let mut ram = Ram {
        words: vec![0; 1 << 17],
        out: 0,
    };
    let (mut waited, mut abandoned, mut values) = (0, 0, 0);
    for _ in 0..40 {
        let program: Vec<Word> = (0..256).map(|_| evaluating_word(&mut random)).collect();
        let mut machine = Machine::new(&program).expect("all words are valid");
        for (address, word) in program.iter().enumerate() {
            rtl.memory_mut(MICROCODE)[address] = word.0;
        }
        random_state(&mut random, &mut machine.state);
        machine.state.address = 0;
        load(&mut rtl, &machine.state);
        still(&mut rtl, &mut ram);
        for word in &program[..255] {
            let orders = word.orders().expect("a valid word");
            let (begun, left) = (
                machine.state.cycles,
                machine.state.evaluation.left(machine.state.cycles),
            );
            machine.run(1, &mut Silent);
            let state = &machine.state;
            let waits = if orders.source == Source::Full {
                left
            } else {
                0
            };
            assert_eq!(
                state.cycles - begun,
                waits + u64::from(clock::cost(&orders)),
                "{orders:?}"
            );
            (waited, abandoned) = (
                waited + waits,
                abandoned + u64::from(left > 0 && orders.put != Put::Nothing),
            );
            for _ in begun..state.cycles {
                ram.clock(&mut rtl);
            }
            let now = rtl.registers_mut();
            assert_eq!(
                (now.acc.0 as i16, now.full.0 as i16),
                (state.acc, state.full_latch()),
                "{orders:?}"
            );
            assert_eq!(now.evaluated.map(|plane| plane.0), state.board.full);
            let ready = machine::rtl::evaluator::ready(now).0;
            assert_eq!(
                ready,
                state.evaluation.left(state.cycles) == 0,
                "{orders:?}"
            );
            values += usize::from(orders.source == Source::Full && state.acc != 0);
        }
    }
    println!("{waited} cycles waited, {abandoned} evaluations abandoned, {values} values read");
    assert!(waited > 1_000 && abandoned > 100 && values > 200);
}
