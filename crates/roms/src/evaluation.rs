//! The evaluation ROMs of the lazy evaluator.
//!
//! Documented (F060): a material register, a piece-position register, king-position registers,
//! 9-bit registers of friendly pawns on each wing, and weighted sums of king safety and
//! centralization selected by the stage of the game. Decided: every number here.

use crate::{BLACK, Kind};

/// Value of a piece in centipawns, by kind code 0 to 7; the king has none. 100 300 300 500 900 are
/// the values of the program of Seventh Edition Unix (F110), which is taken for Thompson's (F112);
/// the minor pieces are a little dearer here so that two of them are not given for a rook and a
/// pawn.
const KIND_VALUE: [i16; 8] = [0, 100, 320, 330, 500, 900, 0, 0];
/// Stage weight by kind: the pieces that make a king unsafe, 24 at the start of a game.
const KIND_STAGE: [u8; 8] = [0, 0, 1, 1, 2, 4, 0, 0];

/// Piece-square values, rank 1 first, from White's side; the king's are in [`CENTRALIZATION`].
#[rustfmt::skip]
const KIND_SQUARE: [[i8; 64]; 6] = [
    // Pawn: to the center early, forward later; d and e pawns should leave the second rank.
    [
          0,   0,   0,   0,   0,   0,   0,   0,
          2,   4,   2, -14, -14,   4,   6,   2,
          2,   2,   2,   2,   2,  -4,   2,   2,
          0,   0,   6,  18,  18,   2,  -4,  -4,
          4,   6,  10,  22,  22,  10,   6,   4,
         14,  18,  22,  28,  28,  22,  18,  14,
         40,  44,  48,  50,  50,  48,  44,  40,
          0,   0,   0,   0,   0,   0,   0,   0,
    ],
    // Knight: strong in the center, lame on the rim.
    [
        -46, -32, -24, -20, -20, -24, -32, -46,
        -32, -18,  -4,   2,   2,  -4, -18, -32,
        -22,   0,  10,  12,  12,  10,   0, -22,
        -18,   4,  16,  22,  22,  16,   4, -18,
        -16,   6,  20,  26,  26,  20,   6, -16,
        -18,   4,  20,  22,  22,  20,   4, -18,
        -28, -14,   4,   6,   6,   4, -14, -28,
        -46, -30, -22, -18, -18, -22, -30, -46,
    ],
    // Bishop: off the first rank, on the long diagonals.
    [
        -16, -12, -14, -10, -10, -14, -12, -16,
         -6,   8,   2,   4,   4,   2,   8,  -6,
         -2,   6,   8,   8,   8,   8,   6,  -2,
         -2,   4,  10,  14,  14,  10,   4,  -2,
         -4,   6,   8,  14,  14,   8,   6,  -4,
         -4,   4,   8,   8,   8,   8,   4,  -4,
         -8,   2,   0,   2,   2,   0,   2,  -8,
        -14,  -8,  -8,  -6,  -6,  -8,  -8, -14,
    ],
    // Rook: towards the center files, on the seventh rank.
    [
         -4,  -2,   2,   6,   6,   2,  -2,  -4,
         -8,  -4,   0,   2,   2,   0,  -4,  -8,
         -8,  -4,   0,   0,   0,   0,  -4,  -8,
         -6,  -2,   0,   0,   0,   0,  -2,  -6,
         -4,   0,   2,   2,   2,   2,   0,  -4,
          0,   2,   4,   4,   4,   4,   2,   0,
         16,  18,  20,  20,  20,  20,  18,  16,
          6,   6,   8,   8,   8,   8,   6,   6,
    ],
    // Queen: a little better in the center, not early afield.
    [
        -12,  -8,  -6,   0,  -2,  -6,  -8, -12,
         -6,  -2,   2,   2,   2,   0,  -2,  -6,
         -4,   2,   2,   2,   2,   2,   0,  -4,
         -2,   0,   4,   6,   6,   4,   0,  -2,
         -2,   2,   6,   8,   8,   6,   2,  -2,
         -2,   4,   6,   8,   8,   6,   4,  -2,
         -4,   4,   6,   6,   6,   6,   4,  -4,
         -6,   0,   2,   4,   4,   2,   0,  -6,
    ],
    [0; 64],
];

/// Number of stages the stage register is reduced to.
pub const STAGES: usize = 8;

/// `STAGE_CLASS[register]`: 0 (bare kings) to 7 (all pieces on the board); beyond 24 it stays 7.
pub static STAGE_CLASS: [u8; 128] = table!(0; i < 128; if i < 24 { (i * 8 / 25) as u8 } else { 7 });

/// `MATERIAL[piece]`: centipawns, positive for White's pieces.
pub static MATERIAL: [i16; 16] = table!(0; piece < 16; {
    let value = KIND_VALUE[piece & 7];
    if piece & BLACK as usize == 0 { value } else { -value }
});
/// `PIECE_SQUARE[square][piece]`: centipawns, positive where it is good for White.
pub static PIECE_SQUARE: [[i16; 16]; 64] = table!([0; 16]; square < 64; table!(0; piece < 16; {
    match piece & 7 {
        0 | 7 => 0,
        // Black sees the board from the other end: the same file, the rank flipped.
        kind if piece & BLACK as usize != 0 => -(KIND_SQUARE[kind - 1][square ^ 56] as i16),
        kind => KIND_SQUARE[kind - 1][square] as i16,
    }
}));

/// `STAGE[piece]`: what a piece of either side adds to the stage register.
pub static STAGE: [u8; 16] = table!(0; i < 16; KIND_STAGE[i & 7]);

