//! Position: 64 words with Black's pieces positive and White's negative, the value, and a history
//! for unmaking.
//!
//! Source: Seventh Edition Unix (January 1979), usr/src/games/chess. Documented (F110), except
//! where a line says otherwise.

use std::cell::Cell;

use play::Game;
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Position as _};

use crate::cost::Counts;
use crate::squares::{
    BISHOP_OFFSETS, KNIGHT_OFFSETS, Move, Offset, QUEEN_OFFSETS, ROOK_OFFSETS, Square,
    castling_rook, from_chess, relative_square, sign, step,
};

// Codes of the pieces, documented (F110): those of shakmaty's roles.
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

/// Type of a move, as the history records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveType {
    King,
    Plain,
    Castling(CastlingSide),
    EnPassant,
    Promotion,
}

/// Entry of the history: what unmaking restores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryEntry {
    value: i32,
    castling: u8,
    en_passant: Option<Square>,
    pub(crate) mv: Move,
    pub(crate) captured: i8,
    pub(crate) kind: MoveType,
}

/// Phase of the game. Documented (F110) as 0 to 3, the names are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Opening,
    Middlegame,
    LateMiddlegame,
    Endgame,
}

/// A board and the side to move, which the tests for repetition compare.
pub(crate) type Placement = ([i8; 64], Color);

/// A position with its history.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) board: [i8; 64],
    /// Black maximizes the value.
    pub(crate) turn: Color,
    pub(crate) castling: u8,
    /// The square that a double step has just passed over.
    pub(crate) en_passant: Option<Square>,
    /// Signed sum of the pieces' values and of credits for moves made.
    pub(crate) value: i32,
    /// Values of Black's and White's pieces by code.
    values: [[i32; 7]; 2],
    pub(crate) phase: Phase,
    pub(crate) move_number: u32,
    history: Vec<HistoryEntry>,
    pub(crate) counts: Cell<Counts>,
}

impl Position {
    /// The position with its value, values of the pieces and phase.
    pub(crate) fn new(chess: &Chess) -> Position {
        let mut board = [0; 64];
        for (square, piece) in chess.board() {
            let code = piece.role as i8;
            board[from_chess(square)] = if piece.color == Color::Black {
                code
            } else {
                -code
            };
        }
        let mut castling = 0;
        for color in Color::ALL {
            for side in CastlingSide::ALL
                .into_iter()
                .filter(|&side| chess.castles().has(color, side))
            {
                castling |= castling_bit(color, side);
            }
        }
        let mut position = Position {
            board,
            turn: chess.turn(),
            castling,
            en_passant: chess.ep_square(EnPassantMode::Always).map(from_chess),
            value: 0,
            values: [BASE_VALUES; 2],
            phase: Phase::Opening,
            move_number: chess.fullmoves().get(),
            history: Vec::new(),
            counts: Cell::default(),
        };
        position.reset_values_and_phase();
        position
    }

    /// The position that a game has reached. Castling rights end only with moves of the own king
    /// and rooks: they outlive the capture of a rook.
    pub(crate) fn of_game(game: &Game) -> Position {
        let mut castling = Position::new(game.start()).castling;
        for (before, mv) in game.positions().iter().zip(game.moves()) {
            if let Some(from) = mv.from() {
                castling &= !lost_castling(before.turn(), mv.role() as i8, from_chess(from));
            }
        }
        Position {
            castling,
            ..Position::new(game.position())
        }
    }

    pub(crate) fn placement(&self) -> Placement {
        (self.board, self.turn)
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
        i32::from(sign(self.turn)) * self.value
    }

    /// Whether a piece belongs to a side.
    pub(crate) fn is_own(&self, color: Color, square: Square) -> bool {
        self.board[square] * sign(color) > 0
    }

