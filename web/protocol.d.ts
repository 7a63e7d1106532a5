// Commands and events of the machine room. Generated from crates/room/src/command.rs and event.rs:
// cargo xtask renew types

/**
 * The array, settled on levels of its own.
 */
export type ArrayLevels = { 
/**
 * Levels of the wires, in the order of the description.
 */
wires: Array<Level>, 
/**
 * Line (1 to 6) and square that the priority network names.
 */
winner: [number, number] | null, 
/**
 * CHECK: the enemy's king can be taken.
 */
check: boolean, 
/**
 * Disabled squares by name, from a1.
 */
disabled: Array<string>, };

/**
 * The game.
 */
export type Board = { 
/**
 * Position at the start.
 */
start: string, 
/**
 * The current position.
 */
fen: string, 
/**
 * Moves in SAN.
 */
san: Array<string>, 
/**
 * Moves in UCI's form.
 */
uci: Array<string>, 
/**
 * Legal moves in UCI's form.
 */
legal: Array<string>, 
/**
 * Whether White is to move.
 */
white_to_move: boolean, 
/**
 * Whether the side to move is in check.
 */
check: boolean, 
/**
 * Ending of the game, in words.
 */
ending: string | null, 
/**
 * Result of a game that has ended.
 */
result: string | null, };

/**
 * What an entry says of the value of its position.
 */
export type Bound = "none" | "upper" | "lower" | "exact";

/**
 * A window of the search as a tree.
 */
export type Branch = { 
/**
 * First cycle of the window.
 */
from: number, 
/**
 * End of what was replayed.
 */
to: number, 
/**
 * Whether the window asked for goes on, or nodes were left out.
 */
more: boolean, 
/**
 * Nodes, each before those below it.
 */
nodes: Array<TreeNode>, };

/**
 * The value bus in a word.
 */
export type Bus = { 
/**
 * Name of the source.
 */
from: string, 
/**
 * Its level.
 */
source: number, 
/**
 * The adder's output.
 */
sum: number, 
/**
 * The accumulator is less than the source.
 */
less: boolean, 
/**
 * They are equal.
 */
equal: boolean, 
/**
 * Name of the destination.
 */
to: string, };

/**
 * A command, tagged by its field `command`.
 */
export type Command = { "command": "describe", } | { "command": "position", 
/**
 * Position in FEN; none for the initial one.
 */
fen?: string | null, 
/**
 * Moves in SAN or UCI's form.
 */
moves?: Array<string>, } | { "command": "move", 
/**
 * The move.
 */
text: string, } | { "command": "think", 
/**
 * Plies of the last iteration.
 */
depth: number, 
/**
 * Driver of the root.
 */
root?: RootDriver, } | { "command": "abandon", } | { "command": "step", 
/**
 * Unit of a step.
 */
unit: Unit, 
/**
 * Number of steps.
 */
count?: number, } | { "command": "run", 
/**
 * Most cycles, cut to [`MAX_CYCLES`](crate::MAX_CYCLES), or to
 * [`MAX_CYCLES_OF_WIRES`](crate::MAX_CYCLES_OF_WIRES) where a condition reads wires.
 */
cycles: number, 
/**
 * Conditions, at most [`MAX_CONDITIONS`](crate::MAX_CONDITIONS); empty for none.
 */
until?: Array<Until>, 
/**
 * Addresses of words before which to stop.
 */
stops?: Array<number>, } | { "command": "check", 
/**
 * Conditions as those of `run`.
 */
until: Array<Until>, } | { "command": "go_to", 
/**
 * The cycle.
 */
cycle: number, } | { "command": "continue", } | { "command": "watch", 
/**
 * Signals and wires by their whole path, at most [`MAX_SIGNALS`](crate::MAX_SIGNALS).
 */
signals: Array<string>, 
/**
 * Length of the window, cut to [`MAX_WINDOW`](crate::MAX_WINDOW).
 */
cycles: number, 
/**
 * First cycle, at most [`MAX_CYCLES`](crate::MAX_CYCLES) ahead of the current one; without
 * it the window ends there.
 */
from?: number | null, } | { "command": "memory", } | { "command": "coverage", 
/**
 * Length of the window, cut to [`MAX_COVERAGE`](crate::MAX_COVERAGE).
 */
cycles: number, 
/**
 * First cycle, at most [`MAX_CYCLES`](crate::MAX_CYCLES) ahead of the current one; without
 * it the window ends there.
 */
from?: number | null, } | { "command": "tree", } | { "command": "branch", 
/**
 * First cycle at which the node is entered, at most [`MAX_CYCLES`](crate::MAX_CYCLES)
 * ahead of the current one.
 */
from: number, 
/**
 * End of the window, cut to [`MAX_CYCLES`](crate::MAX_CYCLES) after its beginning.
 */
to: number, 
/**
 * The node's ply.
 */
ply: number, 
/**
 * Plies below it that are listed.
 */
plies?: number, } | { "command": "writes", 
/**
 * Cycles before the current one, cut to [`MAX_WINDOW`](crate::MAX_WINDOW).
 */
cycles: number, } | { "command": "evaluate", } | { "command": "lookup", 
/**
 * Position in FEN; none for that of the game.
 */
fen?: string | null, 
/**
 * Moves from there, in SAN or UCI's form.
 */
moves?: Array<string>, } | { "command": "entry", 
/**
 * Address, from 0.
 */
address: number, } | { "command": "book", } | { "command": "digest", } | { "command": "assemble", 
/**
 * Names and texts of changed files, each one of the project's; none for the project's own
 * program.
 */
files: Array<[string, string]>, } | { "command": "selftest", } | { "command": "settle", 
/**
 * Piece registers from a1: letters as in FEN, `.` for empty, as in a frame.
 */
pieces: string, 
/**
 * Whether White is to move.
 */
white_to_move: boolean, 
/**
 * Disabled squares by name.
 */
disabled?: Array<string>, 
/**
 * An order to the disable word, carried out before the array settles.
 */
disable?: DisableOrder | null, 
/**
 * The victim's square in FIND AGGRESSOR; none in FIND VICTIM.
 */
victim?: string | null, } | { "command": "weigh", 
/**
 * Position in FEN; none for that of the game.
 */
fen?: string | null, };

