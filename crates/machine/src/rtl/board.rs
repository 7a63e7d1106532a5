//! The board buses: drivers, piece registers, and the registers that listen.
//!
//! ```text
//!  to, from, next, host --->| ADDRESS |--> square --> piece registers --> piece there --> moved, captured
//!  moved, captured, next, kind, host ->| PUT |--> piece --> piece registers
//!                                        square --> CASTLING RIGHTS
//! ```
//!
//! Source and fidelity: as [`board_bus`](crate::board_bus).

use logic::{Combinational, Logic, Signal, scope, select};

use super::array::moves_pawn;
use super::gates::{address, bits, concat, pick, pick_wires, select_wires};
use super::lazy::Write;
use super::orders::Orders;
use super::pins::Registers;
use super::port::Host;
use crate::circuits::en_passant::{self, EnPassant};
use crate::circuits::{castling, special};
use crate::microengine::word::{Address, Put, Take};

/// Settles the board buses. `commit`: the word ends with this cycle.
pub fn buses<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    host: &Host<L>,
    commit: L::Wire,
) -> Write<L> {
    scope!(l, "BOARD BUS", {
        let black = !now.white_to_move;
        let line = |order: Address| orders.address.bit(order as usize) & !host.square;
        let literal = address(l, &orders.next[..6]) ^ l.address(0o70) & L::Address::spread(black);
        let passed: [L::Wire; 6] = std::array::from_fn(|bit| {
            if bit < 3 {
                now.to.bit(bit)
            } else {
                now.from.bit(bit)
            }
        });
        let square = pick([
            (line(Address::To), now.to),
            (line(Address::From), now.from),
            (line(Address::Passed), l.join_address(passed)),
            (line(Address::Literal), literal),
            (host.square, address(l, &bits::<_, _, 6>(host.data))),
        ])
        .named("square");
        let selected = l.decode(square);
        let old = now.piece.map(|plane| (plane & selected).any());

        let put = |order: Put| orders.put.bit(order as usize) & !host.square;
        let kind: [L::Wire; 3] = std::array::from_fn(|bit| orders.next[6 + bit]);
        let promoted = special::promoted(l, [now.kind[0], now.kind[1]]);
        let piece = |kind: [L::Wire; 3], black: L::Wire| concat(kind, [black]);
        let new = pick_wires(&[
            (put(Put::Moved), now.moved),
            (put(Put::Captured), now.captured),
            (put(Put::Own), piece(kind, black)),
            (put(Put::Enemy), piece(kind, !black)),
            (put(Put::Promoted), piece(promoted, black)),
            (
                host.square,
                std::array::from_fn(|bit| host.data.bit(8 + bit)),
            ),
        ]);
        let order = !put(Put::Nothing) & !host.square;
        Write {
            selected,
            square,
            old,
            new,
            driven: (now.running & order) | host.square,
            written: (commit & order) | host.square,
        }
    })
}

/// The next values of the move generator's piece registers and the full evaluator's.
pub fn pieces<L: Logic>(now: &Registers<L>, write: &Write<L>, next: &mut Registers<L>) {
    let written = write.selected & L::Plane::spread(write.written);
    let after = |now: [L::Plane; 4]| {
        std::array::from_fn(|bit| {
            (now[bit] & !written) | (written & L::Plane::spread(write.new[bit]))
        })
    };
    next.piece = after(now.piece);
    next.evaluated = after(now.evaluated);
}

/// The registers that listen to the buses.
pub fn listeners<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    write: &Write<L>,
    after: &mut Registers<L>,
) {
    let take = |order: Take| orders.take.bit(order as usize);
    after.moved = select_wires(take(Take::Moved), write.old, now.moved);
    after.captured = select_wires(take(Take::Captured), write.old, after.captured);
    let inputs = en_passant::Inputs {
        piece: now.piece,
        from: now.from,
        to: now.to,
        mover_is_pawn: moves_pawn(now.moved),
        white_to_move: now.white_to_move,
    };
    let latch = EnPassant::settle(l, inputs).latch;
    after.en_passant = select(orders.latch, latch, after.en_passant);
    after.rights = rights(l, write.square, orders.rights, after.rights);
}

/// The rights that are left when `when` clears those that belong to a square.
pub fn rights<L: Logic>(
    l: L,
    square: L::Address,
    when: L::Wire,
    rights: [L::Wire; 4],
) -> [L::Wire; 4] {
    let kept = castling::kept(l, square);
    let stays = L::Wire::or_each(kept, [!when; 4]);
    L::Wire::and_each(rights, stays)
}