    /// Resets the value to plain material, and sets the trade-down values and the phase.
    ///
    /// Against the record (F110): the phase is told from the plain values. The original sets the
    /// trade-down values first and sums those.
    pub(crate) fn reset_values_and_phase(&mut self) {
        /// Lead from which pieces are worth trading, in centipawns.
        const TRADE_DOWN_LEAD: i32 = 150;
        /// Values of both sides' pieces in the initial position, kings included.
        const INITIAL_VALUES: i32 = 13_800;
        const ENDGAME_GONE: i32 = 4_000;
        const LATE_GONE: i32 = 2_000;
        const LAST_OPENING_MOVE: u32 = 5;

        self.values = [BASE_VALUES; 2];
        self.value = self.board.iter().map(|&piece| self.worth(piece)).sum();
        let on_board: i32 = self
            .board
            .iter()
            .map(|&piece| self.worth(piece).abs())
            .sum();
        let lead = self.value.signum() * i32::from(self.value.abs() > TRADE_DOWN_LEAD);
        for value in &mut self.values[0][1..] {
            *value -= lead;
        }
        for value in &mut self.values[1][1..] {
            *value += lead;
        }
        self.phase = match INITIAL_VALUES - on_board {
            gone if gone > ENDGAME_GONE => Phase::Endgame,
            gone if gone > LATE_GONE => Phase::LateMiddlegame,
            _ if self.move_number > LAST_OPENING_MOVE => Phase::Middlegame,
            _ => Phase::Opening,
        };
    }

    /// Makes a move, pseudo-legal or not.
    pub(crate) fn make(&mut self, mv: Move) -> HistoryEntry {
        self.count(|counts| counts.made += 1);
        let (from, to, color) = (usize::from(mv.from), usize::from(mv.to), self.turn);
        let piece = self.board[from];
        let captured = self.board[to];
        let code = piece.abs();
        let rank = 7 - relative_square(color, to) / 8;
        let columns = (to % 8) as i8 - (from % 8) as i8;
        let kind = match code {
            KING if columns.abs() == 2 => {
                MoveType::Castling(CastlingSide::from_king_side(columns > 0))
            }
            KING => MoveType::King,
            PAWN if from / 8 == to / 8 => MoveType::EnPassant,
            PAWN if rank == 7 => MoveType::Promotion,
            _ => MoveType::Plain,
        };
        let entry = HistoryEntry {
            value: self.value,
            castling: self.castling,
            en_passant: self.en_passant,
            mv,
            captured,
            kind,
        };
        self.history.push(entry);
        self.value -= self.worth(captured);
        self.board[from] = 0;
        self.board[to] = piece;
        let mut credit = 0;
        let passed = self.en_passant.take();
        match kind {
            MoveType::Castling(side) => {
                let (rook_from, rook_to) = castling_rook(color, side);
                self.board[rook_to] = self.board[rook_from];
                self.board[rook_from] = 0;
                credit = CASTLING_CREDIT;
            }
            MoveType::EnPassant => {
                self.board[to] = 0;
                self.board[passed.expect("an en passant capture follows a double step")] = piece;
            }
            MoveType::Promotion => {
                self.board[to] = QUEEN * sign(color);
                credit = PAWN_CREDIT[2];
            }
            MoveType::King if self.phase == Phase::Opening => credit = -EARLY_KING_CHARGE,
            MoveType::Plain if code == PAWN && from.abs_diff(to) == 16 => {
                self.en_passant = Some((from + to) / 2);
            }
            MoveType::Plain if code == PAWN && rank >= 5 => credit = PAWN_CREDIT[rank - 5],
            MoveType::Plain if code == QUEEN && self.phase == Phase::Opening => {
                credit = -EARLY_QUEEN_CHARGE
            }
            MoveType::King | MoveType::Plain => {}
        }
        self.value += credit * i32::from(sign(color));
        self.castling &= !lost_castling(color, code, from);
        self.turn = color.other();
        entry
    }

    /// Takes the last move back.
    pub(crate) fn unmake(&mut self) {
        let HistoryEntry {
            value,
            castling,
            en_passant,
            mv,
            captured,
            kind,
        } = self.history.pop().expect("every unmake follows a make");
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        self.turn = self.turn.other();
        let color = self.turn;
        match kind {
            MoveType::EnPassant => {
                let passed = en_passant.expect("an en passant capture follows a double step");
                self.board[from] = self.board[passed];
                self.board[passed] = 0;
            }
            MoveType::Promotion => self.board[from] = PAWN * sign(color),
            _ => self.board[from] = self.board[to],
        }
        self.board[to] = captured;
        if let MoveType::Castling(side) = kind {
            let (rook_from, rook_to) = castling_rook(color, side);
            self.board[rook_from] = self.board[rook_to];
            self.board[rook_to] = 0;
        }
        (self.value, self.castling, self.en_passant) = (value, castling, en_passant);
    }

