//! Position: 64 words with Black's pieces positive and White's negative, the value, and a history for unmaking.
//!
//! Source: Seventh Edition Unix (January 1979), usr/src/games/chess, read as a fact sheet. Documented, except where a
//! line says otherwise.

use std::cell::Cell;

use play::Game;
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Position as _, Role};

use crate::cost::Counts;

/// Square: a8 = 0, h8 = 7, a1 = 56, h1 = 63.
pub(crate) type Square = usize;

pub(crate) const PAWN: i8 = 1;
pub(crate) const KNIGHT: i8 = 2;
pub(crate) const BISHOP: i8 = 3;
pub(crate) const ROOK: i8 = 4;
pub(crate) const QUEEN: i8 = 5;
pub(crate) const KING: i8 = 6;

/// Values of the pieces by code; the first is of the empty square.
pub(crate) const BASE_VALUES: [i32; 7] = [0, 100, 300, 300, 500, 900, 3000];

/// Credits for a pawn's move to its sixth, seventh and eighth rank.
const PAWN_CREDIT: [i32; 3] = [25, 75, 700];
const CASTLING_CREDIT: i32 = 1;
/// Charges for moves of queen and king in phase 0.
const EARLY_QUEEN_CHARGE: i32 = 1;
const EARLY_KING_CHARGE: i32 = 2;

/// Side to move. Black maximizes the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    White,
    Black,
}

impl Side {
    /// The sign of its pieces.
    pub(crate) fn sign(self) -> i8 {
        match self {
            Side::White => -1,
            Side::Black => 1,
        }
    }

    pub(crate) fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Index of the first square of its home row.
    pub(crate) fn home_row(self) -> Square {
        match self {
            Side::White => 56,
            Side::Black => 0,
        }
    }

    /// Rows that a pawn step adds.
    pub(crate) fn forward(self) -> i8 {
        self.sign()
    }

    /// The square as White's counterpart would see it: rows are mirrored for Black.
    pub(crate) fn square(self, whites: Square) -> Square {
        match self {
            Side::White => whites,
            Side::Black => whites ^ 56,
        }
    }

    pub(crate) fn right(self, wing: Wing) -> u8 {
        match (self, wing) {
            (Side::White, Wing::King) => 1,
            (Side::White, Wing::Queen) => 2,
            (Side::Black, Wing::King) => 8,
            (Side::Black, Wing::Queen) => 16,
        }
    }
}

/// Side of the board on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wing {
    King,
    Queen,
}

impl Wing {
    pub(crate) const BOTH: [Wing; 2] = [Wing::King, Wing::Queen];
}

/// Move from a square to a square. En passant goes sideways, onto the captured pawn's square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Move {
    pub(crate) fn new(from: Square, to: Square) -> Move {
        Move { from: from as u8, to: to as u8 }
    }
}

/// Type of a move, as the history records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveType {
    King,
    Plain,
    Castling(Wing),
    EnPassant,
    Promotion,
}

/// Entry of the history: what unmaking restores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made {
    value: i32,
    castling: u8,
    en_passant: Option<Square>,
    pub(crate) mv: Move,
    pub(crate) captured: i8,
    pub(crate) kind: MoveType,
}

/// A step of rows (down is positive) and columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offset(pub(crate) i8, pub(crate) i8);

/// The square one step away, if it is on the board.
pub(crate) fn step(square: Square, Offset(rows, columns): Offset) -> Option<Square> {
    let (row, column) = ((square / 8) as i8 + rows, (square % 8) as i8 + columns);
    ((0..8).contains(&row) && (0..8).contains(&column)).then(|| row as Square * 8 + column as Square)
}

pub(crate) const KNIGHT_OFFSETS: [Offset; 8] = [
    Offset(-2, 1),
    Offset(-1, 2),
    Offset(1, 2),
    Offset(2, 1),
    Offset(2, -1),
    Offset(1, -2),
    Offset(-1, -2),
    Offset(-2, -1),
];
pub(crate) const BISHOP_OFFSETS: [Offset; 4] = [Offset(-1, -1), Offset(-1, 1), Offset(1, -1), Offset(1, 1)];
pub(crate) const ROOK_OFFSETS: [Offset; 4] = [Offset(-1, 0), Offset(1, 0), Offset(0, -1), Offset(0, 1)];
pub(crate) const QUEEN_OFFSETS: [Offset; 8] = [
    Offset(-1, -1),
    Offset(-1, 1),
    Offset(1, -1),
    Offset(1, 1),
    Offset(-1, 0),
    Offset(0, -1),
    Offset(0, 1),
    Offset(1, 0),
];

