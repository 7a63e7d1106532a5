//! Piece sets: bitboards by kind and color, all that move generation needs.

use super::{Bitboard, Color, Cpu, Kind, Piece, Square, attacks};

/// Pieces of a position by kind and by color; one cache line, aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PieceSets {
    /// Sets by kind, then by color.
    sets: [Bitboard; 8],
}

/// Index of the first set by color.
const COLORS: usize = 6;

impl PieceSets {
    /// No piece.
    pub const NONE: PieceSets = PieceSets {
        sets: [Bitboard::EMPTY; 8],
    };

    /// Sets by kind, then by color.
    #[inline(always)]
    pub fn sets(&self) -> &[Bitboard; 8] {
        &self.sets
    }

    /// All pieces of a kind, of both colors.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.sets[kind as usize]
    }

    /// All pieces of a color.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.sets[COLORS + color as usize]
    }

    /// Pieces of a color and kind.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// Occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.color(Color::White) | self.color(Color::Black)
    }

    /// Bishops and queens of both colors.
    #[inline(always)]
    pub fn bishops_and_queens(&self) -> Bitboard {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }

    /// Rooks and queens of both colors.
    #[inline(always)]
    pub fn rooks_and_queens(&self) -> Bitboard {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }

    /// Square of a king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Square::new(self.pieces(color, Kind::King).0.trailing_zeros() as u8)
    }

    /// Toggles pieces of a kind on these squares.
    #[inline(always)]
    pub fn toggle(&mut self, color: Color, kind: Kind, squares: Bitboard) {
        self.sets[kind as usize] ^= squares;
        self.sets[COLORS + color as usize] ^= squares;
    }

    /// Toggles a piece on these squares.
    #[inline(always)]
    pub fn toggle_piece(&mut self, piece: Piece, squares: Bitboard) {
        self.sets[piece.kind_index()] ^= squares;
        self.sets[COLORS + (piece.index() & 1)] ^= squares;
    }

    /// Removes the pieces of `color` from these squares, on which there is no king and no piece of
    /// the other color.
    #[inline(always)]
    pub fn clear(&mut self, color: Color, squares: Bitboard) {
        for kind in [
            Kind::Pawn,
            Kind::Knight,
            Kind::Bishop,
            Kind::Rook,
            Kind::Queen,
        ] {
            self.sets[kind as usize] &= !squares;
        }
        self.sets[COLORS + color as usize] &= !squares;
    }

    /// Pieces of both sides that attack a square, given the occupancy.
    #[inline(always)]
    pub fn attackers<C: Cpu>(&self, cpu: C, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::pawn(Color::Black, square) & self.pieces(Color::White, Kind::Pawn)
            | attacks::pawn(Color::White, square) & self.pieces(Color::Black, Kind::Pawn)
            | attacks::knight(square) & self.kind(Kind::Knight)
            | attacks::king(square) & self.kind(Kind::King)
            | cpu.bishop(square, occupied) & self.bishops_and_queens()
            | cpu.rook(square, occupied) & self.rooks_and_queens()
    }

    /// Whether `by` attacks a square, given the occupancy.
    #[inline(always)]
    pub fn attacked<C: Cpu>(&self, cpu: C, square: Square, by: Color, occupied: Bitboard) -> bool {
        let steps = attacks::pawn(!by, square) & self.kind(Kind::Pawn)
            | attacks::knight(square) & self.kind(Kind::Knight)
            | attacks::king(square) & self.kind(Kind::King);
        let lines = || {
            cpu.bishop(square, occupied) & self.bishops_and_queens()
                | cpu.rook(square, occupied) & self.rooks_and_queens()
        };
        (steps & self.color(by)).not_empty() || (lines() & self.color(by)).not_empty()
    }

    /// Checkers and blockers of the king of `turn`.
    #[inline(always)]
    pub fn king_threats(&self, turn: Color) -> KingThreats {
        let (king, occupied, enemy) = (self.king(turn), self.occupied(), self.color(!turn));
        let mut checkers = enemy
            & (attacks::pawn(turn, king) & self.kind(Kind::Pawn)
                | attacks::knight(king) & self.kind(Kind::Knight));
        let mut blockers = Bitboard::EMPTY;
        let aimed = attacks::empty_bishop(king) & self.bishops_and_queens()
            | attacks::empty_rook(king) & self.rooks_and_queens();
        for from in aimed & enemy {
            let between = attacks::between(king, from) & occupied;
            if between.is_empty() {
                checkers |= from.bb();
            } else if !between.more_than_one() {
                blockers |= between;
            }
        }
        KingThreats { checkers, blockers }
    }

    /// Whether the king of `us` is safe after an en-passant capture; that there is one is not checked.
    pub fn may_capture_en_passant<C: Cpu>(
        &self,
        cpu: C,
        us: Color,
        from: Square,
        to: Square,
    ) -> bool {
        let victim = to.offset(-us.up()).bb();
        let occupied = (self.occupied() ^ from.bb() ^ victim) | to.bb();
        let attackers = self.attackers(cpu, self.king(us), occupied);
        (attackers & self.color(!us) & !victim).is_empty()
    }

    /// Whether `path` (bits of a rank) is empty and the king's way to `to_file` not attacked.
    #[inline(always)]
    pub fn castling_path_is_free<C: Cpu>(&self, cpu: C, us: Color, to_file: u8, path: u64) -> bool {
        let king = self.king(us);
        let to = Square::at(to_file, king.rank());
        let occupied = self.occupied();
        (occupied & Bitboard(path << (king.rank() * 8))).is_empty()
            && !self.attacked(cpu, to, !us, occupied)
            && !attacks::between(king, to).any(|square| self.attacked(cpu, square, !us, occupied))
    }
}

/// Checkers and blockers of a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingThreats {
    /// Enemy pieces that attack it.
    pub checkers: Bitboard,
    /// Pieces of both sides that alone shield it from an enemy slider.
    pub blockers: Bitboard,
}
