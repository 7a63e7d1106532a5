//! Conversion of positions and moves to and from shakmaty, and FEN.

use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position as _};

use super::state::castling_bit;
use super::{Board, CastlingSide, Color, Cpu, Flag, Kind, Move, Piece, PieceSquareTable, Square, keys};

/// A position this board cannot represent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Not a legal position in Forsyth-Edwards notation.
    #[error("\"{0}\" is not a legal position in FEN: {1}")]
    Fen(String, String),
    /// A castling right that standard chess does not have.
    #[error("castling right with king or rook not on its standard square")]
    Castling,
}

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// The starting position.
    pub fn start(cpu: C) -> Self {
        Self::from_standard(cpu, &Chess::default())
    }

    /// The position of a FEN. Fails if it is not a legal position of standard chess.
    pub fn from_fen(cpu: C, fen: &str) -> Result<Self, BoardError> {
        let error = |why: String| BoardError::Fen(fen.to_owned(), why);
        let parsed: Fen = fen.parse().map_err(|why: shakmaty::fen::ParseFenError| error(why.to_string()))?;
        let chess: Chess =
            parsed.into_position(CastlingMode::Standard).map_err(|why| error(why.to_string()))?;
        Ok(Self::from_standard(cpu, &chess))
    }

    /// The position of a shakmaty board. Fails if it has castling rights not of standard chess.
    pub fn from_chess(cpu: C, chess: &Chess) -> Result<Self, BoardError> {
        for color in shakmaty::Color::ALL {
            for side in shakmaty::CastlingSide::ALL {
                let rook = chess.castles().rook(color, side);
                let standard = color.fold_wb(0u32, 56) + if side.is_king_side() { 7 } else { 0 };
                let king = chess.board().king_of(color).map(u32::from) == Some(color.fold_wb(4, 60));
                if rook.is_some_and(|rook| u32::from(rook) != standard || !king) {
                    return Err(BoardError::Castling);
                }
            }
        }
        Ok(Self::from_standard(cpu, chess))
    }

    fn from_standard(cpu: C, chess: &Chess) -> Self {
        let mut board = Self::empty(cpu);
        for (square, piece) in chess.board() {
            board.put(Piece::new(piece.color.into(), piece.role.into()), square.into());
        }
        let mut castling = 0;
        for color in shakmaty::Color::ALL {
            for (side, wing) in
                shakmaty::CastlingSide::ALL.into_iter().zip([CastlingSide::King, CastlingSide::Queen])
            {
                if chess.castles().has(color, side) {
                    castling |= castling_bit(color.into(), wing);
                }
            }
        }
        board.halfmoves = u16::try_from(chess.halfmoves()).unwrap_or(u16::MAX);
        board.fullmove = chess.fullmoves().get();
        board.finish(chess.turn().into(), castling, chess.ep_square(EnPassantMode::Legal).map(Square::from));
        board
    }

    /// Sets the rest of the state when all pieces are on the board.
    pub(super) fn finish(&mut self, turn: Color, castling: u8, en_passant: Option<Square>) {
        self.turn = turn;
        self.castling = castling;
        self.key ^= keys::castling(castling);
        if turn == Color::Black {
            self.key ^= keys::black();
        }
        self.king_threats = self.sets.king_threats(turn);
        if let Some(square) = en_passant {
            self.set_en_passant(square);
        }
    }

    fn to_setup(self) -> shakmaty::Setup {
        let mut setup = shakmaty::Setup::empty();
        for square in Square::all() {
            if let Some(piece) = self.piece_at(square) {
                let piece = shakmaty::Piece { color: piece.color().into(), role: piece.kind().into() };
                setup.board.set_piece_at(square.into(), piece);
            }
        }
        setup.turn = self.turn.into();
        for color in Color::ALL {
            for (wing, rook) in [(CastlingSide::King, 7), (CastlingSide::Queen, 0)] {
                if self.has_castling_right(color, wing) {
                    setup.castling_rights.add(shakmaty::Square::from(Square::at(rook, 0).relative(color)));
                }
            }
        }
        setup.ep_square = self.en_passant.map(Into::into);
        setup.halfmoves = self.halfmoves.into();
        setup.fullmoves = std::num::NonZeroU32::new(self.fullmove).unwrap_or(std::num::NonZeroU32::MIN);
        setup
    }

    /// The position as a shakmaty board. Fails if it is illegal.
    pub fn to_chess(&self) -> Result<Chess, Box<shakmaty::PositionError<Chess>>> {
        Chess::from_setup(self.to_setup(), CastlingMode::Standard).map_err(Box::new)
    }

    /// The position as a FEN.
    pub fn fen(&self) -> String {
        Fen::try_from_setup(self.to_setup()).unwrap_or_else(LossyFenError::ignore).to_string()
    }

    /// A legal move as a shakmaty move.
    pub fn to_shakmaty(&self, m: Move) -> Option<shakmaty::Move> {
        let (from, to) = (m.from().into(), m.to().into());
        if m.is(Flag::EnPassant) {
            return Some(shakmaty::Move::EnPassant { from, to });
        }
        if m.is(Flag::Castle) {
            let rook = Square::at(if m.to().file() == 6 { 7 } else { 0 }, m.to().rank()).into();
            return Some(shakmaty::Move::Castle { king: from, rook });
        }
        Some(shakmaty::Move::Normal {
            role: self.piece_at(m.from())?.kind().into(),
            from,
            capture: self.piece_at(m.to()).map(|piece| piece.kind().into()),
            to,
            promotion: m.promoted().map(Into::into),
        })
    }

    /// A legal shakmaty move as a move of this board; `None` if it is a drop.
    pub fn from_shakmaty(&self, m: shakmaty::Move) -> Option<Move> {
        match m {
            shakmaty::Move::Normal { from, to, capture, promotion: Some(role), .. } => {
                Some(Move::promotion(from.into(), to.into(), role.into(), capture.is_some()))
            }
            shakmaty::Move::Normal { role, from, to, capture, promotion: None } => {
                let double = role == shakmaty::Role::Pawn && from.distance(to) == 2;
                let step = if double { Flag::Double } else { Flag::Quiet };
                let flag = if capture.is_some() { Flag::Capture } else { step };
                Some(Move::new(from.into(), to.into(), flag))
            }
            shakmaty::Move::EnPassant { from, to } => {
                Some(Move::new(from.into(), to.into(), Flag::EnPassant))
            }
            shakmaty::Move::Castle { king, rook } => {
                let (king, rook) = (Square::from(king), Square::from(rook));
                let file = if rook.file() > king.file() { 6 } else { 2 };
                Some(Move::new(king, Square::at(file, king.rank()), Flag::Castle))
            }
            shakmaty::Move::Put { .. } => None,
        }
    }
}

macro_rules! convert {
    ($($from:ty => $to:ty: |$value:ident| $expression:expr;)*) => { $(
        impl From<$from> for $to {
            fn from($value: $from) -> $to {
                $expression
            }
        }
    )* };
}

convert! {
    shakmaty::Square => Square: |square| Square::new(u32::from(square) as u8);
    Square => shakmaty::Square: |square| shakmaty::Square::new(square.index() as u32);
    shakmaty::Color => Color: |color| color.fold_wb(Color::White, Color::Black);
    Color => shakmaty::Color: |color| shakmaty::Color::from_white(color == Color::White);
    shakmaty::Role => Kind: |role| Kind::ALL[role as usize - 1];
    Kind => shakmaty::Role: |kind| shakmaty::Role::ALL[kind as usize];
}
