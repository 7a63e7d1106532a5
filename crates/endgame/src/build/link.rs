//! The table that a capture or promotion leads to, and the order of its slots.

use std::sync::Arc;

use shakmaty::{Color, Piece, Role};

use crate::file::loaded::{LoadedTable, LoadedTables};
use crate::index::kings::are_adjacent;
use crate::index::material::{Material, slot_order};
use crate::index::numbering::{MAX_SLOTS, Squares};
use crate::score::Score;

/// The target of a kind of capture or promotion, with the mapping of slots to the target's slots.
#[derive(Debug)]
pub(crate) struct Link {
    /// The table; `None` if only the kings are left.
    table: Option<Arc<LoadedTable>>,
    /// Whether the table has the colors exchanged.
    flip: bool,
    order: [u8; MAX_SLOTS],
}

impl Link {
    /// The link of a move that captures slot `victim` and promotes slot `promoted`; `None` if the table is missing.
    pub(crate) fn new(
        slots: &[Piece],
        victim: Option<usize>,
        promoted: Option<(usize, Role)>,
        tables: &LoadedTables,
    ) -> Option<Link> {
        let mut pieces: Vec<(usize, Piece)> = slots.iter().copied().enumerate().collect();
        if let Some((slot, role)) = promoted {
            pieces[slot].1.role = role;
        }
        pieces.retain(|(slot, _)| Some(*slot) != victim);
        let (material, flip) = Material::from_pieces(pieces.iter().map(|(_, p)| *p));
        if flip {
            pieces.iter_mut().for_each(|(_, p)| p.color = !p.color);
        }
        pieces.sort_by_key(|(_, p)| slot_order(*p));
        let mut order = [0; MAX_SLOTS];
        order.iter_mut().zip(&pieces).for_each(|(o, (slot, _))| *o = *slot as u8);
        let table = match material {
            Material::BARE_KINGS => None,
            _ => Some(tables.get(&material)?.clone()),
        };
        Some(Link { table, flip, order })
    }

    #[inline]
    pub(crate) fn score(&self, turn: Color, white_king: u8, black_king: u8, squares: &Squares) -> Score {
        match &self.table {
            None if are_adjacent(white_king, black_king) => Score::ILLEGAL,
            None => Score::DRAW,
            Some(table) if self.flip => {
                let squares = self.order.map(|slot| squares[usize::from(slot)] ^ 56);
                table.score(!turn, black_king ^ 56, white_king ^ 56, &squares)
            }
            Some(table) => {
                let squares = self.order.map(|slot| squares[usize::from(slot)]);
                table.score(turn, white_king, black_king, &squares)
            }
        }
    }
}
