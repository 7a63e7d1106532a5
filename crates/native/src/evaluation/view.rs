//! A position seen from a side, and the side's attacks.

use super::pawns::Structure;
use super::sink::Position;
use board::{Bitboard, Color, Cpu};

/// A side, with its position and pawn structure.
#[derive(Clone, Copy)]
pub(super) struct View<'a, C: Cpu> {
    pub(super) board: &'a Position<C>,
    pub(super) structure: &'a Structure,
    pub(super) color: Color,
}

/// Squares that a side attacks.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacks {
    pub(super) all: Bitboard,
    pub(super) twice: Bitboard,
    /// By knights, bishops, rooks, queens.
    pub(super) by_kind: [Bitboard; 4],
    /// Units of pressure on the enemy king (king.rs), and number of attacking pieces.
    pub(super) pressure: i32,
    pub(super) attackers: i32,
}