/**
 * Counts over a window.
 */
export type Counts = { 
/**
 * First cycle of the window.
 */
from: number, 
/**
 * End of the window.
 */
to: number, 
/**
 * Nodes counted in it.
 */
nodes: number, 
/**
 * Times that each word was carried out.
 */
words: Array<number>, 
/**
 * Cycles of each word, all times together.
 */
cycles: Array<number>, 
/**
 * Cycles by their use.
 */
uses: Array<[CycleUse, number]>, 
/**
 * Times that each square was found.
 */
squares: Array<number>, };

/**
 * The use of a cycle, as the ledger of cycles has it.
 */
export type CycleUse = "wait" | "find" | "memory" | "key" | "word";

/**
 * Tables that never change.
 */
export type Description = { 
/**
 * Version of the program.
 */
version: string, 
/**
 * Cycles a second of the machine of 1980.
 */
cycles_per_second: number, 
/**
 * Years of the machine's forms, and cycles a second of each.
 */
generations: Array<[string, number]>, 
/**
 * Entries of the transposition memory.
 */
entries: number, 
/**
 * Parts of the block diagram.
 */
parts: Array<PartText>, 
/**
 * Registers, memories and values derived from them.
 */
signals: Array<SignalText>, 
/**
 * Wires of the move generator.
 */
wires: Array<SignalText>, 
/**
 * Fields of the microword.
 */
fields: Array<FieldText>, 
/**
 * The microprogram.
 */
words: Array<WordText>, 
/**
 * Texts of the files the microprogram was made from.
 */
sources: Array<Source>, };

/**
 * An order to the disable word: the squares that no longer answer.
 */
export type DisableOrder = { "order": "from", 
/**
 * Its square.
 */
square: string, } | { "order": "close", 
/**
 * The victim's square.
 */
square: string, };

/**
 * An entry of the transposition memory, decoded and compared with a key.
 */
export type EntryView = { 
/**
 * Its lock is that of the key.
 */
hit: boolean, 
/**
 * Open: on the path, or in the game.
 */
open: boolean, 
/**
 * What its value says.
 */
bound: Bound, 
/**
 * Value.
 */
value: number, 
/**
 * Plies.
 */
depth: number, };

/**
 * One of the full evaluator's eight cycles.
 */
export type EvaluatorCycle = { 
/**
 * Files to the right and ranks forward in which rays run, as the owner of the pieces sees the
 * board.
 */
direction: [number, number], 
/**
 * The lines that report in this cycle.
 */
terms: Array<EvaluatorTerm>, };

/**
 * The full evaluator's reports.
 */
export type EvaluatorReport = { 
/**
 * Stage class: 7 with all pieces, 0 with bare kings.
 */
stage: number, 
/**
 * The eight cycles.
 */
cycles: Array<EvaluatorCycle>, 
/**
 * Cycles from the last of them until the value is ready.
 */
pipeline: number, 
/**
 * The sum of all terms, before the clamp.
 */
sum: number, 
/**
 * The value.
 */
value: number, };