    /// The square of a side's king; the program supports positions with one king a side.
    pub(crate) fn king(&self, color: Color) -> Square {
        let king = KING * sign(color);
        self.board
            .iter()
            .position(|&piece| piece == king)
            .expect("each side has a king")
    }

    /// Whether a side's king is attacked.
    pub(crate) fn in_check(&self, color: Color) -> bool {
        self.least_attacker(self.king(color), color.other())
            .is_some()
    }

    /// Code of the least piece of `by` that attacks a square.
    pub(crate) fn least_attacker(&self, square: Square, by: Color) -> Option<i8> {
        self.count(|counts| counts.attacks += 1);
        let sign = sign(by);
        let holds = |at: Option<Square>, code: i8| match at {
            Some(at) => self.board[at] == code * sign,
            None => false,
        };
        let any = |offsets: &[Offset], code: i8| {
            offsets
                .iter()
                .any(|&offset| holds(step(square, offset), code))
        };
        // A pawn attacks from the row behind, seen in its own direction.
        if [-1, 1]
            .iter()
            .any(|&column| holds(step(square, Offset(-sign, column)), PAWN))
        {
            return Some(PAWN);
        }
        if any(&KNIGHT_OFFSETS, KNIGHT) {
            return Some(KNIGHT);
        }
        let along = |offsets: &[Offset], code: i8| {
            offsets
                .iter()
                .any(|&offset| self.first(square, offset) == code * sign)
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
        if any(&QUEEN_OFFSETS, KING) {
            return Some(KING);
        }
        None
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

/// Bit of a castling right, documented (F110).
pub(crate) fn castling_bit(color: Color, side: CastlingSide) -> u8 {
    let kings = color.fold_wb(1, 8);
    if side.is_king_side() {
        kings
    } else {
        kings << 1
    }
}

/// Bits of the castling rights that a move of this piece ends.
fn lost_castling(color: Color, code: i8, from: Square) -> u8 {
    let is_lost =
        |&side: &CastlingSide| code == KING || code == ROOK && from == castling_rook(color, side).0;
    CastlingSide::ALL
        .into_iter()
        .filter(is_lost)
        .map(|side| castling_bit(color, side))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squares::game_after;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;
    use shakmaty::Role;

    #[test]
    fn of_game_captured_rook_leaves_the_castling_right() {
        let game = game_after("b2b3 g7g6 c1b2 f8g7 b2g7 h7h6 g7h8 b7b6");
        assert_eq!(Position::of_game(&game).castling, 27);
        assert_eq!(Position::new(game.position()).castling, 19);
    }

    /// Legal moves equal shakmaty's but for promotions to lesser pieces, and unmaking restores
    /// everything.
    #[test]
    fn legal_moves_random_games_equal_shakmaty() {
        let mut random = ChaCha8Rng::seed_from_u64(1972);
        for _ in 0..60 {
            let mut chess = Chess::default();
            for _ in 0..120 {
                let mut position = Position::new(&chess);
                let before = position.clone();
                let listed = position.legal_moves();
                assert_eq!(
                    (
                        position.board,
                        position.value,
                        position.castling,
                        position.en_passant
                    ),
                    (
                        before.board,
                        before.value,
                        before.castling,
                        before.en_passant
                    )
                );
                let mut theirs = chess.legal_moves().to_vec();
                theirs.retain(|one| one.promotion().is_none_or(|role| role == Role::Queen));
                let mut ours: Vec<_> = listed
                    .iter()
                    .map(|one| one.mv.to_chess(&chess).unwrap())
                    .collect();
                let name = |one: &shakmaty::Move| one.to_string();
                ours.sort_by_key(name);
                theirs.sort_by_key(name);
                assert_eq!(ours, theirs, "{chess:?}");
                if theirs.is_empty() {
                    break;
                }
                chess.play_unchecked(theirs[random.random_range(0..theirs.len())]);
            }
        }
    }
}
