//! The hash ROMs: a word for each piece on each square, for the en-passant latch and for the
//! castling rights.
//!
//! Documented (F050): a 48-bit Zobrist-like key kept by every write to the board. Decided: the
//! words (SplitMix64 from a fixed seed for each table), and that the words of en passant and
//! castling are folded in on the way to the transposition memory.

pub(crate) const HASH_BITS: u32 = 48;
const MASK: u64 = (1 << HASH_BITS) - 1;

/// A step of SplitMix64 (Steele, Lea and Flood 2014): the word and the next state.
const fn split_mix(state: u64) -> (u64, u64) {
    let next = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = next;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) & MASK, next)
}

const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let mut out = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        (out[i], state) = split_mix(state);
        i += 1;
    }
    out
}

/// `HASH_PIECE[square][piece]`: 48 bits; zero for an empty square.
pub static HASH_PIECE: [[u64; 16]; 64] = {
    let random = words::<{ 64 * 16 }>(1980);
    table!([0; 16]; square < 64; table!(0; piece < 16; {
        if super::Kind::of(piece as u8).is_some() { random[square * 16 + piece] } else { 0 }
    }))
};

/// `HASH_EN_PASSANT[latch]`: 48 bits, by the square in the en-passant latch; zero for 0, no en
/// passant.
pub static HASH_EN_PASSANT: [u64; 64] = {
    let mut out = words::<64>(1978);
    out[0] = 0;
    out
};

/// `HASH_CASTLING[rights]`: 48 bits, by the four rights (bit 0 White's king side, 1 White's queen
/// side, 2 and 3 Black's); zero for no rights.
pub static HASH_CASTLING: [u64; 16] = {
    let mut out = words::<16>(1972);
    out[0] = 0;
    out
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn hash_words_are_distinct_and_fit() {
        let all: Vec<u64> = HASH_PIECE
            .iter()
            .flatten()
            .chain(&HASH_EN_PASSANT)
            .chain(&HASH_CASTLING)
            .copied()
            .collect();
        assert!(all.iter().all(|w| w >> HASH_BITS == 0));
        let used: Vec<u64> = all.into_iter().filter(|&w| w != 0).collect();
        assert_eq!(used.len(), 64 * 12 + 63 + 15);
        assert_eq!(used.iter().collect::<HashSet<_>>().len(), used.len());
    }
}
