//! The lazy value computed from the board, as the machine's incremental registers must hold it.

use roms::{
    CENTRALIZATION, Kind, MATERIAL, PIECE_SQUARE, SAFETY, STAGE, STAGE_CLASS, WING_NONE, king_wing,
    wing_bit,
};

use super::Position;

/// The terms of the lazy value, in centipawns. Pairs are White's and Black's, each from its own
/// side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LazyTerms {
    /// Material, from White's side.
    pub material: i16,
    /// Piece-square values, from White's side.
    pub piece_square: i16,
    /// The stage register: the pieces of both sides, by weight.
    pub stage: u8,
    /// The stage class (0 to 7) that the register is reduced to.
    pub class: u8,
    /// The wing registers: White's king's and queen's wing, then Black's.
    pub wings: [[u16; 2]; 2],
    /// Value of the king's square.
    pub centralization: [i16; 2],
    /// Value of the pawns on the king's wing; 0 if it is on none.
    pub safety: [i16; 2],
}

impl LazyTerms {
    /// The terms of a position.
    pub fn of(position: &Position) -> LazyTerms {
        let mut out = LazyTerms::default();
        let mut kings = [0; 2];
        for (square, &piece) in position.board.iter().enumerate() {
            let piece = usize::from(piece);
            let Some(kind) = Kind::of(piece as u8) else {
                continue;
            };
            out.material += MATERIAL[piece];
            out.piece_square += PIECE_SQUARE[square][piece];
            out.stage += STAGE[piece];
            let side = usize::from(!Position::is_of(piece as u8, true));
            // Black sees the board from the other end.
            let own = if side == 0 { square } else { square ^ 56 };
            match kind {
                Kind::King => kings[side] = own,
                Kind::Pawn => {
                    if let Some((wing, bit)) = wing_bit(own) {
                        out.wings[side][wing] |= 1 << bit;
                    }
                }
                _ => {}
            }
        }
        out.class = STAGE_CLASS[usize::from(out.stage)];
        for (side, king) in kings.into_iter().enumerate() {
            let class = usize::from(out.class);
            out.centralization[side] = CENTRALIZATION[class][king];
            let wing = king_wing(king);
            if wing != WING_NONE {
                out.safety[side] = SAFETY[class][usize::from(out.wings[side][wing])];
            }
        }
        out
    }

    /// The addends by name, from White's side: their sum is [`LazyTerms::white`].
    pub fn named(&self) -> [(&'static str, i16); 6] {
        [
            ("material", self.material),
            ("piece-square", self.piece_square),
            ("White's centralization", self.centralization[0]),
            ("Black's centralization", -self.centralization[1]),
            ("White's king safety", self.safety[0]),
            ("Black's king safety", -self.safety[1]),
        ]
    }

    /// The lazy value from White's side.
    pub fn white(&self) -> i16 {
        self.named().iter().map(|&(_, value)| value).sum()
    }
}
