//! Brute force: the tree of `docs/search.md` without memory, windows or order of moves.
//!
//! Its moves are shakmaty's, so it also judges the reference's own moves. Only the values are the
//! reference's.

use roms::value::MATE;
use shakmaty::{Chess, Position as _, Role, Square};

use crate::{DEEP, LATE, Position};

/// A brute-force searcher, for small depths and few pieces.
#[derive(Clone, Debug)]
pub struct Minimax {
    /// Value of a draw, from White's side.
    pub draw_value: i16,
    /// Whether a position with depth left that already stands on the path is a draw.
    pub repetition: bool,
    /// Most positions a search may visit.
    pub budget: u64,
}

impl Minimax {
    /// The value of a position searched to `depth`, from the mover's side, or `None` if it takes
    /// more positions than the budget allows.
    pub fn value(&self, chess: &Chess, depth: u8) -> Option<i16> {
        let mut walk = Walk {
            rules: self,
            path: Vec::new(),
            left: self.budget,
        };
        walk.value(chess, i16::from(depth), 0, None)
    }
}

struct Walk<'a> {
    rules: &'a Minimax,
    path: Vec<Position>,
    /// Positions that it may still visit.
    left: u64,
}

impl Walk<'_> {
    /// The value of a position that a move to the square `last` has led to.
    fn value(&mut self, chess: &Chess, depth: i16, ply: i16, last: Option<Square>) -> Option<i16> {
        self.left = self.left.checked_sub(1)?;
        let here = Position::from(chess);
        if ply == DEEP {
            return Some(here.lazy_value());
        }
        let draw = self.rules.draw_value;
        let draw = if chess.turn().is_white() { draw } else { -draw };
        if self.rules.repetition && depth > 0 && self.path.contains(&here) {
            return Some(draw);
        }
        let late = depth <= LATE;
        let quiet = late || (depth <= 0 && !chess.is_check());
        let child_depth = if chess.is_check() && depth > 0 {
            depth
        } else {
            depth - 1
        };
        let mut moves = chess.legal_moves();
        let mut best = None;
        if quiet {
            match last {
                Some(target) if late => {
                    moves.retain(|m| m.to() == target && m.from() == first_aggressor(chess, target))
                }
                _ => moves.retain(|m| m.is_capture() || m.is_promotion()),
            }
            best = Some(here.lazy_value() + here.full_value());
        } else if moves.is_empty() {
            return Some(if chess.is_check() { -MATE + ply } else { draw });
        }
        self.path.push(here);
        for m in moves {
            let mut child = chess.clone();
            child.play_unchecked(m);
            best = best.max(Some(-self.value(
                &child,
                child_depth,
                ply + 1,
                Some(m.to()),
            )?));
        }
        self.path.pop();
        best
    }
}

/// The piece that would take on `target` first, legally or not: the least kind, on the lowest
/// square.
fn first_aggressor(chess: &Chess, target: Square) -> Option<Square> {
    let board = chess.board();
    let aggressors = board.attacks_to(target, chess.turn(), board.occupied());
    Role::ALL
        .into_iter()
        .find_map(|role| (aggressors & board.by_role(role)).first())
}
