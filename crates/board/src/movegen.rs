//! Legal move generation into a sink: a list, a count, or perft.

use super::castling::CastlingRooks;
use super::piece_sets::{KingThreats, PieceSets};
use super::{
    Bitboard, CastlingSide, Color, Cpu, Flag, Kind, Square, attacks, castling::castling_bit,
};

/// A side, known at compile time.
pub(super) trait Side {
    type Other: Side<Other = Self>;
    const COLOR: Color;
}

pub(super) enum White {}

pub(super) enum Black {}

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
}

/// Receiver of moves.
pub(super) trait Sink {
    /// Moves of a piece to empty squares or `enemies`. A queen's come as a bishop's and a rook's.
    fn piece_moves(&mut self, kind: Kind, from: Square, to: Bitboard, enemies: Bitboard);

    /// Pawn moves of one `step` (in square indices) to these squares.
    fn pawns(&mut self, to: Bitboard, step: i8, flag: Flag);

    /// Promotions to each of the four kinds.
    fn promotions(&mut self, to: Bitboard, step: i8, capture: bool);

    fn en_passant(&mut self, from: Square, to: Square);

    /// Castling, by the king's squares, which are the same if the king need not move.
    fn castle(&mut self, from: Square, to: Square);
}

/// Move generator: the state on which moves depend.
#[derive(Clone, Copy)]
pub(super) struct MoveGen<'a, C: Cpu> {
    pub(super) cpu: C,
    pub(super) sets: &'a PieceSets,
    /// Checkers and blockers of the mover's king.
    pub(super) king_threats: KingThreats,
    pub(super) rooks: CastlingRooks,
    pub(super) castling: u8,
    pub(super) en_passant: Option<Square>,
}

impl<C: Cpu> MoveGen<'_, C> {
    /// Generates captures and promotions (`NOISY`), the other moves (`QUIET`), or both.
    #[inline(always)]
    pub(super) fn generate<S: Sink, U: Side, const NOISY: bool, const QUIET: bool>(
        &self,
        sink: &mut S,
    ) {
        let us = U::COLOR;
        let (own, enemies) = (self.sets.color(us), self.sets.color(!us));
        let wanted = match (NOISY, QUIET) {
            (true, true) => !own,
            (true, false) => enemies,
            _ => !(own | enemies),
        };
        let king = self.sets.king(us);
        sink.piece_moves(
            Kind::King,
            king,
            self.king_steps::<U>(king, wanted),
            enemies,
        );
        let checkers = self.king_threats.checkers;
        if checkers.more_than_one() {
            return;
        }
        // In check: capture the checker or block.
        let mut check_mask = Bitboard::ALL;
        if let Some(checker) = checkers.first() {
            check_mask = attacks::between(king, checker) | checkers;
        } else if QUIET {
            self.castle::<S, U>(king, sink);
        }
        self.piece_moves::<S, U>(king, wanted & check_mask, enemies, sink);
        self.pawn_moves::<S, U, NOISY, QUIET>(king, check_mask, sink);
    }

    /// King moves to squares not attacked once the king has left its own.
    #[inline(always)]
    fn king_steps<U: Side>(&self, king: Square, wanted: Bitboard) -> Bitboard {
        let without_king = self.sets.occupied() ^ king.bb();
        let pawns = attacks::pawns(!U::COLOR, self.sets.pieces(!U::COLOR, Kind::Pawn));
        let mut safe = Bitboard::EMPTY;
        for to in attacks::king(king) & wanted & !pawns {
            if !self.sets.attacked(self.cpu, to, !U::COLOR, without_king) {
                safe |= to.bb();
            }
        }
        safe
    }

    #[inline(always)]
    fn castle<S: Sink, U: Side>(&self, king: Square, sink: &mut S) {
        for side in CastlingSide::ALL {
            if self.castling & castling_bit(U::COLOR, side) != 0
                && self.sets.may_castle(self.cpu, U::COLOR, side, self.rooks)
            {
                sink.castle(king, Square::at(side.king_file(), king.rank()));
            }
        }
    }

    /// Moves of knights, bishops, rooks and queens; pinned pieces stay on their line.
    #[inline(always)]
    fn piece_moves<S: Sink, U: Side>(
        &self,
        king: Square,
        target: Bitboard,
        enemies: Bitboard,
        sink: &mut S,
    ) {
        let (sets, cpu, blockers) = (self.sets, self.cpu, self.king_threats.blockers);
        let (own, occupied) = (sets.color(U::COLOR), sets.occupied());
        for from in sets.kind(Kind::Knight) & own & !blockers {
            sink.piece_moves(Kind::Knight, from, attacks::knight(from) & target, enemies);
        }
        for from in sets.bishops_and_queens() & own & !blockers {
            sink.piece_moves(
                Kind::Bishop,
                from,
                cpu.bishop(from, occupied) & target,
                enemies,
            );
        }
        for from in sets.rooks_and_queens() & own & !blockers {
            sink.piece_moves(Kind::Rook, from, cpu.rook(from, occupied) & target, enemies);
        }
        let pinned = blockers & own;
        if pinned.not_empty() {
            for from in sets.bishops_and_queens() & pinned {
                let to = cpu.bishop(from, occupied) & target & attacks::line(king, from);
                sink.piece_moves(Kind::Bishop, from, to, enemies);
            }
            for from in sets.rooks_and_queens() & pinned {
                let to = cpu.rook(from, occupied) & target & attacks::line(king, from);
                sink.piece_moves(Kind::Rook, from, to, enemies);
            }
        }
    }

    #[inline(always)]
    fn pawn_moves<S: Sink, U: Side, const NOISY: bool, const QUIET: bool>(
        &self,
        king: Square,
        check_mask: Bitboard,
        sink: &mut S,
    ) {
        let (us, sets) = (U::COLOR, self.sets);
        let up = us.up();
        let last = Bitboard::rank(7).relative(us);
        let third = Bitboard::rank(2).relative(us);
        let pawns = sets.pieces(us, Kind::Pawn);
        let (free, pinned) = (
            pawns & !self.king_threats.blockers,
            pawns & self.king_threats.blockers,
        );

        // A pawn pinned on its file may still advance.
        let empty = !sets.occupied();
        let single = (free | pinned & Bitboard::file(king.file())).forward(us) & empty;
        if QUIET {
            sink.pawns(single & check_mask & !last, up, Flag::Quiet);
            sink.pawns(
                (single & third).forward(us) & empty & check_mask,
                2 * up,
                Flag::Double,
            );
        }
        if !NOISY {
            return;
        }
        sink.promotions(single & check_mask & last, up, false);
        let victims = sets.color(!us) & check_mask;
        let ahead = free.forward(us);
        for (to, step) in [
            (ahead.west() & victims, up - 1),
            (ahead.east() & victims, up + 1),
        ] {
            sink.pawns(to & !last, step, Flag::Capture);
            sink.promotions(to & last, step, true);
        }
        for from in pinned {
            for to in attacks::pawn(us, from) & victims & attacks::line(king, from) {
                let step = to.index() as i8 - from.index() as i8;
                sink.pawns(to.bb() & !last, step, Flag::Capture);
                sink.promotions(to.bb() & last, step, true);
            }
        }
        if let Some(to) = self.en_passant {
            for from in attacks::pawn(!us, to) & pawns {
                if sets.may_capture_en_passant(self.cpu, us, from, to) {
                    sink.en_passant(from, to);
                }
            }
        }
    }
}
