//! Root heuristics: six sums that order the root moves. The search chooses a later move only if it
//! is strictly better, so they decide among equals.
//!
//! Documented (F110), with the original's known slips, which are named where they stand; after a
//! capture en passant nothing is lifted off. Against the record (F110): a reply that captures the
//! piece counts in [`Position::driven_back`] like any other; in the original it does not.

use shakmaty::{CastlingSide, Color};

use crate::mate::{MateSolver, MustStop};
use crate::movegen::Keyed;
use crate::position::{
    BISHOP, HistoryEntry, KNIGHT, MoveType, PAWN, Phase, Position, QUEEN, ROOK, castling_bit,
};
use crate::squares::{
    BISHOP_OFFSETS, KNIGHT_OFFSETS, Move, Offset, ROOK_OFFSETS, Square, relative_square, sign, step,
};

/// Names of the heuristics, in the order of their sums.
pub(crate) const HEURISTICS: [&str; 6] = [
    "mobility",
    "development",
    "castling",
    "driven back",
    "control",
    "mate threat",
];

/// Sums of a root move by heuristic.
pub(crate) type Sums = [i32; 6];

/// Weight of a square by row and column of the quarter a8 to d5; the others mirror it.
const CONTROL_WEIGHTS: [[i32; 4]; 4] = [[2, 3, 4, 4], [3, 6, 8, 8], [4, 8, 12, 12], [4, 8, 12, 14]];
/// Weight of the squares round an enemy king that can no longer castle.
const KING_WEIGHT: i32 = 10;

impl Position {
    /// The sums of a legal root move, for the side that makes it; none if the search is stopped.
    fn heuristics(
        &mut self,
        mv: Move,
        solver: &mut MateSolver<'_>,
        must_stop: &MustStop<'_>,
    ) -> Option<Sums> {
        if must_stop(self) {
            return None;
        }
        let made = self.make(mv);
        let mover = self.turn.other();
        // Mobility and control count as if the capturer were gone. En passant, the square of the
        // move is empty.
        let to = usize::from(mv.to);
        let piece = self.board[to];
        if made.captured != 0 {
            self.board[to] = 0;
        }
        let mobility = self.mobility_of(mover) - self.mobility_of(mover.other());
        let control = self.control(mover);
        self.board[to] = piece;
        let sums = [
            mobility,
            self.development(mover, made),
            self.castling_safety(mover),
            self.driven_back(made, must_stop),
            control,
            self.mate_threat(mover, solver),
        ];
        self.unmake();
        if must_stop(self) {
            return None;
        }
        Some(sums)
    }

    /// Sorts root moves by the sum of their heuristics, highest first, and returns the sums beside
    /// the moves. A stop leaves those rated so far, or the first one unrated.
    pub(crate) fn order_root(
        &mut self,
        moves: &[Keyed],
        must_stop: &MustStop<'_>,
    ) -> Vec<(Move, Sums)> {
        let mut solver = MateSolver::new(must_stop);
        let mut rate =
            |keyed: &Keyed| Some((keyed.mv, self.heuristics(keyed.mv, &mut solver, must_stop)?));
        let mut all: Vec<(Move, Sums)> = moves.iter().map_while(&mut rate).collect();
        if all.is_empty() {
            all.extend(moves.first().map(|keyed| (keyed.mv, Sums::default())));
        }
        self.sort_by_key(&mut all, |(_, sums)| -sums.iter().sum::<i32>());
        all
    }

    fn mobility_of(&mut self, color: Color) -> i32 {
        let turn = std::mem::replace(&mut self.turn, color);
        let moves = self.mobility();
        self.turn = turn;
        moves
    }

    /// Pieces off their home squares, blocked center pawns; for Black also castling and king moves.
    fn development(&self, mover: Color, made: HistoryEntry) -> i32 {
        const KNIGHT_OUT: i32 = 9;
        const BISHOP_OUT: i32 = 8;
        const BLOCKED_PAWN: i32 = 10;
        const BLACK_CASTLES: i32 = 30;
        const BLACK_KING_MOVES: i32 = 20;
        if self.phase == Phase::Endgame {
            return 0;
        }
        let own = |whites: Square, code: i8| {
            self.board[relative_square(mover, whites)] == code * sign(mover)
        };
        let mut sum = 0;
        for (home, code, credit) in [
            (57, KNIGHT, KNIGHT_OUT),
            (62, KNIGHT, KNIGHT_OUT),
            (58, BISHOP, BISHOP_OUT),
            (61, BISHOP, BISHOP_OUT),
        ] {
            sum += if own(home, code) { 0 } else { credit };
        }
        for home in [51, 52] {
            let blocked = own(home, PAWN) && self.board[relative_square(mover, home - 8)] != 0;
            sum -= if blocked { BLOCKED_PAWN } else { 0 };
        }
        match made.kind {
            MoveType::Castling(_) if mover == Color::Black => sum + BLACK_CASTLES,
            MoveType::King if mover == Color::Black => sum - BLACK_KING_MOVES,
            _ => sum,
        }
    }

