//! The full evaluator's terms: on which line and in which cycle the cells report each, and what it
//! weighs.
//!
//! Documented (F062, F063): pawn structure, mobility along rays, outposts and the squares round the
//! king, in eight cycles. Decided: one ray direction a cycle, and every row of [`TERMS`].

/// Cycles of one evaluation. In cycle *n* the rays run in direction *n* of [`DIRECTIONS`].
pub const CYCLES: usize = 8;

/// Directions of the rays, files to the right and ranks forward, as the owner of the pieces sees
/// the board.
pub const DIRECTIONS: [(i32, i32); CYCLES] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The knight's jump that goes with each cycle.
pub const JUMPS: [(i32, i32); CYCLES] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The full value is kept within this many centipawns of zero (the evaluator clamps it), so a lazy
/// value that clears the window by more is final.
pub const FULL_MARGIN: i16 = 192;

/// The lines on which every cell reports to the counters; each line is one plane of 64 wires for
/// either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum ReportLine {
    /// A rook's (along ranks and files) or bishop's ray (along diagonals) reaches a safe square.
    Rider,
    /// A queen's ray reaches a safe square.
    Queen,
    /// A knight's jump reaches a safe square.
    Knight,
    /// Any of these reaches a square next to the enemy's king.
    Pressure,
    /// Pawns by how they stand to each other.
    Pawn,
    /// Pawns by how far they may go.
    Passer,
    /// Posts of knights, bishops and rooks.
    Post,
}

/// Number of lines.
pub const LINES: usize = 7;

/// One term of the full value: White's count of pieces or squares less Black's, times a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// The line it is reported on.
    pub line: ReportLine,
    /// The cycles in which it is reported, bit 0 for the first: 1, 4 or 8 of them.
    pub cycles: u8,
    /// Centipawns for each piece or square counted, with all pieces on the board.
    pub early: i8,
    /// The same with bare kings and pawns.
    pub late: i8,
    /// What is counted, or why it has this weight.
    pub reason: &'static str,
}

const fn term(
    name: &'static str,
    line: ReportLine,
    cycles: u8,
    [early, late]: [i8; 2],
    reason: &'static str,
) -> Term {
    Term {
        name,
        line,
        cycles,
        early,
        late,
        reason,
    }
}

/// Number of terms.
pub const FULL_TERMS: usize = 26;
/// The cycles with rays along ranks and files.
const STRAIGHT: u8 = 0b0101_0101;
/// The cycles with rays along diagonals.
const OBLIQUE: u8 = 0b1010_1010;
const ALL: u8 = 0xFF;
/// Every term. A square is *safe* if no pawn of the enemy's attacks it and no own piece stands on
/// it.
pub static TERMS: [Term; FULL_TERMS] = TABLE;

