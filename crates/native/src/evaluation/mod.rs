//! What a position is worth to the side that is to move: the fast player's static evaluation.
//!
//! Four names are what the search knows of it, and stay as they are whatever the evaluation becomes:
//!
//! - [`Position`]: a [`Board`] that keeps the sum of [`Weights`]' piece-square table up to date.
//! - [`Cache`]: what one thread remembers of pawn structures and positions; it never changes a value, but what is
//!   remembered is exact where [`evaluate_lazily`] would have said less.
//! - [`evaluate`]: the value, a pure function of the position, in hundredths of a pawn, from the mover's side, of less
//!   than [`LIMIT`] in amount. It is not asked when the mover is in check.
//! - [`evaluate_lazily`]: the same, or a bound of it where a window makes that enough.
//!
//! The evaluation counts things and weighs each with a pair of [`WEIGHTS`], for the middle game and for the endgame; the
//! men left say how much of each stage there is. What it counts goes into a sink: one adds up the value, one lists the
//! terms for people ([`terms`]), one keeps the counts themselves, so that the weights can be fitted to games
//! ([`counts`]). All terms and weights are decided (docs/decisions/native-evaluation.md).

mod cache;
mod counts;
mod king;
mod numbers;
mod passed;
mod pawns;
mod pieces;
mod show;
#[cfg(test)]
mod tests;
mod threats;
mod weights;

use board::{self, Bitboard, Board, Color, Cpu, Kernel, Kind, Square, TaperedScore};

pub use cache::Cache;
pub use counts::{Counts, counts};
pub use numbers::{ROWS, WEIGHTS};
pub use show::terms;
pub use weights::{Row, Weights};

use pawns::Structure;

/// A board that keeps the evaluation's piece-square sum.
pub type Position<C> = Board<C, Weights>;

/// No value of [`evaluate`] is as great as this.
pub const LIMIT: i32 = 20_000;

/// The value of a position that nobody can win, as far as is known, and of no other.
pub const DRAW: i32 = 0;

/// What the right to move is worth.
const TEMPO: i32 = 12;

/// The stage of a game with all its men: 1 for each minor piece, 2 for a rook, 4 for a queen.
const FULL_STAGE: i32 = 24;

/// An advantage in the endgame counts in full.
const FULL_SCALE: i32 = 64;

/// Nothing counts: the better side has nothing to win with.
const DRAWN: i32 = 0;

/// By how much the terms beyond men, squares and pawns hardly ever differ from what they came to before (of
/// 3.7 million positions of five searches, in 3.5 of 100; from nothing, in 10.6).
const LAZY: i32 = 100;

/// Takes what the evaluation counts.
trait Sink {
    /// `count` times the weight of index `weight`, for `color`.
    fn add(&mut self, weight: usize, color: Color, count: i32);

    /// For each row and each of its kinds of men, the number of them in a set times a weight.
    #[inline(always)]
    fn add_kinds<C: Cpu, const N: usize>(&mut self, board: &Position<C>, color: Color, rows: [Kinds; N]) {
        for Kinds { with, first, weight, len } in rows {
            for at in 0..len {
                let men = board.sets()[first as usize + at] & with;
                self.add(weight + at, color, board.cpu().count(men) as i32);
            }
        }
    }
}

/// Some of the kinds of men, counted together.
#[derive(Clone, Copy)]
struct Kinds {
    /// The squares where they count.
    with: Bitboard,
    /// The first of the kinds.
    first: Kind,
    /// The index of its weight.
    weight: usize,
    /// How many kinds.
    len: usize,
}

/// White's sum less Black's.
#[derive(Clone, Copy, Debug, Default)]
struct Sum(TaperedScore);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, weight: usize, color: Color, count: i32) {
        let signed = if color == Color::White { count } else { -count };
        self.0 += weights::weight(weight) * signed;
    }

    #[inline(always)]
    fn add_kinds<C: Cpu, const N: usize>(&mut self, board: &Position<C>, color: Color, rows: [Kinds; N]) {
        let rows = rows.map(|Kinds { with, first, weight, len }| board::Row {
            with,
            first: first as usize,
            weights: &WEIGHTS[weight..weight + len],
        });
        let sum = board.cpu().weigh(board.sets(), rows);
        if color == Color::White { self.0 += sum } else { self.0 -= sum }
    }
}

/// What [`evaluate_lazily`] says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Its value is above the window: most likely this or more.
    Above(i32),
    /// Its value, as [`evaluate`] has it.
    Exact(i32),
    /// Its value is below the window: most likely this or less.
    Below(i32),
}

