//! The board: where the men stand, whose move it is, and all that is kept up to date with them.

use std::fmt;

use super::piece_sets::{KingThreats, PieceSets};
use super::{
    Bitboard, Color, Cpu, Kind, Piece, PieceSquareTable, Plain, Square, TaperedScore, attacks, keys,
};

/// A position, with everything a search asks of it at every node. Plain data: [`Board::make`] gives a new one.
///
/// `C` is the processor it is worked on, `V` the values it sums.
#[derive(Clone, Copy)]
pub struct Board<C: Cpu, V: PieceSquareTable = Plain> {
    pub(super) cpu: C,
    pub(super) men: PieceSets,
    pub(super) squares: [Option<Piece>; 64],
    pub(super) key: u64,
    /// Keys of parts of the position: all pawns, White's other men, Black's. [`PART`] has their indices.
    pub(super) part_keys: [u64; 3],
    /// What bears on the mover's king.
    pub(super) king_threats: KingThreats,
    pub(super) score: TaperedScore,
    pub(super) fullmove: u32,
    pub(super) halfmoves: u16,
    pub(super) castling: u8,
    pub(super) en_passant: Option<Square>,
    pub(super) turn: Color,
    pub(super) values: std::marker::PhantomData<V>,
}

/// A side of the board to castle on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingSide {
    /// The short way, to the g-file.
    King,
    /// The long way, to the c-file.
    Queen,
}

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// The board without a man, White to move: only the start of building one.
    pub(super) fn empty(cpu: C) -> Self {
        Board {
            cpu,
            men: PieceSets::NONE,
            squares: [None; 64],
            key: 0,
            part_keys: [0; 3],
            king_threats: KingThreats { checkers: Bitboard::EMPTY, blockers: Bitboard::EMPTY },
            score: TaperedScore::ZERO,
            fullmove: 1,
            halfmoves: 0,
            castling: 0,
            en_passant: None,
            turn: Color::White,
            values: std::marker::PhantomData,
        }
    }

    /// The processor, for attacks and counts in the evaluation.
    #[inline(always)]
    pub fn cpu(&self) -> C {
        self.cpu
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The men of each kind, of both colours, then those of each colour.
    #[inline(always)]
    pub fn sets(&self) -> &[Bitboard; 8] {
        self.men.sets()
    }

    /// The men of a kind, of both colours.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.men.kind(kind)
    }

    /// The men of a colour.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.men.color(color)
    }

    /// The men of a colour and kind.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.men.pieces(color, kind)
    }

    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.men.occupied()
    }

    /// Bishops and queens of both colours.
    #[inline(always)]
    pub fn bishops_and_queens(&self) -> Bitboard {
        self.men.bishops_and_queens()
    }

    /// Rooks and queens of both colours.
    #[inline(always)]
    pub fn rooks_and_queens(&self) -> Bitboard {
        self.men.rooks_and_queens()
    }

    /// The man on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Where a king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.men.king(color)
    }

    /// The enemy's men that give check.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.king_threats.checkers
    }

    /// The mover's men that are pinned to their king.
    #[inline(always)]
    pub fn pinned(&self) -> Bitboard {
        self.king_threats.blockers & self.color(self.turn)
    }

    /// The men of both sides that stand alone between the mover's king and an enemy line mover: the mover's are
    /// pinned, the enemy's would give discovered check.
    #[inline(always)]
    pub fn blockers(&self) -> Bitboard {
        self.king_threats.blockers
    }

    /// Whether the right to castle is left; the path is not looked at.
    #[inline(always)]
    pub fn may_castle(&self, color: Color, wing: CastlingSide) -> bool {
        self.castling & castling_bit(color, wing) != 0
    }

    /// Whether any right to castle is left.
    #[inline(always)]
    pub fn may_castle_any(&self) -> bool {
        self.castling != 0
    }

    /// The square a pawn has just stepped over, set only if an enemy pawn may legally capture it there.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Halfmoves since the last capture or pawn's move.
    #[inline(always)]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, from 1, counted up after Black's.
    #[inline(always)]
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// The key of the whole position, without its counters: equal keys are the rule of repetition's "same".
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key of the pawns alone.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.part_keys[0]
    }

    /// The key of one side's men other than pawns, its king included.
    #[inline(always)]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.part_keys[1 + color as usize]
    }

    /// The sum of the table of values over all men, from White's side.
    #[inline(always)]
    pub fn score(&self) -> TaperedScore {
        self.score
    }

    /// The men of both sides that attack a square when these squares are occupied.
    #[inline(always)]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.men.attackers(self.cpu, square, occupied)
    }

    /// Whether any man of `by` attacks a square when these squares are occupied.
    #[inline(always)]
    pub fn attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.men.attacked(self.cpu, square, by, occupied)
    }

    /// What the man of this kind and colour on a square attacks on this board.
    #[inline(always)]
    pub fn attacks_from(&self, piece: Piece, square: Square) -> Bitboard {
        match piece.kind() {
            Kind::Pawn => attacks::pawn(piece.color(), square),
            Kind::Knight => attacks::knight(square),
            Kind::Bishop => self.cpu.bishop(square, self.occupied()),
            Kind::Rook => self.cpu.rook(square, self.occupied()),
            Kind::Queen => self.cpu.queen(square, self.occupied()),
            Kind::King => attacks::king(square),
        }
    }

    /// Whether neither side can mate by any play: bare kings, one minor piece, or bishops all on one colour.
    #[inline(always)]
    pub fn is_insufficient_material(&self) -> bool {
        let mating = self.kind(Kind::Pawn) | self.rooks_and_queens();
        if mating.not_empty() {
            return false;
        }
        let (knights, bishops) = (self.kind(Kind::Knight), self.kind(Kind::Bishop));
        if knights.is_empty() {
            return (bishops & Bitboard::DARK).is_empty() || (bishops & !Bitboard::DARK).is_empty();
        }
        bishops.is_empty() && !knights.many()
    }

    /// Whether `color` has a man other than pawns and king.
    #[inline(always)]
    pub fn has_pieces(&self, color: Color) -> bool {
        (self.color(color) & !(self.kind(Kind::Pawn) | self.kind(Kind::King))).not_empty()
    }

    /// Put a man on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.squares[square.index()] = Some(piece);
        if let Some(table) = V::TABLE {
            self.score += table[piece.index()][square.index()];
        }
    }

    /// Take a man off its square.
    #[inline(always)]
    pub(super) fn take(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.squares[square.index()] = None;
        if let Some(table) = V::TABLE {
            self.score -= table[piece.index()][square.index()];
        }
    }

    /// Move a man to an empty square.
    #[inline(always)]
    pub(super) fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.men.toggle_piece(piece, from.bb() | to.bb());
        self.change_keys(piece, keys::piece(piece, from) ^ keys::piece(piece, to));
        self.squares[from.index()] = None;
        self.squares[to.index()] = Some(piece);
        if let Some(table) = V::TABLE {
            let places = &table[piece.index()];
            self.score += places[to.index()] - places[from.index()];
        }
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.men.toggle_piece(piece, square.bb());
        self.change_keys(piece, keys::piece(piece, square));
    }

    #[inline(always)]
    fn change_keys(&mut self, piece: Piece, word: u64) {
        self.key ^= word;
        self.part_keys[PART[piece.index()]] ^= word;
    }
}

/// By piece, which of [`Board::part_keys`] it belongs to.
const PART: [usize; 12] = {
    let mut part = [0; 12];
    let mut index = 0;
    while index < 12 {
        let piece = Piece::ALL[index];
        part[index] = if matches!(piece.kind(), Kind::Pawn) { 0 } else { 1 + piece.color() as usize };
        index += 1;
    }
    part
};

/// The bit of a right to castle.
#[inline(always)]
pub(super) const fn castling_bit(color: Color, wing: CastlingSide) -> u8 {
    1 << (color as u8 * 2 + wing as u8)
}

impl<C: Cpu, V: PieceSquareTable> fmt::Debug for Board<C, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.fen())
    }
}