/**
 * One line of the cells in one cycle.
 */
export type EvaluatorTerm = { 
/**
 * Name of the term.
 */
name: string, 
/**
 * Its reason.
 */
reason: string, 
/**
 * Weight of each report at this stage.
 */
weight: number, 
/**
 * Squares that report for White.
 */
white: Level, 
/**
 * Squares that report for Black.
 */
black: Level, };

/**
 * An event, tagged by its field `event`.
 */
export type Event = { "event": "described" } & Description | { "event": "board" } & Board | { "event": "frame" } & Frame | { "event": "thought" } & InfoLine | { "event": "stopped", 
/**
 * Why.
 */
reason: Reason, } | { "event": "pending", 
/**
 * How far it has come.
 */
cycle: number, } | { "event": "done", 
/**
 * The best move in UCI's form; none without legal moves.
 */
uci: string | null, 
/**
 * The best move in SAN.
 */
san: string | null, } | { "event": "map" } & Map | { "event": "counted" } & Counts | { "event": "wave" } & Wave | { "event": "tree", 
/**
 * Root moves in the order in which they were searched.
 */
asked: Array<RootSearch>, } | { "event": "branch" } & Branch | { "event": "writes", 
/**
 * The latest last, at most [`MAX_WRITES`](crate::MAX_WRITES).
 */
writes: Array<Write>, } | { "event": "evaluated" } & EvaluatorReport | { "event": "looked" } & MemoryLookup | { "event": "stored" } & StoredEntry | { "event": "book", 
/**
 * The book's moves in the game's position; empty where it has none.
 */
moves: Array<WeightedMove>, } | { "event": "digest", 
/**
 * Cycle.
 */
cycle: number, 
/**
 * Digest of the state at this cycle.
 */
digest: Level, } | { "event": "assembled", 
/**
 * Words of the program in the machine.
 */
words: number, 
/**
 * Whether the machine's program differs from the project's own.
 */
changed: boolean, 
/**
 * Errors; if there are any, the machine keeps its program.
 */
errors: Array<SourceError>, } | { "event": "selftest", 
/**
 * Tests in the order they run.
 */
tests: Array<TestLine>, } | { "event": "settled" } & ArrayLevels | { "event": "weighed", 
/**
 * Every legal move, in the order in which the machine finds them.
 */
moves: Array<MoveTerms>, } | { "event": "fault", 
/**
 * Subject, expectation and what was got.
 */
message: string, };

/**
 * A field of the microword.
 */
export type FieldText = { 
/**
 * Name.
 */
name: string, 
/**
 * Lowest bit.
 */
bit: number, 
/**
 * Number of bits.
 */
width: number, 
/**
 * Function.
 */
help: string, 
/**
 * Names and effects of its values, if they have names.
 */
values: Array<[string, string]>, };

/**
 * A word's operation of the move generator.
 */
export type Find = "nothing" | "victim" | "aggressor" | "check";

/**
 * The machine at the beginning of a word.
 */
export type Frame = { 
/**
 * Whether there is a search.
 */
searching: boolean, 
/**
 * Whether it is complete.
 */
over: boolean, 
/**
 * Cycles since the search began.
 */
cycle: number, 
/**
 * Nodes since then.
 */
nodes: number, 
/**
 * Address of the word.
 */
address: number, 
/**
 * Piece registers from a1: letters as in FEN, `.` for empty.
 */
pieces: string, 
/**
 * Levels, in the order of the description.
 */
signals: Array<Level>, 
/**
 * Levels of the wires, settled in this word.
 */
wires: Array<Level>, 
/**
 * What each cycle of the word is for, in their order.
 */
cycles: Array<CycleUse>, 
/**
 * Operation of the move generator.
 */
find: Find, 
/**
 * Line (1 to 6) and square that the priority network names.
 */
winner: [number, number] | null, 
/**
 * The value bus.
 */
bus: Bus, 
/**
 * Frames of the stack, from the root to this ply.
 */
stack: Array<StackFrame>, 
/**
 * Terms of the lazy value: name, White, Black.
 */
lazy: Array<[string, number, number]>, 
/**
 * The entry latch.
 */
entry: EntryView, 
/**
 * Address of the position's entry.
 */
index: number, 
/**
 * The host's view of the root.
 */
root: RootView | null, };

/**
 * A best move, or a new value of it.
 */
