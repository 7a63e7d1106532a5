//! Random legal positions of an ending.

use rand::Rng;
use shakmaty::{Chess, Color};

use crate::index::MAX_SLOTS;
use crate::layout::Row;
use crate::material::Material;
use crate::position::chess;

/// Draws a legal position of `material`, every one as likely as any other; without castling and en-passant rights.
pub fn random_position(material: Material, rng: &mut impl Rng) -> Chess {
    let slots = material.slots();
    loop {
        let turn = if rng.random() { Color::White } else { Color::Black };
        let mut squares = [0; MAX_SLOTS];
        squares[..slots.len()].fill_with(|| rng.random_range(0..64));
        let row = Row { white_king: rng.random_range(0..64), squares };
        if let Some(position) = chess(&slots, &row, rng.random_range(0..64), turn) {
            return position;
        }
    }
}
