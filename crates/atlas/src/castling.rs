//! Heading for castling.
//!
//! Documented: "if there are no captures it prepares to castle". Decided (docs/decisions/atlas-castling.md): how far a side
//! is from castling is counted in obstacles. A man between king and rook is one obstacle if he can move and two if
//! he cannot; the nearer side counts. A move that lowers the count prepares castling, one that raises it or gives
//! the right away leads off.

use crate::listing::{Count, Kind, Move, Scope, list_man};
use crate::make::{make, unmake};
use crate::men::Men;
use crate::square::Square;
use crate::tables::Tables;

/// What a move does for castling, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Step {
    /// Leads away from it, or gives the right away.
    Away,
    /// Neither.
    Same,
    /// Clears the way.
    Nearer,
    /// Castles.
    Castles,
}

/// Obstacles left before castling, or nothing if both rights are lost.
pub fn obstacles(tables: &Tables, mine: &Men, theirs: &Men) -> Option<u32> {
    let sides = [(mine.rights.king_side, &[6, 7][..]), (mine.rights.queen_side, &[2, 3, 4][..])];
    let open = sides.into_iter().filter(|(right, _)| *right);
    open.map(|(_, between)| {
        between.iter().map(|&file| obstacle(tables, Square(mine.home() + file), mine, theirs)).sum()
    })
    .min()
}

fn obstacle(tables: &Tables, square: Square, mine: &Men, theirs: &Men) -> u32 {
    if theirs.man_on(square).stands() {
        return 2;
    }
    if !mine.man_on(square).stands() {
        return 0;
    }
    let mut count = Count::default();
    let _ = list_man(tables, Scope::Published, square, mine, theirs, &mut count);
    if count.c > 0 { 1 } else { 2 }
}

/// What a move does for castling.
pub fn step(tables: &Tables, one: Move, mine: &mut Men, theirs: &mut Men) -> Step {
    if one.kind == Kind::Castling {
        return Step::Castles;
    }
    let Some(before) = obstacles(tables, mine, theirs) else { return Step::Same };
    let undo = make(mine, theirs, one);
    let after = obstacles(tables, mine, theirs);
    unmake(mine, theirs, one, undo);
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
    use crate::mate::position;

    fn nearer(fen: &str) -> Vec<String> {
        let tables = Tables::new();
        let position = position(fen).unwrap();
        let (mut mine, mut theirs) = Men::both(&position).unwrap();
        let mut found: Vec<String> = legal_moves(&tables, Scope::Full, &mut mine, &mut theirs)
            .into_iter()
            .filter(|&one| step(&tables, one, &mut mine, &mut theirs) > Step::Same)
            .map(|one| format!("{}{}", one.from.named().unwrap(), one.to.named().unwrap()))
            .collect();
        found.sort();
        found
    }

    #[test]
    fn knights_go_out_and_pawns_open_the_bishops_way() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(nearer(start), ["e2e3", "e2e4", "g1f3", "g1h3", "g2g3", "g2g4"]);
        assert_eq!(nearer("4k3/8/8/8/8/8/4P3/4K2R w K -"), ["e1g1"]);
        assert!(nearer("4k3/8/8/8/8/8/4P3/4K2R w - -").is_empty());
    }

    #[test]
    fn black_prepares_like_white() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -";
        assert_eq!(nearer(start), ["e7e5", "e7e6", "g7g5", "g7g6", "g8f6", "g8h6"]);
    }
}