export type InfoLine = { 
/**
 * Plies of the iteration.
 */
depth: number, 
/**
 * Value for the side to move, in centipawns.
 */
value: number, 
/**
 * Moves to mate, negative if the side to move is mated.
 */
mate: number | null, 
/**
 * Whether the value is a lower bound.
 */
at_least: boolean, 
/**
 * Principal variation in SAN, with numbers.
 */
line: string, 
/**
 * Principal variation in UCI's form.
 */
uci: Array<string>, 
/**
 * Nodes.
 */
nodes: number, 
/**
 * Cycles.
 */
cycle: number, };

/**
 * Sixty-four wires, as hexadecimal text.
 */
export type Level = string;

/**
 * The transposition memory as a map.
 */
export type Map = { 
/**
 * Two entries a letter, hexadecimal; an entry is 0 empty, 1 upper bound, 2 lower bound, 3
 * exact.
 */
bounds: string, 
/**
 * Addresses of open entries.
 */
open: Array<number>, 
/**
 * Entries in use.
 */
used: number, 
/**
 * Address of the position's entry.
 */
index: number, };

/**
 * A position and its entry in the transposition memory.
 */
export type MemoryLookup = { 
/**
 * The position.
 */
fen: string, 
/**
 * Its key, 48 bits.
 */
key: Level, 
/**
 * Address of its entry.
 */
index: number, 
/**
 * The entry's bits.
 */
bits: Level, 
/**
 * The entry.
 */
entry: EntryView, };

/**
 * A legal move, and what the position after it is worth.
 */
export type MoveTerms = { 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The move in UCI's form.
 */
uci: string, 
/**
 * Every term of the lazy and of the full evaluation: its name, and its worth in centipawns for
 * White.
 */
terms: Array<[string, number]>, 
/**
 * The value in centipawns for White: their sum, the full part cut to its margin.
 */
value: number, };

/**
 * A part of the block diagram.
 */
export type PartText = { 
/**
 * The block, outermost first, separated by `/`.
 */
block: string, 
/**
 * Its label: how much of it is on record.
 */
fidelity: string, };

/**
 * How a level is read: [`machine::signal::Reading`] for the page.
 */
export type Reading = "bits" | "number" | "signed" | "square" | "square_or_none" | "squares" | "piece" | "rights" | "address";

/**
 * Reason for the end of a run.
 */
export type Reason = "reached" | "condition" | "stop" | "halted" | "beginning" | "pending";

/**
 * Driver of the root.
 */
export type RootDriver = "host" | "machine";

/**
 * A root move that the host had searched.
 */
export type RootSearch = { 
/**
 * Plies of the iteration.
 */
depth: number, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The move in UCI's form.
 */
uci: string, 
/**
 * Lower end of the window.
 */
alpha: number, 
/**
 * Upper end of the window.
 */
beta: number, 
/**
 * Value; none while it is searched.
 */
value: number | null, 
/**
 * Whether it became the best move, or its value was renewed.
 */
best: boolean, 
/**
 * First cycle.
 */
from: number, 
/**
 * Cycle of its end, or the current one.
 */
to: number, 
/**
 * Nodes.
 */
nodes: number, };

/**
 * The host's view of the root.
 */
export type RootView = { 
/**
 * Plies of the iteration.
 */
depth: number, 
/**
 * The root move being searched, from 1; 0 if none is.
 */
number: number, 
/**
 * Number of root moves.
 */
of: number, 
/**
 * The root move being searched, in SAN.
 */
san: string | null, 
/**
 * The latest best move or value.
 */
thought: InfoLine | null, };

/**
 * A signal or wire.
 */
export type SignalText = { 
/**
 * The block, outermost first, separated by `/`.
 */
block: string, 
/**
 * Its name within the block.
 */
name: string, 
/**
 * Wires.
 */
width: number, 
/**
 * Meaning.
 */
help: string, 
/**
 * The label of its part.
 */
fidelity: string, 
/**
 * How its level is read.
 */
reading: Reading, };

/**
 * A source file of the microprogram.
 */
export type Source = { 
/**
 * Name.
 */
name: string, 
/**
 * Lines.
 */
lines: Array<string>, };

/**
 * An error in a microprogram.
 */
export type SourceError = { 
/**
 * File.
 */
file: string, 
/**
 * Line, from 1.
 */
line: number, 
/**
 * First column, from 1.
 */
column: number, 
/**
 * Number of characters.
 */
length: number, 
/**
 * The error.
 */
message: string, 
/**
 * Advice.
 */
help: string | null, };

/**
 * A frame of the stack.
 */
