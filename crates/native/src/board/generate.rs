//! Legal moves, generated once and given to whoever wants them: a list, or a mere count.

use super::{
    Bitboard, Board, Color, Cpu, Flag, Kind, Move, MoveList, Square, Values, Wing, attacks, state::right,
};

/// Who takes the moves.
trait Sink {
    /// A man's moves to squares empty or held by `enemies`.
    fn man(&mut self, from: Square, to: Bitboard, enemies: Bitboard);

    /// Pawns' moves of one step each (in square indices) to these squares.
    fn pawns(&mut self, to: Bitboard, step: i8, flag: Flag);

    /// The same with promotion to each of the four kinds.
    fn promotions(&mut self, to: Bitboard, step: i8, capture: bool);

    /// One move.
    fn one(&mut self, m: Move);
}

impl Sink for MoveList {
    #[inline(always)]
    fn man(&mut self, from: Square, to: Bitboard, enemies: Bitboard) {
        for to in to & enemies {
            self.push(Move::new(from, to, Flag::Capture));
        }
        for to in to & !enemies {
            self.push(Move::new(from, to, Flag::Quiet));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, step: i8, flag: Flag) {
        for to in to {
            self.push(Move::new(to.offset(-step), to, flag));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, step: i8, capture: bool) {
        for to in to {
            for kind in [Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop] {
                self.push(Move::promotion(to.offset(-step), to, kind, capture));
            }
        }
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        self.push(m);
    }
}

/// A count of moves by the processor's own counting.
struct Count<C: Cpu> {
    cpu: C,
    moves: u32,
}

impl<C: Cpu> Sink for Count<C> {
    #[inline(always)]
    fn man(&mut self, _: Square, to: Bitboard, _: Bitboard) {
        self.moves += self.cpu.count(to);
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, _: i8, _: Flag) {
        self.moves += self.cpu.count(to);
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, _: i8, _: bool) {
        self.moves += 4 * self.cpu.count(to);
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.moves += 1;
    }
}

impl<C: Cpu, V: Values> Board<C, V> {
    /// Every legal move.
    pub fn moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<_, true, true>(&mut list);
        list
    }

    /// Add to a list the legal captures (en passant too) and promotions.
    pub fn noisy(&self, list: &mut MoveList) {
        self.generate::<_, true, false>(list);
    }

    /// Add to a list the legal moves that [`Board::noisy`] leaves out.
    pub fn quiet(&self, list: &mut MoveList) {
        self.generate::<_, false, true>(list);
    }

    /// The number of legal moves.
    pub fn count_moves(&self) -> u32 {
        let mut count = Count { cpu: self.cpu, moves: 0 };
        self.generate::<_, true, true>(&mut count);
        count.moves
    }

    #[inline(always)]
    fn generate<S: Sink, const NOISY: bool, const QUIET: bool>(&self, sink: &mut S) {
        match self.turn {
            Color::White => self.generate_for::<S, true, NOISY, QUIET>(sink),
            Color::Black => self.generate_for::<S, false, NOISY, QUIET>(sink),
        }
    }

    /// All moves of the side to move, which `WHITE` tells.
    #[inline(always)]
    fn generate_for<S: Sink, const WHITE: bool, const NOISY: bool, const QUIET: bool>(&self, sink: &mut S) {
        let us = if WHITE { Color::White } else { Color::Black };
        let (own, enemies) = (self.color(us), self.color(!us));
        let wanted = match (NOISY, QUIET) {
            (true, true) => !own,
            (true, false) => enemies,
            _ => !(own | enemies),
        };
        let king = self.king(us);
        sink.man(king, self.king_steps(king, us, wanted), enemies);
        if self.checkers.many() {
            return;
        }
        // In check, only a capture of the checker or a man put between helps.
        let mut helpful = Bitboard::ALL;
        if let Some(checker) = self.checkers.first() {
            helpful = attacks::between(king, checker) | self.checkers;
        } else if QUIET {
            self.castle(us, king, sink);
        }
        self.officers(us, king, wanted & helpful, enemies, sink);
        self.pawn_moves::<S, WHITE, NOISY, QUIET>(king, helpful, sink);
    }

    /// The king's steps to wanted squares that no enemy attacks once the king has left its own.
    #[inline(always)]
    fn king_steps(&self, king: Square, us: Color, wanted: Bitboard) -> Bitboard {
        let without = self.occupied() ^ king.bb();
        let pawns = attacks::pawns(!us, self.pieces(!us, Kind::Pawn));
        let mut safe = Bitboard::EMPTY;
        for to in attacks::king(king) & wanted & !pawns {
            if !self.attacked(to, !us, without) {
                safe |= to.bb();
            }
        }
        safe
    }

    #[inline(always)]
    fn castle<S: Sink>(&self, us: Color, king: Square, sink: &mut S) {
        for (wing, to, path) in [(Wing::King, 6, 0x60), (Wing::Queen, 2, 0x0e)] {
            if self.castling & right(us, wing) != 0 && self.castling_path_is_free(us, king, to, path) {
                sink.one(Move::new(king, Square::at(to, king.rank()), Flag::Castle));
            }
        }
    }

    /// Whether the squares of `path` (a rank's bits) are empty and those the king crosses to file `to` not attacked.
    #[inline(always)]
    pub(super) fn castling_path_is_free(&self, us: Color, king: Square, to: u8, path: u64) -> bool {
        let to = Square::at(to, king.rank());
        let occupied = self.occupied();
        (occupied & Bitboard(path << (king.rank() * 8))).is_empty()
            && !self.attacked(to, !us, occupied)
            && !attacks::between(king, to).any(|square| self.attacked(square, !us, occupied))
    }

    /// Moves of knights, bishops, rooks and queens; a pinned man keeps to the line through its king.
    #[inline(always)]
    fn officers<S: Sink>(&self, us: Color, king: Square, target: Bitboard, enemies: Bitboard, sink: &mut S) {
        let (own, occupied) = (self.color(us), self.occupied());
        for from in self.kind(Kind::Knight) & own & !self.blockers {
            sink.man(from, attacks::knight(from) & target, enemies);
        }
        for from in self.diagonal() & own & !self.blockers {
            sink.man(from, self.cpu.bishop(from, occupied) & target, enemies);
        }
        for from in self.straight() & own & !self.blockers {
            sink.man(from, self.cpu.rook(from, occupied) & target, enemies);
        }
        let pinned = self.blockers & own;
        if pinned.not_empty() {
            for from in self.diagonal() & pinned {
                sink.man(from, self.cpu.bishop(from, occupied) & target & attacks::line(king, from), enemies);
            }
            for from in self.straight() & pinned {
                sink.man(from, self.cpu.rook(from, occupied) & target & attacks::line(king, from), enemies);
            }
        }
    }

    #[inline(always)]
    fn pawn_moves<S: Sink, const WHITE: bool, const NOISY: bool, const QUIET: bool>(
        &self,
        king: Square,
        helpful: Bitboard,
        sink: &mut S,
    ) {
        let us = if WHITE { Color::White } else { Color::Black };
        let up = us.up();
        let last = Bitboard::rank(if WHITE { 7 } else { 0 });
        let third = Bitboard::rank(if WHITE { 2 } else { 5 });
        let pawns = self.pieces(us, Kind::Pawn);
        let (free, pinned) = (pawns & !self.blockers, pawns & self.blockers);

        // A pawn pinned along its file may still step.
        let empty = !self.occupied();
        let single = (free | pinned & Bitboard::file(king.file())).forward(us) & empty;
        if QUIET {
            sink.pawns(single & helpful & !last, up, Flag::Quiet);
            sink.pawns((single & third).forward(us) & empty & helpful, 2 * up, Flag::Double);
        }
        if !NOISY {
            return;
        }
        sink.promotions(single & helpful & last, up, false);
        let prey = self.color(!us) & helpful;
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
                if self.may_capture_en_passant(from, to) {
                    sink.one(Move::new(from, to, Flag::EnPassant));
                }
            }
        }
    }
}
