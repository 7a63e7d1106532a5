//! Which men stand on the board: the name of an ending, such as KQKR.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use shakmaty::{Board, Color, Piece, Role};
use thiserror::Error;

/// Most men, kings included, that tables are made for.
pub const MAX_PIECES: usize = 5;

/// The men besides the kings, in the order in which names list them.
pub(crate) const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The sort key of a piece's slot: pieces before pawns, White's before Black's, stronger before weaker.
pub(crate) fn slot_order(piece: Piece) -> u8 {
    let pawn = u8::from(piece.role == Role::Pawn);
    pawn << 4 | piece.color.fold_wb(0, 1) << 3 | role_index(piece.role) as u8
}

/// The men of an ending besides the two kings, the stronger side always White.
///
/// The stronger side is the one with more men, or else the one whose men come first in the order queen, rook,
/// bishop, knight, pawn. Positions in which Black is the stronger are looked up with colours exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// Men of White, of Black, by [`ROLES`].
    counts: [[u8; 5]; 2],
}

/// The text is no name of an ending of this project.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not an ending: two kings and 1 to {most} men, such as KQKR or KBBKN", most = MAX_PIECES - 2)]
pub struct UnknownMaterial(String);

impl Material {
    /// The two kings alone: every position is a draw, and no table is made.
    pub const BARE_KINGS: Material = Material { counts: [[0; 5]; 2] };

    /// The material of these counts, and whether colours had to be exchanged to make White the stronger.
    pub(crate) fn from_counts(counts: [[u8; 5]; 2]) -> (Material, bool) {
        let strength = |side: [u8; 5]| (side.iter().sum::<u8>(), side);
        let flip = strength(counts[0]) < strength(counts[1]);
        (Material { counts: if flip { [counts[1], counts[0]] } else { counts } }, flip)
    }

    /// The material of these men, and whether colours had to be exchanged to make White the stronger.
    pub(crate) fn from_pieces(men: impl IntoIterator<Item = Piece>) -> (Material, bool) {
        let mut counts = [[0; 5]; 2];
        for man in men {
            counts[side(man.color)][role_index(man.role)] += 1;
        }
        Material::from_counts(counts)
    }

    /// The material on `board`, and whether colours must be exchanged to make White the stronger.
    pub fn of_board(board: &Board) -> (Material, bool) {
        let count = |color, role| (board.by_color(color) & board.by_role(role)).count() as u8;
        Material::from_counts([Color::White, Color::Black].map(|color| ROLES.map(|role| count(color, role))))
    }

