//! Orders: the microword with its symbolic fields decoded, a line a value.
//!
//! ```text
//!                   +---------+
//!  microword (64) ->| DECODE  |--> next, read, write; a line for each value of each symbolic field
//!                   +---------+
//! ```
//!
//! Fidelity: decided, as the word's layout is; the fields' places are those of the one table
//! ([`FIELDS`](crate::microengine::word::FIELDS)).

use logic::{Logic, Signal, scope};

use super::gates::address;
use crate::microengine::word::{self, Field};

/// The orders of a word. A symbolic field is a bundle with one wire a value, in the order of its codes.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "FIELDS describes each field")]
pub struct Orders<L: Logic> {
    pub next: [L::Wire; 10],
    pub test: L::Plane,
    pub unless: L::Wire,
    pub halt: L::Wire,
    pub source: L::Plane,
    pub read: [L::Wire; 3],
    pub invert: L::Wire,
    pub carry: L::Wire,
    pub add: L::Wire,
    pub dest: L::Plane,
    pub write: [L::Wire; 3],
    pub address: L::Plane,
    pub take: L::Plane,
    pub put: L::Plane,
    pub rights: L::Wire,
    pub latch: L::Wire,
    pub find: L::Plane,
    pub disable: L::Plane,
    pub frame: L::Plane,
    pub ply: L::Plane,
    pub turn: L::Wire,
    pub flag: L::Plane,
    pub memory: L::Plane,
    pub count: L::Wire,
    pub evaluate: L::Wire,
}

/// Decodes a microword.
pub fn decode<L: Logic>(l: L, word: L::Plane) -> Orders<L> {
    let bit = |field: &Field| word.bit(field.bit as usize);
    let symbol = |field: &Field| {
        let wires: Vec<L::Wire> = (0..field.width)
            .map(|i| word.bit((field.bit + i) as usize))
            .collect();
        l.decode(address(l, &wires))
    };
    scope!(l, "ORDERS", {
        Orders {
            next: number(word, &word::NEXT),
            test: symbol(&word::TEST).named("test"),
            unless: bit(&word::UNLESS),
            halt: bit(&word::HALT),
            source: symbol(&word::SOURCE).named("source"),
            read: number(word, &word::READ),
            invert: bit(&word::INVERT),
            carry: bit(&word::CARRY),
            add: bit(&word::ADD),
            dest: symbol(&word::DEST).named("dest"),
            write: number(word, &word::WRITE),
            address: symbol(&word::ADDRESS).named("address"),
            take: symbol(&word::TAKE).named("take"),
            put: symbol(&word::PUT).named("put"),
            rights: bit(&word::RIGHTS),
            latch: bit(&word::LATCH),
            find: symbol(&word::FIND).named("find"),
            disable: symbol(&word::DISABLE).named("disable"),
            frame: symbol(&word::FRAME).named("frame"),
            ply: symbol(&word::PLY).named("ply"),
            turn: bit(&word::TURN),
            flag: symbol(&word::FLAG).named("flag"),
            memory: symbol(&word::MEMORY).named("memory"),
            count: bit(&word::COUNT),
            evaluate: bit(&word::EVALUATE),
        }
    })
}

/// The wires of a field that is a plain number.
fn number<S: Signal<W>, W: Signal<W>, const N: usize>(word: S, field: &Field) -> [W; N] {
    assert_eq!(field.width as usize, N, "{}", field.name);
    std::array::from_fn(|i| word.bit(field.bit as usize + i))
}
