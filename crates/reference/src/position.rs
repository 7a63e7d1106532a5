//! A position in the registers of the machine: 64 piece registers, the side to move, en-passant
//! latch and rights.

use roms::{BLACK, EMPTY, HASH_CASTLING, HASH_EN_PASSANT, HASH_PIECE, Kind};
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Position as _, Square};

use super::{Move, Victim};

/// A position in the machine's terms. Equal positions are repetitions of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Piece codes of `roms`, a1 first.
    pub board: [u8; 64],
    /// Whether White is to move.
    pub white: bool,
    /// The square a pawn has just stepped over, if a pawn of the mover's stands beside it;
    /// otherwise 0.
    pub latch: u8,
    /// Castling rights: bit 0 White's king side, 1 White's queen side, 2 and 3 Black's.
    pub rights: u8,
}

/// First squares of kings and rooks, with the rights lost when a piece leaves or arrives there.
const CASTLING_SQUARES: [(u8, u8); 6] = [
    (4, 0b0011),
    (7, 0b0001),
    (0, 0b0010),
    (60, 0b1100),
    (63, 0b0100),
    (56, 0b1000),
];

impl Position {
    /// The 48-bit key: the board's hash with the words of latch and rights exclusive-ored in. The
    /// side to move is not part of it.
    pub fn key(&self) -> u64 {
        let board = (0..64).fold(0, |key, square| {
            key ^ HASH_PIECE[square][usize::from(self.board[square])]
        });
        board ^ HASH_EN_PASSANT[usize::from(self.latch)] ^ HASH_CASTLING[usize::from(self.rights)]
    }

    /// Whether `piece` is one of White's pieces if `white`, otherwise of Black's.
    pub(super) fn is_of(piece: u8, white: bool) -> bool {
        piece != EMPTY && (piece & BLACK == 0) == white
    }

    pub(super) fn code(kind: Kind, white: bool) -> u8 {
        if white { kind.white() } else { kind.black() }
    }

    pub(super) fn king(&self, white: bool) -> usize {
        let king = Self::code(Kind::King, white);
        self.board
            .iter()
            .position(|&piece| piece == king)
            .expect("both sides have a king")
    }

    /// The position after a move of this position, which may leave the king to be taken.
    pub fn after(&self, m: Move) -> Position {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let mut next = *self;
        if m.victim == Victim::Pawn && self.board[to] == EMPTY {
            next.board[behind(to, self.white)] = EMPTY;
        }
        next.board[to] = match m.promotion.kind() {
            Some(kind) => Self::code(kind, self.white),
            None => self.board[from],
        };
        next.board[from] = EMPTY;
        if m.is_castling() {
            // The rook stands on the corner and goes to the square the king has crossed.
            let (corner, crossed) = if to > from {
                (to + 1, to - 1)
            } else {
                (to - 2, to + 1)
            };
            next.board[crossed] = next.board[corner];
            next.board[corner] = EMPTY;
        }
        for (home, lost) in CASTLING_SQUARES {
            if m.from == home || m.to == home {
                next.rights &= !lost;
            }
        }
        next.white = !self.white;
        let double_step = m.aggressor == Kind::Pawn && from.abs_diff(to) == 16;
        let enemy_pawn_beside = |file_step| match step(to, (file_step, 0)) {
            Some(square) => next.board[square] == Self::code(Kind::Pawn, next.white),
            None => false,
        };
        next.latch = if double_step && (enemy_pawn_beside(-1) || enemy_pawn_beside(1)) {
            (m.from + m.to) / 2
        } else {
            0
        };
        next
    }

    /// A value from White's side as the mover sees it.
    pub(super) fn for_mover(&self, white_value: i16) -> i16 {
        if self.white {
            white_value
        } else {
            -white_value
        }
    }

    /// Mirrored position: the colors exchanged and the board flipped.
    pub fn mirrored(&self) -> Position {
        let mut out = *self;
        for square in 0..64 {
            let piece = self.board[square ^ 56];
            out.board[square] = if piece == EMPTY { EMPTY } else { piece ^ BLACK };
        }
        out.white = !self.white;
        out.latch = if self.latch == 0 { 0 } else { self.latch ^ 56 };
        out.rights = self.rights >> 2 | (self.rights & 3) << 2;
        out
    }
}

/// The square one step away, or `None` beyond the edge. A step is (files, ranks).
pub(super) fn step(square: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let (file, rank) = ((square & 7) as i8 + files, (square >> 3) as i8 + ranks);
    if !(0..8).contains(&file) || !(0..8).contains(&rank) {
        return None;
    }
    Some((rank as usize) << 3 | file as usize)
}

/// The square a pawn that steps to `square` comes from.
pub(super) fn behind(square: usize, white: bool) -> usize {
    if white { square - 8 } else { square + 8 }
}

impl From<&Chess> for Position {
    fn from(chess: &Chess) -> Position {
        let mut board = [EMPTY; 64];
        for (square, piece) in chess.board().clone() {
            let kind = Kind::ALL[piece.role as usize - 1];
            board[usize::from(square)] = Position::code(kind, piece.color.is_white());
        }
        let mut rights = 0;
        for (bit, color, side, rook) in [
            (1, Color::White, CastlingSide::KingSide, Square::H1),
            (2, Color::White, CastlingSide::QueenSide, Square::A1),
            (4, Color::Black, CastlingSide::KingSide, Square::H8),
            (8, Color::Black, CastlingSide::QueenSide, Square::A8),
        ] {
            if chess.castles().rook(color, side) == Some(rook) {
                rights |= bit;
            }
        }
        let latch = match chess.ep_square(EnPassantMode::PseudoLegal) {
            Some(square) => u8::from(square),
            None => 0,
        };
        Position {
            board,
            white: chess.turn().is_white(),
            latch,
            rights,
        }
    }
}
