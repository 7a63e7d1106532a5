//! Descriptions: names and explanations of everything that a frame shows.

use machine::clock::{CYCLES_PER_SECOND, Generation, cost};
use machine::microengine::word::{FIELDS, Word};
use machine::signal::SIGNALS;
use machine::transposition::memory::ENTRIES;
use machine::wires::Wires;
use microcode::{Program, orders_text};

use crate::event::{Description, FieldText, Level, Named, Source, WordText};
use crate::until::is_signed;

/// Labels of blocks, by the beginning of their names: as the parts' own files have them.
const FIDELITY: &[(&str, &str)] = &[
    (
        "microengine/sequencer",
        "documented: 1,024 words of 64 bits; decided: the registers",
    ),
    ("microengine/move", "decided"),
    ("microengine/flags", "decided"),
    (
        "microengine/value_bus",
        "documented: 16 bits, add and compare; decided: the accumulator",
    ),
    (
        "microengine/stack",
        "documented: a stack; decided: 64 frames of eight slots",
    ),
    (
        "move_generator/square",
        "documented: a register of four bits; decided: the code",
    ),
    (
        "move_generator/xmit",
        "documented; decided: gates instead of a ROM",
    ),
    ("move_generator/ray_mux", "documented"),
    (
        "move_generator/dir_mux",
        "documented; inferred: the aggressor input; decided: the double step",
    ),
    (
        "move_generator/recv",
        "documented; decided: gates instead of a PLA",
    ),
    (
        "move_generator/priority",
        "documented; decided: the lowest square wins",
    ),
    ("move_generator/check", "documented"),
    ("move_generator", "documented"),
    (
        "board",
        "documented: a register of four bits a square; decided: the code",
    ),
    (
        "evaluator/lazy",
        "documented: the registers; decided: widths and weights",
    ),
    (
        "evaluator/full",
        "documented: asynchronous, eight cycles, own board, kinds of terms; decided: each term, weights",
    ),
    (
        "memory",
        "documented, the open flag second-hand; decided: the layout of an entry",
    ),
];

/// Meanings of the wires of the move generator.
const WIRES: &[(&str, &str)] = &[
    ("empty", "no piece stands here"),
    ("pawn", "a pawn of either side"),
    (
        "knight",
        "a knight of either side; in XMIT the line to the eight squares a jump away",
    ),
    ("bishop", "a bishop of either side"),
    ("rook", "a rook of either side"),
    ("queen", "a queen of either side"),
    (
        "king",
        "a king of either side; in XMIT the line to the eight adjacent squares",
    ),
    ("own", "the register's color is that of the side to move"),
    ("manhattan", "sent into the rays along ranks and files"),
    ("diagonal", "sent into the rays along diagonals"),
    ("pawn_move", "sent on the pawn-move line"),
    ("pawn_capture", "sent on the two pawn-capture lines"),
    ("north", "a ray arrives that runs to the north"),
    ("east", "a ray arrives that runs to the east"),
    ("south", "a ray arrives that runs to the south"),
    ("west", "a ray arrives that runs to the west"),
    ("north_east", "a ray arrives that runs to the north-east"),
    ("south_east", "a ray arrives that runs to the south-east"),
    ("south_west", "a ray arrives that runs to the south-west"),
    ("north_west", "a ray arrives that runs to the north-west"),
    ("manhattan_in", "a ray along a rank or file arrives"),
    ("diagonal_in", "a ray along a diagonal arrives"),
    ("knight_in", "a knight's line arrives"),
    ("king_in", "a king's line arrives"),
    ("up", "the pawn lines run up the board"),
    ("pawn_move_in", "a pawn-move line arrives"),
    ("pawn_capture_in", "a pawn-capture line arrives"),
    (
        "line1",
        "candidates on line 1: queens as victims, pawns as aggressors",
    ),
    (
        "line2",
        "candidates on line 2: rooks as victims, knights as aggressors",
    ),
    ("line3", "candidates on line 3: bishops"),
    (
        "line4",
        "candidates on line 4: knights as victims, rooks as aggressors",
    ),
    (
        "line5",
        "candidates on line 5: pawns as victims, queens as aggressors",
    ),
    (
        "line6",
        "candidates on line 6: empty squares as victims, kings as aggressors",
    ),
    ("king_taken", "the enemy's king can be taken here"),
    ("square", "the square that the priority network names"),
    ("none", "the priority network names no square"),
    ("check", "the enemy's king can be taken"),
];

