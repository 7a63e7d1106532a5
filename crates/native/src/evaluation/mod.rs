//! Static evaluation: tapered, linear in its weights, and lazy.
//!
//! - [`Position`]: a [`board::Board`] that keeps the piece-square sum of [`Weights`].
//! - [`evaluate`]: the value in centipawns from the mover's side, below [`LIMIT`]; not for
//!   positions in check.
//! - [`evaluate_lazily`]: the value, or a bound where it is clearly outside a window.
//! - [`Cache`]: a thread's cache of pawn structures and values; it never changes an exact value.
//!
//! Features are counted, and each count goes to a sink with the index of its pair of [`WEIGHTS`].
//! One sink sums, one lists the terms ([`terms`]), one keeps the counts for fitting ([`counts`]).
//! All terms and weights are decided (docs/decisions/native.md).

mod cache;
mod counts;
mod king;
mod numbers;
mod passed;
mod pawns;
mod pieces;
mod rows;
mod shelter;
mod sink;
#[cfg(test)]
mod tests;
mod threats;
mod view;
mod weights;

use board::{Bitboard, Color, Cpu, Kernel, Kind, Square, TaperedScore};

pub use cache::Cache;
pub use counts::{Counts, counts, terms};
pub use numbers::{ROWS, WEIGHTS};
pub use rows::Row;
pub use sink::Position;
pub use weights::Weights;

use numbers::MATERIAL;
use pawns::Structure;
use sink::{Sink, Sum};
use view::{Attacks, View};
use weights::square_weight;

/// Strict bound of the magnitude of [`evaluate`].
pub const LIMIT: i32 = 20_000;
/// Value of a known draw, and of nothing else.
pub const DRAW: i32 = 0;
/// Value of the right to move.
const TEMPO: i32 = 12;
/// Phase of the full board: 1 for each minor piece, 2 for a rook, 4 for a queen.
const FULL_PHASE: i32 = 24;
/// Scale of an endgame advantage that counts in full.
const FULL_SCALE: i32 = 64;

/// Scale of a known draw.
const DRAWN: i32 = 0;

/// Lazy margin: in 96.5 % of positions the terms beyond material, squares and pawns change by less.
const LAZY_MARGIN: i32 = 100;

/// Result of [`evaluate_lazily`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Above the window: most likely at least this.
    Above(i32),
    /// The exact value of [`evaluate`].
    Exact(i32),
    /// Below the window: most likely at most this.
    Below(i32),
}

impl Value {
    #[inline(always)]
    pub(crate) fn amount(self) -> i32 {
        match self {
            Value::Above(value) | Value::Exact(value) | Value::Below(value) => value,
        }
    }
}

/// Value of a position from the mover's side, in centipawns.
#[inline(always)]
pub fn evaluate<C: Cpu>(board: &Position<C>, cache: &mut Cache) -> i32 {
    evaluate_lazily(board, cache, (-LIMIT, LIMIT), &mut 0).amount()
}

/// The value, or a bound if it is clearly outside the window (alpha, beta).
///
/// Lazy evaluation: material, squares and pawns come first; the other terms are skipped if, with
/// their last known sum `delta` (from White's side), they could hardly bring the value back into
/// the window. Otherwise `delta` is updated.
#[inline(always)]
pub fn evaluate_lazily<C: Cpu>(
    board: &Position<C>,
    cache: &mut Cache,
    window: (i32, i32),
    delta: &mut i32,
) -> Value {
    board.cpu().vectorize(Evaluation {
        board,
        cache,
        window,
        delta,
    })
}

struct Evaluation<'a, C: Cpu> {
    board: &'a Position<C>,
    cache: &'a mut Cache,
    window: (i32, i32),
    delta: &'a mut i32,
}

impl<C: Cpu> Kernel for Evaluation<'_, C> {
    type Output = Value;

    #[inline(always)]
    fn run(self) -> Value {
        let (board, (alpha, beta)) = (self.board, self.window);
        let key = board.key();
        if let Some((value, delta)) = self.cache.value(key) {
            *self.delta = delta;
            return Value::Exact(value);
        }
        let structure = self.cache.structure(board);
        let mut sum =
            Sum(board.score() + structure.score + structure.shelter[0] + structure.shelter[1]);
        let phase = phase(board);
        let (end, scaled) = (sum.0.end(), scale(board, sum.0.end()));
        let lazy = from_mover(board, sum.0, phase, scaled);
        let likely = (lazy + from_white(board, *self.delta)).clamp(1 - LIMIT, LIMIT - 1);
        if scaled != DRAWN && likely - LAZY_MARGIN >= beta {
            return Value::Above(likely - LAZY_MARGIN);
        }
        if scaled != DRAWN && likely + LAZY_MARGIN <= alpha {
            return Value::Below(likely + LAZY_MARGIN);
        }
        add_terms(board, structure, &mut sum);
        // The scale depends only on the better side.
        let scaled = if (sum.0.end() > 0) == (end > 0) {
            scaled
        } else {
            scale(board, sum.0.end())
        };
        let value = from_mover(board, sum.0, phase, scaled);
        *self.delta = from_white(board, value - lazy);
        self.cache.store(key, value, *self.delta);
        Value::Exact(value)
    }
}

/// Converts a value between White's and the mover's side.
#[inline(always)]
fn from_white<C: Cpu>(board: &Position<C>, value: i32) -> i32 {
    if board.turn() == Color::White {
        value
    } else {
        -value
    }
}

