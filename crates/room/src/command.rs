//! Commands: everything that can be asked of the room, as JSON.

use serde::{Deserialize, Serialize};

/// A command, tagged by its field `command`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "command", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Tables that never change: signals, wires, fields, the microprogram.
    Describe {},
    /// A new game, from a position and moves. The search, if there is one, ends.
    Position {
        /// Position in FEN; none for the initial one.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        fen: Option<String>,
        /// Moves in SAN or UCI's form.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        moves: Vec<String>,
    },
    /// A move, in SAN or UCI's form.
    Move {
        /// The move.
        text: String,
    },
    /// Begins a search of the position. Nothing runs until `run`, `step` or `go_to`.
    Think {
        /// Plies of the last iteration.
        depth: u8,
        /// Driver of the root.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        root: RootDriver,
    },
    /// Ends the search.
    Abandon {},
    /// Steps forwards, or backwards if `count` is negative.
    Step {
        /// Unit of a step.
        unit: Unit,
        /// Number of steps.
        #[serde(default = "one")]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        count: i32,
    },
    /// Runs a number of cycles, or until all conditions hold.
    ///
    /// One of them must begin to hold at the word.
    Run {
        /// Most cycles, cut to [`MAX_CYCLES`](crate::MAX_CYCLES), or to
        /// [`MAX_CYCLES_OF_WIRES`](crate::MAX_CYCLES_OF_WIRES) where a condition reads wires.
        cycles: u64,
        /// Conditions, at most [`MAX_CONDITIONS`](crate::MAX_CONDITIONS); empty for none.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        until: Vec<Until>,
        /// Addresses of words before which to stop.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        stops: Vec<u16>,
    },
    /// Finds out whether conditions can be understood: no event if they can, else the fault.
    /// Nothing runs, and no search is needed.
    Check {
        /// Conditions as those of `run`.
        until: Vec<Until>,
    },
    /// Goes to the first word that begins at a cycle or later.
    GoTo {
        /// The cycle.
        cycle: u64,
    },
    /// Carries on with a step or [`Command::GoTo`] that has ended with `pending`.
    Continue {},
    /// Levels of signals over a window of cycles.
    ///
    /// Like all commands that replay a window it may answer `pending`: the window is far from the
    /// states that are kept, and the same command, sent again, goes on from where this one has
    /// come.
    Watch {
        /// Signals and wires by their whole path, at most [`MAX_SIGNALS`](crate::MAX_SIGNALS).
        signals: Vec<String>,
        /// Length of the window, cut to [`MAX_WINDOW`](crate::MAX_WINDOW).
        cycles: u64,
        /// First cycle, at most [`MAX_CYCLES`](crate::MAX_CYCLES) ahead of the current one; without
        /// it the window ends there.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        from: Option<u64>,
    },
    /// The transposition memory as a map.
    Memory {},
    /// Counts of each word, of its cycles and of each square found over a window of cycles.
    Coverage {
        /// Length of the window, cut to [`MAX_COVERAGE`](crate::MAX_COVERAGE).
        cycles: u64,
        /// First cycle, at most [`MAX_CYCLES`](crate::MAX_CYCLES) ahead of the current one; without
        /// it the window ends there.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        from: Option<u64>,
    },
    /// The root moves that the host has had searched so far.
    Tree {},
    /// The tree below a node, replayed from a window of cycles.
    Branch {
        /// First cycle at which the node is entered, at most [`MAX_CYCLES`](crate::MAX_CYCLES)
        /// ahead of the current one.
        from: u64,
        /// End of the window, cut to [`MAX_CYCLES`](crate::MAX_CYCLES) after its beginning.
        to: u64,
        /// The node's ply.
        ply: u8,
        /// Plies below it that are listed.
        #[serde(default = "two")]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        plies: u8,
    },
    /// The last writes to the board, and what each added to the lazy registers.
    Writes {
        /// Cycles before the current one, cut to [`MAX_WINDOW`](crate::MAX_WINDOW).
        cycles: u64,
    },
    /// The full evaluator's reports, cell by cell in each of its cycles.
    Evaluate {},
    /// The transposition memory's entry for a position.
    Lookup {
        /// Position in FEN; none for that of the game.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        fen: Option<String>,
        /// Moves from there, in SAN or UCI's form.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        moves: Vec<String>,
    },
    /// The transposition memory's entry at an address.
    Entry {
        /// Address, from 0.
        address: usize,
    },
    /// The opening book's moves in the game's position.
    Book {},
    /// A digest of all registers and memories.
    Digest {},
    /// Assembles a changed microprogram and puts it into the machine. The search ends.
    Assemble {
        /// Names and texts of changed files, each one of the project's; none for the project's own
        /// program.
        files: Vec<(String, String)>,
    },
    /// Runs the self-test on a machine of its own.
    Selftest {},
    /// Lets the array settle with any pieces on any squares. The machine's own registers stay as
    /// they are.
    Settle {
        /// Piece registers from a1: letters as in FEN, `.` for empty, as in a frame.
        pieces: String,
        /// Whether White is to move.
        white_to_move: bool,
        /// Disabled squares by name.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        disabled: Vec<String>,
        /// An order to the disable word, carried out before the array settles.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        disable: Option<DisableOrder>,
        /// The victim's square in FIND AGGRESSOR; none in FIND VICTIM.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        victim: Option<String>,
    },
    /// Weighs the position after each legal move, term by term. The machine and its game stay as
    /// they are.
    Weigh {
        /// Position in FEN; none for that of the game.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        fen: Option<String>,
    },
}

