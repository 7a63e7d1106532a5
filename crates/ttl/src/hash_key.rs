//! The hash key in packages: PROMs for what the en-passant square and the castling rights put into
//! it.
//!
//! ```text
//!  en-passant latch, rights (10) --> 6 PROMs of 1,024 by 8 --+
//!  hash register (48) ---------------------------------------+--> 74LS86 --> key
//! ```
//!
//! As gates the words are decoders and ORs, for each of the two keys that the machine has in a
//! cycle.
//!
//! Fidelity: decided.

use roms::{HASH_CASTLING, HASH_EN_PASSANT};

use crate::board::{Board, Net};

/// One key: its registers come from outside.
pub fn hash_key() -> Board {
    let mut board = Board::default();
    board.enter("hash key");
    let hash = board.input("hash", 48);
    let latch = board.input("en_passant", 6);
    let rights = board.input("rights", 4);
    let key = key(&mut board, &hash, &latch, &rights);
    board.output("key", key);
    board.add_drivers();
    board
}

/// The keys of a cycle: that of the position, and that with the write of the word.
pub fn hash_keys() -> Board {
    let mut board = Board::default();
    board.enter("hash key");
    for [hash, latch, rights, name] in [
        ["hash", "en_passant", "rights", "key"],
        [
            "hash_written",
            "en_passant_next",
            "rights_next",
            "key_written",
        ],
    ] {
        let hash = board.input(hash, 48);
        let latch = board.input(latch, 6);
        let rights = board.input(rights, 4);
        let key = key(&mut board, &hash, &latch, &rights);
        board.output(name, key);
    }
    board.add_drivers();
    board
}

fn key(board: &mut Board, hash: &[Net], latch: &[Net], rights: &[Net]) -> Vec<Net> {
    let address = [latch, rights].concat();
    let mut key = Vec::new();
    for first in (0..48).step_by(8) {
        let folded = board.prom("hash_words", &address, 8, |address| {
            let word = HASH_EN_PASSANT[address & 63] ^ HASH_CASTLING[address >> 6];
            (word >> first) as u8
        });
        for (&bit, &kept) in folded.iter().zip(&hash[first..]) {
            key.push(board.gate("xor2", "key", &[bit, kept]));
        }
    }
    key
}
