//! The hash register and the key.

use logic::{Logic, Netlist};
use roms::{HASH_CASTLING, HASH_EN_PASSANT};

use super::{Wire, is, some, wires};

/// Each wire turned over as often as there are ones in the same place of the words.
fn turned<'n>(net: &'n Netlist, number: &[Wire<'n>], words: &[&[Wire<'n>]]) -> Vec<Wire<'n>> {
    let at = |word: &&[Wire<'n>], bit: usize| word.get(bit).copied().unwrap_or(net.wire(false));
    let place = |(bit, wire): (usize, &Wire<'n>)| words.iter().fold(*wire, |wire, word| wire ^ at(word, bit));
    number.iter().enumerate().map(place).collect()
}

/// A number's wires if the condition holds, else low.
fn gated<'n>(when: Wire<'n>, number: &[Wire<'n>]) -> Vec<Wire<'n>> {
    number.iter().map(|wire| when & *wire).collect()
}

/// Inputs `hash`, `hash_old` and `hash_new`, what the ROM gives for the piece taken off and that put on, `settling`, `put`
/// and `first`. Output `hash_settled`: the register, and if a write of the cycle before is settling, its two words folded
/// in. Output `hash_written`: the same, and if the word writes and the ROM has had a cycle to answer, its words as well.
pub fn register() -> Netlist {
    let net = Netlist::new();
    let hash = wires(net.input_plane("hash"));
    let (old, new) = (net.input_wires("hash_old", 48), net.input_wires("hash_new", 48));
    let settling = net.input_wire("settling");
    let arrived = net.input_wire("put") & !net.input_wire("first");
    let settled = turned(&net, &hash, &[&gated(settling, &old), &gated(settling, &new)]);
    net.output_wires("hash_settled", &settled);
    let written = turned(&net, &settled, &[&gated(arrived, &old), &gated(arrived, &new)]);
    net.output_wires("hash_written", &written);
    net
}

/// Inputs `hash`, `en_passant` and `rights`. Output `key`: the hash with the latch's word of the en-passant ROM and the
/// rights' word of the castling ROM folded in.
pub fn key() -> Netlist {
    let net = Netlist::new();
    let hash = wires(net.input_plane("hash"));
    let (latch, rights) = (wires(net.input_address("en_passant")), net.input_wires("rights", 4));
    let folded = [rom_word(&net, &latch, &HASH_EN_PASSANT), rom_word(&net, &rights, &HASH_CASTLING)];
    net.output_wires("key", &turned(&net, &hash, &[&folded[0], &folded[1]]));
    net
}

/// The word of 48 wires that a ROM has at an address.
fn rom_word<'n>(net: &'n Netlist, address: &[Wire<'n>], rom: &[u64]) -> Vec<Wire<'n>> {
    let holds = |bit: usize| (0..rom.len()).filter(move |&at| rom[at] >> bit & 1 != 0);
    (0..48).map(|bit| some(net, holds(bit).map(|at| is(net, address, at)))).collect()
}
