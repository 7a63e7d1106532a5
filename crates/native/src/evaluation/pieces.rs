//! Knights, bishops, rooks and queens: mobility, good squares, and pressure on the enemy's king.

use super::pawns::Structure;
use super::{Position, Sink};
use crate::board::{Bitboard, Color, Cpu, Kind, Score, attacks};

const PAIR: Score = Score::new(28, 52);
const ROOK_OPEN: Score = Score::new(34, 12);
const ROOK_HALF_OPEN: Score = Score::new(14, 10);
const OUTPOST: [Score; 2] = [Score::new(26, 16), Score::new(16, 8)];
const BEHIND_PAWN: Score = Score::new(5, 3);
const SHELTER: Score = Score::new(14, 0);
const OPEN_KING: Score = Score::new(-18, 0);
/// By kind: a knight's, bishop's, rook's, queen's each square of mobility above what is usual.
const MOBILITY: [(i32, i16, i16); 4] = [(4, 5, 5), (6, 5, 5), (6, 3, 5), (12, 2, 4)];
/// By kind: what an attack on a square round the king counts.
const PRESSURE: [i32; 4] = [7, 6, 9, 12];
/// A check from a safe square.
const SAFE_CHECK: [i32; 4] = [16, 10, 18, 16];
const THREAT_BY_PAWN: Score = Score::new(52, 34);
const THREAT_BY_MINOR: Score = Score::new(30, 26);
const HANGING: Score = Score::new(22, 16);

/// What a side attacks.
#[derive(Clone, Copy, Default)]
struct Attacks {
    all: Bitboard,
    twice: Bitboard,
    minor: Bitboard,
    /// Of knights, bishops, rooks, queens.
    by_kind: [Bitboard; 4],
    pressure: i32,
    attackers: i32,
}

/// Adds the terms of both sides.
#[inline(always)]
pub(super) fn add<C: Cpu>(board: &Position<C>, structure: &Structure, sink: &mut impl Sink) {
    let mut sides = [Attacks::default(); 2];
    for color in Color::ALL {
        sides[color as usize] = side(board, structure, color, sink);
    }
    for color in Color::ALL {
        let (own, theirs) = (&sides[color as usize], &sides[!color as usize]);
        sink.add("threats", color, threats(board, structure, color, own, theirs));
        sink.add("king", color, king(board, structure, color, own, theirs));
    }
}

#[inline(always)]
fn side<C: Cpu>(board: &Position<C>, structure: &Structure, color: Color, sink: &mut impl Sink) -> Attacks {
    let cpu = board.cpu();
    let (own_pawns, enemy_king) = (board.pieces(color, Kind::Pawn), board.king(!color));
    let zone = attacks::king(enemy_king) | enemy_king.bb();
    let king_steps = attacks::king(board.king(color));
    let pawns = structure.attacks[color as usize];
    let mut found = Attacks { all: king_steps | pawns, twice: king_steps & pawns, ..Attacks::default() };
    let blocked = own_pawns & board.occupied().forward(!color);
    let area = !(structure.attacks[!color as usize] | blocked | board.pieces(color, Kind::King));
    let outposts = Bitboard(0x0000_7e7e_7e00_0000).0;
    let outposts = if color == Color::White { Bitboard(outposts) } else { Bitboard(outposts).flipped() };
    let outposts = outposts & pawns & !structure.attacks[!color as usize];
    let (mut mobility, mut places) = (Score::ZERO, Score::ZERO);
    if board.pieces(color, Kind::Bishop).many() {
        places += PAIR;
    }
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let index = kind as usize - 1;
        for square in board.pieces(color, kind) {
            let reach = match kind {
                Kind::Knight => attacks::knight(square),
                Kind::Bishop => cpu.bishop(square, board.occupied() ^ board.kind(Kind::Queen)),
                Kind::Rook => cpu.rook(
                    square,
                    board.occupied() ^ board.kind(Kind::Queen) ^ board.pieces(color, Kind::Rook),
                ),
                _ => cpu.queen(square, board.occupied()),
            };
            found.twice |= found.all & reach;
            found.all |= reach;
            found.by_kind[index] |= reach;
            let (usual, middle, end) = MOBILITY[index];
            let squares = (cpu.count(reach & area) as i32 - usual) as i16;
            mobility += Score::new(squares * middle, squares * end);
            let near = reach & zone;
            if near.not_empty() {
                found.attackers += 1;
                found.pressure += PRESSURE[index] * cpu.count(near) as i32;
            }
            match kind {
                Kind::Knight | Kind::Bishop => {
                    found.minor |= reach;
                    if outposts.has(square) {
                        places += OUTPOST[index];
                    }
                    if board.kind(Kind::Pawn).has(square.offset(color.up())) {
                        places += BEHIND_PAWN;
                    }
                }
                Kind::Rook if structure.open[color as usize].has(square) => {
                    let open = structure.open[!color as usize].has(square);
                    places += if open { ROOK_OPEN } else { ROOK_HALF_OPEN };
                }
                _ => {}
            }
        }
    }
    sink.add("mobility", color, mobility);
    sink.add("places", color, places);
    found
}

#[inline(always)]
fn threats<C: Cpu>(
    board: &Position<C>,
    structure: &Structure,
    color: Color,
    own: &Attacks,
    theirs: &Attacks,
) -> Score {
    let count = |set| board.cpu().count(set) as i32;
    let men = board.color(!color) & !board.kind(Kind::Pawn) & !board.kind(Kind::King);
    let majors = board.straight() & board.color(!color);
    let loose = board.color(!color) & own.all & (!theirs.all | own.twice & !theirs.twice);
    THREAT_BY_PAWN * count(men & structure.attacks[color as usize])
        + THREAT_BY_MINOR * count(majors & own.minor)
        + HANGING * count(loose & !board.kind(Kind::King))
}

/// The safety of `color`'s own king: its shelter, less the square of what bears on it.
#[inline(always)]
fn king<C: Cpu>(
    board: &Position<C>,
    structure: &Structure,
    color: Color,
    own: &Attacks,
    theirs: &Attacks,
) -> Score {
    let cpu = board.cpu();
    let square = board.king(color);
    let file = Bitboard::file(square.file());
    let files = file | file.east() | file.west();
    let before = (attacks::king(square) | attacks::king(square).forward(color)) & files;
    let mut score = SHELTER * cpu.count(before & board.pieces(color, Kind::Pawn)).min(3) as i32;
    if structure.open[color as usize].has(square) {
        score += OPEN_KING;
    }
    if theirs.attackers >= 2 || (theirs.attackers == 1 && board.pieces(!color, Kind::Queen).not_empty()) {
        let weak = attacks::king(square) & theirs.all & !(own.all & !attacks::king(square) | own.twice);
        let mut danger = theirs.pressure + 8 * cpu.count(weak) as i32;
        let safe = !board.color(!color) & !(own.all & !(attacks::king(square) & theirs.twice & !own.twice));
        let (diagonal, straight) = (cpu.bishop(square, board.occupied()), cpu.rook(square, board.occupied()));
        let lines = [attacks::knight(square), diagonal, straight, diagonal | straight];
        for (index, line) in lines.into_iter().enumerate() {
            if (line & safe & theirs.by_kind[index]).not_empty() {
                danger += SAFE_CHECK[index];
            }
        }
        if board.pieces(!color, Kind::Queen).is_empty() {
            danger -= 40;
        }
        danger = danger.clamp(0, 180);
        score += Score::new(-(danger * danger / 48) as i16, -(danger / 4) as i16);
    }
    score
}
