//! Events: the room's answers, as JSON.

use serde::{Deserialize, Serialize};

/// An event, tagged by its field `event`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Answer to `describe`.
    Described(Box<Description>),
    /// The game.
    Board(Board),
    /// The machine at the beginning of a word.
    Frame(Box<Frame>),
    /// A best move, or a new value of it.
    Thought(Thought),
    /// A run, step or jump has ended.
    Stopped {
        /// Why.
        reason: Reason,
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
    Counted(Counted),
    /// Answer to `watch`.
    Wave(Wave),
    /// A command that cannot be carried out.
    Fault {
        /// Subject, expectation and what was got.
        message: String,
    },
}

/// Reason for the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The cycles or steps asked for are done.
    Reached,
    /// All conditions hold.
    Condition,
    /// The search has ended.
    Halted,
    /// There is nothing before the first cycle.
    Beginning,
    /// The budget of one command is used up: `continue` goes on.
    Pending,
}

/// Sixty-four wires, as hexadecimal text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
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
pub struct Description {
    /// Version of the program.
    pub version: String,
    /// Cycles a second of the machine of 1980.
    pub cycles_per_second: f64,
    /// Entries of the transposition memory.
    pub entries: usize,
    /// Registers, memories and values derived from them.
    pub signals: Vec<Named>,
    /// Wires of the move generator.
    pub wires: Vec<Named>,
    /// Fields of the microword.
    pub fields: Vec<FieldText>,
    /// The microprogram.
    pub words: Vec<WordText>,
    /// Texts of the files the microprogram was made from.
    pub sources: Vec<Source>,
}

/// A signal or wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Named {
    /// The block, outermost first, separated by `/`.
    pub block: String,
    /// Its name within the block.
    pub name: String,
    /// Wires.
    pub width: usize,
    /// Meaning.
    pub help: String,
    /// `documented`, `inferred` or `decided`.
    pub fidelity: String,
    /// Whether the level is a signed number.
    pub signed: bool,
}

/// A field of the microword.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
pub struct WordText {
    /// Its bits.
    pub bits: Level,
    /// Labels that stand before it.
    pub labels: Vec<String>,
    /// Its orders as the assembler reads them.
    pub orders: String,
    /// Cycles it takes.
    pub cycles: u8,
    /// Index of its source file.
    pub source: usize,
    /// Line in that file, from 1.
    pub line: u32,
    /// Field values, in the order of the fields.
    pub fields: Vec<u16>,
}

/// A source file of the microprogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// Name.
    pub name: String,
    /// Lines.
    pub lines: Vec<String>,
}

/// The game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
pub struct Frame {
    /// Whether there is a search.
    pub searching: bool,
    /// Whether it is complete.
    pub over: bool,
    /// Cycles since the search began.
    pub cycle: u64,
    /// Nodes since then.
    pub nodes: u64,
    /// The machine's seconds for these cycles.
    pub seconds: f64,
    /// Address of the word.
    pub address: u16,
    /// Piece registers from a1: letters as in FEN, `.` for empty.
    pub pieces: String,
    /// Levels, in the order of the description.
    pub signals: Vec<Level>,
    /// Levels of the wires, settled in this word.
    pub wires: Vec<Level>,
    /// Operation of the move generator: nothing, victim, aggressor, check.
    pub find: String,
    /// Line (1 to 6) and square that the priority network names.
    pub winner: Option<(u8, u8)>,
    /// The value bus.
    pub bus: Bus,
    /// Frames of the stack, from the root to this ply.
    pub stack: Vec<StackFrame>,
    /// Terms of the lazy value: name, White, Black.
    pub lazy: Vec<(String, i16, i16)>,
    /// Terms of the full value: name, weight, White's count, Black's count.
    pub full: Vec<(String, i16, i16, i16)>,
    /// The entry latch.
    pub entry: Entry,
    /// Address of the position's entry.
    pub index: usize,
    /// The host's view of the root.
    pub root: Option<RootView>,
}

/// The value bus in a word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// A decoded entry of the transposition memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its lock equals the key's.
    pub hit: bool,
    /// Open: on the path, or in the game.
    pub open: bool,
    /// `none`, `upper`, `lower` or `exact`.
    pub bound: String,
    /// Value.
    pub value: i16,
    /// Plies.
    pub depth: i16,
}

/// The host's view of the root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    pub thought: Option<Thought>,
}

/// A best move, or a new value of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thought {
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
pub struct Map {
    /// Two entries a letter, hexadecimal; an entry is 0 empty, 1 upper bound, 2 lower bound, 3 exact.
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
pub struct Counted {
    /// First cycle of the window.
    pub from: u64,
    /// End of the window.
    pub to: u64,
    /// Times that each word was carried out.
    pub words: Vec<u32>,
    /// Times that each square was found.
    pub squares: Vec<u32>,
}

/// Levels over a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wave {
    /// First cycle of the window.
    pub from: u64,
    /// End of the window.
    pub to: u64,
    /// For each signal its path and its changes: cycle and level.
    pub signals: Vec<(String, Vec<(u64, Level)>)>,
}
