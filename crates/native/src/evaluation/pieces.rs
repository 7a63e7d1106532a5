//! Knights, bishops, rooks and queens: mobility, good squares, and what they attack.

use super::numbers::{
    BAD_BISHOP, BEHIND_PAWN, BISHOP_MOBILITY, CENTRE_DIAGONAL, KNIGHT_MOBILITY, OUTPOST, PAIR,
    QUEEN_MOBILITY, ROOK_BEHIND, ROOK_FILE, ROOK_MOBILITY,
};
use super::pawns::{Structure, ahead};
use super::{Attacks, Position, Sink, king};
use crate::board::{Bitboard, Color, Cpu, Kind, Square, attacks};

/// By kind, a knight's, bishop's, rook's, queen's.
const MOBILITY: [usize; 4] = [KNIGHT_MOBILITY, BISHOP_MOBILITY, ROOK_MOBILITY, QUEEN_MOBILITY];

/// The four squares in the middle.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// Counts `color`'s pieces; what they and its other men attack.
#[inline(always)]
pub(super) fn add<C: Cpu>(
    board: &Position<C>,
    structure: &Structure,
    color: Color,
    sink: &mut impl Sink,
) -> Attacks {
    let cpu = board.cpu();
    let own_pawns = board.pieces(color, Kind::Pawn);
    let zone = attacks::king(board.king(!color)) | board.king(!color).bb();
    let king_steps = attacks::king(board.king(color));
    let pawns = structure.attacks[color as usize];
    let mut found = Attacks { all: king_steps | pawns, twice: king_steps & pawns, ..Attacks::default() };
    let blocked = own_pawns & board.occupied().forward(!color);
    let area = !(structure.attacks[!color as usize] | blocked | board.pieces(color, Kind::King));
    if board.pieces(color, Kind::Bishop).many() {
        sink.add(PAIR, color, 1);
    }
    let mut of_kind = |kind| kind_of_piece(board, structure, color, kind, (zone, area), &mut found, sink);
    of_kind(Kind::Knight);
    of_kind(Kind::Bishop);
    of_kind(Kind::Rook);
    of_kind(Kind::Queen);
    for square in board.pieces(color, Kind::Bishop) {
        let same = if Bitboard::DARK.has(square) { Bitboard::DARK } else { !Bitboard::DARK };
        sink.add(BAD_BISHOP, color, cpu.count(own_pawns & same) as i32);
        sink.add(BAD_BISHOP + 1, color, cpu.count(blocked & same) as i32);
        if (cpu.bishop(square, board.kind(Kind::Pawn)) & CENTRE).many() {
            sink.add(CENTRE_DIAGONAL, color, 1);
        }
    }
    found
}

/// Counts `color`'s pieces of a kind. `zone` is the enemy king with the squares round it, `area` what counts as mobility.
#[inline(always)]
fn kind_of_piece<C: Cpu>(
    board: &Position<C>,
    structure: &Structure,
    color: Color,
    kind: Kind,
    (zone, area): (Bitboard, Bitboard),
    found: &mut Attacks,
    sink: &mut impl Sink,
) {
    let (cpu, index) = (board.cpu(), kind as usize - 1);
    for square in board.pieces(color, kind) {
        let reach = reach(board, color, kind, square);
        found.twice |= found.all & reach;
        found.all |= reach;
        found.by_kind[index] |= reach;
        sink.add(MOBILITY[index] + cpu.count(reach & area) as usize, color, 1);
        let near = reach & zone;
        if near.not_empty() {
            found.attackers += 1;
            found.pressure += king::PRESSURE[index] * cpu.count(near) as i32;
        }
        match kind {
            Kind::Knight | Kind::Bishop => minor(board, structure, color, square, index, sink),
            Kind::Rook => rook(board, structure, color, square, sink),
            _ => {}
        }
    }
}

/// The squares a man reaches, bishops and rooks through queens, rooks through own rooks.
#[inline(always)]
fn reach<C: Cpu>(board: &Position<C>, color: Color, kind: Kind, square: Square) -> Bitboard {
    let (cpu, occupied) = (board.cpu(), board.occupied());
    match kind {
        Kind::Knight => attacks::knight(square),
        Kind::Bishop => cpu.bishop(square, occupied ^ board.kind(Kind::Queen)),
        Kind::Rook => cpu.rook(square, occupied ^ board.kind(Kind::Queen) ^ board.pieces(color, Kind::Rook)),
        _ => cpu.queen(square, occupied),
    }
}

#[inline(always)]
fn minor<C: Cpu>(
    board: &Position<C>,
    structure: &Structure,
    color: Color,
    square: Square,
    index: usize,
    sink: &mut impl Sink,
) {
    let defended = structure.attacks[color as usize].has(square);
    let rank = square.relative(color).rank();
    if defended && (3..=5).contains(&rank) && !structure.spans[!color as usize].has(square) {
        sink.add(OUTPOST + index, color, 1);
    }
    if board.kind(Kind::Pawn).has(square.offset(color.up())) {
        sink.add(BEHIND_PAWN + index, color, 1);
    }
}

#[inline(always)]
fn rook<C: Cpu>(
    board: &Position<C>,
    structure: &Structure,
    color: Color,
    square: Square,
    sink: &mut impl Sink,
) {
    if structure.open[color as usize].has(square) {
        sink.add(ROOK_FILE + usize::from(structure.open[!color as usize].has(square)), color, 1);
    }
    let sight = board.cpu().rook(square, board.occupied());
    for side in [color, !color] {
        let before = ahead(square.bb(), side) & sight & structure.passed[side as usize];
        if before.not_empty() {
            sink.add(ROOK_BEHIND + usize::from(side != color), color, 1);
        }
    }
}
