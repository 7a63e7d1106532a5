//! The value of a line: the balance of captures, and where that is equal, mobility.
//!
//! Documented (F122, F123): almost any capture within the depth is accepted, with a weighting on
//! swaps of the more powerful pieces; without captures mobility is minimaxed. Inferred (F120):
//! nothing but mobility is evaluated, as in the program that Atlas came from. The weights are
//! decided (docs/atlas.md).

use crate::make::taken_on;
use crate::movegen::{Move, MoveCount, MoveKind, generate_moves};
use crate::settings::{Measure, Rules};
use crate::side::{Piece, Side, Square};
use crate::tables::{CAPTURES, RayTable, StepTable, TABLES};

/// Piece values in tenths of a pawn, by Bell's code (decided: those of Shannon 1950).
pub(crate) const PIECE_VALUES: [i32; 7] = [0, 10, 30, 30, 50, 90, 0];
/// Bonus for a capture by the program itself, so that it favors equal swaps of strong pieces
/// (decided).
pub(crate) const SWAP_BONUS: [i32; 7] = [0, 0, 1, 1, 5, 9, 0];
/// A tenth of a pawn in a value; greater than any difference in mobility.
pub(crate) const UNIT: i32 = 1 << 18;
pub(crate) const MATE: i32 = 1_000_000_000;
pub(crate) const MATE_BOUND: i32 = MATE - 1_000;

/// Material gain of a move in tenths of a pawn; `own` if the program itself makes it.
pub(crate) fn gain(opponents: &Side, mv: Move, own: bool) -> i32 {
    let taken = opponents.piece_on(taken_on(mv)).0 as usize;
    let promoted = match mv.kind {
        MoveKind::Promotion(piece) => {
            PIECE_VALUES[piece.0 as usize] - PIECE_VALUES[Piece::PAWN.0 as usize]
        }
        _ => 0,
    };
    PIECE_VALUES[taken] + promoted + if own { SWAP_BONUS[taken] } else { 0 }
}

pub(crate) fn balance_of(value: i32) -> i32 {
    (value + UNIT / 2).div_euclid(UNIT)
}

pub(crate) fn mobility_of(value: i32) -> i32 {
    value - balance_of(value) * UNIT
}

/// The natural logarithm of a number of moves, in ten-thousandths. Differences of logarithms
/// compare ratios symmetrically. Zero counts as half a move.
fn log_mobility(moves: u32) -> i32 {
    (f64::from(moves).max(0.5).ln() * 10_000.0) as i32
}

/// Mobility of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MobilityPair {
    /// Own moves, or squares.
    pub own: u32,
    pub opponents: u32,
}

impl MobilityPair {
    pub(crate) fn new(measure: Measure, rules: Rules, mine: &Side, theirs: &Side) -> MobilityPair {
        let count = |mine: &Side, theirs: &Side| match measure {
            Measure::Squares => squares_controlled(mine, theirs),
            _ => mobility(rules, mine, theirs).moves,
        };
        MobilityPair {
            own: count(mine, theirs),
            opponents: count(theirs, mine),
        }
    }

    pub(crate) fn compared(self, measure: Measure) -> i32 {
        match measure {
            Measure::Ratio => log_mobility(self.own) - log_mobility(self.opponents),
            _ => self.own as i32 - self.opponents as i32,
        }
    }
}

/// A comparison in centipawns, for reports (decided): a move or a square is one, a ratio of e is a
/// hundred.
pub(crate) fn to_centipawns(compared: i32, measure: Measure) -> i32 {
    match measure {
        Measure::Ratio => compared / 100,
        _ => compared,
    }
}

/// The number of moves generated for `mine`. Inferred (F127): illegal ones are included, since they
/// are only found a ply later.
pub(crate) fn mobility(rules: Rules, mine: &Side, theirs: &Side) -> MoveCount {
    let mut count = MoveCount::default();
    let _ = generate_moves(rules, mine, theirs, &mut count);
    count
}