/// The value of [`TERMS`], for constants made from it.
#[rustfmt::skip]
const TABLE: [Term; FULL_TERMS] = {
    use ReportLine::{Knight, Passer, Pawn, Post, Pressure, Queen, Rider};
    [
        term("rook mobility", Rider, STRAIGHT, [2, 4], "safe squares reached; a rook needs room most when few pieces are left"),
        term("bishop mobility", Rider, OBLIQUE, [4, 4], "a bishop behind its own pawns is half a piece"),
        term("queen mobility", Queen, ALL, [1, 2], "a queen has many squares, so each counts for little, and early queen moves must not pay"),
        term("knight mobility", Knight, ALL, [4, 3], "jumps that lose no knight to a pawn"),
        term("king pressure", Pressure, ALL, [6, 1], "squares next to the enemy's king reached, once a cycle; without pieces to follow up it is nothing"),

        term("doubled pawn", Pawn, 1 << 0, [-8, -16], "an own pawn stands before it on its file"),
        term("isolated pawn", Pawn, 1 << 1, [-10, -12], "no own pawn on the files beside it can ever guard it"),
        term("backward pawn", Pawn, 1 << 2, [-8, -8], "left behind by its neighbors, and a pawn guards the square before it"),
        term("exposed pawn", Pawn, 1 << 3, [-8, -4], "isolated or backward with no enemy pawn before it: rooks will come"),
        term("connected pawn", Pawn, 1 << 4, [5, 5], "guarded by a pawn or beside one"),

        term("passed pawn, seventh rank", Passer, 1 << 0, [70, 118], "no enemy pawn before it or beside its way, nor an own one before it; one step to go"),
        term("passed pawn, sixth rank", Passer, 1 << 1, [44, 80], "two steps to go"),
        term("passed pawn, fifth rank", Passer, 1 << 2, [24, 48], "three steps to go"),
        term("passed pawn, fourth rank", Passer, 1 << 3, [12, 28], "four steps to go"),
        term("passed pawn, at home", Passer, 1 << 4, [4, 12], "on the second or third rank"),
        term("candidate pawn", Passer, 1 << 5, [6, 14], "free before it, and as many files with helpers as with pawns that stop it"),
        term("guarded passed pawn", Passer, 1 << 6, [8, 12], "a passed pawn that a pawn guards ties a piece down for good"),
        term("blocked passed pawn", Passer, 1 << 7, [-8, -16], "an enemy piece stands before it"),

        term("rook behind own passed pawn", Post, 1 << 0, [6, 16], "its ray forward arrives at the pawn: it guards every step"),
        term("knight outpost", Post, 1 << 1, [18, 12], "guarded by a pawn on the fourth to sixth rank where no pawn can ever attack it"),
        term("rook on open file", Post, 1 << 2, [18, 8], "no pawn on its file"),
        term("bishop outpost", Post, 1 << 3, [10, 6], "as the knight's; a bishop works from afar as well"),
        term("rook behind enemy passed pawn", Post, 1 << 4, [4, 12], "its ray backward arrives at the pawn: it takes it whenever it is let go"),
        term("bishop pair", Post, 1 << 5, [24, 36], "bishops on both colors leave no square out"),
        term("rook on half-open file", Post, 1 << 6, [9, 4], "only enemy pawns on its file"),
        term("knight guarded by a pawn", Post, 1 << 7, [3, 2], "it cannot be chased away by a piece worth more"),
    ]
};

/// The words of the weight ROM: `FULL_WEIGHT[stage class][term]`, in centipawns.
pub static FULL_WEIGHT: [[i16; FULL_TERMS]; super::STAGES] = table!(
    [0; FULL_TERMS]; class < super::STAGES; table!(0; term < FULL_TERMS; full_weight(term, class))
);

/// The word of the weight ROM for a term and a stage class (0 to 7): between late and early,
/// rounded.
pub const fn full_weight(term: usize, class: usize) -> i16 {
    let Term { early, late, .. } = TABLE[term];
    let sevenths = early as i16 * class as i16 + late as i16 * (7 - class as i16);
    (sevenths + if sevenths < 0 { -3 } else { 3 }) / 7
}

/// A term's row in a form that constants can be made from.
pub const fn full_term(term: usize) -> Term {
    TABLE[term]
}

/// The term reported on `line` in `cycle`, if any.
pub const fn full_slot(line: usize, cycle: usize) -> Option<usize> {
    let mut term = 0;
    while term < FULL_TERMS {
        if TABLE[term].line as usize == line && TABLE[term].cycles >> cycle & 1 == 1 {
            return Some(term);
        }
        term += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_run_from_late_to_early() {
        for (index, term) in TERMS.iter().enumerate() {
            assert_eq!(FULL_WEIGHT[0][index], i16::from(term.late), "{}", term.name);
            assert_eq!(
                FULL_WEIGHT[7][index],
                i16::from(term.early),
                "{}",
                term.name
            );
            let words = FULL_WEIGHT.map(|words| words[index]);
            assert!(
                words.is_sorted() || words.is_sorted_by(|a, b| a >= b),
                "{}",
                term.name
            );
        }
    }

    #[test]
    fn no_two_terms_share_a_line_in_one_cycle() {
        let slots: u32 = TERMS.iter().map(|term| term.cycles.count_ones()).sum();
        let all = (0..LINES).flat_map(|line| (0..CYCLES).map(move |cycle| (line, cycle)));
        assert_eq!(
            all.filter(|&(line, cycle)| full_slot(line, cycle).is_some())
                .count(),
            slots as usize
        );
    }

    #[test]
    fn every_term_is_reported_in_one_four_or_eight_cycles() {
        assert!(
            TERMS
                .iter()
                .all(|term| [1, 4, 8].contains(&term.cycles.count_ones()))
        );
    }
}
