//! The state half of the stack's frame: saved wires and restored registers.
//!
//! Source and fidelity: as [`stack`](crate::microengine::stack).

use logic::{Logic, select};

use super::gates::{address, bits, concat, select_wires};
use super::pins::Registers;

/// The wires of the state half, lowest first.
pub fn frame<L: Logic>(state: &Registers<L>) -> [L::Wire; 34] {
    let squares: [L::Wire; 12] = concat(bits::<_, _, 6>(state.to), bits::<_, _, 6>(state.from));
    let latch: [L::Wire; 10] = concat(state.captured, bits::<_, _, 6>(state.en_passant));
    let kind: [L::Wire; 7] = concat(state.rights, state.kind);
    let flags = [
        state.in_check,
        state.legal,
        state.raised,
        state.quiet,
        state.spent,
    ];
    let moved: [L::Wire; 22] = concat(squares, latch);
    let rest: [L::Wire; 12] = concat(kind, flags);
    concat(moved, rest)
}

/// The registers that a frame's state half brings back while `restore` is high; while `target` is,
/// the to register alone.
pub fn restored<L: Logic>(
    l: L,
    restore: L::Wire,
    target: L::Wire,
    frame: [L::Wire; 34],
    after: &mut Registers<L>,
) {
    let six = |first: usize| address(l, &frame[first..first + 6]);
    let four = |first: usize| std::array::from_fn(|bit| frame[first + bit]);
    after.to = select(restore | target, six(0), after.to);
    after.from = select(restore, six(6), after.from);
    after.captured = select_wires(restore, four(12), after.captured);
    after.en_passant = select(restore, six(16), after.en_passant);
    after.rights = select_wires(restore, four(22), after.rights);
    after.kind = select_wires(restore, [frame[26], frame[27], frame[28]], after.kind);
    for (flag, bit) in [
        (&mut after.in_check, 29),
        (&mut after.legal, 30),
        (&mut after.raised, 31),
        (&mut after.quiet, 32),
        (&mut after.spent, 33),
    ] {
        *flag = select(restore, frame[bit], *flag);
    }
}
