//! The state of the fast board, and its changes.

use roms::BLACK;
use roms::full::FULL_TERMS;

use super::full::counts;
use super::registers::Registers;
use crate::{Board, Move, Position};
use board::{CASTLING_MASK, Color, Cpu, Kind, PieceSets, Square, attacks};

/// Kinds of the victims that are pieces, in the order of [`Victim`], the best first.
pub(super) const VICTIMS: [Kind; 5] = [
    Kind::Queen,
    Kind::Rook,
    Kind::Bishop,
    Kind::Knight,
    Kind::Pawn,
];

/// A position on bitboards (copy-make). `C` is the CPU.
#[derive(Clone, Copy, Debug)]
pub struct Bitboards<C: Cpu> {
    pub(super) cpu: C,
    pub(super) sets: PieceSets,
    pub(super) registers: Registers,
    pub(super) turn: Color,
    /// The square a pawn has just stepped over, if a pawn of the mover's stands beside it; otherwise 0.
    pub(super) latch: u8,
    /// Castling rights: bit 0 White's king side, 1 White's queen side, 2 and 3 Black's.
    pub(super) rights: u8,
}

impl<C: Cpu> Bitboards<C> {
    /// The position of a plain board.
    pub fn new(cpu: C, position: &Position) -> Self {
        let turn = if position.white_to_move() {
            Color::White
        } else {
            Color::Black
        };
        let &Position { latch, rights, .. } = position;
        let mut board = Bitboards {
            cpu,
            sets: PieceSets::NONE,
            registers: Registers::default(),
            turn,
            latch,
            rights,
        };
        for square in Square::all() {
            let piece = position.board[square.index()];
            if let Some(kind) = roms::Kind::of(piece) {
                let color = if piece & BLACK == 0 {
                    Color::White
                } else {
                    Color::Black
                };
                board.put(color, kind_of(kind), square);
            }
        }
        board
    }

    /// Counts of each term for White and Black, in the order of `roms::full::TERMS`.
    pub fn full_counts(&self) -> [[i32; 2]; FULL_TERMS] {
        counts(self.cpu, &self.sets)
    }

    #[inline(always)]
    fn put(&mut self, color: Color, kind: Kind, square: Square) {
        self.sets.toggle(color, kind, square.bb());
        self.registers.put(color, kind, square);
    }

    #[inline(always)]
    fn take(&mut self, color: Color, kind: Kind, square: Square) {
        self.sets.toggle(color, kind, square.bb());
        self.registers.take(color, kind, square);
    }

    /// Makes a move. In place, because the copy of a board just changed waits for the changes to be stored.
    #[inline]
    pub(super) fn play(&mut self, m: Move) {
        let (us, them, from, to) = (
            self.turn,
            !self.turn,
            Square::new(m.from),
            Square::new(m.to),
        );
        let aggressor = kind_of(m.aggressor);
        if let Some(&victim) = VICTIMS.get(m.victim as usize) {
            let in_passing = aggressor == Kind::Pawn && self.in_passing().has(to);
            self.take(
                them,
                victim,
                if in_passing { to.offset(-us.up()) } else { to },
            );
        }
        self.take(us, aggressor, from);
        self.put(us, m.promotion.kind().map_or(aggressor, kind_of), to);
        if m.is_castling() {
            // The rook stands on the corner and goes to the square the king has crossed.
            let corner = if to > from {
                to.offset(1)
            } else {
                to.offset(-2)
            };
            self.take(us, Kind::Rook, corner);
            self.put(us, Kind::Rook, Square::new((m.from + m.to) / 2));
        }
        self.rights &= CASTLING_MASK[from.index()] & CASTLING_MASK[to.index()];
        self.latch = 0;
        if aggressor == Kind::Pawn && m.from.abs_diff(m.to) == 16 {
            // The pawns that attack the square stepped over are those that stand beside the pawn.
            let over = (m.from + m.to) / 2;
            let beside = attacks::pawn(us, Square::new(over)) & self.sets.pieces(them, Kind::Pawn);
            self.latch = if beside.is_empty() { 0 } else { over };
        }
        self.turn = them;
    }

    #[inline(always)]
    pub(super) fn king_is_attacked(&self, color: Color) -> bool {
        self.sets.attacked(
            self.cpu,
            self.sets.king(color),
            !color,
            self.sets.occupied(),
        )
    }

    /// A value from White's side as the mover sees it.
    #[inline(always)]
    pub(super) fn for_mover(&self, white: i16) -> i16 {
        if self.white_to_move() { white } else { -white }
    }
}

/// Equality of positions; the CPU does not count.
impl<C: Cpu> PartialEq for Bitboards<C> {
    fn eq(&self, other: &Self) -> bool {
        let state = |board: &Self| {
            (
                board.sets,
                board.registers,
                board.turn,
                board.latch,
                board.rights,
            )
        };
        state(self) == state(other)
    }
}

impl<C: Cpu> Eq for Bitboards<C> {}

#[inline(always)]
fn kind_of(kind: roms::Kind) -> Kind {
    Kind::ALL[kind as usize - 1]
}