/// Phase of the game, 0 to 3.
pub(crate) type Phase = u8;

/// A position with its history.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) board: [i8; 64],
    pub(crate) turn: Side,
    pub(crate) castling: u8,
    /// The square that a double step has just passed over.
    pub(crate) en_passant: Option<Square>,
    /// Signed sum of the pieces' values and of credits for moves made.
    pub(crate) value: i32,
    /// Values of Black's and White's pieces by code.
    values: [[i32; 7]; 2],
    pub(crate) phase: Phase,
    pub(crate) move_number: u32,
    history: Vec<Made>,
    pub(crate) counts: Cell<Counts>,
}

impl Position {
    /// The position of a game, staged.
    pub(crate) fn new(chess: &Chess) -> Position {
        let mut board = [0; 64];
        for (square, piece) in chess.board() {
            let code = match piece.role {
                Role::Pawn => PAWN,
                Role::Knight => KNIGHT,
                Role::Bishop => BISHOP,
                Role::Rook => ROOK,
                Role::Queen => QUEEN,
                Role::King => KING,
            };
            board[from_chess(square)] = if piece.color == Color::Black { code } else { -code };
        }
        let mut castling = 0;
        for (color, side) in [(Color::White, Side::White), (Color::Black, Side::Black)] {
            for (chess_wing, wing) in
                [(CastlingSide::KingSide, Wing::King), (CastlingSide::QueenSide, Wing::Queen)]
            {
                if chess.castles().has(color, chess_wing) {
                    castling |= side.right(wing);
                }
            }
        }
        let mut position = Position {
            board,
            turn: if chess.turn() == Color::Black { Side::Black } else { Side::White },
            castling,
            en_passant: chess.ep_square(EnPassantMode::Always).map(from_chess),
            value: 0,
            values: [BASE_VALUES; 2],
            phase: 0,
            move_number: chess.fullmoves().get(),
            history: Vec::new(),
            counts: Cell::default(),
        };
        position.set_stage();
        position
    }

    /// The position that a game has reached, staged. Castling rights end only with moves of the own king and rooks: they
    /// outlive the capture of a rook.
    pub(crate) fn of_game(game: &Game) -> Position {
        let mut castling = Position::new(game.start()).castling;
        for (before, mv) in game.positions().iter().zip(game.moves()) {
            let side = if before.turn() == Color::Black { Side::Black } else { Side::White };
            let from = mv.from().map(from_chess);
            for wing in Wing::BOTH {
                let home = Some(rook_squares(side, wing).0);
                if mv.role() == Role::King || mv.role() == Role::Rook && from == home {
                    castling &= !side.right(wing);
                }
            }
        }
        Position { castling, ..Position::new(game.position()) }
    }

    pub(crate) fn count(&self, change: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.get();
        change(&mut counts);
        self.counts.set(counts);
    }

    /// Signed value of a piece.
    pub(crate) fn worth(&self, piece: i8) -> i32 {
        let of_side = self.values[usize::from(piece < 0)][usize::from(piece.unsigned_abs())];
        if piece < 0 { -of_side } else { of_side }
    }

    /// The value from the mover's side.
    pub(crate) fn own_value(&self) -> i32 {
        i32::from(self.turn.sign()) * self.value
    }

    /// Whether a piece belongs to a side.
    pub(crate) fn is_own(&self, side: Side, square: Square) -> bool {
        self.board[square] * side.sign() > 0
    }

