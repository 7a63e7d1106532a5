//! The transposition memory's side of the RTL: key, entry and write-back.
//!
//! Source and fidelity: as [`transposition`](crate::transposition).

use logic::clocked::Before;
use logic::{Logic, Signal, scope};
use roms::{HASH_CASTLING, HASH_EN_PASSANT};

use super::gates::{address, any, bits, concat, rom, select_wires};
use super::orders::Orders;
use super::pins::{Outputs, Top};
use crate::microengine::word::Memory;
use crate::modules;

logic::pins! {
    /// Inputs of [`key`].
    Position {
        "the key of pieces and squares" hash: wires[48],
        "the en-passant latch" en_passant: address,
        "the castling rights K, Q, k, q" rights: wires[4],
    }
}

logic::pins! {
    /// Output of [`key`].
    Key {
        "the key of the position: lowest the address of its entry, then the lock" key: wires[48],
    }
}

/// The key of a position: the hash register with latch and rights folded in. `label` tells one key
/// from the other where both stand in one circuit.
pub fn key<L: Logic>(l: L, label: &'static str, position: Position<L>) -> [L::Wire; 48] {
    let key = l.instance(&modules::HASH_KEY, label, position, |position| {
        scope!(l, "KEY", {
            let latch: [L::Wire; 48] = rom(l, l.decode(position.en_passant), &HASH_EN_PASSANT);
            let rights = l.decode(address(l, &position.rights));
            let rights: [L::Wire; 48] = rom(l, rights, &HASH_CASTLING);
            Key {
                key: L::Wire::xor_each(L::Wire::xor_each(position.hash, latch), rights),
            }
        })
    });
    key.key
}

/// Whether an entry's lock is that of a key.
pub fn hits<L: Logic>(entry: L::Plane, key: [L::Wire; 48]) -> L::Wire {
    let lock: [L::Wire; 32] = bits(entry);
    let wanted: [L::Wire; 32] = std::array::from_fn(|bit| key[16 + bit]);
    let hit = !any(L::Wire::xor_each(lock, wanted));
    hit.called("hit")
}

/// Access to the memory. `commit`: the word ends with this cycle.
pub fn access<L: Logic>(
    l: L,
    before: &Before<Top, L>,
    orders: &Orders<L>,
    key: [L::Wire; 48],
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

        let index: [L::Wire; 16] = std::array::from_fn(|bit| key[bit]);
        out.memory_address = concat(index, [now.white_to_move]);
        out.memory_request = now.running & !order(Memory::Nothing);
        out.memory_write = commit & free & any([mark, upper, lower]);
        // A marked entry of this position keeps its data.
        let keeps = mark & same;
        let stored: [L::Wire; 24] = concat::<_, 16, 8, 24>(
            bits(now.acc),
            std::array::from_fn(|bit| before.memories.depth.bit(bit)),
        );
        let stored: [L::Wire; 26] = concat(stored, [upper, lower]);
        let there: [L::Wire; 26] = std::array::from_fn(|bit| entry.bit(32 + bit));
        let data = select_wires(keeps, there, L::Wire::and_each(stored, [!mark; 26]));
        let above: [L::Wire; 5] = std::array::from_fn(|bit| entry.bit(59 + bit));
        let above = L::Wire::and_each(above, [keeps; 5]);
        out.memory_data = l.join_plane(std::array::from_fn(|bit| match bit {
            0..32 => key[16 + bit],
            32..58 => data[bit - 32],
            58 => mark,
            _ => above[bit - 59],
        }));
    });
}
