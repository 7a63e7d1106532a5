//! Events: the room's answers, as JSON.

use machine::signal;
use serde::{Deserialize, Serialize};

/// An event, tagged by its field `event`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Answer to `describe`.
    Described(Box<Description>),
    /// The game.
    Board(Board),
    /// The machine at the beginning of a word.
    Frame(Box<Frame>),
    /// A best move, or a new value of it.
    Thought(InfoLine),
    /// A run, step or jump has ended.
    Stopped {
        /// Why.
        reason: Reason,
    },
    /// A replay has not come to its window yet. The machine is as before, and the same command goes
    /// on from there.
    Pending {
        /// How far it has come.
        cycle: u64,
    },
    /// The search is complete.
    Done {
        /// The best move in UCI's form; none without legal moves.
        uci: Option<String>,
        /// The best move in SAN.
        san: Option<String>,
    },
    /// The transposition memory.
    Map(Map),
    /// Answer to `coverage`.
    Counted(Counts),
    /// Answer to `watch`.
    Wave(Wave),
    /// Answer to `tree`.
    Tree {
        /// Root moves in the order in which they were searched.
        asked: Vec<RootSearch>,
    },
    /// Answer to `branch`.
    Branch(Branch),
    /// Answer to `writes`.
    Writes {
        /// The latest last, at most [`MAX_WRITES`](crate::MAX_WRITES).
        writes: Vec<Write>,
    },
    /// Answer to `evaluate`.
    Evaluated(EvaluatorReport),
    /// Answer to `lookup`.
    Looked(MemoryLookup),
    /// Answer to `entry`.
    Stored(StoredEntry),
    /// Answer to `book`.
    Book {
        /// The book's moves in the game's position; empty where it has none.
        moves: Vec<WeightedMove>,
    },
    /// Answer to `digest`.
    Digest {
        /// Cycle.
        cycle: u64,
        /// Digest of the state at this cycle.
        digest: Level,
    },
    /// Answer to `assemble`.
    Assembled {
        /// Words of the program in the machine.
        words: usize,
        /// Whether the machine's program differs from the project's own.
        changed: bool,
        /// Errors; if there are any, the machine keeps its program.
        errors: Vec<SourceError>,
    },
    /// Answer to `selftest`.
    Selftest {
        /// Tests in the order they run.
        tests: Vec<TestLine>,
    },
    /// Answer to `settle`.
    Settled(ArrayLevels),
    /// Answer to `weigh`.
    Weighed {
        /// Every legal move, in the order in which the machine finds them.
        moves: Vec<MoveTerms>,
    },
    /// A command that cannot be carried out.
    Fault {
        /// Subject, expectation and what was got.
        message: String,
    },
}

/// Reason for the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The cycles or steps asked for are done.
    Reached,
    /// All conditions hold.
    Condition,
    /// A word with a stop is next.
    Stop,
    /// The search has ended.
    Halted,
    /// There is nothing before the first cycle.
    Beginning,
    /// The budget of one command is used up: `continue` goes on.
    Pending,
}

/// Sixty-four wires, as hexadecimal text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(test, ts(type = "string"))]
pub struct Level(pub u64);

impl From<Level> for String {
    fn from(level: Level) -> String {
        format!("{:x}", level.0)
    }
}

impl TryFrom<String> for Level {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Level, Self::Error> {
        u64::from_str_radix(&text, 16).map(Level)
    }
}

/// Tables that never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Description {
    /// Version of the program.
    pub version: String,
    /// Cycles a second of the machine of 1980.
    pub cycles_per_second: f64,
    /// Years of the machine's forms, and cycles a second of each.
    pub generations: Vec<(String, f64)>,
    /// Entries of the transposition memory.
    pub entries: usize,
    /// Parts of the block diagram.
    pub parts: Vec<PartText>,
    /// Registers, memories and values derived from them.
    pub signals: Vec<SignalText>,
    /// Wires of the move generator.
    pub wires: Vec<SignalText>,
    /// Fields of the microword.
    pub fields: Vec<FieldText>,
    /// The microprogram.
    pub words: Vec<WordText>,
    /// Texts of the files the microprogram was made from.
    pub sources: Vec<Source>,
}

/// A part of the block diagram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PartText {
    /// The block, outermost first, separated by `/`.
    pub block: String,
    /// Its label: how much of it is on record.
    pub fidelity: String,
}

/// A signal or wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SignalText {
    /// The block, outermost first, separated by `/`.
    pub block: String,
    /// Its name within the block.
    pub name: String,
    /// Wires.
    pub width: usize,
    /// Meaning.
    pub help: String,
    /// The label of its part.
    pub fidelity: String,
    /// How its level is read.
    pub reading: Reading,
}

