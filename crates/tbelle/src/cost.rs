//! Cost model: instructions of a PDP-11 and accesses to its bus for each operation of the program.
//!
//! Fidelity: a run of the original's assembler over 30 opening plies took 39 instructions a listed move, and for each
//! move made 124 in attack tests, 71 in control, 52 in sorting and 44 in making and unmaking (fact sheet, documented by
//! experiment). Inferred: their shares by operation, from this program's counts over the same plies. Decided: 2.0
//! microseconds an instruction (a PDP-11/45 with core memory); the parts written in C, which set the speed of 200
//! positions a second over the Bratko-Kopec positions; and all constants of the generator of 1976.

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

/// The hardware that generates moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hardware {
    /// None: the program of 1972.
    #[default]
    Program,
    /// Condon's move generator of 1976: 25 chips that scan the from-squares, add an offset and test the square reached
    /// (second-hand). Inferred: on the UNIBUS. Decided: its registers and their use.
    Generator,
}

/// Nanoseconds an instruction takes on average.
const INSTRUCTION: u64 = 2_000;
/// Nanoseconds of an access to a register on the UNIBUS.
const BUS_ACCESS: u64 = 1_000;

const ATTACK_TEST: u64 = 101;
const CONTROL_LIST: u64 = 149;
const COMPARISON: u64 = 12;
const MAKE_AND_UNMAKE: u64 = 44;
/// Instructions of the parts in C for each move made.
const C_PARTS: u64 = 440;
const LISTED_MOVE: u64 = 39;

/// Instructions that test whether the generator has a move, take it over and compute its key.
const TAKEN_MOVE: u64 = 27;
/// Registers read for each move listed: the generator's status and the move.
const MOVE_READS: u64 = 2;
/// Nanoseconds in which the generator scans the board once: a microsecond for each of some 160 squares and offsets.
const SCAN: u64 = 160_000;
/// Registers written when a move is made and unmade, and the instructions that do it.
const BOARD_WRITES: u64 = 6;
const BOARD_WRITE_INSTRUCTIONS: u64 = 12;

impl Counts {
    /// Instructions executed.
    pub(crate) fn instructions(&self, hardware: Hardware) -> u64 {
        let (listed, made) = match hardware {
            Hardware::Program => (LISTED_MOVE, 0),
            Hardware::Generator => (TAKEN_MOVE, BOARD_WRITE_INSTRUCTIONS),
        };
        self.listed * listed
            + self.attacks * ATTACK_TEST
            + self.controls * CONTROL_LIST
            + self.compared * COMPARISON
            + self.made * (MAKE_AND_UNMAKE + C_PARTS + made)
    }

    /// Seconds on the original's computer.
    pub(crate) fn seconds(&self, hardware: Hardware) -> f64 {
        let bus = match hardware {
            Hardware::Program => 0,
            Hardware::Generator => {
                self.lists * SCAN + (self.listed * MOVE_READS + self.made * BOARD_WRITES) * BUS_ACCESS
            }
        };
        (self.instructions(hardware) * INSTRUCTION + bus) as f64 * 1e-9
    }
}