/// Contribution of one piece on one square to the lazy evaluator's summing registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LazyWord {
    pub material: i16,
    pub piece_square: i16,
    pub stage: u8,
}

/// The three words read together when `piece` (0 to 15) is put on or taken off `square` (0 to 63).
pub const fn lazy_word(square: usize, piece: usize) -> LazyWord {
    LazyWord {
        material: MATERIAL[piece],
        piece_square: PIECE_SQUARE[square][piece],
        stage: STAGE[piece],
    }
}

/// No wing: a king in the middle.
pub const WING_NONE: usize = 2;

/// Wing register for a king on `square`: 0 king's wing (files f to h), 1 queen's wing (a to c),
/// [`WING_NONE`] on the d and e files or beyond its second rank. For Black flip the square (`square
/// ^ 56`).
#[inline(always)]
pub const fn king_wing(square: usize) -> usize {
    match (square & 7, square >> 3) {
        (5..=7, 0..=1) => 0,
        (0..=2, 0..=1) => 1,
        _ => WING_NONE,
    }
}

/// The bit a pawn on `square` sets in a wing register, with the wing (0 king's, 1 queen's). For the
/// pawn's own second, third and fourth ranks it is `3 * (rank - 2) + file`, with the file within
/// the wing counted from the edge (h or a = 0). For Black flip the square. `None` elsewhere.
pub const fn wing_bit(square: usize) -> Option<(usize, u32)> {
    match (square as u32 & 7, square as u32 >> 3) {
        (file @ 5..=7, rank @ 1..=3) => Some((0, 3 * (rank - 1) + 7 - file)),
        (file @ 0..=2, rank @ 1..=3) => Some((1, 3 * (rank - 1) + file)),
        _ => None,
    }
}

/// Worth of the pawn shelter in a wing register, in centipawns with all pieces on the board.
const fn shelter(wing: usize) -> i16 {
    let mut sum = 0;
    let mut file = 0;
    while file < 3 {
        // The pawn nearest the first rank counts; the file next to the edge (g or b) matters most.
        let by_rank: [i16; 4] = if file == 1 {
            [14, 8, -4, -22]
        } else {
            [10, 6, -2, -14]
        };
        // Bits 0, 3 and 6 are the file's ranks; bit 9 stands for a file without a pawn.
        let ranks = wing >> file & 0b001_001_001 | 1 << 9;
        sum += by_rank[ranks.trailing_zeros() as usize / 3];
        file += 1;
    }
    sum
}

/// `SAFETY[stage class][wing register]`: king safety in centipawns for the owner of king and pawns.
pub static SAFETY: [[i16; 512]; STAGES] =
    table!([0; 512]; stage < STAGES; table!(0; wing < 512; shelter(wing) * stage as i16 / 7));

/// Worth of a king's square with bare kings: towards the center.
const fn central_late(square: usize) -> i16 {
    let (file, rank) = ((square & 7) as i16, (square >> 3) as i16);
    let from_file = if file < 4 { 3 - file } else { file - 4 };
    let from_rank = if rank < 4 { 3 - rank } else { rank - 4 };
    26 - 9 * (from_file + from_rank)
        - if from_file > from_rank {
            from_file
        } else {
            from_rank
        } * 3
}

/// Worth of a king's square with all pieces on the board: the first rank, on a wing.
const fn central_early(square: usize) -> i16 {
    let by_file: [i16; 8] = [14, 20, 8, -14, -14, -6, 20, 16];
    by_file[square & 7] - [0, 16, 40, 60, 60, 60, 60, 60][square >> 3]
}

/// `CENTRALIZATION[stage class][king's square]`: centipawns for the king's owner; for Black flip
/// the square.
pub static CENTRALIZATION: [[i16; 64]; STAGES] = table!([0; 64]; stage < STAGES; table!(0; square < 64; {
    (central_early(square) * stage as i16 + central_late(square) * (7 - stage as i16)) / 7
}));

/// Every kind is in the tables above.
const _: () = assert!(Kind::ALL.len() == KIND_SQUARE.len());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roms_are_mirrored_by_color() {
        for square in 0..64 {
            for kind in Kind::ALL {
                let (white, black) = (usize::from(kind.white()), usize::from(kind.black()));
                assert_eq!(
                    PIECE_SQUARE[square][white],
                    -PIECE_SQUARE[square ^ 56][black]
                );
                assert_eq!(MATERIAL[white], -MATERIAL[black]);
                assert_eq!(STAGE[white], STAGE[black]);
            }
        }
    }

    #[test]
    fn shelter_is_best_on_second_rank() {
        assert_eq!(shelter(0b000_000_111), 34);
        assert!(shelter(0b000_010_101) < shelter(0b000_000_111));
        assert_eq!(shelter(0), -50);
        assert_eq!(SAFETY[0][0b111], 0);
    }

    #[test]
    fn wing_bits_cover_nine_squares() {
        for wing in 0..2 {
            let bits: u32 = (0..64)
                .filter_map(wing_bit)
                .filter(|&(w, _)| w == wing)
                .map(|(_, b)| 1 << b)
                .sum();
            assert_eq!(bits, 0x1FF);
        }
    }

    #[test]
    fn stage_runs_from_bare_kings_to_a_full_board() {
        assert_eq!(
            (STAGE_CLASS[0], STAGE_CLASS[24], STAGE_CLASS[127]),
            (0, 7, 7)
        );
        assert!(STAGE_CLASS.windows(2).all(|w| w[0] <= w[1]));
    }
}