/// How a level is read: [`machine::signal::Reading`] for the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "machine::signal::Reading says it")]
pub enum Reading {
    Bits,
    Number,
    Signed,
    Square,
    SquareOrNone,
    Squares,
    Piece,
    Rights,
    Address,
}

impl From<signal::Reading> for Reading {
    fn from(reading: signal::Reading) -> Reading {
        match reading {
            signal::Reading::Bits => Reading::Bits,
            signal::Reading::Number => Reading::Number,
            signal::Reading::Signed => Reading::Signed,
            signal::Reading::Square => Reading::Square,
            signal::Reading::SquareOrNone => Reading::SquareOrNone,
            signal::Reading::Squares => Reading::Squares,
            signal::Reading::Piece => Reading::Piece,
            signal::Reading::Rights => Reading::Rights,
            signal::Reading::Address => Reading::Address,
        }
    }
}

/// A field of the microword.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FieldText {
    /// Name.
    pub name: String,
    /// Lowest bit.
    pub bit: u32,
    /// Number of bits.
    pub width: u32,
    /// Function.
    pub help: String,
    /// Names and effects of its values, if they have names.
    pub values: Vec<(String, String)>,
}

/// A word of the microprogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WordText {
    /// Its bits.
    pub bits: Level,
    /// Labels that stand before it, without those of expanded macros.
    pub labels: Vec<String>,
    /// The nearest label at the word or before it, and how far that is: `take + 2`.
    pub place: String,
    /// Whether the word carries out a cutoff.
    pub cutoff: bool,
    /// Its orders as the assembler reads them.
    pub orders: String,
    /// Whether it uses the value bus.
    pub uses_bus: bool,
    /// Whether the machine halts after it.
    pub halts: bool,
    /// Cycles it takes.
    pub cycles: u8,
    /// Index of its source file.
    pub source: usize,
    /// Line in that file, from 1.
    pub line: u32,
    /// Line of search.mc that calls the macro which this word comes from; 0 for none.
    pub call: u32,
    /// Numbered step of docs/search.md; empty for none.
    pub step: String,
    /// Field values, in the order of the fields.
    pub fields: Vec<u16>,
}

/// A source file of the microprogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Source {
    /// Name.
    pub name: String,
    /// Lines.
    pub lines: Vec<String>,
}

/// The game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Board {
    /// Position at the start.
    pub start: String,
    /// The current position.
    pub fen: String,
    /// Moves in SAN.
    pub san: Vec<String>,
    /// Moves in UCI's form.
    pub uci: Vec<String>,
    /// Legal moves in UCI's form.
    pub legal: Vec<String>,
    /// Whether White is to move.
    pub white_to_move: bool,
    /// Whether the side to move is in check.
    pub check: bool,
    /// Ending of the game, in words.
    pub ending: Option<String>,
    /// Result of a game that has ended.
    pub result: Option<String>,
}

/// The machine at the beginning of a word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Frame {
    /// Whether there is a search.
    pub searching: bool,
    /// Whether it is complete.
    pub over: bool,
    /// Cycles since the search began.
    pub cycle: u64,
    /// Nodes since then.
    pub nodes: u64,
    /// Address of the word.
    pub address: u16,
    /// Piece registers from a1: letters as in FEN, `.` for empty.
    pub pieces: String,
    /// Levels, in the order of the description.
    pub signals: Vec<Level>,
    /// Levels of the wires, settled in this word.
    pub wires: Vec<Level>,
    /// What each cycle of the word is for, in their order.
    pub cycles: Vec<CycleUse>,
    /// Operation of the move generator.
    pub find: Find,
    /// Line (1 to 6) and square that the priority network names.
    pub winner: Option<(u8, u8)>,
    /// The value bus.
    pub bus: Bus,
    /// Frames of the stack, from the root to this ply.
    pub stack: Vec<StackFrame>,
    /// Terms of the lazy value: name, White, Black.
    pub lazy: Vec<(String, i16, i16)>,
    /// The entry latch.
    pub entry: EntryView,
    /// Address of the position's entry.
    pub index: usize,
    /// The host's view of the root.
    pub root: Option<RootView>,
}

/// A word's operation of the move generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Find {
    /// It rests.
    Nothing,
    /// FIND VICTIM.
    Victim,
    /// FIND AGGRESSOR.
    Aggressor,
    /// FIND VICTIM with the sides exchanged, for its CHECK output alone.
    Check,
}

