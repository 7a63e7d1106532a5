//! Castling: the rooks that castle, the rights that remain, and the way of king and rook.
//!
//! Standard chess has tables. Other setups, those of Chess960, are computed on paths of their own.

use super::keys;
use super::{Bitboard, Color, Cpu, Kind, PieceSets, Square, attacks};

/// Side of the board on which the king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "self-explanatory")]
pub enum CastlingSide {
    King,
    Queen,
}

#[inline(always)]
pub(super) const fn castling_bit(color: Color, side: CastlingSide) -> u8 {
    1 << (color as u8 * 2 + side as u8)
}

/// By square, the castling rights of standard chess that remain after a move from or to it.
pub static CASTLING_MASK: [u8; 64] = {
    let mut left = [15; 64];
    let mut i = 0;
    while i < 2 {
        let (color, rank) = (Color::ALL[i], 56 * i);
        let (king_side, queen_side) = (
            castling_bit(color, CastlingSide::King),
            castling_bit(color, CastlingSide::Queen),
        );
        left[rank + 4] &= !(king_side | queen_side);
        left[rank + 7] &= !king_side;
        left[rank] &= !queen_side;
        i += 1;
    }
    left
};

impl CastlingSide {
    pub(super) const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// File of the king after castling.
    #[inline(always)]
    pub(super) const fn king_file(self) -> u8 {
        [6, 2][self as usize]
    }

    /// File of the rook after castling.
    #[inline(always)]
    pub(super) const fn rook_file(self) -> u8 {
        [5, 3][self as usize]
    }

    /// The side of a castling move, by the king's target.
    #[inline(always)]
    pub(super) const fn of_target(to: Square) -> CastlingSide {
        if to.file() == 6 {
            CastlingSide::King
        } else {
            CastlingSide::Queen
        }
    }
}

/// Files of the rooks that castle: three bits for each color and side. The bits 14 and 15 mark a
/// king of White or Black that is not on the e-file. Without a right they are those of standard
/// chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CastlingRooks(u16);

impl CastlingRooks {
    /// Rooks on the a- and the h-file, kings on the e-file.
    pub(super) const STANDARD: CastlingRooks = CastlingRooks(0o0707);

    #[inline(always)]
    pub(super) const fn is_standard(self) -> bool {
        self.0 == CastlingRooks::STANDARD.0
    }

    const fn shift(color: Color, side: CastlingSide) -> u16 {
        3 * (color as u16 * 2 + side as u16)
    }

    const fn other_king(color: Color) -> u16 {
        1 << (14 + color as u16)
    }

    /// Adds the rook of one right, and its king's file.
    pub(super) fn add(&mut self, color: Color, side: CastlingSide, rook: Square, king: Square) {
        let shift = CastlingRooks::shift(color, side);
        self.0 = self.0 & !(7 << shift) | u16::from(rook.file()) << shift;
        if king.file() != 4 {
            self.0 |= CastlingRooks::other_king(color);
        }
    }

    /// The square of a rook that castles.
    #[inline(always)]
    pub(super) const fn square(self, color: Color, side: CastlingSide) -> Square {
        Square::at(
            (self.0 >> CastlingRooks::shift(color, side)) as u8 & 7,
            color as u8 * 7,
        )
    }

    /// The rights that remain after a move of a piece of `us`.
    #[inline(always)]
    pub(super) fn rights_after(
        self,
        rights: u8,
        us: Color,
        kind: Kind,
        from: Square,
        to: Square,
    ) -> u8 {
        if self.is_standard() {
            return rights & CASTLING_MASK[from.index()] & CASTLING_MASK[to.index()];
        }
        self.other_rights_after(rights, us, kind, from.bb() | to.bb())
    }

    #[cold]
    #[inline(never)]
    fn other_rights_after(self, mut rights: u8, us: Color, kind: Kind, touched: Bitboard) -> u8 {
        for side in CastlingSide::ALL {
            for color in Color::ALL {
                let king_moves = kind == Kind::King && color == us;
                if king_moves || touched.has(self.square(color, side)) {
                    rights &= !castling_bit(color, side);
                }
            }
        }
        rights
    }

    /// These files without those of rooks and kings that have no right.
    #[inline(always)]
    pub(super) fn with_rights(self, rights: u8) -> CastlingRooks {
        if self.is_standard() {
            self
        } else {
            self.other_with_rights(rights)
        }
    }

    #[cold]
    #[inline(never)]
    fn other_with_rights(self, rights: u8) -> CastlingRooks {
        let mut kept = CastlingRooks::STANDARD;
        for color in Color::ALL {
            for side in CastlingSide::ALL
                .into_iter()
                .filter(|&side| rights & castling_bit(color, side) != 0)
            {
                let mask = 7 << CastlingRooks::shift(color, side);
                kept.0 = kept.0 & !mask | self.0 & (mask | CastlingRooks::other_king(color));
            }
        }
        kept
    }

    /// Zobrist word of castling rights.
    #[inline(always)]
    pub(super) fn key(self, rights: u8) -> u64 {
        if self.is_standard() {
            keys::castling(rights)
        } else {
            self.other_key(rights)
        }
    }

    #[cold]
    #[inline(never)]
    fn other_key(self, rights: u8) -> u64 {
        let present = (0..4).filter(|right| rights >> right & 1 != 0);
        present.fold(0, |key, right| {
            let file = u32::from(self.0 >> (3 * right) & 7);
            key ^ keys::castling(1 << right).rotate_left(8 * file + 1)
        })
    }
}

impl PieceSets {
    /// Whether a side with this right, and not in check, may castle.
    #[inline(always)]
    pub(super) fn may_castle<C: Cpu>(
        &self,
        cpu: C,
        us: Color,
        side: CastlingSide,
        rooks: CastlingRooks,
    ) -> bool {
        if rooks.is_standard() {
            // f1 and g1, or b1 to d1.
            let path = [0x60, 0x0e][side as usize];
            return self.castling_path_is_free(cpu, us, side.king_file(), path);
        }
        self.may_castle_chess960(cpu, us, side, rooks.square(us, side))
    }

    #[cold]
    #[inline(never)]
    fn may_castle_chess960<C: Cpu>(
        &self,
        cpu: C,
        us: Color,
        side: CastlingSide,
        rook: Square,
    ) -> bool {
        let king = self.king(us);
        let at = |file| Square::at(file, king.rank());
        let (king_to, rook_to) = (at(side.king_file()), at(side.rook_file()));
        let without_king = self.occupied() ^ king.bb();
        let path = attacks::between(king, king_to)
            | attacks::between(rook, rook_to)
            | king_to.bb()
            | rook_to.bb();
        let after = without_king ^ rook.bb() | rook_to.bb();
        (path & (without_king ^ rook.bb())).is_empty()
            && !self.attacked(cpu, king_to, !us, after)
            && !attacks::between(king, king_to)
                .any(|square| self.attacked(cpu, square, !us, without_king))
    }
}