    /// Resets the value to plain material, and sets the trade-down values and the phase.
    pub(crate) fn set_stage(&mut self) {
        /// Lead from which pieces are worth trading, in centipawns.
        const TRADE_DOWN_LEAD: i32 = 150;
        /// Values of both sides' pieces in the initial position, kings included.
        const INITIAL_VALUES: i32 = 13_800;
        const ENDGAME_GONE: i32 = 4_000;
        const LATE_GONE: i32 = 2_000;
        const LAST_OPENING_MOVE: u32 = 5;

        self.values = [BASE_VALUES; 2];
        self.value = self.board.iter().map(|&piece| self.worth(piece)).sum();
        let on_board: i32 = self.board.iter().map(|&piece| self.worth(piece).abs()).sum();
        let lead = self.value.signum() * i32::from(self.value.abs() > TRADE_DOWN_LEAD);
        for value in &mut self.values[0][1..] {
            *value -= lead;
        }
        for value in &mut self.values[1][1..] {
            *value += lead;
        }
        self.phase = match INITIAL_VALUES - on_board {
            gone if gone > ENDGAME_GONE => 3,
            gone if gone > LATE_GONE => 2,
            _ => u8::from(self.move_number > LAST_OPENING_MOVE),
        };
    }

    /// Makes a move, pseudo-legal or not.
    pub(crate) fn make(&mut self, mv: Move) -> Made {
        self.count(|counts| counts.made += 1);
        let (from, to, side) = (usize::from(mv.from), usize::from(mv.to), self.turn);
        let piece = self.board[from];
        let captured = self.board[to];
        let code = piece.abs();
        let rank = 7 - side.square(to) / 8;
        let columns = (to % 8) as i8 - (from % 8) as i8;
        let kind = match code {
            KING if columns.abs() == 2 => {
                MoveType::Castling(if columns > 0 { Wing::King } else { Wing::Queen })
            }
            KING => MoveType::King,
            PAWN if from / 8 == to / 8 => MoveType::EnPassant,
            PAWN if rank == 7 => MoveType::Promotion,
            _ => MoveType::Plain,
        };
        let made = Made {
            value: self.value,
            castling: self.castling,
            en_passant: self.en_passant,
            mv,
            captured,
            kind,
        };
        self.history.push(made);
        self.value -= self.worth(captured);
        self.board[from] = 0;
        self.board[to] = piece;
        let mut credit = 0;
        let passed = self.en_passant.take();
        match kind {
            MoveType::Castling(wing) => {
                let (rook_from, rook_to) = rook_squares(side, wing);
                self.board[rook_to] = self.board[rook_from];
                self.board[rook_from] = 0;
                credit = CASTLING_CREDIT;
            }
            MoveType::EnPassant => {
                self.board[to] = 0;
                self.board[passed.expect("an en passant capture follows a double step")] = piece;
            }
            MoveType::Promotion => {
                self.board[to] = QUEEN * side.sign();
                credit = PAWN_CREDIT[2];
            }
            MoveType::King if self.phase == 0 => credit = -EARLY_KING_CHARGE,
            MoveType::Plain if code == PAWN && from.abs_diff(to) == 16 => {
                self.en_passant = Some((from + to) / 2);
            }
            MoveType::Plain if code == PAWN && rank >= 5 => credit = PAWN_CREDIT[rank - 5],
            MoveType::Plain if code == QUEEN && self.phase == 0 => credit = -EARLY_QUEEN_CHARGE,
            MoveType::King | MoveType::Plain => {}
        }
        self.value += credit * i32::from(side.sign());
        for wing in Wing::BOTH {
            if code == KING || code == ROOK && from == rook_squares(side, wing).0 {
                self.castling &= !side.right(wing);
            }
        }
        self.turn = side.other();
        made
    }

    /// Takes the last move back.
    pub(crate) fn unmake(&mut self) {
        let Made { value, castling, en_passant, mv, captured, kind } =
            self.history.pop().expect("every unmake follows a make");
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        self.turn = self.turn.other();
        let side = self.turn;
        match kind {
            MoveType::EnPassant => {
                let passed = en_passant.expect("an en passant capture follows a double step");
                self.board[from] = self.board[passed];
                self.board[passed] = 0;
            }
            MoveType::Promotion => self.board[from] = PAWN * side.sign(),
            _ => self.board[from] = self.board[to],
        }
        self.board[to] = captured;
        if let MoveType::Castling(wing) = kind {
            let (rook_from, rook_to) = rook_squares(side, wing);
            self.board[rook_from] = self.board[rook_to];
            self.board[rook_to] = 0;
        }
        (self.value, self.castling, self.en_passant) = (value, castling, en_passant);
    }

