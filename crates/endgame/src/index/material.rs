//! The material of an ending, and its name, such as KQKR.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use shakmaty::{Board, Color, Piece, Role};
use thiserror::Error;

/// Most pieces, kings included, that tables are built for.
pub const MAX_PIECES: usize = 6;
/// The roles besides the king, in the order in which names list them.
pub(crate) const ROLES: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// The material of an ending besides the two kings, with the stronger side as White. The stronger
/// side has more pieces, or else the stronger ones in the order queen, rook, bishop, knight, pawn.
/// Positions in which Black is stronger are probed with colors exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// Numbers of White's and of Black's pieces, by [`ROLES`].
    counts: [[u8; 5]; 2],
}

/// The text does not name an ending that tables are built for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}' is not an ending: expected two kings and 1 to {most} other pieces, such as KQKR or \
     KBBKN",
    most = MAX_PIECES - 2
)]
pub struct UnknownMaterial(String);

impl Material {
    /// The two kings alone: always a draw, so there is no table.
    pub const BARE_KINGS: Material = Material {
        counts: [[0; 5]; 2],
    };

    /// The material of these counts, and whether the colors had to be exchanged.
    pub(crate) fn from_counts(counts: [[u8; 5]; 2]) -> (Material, bool) {
        let strength = |side: [u8; 5]| (side.iter().sum::<u8>(), side);
        let flip = strength(counts[0]) < strength(counts[1]);
        (
            Material {
                counts: if flip { [counts[1], counts[0]] } else { counts },
            },
            flip,
        )
    }

    /// The material of these pieces, and whether the colors had to be exchanged.
    pub(crate) fn from_pieces(pieces: impl IntoIterator<Item = Piece>) -> (Material, bool) {
        let mut counts = [[0; 5]; 2];
        for piece in pieces {
            counts[side(piece.color)][role_index(piece.role)] += 1;
        }
        Material::from_counts(counts)
    }

    /// The material on `board`, and whether the colors must be exchanged to make White stronger.
    pub fn of_board(board: &Board) -> (Material, bool) {
        let count = |color, role| (board.by_color(color) & board.by_role(role)).count() as u8;
        Material::from_counts(
            [Color::White, Color::Black].map(|color| ROLES.map(|role| count(color, role))),
        )
    }

    /// All endings with `pieces` pieces, kings included, strongest first.
    pub fn all(pieces: usize) -> Vec<Material> {
        let mut found = BTreeSet::from([Material::BARE_KINGS]);
        for _ in 2..pieces {
            let fewer = std::mem::take(&mut found);
            for material in fewer {
                found.extend(material.with_one_more());
            }
        }
        found.into_iter().rev().collect()
    }

    fn with_one_more(self) -> impl Iterator<Item = Material> {
        (0..10).map(move |i| {
            let mut counts = self.counts;
            counts[i / 5][i % 5] += 1;
            Material::from_counts(counts).0
        })
    }

    /// Pieces on the board, kings included.
    pub fn piece_count(self) -> usize {
        piece_count(&self.counts)
    }

    pub(crate) fn pawns(self, color: Color) -> usize {
        usize::from(self.counts[side(color)][4])
    }

    /// Whether there are any pawns.
    pub fn has_pawns(self) -> bool {
        self.counts.iter().any(|c| c[4] > 0)
    }

    /// The pieces besides the kings in table order: by [`slot_order`], like pieces adjacent.
    pub(crate) fn slots(self) -> Vec<Piece> {
        let mut slots = Vec::new();
        for color in [Color::White, Color::Black] {
            for (role, n) in ROLES.into_iter().zip(self.counts[side(color)]) {
                slots.extend((0..n).map(|_| Piece { color, role }));
            }
        }
        slots.sort_by_key(|piece| slot_order(*piece));
        slots
    }

