//! Where the men stand, as sets and no more: what moves are generated from.

use super::{Bitboard, Color, Cpu, Kind, Piece, Square, attacks};

/// The men of a position by kind and by colour; a line of the processor's cache, and so is what begins with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PieceSets {
    /// The men of each kind, then those of each colour.
    sets: [Bitboard; 8],
}

/// Where the colours' sets begin.
const COLORS: usize = 6;

impl PieceSets {
    /// No man.
    pub const NONE: PieceSets = PieceSets { sets: [Bitboard::EMPTY; 8] };

    /// The men of each kind, then those of each colour.
    #[inline(always)]
    pub fn sets(&self) -> &[Bitboard; 8] {
        &self.sets
    }

    /// The men of a kind, of both colours.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.sets[kind as usize]
    }

    /// The men of a colour.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.sets[COLORS + color as usize]
    }

    /// The men of a colour and kind.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.color(Color::White) | self.color(Color::Black)
    }

    /// Bishops and queens of both colours.
    #[inline(always)]
    pub fn bishops_and_queens(&self) -> Bitboard {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }

    /// Rooks and queens of both colours.
    #[inline(always)]
    pub fn rooks_and_queens(&self) -> Bitboard {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }

    /// Where a king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Square::new(self.pieces(color, Kind::King).0.trailing_zeros() as u8)
    }

    /// Put men of a kind on those of these squares where they are not, and take them off those where they are.
    #[inline(always)]
    pub fn toggle(&mut self, color: Color, kind: Kind, squares: Bitboard) {
        self.sets[kind as usize] ^= squares;
        self.sets[COLORS + color as usize] ^= squares;
    }

    /// The same of one man.
    #[inline(always)]
    pub fn toggle_piece(&mut self, piece: Piece, squares: Bitboard) {
        self.sets[piece.kind_index()] ^= squares;
        self.sets[COLORS + (piece.index() & 1)] ^= squares;
    }

    /// Take whatever man of a colour is on these squares, but for its king.
    #[inline(always)]
    pub fn clear(&mut self, color: Color, squares: Bitboard) {
        for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            self.sets[kind as usize] &= !squares;
        }
        self.sets[COLORS + color as usize] &= !squares;
    }

    /// The men of both sides that attack a square when these squares are occupied.
    #[inline(always)]
    pub fn attackers<C: Cpu>(&self, cpu: C, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::pawn(Color::Black, square) & self.pieces(Color::White, Kind::Pawn)
            | attacks::pawn(Color::White, square) & self.pieces(Color::Black, Kind::Pawn)
            | attacks::knight(square) & self.kind(Kind::Knight)
            | attacks::king(square) & self.kind(Kind::King)
            | cpu.bishop(square, occupied) & self.bishops_and_queens()
            | cpu.rook(square, occupied) & self.rooks_and_queens()
    }

    /// Whether any man of `by` attacks a square when these squares are occupied.
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

    /// What bears on the king of the side to move.
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
            } else if !between.many() {
                blockers |= between;
            }
        }
        KingThreats { checkers, blockers }
    }

    /// Whether the king of `us` is safe after a pawn of its captures en passant.
    pub fn may_capture_en_passant<C: Cpu>(&self, cpu: C, us: Color, from: Square, to: Square) -> bool {
        let victim = to.offset(-us.up()).bb();
        let occupied = (self.occupied() ^ from.bb() ^ victim) | to.bb();
        let attackers = self.attackers(cpu, self.king(us), occupied);
        (attackers & self.color(!us) & !victim).is_empty()
    }

    /// Whether the squares of `path` (a rank's bits) are empty and those the king crosses to file `to` not attacked.
    #[inline(always)]
    pub fn castling_path_is_free<C: Cpu>(&self, cpu: C, us: Color, to: u8, path: u64) -> bool {
        let king = self.king(us);
        let to = Square::at(to, king.rank());
        let occupied = self.occupied();
        (occupied & Bitboard(path << (king.rank() * 8))).is_empty()
            && !self.attacked(cpu, to, !us, occupied)
            && !attacks::between(king, to).any(|square| self.attacked(cpu, square, !us, occupied))
    }
}

/// What bears on a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingThreats {
    /// The enemy's men that attack it.
    pub checkers: Bitboard,
    /// The men of both sides that stand alone between it and an enemy line mover.
    pub blockers: Bitboard,
}
