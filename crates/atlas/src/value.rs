//! What a line is worth: captures first, and where they balance, mobility.
//!
//! Documented: the program accepts almost any captures within its depth, "with a weighting on swaps of the more
//! powerful men"; its evaluation is mobility alone. The weights themselves are not on record and are decided, see
//! docs/decisions/atlas-captures.md.

use crate::listing::{Count, Kind, Move, Scope, list_moves};
use crate::make::taken_on;
use crate::men::{Man, Men};
use crate::square::Square;
use crate::style::Measure;
use crate::tables::Tables;

/// What a man is worth, in tenths of a pawn, by Bell's code (decided: the values of Shannon's paper of 1950).
pub const WORTH: [i32; 7] = [0, 10, 30, 30, 50, 90, 0];

/// What the program adds for taking a strong man itself, so that an equal swap counts in its favour, the more so
/// the stronger the men (decided: a tenth of the worth of queen and rook, almost nothing for bishop and knight).
pub const SWAP: [i32; 7] = [0, 0, 1, 1, 5, 9, 0];

/// One tenth of a pawn in the scale of values: more than any difference in mobility.
pub(crate) const UNIT: i32 = 1 << 18;

/// The value of having mated; less the plies it took.
pub(crate) const MATE: i32 = 1_000_000_000;

/// Values beyond this are mates.
pub(crate) const MATES: i32 = MATE - 1_000;

/// What a move takes and makes, in tenths of a pawn. `own` if the program itself makes it.
pub(crate) fn gain(opponents: &Men, one: Move, own: bool) -> i32 {
    let taken = opponents.man_on(taken_on(one)).0 as usize;
    let promoted = match one.kind {
        Kind::Promotion(man) => WORTH[man.0 as usize] - WORTH[Man::PAWN.0 as usize],
        _ => 0,
    };
    WORTH[taken] + promoted + if own { SWAP[taken] } else { 0 }
}

/// The balance of captures in a value, in tenths of a pawn.
pub(crate) fn balance_of(value: i32) -> i32 {
    (value + UNIT / 2).div_euclid(UNIT)
}

/// What the value says of mobility.
pub(crate) fn mobility_of(value: i32) -> i32 {
    value - balance_of(value) * UNIT
}

/// The natural logarithm of a number of moves, in ten-thousandths. Comparing logarithms compares ratios, and what
/// is a gain for one side is the same loss for the other. A side without moves counts as having half a move.
fn logarithm(moves: u32) -> i32 {
    (f64::from(moves).max(0.5).ln() * 10_000.0) as i32
}

/// Counts of both sides, and their comparison from the view of the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Freedom {
    /// Own moves, or squares.
    pub own: u32,
    /// The opponent's.
    pub opponents: u32,
}

impl Freedom {
    /// Counts for both sides.
    pub fn of(tables: &Tables, measure: Measure, scope: Scope, mine: &Men, theirs: &Men) -> Freedom {
        let count = |mine: &Men, theirs: &Men| match measure {
            Measure::Squares => squares_controlled(tables, mine, theirs),
            _ => mobility(tables, scope, mine, theirs).c,
        };
        Freedom { own: count(mine, theirs), opponents: count(theirs, mine) }
    }

    /// The comparison, in the finest steps of the measure.
    pub(crate) fn compared(self, measure: Measure) -> i32 {
        match measure {
            Measure::Ratio => logarithm(self.own) - logarithm(self.opponents),
            _ => self.own as i32 - self.opponents as i32,
        }
    }
}

/// How the rest of the world reads a comparison: a move or a square is a hundredth of a pawn, and a ratio of e is a
/// pawn (decided, for reports only).
pub(crate) fn hundredths(compared: i32, measure: Measure) -> i32 {
    match measure {
        Measure::Ratio => compared / 100,
        _ => compared,
    }
}

/// The number of moves `mine` lists. Inferred: those that leave the king to be taken are counted with the others,
/// as that is only found a ply later.
pub fn mobility(tables: &Tables, scope: Scope, mine: &Men, theirs: &Men) -> Count {
    let mut count = Count::default();
    let _ = list_moves(tables, scope, mine, theirs, &mut count);
    count
}

