//! The search of the tuning games: alpha-beta over lazy and full value, with weights set at run time.

use machine::evaluator::{full::full_terms, lazy::LazyRegisters};
use roms::full::{FULL_MARGIN, FULL_TERMS, TERMS};
use shakmaty::{Chess, Color, Move, Position, Role};

use super::from_white;

/// Index of the first of the corrections to the lazy evaluator's knight, bishop, rook and queen.
pub(super) const MATERIAL: usize = 2 * FULL_TERMS;
/// The weights that are fitted: of each term early and late, then the corrections.
pub(super) type Weights = [f64; MATERIAL + 4];

/// The weights as they stand in the table.
pub(super) fn table() -> Weights {
    let weight = |at: usize| if at.is_multiple_of(2) { TERMS[at / 2].early } else { TERMS[at / 2].late };
    std::array::from_fn(|at| if at < MATERIAL { f64::from(weight(at)) } else { 0.0 })
}

/// Features of a position, White's less Black's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    lazy: i16,
    pub(super) class: u8,
    pub(super) full: [i8; FULL_TERMS],
    pub(super) material: [i8; 4],
}

impl Features {
    pub(super) fn of(position: &Chess) -> Features {
        let mut lazy = LazyRegisters::default();
        let mut piece = [0u64; 4];
        let mut material = [0; 4];
        for (square, stands) in position.board().iter() {
            let black = stands.color == Color::Black;
            let code = stands.role as u8 | if black { roms::BLACK } else { 0 };
            lazy.write(square.into(), roms::EMPTY, code);
            for (bit, plane) in piece.iter_mut().enumerate() {
                *plane |= u64::from(code >> bit & 1) << u32::from(square);
            }
            if (2..=5).contains(&(stands.role as u8)) {
                material[stands.role as usize - 2] += if black { -1 } else { 1 };
            }
        }
        let class = roms::STAGE_CLASS[usize::from(lazy.stage & 127)];
        let full = full_terms(piece, class).map(|term| (term.count[0] - term.count[1]) as i8);
        Features { lazy: lazy.value(), class, full, material }
    }

    /// The full value before it is clamped, from White's side.
    pub(super) fn full_part(&self, weights: &[f64]) -> f64 {
        let early = f64::from(self.class) / 7.0;
        let of_term =
            |(count, pair): (&i8, &[f64])| f64::from(*count) * (pair[0] * early + pair[1] * (1.0 - early));
        self.full.iter().zip(weights.chunks(2)).map(of_term).sum()
    }

    /// Lazy value and material, from White's side.
    pub(super) fn rest(&self, weights: &[f64]) -> f64 {
        let counts = self.material.iter().zip(&weights[MATERIAL..]);
        f64::from(self.lazy) + counts.map(|(count, weight)| f64::from(*count) * weight).sum::<f64>()
    }
}

const MATE: i32 = 30_000;

/// A searcher to a fixed depth, captures searched out after it.
pub(super) struct Search<'w> {
    pub(super) weights: &'w Weights,
}

impl Search<'_> {
    /// The best move and its value for the side to move. The position must have a legal move.
    pub(super) fn best(&self, position: &Chess, depth: u8) -> (Move, i32) {
        let mut best = None;
        let mut alpha = -MATE;
        for m in ordered(position.legal_moves().into_iter().collect()) {
            let value = -self.visit(&after(position, m), depth - 1, -MATE, -alpha, 1);
            if best.is_none() || value > alpha {
                (best, alpha) = (Some(m), value);
            }
        }
        (best.expect("a legal move"), alpha)
    }

    fn visit(&self, position: &Chess, depth: u8, mut alpha: i32, beta: i32, ply: i32) -> i32 {
        if depth == 0 && !position.is_check() || ply > 20 {
            return self.quiet(position, alpha, beta);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.is_check() { ply - MATE } else { 0 };
        }
        // Getting out of check is not a ply.
        let next = if position.is_check() { depth } else { depth - 1 };
        for m in ordered(moves.into_iter().collect()) {
            alpha = alpha.max(-self.visit(&after(position, m), next, -beta, -alpha, ply + 1));
            if alpha >= beta {
                return beta;
            }
        }
        alpha
    }

    /// The value with all captures and promotions searched out.
    pub(super) fn quiet(&self, position: &Chess, mut alpha: i32, beta: i32) -> i32 {
        alpha = alpha.max(self.standing(position));
        if alpha >= beta {
            return beta;
        }
        let mut moves = position.legal_moves();
        moves.retain(|m| m.is_capture() || m.promotion() == Some(Role::Queen));
        for m in ordered(moves.into_iter().collect()) {
            alpha = alpha.max(-self.quiet(&after(position, m), -beta, -alpha));
            if alpha >= beta {
                return beta;
            }
        }
        alpha
    }

    /// The value without any move, for the side to move.
    pub(super) fn standing(&self, position: &Chess) -> i32 {
        let features = Features::of(position);
        let margin = f64::from(FULL_MARGIN);
        let full = features.full_part(self.weights).clamp(-margin, margin);
        from_white(position, (features.rest(self.weights) + full) as i32)
    }
}

/// The most valuable victim first, by the least valuable piece.
fn ordered(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|m| (m.capture().map_or(0, |role| -(role as i32)), m.role() as i32));
    moves
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}
