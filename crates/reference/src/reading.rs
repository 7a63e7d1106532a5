//! Other readings of what this project decided about values, so that experiments can tell which
//! results rest on it.

use roms::{Kind, MATERIAL};

use super::full::{full_counts, weighed_without_limit};
use super::{LazyTerms, Position};

/// How positions are valued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// As the machine does.
    #[default]
    AsBuilt,
    /// Knights and bishops are worth as much as in the program of Seventh Edition Unix (F110).
    EqualMinorPieces,
    /// The full value goes as far as its terms go. The lazy value cuts at the same distance as
    /// before, so that it is wrong at times.
    FullValueWithoutLimit,
}

/// What the program of Seventh Edition Unix gives a knight and a bishop, in centipawns.
const MINOR_PIECE: i16 = 300;

impl Reading {
    /// The lazy value from the mover's side.
    pub(super) fn lazy_value(self, position: &Position) -> i16 {
        let value = position.lazy_value();
        if self == Reading::EqualMinorPieces {
            value + position.for_mover(equalized(position))
        } else {
            value
        }
    }

    /// The full value from the mover's side.
    pub(super) fn full_value(self, position: &Position) -> i16 {
        if self == Reading::FullValueWithoutLimit {
            let class = LazyTerms::of(position).class;
            let white = weighed_without_limit(&full_counts(&position.board), class);
            // The pieces of a game weigh a few thousand centipawns at most.
            position.for_mover(white as i16)
        } else {
            position.full_value()
        }
    }
}

/// What equal minor pieces add to the material, from White's side.
fn equalized(position: &Position) -> i16 {
    let mut sum = 0;
    for &piece in &position.board {
        if matches!(Kind::of(piece), Some(Kind::Knight | Kind::Bishop)) {
            let material = MATERIAL[usize::from(piece)];
            sum += MINOR_PIECE * material.signum() - material;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use roms::full::FULL_MARGIN;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    fn position(fen: &str) -> Position {
        let chess: Chess = fen
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        Position::from(&chess)
    }

    #[test]
    fn equal_minor_pieces_change_the_lazy_value_alone() {
        // White has a knight, Black two bishops and is to move.
        let position = position("2b1kb2/8/8/8/8/8/8/4KN2 b - - 0 1");
        let [built, equal] = [Reading::AsBuilt, Reading::EqualMinorPieces];
        assert_eq!(built.lazy_value(&position), position.lazy_value());
        assert_eq!(
            equal.lazy_value(&position),
            position.lazy_value() - 2 * 30 + 20
        );
        assert_eq!(equal.full_value(&position), built.full_value(&position));
    }

    #[test]
    fn full_value_without_limit_goes_beyond_it() {
        // Three pawns on the seventh rank.
        let position = position("7k/PPP5/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(Reading::AsBuilt.full_value(&position), FULL_MARGIN);
        assert!(Reading::FullValueWithoutLimit.full_value(&position) > FULL_MARGIN);
    }
}
