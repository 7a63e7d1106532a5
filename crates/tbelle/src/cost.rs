//! Cost model: instructions of a PDP-11 and accesses to its bus for each operation of the program.
//!
//! Inferred (F113): 39 instructions a listed move. For each move made, 124 in attack tests, 71 in
//! control, 52 in sorting and 44 in making and unmaking. The original's assembler took these over
//! 30 opening plies in an interpreter of ours. Their shares by operation come from this program's
//! counts over the same plies.
//!
//! Decided: 2.0 microseconds an instruction (a PDP-11/45 with core memory), and all constants of
//! the generator of 1976. [`C_PARTS`] is fitted to 200 positions a second over the Bratko-Kopec
//! positions.

/// Operations of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Positions visited.
    pub(crate) nodes: u64,
    /// Moves written to a list.
    pub(crate) listed: u64,
    /// Lists generated.
    pub(crate) lists: u64,
    /// Tests whether, and by what, a square is attacked.
    pub(crate) attacks: u64,
    /// Squares whose attackers were listed for the control heuristic.
    pub(crate) controls: u64,
    /// Comparisons of two keys.
    pub(crate) compared: u64,
    /// Moves made and unmade.
    pub(crate) made: u64,
}

/// Generator of the program's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveGenerator {
    /// The program of 1972 itself.
    #[default]
    Software,
    /// Condon's hardware of 1976: 25 chips that scan the from-squares, add an offset and test the
    /// square reached (second-hand, F005). Inferred (F115): on the UNIBUS. Decided: its registers
    /// and their use.
    Hardware,
}

/// Nanoseconds an instruction takes on average.
const INSTRUCTION: u64 = 2_000;
/// Nanoseconds of an access to a register on the UNIBUS.
const BUS_ACCESS: u64 = 1_000;

/// Instructions that test whether, and by what, a square is attacked.
const ATTACK_TEST: u64 = 101;
/// Instructions that list the attackers of a square.
const CONTROL_LIST: u64 = 149;
/// Instructions of a comparison in sorting.
const COMPARISON: u64 = 12;
/// Instructions that make and unmake a move.
const MAKE_AND_UNMAKE: u64 = 44;
/// Instructions of the parts in C for each move made.
const C_PARTS: u64 = 440;
/// Instructions that generate a move and list it.
const LISTED_MOVE: u64 = 39;

/// Instructions that test whether the generator has a move, take it over and compute its key.
const TAKEN_MOVE: u64 = 27;
/// Registers read for each move listed: the generator's status and the move.
const MOVE_READS: u64 = 2;
/// Nanoseconds in which the generator scans the board once: a microsecond for each of some 160
/// squares and offsets.
const SCAN: u64 = 160_000;
/// Registers written to make and unmake a move: both squares each time, and the side to move.
const BOARD_WRITES: u64 = 6;
/// Instructions that write them.
const BOARD_WRITE_INSTRUCTIONS: u64 = 12;

impl Counts {
    /// Instructions executed.
    pub(crate) fn instructions(&self, generator: MoveGenerator) -> u64 {
        let (listed, made) = match generator {
            MoveGenerator::Software => (LISTED_MOVE, 0),
            MoveGenerator::Hardware => (TAKEN_MOVE, BOARD_WRITE_INSTRUCTIONS),
        };
        self.listed * listed
            + self.attacks * ATTACK_TEST
            + self.controls * CONTROL_LIST
            + self.compared * COMPARISON
            + self.made * (MAKE_AND_UNMAKE + C_PARTS + made)
    }

    /// Nanoseconds on the original's computer.
    pub(crate) fn nanoseconds(&self, generator: MoveGenerator) -> u64 {
        let bus = match generator {
            MoveGenerator::Software => 0,
            MoveGenerator::Hardware => {
                self.lists * SCAN
                    + (self.listed * MOVE_READS + self.made * BOARD_WRITES) * BUS_ACCESS
            }
        };
        self.instructions(generator) * INSTRUCTION + bus
    }
}