    /// The endings reached by one capture, promotion, or both, except [`Material::BARE_KINGS`].
    pub fn successors(self) -> BTreeSet<Material> {
        let slots = self.slots();
        let all = || slots.iter().copied().enumerate();
        let mut found = BTreeSet::new();
        for (mover, piece) in all() {
            let captures = all()
                .filter(|(_, v)| v.color != piece.color)
                .map(|(v, _)| Some(v));
            for victim in captures.chain([None]) {
                let promotions = if piece.role == Role::Pawn {
                    &ROLES[..4]
                } else {
                    &[]
                };
                for &role in promotions.iter().chain([&piece.role]) {
                    let left = all().filter(|&(s, _)| Some(s) != victim);
                    let left = left.map(|(s, p)| if s == mover { Piece { role, ..p } } else { p });
                    found.insert(Material::from_pieces(left).0);
                }
            }
        }
        // Captures by the kings.
        for victim in 0..slots.len() {
            let left = all().filter(|&(s, _)| s != victim).map(|(_, p)| p);
            found.insert(Material::from_pieces(left).0);
        }
        found.remove(&self);
        found.remove(&Material::BARE_KINGS);
        found
    }

    /// This ending and all that play can lead to, each after the endings it depends on.
    pub fn with_all_successors(self) -> Vec<Material> {
        let mut order = Vec::new();
        self.visit(&mut order);
        order
    }

    fn visit(self, order: &mut Vec<Material>) {
        if !order.contains(&self) {
            self.successors().into_iter().for_each(|m| m.visit(order));
            order.push(self);
        }
    }
}

/// The sort key of a piece's slot: pawns last, then White's before Black's, then stronger before
/// weaker.
pub(crate) fn slot_order(piece: Piece) -> usize {
    usize::from(piece.role == Role::Pawn) << 4 | side(piece.color) << 3 | role_index(piece.role)
}

fn side(color: Color) -> usize {
    color.fold_wb(0, 1)
}

fn role_index(role: Role) -> usize {
    Role::Queen as usize - role as usize
}

fn piece_count(counts: &[[u8; 5]; 2]) -> usize {
    2 + counts
        .iter()
        .flatten()
        .map(|&n| usize::from(n))
        .sum::<usize>()
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = |(role, &n): (&Role, &u8)| role.upper_char().to_string().repeat(usize::from(n));
        let side = |counts: &[u8; 5]| {
            format!(
                "K{}",
                ROLES.iter().zip(counts).map(role).collect::<String>()
            )
        };
        f.pad(&self.counts.each_ref().map(side).concat())
    }
}

impl FromStr for Material {
    type Err = UnknownMaterial;

    /// Reads names such as `KQKR`, `krpkr` or `KQvKR`; the weaker side may come first.
    fn from_str(text: &str) -> Result<Material, UnknownMaterial> {
        let unknown = || UnknownMaterial(text.to_owned());
        let mut counts = [[0u8; 5]; 2];
        let mut kings = 0;
        for c in text.chars().filter(|&c| c != 'v') {
            match Role::from_char(c) {
                Some(Role::King) if kings < 2 => kings += 1,
                Some(role) if kings > 0 && role != Role::King => {
                    counts[kings - 1][role_index(role)] += 1
                }
                _ => return Err(unknown()),
            }
        }
        if kings != 2 || !(3..=MAX_PIECES).contains(&piece_count(&counts)) {
            return Err(unknown());
        }
        Ok(Material::from_counts(counts).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_to_six_pieces_counts() {
        assert_eq!(
            (3..=6)
                .map(|pieces| Material::all(pieces).len())
                .collect::<Vec<_>>(),
            [5, 30, 110, 365]
        );
    }

    #[test]
    fn name_either_order_stronger_side_white() {
        for (text, name) in [
            ("KRKQ", "KQKR"),
            ("KNvKBB", "KBBKN"),
            ("KPKQP", "KQPKP"),
            ("KNBK", "KBNK"),
        ] {
            assert_eq!(text.parse::<Material>().unwrap().to_string(), name);
        }
        for text in ["", "K", "KK", "QKR", "KQKRK", "KQQQQQK", "KQxK"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }

    #[test]
    fn successors_pawn_promotes_to_every_piece() {
        let names = |all: Vec<Material>| all.iter().map(Material::to_string).collect::<Vec<_>>();
        let kpk: Material = "KPK".parse().unwrap();
        assert_eq!(
            names(Vec::from_iter(kpk.successors())),
            ["KNK", "KBK", "KRK", "KQK"]
        );
        let all = names("KPKP".parse::<Material>().unwrap().with_all_successors());
        let order =
            ["KQK", "KQKQ", "KQKP", "KPKP"].map(|name| all.iter().position(|m| m == name).unwrap());
        assert!(order.is_sorted(), "{all:?}");
    }
}
