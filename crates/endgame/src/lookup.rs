//! A whole table in memory, and how a move that leaves a slice finds the value of where it leads.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use shakmaty::{Color, Role};

use crate::index::{Index, MAX_SLOTS, Squares};
use crate::kings::touch;
use crate::material::{Man, Material};
use crate::score::{ORDINALS, Score};
use crate::store::{Place, Store};

/// The values of one ending, one byte a position: a number in the palette of its side to move.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) index: Index,
    /// For White and for Black to move.
    pub(crate) codes: [Store<u8>; 2],
    pub(crate) palettes: [Vec<Score>; 2],
}

impl Loaded {
    /// A table without values yet.
    pub(crate) fn empty(index: Index, place: Place<'_>) -> io::Result<Loaded> {
        let codes = [Store::zeroed(index.len(), place)?, Store::zeroed(index.len(), place)?];
        Ok(Loaded { index, codes, palettes: [Vec::new(), Vec::new()] })
    }

    /// Whether its values lie in memory.
    pub(crate) fn in_memory(&self) -> bool {
        self.codes.iter().any(Store::in_memory)
    }

    /// The score of a position whose men stand on different squares.
    #[inline]
    pub(crate) fn score(&self, turn: Color, white_king: u8, black_king: u8, squares: &Squares) -> Score {
        match self.index.of(white_king, black_king, squares) {
            Some(number) => {
                let turn = turn.fold_wb(0, 1);
                self.palettes[turn][usize::from(self.codes[turn][number])]
            }
            None => Score::ILLEGAL,
        }
    }

    /// Gives every score in `present` (by [`Score::ordinal`]) a code, and returns the codes by ordinal; `None` if
    /// there are more than 256.
    pub(crate) fn extend_palette(
        &mut self,
        turn: usize,
        present: &[bool; ORDINALS],
    ) -> Option<[u8; ORDINALS]> {
        let palette = &mut self.palettes[turn];
        for (ordinal, _) in present.iter().enumerate().filter(|(_, p)| **p) {
            let score = Score::from_ordinal(ordinal);
            if !palette.contains(&score) {
                palette.push(score);
            }
        }
        let mut codes = [0; ORDINALS];
        for (code, score) in palette.iter().enumerate() {
            codes[score.ordinal()] = u8::try_from(code).ok()?;
        }
        Some(codes)
    }
}

/// Whole tables by their material.
pub(crate) type LoadedTables = HashMap<Material, Arc<Loaded>>;

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
    Table(Arc<Loaded>),
}

impl Link {
    /// The link of the move after which `victim` is gone and `promoted` is another man.
    pub(crate) fn new(
        slots: &[Man],
        victim: Option<usize>,
        promoted: Option<(usize, Role)>,
        tables: &LoadedTables,
    ) -> Option<Link> {
        let mut men: Vec<(usize, Man)> = slots.iter().copied().enumerate().collect();
        if let Some((slot, role)) = promoted {
            men[slot].1.role = role;
        }
        men.retain(|(slot, _)| Some(*slot) != victim);
        let (material, flip) = Material::from_men(men.iter().map(|(_, m)| *m));
        if flip {
            men.iter_mut().for_each(|(_, m)| m.color = !m.color);
        }
        men.sort_by_key(|(_, m)| m.slot_order());
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
