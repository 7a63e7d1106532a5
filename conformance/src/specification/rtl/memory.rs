//! The hash register, the key, and access to the transposition memory, by the databook's table of
//! orders.

use logic::{Logic, Netlist};
use roms::{HASH_CASTLING, HASH_EN_PASSANT};

use super::{Microword, Wire, either, is, some, tied, wires};

/// Each wire inverted as often as there are ones in the same place of the words.
pub(super) fn inverted<'n>(
    net: &'n Netlist,
    number: &[Wire<'n>],
    words: &[&[Wire<'n>]],
) -> Vec<Wire<'n>> {
    let at = |word: &&[Wire<'n>], bit: usize| word.get(bit).copied().unwrap_or(net.wire(false));
    let place = |(bit, wire): (usize, &Wire<'n>)| {
        words.iter().fold(*wire, |wire, word| wire ^ at(word, bit))
    };
    number.iter().enumerate().map(place).collect()
}

pub(super) fn gated<'n>(when: Wire<'n>, number: &[Wire<'n>]) -> Vec<Wire<'n>> {
    number.iter().map(|wire| when & *wire).collect()
}

/// Inputs `hash`, `hash_old` and `hash_new`, what the ROM gives for the piece taken off and that
/// put on, `settling`, `put` and `first`. Output `hash_settled`: the register, and if a write of
/// the cycle before is settling, its two words folded in. Output `hash_written`: the same, and if
/// the word writes and the ROM has had a cycle to answer, its words as well.
pub fn hash_register() -> Netlist {
    let net = Netlist::new();
    let hash = net.input_wires("hash", 48);
    let (old, new) = (
        net.input_wires("hash_old", 48),
        net.input_wires("hash_new", 48),
    );
    let settling = net.input_wire("settling");
    let arrived = net.input_wire("put") & !net.input_wire("first");
    let settled = inverted(
        &net,
        &hash,
        &[&gated(settling, &old), &gated(settling, &new)],
    );
    net.output_wires("hash_settled", &settled);
    let written = inverted(
        &net,
        &settled,
        &[&gated(arrived, &old), &gated(arrived, &new)],
    );
    net.output_wires("hash_written", &written);
    net
}

/// Inputs `hash`, `en_passant` and `rights`. Output `key`: the hash with the latch's word of the
/// en-passant ROM and the rights' word of the castling ROM folded in.
pub fn hash_key() -> Netlist {
    let net = Netlist::new();
    let hash = net.input_wires("hash", 48);
    let (latch, rights) = (
        wires(net.input_address("en_passant")),
        net.input_wires("rights", 4),
    );
    let folded = [
        rom_word(&net, &latch, &HASH_EN_PASSANT),
        rom_word(&net, &rights, &HASH_CASTLING),
    ];
    net.output_wires("key", &inverted(&net, &hash, &[&folded[0], &folded[1]]));
    net
}

fn rom_word<'n>(net: &'n Netlist, address: &[Wire<'n>], rom: &[u64]) -> Vec<Wire<'n>> {
    let holds = |bit: usize| (0..rom.len()).filter(move |&at| rom[at] >> bit & 1 != 0);
    (0..48)
        .map(|bit| some(net, holds(bit).map(|at| is(net, address, at))))
        .collect()
}

/// Places of an entry: the lock from 0, the value from 32, the depth from 48, upper, lower, open.
const UPPER: usize = 56;
const LOWER: usize = 57;
const OPEN: usize = 58;

/// Inputs `word`, `running`, `commit`, `key`, `white_to_move`, `acc`, `depth` and `memory_entry`,
/// the entry addressed. Outputs: `memory_address`, sixteen wires of the key and the side to move;
/// `memory_request`, the machine runs and the word asks for the memory; `memory_write`, the word
/// ends and writes, and the entry is this position's or not open; `memory_data`, what it becomes.
pub fn access() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let (running, commit) = (net.input_wire("running"), net.input_wire("commit"));
    let (key, white) = (net.input_wires("key", 48), net.input_wire("white_to_move"));
    let (value, depth) = (wires(net.input_word("acc")), wires(net.input_word("depth")));
    let entry = wires(net.input_plane("memory_entry"));
    let says = |symbol| word.holds("memory", symbol);

    let lock = &key[16..48];
    let other = some(
        &net,
        lock.iter()
            .zip(&entry[..32])
            .map(|(key, entry)| *key ^ *entry),
    );
    let stores = ["store_upper", "store_lower", "store_exact"];
    let writes = says("mark") | some(&net, stores.map(says));
    net.output_wires("memory_address", &[&key[..16], &[white]].concat());
    net.output("memory_request", running & word.is_active("memory"));
    net.output("memory_write", commit & writes & !(other & entry[OPEN]));

    // As it is marked, and as it is stored.
    let mut open = tied(&net, 64, 1 << OPEN);
    open[..32].copy_from_slice(lock);
    let mut same = entry;
    same[..32].copy_from_slice(lock);
    same[OPEN] = net.wire(true);
    let marked = either(other, &open, &same);
    let mut stored = tied(&net, 64, 0);
    stored[..32].copy_from_slice(lock);
    stored[32..48].copy_from_slice(&value);
    stored[48..56].copy_from_slice(&depth[..8]);
    stored[UPPER] = says("store_upper") | says("store_exact");
    stored[LOWER] = says("store_lower") | says("store_exact");
    net.output_wires("memory_data", &either(says("mark"), &marked, &stored));
    net
}
