//! Knights, bishops, rooks and queens: mobility, outposts, files.

use super::king::PRESSURE;
use super::numbers::{
    BAD_BISHOP, BEHIND_PAWN, BISHOP_MOBILITY, CENTER_DIAGONAL, KNIGHT_MOBILITY, OUTPOST, PAIR,
    QUEEN_MOBILITY, ROOK_BEHIND, ROOK_FILE, ROOK_MOBILITY,
};
use super::pawns::ahead;
use super::sink::{Position, Sink};
use super::view::{Attacks, View};
use board::{Bitboard, Color, Cpu, Kind, Square, attacks};

/// First mobility weight of knight, bishop, rook, queen.
const MOBILITY: [usize; 4] = [
    KNIGHT_MOBILITY,
    BISHOP_MOBILITY,
    ROOK_MOBILITY,
    QUEEN_MOBILITY,
];
const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);

#[inline(always)]
pub(super) fn add<C: Cpu>(view: View<'_, C>, sink: &mut impl Sink) -> Attacks {
    let View {
        board,
        structure,
        color,
    } = view;
    let cpu = board.cpu();
    let own_pawns = board.pieces(color, Kind::Pawn);
    let zone = attacks::king(board.king(!color)) | board.king(!color).bb();
    let king_steps = attacks::king(board.king(color));
    let pawns = structure.attacks[color as usize];
    let mut found = Attacks {
        all: king_steps | pawns,
        twice: king_steps & pawns,
        ..Attacks::default()
    };
    let blocked = own_pawns & board.occupied().forward(!color);
    let area = !(structure.attacks[!color as usize] | blocked | board.pieces(color, Kind::King));
    if board.pieces(color, Kind::Bishop).more_than_one() {
        sink.add(PAIR, color, 1);
    }
    // Four calls: a closure for them is not always inlined.
    let sets = (zone, area);
    kind_of_piece(view, Kind::Knight, sets, &mut found, sink);
    kind_of_piece(view, Kind::Bishop, sets, &mut found, sink);
    kind_of_piece(view, Kind::Rook, sets, &mut found, sink);
    kind_of_piece(view, Kind::Queen, sets, &mut found, sink);
    for square in board.pieces(color, Kind::Bishop) {
        let same = if Bitboard::DARK.has(square) {
            Bitboard::DARK
        } else {
            !Bitboard::DARK
        };
        sink.add(BAD_BISHOP, color, cpu.count(own_pawns & same) as i32);
        sink.add(BAD_BISHOP + 1, color, cpu.count(blocked & same) as i32);
        if (cpu.bishop(square, board.kind(Kind::Pawn)) & CENTER).more_than_one() {
            sink.add(CENTER_DIAGONAL, color, 1);
        }
    }
    found
}

/// Counts the pieces of one kind. `zone` is the enemy king and its neighbors, `area` the mobility
/// area.
#[inline(always)]
fn kind_of_piece<C: Cpu>(
    view: View<'_, C>,
    kind: Kind,
    (zone, area): (Bitboard, Bitboard),
    found: &mut Attacks,
    sink: &mut impl Sink,
) {
    let View { board, color, .. } = view;
    let (cpu, index) = (board.cpu(), kind as usize - 1);
    for square in board.pieces(color, kind) {
        let reach = reach(board, color, kind, square);
        found.twice |= found.all & reach;
        found.all |= reach;
        found.by_kind[index] |= reach;
        sink.add(MOBILITY[index] + cpu.count(reach & area) as usize, color, 1);
        let near = reach & zone;
        found.attackers += i32::from(near.not_empty());
        found.pressure += PRESSURE[index] * cpu.count(near) as i32;
    }
    match kind {
        Kind::Knight | Kind::Bishop => minors(view, kind, sink),
        Kind::Rook => rooks(view, sink),
        _ => {}
    }
}

/// Attacks of a piece, bishops and rooks through queens, rooks through own rooks (x-ray).
#[inline(always)]
fn reach<C: Cpu>(board: &Position<C>, color: Color, kind: Kind, square: Square) -> Bitboard {
    let (cpu, occupied) = (board.cpu(), board.occupied());
    match kind {
        Kind::Knight => attacks::knight(square),
        Kind::Bishop => cpu.bishop(square, occupied ^ board.kind(Kind::Queen)),
        Kind::Rook => cpu.rook(
            square,
            occupied ^ board.kind(Kind::Queen) ^ board.pieces(color, Kind::Rook),
        ),
        _ => cpu.queen(square, occupied),
    }
}

#[inline(always)]
fn minors<C: Cpu>(
    View {
        board,
        structure,
        color,
    }: View<'_, C>,
    kind: Kind,
    sink: &mut impl Sink,
) {
    let (index, minors_set) = (kind as usize - 1, board.pieces(color, kind));
    let count = |set: Bitboard| board.cpu().count(set) as i32;
    sink.add(
        OUTPOST + index,
        color,
        count(minors_set & structure.outposts[color as usize]),
    );
    sink.add(
        BEHIND_PAWN + index,
        color,
        count(minors_set & board.kind(Kind::Pawn).forward(!color)),
    );
}

#[inline(always)]
fn rooks<C: Cpu>(
    View {
        board,
        structure,
        color,
    }: View<'_, C>,
    sink: &mut impl Sink,
) {
    let cpu = board.cpu();
    let rooks = board.pieces(color, Kind::Rook);
    let (half, theirs) = (
        rooks & structure.open[color as usize],
        structure.open[!color as usize],
    );
    sink.add(ROOK_FILE, color, cpu.count(half & !theirs) as i32);
    sink.add(ROOK_FILE + 1, color, cpu.count(half & theirs) as i32);
    let passed = structure.passed[0] | structure.passed[1];
    if passed.is_empty() {
        return;
    }
    for square in rooks {
        let sight = cpu.rook(square, board.occupied());
        for side in Color::ALL {
            let before = ahead(square.bb(), side) & sight & structure.passed[side as usize];
            sink.add(
                ROOK_BEHIND + usize::from(side != color),
                color,
                i32::from(before.not_empty()),
            );
        }
    }
}
