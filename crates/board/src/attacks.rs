//! Attack tables of all pieces, and lines between squares, built at compile time.

use super::{Bitboard, Color, Square};

/// The eight directions as (files, ranks): the first four towards higher squares; even ones are a
/// rook's.
const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];
const KNIGHT: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

const fn step(square: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let (file, rank) = ((square % 8) as i8 + files, (square / 8) as i8 + ranks);
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        None
    } else {
        Some((rank * 8 + file) as usize)
    }
}

const fn steps(moves: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 * moves.len() {
        if let Some(to) = step(i % 64, moves[i / 64]) {
            table[i % 64].0 |= 1 << to;
        }
        i += 1;
    }
    table
}

/// For each direction and square, the squares from there to the edge.
const RAYS: [[u64; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 64 {
        let mut at = i % 64;
        while let Some(to) = step(at, DIRECTIONS[i / 64]) {
            rays[i / 64][i % 64] |= 1 << to;
            at = to;
        }
        i += 1;
    }
    rays
};

/// A ray up to its first occupied square, inclusive.
const fn ray_until(direction: usize, square: usize, occupied: u64) -> u64 {
    let ray = RAYS[direction][square];
    let met = ray & occupied;
    if met == 0 {
        return ray;
    }
    let first = if direction < 4 {
        met.trailing_zeros()
    } else {
        63 - met.leading_zeros()
    };
    ray ^ RAYS[direction][first as usize]
}

/// Attacks of a slider, ray by ray. Its first direction is 0 for a rook, 1 for a bishop, and every
/// second one is its own.
pub(super) const fn slide(first_direction: usize, square: usize, occupied: u64) -> u64 {
    let mut attacks = 0;
    let mut direction = first_direction;
    while direction < 8 {
        attacks |= ray_until(direction, square, occupied);
        direction += 2;
    }
    attacks
}

/// Squares whose occupancy matters to a slider: its rays without their last squares.
pub(super) const fn relevant(first_direction: usize, square: usize) -> u64 {
    let mut mask = 0;
    let mut direction = first_direction;
    while direction < 8 {
        let mut at = square;
        while let Some(to) = step(at, DIRECTIONS[direction]) {
            if step(to, DIRECTIONS[direction]).is_some() {
                mask |= 1 << to;
            }
            at = to;
        }
        direction += 2;
    }
    mask
}

/// Entries of a table of attacks: one for each set of relevant squares, of a rook and of a bishop on
/// each square.
pub(super) const ATTACK_ENTRIES: usize = 107_648;

/// The most relevant squares of a slider: of a rook in a corner.
pub(super) const MOST_RELEVANT: usize = 12;

/// The relevant squares of a slider, from the lowest.
///
/// A blocker hides what lies behind it, whatever else blocks. So a table of attacks doubles by each
/// square: the entries with a blocker there are those without, less what it hides. The compiler
/// fills the tables, and does so forty times as fast as by looking along each ray for each set of
/// blockers.
pub(super) struct Blockers {
    pub(super) count: usize,
    pub(super) squares: [u64; MOST_RELEVANT],
    /// What a blocker on each of them leaves of the board.
    pub(super) leaves: [u64; MOST_RELEVANT],
}

impl Blockers {
    pub(super) const fn new(first_direction: usize, square: usize) -> Blockers {
        let mut blockers = Blockers {
            count: 0,
            squares: [0; MOST_RELEVANT],
            leaves: [0; MOST_RELEVANT],
        };
        let mut left = relevant(first_direction, square);
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            let mut direction = first_direction;
            while RAYS[direction][square] & 1 << at == 0 {
                direction += 2;
            }
            blockers.squares[blockers.count] = 1 << at;
            blockers.leaves[blockers.count] = !RAYS[direction][at];
            blockers.count += 1;
            left &= left - 1;
        }
        blockers
    }
}

const fn empty_board(first_direction: usize) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(slide(first_direction, square, 0));
        square += 1;
    }
    table
}

static KNIGHTS: [Bitboard; 64] = steps(&KNIGHT);
static KINGS: [Bitboard; 64] = steps(&DIRECTIONS);
static PAWNS: [[Bitboard; 64]; 2] = [steps(&[(-1, 1), (1, 1)]), steps(&[(-1, -1), (1, -1)])];
static EMPTY_ROOK: [Bitboard; 64] = empty_board(0);
static EMPTY_BISHOP: [Bitboard; 64] = empty_board(1);

/// The line that joins two squares; empty where none does.
#[derive(Clone, Copy)]
struct Line {
    /// The squares strictly between the two.
    between: Bitboard,
    /// The line from edge to edge.
    whole: Bitboard,
}

static LINES: [[Line; 64]; 64] = {
    let none = Line {
        between: Bitboard::EMPTY,
        whole: Bitboard::EMPTY,
    };
    let mut lines = [[none; 64]; 64];
    let mut i = 0;
    while i < 8 * 64 {
        let (direction, from) = (i / 64, i % 64);
        let whole = RAYS[direction][from] | RAYS[(direction + 4) % 8][from] | 1 << from;
        let (mut at, mut between) = (from, 0);
        while let Some(to) = step(at, DIRECTIONS[direction]) {
            lines[from][to] = Line {
                between: Bitboard(between),
                whole: Bitboard(whole),
            };
            between |= 1 << to;
            at = to;
        }
        i += 1;
    }
    lines
};

/// Attacks of a knight.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHTS[square.index()]
}

/// Attacks of a king.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KINGS[square.index()]
}

/// Attacks of a pawn of `color`.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWNS[color as usize][square.index()]
}

/// Attacks of a set of `color`'s pawns.
#[inline(always)]
pub const fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    Bitboard(ahead.east().0 | ahead.west().0)
}

/// Attacks of a rook on the empty board.
#[inline(always)]
pub fn empty_rook(square: Square) -> Bitboard {
    EMPTY_ROOK[square.index()]
}

/// Attacks of a bishop on the empty board.
#[inline(always)]
pub fn empty_bishop(square: Square) -> Bitboard {
    EMPTY_BISHOP[square.index()]
}

/// The squares strictly between two on a rank, file or diagonal; empty if none joins them.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    LINES[a.index()][b.index()].between
}

/// The whole rank, file or diagonal through two squares, from edge to edge; empty if none joins
/// them.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINES[a.index()][b.index()].whole
}