impl Value {
    /// The value, or the bound of it.
    #[inline(always)]
    pub(crate) fn amount(self) -> i32 {
        match self {
            Value::Above(value) | Value::Exact(value) | Value::Below(value) => value,
        }
    }
}

/// The value of a position from the mover's side, in hundredths of a pawn.
#[inline(always)]
pub fn evaluate<C: Cpu>(board: &Position<C>, cache: &mut Cache) -> i32 {
    evaluate_lazily(board, cache, (-LIMIT, LIMIT), &mut 0).amount()
}

/// The same as far as a window (alpha, beta) makes it worth the time: where men, squares and pawns, with what the other
/// terms came to when they were last looked at, lie so far outside that these terms hardly ever bring the value back, they are not
/// looked at. `rest` is what they came to, in hundredths of a pawn from White's side; if they are looked at, it is brought
/// up to date.
#[inline(always)]
pub fn evaluate_lazily<C: Cpu>(
    board: &Position<C>,
    cache: &mut Cache,
    window: (i32, i32),
    rest: &mut i32,
) -> Value {
    board.cpu().vectorize(Evaluation { board, cache, window, rest })
}

/// One call of [`evaluate`] or [`evaluate_lazily`].
struct Evaluation<'a, C: Cpu> {
    board: &'a Position<C>,
    cache: &'a mut Cache,
    window: (i32, i32),
    rest: &'a mut i32,
}

impl<C: Cpu> Kernel for Evaluation<'_, C> {
    type Output = Value;

    #[inline(always)]
    fn run(self) -> Value {
        let (board, (alpha, beta)) = (self.board, self.window);
        let key = board.key();
        if let Some((value, rest)) = self.cache.value(key) {
            *self.rest = rest;
            return Value::Exact(value);
        }
        let structure = self.cache.structure(board);
        let mut sum = Sum(board.score() + structure.score + structure.shelter[0] + structure.shelter[1]);
        let stage = stage(board);
        let (end, scaled) = (sum.0.end(), scale(board, sum.0.end()));
        let lazy = from_mover(board, sum.0, stage, scaled);
        let likely = (lazy + from_white(board, *self.rest)).clamp(1 - LIMIT, LIMIT - 1);
        if scaled != DRAWN && likely - LAZY >= beta {
            return Value::Above(likely - LAZY);
        }
        if scaled != DRAWN && likely + LAZY <= alpha {
            return Value::Below(likely + LAZY);
        }
        add_terms(board, structure, &mut sum);
        // The scale asks only who is better.
        let scaled = if (sum.0.end() > 0) == (end > 0) { scaled } else { scale(board, sum.0.end()) };
        let value = from_mover(board, sum.0, stage, scaled);
        *self.rest = from_white(board, value - lazy);
        self.cache.keep(key, value, *self.rest);
        Value::Exact(value)
    }
}

/// A value from White's side as one from the mover's, or the reverse.
#[inline(always)]
fn from_white<C: Cpu>(board: &Position<C>, value: i32) -> i32 {
    if board.turn() == Color::White { value } else { -value }
}

/// One value of the two of a sum, from the mover's side.
#[inline(always)]
fn from_mover<C: Cpu>(board: &Position<C>, sum: TaperedScore, stage: i32, scale: i32) -> i32 {
    if scale == DRAWN {
        return DRAW;
    }
    let white = taper(sum, stage, scale);
    let value = (from_white(board, white) + TEMPO).clamp(1 - LIMIT, LIMIT - 1);
    value + i32::from(value == DRAW)
}

/// Counts everything, for a sink that looks at more than the sum.
fn count_all<C: Cpu>(board: &Position<C>, sink: &mut impl Sink) {
    let structure = Structure::of(board);
    for color in Color::ALL {
        weights::add_men(board, color, sink);
        king::add_shelter(board, &structure, color, sink);
    }
    pawns::add(board, sink);
    add_terms(board, &structure, sink);
}

/// What changes with every move. Written out for each side, so that each has its own code, without a choice in it.
#[inline(always)]
fn add_terms<C: Cpu>(board: &Position<C>, structure: &Structure, sink: &mut impl Sink) {
    let white = pieces::add(board, structure, Color::White, sink);
    let black = pieces::add(board, structure, Color::Black, sink);
    add_terms_of_both(board, structure, Color::White, &white, &black, sink);
    add_terms_of_both(board, structure, Color::Black, &black, &white, sink);
}