/// An order to the disable word: the squares that no longer answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
pub enum DisableOrder {
    /// An aggressor has made its move.
    From {
        /// Its square.
        square: String,
    },
    /// A victim has no aggressor left: its square is disabled, and the own pieces answer again.
    Close {
        /// The victim's square.
        square: String,
    },
}

impl Command {
    /// Whether the machine is elsewhere after it, or another one: what was under way before has no
    /// goal any more.
    pub(crate) fn moves_the_machine(&self) -> bool {
        match self {
            Command::Position { .. }
            | Command::Move { .. }
            | Command::Think { .. }
            | Command::Abandon {}
            | Command::Step { .. }
            | Command::Run { .. }
            | Command::GoTo { .. }
            | Command::Assemble { .. } => true,
            Command::Describe {}
            | Command::Check { .. }
            | Command::Continue {}
            | Command::Watch { .. }
            | Command::Memory {}
            | Command::Coverage { .. }
            | Command::Tree {}
            | Command::Branch { .. }
            | Command::Writes { .. }
            | Command::Evaluate {}
            | Command::Lookup { .. }
            | Command::Entry { .. }
            | Command::Book {}
            | Command::Digest {}
            | Command::Selftest {}
            | Command::Settle { .. }
            | Command::Weigh { .. } => false,
        }
    }
}

fn two() -> u8 {
    2
}

fn one() -> i32 {
    1
}

/// Driver of the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RootDriver {
    /// The host: iterative deepening, as in a game.
    #[default]
    Host,
    /// The machine alone: one search to the depth, as `belle trace` does it.
    Machine,
}

/// Unit of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// One microword.
    Word,
    /// To the next word with an operation of the move generator.
    Find,
    /// Until the node counter has counted.
    Node,
    /// Until the ply counter has changed.
    Ply,
    /// Until the host starts the next root move, or the search ends.
    RootMove,
}

/// A condition that ends a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "when", rename_all = "snake_case", deny_unknown_fields)]
pub enum Until {
    /// The next word has this address.
    Address {
        /// 0 to 1,023.
        address: u16,
    },
    /// The next word has this label.
    Label {
        /// The label.
        label: String,
    },
    /// A signal or wires have a level.
    Signal {
        /// Name, relation and level: `ply = 3`, `to = e4`, `acc < -50`, `recv/line1 != 0`. The
        /// name may have the block before it; the relation is `=`, `==`, `!=`, `<`, `>`, `<=` or
        /// `>=`; the level is a number, hexadecimal after `0x`, or a square.
        text: String,
    },
    /// A node is entered by this move: `Nf6`, `g8f6`, `e8=Q`.
    Searched {
        /// The move.
        text: String,
    },
    /// The host's value of the best move falls.
    ValueFalls {},
}
