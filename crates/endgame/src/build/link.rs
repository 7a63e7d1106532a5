//! The table that a capture or promotion leads to, and the order of its slots.

use std::sync::Arc;

use shakmaty::{Color, Piece, Role};

use crate::file::loaded::{LoadedTable, LoadedTables};
use crate::index::kings::touch;
use crate::index::material::{Material, slot_order};
use crate::index::numbering::{MAX_SLOTS, Squares};
use crate::score::Score;

/// Where a move leads: which table, and which of the moved-from position's men is which of the table's.
#[derive(Debug)]
pub(crate) struct Link {
    target: Target,
    /// The table has the colours the other way round.
    flip: bool,
    order: [u8; MAX_SLOTS],
}

#[derive(Debug)]
enum Target {
    /// Only kings are left.
    BareKings,
    Table(Arc<LoadedTable>),
}

impl Link {
    /// The link of the move after which `victim` is gone and `promoted` is another man.
    pub(crate) fn new(
        slots: &[Piece],
        victim: Option<usize>,
        promoted: Option<(usize, Role)>,
        tables: &LoadedTables,
    ) -> Option<Link> {
        let mut men: Vec<(usize, Piece)> = slots.iter().copied().enumerate().collect();
        if let Some((slot, role)) = promoted {
            men[slot].1.role = role;
        }
        men.retain(|(slot, _)| Some(*slot) != victim);
        let (material, flip) = Material::from_pieces(men.iter().map(|(_, m)| *m));
        if flip {
            men.iter_mut().for_each(|(_, m)| m.color = !m.color);
        }
        men.sort_by_key(|(_, m)| slot_order(*m));
        debug_assert!(men.iter().map(|(_, m)| *m).eq(material.slots()));
        let mut order = [0; MAX_SLOTS];
        order.iter_mut().zip(&men).for_each(|(o, (slot, _))| *o = *slot as u8);
        let target = match material {
            Material::BARE_KINGS => Target::BareKings,
            _ => Target::Table(tables.get(&material)?.clone()),
        };
        Some(Link { target, flip, order })
    }

    /// The score of the position led to, `turn` being to move there.
    #[inline]
    pub(crate) fn score(&self, turn: Color, white_king: u8, black_king: u8, squares: &Squares) -> Score {
        match &self.target {
            Target::BareKings if touch(white_king, black_king) => Score::ILLEGAL,
            Target::BareKings => Score::DRAW,
            Target::Table(table) if self.flip => {
                let squares = self.order.map(|slot| squares[usize::from(slot)] ^ 56);
                table.score(!turn, black_king ^ 56, white_king ^ 56, &squares)
            }
            Target::Table(table) => {
                let squares = self.order.map(|slot| squares[usize::from(slot)]);
                table.score(turn, white_king, black_king, &squares)
            }
        }
    }
}
