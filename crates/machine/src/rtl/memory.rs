//! The transposition memory's side of the RTL: key, entry and write-back.
//!
//! Source and fidelity: as [`transposition`](crate::transposition).

use logic::clocked::Before;
use logic::{Logic, Signal, scope, select};
use roms::{HASH_CASTLING, HASH_EN_PASSANT};

use super::gates::{address, any, bits, concat, plane, rom};
use super::orders::Orders;
use super::pins::{Outputs, Top};
use crate::microengine::word::Memory;

/// The key of a position, 48 wires: the hash register with latch and rights folded in.
pub fn key<L: Logic>(
    l: L,
    hash: L::Plane,
    en_passant: L::Address,
    rights: [L::Wire; 4],
) -> L::Plane {
    scope!(l, "KEY", {
        let latch: [L::Wire; 48] = rom(l, l.decode(en_passant), &HASH_EN_PASSANT);
        let rights: [L::Wire; 48] = rom(l, l.decode(address(l, &rights)), &HASH_CASTLING);
        (hash ^ plane(l, &latch) ^ plane(l, &rights)).named("key")
    })
}

/// Whether an entry's lock is that of a key.
pub fn hits<L: Logic>(entry: L::Plane, key: L::Plane) -> L::Wire {
    !any((0..32).map(|bit| entry.bit(bit) ^ key.bit(16 + bit)))
}

/// Access to the memory. `commit`: the word ends with this cycle.
pub fn access<L: Logic>(
    l: L,
    before: &Before<Top, L>,
    orders: &Orders<L>,
    key: L::Plane,
    commit: L::Wire,
    out: &mut Outputs<L>,
) {
    let now = &before.registers;
    scope!(l, "TRANSPOSITION MEMORY", {
        let order = |order: Memory| orders.memory.bit(order as usize);
        let mark = order(Memory::Mark);
        let exact = order(Memory::StoreExact);
        let (upper, lower) = (
            order(Memory::StoreUpper) | exact,
            order(Memory::StoreLower) | exact,
        );
        let entry = before.ports.memory_entry;
        let same = hits::<L>(entry, key);
        let free = same | !entry.bit(58);

        out.memory_address = concat(bits::<_, _, 16>(key), [now.white_to_move]);
        out.memory_request = now.running & !order(Memory::Nothing);
        out.memory_write = commit & free & any([mark, upper, lower]);
        // A marked entry of this position keeps its data.
        let keeps = mark & same;
        let stored: [L::Wire; 27] = std::array::from_fn(|bit| match bit {
            0..16 => now.acc.bit(bit),
            16..24 => before.memories.depth.bit(bit - 16),
            24 => upper,
            25 => lower,
            _ => mark,
        });
        out.memory_data = l.join_plane(std::array::from_fn(|bit| match bit {
            0..32 => key.bit(16 + bit),
            32..58 => select(keeps, entry.bit(bit), stored[bit - 32] & !mark),
            58 => stored[26],
            _ => keeps & entry.bit(bit),
        }));
    });
}