/// What is counted for `color` when it is known what each side's men attack.
#[inline(always)]
fn add_terms_of_both<C: Cpu>(
    board: &Position<C>,
    structure: &Structure,
    color: Color,
    own: &Attacks,
    theirs: &Attacks,
    sink: &mut impl Sink,
) {
    threats::add(board, structure, color, own, theirs, sink);
    king::add(board, color, own, theirs, sink);
    passed::add(board, structure, color, theirs, sink);
}

/// What a side's men attack.
#[derive(Clone, Copy, Default)]
struct Attacks {
    all: Bitboard,
    twice: Bitboard,
    /// Of knights, bishops, rooks, queens.
    by_kind: [Bitboard; 4],
    /// What bears on the enemy's king (king.rs), and from how many men.
    pressure: i32,
    attackers: i32,
}

/// From 0, with kings and pawns only, to 24.
#[inline(always)]
fn stage<C: Cpu>(board: &Position<C>) -> i32 {
    let count = |kind| board.cpu().count(board.kind(kind)) as i32;
    let stage = count(Kind::Knight) + count(Kind::Bishop) + 2 * count(Kind::Rook) + 4 * count(Kind::Queen);
    stage.min(FULL_STAGE)
}

#[inline(always)]
fn taper(score: TaperedScore, stage: i32, scale: i32) -> i32 {
    (score.middle() * stage + score.end() * (FULL_STAGE - stage) * scale / FULL_SCALE) / FULL_STAGE
}

/// How much of an advantage in the endgame counts, in 64ths: little or nothing where the better side (by `end`) has no pawn
/// and too little else to win, or rook's pawns that a king in the corner stops; some where only bishops of opposite colours
/// are left; less with few pawns to win with.
#[inline(always)]
fn scale<C: Cpu>(board: &Position<C>, end: i32) -> i32 {
    let strong = if end > 0 { Color::White } else { Color::Black };
    let cpu = board.cpu();
    let men = board.pieces(strong, Kind::Pawn);
    let pawns = cpu.count(men) as i32;
    if pawns == 0 {
        let (own, others) = (worth(board, strong), worth(board, !strong));
        if own - others <= 3 {
            return if own < 5 { DRAWN } else { 8 };
        }
        if own == 6 && board.pieces(strong, Kind::Bishop).is_empty() {
            return if board.pieces(!strong, Kind::Pawn).is_empty() { DRAWN } else { 8 };
        }
    } else if ((men & !Bitboard::file(0)).is_empty() || (men & !Bitboard::file(7)).is_empty())
        && holds_corner(board, strong, men)
    {
        return DRAWN;
    }
    let bishops = board.kind(Kind::Bishop);
    let opposite = cpu.count(bishops) == 2
        && cpu.count(bishops & board.color(strong)) == 1
        && cpu.count(bishops & Bitboard::DARK) == 1;
    if opposite {
        let alone = worth(board, strong) + worth(board, !strong) == 6;
        return if alone { 24 + 4 * pawns.min(4) } else { 44 + 2 * pawns };
    }
    FULL_SCALE.min(40 + 5 * pawns)
}

/// Whether `strong` has, beside pawns all on one of the outer files, nothing but bishops that do not reach the square where
/// they would promote, and the other king stands there or next to it: nobody drives him away (in any handbook of endings).
#[cold]
fn holds_corner<C: Cpu>(board: &Position<C>, strong: Color, pawns: Bitboard) -> bool {
    let corner = pawns.first().map(|pawn| Square::at(pawn.file(), 7).relative(strong));
    let king = board.king(!strong);
    corner.is_some_and(|corner| {
        let alike = if Bitboard::DARK.has(corner) { Bitboard::DARK } else { !Bitboard::DARK };
        let useful = board.kind(Kind::Knight) | board.rooks_and_queens() | board.kind(Kind::Bishop) & alike;
        (useful & board.color(strong)).is_empty()
            && king.file().abs_diff(corner.file()) <= 1
            && king.rank().abs_diff(corner.rank()) <= 1
    })
}

/// What a side's men but pawns are worth, in pawns.
fn worth<C: Cpu>(board: &Position<C>, color: Color) -> i32 {
    let count = |kind| board.cpu().count(board.pieces(color, kind)) as i32;
    3 * (count(Kind::Knight) + count(Kind::Bishop)) + 5 * count(Kind::Rook) + 9 * count(Kind::Queen)
}
