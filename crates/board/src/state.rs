//! The board: pieces, side to move, and all incrementally updated state.

use std::fmt;
use std::ops::Deref;

use super::castling::{CastlingRooks, CastlingSide, castling_bit};
use super::piece_sets::{KingThreats, PieceSets};
use super::{
    Bitboard, Color, Cpu, Kind, NoTable, Piece, PieceSquareTable, Square, TaperedScore, attacks,
    keys,
};

/// A position: [`PieceSets`] with incrementally updated keys, checkers and piece-square sum.
///
/// Plain data: [`Board::make`] returns a new one. `C` is the CPU, `V` the piece-square table.
#[derive(Clone, Copy)]
pub struct Board<C: Cpu, V: PieceSquareTable = NoTable> {
    pub(super) cpu: C,
    pub(super) sets: PieceSets,
    pub(super) squares: [Option<Piece>; 64],
    pub(super) key: u64,
    /// Keys of all pawns, White's other pieces, Black's other pieces; see [`PART_KEY_INDEX`].
    pub(super) part_keys: [u64; 3],
    /// Checkers and blockers of the mover's king.
    pub(super) king_threats: KingThreats,
    pub(super) score: TaperedScore,
    pub(super) fullmove: u32,
    pub(super) halfmoves: u16,
    /// The rooks that castle.
    pub(super) rooks: CastlingRooks,
    pub(super) castling: u8,
    pub(super) en_passant: Option<Square>,
    pub(super) turn: Color,
    pub(super) table: std::marker::PhantomData<V>,
}

impl<C: Cpu, V: PieceSquareTable> Deref for Board<C, V> {
    type Target = PieceSets;

    #[inline(always)]
    fn deref(&self) -> &PieceSets {
        &self.sets
    }
}

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    pub(super) fn empty(cpu: C) -> Self {
        Board {
            cpu,
            sets: PieceSets::NONE,
            squares: [None; 64],
            key: 0,
            part_keys: [0; 3],
            king_threats: KingThreats {
                checkers: Bitboard::EMPTY,
                blockers: Bitboard::EMPTY,
            },
            score: TaperedScore::ZERO,
            fullmove: 1,
            halfmoves: 0,
            rooks: CastlingRooks::STANDARD,
            castling: 0,
            en_passant: None,
            turn: Color::White,
            table: std::marker::PhantomData,
        }
    }

    /// The CPU, for attacks and counts.
    #[inline(always)]
    pub fn cpu(&self) -> C {
        self.cpu
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Enemy pieces giving check.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.king_threats.checkers
    }

    /// Pieces of both sides that alone shield the mover's king from an enemy slider.
    #[inline(always)]
    pub fn blockers(&self) -> Bitboard {
        self.king_threats.blockers
    }

    /// Whether the castling right exists, even if castling is not legal now.
    #[inline(always)]
    pub fn has_castling_right(&self, color: Color, side: CastlingSide) -> bool {
        self.castling & castling_bit(color, side) != 0
    }

    /// Whether any castling right exists.
    #[inline(always)]
    pub fn has_any_castling_right(&self) -> bool {
        self.castling != 0
    }

    /// The en-passant square, if a capture there is legal.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Halfmove clock: plies since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// Zobrist key of the position; equal keys mean repetition.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Zobrist key of the pawns.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.part_keys[0]
    }

    /// Zobrist key of one side's pieces other than pawns.
    #[inline(always)]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.part_keys[1 + color as usize]
    }

    /// Piece-square sum from White's side.
    #[inline(always)]
    pub fn score(&self) -> TaperedScore {
        self.score
    }

    /// Pieces of both sides that attack a square, given the occupancy.
    #[inline(always)]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.sets.attackers(self.cpu, square, occupied)
    }

    /// Whether `by` attacks a square, given the occupancy.
    #[inline(always)]
    pub fn attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.sets.attacked(self.cpu, square, by, occupied)
    }

    /// Squares that `piece` would attack from `square`, given the present occupancy.
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

    /// Whether mate is impossible: bare kings, one minor piece, or bishops all on squares of one
    /// color.
    #[inline(always)]
    pub fn is_insufficient_material(&self) -> bool {
        let mating_material = self.kind(Kind::Pawn) | self.rooks_and_queens();
        if mating_material.not_empty() {
            return false;
        }
        let (knights, bishops) = (self.kind(Kind::Knight), self.kind(Kind::Bishop));
        if knights.is_empty() {
            return (bishops & Bitboard::DARK).is_empty() || (bishops & !Bitboard::DARK).is_empty();
        }
        bishops.is_empty() && !knights.more_than_one()
    }

    /// Whether `color` has pieces other than pawns and king.
    #[inline(always)]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        (self.color(color) & !(self.kind(Kind::Pawn) | self.kind(Kind::King))).not_empty()
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.squares[square.index()] = Some(piece);
        if let Some(table) = V::TABLE {
            self.score += table[piece.index()][square.index()];
        }
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.squares[square.index()] = None;
        if let Some(table) = V::TABLE {
            self.score -= table[piece.index()][square.index()];
        }
    }

    /// Moves a piece to an empty square.
    #[inline(always)]
    pub(super) fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.sets.toggle_piece(piece, from.bb() | to.bb());
        self.toggle_keys(piece, keys::piece(piece, from) ^ keys::piece(piece, to));
        self.squares[from.index()] = None;
        self.squares[to.index()] = Some(piece);
        if let Some(table) = V::TABLE {
            let values = &table[piece.index()];
            self.score += values[to.index()] - values[from.index()];
        }
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.sets.toggle_piece(piece, square.bb());
        self.toggle_keys(piece, keys::piece(piece, square));
    }

    #[inline(always)]
    fn toggle_keys(&mut self, piece: Piece, key: u64) {
        self.key ^= key;
        self.part_keys[PART_KEY_INDEX[piece.index()]] ^= key;
    }
}