export type StackFrame = { 
/**
 * Slots alpha, beta, limit, depth, next.
 */
slots: [number, number, number, number, number], 
/**
 * The best move by squares, if there is one.
 */
best: string | null, 
/**
 * The move made here, in SAN, or by squares if it is illegal.
 */
text: string | null, 
/**
 * That move in UCI's form.
 */
uci: string | null, 
/**
 * Flags that are on.
 */
flags: Array<string>, };

/**
 * An entry of the transposition memory, read by its address.
 */
export type StoredEntry = { 
/**
 * Its address.
 */
address: number, 
/**
 * Its bits.
 */
bits: Level, 
/**
 * What they say; a hit if it belongs to the machine's position.
 */
entry: EntryView, };

/**
 * A test of the self-test.
 */
export type TestLine = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its claim.
 */
proves: string, 
/**
 * Whether it holds; none if it did not run.
 */
ok: boolean | null, 
/**
 * Reason of a failure.
 */
reason: string, };

/**
 * A node of the tree.
 */
export type TreeNode = { 
/**
 * Ply.
 */
ply: number, 
/**
 * The move that leads to it, in SAN, or by squares if it is illegal.
 */
text: string, 
/**
 * First cycle.
 */
from: number, 
/**
 * Cycle of the return; none if it lies beyond the window.
 */
to: number | null, 
/**
 * Nodes counted in it.
 */
nodes: number, 
/**
 * Lower end of the window, from the side to move here.
 */
alpha: number, 
/**
 * Upper end.
 */
beta: number, 
/**
 * Value for the side that made the move.
 */
value: number | null, 
/**
 * The label of the microprogram at which its end was decided; empty before.
 */
end: string, 
/**
 * Why it ends there, in words.
 */
reason: string, 
/**
 * Whether the move that leads to it is illegal: the king could be taken.
 */
illegal: boolean, 
/**
 * Whether a move in it reached beta, so that the others were left out.
 */
cut: boolean, 
/**
 * Moves tried in it.
 */
moves: number, };

/**
 * Unit of a step.
 */
export type Unit = "word" | "find" | "node" | "ply" | "root_move";

/**
 * A condition that ends a run.
 */
export type Until = { "when": "address", 
/**
 * 0 to 1,023.
 */
address: number, } | { "when": "label", 
/**
 * The label.
 */
label: string, } | { "when": "signal", 
/**
 * Name, relation and level: `ply = 3`, `to = e4`, `acc < -50`, `recv/line1 != 0`. The
 * name may have the block before it; the relation is `=`, `==`, `!=`, `<`, `>`, `<=` or
 * `>=`; the level is a number, hexadecimal after `0x`, or a square.
 */
text: string, } | { "when": "searched", 
/**
 * The move.
 */
text: string, } | { "when": "value_falls", };

/**
 * Levels over a window.
 */
export type Wave = { 
/**
 * First cycle of the window.
 */
from: number, 
/**
 * End of the window.
 */
to: number, 
/**
 * For each signal its path and its changes: cycle and level.
 */
signals: Array<[string, Array<[number, Level]>]>, };

/**
 * A move of the opening book.
 */
export type WeightedMove = { 
/**
 * The move in UCI's form.
 */
uci: string, 
/**
 * Its weight relative to the others: it is drawn in proportion to it.
 */
weight: number, };

/**
 * A word of the microprogram.
 */
export type WordText = { 
/**
 * Its bits.
 */
bits: Level, 
/**
 * Labels that stand before it, without those of expanded macros.
 */
labels: Array<string>, 
/**
 * The nearest label at the word or before it, and how far that is: `take + 2`.
 */
place: string, 
/**
 * Whether the word carries out a cutoff.
 */
cutoff: boolean, 
/**
 * Its orders as the assembler reads them.
 */
orders: string, 
/**
 * Whether it uses the value bus.
 */
uses_bus: boolean, 
/**
 * Whether the machine halts after it.
 */
halts: boolean, 
/**
 * Cycles it takes.
 */
cycles: number, 
/**
 * Index of its source file.
 */
source: number, 
/**
 * Line in that file, from 1.
 */
line: number, 
/**
 * Line of search.mc that calls the macro which this word comes from; 0 for none.
 */
call: number, 
/**
 * Numbered step of docs/search.md; empty for none.
 */
step: string, 
/**
 * Field values, in the order of the fields.
 */
fields: Array<number>, };

/**
 * A write to the board.
 */
export type Write = { 
/**
 * Cycle at the end of its word.
 */
cycle: number, 
/**
 * The square.
 */
square: string, 
/**
 * The piece that stood there, `.` for none.
 */
old: string, 
/**
 * The piece put there.
 */
new: string, 
/**
 * Registers that changed: name, level before, level after.
 */
changes: Array<[string, number, number]>, };