/// Final value of a sum, from the mover's side.
#[inline(always)]
fn from_mover<C: Cpu>(board: &Position<C>, sum: TaperedScore, phase: i32, scale: i32) -> i32 {
    if scale == DRAWN {
        return DRAW;
    }
    let white = taper(sum, phase, scale);
    let value = (from_white(board, white) + TEMPO).clamp(1 - LIMIT, LIMIT - 1);
    value + i32::from(value == DRAW)
}

/// Counts all features, for sinks other than the sum.
fn count_all<C: Cpu>(board: &Position<C>, sink: &mut impl Sink) {
    let structure = Structure::of(board);
    for color in Color::ALL {
        add_material(board, color, sink);
        shelter::add_shelter(board, &structure.open, color, sink);
    }
    pawns::add(board, sink);
    add_terms(board, &structure, sink);
}

/// Counts a side's material and squares.
fn add_material<C: Cpu>(board: &Position<C>, color: Color, sink: &mut impl Sink) {
    for kind in Kind::ALL {
        for square in board.pieces(color, kind) {
            if kind != Kind::King {
                sink.add(MATERIAL + kind as usize, color, 1);
            }
            sink.add(
                square_weight(kind as usize, square.relative(color).index()),
                color,
                1,
            );
        }
    }
}

/// Terms that change with every move. Written out for each side, so that each compiles to code of
/// its own.
#[inline(always)]
fn add_terms<C: Cpu>(board: &Position<C>, structure: &Structure, sink: &mut impl Sink) {
    let view = |color| View {
        board,
        structure,
        color,
    };
    let white = pieces::add(view(Color::White), sink);
    let black = pieces::add(view(Color::Black), sink);
    add_terms_of_both(view(Color::White), &white, &black, sink);
    add_terms_of_both(view(Color::Black), &black, &white, sink);
}

#[inline(always)]
fn add_terms_of_both<C: Cpu>(
    view: View<'_, C>,
    own: &Attacks,
    theirs: &Attacks,
    sink: &mut impl Sink,
) {
    threats::add(view, own, theirs, sink);
    king::add(view, own, theirs, sink);
    passed::add(view, theirs, sink);
}

/// Game phase: 0 with kings and pawns only, to 24.
#[inline(always)]
fn phase<C: Cpu>(board: &Position<C>) -> i32 {
    let count = |kind| board.cpu().count(board.kind(kind)) as i32;
    let phase =
        count(Kind::Knight) + count(Kind::Bishop) + 2 * count(Kind::Rook) + 4 * count(Kind::Queen);
    phase.min(FULL_PHASE)
}

#[inline(always)]
fn taper(score: TaperedScore, phase: i32, scale: i32) -> i32 {
    (score.middle() * phase + score.end() * (FULL_PHASE - phase) * scale / FULL_SCALE) / FULL_PHASE
}

/// Scale of an endgame advantage, in 64ths. Little or nothing without winning material, or with a
/// wrong rook pawn; reduced with opposite-colored bishops and with few pawns. The sign of `end`
/// gives the better side.
#[inline(always)]
fn scale<C: Cpu>(board: &Position<C>, end: i32) -> i32 {
    let strong = if end > 0 { Color::White } else { Color::Black };
    let cpu = board.cpu();
    let set = board.pieces(strong, Kind::Pawn);
    let pawns = cpu.count(set) as i32;
    if pawns == 0 {
        let (own, others) = (
            piece_material(board, strong),
            piece_material(board, !strong),
        );
        if own - others <= 3 {
            return if own < 5 { DRAWN } else { 8 };
        }
        if own == 6 && board.pieces(strong, Kind::Bishop).is_empty() {
            return if board.pieces(!strong, Kind::Pawn).is_empty() {
                DRAWN
            } else {
                8
            };
        }
    } else if ((set & !Bitboard::file(0)).is_empty() || (set & !Bitboard::file(7)).is_empty())
        && is_wrong_rook_pawn(board, strong, set)
    {
        return DRAWN;
    }
    let bishops = board.kind(Kind::Bishop);
    let opposite = cpu.count(bishops) == 2
        && cpu.count(bishops & board.color(strong)) == 1
        && cpu.count(bishops & Bitboard::DARK) == 1;
    if opposite {
        let alone = piece_material(board, strong) + piece_material(board, !strong) == 6;
        return if alone {
            24 + 4 * pawns.min(4)
        } else {
            44 + 2 * pawns
        };
    }
    FULL_SCALE.min(40 + 5 * pawns)
}

/// Whether the pawns of `strong`, all on one rook file, are stopped by the king in the corner
/// (wrong rook pawn).
#[cold]
fn is_wrong_rook_pawn<C: Cpu>(board: &Position<C>, strong: Color, pawns: Bitboard) -> bool {
    let corner = pawns
        .first()
        .map(|pawn| Square::at(pawn.file(), 7).relative(strong));
    let king = board.king(!strong);
    corner.is_some_and(|corner| {
        let alike = if Bitboard::DARK.has(corner) {
            Bitboard::DARK
        } else {
            !Bitboard::DARK
        };
        let useful =
            board.kind(Kind::Knight) | board.rooks_and_queens() | board.kind(Kind::Bishop) & alike;
        (useful & board.color(strong)).is_empty()
            && king.file().abs_diff(corner.file()) <= 1
            && king.rank().abs_diff(corner.rank()) <= 1
    })
}

/// Value of a side's pieces other than pawns, in pawns.
fn piece_material<C: Cpu>(board: &Position<C>, color: Color) -> i32 {
    let count = |kind| board.cpu().count(board.pieces(color, kind)) as i32;
    3 * (count(Kind::Knight) + count(Kind::Bishop)) + 5 * count(Kind::Rook) + 9 * count(Kind::Queen)
}
