//! The array's surroundings: disable word and operation before it, a find's latches in it, its
//! registers behind it.
//!
//! ```text
//!                 +---------+   +-------+   latch   +----------+
//!  disable word ->| DISABLE |-->| ARRAY |-- lines ->| PRIORITY |-- found --> registers
//!                 +---------+   +-------+           +----------+
//!      first cycle of a find ........:    second ........:
//! ```
//!
//! A find is two cycles in the ledger, as here: the squares settle; the priority network settles
//! and the registers are loaded. Fidelity: decided.

use logic::{Logic, Signal, scope, select};

use super::gates::equals;
use super::orders::Orders;
use super::pins::{Reads, Registers};
use crate::circuits::special;
use crate::microengine::word::{Disable, Find};
use crate::modules;
use crate::move_generator::{Inputs, array, check, disable, priority, square};

logic::pins! {
    /// The disable word and what depends on it, after this word's order.
    Disabled {
        "this ply's disable word after the order, written back at the end" word as disable_data: plane,
        "the disable word is written back" written as disable_write: wire,
        "the en-passant pawn has had all its takers" spent as spent_next: wire,
    }
}

/// Carries out the disable order.
pub fn disabled<L: Logic>(
    l: L,
    now: &Registers<L>,
    reads: &Reads<L>,
    orders: &Orders<L>,
) -> Disabled<L> {
    disabled_with(l, now, reads, orders, || {
        (now.en_passant.any() & !now.spent) & !(now.to ^ now.en_passant).any()
    })
}

/// The same, where `passed` says that the to register holds the square of an en-passant pawn that
/// has takers left.
pub fn disabled_with<L: Logic>(
    l: L,
    now: &Registers<L>,
    reads: &Reads<L>,
    orders: &Orders<L>,
    passed: impl FnOnce() -> L::Wire,
) -> Disabled<L> {
    scope!(l, "DISABLE ORDER", {
        let order = |order: Disable| orders.disable.bit(order as usize);
        let (clear, close, all) = (
            order(Disable::Clear),
            order(Disable::Close),
            order(Disable::All),
        );
        let (from, empties) = (order(Disable::From), order(Disable::Empties));
        let squares = square::square(l, now.piece, now.white_to_move);
        let passed = passed();

        let set = from | (close & !passed);
        let square = select(from, now.from, now.to);
        let word = select(
            set,
            disable::set(l, reads.disable_word, square),
            reads.disable_word,
        );
        let own = squares.own & !squares.empty;
        let word = select(close, disable::clear_own(l, word, own), word);
        let barred = special::barred_empties(l, now.piece, now.white_to_move);
        let word = select(empties, disable::set_empty(l, word, barred), word);
        Disabled {
            word: (word | L::Plane::spread(all)) & L::Plane::spread(!clear),
            written: !order(Disable::Nothing),
            spent: (now.spent & !clear) | (close & passed) | all,
        }
    })
}

/// The levels at the array's inputs. `latch_set`: the en-passant latch holds a square.
pub fn inputs<L: Logic>(
    now: &Registers<L>,
    orders: &Orders<L>,
    disabled: &Disabled<L>,
    latch_set: impl FnOnce() -> L::Wire,
) -> Inputs<L> {
    Inputs {
        piece: now.piece,
        disable: disabled.word,
        victim: now.to,
        aggressor: orders.find.bit(Find::Aggressor as usize),
        white_to_move: now.white_to_move ^ orders.find.bit(Find::Check as usize),
        en_passant: now.en_passant,
        en_passant_open: latch_set() & !disabled.spent,
    }
}

/// Leads the registers to the array and the array to its latches in `next`, which are clocked in
/// every cycle.
pub fn find<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    disabled: &Disabled<L>,
    next: &mut Registers<L>,
) {
    scope!(l, "MOVE GENERATOR", {
        let inputs = inputs(now, orders, disabled, || now.en_passant.any());
        let answers = l.instance(&modules::ARRAY, "array", inputs, |inputs| array(l, inputs));
        next.lines = answers.lines;
        next.king_taken = check::check(l, answers.king);
    });
}

logic::pins! {
    /// Result of a find in its last cycle.
    FindOutputs {
        "the square that the priority network found, 0 if it found none" square as found_square: address,
        "there is none" none as found_none: wire,
        "a king can be taken" check as found_check: wire,
    }
}

/// Leads the array's latches through the priority network.
pub fn settled<L: Logic>(l: L, now: &Registers<L>) -> FindOutputs<L> {
    let lines = priority::Lines { lines: now.lines };
    let winner = l.instance(&modules::PRIORITY, "priority_network", lines, |lines| {
        scope!(l, "MOVE GENERATOR", priority::priority(l, lines.lines))
    });
    FindOutputs {
        square: winner.square,
        none: winner.none,
        check: now.king_taken,
    }
}

/// The registers that a find loads.
pub fn found<L: Logic>(
    now: &Registers<L>,
    orders: &Orders<L>,
    found: &FindOutputs<L>,
    after: &mut Registers<L>,
) {
    let order = |order: Find| orders.find.bit(order as usize);
    let (victim, aggressor) = (order(Find::Victim), order(Find::Aggressor));
    after.to = select(victim, found.square, after.to);
    after.from = select(aggressor, found.square, after.from);
    after.none = select(victim | aggressor, found.none, now.none);
    after.check = select(order(Find::Nothing), now.check, found.check);
}

/// Whether the kind in the moved register is a pawn.
pub fn moves_pawn<W: Signal<W>>(moved: [W; 4]) -> W {
    equals([moved[0], moved[1], moved[2]], roms::Kind::Pawn as usize)
}
