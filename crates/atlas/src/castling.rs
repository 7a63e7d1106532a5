//! Preparation of castling.
//!
//! Documented (F123): without captures the program prepares to castle. Decided (docs/atlas.md): the
//! distance from castling is counted in obstacles. An own piece between king and rook is one
//! obstacle if it can move and two if not; an enemy piece is two. The nearer side counts. A move
//! that lowers the count prepares castling.

use crate::make::{make, unmake};
use crate::movegen::{Move, MoveCount, MoveKind, generate_piece_moves};
use crate::settings::Rules;
use crate::side::{Side, Square};

/// Effect of a move on castling, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Step {
    /// Adds obstacles, or loses the last right.
    Away,
    /// No effect.
    Same,
    /// Removes obstacles.
    Nearer,
    /// Castles.
    Castles,
}

/// Obstacles to castling on the nearer side; `None` if both rights are lost.
pub(crate) fn obstacles(mine: &Side, theirs: &Side) -> Option<u32> {
    // The files between king and rook, counted from 1: f and g, or b to d.
    let sides = [
        (mine.rights.king_side, &[6, 7][..]),
        (mine.rights.queen_side, &[2, 3, 4][..]),
    ];
    let mut fewest: Option<u32> = None;
    for (has_right, between) in sides {
        if !has_right {
            continue;
        }
        let mut count = 0;
        for &file in between {
            count += obstacles_on(Square(mine.home_offset() + file), mine, theirs);
        }
        fewest = Some(fewest.map_or(count, |fewest| fewest.min(count)));
    }
    fewest
}

fn obstacles_on(square: Square, mine: &Side, theirs: &Side) -> u32 {
    if theirs.piece_on(square).is_some() {
        return 2;
    }
    if !mine.piece_on(square).is_some() {
        return 0;
    }
    // A sink that only counts never breaks off.
    let mut count = MoveCount::default();
    let _ = generate_piece_moves(Rules::Published, square, mine, theirs, &mut count);
    if count.moves > 0 { 1 } else { 2 }
}

/// The effect of a move of `mine`.
pub(crate) fn step(mv: Move, mine: &mut Side, theirs: &mut Side) -> Step {
    if mv.kind == MoveKind::Castling {
        return Step::Castles;
    }
    let Some(before) = obstacles(mine, theirs) else {
        return Step::Same;
    };
    let undo = make(mine, theirs, mv);
    let after = obstacles(mine, theirs);
    unmake(mine, theirs, mv, undo);
    match after {
        None => Step::Away,
        Some(after) => match after.cmp(&before) {
            std::cmp::Ordering::Less => Step::Nearer,
            std::cmp::Ordering::Equal => Step::Same,
            std::cmp::Ordering::Greater => Step::Away,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legal::legal_moves;
    use play::problem_from_fen;

    fn nearer(fen: &str) -> Vec<String> {
        let position = problem_from_fen(fen).unwrap();
        let (mut mine, mut theirs) = Side::both(&position).unwrap();
        let mut found: Vec<String> = legal_moves(Rules::Full, &mut mine, &mut theirs)
            .into_iter()
            .filter(|&mv| step(mv, &mut mine, &mut theirs) > Step::Same)
            .map(|mv| {
                format!(
                    "{}{}",
                    mv.from.chess_square().unwrap(),
                    mv.to.chess_square().unwrap()
                )
            })
            .collect();
        found.sort();
        found
    }

    #[test]
    fn step_knight_and_pawn_moves_are_nearer() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(
            nearer(start),
            ["e2e3", "e2e4", "g1f3", "g1h3", "g2g3", "g2g4"]
        );
        assert_eq!(nearer("4k3/8/8/8/8/8/4P3/4K2R w K -"), ["e1g1"]);
        assert!(nearer("4k3/8/8/8/8/8/4P3/4K2R w - -").is_empty());
    }

    #[test]
    fn step_black_mirrors_white() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -";
        assert_eq!(
            nearer(start),
            ["e7e5", "e7e6", "g7g5", "g7g6", "g8f6", "g8h6"]
        );
    }
}