/// The use of a cycle, as the ledger of cycles has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CycleUse {
    /// The word waits for the full evaluator.
    Wait,
    /// The array settles; the priority network does in the word's own cycle.
    Find,
    /// The transposition memory is read or written.
    Memory,
    /// The key waits for the hash ROM.
    Key,
    /// The word's own, its last: all else settles, and registers are clocked at its end.
    Word,
}

/// The value bus in a word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Bus {
    /// Name of the source.
    pub from: String,
    /// Its level.
    pub source: i16,
    /// The adder's output.
    pub sum: i16,
    /// The accumulator is less than the source.
    pub less: bool,
    /// They are equal.
    pub equal: bool,
    /// Name of the destination.
    pub to: String,
}

/// A frame of the stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StackFrame {
    /// Slots alpha, beta, limit, depth, next.
    pub slots: [i16; 5],
    /// The best move by squares, if there is one.
    pub best: Option<String>,
    /// The move made here, in SAN, or by squares if it is illegal.
    pub text: Option<String>,
    /// That move in UCI's form.
    pub uci: Option<String>,
    /// Flags that are on.
    pub flags: Vec<String>,
}

/// What an entry says of the value of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Nothing.
    None,
    /// It is at most the entry's value.
    Upper,
    /// It is at least that.
    Lower,
    /// It is that.
    Exact,
}

/// An entry of the transposition memory, decoded and compared with a key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EntryView {
    /// Its lock is that of the key.
    pub hit: bool,
    /// Open: on the path, or in the game.
    pub open: bool,
    /// What its value says.
    pub bound: Bound,
    /// Value.
    pub value: i16,
    /// Plies.
    pub depth: i16,
}

/// The host's view of the root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RootView {
    /// Plies of the iteration.
    pub depth: u8,
    /// The root move being searched, from 1; 0 if none is.
    pub number: usize,
    /// Number of root moves.
    pub of: usize,
    /// The root move being searched, in SAN.
    pub san: Option<String>,
    /// The latest best move or value.
    pub thought: Option<InfoLine>,
}

/// A best move, or a new value of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InfoLine {
    /// Plies of the iteration.
    pub depth: u8,
    /// Value for the side to move, in centipawns.
    pub value: i16,
    /// Moves to mate, negative if the side to move is mated.
    pub mate: Option<i16>,
    /// Whether the value is a lower bound.
    pub at_least: bool,
    /// Principal variation in SAN, with numbers.
    pub line: String,
    /// Principal variation in UCI's form.
    pub uci: Vec<String>,
    /// Nodes.
    pub nodes: u64,
    /// Cycles.
    pub cycle: u64,
}

/// The transposition memory as a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Map {
    /// Two entries a letter, hexadecimal; an entry is 0 empty, 1 upper bound, 2 lower bound, 3
    /// exact.
    pub bounds: String,
    /// Addresses of open entries.
    pub open: Vec<u32>,
    /// Entries in use.
    pub used: u32,
    /// Address of the position's entry.
    pub index: usize,
}

/// Counts over a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Counts {
    /// First cycle of the window.
    pub from: u64,
    /// End of the window.
    pub to: u64,
    /// Nodes counted in it.
    pub nodes: u64,
    /// Times that each word was carried out.
    pub words: Vec<u32>,
    /// Cycles of each word, all times together.
    pub cycles: Vec<u64>,
    /// Cycles by their use.
    pub uses: Vec<(CycleUse, u64)>,
    /// Times that each square was found.
    pub squares: Vec<u32>,
}

/// Levels over a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Wave {
    /// First cycle of the window.
    pub from: u64,
    /// End of the window.
    pub to: u64,
    /// For each signal its path and its changes: cycle and level.
    pub signals: Vec<(String, Vec<(u64, Level)>)>,
}

/// A root move that the host had searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RootSearch {
    /// Plies of the iteration.
    pub depth: u8,
    /// The move in SAN.
    pub san: String,
    /// The move in UCI's form.
    pub uci: String,
    /// Lower end of the window.
    pub alpha: i16,
    /// Upper end of the window.
    pub beta: i16,
    /// Value; none while it is searched.
    pub value: Option<i16>,
    /// Whether it became the best move, or its value was renewed.
    pub best: bool,
    /// First cycle.
    pub from: u64,
    /// Cycle of its end, or the current one.
    pub to: u64,
    /// Nodes.
    pub nodes: u64,
}

