//! Conversion of positions and moves to and from shakmaty, and FEN.

use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position as _};

use super::castling::castling_bit;
use super::{
    Board, CastlingSide, Color, Cpu, Flag, Kind, Move, Piece, PieceSquareTable, Square, keys,
};

/// A text that is not a legal position in FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{fen}\" is not a legal position in FEN: {reason}")]
pub struct BoardError {
    fen: String,
    reason: String,
}

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// The starting position.
    pub fn start(cpu: C) -> Self {
        Self::from_chess(cpu, &Chess::default())
    }

    /// The position of a FEN, with castling rights of standard chess or Chess960. Fails if it is
    /// not legal.
    pub fn from_fen(cpu: C, fen: &str) -> Result<Self, BoardError> {
        let error = |reason: String| BoardError {
            fen: fen.to_owned(),
            reason,
        };
        let parsed: Fen = fen
            .parse()
            .map_err(|why: shakmaty::fen::ParseFenError| error(why.to_string()))?;
        let mode = CastlingMode::detect(parsed.as_setup());
        let chess: Chess = parsed
            .into_position(mode)
            .map_err(|why| error(why.to_string()))?;
        Ok(Self::from_chess(cpu, &chess))
    }

    /// The position of a shakmaty board.
    pub fn from_chess(cpu: C, chess: &Chess) -> Self {
        let mut board = Self::empty(cpu);
        for (square, piece) in chess.board() {
            board.put(
                Piece::new(piece.color.into(), piece.role.into()),
                square.into(),
            );
        }
        let mut castling = 0;
        for color in Color::ALL {
            for (side, named) in CastlingSide::ALL
                .into_iter()
                .zip(shakmaty::CastlingSide::ALL)
            {
                if let Some(rook) = chess.castles().rook(color.into(), named) {
                    castling |= castling_bit(color, side);
                    board.rooks.add(color, side, rook.into(), board.king(color));
                }
            }
        }
        board.halfmoves = u16::try_from(chess.halfmoves()).unwrap_or(u16::MAX);
        board.fullmove = chess.fullmoves().get();
        board.finish(
            chess.turn().into(),
            castling,
            chess.ep_square(EnPassantMode::Legal).map(Square::from),
        );
        board
    }

    /// Sets the rest of the state when all pieces are on the board.
    pub(super) fn finish(&mut self, turn: Color, castling: u8, en_passant: Option<Square>) {
        self.turn = turn;
        self.castling = castling;
        self.key ^= self.rooks.key(castling);
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
                let piece = shakmaty::Piece {
                    color: piece.color().into(),
                    role: piece.kind().into(),
                };
                setup.board.set_piece_at(square.into(), piece);
            }
        }
        setup.turn = self.turn.into();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if self.has_castling_right(color, side) {
                    setup
                        .castling_rights
                        .add(shakmaty::Square::from(self.rooks.square(color, side)));
                }
            }
        }
        setup.ep_square = self.en_passant.map(Into::into);
        setup.halfmoves = self.halfmoves.into();
        setup.fullmoves =
            std::num::NonZeroU32::new(self.fullmove).unwrap_or(std::num::NonZeroU32::MIN);
        setup
    }

    /// The position as a shakmaty board. Fails if it is illegal.
    pub fn to_chess(&self) -> Result<Chess, Box<shakmaty::PositionError<Chess>>> {
        let mode = CastlingMode::from_standard(self.rooks.is_standard());
        Chess::from_setup(self.to_setup(), mode).map_err(Box::new)
    }

    /// The position as a FEN.
    pub fn fen(&self) -> String {
        Fen::try_from_setup(self.to_setup())
            .unwrap_or_else(LossyFenError::ignore)
            .to_string()
    }

    /// A legal move as a shakmaty move.
    pub fn to_shakmaty(&self, m: Move) -> Option<shakmaty::Move> {
        let (from, to) = (m.from().into(), m.to().into());
        if m.is(Flag::EnPassant) {
            return Some(shakmaty::Move::EnPassant { from, to });
        }
        if m.is(Flag::Castle) {
            let rook = self
                .rooks
                .square(self.turn, CastlingSide::of_target(m.to()));
            return Some(shakmaty::Move::Castle {
                king: from,
                rook: rook.into(),
            });
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
            shakmaty::Move::Normal {
                from,
                to,
                capture,
                promotion: Some(role),
                ..
            } => Some(Move::promotion(
                from.into(),
                to.into(),
                role.into(),
                capture.is_some(),
            )),
            shakmaty::Move::Normal {
                role,
                from,
                to,
                capture,
                promotion: None,
            } => {
                let is_double = role == shakmaty::Role::Pawn && from.distance(to) == 2;
                let flag = if capture.is_some() {
                    Flag::Capture
                } else if is_double {
                    Flag::Double
                } else {
                    Flag::Quiet
                };
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
