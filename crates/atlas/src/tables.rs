//! The six tables of move generation.
//!
//! | table | contents | fidelity |
//! |---|---|---|
//! | rook | entries 0..3 the increments +1 -1 +8 -8; entry 4*square+j the terminal square of ray j | documented (F127) |
//! | bishop | the same for +9 -9 +7 -7 | layout documented (F127); increments inferred (F127), their order decided |
//! | knight, king | entry 8*square+j a target; after the last, the square itself | decided |
//! | white pawn, black pawn | entry 4*square+j: one step, two steps, capture east, capture west | decided |
//!
//! The terminal square of an empty ray is the square itself (inferred, F127, and with it the rows
//! of a1 and h8). Every other entry without a target is the square itself too (decided). A pawn's
//! capture off the board leads to square 65 (second-hand, F130).

use std::sync::LazyLock;

use shakmaty::Color;

use crate::side::Square;

/// Increments and terminal squares of the four rays of rook or bishop.
pub(crate) type RayTable = [i16; 4 * 65];
/// Up to eight targets of knight or king for each square.
pub(crate) type StepTable = [u8; 8 * 65];
/// Four targets of a pawn for each square.
pub(crate) type PawnTable = [u8; 4 * 65];
pub(crate) const STEP: usize = 0;
pub(crate) const DOUBLE: usize = 1;
/// Entries of a pawn's captures, east and west.
pub(crate) const CAPTURES: std::ops::RangeInclusive<usize> = 2..=3;
const ROOK: [(i16, i16); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i16, i16); 4] = [(1, 1), (-1, -1), (-1, 1), (1, -1)];
const KNIGHT: [(i16, i16); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING: [(i16, i16); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

pub(crate) struct Tables {
    pub rook: RayTable,
    pub bishop: RayTable,
    pub knight: StepTable,
    pub king: StepTable,
    pub white_pawn: PawnTable,
    pub black_pawn: PawnTable,
}

pub(crate) static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
    rook: rays(&ROOK),
    bishop: rays(&BISHOP),
    knight: steps(&KNIGHT),
    king: steps(&KING),
    white_pawn: pawns(1, 2),
    black_pawn: pawns(-1, 7),
});

impl Tables {
    /// The pawn table of a side, the only part of move generation that depends on the color.
    pub(crate) fn pawn(&self, color: Color) -> &PawnTable {
        color.fold_wb(&self.white_pawn, &self.black_pawn)
    }
}

fn place(square: i16) -> (i16, i16) {
    ((square - 1) % 8 + 1, (square - 1) / 8 + 1)
}

fn beside(square: i16, (east, north): (i16, i16)) -> Option<i16> {
    let (file, rank) = place(square);
    let on_board = (1..=8).contains(&(file + east)) && (1..=8).contains(&(rank + north));
    if on_board {
        Some(square + east + 8 * north)
    } else {
        None
    }
}

fn rays(directions: &[(i16, i16); 4]) -> RayTable {
    let mut table = [0; 4 * 65];
    for (j, &(east, north)) in directions.iter().enumerate() {
        table[j] = east + 8 * north;
        for square in 1..=64 {
            let mut terminal = square;
            while let Some(next) = beside(terminal, (east, north)) {
                terminal = next;
            }
            table[4 * square as usize + j] = terminal;
        }
    }
    table
}

fn steps(directions: &[(i16, i16); 8]) -> StepTable {
    let mut table = [0; 8 * 65];
    for square in 1..=64 {
        let entries = &mut table[8 * square as usize..8 * square as usize + 8];
        entries.fill(square as u8);
        let mut count = 0;
        for &step in directions {
            if let Some(target) = beside(square, step) {
                entries[count] = target as u8;
                count += 1;
            }
        }
    }
    table
}

fn pawns(north: i16, home_rank: i16) -> PawnTable {
    let mut table = [0; 4 * 65];
    for square in 1..=64 {
        let entries = &mut table[4 * square as usize..4 * square as usize + 4];
        let step = beside(square, (0, north)).unwrap_or(square);
        let double = if place(square).1 == home_rank {
            step + 8 * north
        } else {
            square
        };
        let capture = |east| beside(square, (east, north)).unwrap_or(i16::from(Square::OFF.0));
        entries.copy_from_slice(&[step, double, capture(1), capture(-1)].map(|to| to as u8));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rook_table_has_published_increments() {
        let rook = TABLES.rook;
        assert_eq!(rook[..4], [1, -1, 8, -8], "east, west, north, south");
        assert_eq!(rook[4..8], [8, 1, 57, 1], "a1");
        assert_eq!(rook[4 * 64..], [64, 57, 64, 8], "h8");
        assert_eq!(rook.len(), 260);
    }

    #[test]
    fn rook_rays_end_at_the_edge() {
        let rook = TABLES.rook;
        for square in 1..=64_i16 {
            let (file, rank) = place(square);
            let entries = &rook[4 * square as usize..4 * square as usize + 4];
            assert_eq!(
                entries,
                [8 * rank, 8 * rank - 7, 56 + file, file],
                "square {square}"
            );
        }
    }

    #[test]
    fn bishop_rays_stay_on_their_diagonal() {
        let bishop = TABLES.bishop;
        assert_eq!(bishop[..4], [9, -9, 7, -7]);
        for square in 1..=64_i16 {
            for j in 0..4 {
                let (increment, terminal) = (bishop[j], bishop[4 * square as usize + j]);
                let ((f, r), (tf, tr)) = (place(square), place(terminal));
                assert_eq!((tf - f).abs(), (tr - r).abs(), "square {square} ray {j}");
                assert_eq!((terminal - square) % increment, 0);
                assert!(tf == 1 || tf == 8 || tr == 1 || tr == 8);
            }
        }
    }

    #[test]
    fn pawn_captures_off_the_board_go_to_65() {
        for square in 1..=64_usize {
            let (file, rank) = place(square as i16);
            let white = &TABLES.white_pawn[4 * square..4 * square + 4];
            let black = &TABLES.black_pawn[4 * square..4 * square + 4];
            assert_eq!(white[2] == 65, file == 8 || rank == 8, "east of {square}");
            assert_eq!(white[3] == 65, file == 1 || rank == 8, "west of {square}");
            assert_eq!(black[2] == 65, file == 8 || rank == 1);
            assert_eq!(white[1] as usize != square, rank == 2);
            assert_eq!(black[1] as usize != square, rank == 7);
        }
    }

    #[test]
    fn knight_and_king_rows_of_a1() {
        assert_eq!(TABLES.knight[8..16], [18, 11, 1, 1, 1, 1, 1, 1]);
        assert_eq!(TABLES.king[8..16], [9, 10, 2, 1, 1, 1, 1, 1]);
    }
}