    /// Pawns before a king that can still castle, or stands on the square it castles to.
    fn castling_safety(&self, mover: Color) -> i32 {
        const ONE_SIDE: i32 = 20;
        const BOTH_SIDES: i32 = 22;
        const SHELTERED: i32 = 40;
        let pawn_of = |color: Color, whites: Square| {
            self.board[relative_square(mover, whites)] == PAWN * sign(color)
        };
        let pawn = |whites: Square| pawn_of(mover, whites);
        let kept = |side: CastlingSide| {
            let mut home = if side.is_king_side() {
                53..=55
            } else {
                48..=50
            };
            self.castling & castling_bit(mover, side) != 0 && home.all(pawn)
        };
        let sheltered = match relative_square(mover, self.king(mover)) {
            // c1: pawns c2, b2 or b3, a2 or a3.
            58 => pawn(50) && (pawn(49) || pawn(41)) && (pawn(48) || pawn(40)),
            // g1: pawns f2, g2 or g3, h2 or h3. The original looks for White's pawn on the h-file
            // in both cases.
            62 => {
                pawn(53)
                    && (pawn(54) || pawn(46))
                    && (pawn_of(Color::White, 55) || pawn_of(Color::White, 47))
            }
            _ => false,
        };
        match CastlingSide::ALL.map(kept) {
            _ if sheltered => SHELTERED,
            [true, true] => BOTH_SIDES,
            [false, false] => 0,
            _ => ONE_SIDE,
        }
    }

    /// A piece that a lesser one can attack after some reply.
    fn driven_back(&mut self, made: HistoryEntry, must_stop: &MustStop<'_>) -> i32 {
        const SHARE: i32 = 60;
        let square = usize::from(made.mv.to);
        let (piece, enemy) = (self.board[square], self.turn);
        let lesser = |position: &Position| match position.least_attacker(square, enemy) {
            Some(attacker) => attacker < piece.abs(),
            None => false,
        };
        if made.kind != MoveType::Plain || piece.abs() == PAWN || lesser(self) || must_stop(self) {
            return 0;
        }
        for reply in self.legal_moves() {
            if must_stop(self) {
                break;
            }
            self.make(reply.mv);
            let attacked = lesser(self);
            self.unmake();
            if attacked {
                return -(self.worth(piece).abs() / SHARE);
            }
        }
        0
    }

    /// Weighted control of squares by the mover, minus that by the enemy; each attacker is divided
    /// by its value. The squares round the enemy's king weigh more for both sides; those round the
    /// mover's do not.
    fn control(&self, mover: Color) -> i32 {
        let enemy = mover.other();
        let can_castle = CastlingSide::ALL
            .iter()
            .any(|&side| self.castling & castling_bit(enemy, side) != 0);
        let king = self.king(enemy);
        let mut sum = 0;
        for square in 0..64 {
            let (row, column) = (square / 8, square % 8);
            let mut weight = match self.phase {
                Phase::Opening | Phase::Middlegame => {
                    CONTROL_WEIGHTS[row.min(7 - row)][column.min(7 - column)]
                }
                _ => 0,
            };
            let is_near_king = (king / 8).abs_diff(row) <= 1 && (king % 8).abs_diff(column) <= 1;
            if is_near_king && !can_castle {
                weight += KING_WEIGHT;
            }
            if weight != 0 {
                for (color, sign) in [(mover, 1), (enemy, -1)] {
                    self.for_each_attacker(square, color, |piece| {
                        sum += sign * (100 * weight / self.worth(piece).abs());
                    });
                }
            }
        }
        sum
    }

    /// Attackers of a square. Kings are left out; sliders see through pieces that move alike, of
    /// both sides.
    fn for_each_attacker(&self, square: Square, color: Color, mut found: impl FnMut(i8)) {
        self.count(|counts| counts.controls += 1);
        let sign = sign(color);
        for column in [-1, 1] {
            if let Some(from) = step(square, Offset(-sign, column))
                && self.board[from] == PAWN * sign
            {
                found(PAWN * sign);
            }
        }
        for (index, &offset) in KNIGHT_OFFSETS.iter().enumerate() {
            /// The offset one row down and two columns right, which the original leaves out.
            const FORGOTTEN: usize = 2;
            if index != FORGOTTEN
                && let Some(from) = step(square, offset)
                && self.board[from] == KNIGHT * sign
            {
                found(KNIGHT * sign);
            }
        }
        for (offsets, slider) in [(BISHOP_OFFSETS, BISHOP), (ROOK_OFFSETS, ROOK)] {
            for offset in offsets {
                let mut at = step(square, offset);
                while let Some(here) = at {
                    let piece = self.board[here];
                    let slides = piece.abs() == slider || piece.abs() == QUEEN;
                    if slides && piece * sign > 0 {
                        found(piece);
                    }
                    at = if piece == 0 || slides {
                        step(here, offset)
                    } else {
                        None
                    };
                }
            }
        }
    }

    /// A checking mate in two, threatened without giving check.
    ///
    /// Against the record (F110): it cannot begin en passant. In the original the side that has
    /// just made a double step finds its own passed-over square.
    fn mate_threat(&mut self, mover: Color, solver: &mut MateSolver<'_>) -> i32 {
        const MATE_THREAT: i32 = 15;
        if self.in_check(self.turn) {
            return 0;
        }
        self.turn = mover;
        let passed = self.en_passant.take();
        let mate = solver.attack(self, 2).is_some();
        self.turn = mover.other();
        self.en_passant = passed;
        if mate { MATE_THREAT } else { 0 }
    }
}