/// The weighted number of squares attacked by `mine` (decided: each counts once, occupied or not).
pub(crate) fn squares_controlled(mine: &Side, theirs: &Side) -> u32 {
    let mut controlled = [false; 66];
    for square in mine.squares() {
        match mine.piece_on(square) {
            Piece::KING => steps(&TABLES.king, square, &mut controlled),
            Piece::KNIGHT => steps(&TABLES.knight, square, &mut controlled),
            Piece::PAWN => {
                for &to in &TABLES.pawn(mine.color)[4 * square.index()..][CAPTURES] {
                    controlled[to as usize] = true;
                }
            }
            piece => {
                for (table, slides) in [
                    (&TABLES.rook, piece != Piece::BISHOP),
                    (&TABLES.bishop, piece != Piece::ROOK),
                ] {
                    if slides {
                        rays(table, square, mine, theirs, &mut controlled);
                    }
                }
            }
        }
    }
    (1..=64)
        .filter(|&square| controlled[square])
        .map(|square| WEIGHT[square])
        .sum()
}

fn steps(table: &StepTable, square: Square, controlled: &mut [bool; 66]) {
    let targets = &table[8 * square.index()..8 * square.index() + 8];
    for &to in targets.iter().take_while(|&&to| to != square.0) {
        controlled[to as usize] = true;
    }
}

/// The slider loop, with own pieces controlled as well.
fn rays(table: &RayTable, square: Square, mine: &Side, theirs: &Side, controlled: &mut [bool; 66]) {
    for j in 0..=3 {
        let (k, l) = (table[j], table[4 * square.index() + j]);
        let mut i = i16::from(square.0) + k;
        while (i - l) * k <= 0 {
            let to = Square(i as u8);
            controlled[to.index()] = true;
            if mine.piece_on(to).is_some() || theirs.piece_on(to).is_some() {
                break;
            }
            i += k;
        }
    }
}

/// Kent's first weights (Chess Programming Wiki, Peter Kent): 3 in the center, 2 in the ring around
/// it, 1 elsewhere.
const WEIGHT: [u32; 66] = weights();

const fn weights() -> [u32; 66] {
    let mut weight = [0; 66];
    let mut square = 1;
    while square <= 64 {
        let (file, rank) = ((square - 1) % 8, (square - 1) / 8);
        let east = if file < 4 { 3 - file } else { file - 4 };
        let north = if rank < 4 { 3 - rank } else { rank - 4 };
        let ring = if east > north { east } else { north };
        weight[square] = if ring < 2 { 3 - ring as u32 } else { 1 };
        square += 1;
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Choices;
    use shakmaty::Chess;

    #[test]
    fn weights_form_three_rings() {
        let count = |weight| WEIGHT[1..=64].iter().filter(|&&w| w == weight).count();
        assert_eq!([count(3), count(2), count(1)], [4, 12, 48]);
        assert_eq!(WEIGHT[28], 3, "d4");
    }

    #[test]
    fn mobility_initial_position_is_20_each() {
        let (mine, theirs) = Side::both(&Chess::default()).unwrap();
        let mobility = MobilityPair::new(Measure::Difference, Rules::Full, &mine, &theirs);
        assert_eq!(
            mobility,
            MobilityPair {
                own: 20,
                opponents: 20
            }
        );
        // Ranks one to three but a1 and h1, as every other square is attacked or defended: 6 + 8 +
        // 8, and two of the ring of twelve are worth one more each.
        assert_eq!(squares_controlled(&mine, &theirs), 6 + 8 + 8 + 4);
    }

    #[test]
    fn balance_outweighs_any_mobility() {
        for (own, opponents) in [(0, 500), (500, 0), (30, 31)] {
            for measure in Measure::values() {
                let compared = MobilityPair { own, opponents }.compared(measure);
                assert!(compared.abs() < UNIT / 2);
                let value = -7 * UNIT + compared;
                assert_eq!((balance_of(value), mobility_of(value)), (-7, compared));
            }
        }
    }

    #[test]
    fn compared_ratio_is_symmetrical() {
        let compared = |own, opponents| MobilityPair { own, opponents }.compared(Measure::Ratio);
        assert!(compared(40, 20) > compared(60, 31));
        assert!((compared(40, 20) - compared(20, 10)).abs() <= 1);
        assert_eq!(compared(40, 20), -compared(20, 40));
    }
}
