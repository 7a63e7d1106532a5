//! Access to the transposition memory, by the databook's table of orders.

use logic::{Logic, Netlist};

use super::{Microword, either, some, tied, wires};

/// Places of an entry: the lock from 0, the value from 32, the depth from 48, upper, lower, open.
const UPPER: usize = 56;
const LOWER: usize = 57;
const OPEN: usize = 58;

/// Inputs `word`, `running`, `commit`, `key`, `white_to_move`, `acc`, `depth` and `memory_entry`, the entry addressed.
/// Outputs: `memory_address`, sixteen wires of the key and the side to move; `memory_request`, the machine runs and the
/// word asks for the memory; `memory_write`, the word ends and writes, and the entry is this position's or not open;
/// `memory_data`, what it becomes.
pub fn access() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let (running, commit) = (net.input_wire("running"), net.input_wire("commit"));
    let (key, white) = (wires(net.input_plane("key")), net.input_wire("white_to_move"));
    let (value, depth) = (wires(net.input_word("acc")), wires(net.input_word("depth")));
    let entry = wires(net.input_plane("memory_entry"));
    let says = |symbol| word.says("memory", symbol);

    let lock = &key[16..48];
    let other = some(&net, lock.iter().zip(&entry[..32]).map(|(key, entry)| *key ^ *entry));
    let stores = ["store_upper", "store_lower", "store_exact"];
    let writes = says("mark") | some(&net, stores.map(says));
    net.output_wires("memory_address", &[&key[..16], &[white]].concat());
    net.output("memory_request", running & word.acts("memory"));
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
