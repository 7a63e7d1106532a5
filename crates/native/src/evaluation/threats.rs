//! Threats, hanging pieces, pawn push threats, restriction and space.

use super::numbers::{
    HANGING, KING_THREAT, MINOR_THREAT, PAWN_THREAT, PUSH_THREAT, RESTRICTED, ROOK_THREAT, SPACE,
};
use super::sink::{Kinds, Sink};
use super::view::{Attacks, View};
use board::{Bitboard, Color, Cpu, Kind, attacks};

#[inline(always)]
pub(super) fn add<C: Cpu>(
    view: View<'_, C>,
    own: &Attacks,
    theirs: &Attacks,
    sink: &mut impl Sink,
) {
    let View {
        board,
        structure,
        color,
    } = view;
    let cpu = board.cpu();
    let count = |set: Bitboard| cpu.count(set) as i32;
    let (pawn_attacks, enemy_pawn_attacks) = (
        structure.attacks[color as usize],
        structure.attacks[!color as usize],
    );
    let enemies = board.color(!color) & !board.kind(Kind::King);
    // Strongly defended: by a pawn, or twice and attacked once.
    let strong = enemy_pawn_attacks | theirs.twice & !own.twice;
    let minor = own.by_kind[0] | own.by_kind[1];
    let targets = board.color(!color);
    // All pieces, but of pawns only those not strongly defended.
    let attackable = targets & !(strong & board.kind(Kind::Pawn));
    sink.add_kinds(
        board,
        color,
        [
            Kinds {
                with: targets & pawn_attacks,
                first: Kind::Knight,
                weight: PAWN_THREAT,
                len: 4,
            },
            Kinds {
                with: attackable & minor,
                first: Kind::Pawn,
                weight: MINOR_THREAT,
                len: 5,
            },
            Kinds {
                with: attackable & own.by_kind[2],
                first: Kind::Pawn,
                weight: ROOK_THREAT,
                len: 5,
            },
        ],
    );
    sink.add(
        KING_THREAT,
        color,
        count(enemies & !theirs.all & attacks::king(board.king(color))),
    );
    sink.add(
        HANGING,
        color,
        count(enemies & own.all & (!theirs.all | own.twice & !theirs.twice)),
    );

    let pawns = board.pieces(color, Kind::Pawn);
    let empty = !board.occupied();
    let third = Bitboard::rank(if color == Color::White { 2 } else { 5 });
    let step = pawns.forward(color) & empty;
    let steps = (step | (step & third).forward(color) & empty)
        & !enemy_pawn_attacks
        & (own.all | !theirs.all);
    let pushed = attacks::pawns(color, steps) & enemies & !board.kind(Kind::Pawn) & !pawn_attacks;
    sink.add(PUSH_THREAT, color, count(pushed));
    sink.add(
        RESTRICTED,
        color,
        count(theirs.all & !strong & own.all & !board.color(!color)),
    );

    sink.add(
        SPACE,
        color,
        count(structure.space[color as usize] & !theirs.all),
    );
}
