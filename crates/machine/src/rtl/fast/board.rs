//! The board with two ports: a move is made or taken back in one word.
//!
//! ```text
//!  from, to, captured, restored or not --> ACROSS --> the addressed square (the piece leaves it)
//!                                                --> the other square (the piece arrives)
//! ```
//!
//! The first port is the authentic machine's board bus; the second writes the other of the squares
//! from and to.

use logic::{Logic, scope, select};

use crate::microengine::variant::ACROSS;
use crate::microengine::word::Address;
use crate::rtl::board;
use crate::rtl::gates::equals;
use crate::rtl::lazy::Write;
use crate::rtl::orders::Orders;
use crate::rtl::pins::Registers;
use crate::rtl::port::Host;

/// Both ports' writes.
#[derive(Clone, Copy)]
pub struct Writes<L: Logic> {
    /// The addressed square.
    pub first: Write<L>,
    /// The other square of a piece that goes across.
    pub second: Write<L>,
    /// A piece goes across.
    pub across: L::Wire,
    /// It goes back, from the square to: a move is taken back.
    pub back: L::Wire,
    /// The piece captured, on the square to when the move is not made; none if no piece goes
    /// across.
    pub captured: [L::Wire; 4],
}

/// Settles the board buses. `seen` are the registers as the buses see them: restored, if the word
/// restores them.
pub fn buses<L: Logic>(
    l: L,
    seen: &Registers<L>,
    orders: &Orders<L>,
    host: &Host<L>,
    commit: L::Wire,
) -> Writes<L> {
    let bus = board::buses(l, seen, orders, host, commit);
    scope!(l, "BOARD BUS", {
        let ordered = orders.put.bit(ACROSS as usize) & !host.square;
        let across = ordered & equals(seen.kind, 0);
        let back = orders.address.bit(Address::To as usize);
        let allowed = !ordered | across;
        let captured = seen.captured.map(|wire| wire & across);
        let square = select(back, seen.from, seen.to);
        let first = Write {
            // The piece leaves an empty square, or that which it had taken.
            new: std::array::from_fn(|bit| bus.new[bit] | (captured[bit] & back)),
            driven: bus.driven & allowed,
            written: bus.written & allowed,
            ..bus
        };
        let second = Write {
            selected: l.decode(square),
            square,
            old: captured.map(|wire| wire & !back),
            new: bus.old,
            driven: bus.driven & across,
            written: bus.written & across,
        };
        Writes {
            first,
            second,
            across,
            back,
            captured,
        }
    })
}

/// The next values of both boards' piece registers.
pub fn pieces<L: Logic>(now: &Registers<L>, writes: &Writes<L>, next: &mut Registers<L>) {
    board::pieces(now, &writes.first, next);
    let first = *next;
    board::pieces(&first, &writes.second, next);
}

/// The registers that listen to the buses. The piece that moves is on its way to the moved
/// register.
pub fn listeners<L: Logic>(
    l: L,
    seen: &Registers<L>,
    orders: &Orders<L>,
    writes: &Writes<L>,
    after: &mut Registers<L>,
) {
    let moving = Registers {
        moved: writes.first.old,
        ..*seen
    };
    let latching = select_moved(writes.across, &moving, seen);
    board::listeners(l, &latching, orders, &writes.first, after);
    let clears = orders.rights & writes.across;
    after.rights = scope!(
        l,
        "BOARD BUS",
        board::rights(l, writes.second.square, clears, after.rights)
    );
}

fn select_moved<L: Logic>(
    across: L::Wire,
    moving: &Registers<L>,
    seen: &Registers<L>,
) -> Registers<L> {
    Registers {
        moved: std::array::from_fn(|bit| select(across, moving.moved[bit], seen.moved[bit])),
        ..*seen
    }
}