fn fidelity(block: &str) -> &'static str {
    FIDELITY
        .iter()
        .find(|(start, _)| block.starts_with(start))
        .map_or("", |(_, label)| label)
}

/// All tables.
pub(crate) fn description(program: &Program, wires: &Wires) -> Description {
    let signals = SIGNALS.iter().map(|signal| Named {
        block: signal.block.to_owned(),
        name: signal.name.to_owned(),
        width: signal.width,
        help: signal.help().to_owned(),
        fidelity: fidelity(signal.block).to_owned(),
        signed: is_signed(signal),
    });
    let wires = wires.list().into_iter().map(|wire| Named {
        fidelity: fidelity(&wire.block).to_owned(),
        block: wire.block,
        name: wire.name.to_owned(),
        width: wire.width,
        help: WIRES
            .iter()
            .find(|(name, _)| *name == wire.name)
            .map_or("", |(_, help)| help)
            .to_owned(),
        signed: false,
    });
    let fields = FIELDS.iter().map(|field| FieldText {
        name: field.name.to_owned(),
        bit: field.bit,
        width: field.width,
        help: field.help.to_owned(),
        values: field
            .values
            .iter()
            .map(|value| (value.name.to_owned(), value.help.to_owned()))
            .collect(),
    });
    let steps = steps(program);
    let words = program
        .words
        .iter()
        .zip(0..)
        .map(|(&word, address)| describe_word(program, &steps, word, address));
    let sources = program.sources.iter().map(|source| Source {
        name: source.name.clone(),
        lines: source.text.lines().map(str::to_owned).collect(),
    });
    Description {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        cycles_per_second: CYCLES_PER_SECOND,
        // Earlier generations are no machine of microcode.
        generations: [Generation::Machine1980, Generation::Entry1983]
            .iter()
            .map(|generation| (generation.year().to_owned(), generation.cycles_per_second()))
            .collect(),
        entries: ENTRIES,
        signals: signals.collect(),
        wires: wires.collect(),
        fields: fields.collect(),
        words: words.collect(),
        sources: sources.collect(),
    }
}

/// The file whose comments have the numbered steps of docs/search.md.
const NUMBERED: &str = "search.mc";

/// The numbered step of each line of search.mc, from line 0; empty where there is none.
fn steps(program: &Program) -> Vec<String> {
    let Some(source) = program
        .sources
        .iter()
        .find(|source| source.name == NUMBERED)
    else {
        return Vec::new();
    };
    let mut step = String::new();
    let mut blank = true;
    source
        .lines()
        .map(|line| {
            if let (true, Some(comment)) = (blank, line.strip_prefix("; ")) {
                let numbered = comment.starts_with(|first: char| first.is_ascii_digit());
                let mut ends = comment.match_indices(['.', ':']).map(|(at, _)| at);
                let end = ends.find(|&at| at > 2).unwrap_or(comment.len());
                step = if numbered {
                    comment[..end].to_owned()
                } else {
                    String::new()
                };
            }
            blank = line.trim().is_empty();
            step.clone()
        })
        .collect()
}

fn describe_word(program: &Program, steps: &[String], word: Word, address: u16) -> WordText {
    let label = |address: u16| program.labels_at(address).next().map(str::to_owned);
    let location = program.locations.get(usize::from(address));
    // A macro of board.mc belongs to the step that calls it.
    let calls = location.map_or(&[][..], |location| &location.calls);
    let call = calls
        .iter()
        .rev()
        .find(|call| call.file == NUMBERED)
        .map_or(0, |call| call.line);
    let own = location.filter(|location| program.sources[location.file].name == NUMBERED);
    let numbered = own.map_or(call, |location| location.line);
    WordText {
        bits: Level(word.0),
        labels: program.labels_at(address).map(str::to_owned).collect(),
        orders: orders_text(word, &label),
        cycles: word.orders().map_or(1, |orders| cost(&orders)),
        source: location.map_or(0, |location| location.file),
        line: location.map_or(0, |location| location.line),
        call,
        step: steps
            .get((numbered as usize).wrapping_sub(1))
            .cloned()
            .unwrap_or_default(),
        fields: FIELDS.iter().map(|field| field.get(word) as u16).collect(),
    }
}