/// A window of the search as a tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Branch {
    /// First cycle of the window.
    pub from: u64,
    /// End of what was replayed.
    pub to: u64,
    /// Whether the window asked for goes on, or nodes were left out.
    pub more: bool,
    /// Nodes, each before those below it.
    pub nodes: Vec<TreeNode>,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeNode {
    /// Ply.
    pub ply: u8,
    /// The move that leads to it, in SAN, or by squares if it is illegal.
    pub text: String,
    /// First cycle.
    pub from: u64,
    /// Cycle of the return; none if it lies beyond the window.
    pub to: Option<u64>,
    /// Nodes counted in it.
    pub nodes: u64,
    /// Lower end of the window, from the side to move here.
    pub alpha: i16,
    /// Upper end.
    pub beta: i16,
    /// Value for the side that made the move.
    pub value: Option<i16>,
    /// The label of the microprogram at which its end was decided; empty before.
    pub end: String,
    /// Why it ends there, in words.
    pub reason: String,
    /// Whether the move that leads to it is illegal: the king could be taken.
    pub illegal: bool,
    /// Whether a move in it reached beta, so that the others were left out.
    pub cut: bool,
    /// Moves tried in it.
    pub moves: u32,
}

/// A write to the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Write {
    /// Cycle at the end of its word.
    pub cycle: u64,
    /// The square.
    pub square: String,
    /// The piece that stood there, `.` for none.
    pub old: char,
    /// The piece put there.
    pub new: char,
    /// Registers that changed: name, level before, level after.
    pub changes: Vec<(String, i64, i64)>,
}

/// The full evaluator's reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvaluatorReport {
    /// Stage class: 7 with all pieces, 0 with bare kings.
    pub stage: u8,
    /// The eight cycles.
    pub cycles: Vec<EvaluatorCycle>,
    /// Cycles from the last of them until the value is ready.
    pub pipeline: u8,
    /// The sum of all terms, before the clamp.
    pub sum: i16,
    /// The value.
    pub value: i16,
}

/// One of the full evaluator's eight cycles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvaluatorCycle {
    /// Files to the right and ranks forward in which rays run, as the owner of the pieces sees the
    /// board.
    pub direction: (i32, i32),
    /// The lines that report in this cycle.
    pub terms: Vec<EvaluatorTerm>,
}

/// One line of the cells in one cycle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvaluatorTerm {
    /// Name of the term.
    pub name: String,
    /// Its reason.
    pub reason: String,
    /// Weight of each report at this stage.
    pub weight: i16,
    /// Squares that report for White.
    pub white: Level,
    /// Squares that report for Black.
    pub black: Level,
}

/// A position and its entry in the transposition memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MemoryLookup {
    /// The position.
    pub fen: String,
    /// Its key, 48 bits.
    pub key: Level,
    /// Address of its entry.
    pub index: usize,
    /// The entry's bits.
    pub bits: Level,
    /// The entry.
    pub entry: EntryView,
}

/// An entry of the transposition memory, read by its address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoredEntry {
    /// Its address.
    pub address: usize,
    /// Its bits.
    pub bits: Level,
    /// What they say; a hit if it belongs to the machine's position.
    pub entry: EntryView,
}

/// A move of the opening book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WeightedMove {
    /// The move in UCI's form.
    pub uci: String,
    /// Its weight relative to the others: it is drawn in proportion to it.
    pub weight: u16,
}

/// An error in a microprogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SourceError {
    /// File.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// First column, from 1.
    pub column: u32,
    /// Number of characters.
    pub length: u32,
    /// The error.
    pub message: String,
    /// Advice.
    pub help: Option<String>,
}

/// A test of the self-test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TestLine {
    /// Its name.
    pub name: String,
    /// Its claim.
    pub proves: String,
    /// Whether it holds; none if it did not run.
    pub ok: Option<bool>,
    /// Reason of a failure.
    pub reason: String,
}

/// The array, settled on levels of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArrayLevels {
    /// Levels of the wires, in the order of the description.
    pub wires: Vec<Level>,
    /// Line (1 to 6) and square that the priority network names.
    pub winner: Option<(u8, u8)>,
    /// CHECK: the enemy's king can be taken.
    pub check: bool,
    /// Disabled squares by name, from a1.
    pub disabled: Vec<String>,
}

/// A legal move, and what the position after it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveTerms {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI's form.
    pub uci: String,
    /// Every term of the lazy and of the full evaluation: its name, and its worth in centipawns for
    /// White.
    pub terms: Vec<(String, i16)>,
    /// The value in centipawns for White: their sum, the full part cut to its margin.
    pub value: i16,
}
