//! What a position is worth to the side that is to move: the fast player's static evaluation.
//!
//! Three names are the whole of what the search knows of it, and stay as they are whatever the evaluation becomes:
//!
//! - [`Position`]: a [`Board`] that keeps the sum of [`Weights`]' piece-square table up to date.
//! - [`Cache`]: what one thread remembers of pawn structures (and whatever else pays); it never changes a value.
//! - [`evaluate`]: the value, a pure function of the position, in hundredths of a pawn, from the mover's side, of less
//!   than [`LIMIT`] in amount. It is not asked when the mover is in check.
//!
//! [`terms`] tells people what the value is made of. The terms, all decided: material and squares, pairs of bishops,
//! mobility, pawn structure, passed pawns, pressure on the king; middle game and endgame are weighed by the men left.

mod cache;
mod pawns;
mod pieces;
#[cfg(test)]
mod tests;
mod weights;

use play::Term;

use crate::board::{Board, Color, Cpu, Kind, Score};

pub use cache::Cache;
pub use weights::Weights;

/// A board that keeps the evaluation's piece-square sum.
pub type Position<C> = Board<C, Weights>;

/// No value of [`evaluate`] is as great as this.
pub const LIMIT: i32 = 20_000;

/// What the right to move is worth.
const TEMPO: i32 = 12;

/// The stage of a game with all its men: 1 for each minor piece, 2 for a rook, 4 for a queen.
const FULL_STAGE: i32 = 24;

/// Takes the terms of an evaluation, from White's side: adds them up, or lists them.
trait Sink {
    fn add(&mut self, name: &'static str, color: Color, score: Score);
}

/// White's terms less Black's.
struct Sum(Score);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, _: &'static str, color: Color, score: Score) {
        self.0 += if color == Color::White { score } else { -score };
    }
}

/// The terms by name, White's and Black's.
struct List(Vec<(&'static str, [Score; 2])>);

impl Sink for List {
    fn add(&mut self, name: &'static str, color: Color, score: Score) {
        let at = self.0.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            self.0.push((name, [Score::ZERO; 2]));
            self.0.len() - 1
        });
        self.0[at].1[color as usize] += score;
    }
}

/// The value of a position from the mover's side, in hundredths of a pawn.
#[inline]
pub fn evaluate<C: Cpu>(board: &Position<C>, cache: &mut Cache) -> i32 {
    let mut sum = Sum(board.score());
    add_terms(board, cache, &mut sum);
    let white = taper(sum.0, stage(board)) * scale(board, sum.0.end()) / 64;
    let own = if board.turn() == Color::White { white } else { -white };
    (own + TEMPO).clamp(1 - LIMIT, LIMIT - 1)
}

/// Every term of the value from White's side; their totals add up to what [`evaluate`] says.
pub fn terms<C: Cpu>(board: &Position<C>) -> Vec<Term> {
    let mut cache = Cache::default();
    let mut list = List(Vec::new());
    for color in Color::ALL {
        list.add("material and squares", color, weights::men(board, color));
    }
    add_terms(board, &mut cache, &mut list);
    let stage = stage(board);
    let mut terms: Vec<Term> = list
        .0
        .iter()
        .map(|(name, [white, black])| Term {
            name: (*name).to_owned(),
            white: Some(taper(*white, stage)),
            black: Some(taper(*black, stage)),
            total: taper(*white, stage) - taper(*black, stage),
        })
        .collect();
    let value = evaluate(board, &mut cache);
    let (value, tempo) = if board.turn() == Color::White { (value, TEMPO) } else { (-value, -TEMPO) };
    let plain = |name: &str, total: i32| Term { name: name.to_owned(), white: None, black: None, total };
    terms.push(plain("the move", tempo));
    let rest = value - terms.iter().map(|term| term.total).sum::<i32>();
    terms.push(plain("drawish endings, and rounding", rest));
    terms
}

#[inline(always)]
fn add_terms<C: Cpu>(board: &Position<C>, cache: &mut Cache, sink: &mut impl Sink) {
    let structure = cache.structure(board);
    for color in Color::ALL {
        sink.add("pawn structure", color, structure.score[color as usize]);
        sink.add("passed pawns", color, pawns::passed(board, structure, color));
    }
    pieces::add(board, structure, sink);
}

/// From 0, with kings and pawns only, to 24.
#[inline(always)]
fn stage<C: Cpu>(board: &Position<C>) -> i32 {
    let count = |kind| board.cpu().count(board.kind(kind)) as i32;
    let stage = count(Kind::Knight) + count(Kind::Bishop) + 2 * count(Kind::Rook) + 4 * count(Kind::Queen);
    stage.min(FULL_STAGE)
}

#[inline(always)]
fn taper(score: Score, stage: i32) -> i32 {
    (score.middle() * stage + score.end() * (FULL_STAGE - stage)) / FULL_STAGE
}

/// How much of an advantage counts, in 64ths: little where the better side (by `end`) has no pawn and too little
/// else to win, or only bishops of opposite colours are left.
#[inline(always)]
fn scale<C: Cpu>(board: &Position<C>, end: i32) -> i32 {
    let strong = if end > 0 { Color::White } else { Color::Black };
    let worth = |color: Color| {
        let count = |kind| board.cpu().count(board.pieces(color, kind)) as i32;
        3 * (count(Kind::Knight) + count(Kind::Bishop)) + 5 * count(Kind::Rook) + 9 * count(Kind::Queen)
    };
    let (own, others) = (worth(strong), worth(!strong));
    if board.pieces(strong, Kind::Pawn).is_empty() && own - others <= 3 {
        return if own < 5 { 0 } else { 12 };
    }
    let bishops = board.kind(Kind::Bishop);
    let opposite = board.cpu().count(bishops) == 2
        && board.cpu().count(bishops & board.color(strong)) == 1
        && board.cpu().count(bishops & crate::board::Bitboard::DARK) == 1;
    if opposite { if own + others == 6 { 32 } else { 52 } } else { 64 }
}