    /// All endings with so many men, kings included, in the order of their names' strength.
    pub fn all(men: usize) -> Vec<Material> {
        let mut found = BTreeSet::from([Material::BARE_KINGS]);
        for _ in 2..men {
            found = found.iter().flat_map(|m| m.with_one_more()).collect();
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

    /// Men on the board, kings included.
    pub fn piece_count(self) -> usize {
        2 + self.counts.iter().flatten().map(|&n| usize::from(n)).sum::<usize>()
    }

    /// Pawns of one colour.
    pub(crate) fn pawns(self, color: Color) -> usize {
        usize::from(self.counts[side(color)][4])
    }

    /// Whether any pawn stands on the board.
    pub fn has_pawns(self) -> bool {
        self.counts.iter().any(|c| c[4] > 0)
    }

    /// The men besides the kings in the order in which tables number them: White's pieces, Black's pieces,
    /// White's pawns, Black's pawns. Like men are neighbours.
    pub(crate) fn slots(self) -> Vec<Piece> {
        let mut slots = Vec::new();
        for roles in [&ROLES[..4], &ROLES[4..]] {
            for color in [Color::White, Color::Black] {
                for &role in roles {
                    let n = self.counts[side(color)][role_index(role)];
                    slots.extend((0..n).map(|_| Piece { color, role }));
                }
            }
        }
        slots
    }

    /// The endings that one capture, promotion, or both at once leads to, without [`Material::BARE_KINGS`].
    pub fn successors(self) -> BTreeSet<Material> {
        let slots = self.slots();
        let mut found = BTreeSet::new();
        for (i, mover) in slots.iter().enumerate() {
            let captures =
                slots.iter().enumerate().filter(|(_, v)| v.color != mover.color).map(|(v, _)| Some(v));
            for victim in captures.chain([None]) {
                let promotions = if mover.role == Role::Pawn { &ROLES[..4] } else { &[] };
                for &role in promotions.iter().chain([&mover.role]) {
                    let men = slots.iter().enumerate().filter(|&(s, _)| Some(s) != victim);
                    let men = men.map(|(s, &m)| if s == i { Piece { role, ..m } } else { m });
                    found.insert(Material::from_pieces(men).0);
                }
            }
        }
        // The kings capture too.
        for victim in 0..slots.len() {
            let men = slots.iter().enumerate().filter(|&(s, _)| s != victim).map(|(_, &m)| m);
            found.insert(Material::from_pieces(men).0);
        }
        found.remove(&self);
        found.remove(&Material::BARE_KINGS);
        found
    }

    /// This ending and all that any play leads to from it, sub-endings before those that need them.
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

fn side(color: Color) -> usize {
    color.fold_wb(0, 1)
}

fn role_index(role: Role) -> usize {
    match role {
        Role::Queen => 0,
        Role::Rook => 1,
        Role::Bishop => 2,
        Role::Knight => 3,
        Role::Pawn => 4,
        Role::King => unreachable!("kings are not counted"),
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for counts in self.counts {
            f.write_str("K")?;
            for (role, n) in ROLES.iter().zip(counts) {
                (0..n).try_for_each(|_| write!(f, "{}", role.upper_char()))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = UnknownMaterial;

    /// Reads names such as `KQKR`, `krpkr` or `KQvKR`; with the weaker side first they mean the same ending.
    fn from_str(text: &str) -> Result<Material, UnknownMaterial> {
        let unknown = || UnknownMaterial(text.to_owned());
        let mut counts = [[0u8; 5]; 2];
        let mut kings = 0;
        for c in text.chars().filter(|&c| c != 'v') {
            match Role::from_char(c) {
                Some(Role::King) if kings < 2 => kings += 1,
                Some(role) if kings > 0 && role != Role::King => counts[kings - 1][role_index(role)] += 1,
                _ => return Err(unknown()),
            }
        }
        let men = 2 + counts.iter().flatten().map(|&n| usize::from(n)).sum::<usize>();
        if kings != 2 || !(3..=MAX_PIECES).contains(&men) {
            return Err(unknown());
        }
        Ok(Material::from_counts(counts).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(materials: impl IntoIterator<Item = Material>) -> Vec<String> {
        materials.into_iter().map(|m| m.to_string()).collect()
    }

    #[test]
    fn there_are_thirty_five_endings_of_three_and_four_men_and_110_of_five() {
        assert_eq!((3..=5).map(|men| Material::all(men).len()).collect::<Vec<_>>(), [5, 30, 110]);
    }

    #[test]
    fn the_stronger_side_is_white() {
        for (text, name) in [("KRKQ", "KQKR"), ("KNvKBB", "KBBKN"), ("KPKQP", "KQPKP"), ("KNBK", "KBNK")] {
            assert_eq!(text.parse::<Material>().unwrap().to_string(), name);
        }
        for text in ["", "K", "KK", "QKR", "KQKRK", "KQQQQK", "KQxK"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_pawn_leads_to_every_piece() {
        let kpk: Material = "KPK".parse().unwrap();
        assert_eq!(names(kpk.successors()), ["KNK", "KBK", "KRK", "KQK"]);
        let all = "KPKP".parse::<Material>().unwrap().with_all_successors();
        let place = |name: &str| all.iter().position(|m| m.to_string() == name).unwrap();
        assert!(
            place("KQK") < place("KQKQ") && place("KQKQ") < place("KQKP") && place("KQKP") < place("KPKP")
        );
    }
}