    /// The square of a side's king; the program supports positions with one king a side.
    pub(crate) fn king(&self, side: Side) -> Square {
        let king = KING * side.sign();
        self.board.iter().position(|&piece| piece == king).expect("each side has a king")
    }

    /// Whether a side's king is attacked.
    pub(crate) fn in_check(&self, side: Side) -> bool {
        self.least_attacker(self.king(side), side.other()).is_some()
    }

    /// Code of the least piece of `by` that attacks a square.
    pub(crate) fn least_attacker(&self, square: Square, by: Side) -> Option<i8> {
        self.count(|counts| counts.attacks += 1);
        let sign = by.sign();
        let holds = |at: Option<Square>, code: i8| at.is_some_and(|at| self.board[at] == code * sign);
        let any =
            |offsets: &[Offset], code: i8| offsets.iter().any(|&offset| holds(step(square, offset), code));
        // A pawn attacks from the row behind, seen in its own direction.
        if [-1, 1].iter().any(|&column| holds(step(square, Offset(-by.forward(), column)), PAWN)) {
            return Some(PAWN);
        }
        if any(&KNIGHT_OFFSETS, KNIGHT) {
            return Some(KNIGHT);
        }
        let along = |offsets: &[Offset], code: i8| {
            offsets.iter().any(|&offset| self.first(square, offset) == code * sign)
        };
        if along(&BISHOP_OFFSETS, BISHOP) {
            return Some(BISHOP);
        }
        if along(&ROOK_OFFSETS, ROOK) {
            return Some(ROOK);
        }
        if along(&QUEEN_OFFSETS, QUEEN) {
            return Some(QUEEN);
        }
        any(&QUEEN_OFFSETS, KING).then_some(KING)
    }

    /// The first piece on a line from a square, 0 if there is none.
    fn first(&self, square: Square, offset: Offset) -> i8 {
        let mut at = step(square, offset);
        while let Some(here) = at {
            if self.board[here] != 0 {
                return self.board[here];
            }
            at = step(here, offset);
        }
        0
    }
}

/// From-square and to-square of the rook in castling.
pub(crate) fn rook_squares(side: Side, wing: Wing) -> (Square, Square) {
    let home = side.home_row();
    match wing {
        Wing::King => (home + 7, home + 5),
        Wing::Queen => (home, home + 3),
    }
}

/// Converts a square of shakmaty.
pub(crate) fn from_chess(square: shakmaty::Square) -> Square {
    square.to_usize() ^ 56
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn of_game_captured_rook_leaves_the_castling_right() {
        let mut game = Game::new();
        for text in "b2b3 g7g6 c1b2 f8g7 b2g7 h7h6 g7h8 b7b6".split(' ') {
            let one: shakmaty::uci::UciMove = text.parse().unwrap();
            game.play(one.to_move(game.position()).unwrap());
        }
        assert_eq!(Position::of_game(&game).castling, 27);
        assert_eq!(Position::new(game.position()).castling, 19);
    }

    /// Legal moves equal shakmaty's, and unmaking restores everything, over random games.
    #[test]
    fn legal_moves_random_games_equal_shakmaty() {
        let mut random = ChaCha8Rng::seed_from_u64(1972);
        for _ in 0..60 {
            let mut chess = Chess::default();
            for _ in 0..120 {
                let mut position = Position::new(&chess);
                let before = position.clone();
                let ours = position.legal_moves().len();
                assert_eq!(
                    (position.board, position.value, position.castling, position.en_passant),
                    (before.board, before.value, before.castling, before.en_passant)
                );
                let lesser = |role| role != Role::Queen;
                let theirs: Vec<_> = chess
                    .legal_moves()
                    .into_iter()
                    .filter(|one| !one.promotion().is_some_and(lesser))
                    .collect();
                assert_eq!(ours, theirs.len(), "{chess:?}");
                if theirs.is_empty() {
                    break;
                }
                let made = theirs[random.random_range(0..theirs.len())];
                chess.play_unchecked(made);
            }
        }
    }
}
