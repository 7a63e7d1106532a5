//! Perft: the number of move sequences of a length.
//!
//! Counting needs neither keys nor values nor a list of moves: its boards are the bare sets of men, a move is made as
//! soon as it is found, and the last are counted by the set. For each side there is a copy of all this code.

use std::marker::PhantomData;

use super::generate::Count;
use super::make::CASTLING_MASK;
use super::movegen::{Black, MoveGen, Side, Sink, White};
use super::piece_sets::PieceSets;
use super::{Bitboard, Board, Color, Cpu, Flag, Kernel, Kind, PieceSquareTable, Square, attacks};

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// The number of legal move sequences of `depth` halfmoves; the last are counted, not made.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let bare = Bare { men: self.men, castling: self.castling, en_passant: self.en_passant };
        match self.turn {
            Color::White => bare.leaves::<C, White>(self.cpu, depth),
            Color::Black => bare.leaves::<C, Black>(self.cpu, depth),
        }
    }
}

/// A position with no more than its moves depend on. The square a pawn has just stepped over is set if an enemy pawn
/// stands beside it, whether or not it may capture.
#[derive(Clone, Copy)]
struct Bare {
    men: PieceSets,
    castling: u8,
    en_passant: Option<Square>,
}

impl Bare {
    /// The leaves so many halfmoves below, 1 or more, with `U` to move.
    #[inline(always)]
    fn leaves<C: Cpu, U: Side>(&self, cpu: C, depth: u32) -> u64 {
        if depth == 1 {
            cpu.vectorize(Last { cpu, from: self, side: PhantomData::<U> })
        } else {
            cpu.vectorize(Walk { cpu, from: self, depth, leaves: 0, side: PhantomData::<U> })
        }
    }

    #[inline(always)]
    fn scene<C: Cpu, U: Side>(&self, cpu: C) -> MoveGen<'_, C> {
        MoveGen {
            cpu,
            men: &self.men,
            king_threats: self.men.king_threats(U::COLOR),
            castling: self.castling,
            en_passant: self.en_passant,
        }
    }

    /// After a man of `us` has gone from one of the squares of `path` to the other.
    #[inline(always)]
    fn moved(&self, us: Color, kind: Kind, path: Bitboard) -> Bare {
        let mut after = Bare { en_passant: None, ..*self };
        after.men.toggle(us, kind, path);
        after
    }
}

/// Counts the moves.
struct Last<'a, C, U> {
    cpu: C,
    from: &'a Bare,
    side: PhantomData<U>,
}

impl<C: Cpu, U: Side> Kernel for Last<'_, C, U> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let mut count = Count { cpu: self.cpu, moves: 0 };
        self.from.scene::<C, U>(self.cpu).generate::<_, U, true, true>(&mut count);
        u64::from(count.moves)
    }
}

/// Makes each move and counts what is below.
struct Walk<'a, C, U> {
    cpu: C,
    from: &'a Bare,
    depth: u32,
    leaves: u64,
    side: PhantomData<U>,
}

impl<C: Cpu, U: Side> Kernel for Walk<'_, C, U> {
    type Output = u64;

    #[inline(always)]
    fn run(mut self) -> u64 {
        self.from.scene::<C, U>(self.cpu).generate::<_, U, true, true>(&mut self);
        self.leaves
    }
}

impl<C: Cpu, U: Side> Walk<'_, C, U> {
    #[inline(always)]
    fn below(&mut self, after: &Bare) {
        self.leaves += after.leaves::<C, U::Other>(self.cpu, self.depth - 1);
    }
}

impl<C: Cpu, U: Side> Sink for Walk<'_, C, U> {
    #[inline(always)]
    fn man(&mut self, kind: Kind, from: Square, to: Bitboard, enemies: Bitboard) {
        // Of a bishop and a rook it is not known whether they are a queen.
        let queen = matches!(kind, Kind::Bishop | Kind::Rook) && self.from.men.kind(Kind::Queen).has(from);
        let kind = if queen { Kind::Queen } else { kind };
        let castling = self.from.castling & CASTLING_MASK[from.index()];
        for to in to & enemies {
            let mut after = *self.from;
            after.men.clear(!U::COLOR, to.bb());
            let mut after = after.moved(U::COLOR, kind, from.bb() | to.bb());
            after.castling = castling & CASTLING_MASK[to.index()];
            self.below(&after);
        }
        for to in to & !enemies {
            let mut after = self.from.moved(U::COLOR, kind, from.bb() | to.bb());
            after.castling = castling;
            self.below(&after);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, step: i8, flag: Flag) {
        for to in to {
            let mut after = *self.from;
            if flag == Flag::Capture {
                after.men.clear(!U::COLOR, to.bb());
                after.castling &= CASTLING_MASK[to.index()];
            }
            let mut after = after.moved(U::COLOR, Kind::Pawn, to.offset(-step).bb() | to.bb());
            if flag == Flag::Double {
                let over = to.offset(-step / 2);
                let near = attacks::pawn(U::COLOR, over) & after.men.pieces(!U::COLOR, Kind::Pawn);
                after.en_passant = near.not_empty().then_some(over);
            }
            self.below(&after);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, step: i8, capture: bool) {
        for to in to {
            let mut before = *self.from;
            if capture {
                before.men.clear(!U::COLOR, to.bb());
                before.castling &= CASTLING_MASK[to.index()];
            }
            for kind in [Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop] {
                let mut after = before.moved(U::COLOR, Kind::Pawn, to.offset(-step).bb());
                after.men.toggle(U::COLOR, kind, to.bb());
                self.below(&after);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        let mut after = self.from.moved(U::COLOR, Kind::Pawn, from.bb() | to.bb());
        after.men.clear(!U::COLOR, to.offset(-U::COLOR.up()).bb());
        self.below(&after);
    }

    #[inline(always)]
    fn castle(&mut self, from: Square, to: Square) {
        let mut after = self.from.moved(U::COLOR, Kind::King, from.bb() | to.bb());
        let home = Square::at(if to.file() == 6 { 7 } else { 0 }, to.rank());
        let beside = Square::new((from.index() + to.index()) as u8 / 2);
        after.men.toggle(U::COLOR, Kind::Rook, home.bb() | beside.bb());
        after.castling &= CASTLING_MASK[from.index()];
        self.below(&after);
    }
}
