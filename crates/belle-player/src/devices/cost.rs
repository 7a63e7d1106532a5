//! Cost model: instructions of the PDP-11 for each routine of the software, and the time of bus
//! accesses.
//!
//! Documented (F007, F114): 5,000 positions a second; 0.86 microseconds an instruction on a
//! PDP-11/45 with bipolar memory. Second-hand (F009), and doubtful: the computer of 1978 was a
//! PDP-11/23. That model is of 1979, and the source names it for every later year too. Decided: 1.0
//! microseconds an instruction and 1.0 an access; the instructions of a routine, estimated from its
//! loads, tests and branches. The devices answer within an access. [`CALL`] is fitted to that speed
//! over the Bratko-Kopec positions.

/// Microseconds an instruction takes on average.
const INSTRUCTION: u64 = 1;
/// Microseconds of an access to a register on the UNIBUS.
const ACCESS: u64 = 1;

/// Entering and leaving a position: registers saved, window negated and passed, counters of two
/// words, the stack's end.
pub(super) const CALL: u64 = 55;
/// Lock and flags of an entry tested, depths compared, the position marked.
pub(super) const PROBE: u64 = 9;
/// An entry's value corrected for mates and compared by its bound.
pub(super) const USE_ENTRY: u64 = 9;
/// Check and depth of the next ply.
pub(super) const DEPTH: u64 = 6;
/// The lazy value with its margin against both bounds.
pub(super) const LAZY: u64 = 9;
/// The full value added and compared.
pub(super) const FULL: u64 = 8;
/// An aggressor asked for; promotion and en passant recognized.
pub(super) const AGGRESSOR: u64 = 13;
/// A victim closed and the next asked for.
pub(super) const VICTIM: u64 = 7;
/// Rights and empty squares of a castling tested.
pub(super) const CASTLING: u64 = 10;
/// A move made: squares looked up and saved, rights by table, double steps, the words for the bus.
pub(super) const MAKE: u64 = 26;
/// A move unmade from what was saved.
pub(super) const UNMAKE: u64 = 15;
/// A value returned, negated and compared with both bounds.
pub(super) const RETURNED: u64 = 8;
/// A result corrected for mates and stored.
pub(super) const STORE: u64 = 12;

/// Microseconds of instructions and accesses.
pub(super) const fn microseconds(instructions: u64, accesses: u64) -> u64 {
    instructions * INSTRUCTION + accesses * ACCESS
}