/// Index into [`Board::part_keys`] for each piece: both pawns first.
const PART_KEY_INDEX: [usize; 12] = [0, 0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2];

impl<C: Cpu, V: PieceSquareTable> fmt::Debug for Board<C, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.fen())
    }
}

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// Recomputes everything and compares.
    ///
    /// # Errors
    /// The property that does not hold.
    pub fn validate(&self) -> Result<(), &'static str> {
        let mut fresh = Self::empty(self.cpu);
        for square in Square::all() {
            if let Some(piece) = self.piece_at(square) {
                fresh.put(piece, square);
            }
        }
        for color in Color::ALL {
            require(self.pieces(color, Kind::King).len() == 1, "a king each")?;
            for side in CastlingSide::ALL {
                let (king, rook) = (self.king(color), self.rooks.square(color, side));
                let is_at_home = self.piece_at(rook) == Some(Piece::new(color, Kind::Rook))
                    && king.rank() == rook.rank()
                    && (king < rook) == (side == CastlingSide::King)
                    && (king.file() == 4 || !self.rooks.is_standard());
                require(
                    self.castling & castling_bit(color, side) == 0 || is_at_home,
                    "king and rook of a castling right on their first squares",
                )?;
            }
        }
        let attacked = self.attacked(self.king(!self.turn), self.turn, self.occupied());
        require(!attacked, "the side that moved out of check")?;
        fresh.rooks = self.rooks;
        fresh.finish(self.turn, self.castling, self.en_passant);
        require(self.sets == fresh.sets, "bitboards as the squares")?;
        require(
            self.king_threats == fresh.king_threats,
            "checkers and blockers",
        )?;
        require(
            self.en_passant == fresh.en_passant,
            "an en-passant square with a capture",
        )?;
        require(self.key == fresh.key, "key")?;
        require(
            self.part_keys == fresh.part_keys,
            "keys of pawns and of other pieces",
        )?;
        require(self.score == fresh.score, "score")
    }
}

fn require(holds: bool, what: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(what) }
}
