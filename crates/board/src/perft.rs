//! Perft: the number of leaves of the game tree.
//!
//! It works on bare piece sets without keys, values or move lists; moves at the last ply are counted in bulk.

use std::marker::PhantomData;

use super::generate::Count;
use super::make::CASTLING_MASK;
use super::movegen::{Black, MoveGen, Side, Sink, White};
use super::piece_sets::PieceSets;
use super::{Bitboard, Board, Color, Cpu, Flag, Kernel, Kind, PieceSquareTable, Square, attacks};

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// Number of legal move sequences of `depth` plies.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let bare = Bare { sets: self.sets, castling: self.castling, en_passant: self.en_passant };
        match self.turn {
            Color::White => bare.leaves::<C, White>(self.cpu, depth),
            Color::Black => bare.leaves::<C, Black>(self.cpu, depth),
        }
    }
}

/// State on which moves depend. The en-passant square is set if an enemy pawn stands beside, legal or not.
#[derive(Clone, Copy)]
struct Bare {
    sets: PieceSets,
    castling: u8,
    en_passant: Option<Square>,
}

impl Bare {
    /// Number of leaves `depth` plies (1 or more) below, with `U` to move.
    #[inline(always)]
    fn leaves<C: Cpu, U: Side>(&self, cpu: C, depth: u32) -> u64 {
        if depth == 1 {
            cpu.vectorize(Last { cpu, from: self, side: PhantomData::<U> })
        } else {
            cpu.vectorize(Walk { cpu, from: self, depth, leaves: 0, side: PhantomData::<U> })
        }
    }

    #[inline(always)]
    fn movegen<C: Cpu, U: Side>(&self, cpu: C) -> MoveGen<'_, C> {
        MoveGen {
            cpu,
            sets: &self.sets,
            king_threats: self.sets.king_threats(U::COLOR),
            castling: self.castling,
            en_passant: self.en_passant,
        }
    }

    /// The state after a piece of `us` moves between the two squares of `path`.
    #[inline(always)]
    fn moved(&self, us: Color, kind: Kind, path: Bitboard) -> Bare {
        let mut after = Bare { en_passant: None, ..*self };
        after.sets.toggle(us, kind, path);
        after
    }
}

/// Counts the moves of the last ply.
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
        self.from.movegen::<C, U>(self.cpu).generate::<_, U, true, true>(&mut count);
        u64::from(count.moves)
    }
}

/// Makes each move and counts the leaves below.
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
        self.from.movegen::<C, U>(self.cpu).generate::<_, U, true, true>(&mut self);
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
    fn piece_moves(&mut self, kind: Kind, from: Square, to: Bitboard, enemies: Bitboard) {
        // A queen's moves are generated as a bishop's and a rook's.
        let queen = matches!(kind, Kind::Bishop | Kind::Rook) && self.from.sets.kind(Kind::Queen).has(from);
        let kind = if queen { Kind::Queen } else { kind };
        let castling = self.from.castling & CASTLING_MASK[from.index()];
        for to in to & enemies {
            let mut after = *self.from;
            after.sets.clear(!U::COLOR, to.bb());
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
                after.sets.clear(!U::COLOR, to.bb());
                after.castling &= CASTLING_MASK[to.index()];
            }
            let mut after = after.moved(U::COLOR, Kind::Pawn, to.offset(-step).bb() | to.bb());
            if flag == Flag::Double {
                let over = to.offset(-step / 2);
                let near = attacks::pawn(U::COLOR, over) & after.sets.pieces(!U::COLOR, Kind::Pawn);
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
                before.sets.clear(!U::COLOR, to.bb());
                before.castling &= CASTLING_MASK[to.index()];
            }
            for kind in [Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop] {
                let mut after = before.moved(U::COLOR, Kind::Pawn, to.offset(-step).bb());
                after.sets.toggle(U::COLOR, kind, to.bb());
                self.below(&after);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        let mut after = self.from.moved(U::COLOR, Kind::Pawn, from.bb() | to.bb());
        after.sets.clear(!U::COLOR, to.offset(-U::COLOR.up()).bb());
        self.below(&after);
    }

    #[inline(always)]
    fn castle(&mut self, from: Square, to: Square) {
        let mut after = self.from.moved(U::COLOR, Kind::King, from.bb() | to.bb());
        let home = Square::at(if to.file() == 6 { 7 } else { 0 }, to.rank());
        let beside = Square::new((from.index() + to.index()) as u8 / 2);
        after.sets.toggle(U::COLOR, Kind::Rook, home.bb() | beside.bb());
        after.castling &= CASTLING_MASK[from.index()];
        self.below(&after);
    }
}
