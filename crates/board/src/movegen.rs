//! Legal moves, found in one place and given to whoever wants them: a list, a mere count, or perft's next boards.

use super::piece_sets::{KingThreats, PieceSets};
use super::{Bitboard, CastlingSide, Color, Cpu, Flag, Kind, Square, attacks, state::castling_bit};

/// A side, known to the compiler.
pub(super) trait Side {
    /// The other.
    type Other: Side<Other = Self>;
    /// Its colour.
    const COLOR: Color;
}

/// The side that moves first.
pub(super) enum White {}

/// The side that moves second.
pub(super) enum Black {}

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
}

/// Who takes the moves.
pub(super) trait Sink {
    /// A man's moves to squares empty or held by `enemies`. `kind` is a knight or king, or a bishop for whatever moves
    /// on diagonals and a rook for whatever moves on ranks and files, which a queen does one after the other.
    fn man(&mut self, kind: Kind, from: Square, to: Bitboard, enemies: Bitboard);

    /// Pawns' moves of one step each (in square indices) to these squares.
    fn pawns(&mut self, to: Bitboard, step: i8, flag: Flag);

    /// The same with promotion to each of the four kinds.
    fn promotions(&mut self, to: Bitboard, step: i8, capture: bool);

    /// A capture en passant.
    fn en_passant(&mut self, from: Square, to: Square);

    /// Castling, by the king's squares.
    fn castle(&mut self, from: Square, to: Square);
}

/// All that the moves of a position depend on.
#[derive(Clone, Copy)]
pub(super) struct MoveGen<'a, C: Cpu> {
    pub(super) cpu: C,
    pub(super) men: &'a PieceSets,
    /// What bears on the mover's king.
    pub(super) king_threats: KingThreats,
    /// The rights to castle.
    pub(super) castling: u8,
    /// The square a pawn has just stepped over.
    pub(super) en_passant: Option<Square>,
}

impl<C: Cpu> MoveGen<'_, C> {
    /// All moves of a side whose turn it is; or the captures and promotions alone (`NOISY`), or the others (`QUIET`).
    #[inline(always)]
    pub(super) fn generate<S: Sink, U: Side, const NOISY: bool, const QUIET: bool>(&self, sink: &mut S) {
        let us = U::COLOR;
        let (own, enemies) = (self.men.color(us), self.men.color(!us));
        let wanted = match (NOISY, QUIET) {
            (true, true) => !own,
            (true, false) => enemies,
            _ => !(own | enemies),
        };
        let king = self.men.king(us);
        sink.man(Kind::King, king, self.king_steps::<U>(king, wanted), enemies);
        let checkers = self.king_threats.checkers;
        if checkers.many() {
            return;
        }
        // In check, only a capture of the checker or a man put between helps.
        let mut check_mask = Bitboard::ALL;
        if let Some(checker) = checkers.first() {
            check_mask = attacks::between(king, checker) | checkers;
        } else if QUIET {
            self.castle::<S, U>(king, sink);
        }
        self.piece_moves::<S, U>(king, wanted & check_mask, enemies, sink);
        self.pawn_moves::<S, U, NOISY, QUIET>(king, check_mask, sink);
    }

    /// The king's steps to wanted squares that no enemy attacks once the king has left its own.
    #[inline(always)]
    fn king_steps<U: Side>(&self, king: Square, wanted: Bitboard) -> Bitboard {
        let without = self.men.occupied() ^ king.bb();
        let pawns = attacks::pawns(!U::COLOR, self.men.pieces(!U::COLOR, Kind::Pawn));
        let mut safe = Bitboard::EMPTY;
        for to in attacks::king(king) & wanted & !pawns {
            if !self.men.attacked(self.cpu, to, !U::COLOR, without) {
                safe |= to.bb();
            }
        }
        safe
    }

    #[inline(always)]
    fn castle<S: Sink, U: Side>(&self, king: Square, sink: &mut S) {
        for (wing, to, path) in [(CastlingSide::King, 6, 0x60), (CastlingSide::Queen, 2, 0x0e)] {
            if self.castling & castling_bit(U::COLOR, wing) != 0
                && self.men.castling_path_is_free(self.cpu, U::COLOR, to, path)
            {
                sink.castle(king, Square::at(to, king.rank()));
            }
        }
    }

    /// Moves of knights, bishops, rooks and queens; a pinned man keeps to the line through its king.
    #[inline(always)]
    fn piece_moves<S: Sink, U: Side>(&self, king: Square, target: Bitboard, enemies: Bitboard, sink: &mut S) {
        let (men, cpu, blockers) = (self.men, self.cpu, self.king_threats.blockers);
        let (own, occupied) = (men.color(U::COLOR), men.occupied());
        for from in men.kind(Kind::Knight) & own & !blockers {
            sink.man(Kind::Knight, from, attacks::knight(from) & target, enemies);
        }
        for from in men.bishops_and_queens() & own & !blockers {
            sink.man(Kind::Bishop, from, cpu.bishop(from, occupied) & target, enemies);
        }
        for from in men.rooks_and_queens() & own & !blockers {
            sink.man(Kind::Rook, from, cpu.rook(from, occupied) & target, enemies);
        }
        let pinned = blockers & own;
        if pinned.not_empty() {
            for from in men.bishops_and_queens() & pinned {
                let to = cpu.bishop(from, occupied) & target & attacks::line(king, from);
                sink.man(Kind::Bishop, from, to, enemies);
            }
            for from in men.rooks_and_queens() & pinned {
                let to = cpu.rook(from, occupied) & target & attacks::line(king, from);
                sink.man(Kind::Rook, from, to, enemies);
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
        let (us, men) = (U::COLOR, self.men);
        let up = us.up();
        let last = Bitboard::rank(7).relative(us);
        let third = Bitboard::rank(2).relative(us);
        let pawns = men.pieces(us, Kind::Pawn);
        let (free, pinned) = (pawns & !self.king_threats.blockers, pawns & self.king_threats.blockers);

        // A pawn pinned along its file may still step.
        let empty = !men.occupied();
        let single = (free | pinned & Bitboard::file(king.file())).forward(us) & empty;
        if QUIET {
            sink.pawns(single & check_mask & !last, up, Flag::Quiet);
            sink.pawns((single & third).forward(us) & empty & check_mask, 2 * up, Flag::Double);
        }
        if !NOISY {
            return;
        }
        sink.promotions(single & check_mask & last, up, false);
        let prey = men.color(!us) & check_mask;
        let ahead = free.forward(us);
        for (to, step) in [(ahead.west() & prey, up - 1), (ahead.east() & prey, up + 1)] {
            sink.pawns(to & !last, step, Flag::Capture);
            sink.promotions(to & last, step, true);
        }
        for from in pinned {
            for to in attacks::pawn(us, from) & prey & attacks::line(king, from) {
                let step = to.index() as i8 - from.index() as i8;
                sink.pawns(to.bb() & !last, step, Flag::Capture);
                sink.promotions(to.bb() & last, step, true);
            }
        }
        if let Some(to) = self.en_passant {
            for from in attacks::pawn(!us, to) & pawns {
                if men.may_capture_en_passant(self.cpu, us, from, to) {
                    sink.en_passant(from, to);
                }
            }
        }
    }
}