/// The weighted number of squares attacked by at least one of `mine` (decided: a square counts once, whoever
/// stands on it).
pub fn squares_controlled(tables: &Tables, mine: &Men, theirs: &Men) -> u32 {
    let mut controlled = [false; 66];
    for square in mine.squares() {
        match mine.man_on(square) {
            Man::KING => steps(&tables.king, square, &mut controlled),
            Man::KNIGHT => steps(&tables.knight, square, &mut controlled),
            Man::PAWN => {
                for &to in &tables.pawn(mine.colour)[4 * square.index()..][crate::tables::CAPTURES] {
                    controlled[to as usize] = true;
                }
            }
            man => {
                for (table, slides) in
                    [(&tables.rook, man != Man::BISHOP), (&tables.bishop, man != Man::ROOK)]
                {
                    if slides {
                        rays(table, square, mine, theirs, &mut controlled);
                    }
                }
            }
        }
    }
    (1..=64).filter(|&square| controlled[square]).map(|square| WEIGHT[square]).sum()
}

fn steps(table: &crate::tables::StepTable, square: Square, controlled: &mut [bool; 66]) {
    let targets = &table[8 * square.index()..8 * square.index() + 8];
    for &to in targets.iter().take_while(|&&to| to != square.0) {
        controlled[to as usize] = true;
    }
}

/// The slider loop once more, but an own man is controlled like any other.
fn rays(
    table: &crate::tables::RayTable,
    square: Square,
    mine: &Men,
    theirs: &Men,
    controlled: &mut [bool; 66],
) {
    for j in 0..=3 {
        let (k, l) = (table[j], table[4 * square.index() + j]);
        let mut i = i16::from(square.0) + k;
        while (i - l) * k <= 0 {
            let to = Square(i as u8);
            controlled[to.index()] = true;
            if mine.man_on(to).stands() || theirs.man_on(to).stands() {
                break;
            }
            i += k;
        }
    }
}

/// Kent's first weights: "3 for the central four squares, 2 for the next ring of twelve and 1 for all the
/// remainder".
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
    use shakmaty::Chess;

    #[test]
    fn kents_rings() {
        let count = |weight| WEIGHT[1..=64].iter().filter(|&&w| w == weight).count();
        assert_eq!([count(3), count(2), count(1)], [4, 12, 48]);
        assert_eq!(WEIGHT[28], 3, "d4");
    }

    #[test]
    fn mobility_of_the_opening_array_is_twenty_each() {
        let tables = Tables::new();
        let (mine, theirs) = Men::both(&Chess::default()).unwrap();
        let freedom = Freedom::of(&tables, Measure::Difference, Scope::Full, &mine, &theirs);
        assert_eq!(freedom, Freedom { own: 20, opponents: 20 });
        // Ranks one to three but a1 and h1, as every other square is attacked or defended: 6 + 8 + 8, and two of
        // the ring of twelve are worth one more each.
        assert_eq!(squares_controlled(&tables, &mine, &theirs), 6 + 8 + 8 + 4);
    }

    #[test]
    fn captures_outweigh_any_mobility() {
        for (own, opponents) in [(0, 500), (500, 0), (30, 31)] {
            for measure in Measure::ALL.map(|(measure, _)| measure) {
                let compared = Freedom { own, opponents }.compared(measure);
                assert!(compared.abs() < UNIT / 2);
                let value = -7 * UNIT + compared;
                assert_eq!((balance_of(value), mobility_of(value)), (-7, compared));
            }
        }
    }

    #[test]
    fn a_ratio_is_compared_as_a_ratio() {
        let compared = |own, opponents| Freedom { own, opponents }.compared(Measure::Ratio);
        assert!(compared(40, 20) > compared(60, 31));
        assert!((compared(40, 20) - compared(20, 10)).abs() <= 1);
        assert_eq!(compared(40, 20), -compared(20, 40));
    }
}
