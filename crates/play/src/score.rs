//! Scores, as numbers and as text.

use std::fmt;

use shakmaty::Color;

/// Score from the point of view of the side to move at the root.
///
/// ```
/// use play::Score;
/// use shakmaty::Color;
///
/// let mated_in_two = Score::Mate(-2);
/// assert_eq!(mated_in_two.centipawns(1000), -1000);
/// assert_eq!(format!("{:+}", Score::Centipawns(25).for_white(Color::White)), "+0.25");
/// assert_eq!(mated_in_two.for_white(Color::Black).to_string(), "#2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Centipawns(i32),
    /// Mate in N moves (not plies): positive if the side to move mates, negative if it is mated,
    /// zero if it is mated already.
    Mate(i32),
}

impl Score {
    /// The score as one number: centipawns from `-mate` to `mate`, which every mate is worth.
    pub fn centipawns(self, mate: i32) -> i32 {
        match self {
            Score::Centipawns(value) => value.clamp(-mate, mate),
            Score::Mate(moves) if moves > 0 => mate,
            Score::Mate(_) => -mate,
        }
    }

    /// The score as one number of which the shorter mate is the better one: a mate in N moves is
    /// worth `mate - N`.
    pub fn centipawns_by_distance(self, mate: i32) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => mate - moves,
            Score::Mate(moves) => -mate - moves,
        }
    }

    /// The score from White's side, if it is now from that of `turn`.
    #[must_use]
    pub fn for_white(self, turn: Color) -> Score {
        let sign = turn.fold_wb(1, -1);
        match self {
            Score::Centipawns(value) => Score::Centipawns(sign * value),
            Score::Mate(moves) => Score::Mate(sign * moves),
        }
    }

    /// The score of a move as that of the position after it, from the other side: the mate in two
    /// moves was a mated in one.
    #[must_use]
    pub fn after_move(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(-value),
            Score::Mate(moves) if moves > 0 => Score::Mate(1 - moves),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }

    /// The score of a move, from that of the position after it: mated in one move there is a mate
    /// in two here.
    #[must_use]
    pub fn before_move(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(-value),
            Score::Mate(moves) if moves > 0 => Score::Mate(-moves),
            Score::Mate(moves) => Score::Mate(1 - moves),
        }
    }
}

/// Pawns with two decimals, `1.50` and `-0.25`, or moves to mate, `#3` and `#-2`. With the flag `+`
/// a positive number of pawns has its sign: `+1.50`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centipawns(value) => {
                let pawns = f64::from(value) / 100.0;
                if f.sign_plus() {
                    f.pad(&format!("{pawns:+.2}"))
                } else {
                    f.pad(&format!("{pawns:.2}"))
                }
            }
            Score::Mate(moves) => f.pad(&format!("#{moves}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_as_number_is_bounded_by_the_mate() {
        let scores = [
            Score::Centipawns(-31),
            Score::Centipawns(4321),
            Score::Mate(3),
            Score::Mate(0),
            Score::Mate(-2),
        ];
        assert_eq!(
            scores.map(|score| score.centipawns(1000)),
            [-31, 1000, 1000, -1000, -1000]
        );
        assert_eq!(
            scores.map(|score| score.centipawns_by_distance(30_000)),
            [-31, 4321, 29_997, -30_000, -29_998]
        );
    }

    #[test]
    fn score_as_text_shows_pawns_or_moves_to_mate() {
        assert_eq!(Score::Centipawns(-5).to_string(), "-0.05");
        assert_eq!(format!("{:>7}", Score::Centipawns(150)), "   1.50");
        assert_eq!(format!("{:>+7}", Score::Centipawns(150)), "  +1.50");
        assert_eq!(format!("{:+}", Score::Mate(3)), "#3");
        assert_eq!(Score::Mate(3).for_white(Color::Black).to_string(), "#-3");
    }

    #[test]
    fn score_after_move_counts_the_mate_from_the_other_side() {
        let after = |score: Score| score.after_move();
        assert_eq!(after(Score::Centipawns(30)), Score::Centipawns(-30));
        assert_eq!(after(Score::Mate(1)), Score::Mate(0));
        assert_eq!(after(Score::Mate(3)), Score::Mate(-2));
        assert_eq!(after(Score::Mate(-2)), Score::Mate(2));
        assert_eq!(after(Score::Mate(0)), Score::Mate(0));
        for score in [
            Score::Centipawns(7),
            Score::Mate(1),
            Score::Mate(3),
            Score::Mate(-2),
        ] {
            assert_eq!(score.after_move().before_move(), score);
        }
    }
}
