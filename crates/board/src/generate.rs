//! Legal moves of a board, listed or counted.

use super::movegen::{Black, MoveGen, Sink, White};
use super::{Bitboard, Board, Color, Cpu, Flag, Kind, Move, MoveList, PieceSquareTable, Square};

/// Appends moves to a list: captures and promotions (`NOISY`), the others (`QUIET`), or both.
struct Lister<'a, C, const NOISY: bool, const QUIET: bool> {
    cpu: C,
    list: &'a mut MoveList,
}

impl<C: Cpu, const NOISY: bool, const QUIET: bool> Sink for Lister<'_, C, NOISY, QUIET> {
    #[inline(always)]
    fn piece_moves(&mut self, _: Kind, from: Square, to: Bitboard, enemies: Bitboard) {
        if NOISY {
            // Few moves: a loop is fastest.
            for to in to & enemies {
                self.list.push(Move::new(from, to, Flag::Capture));
            }
        }
        if QUIET {
            let to = if NOISY { to & !enemies } else { to };
            self.cpu.list(self.list, from, to, Flag::Quiet);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, step: i8, flag: Flag) {
        if QUIET {
            self.cpu.list_steps(self.list, step, to, flag);
        } else {
            for to in to {
                self.list.push(Move::new(to.offset(-step), to, flag));
            }
        }
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, step: i8, capture: bool) {
        for to in to {
            for kind in [Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop] {
                self.list
                    .push(Move::promotion(to.offset(-step), to, kind, capture));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.list.push(Move::new(from, to, Flag::EnPassant));
    }

    #[inline(always)]
    fn castle(&mut self, from: Square, to: Square) {
        self.list.push(Move::new(from, to, Flag::Castle));
    }
}

pub(super) struct Count<C: Cpu> {
    pub(super) cpu: C,
    pub(super) moves: u32,
}

impl<C: Cpu> Sink for Count<C> {
    #[inline(always)]
    fn piece_moves(&mut self, _: Kind, _: Square, to: Bitboard, _: Bitboard) {
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
    fn en_passant(&mut self, _: Square, _: Square) {
        self.moves += 1;
    }

    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square) {
        self.moves += 1;
    }
}

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// All legal moves.
    pub fn moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<_, true, true>(&mut Lister::<C, true, true> {
            cpu: self.cpu,
            list: &mut list,
        });
        list
    }

    /// Appends all legal captures and promotions.
    pub fn noisy(&self, list: &mut MoveList) {
        self.generate::<_, true, false>(&mut Lister::<C, true, false> {
            cpu: self.cpu,
            list,
        });
    }

    /// Appends all legal moves that are not [`Board::noisy`].
    pub fn quiet(&self, list: &mut MoveList) {
        self.generate::<_, false, true>(&mut Lister::<C, false, true> {
            cpu: self.cpu,
            list,
        });
    }

    /// Number of legal moves.
    pub fn count_moves(&self) -> u32 {
        let mut count = Count {
            cpu: self.cpu,
            moves: 0,
        };
        self.generate::<_, true, true>(&mut count);
        count.moves
    }

    #[inline(always)]
    fn generate<S: Sink, const NOISY: bool, const QUIET: bool>(&self, sink: &mut S) {
        let generator = MoveGen {
            cpu: self.cpu,
            sets: &self.sets,
            king_threats: self.king_threats,
            rooks: self.rooks,
            castling: self.castling,
            en_passant: self.en_passant,
        };
        match self.turn {
            Color::White => generator.generate::<S, White, NOISY, QUIET>(sink),
            Color::Black => generator.generate::<S, Black, NOISY, QUIET>(sink),
        }
    }
}
