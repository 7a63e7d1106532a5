//! Moves as the software asks the generator for them, makes and unmakes them.
//!
//! Decided: victims by value, aggressors against value and the disable words, as in the machine of
//! 1980 (there documented, F046, F047, F049); en passant, castling and promotion in software, in
//! the order of docs/search.md.

use machine::microengine::stack::{MoveCode, MoveKind};
use roms::{BLACK, EMPTY, Kind};

use super::bus::Disable;
use super::loops::{Latches, MoveLoop, Undo};
use super::{Devices, cost};

/// Corners and kings' squares, with the rights that end when a piece leaves or arrives there.
const RIGHTS_LOST: [(u8, u8); 6] = [
    (4, 0b0011),
    (7, 0b0001),
    (0, 0b0010),
    (60, 0b1100),
    (63, 0b0100),
    (56, 0b1000),
];

impl Devices {
    /// The next move of the loop; the last one is unmade.
    pub(super) fn next_move(&mut self, moves: &mut MoveLoop) -> Option<MoveCode> {
        if let Some(last) = moves.last.take() {
            if last.kind.is_promotion() && last.kind != MoveKind::Bishop {
                moves.last = Some(MoveCode {
                    kind: last.kind.next(),
                    ..last
                });
                return moves.last;
            }
            if moves.is_exchange {
                return None;
            }
            if !last.kind.is_castling() {
                self.bus.write_disable(Disable::Square(last.from));
                // In quiescence only a promotion goes to an empty square.
                let to_empty =
                    self.squares[usize::from(last.to)] == EMPTY && last.kind != MoveKind::EnPassant;
                if moves.is_quiet && to_empty {
                    self.close_victim(moves, last.to);
                }
            }
        }
        while let Some(to) = moves.to {
            self.spend(cost::AGGRESSOR);
            if let Some(from) = self.bus.aggressor(to) {
                moves.last = Some(MoveCode {
                    from,
                    to,
                    kind: self.kind(from, to),
                });
                return moves.last;
            }
            if moves.is_exchange {
                return None;
            }
            self.close_victim(moves, to);
        }
        while let Some(kind) = moves.castling {
            moves.castling = match kind {
                MoveKind::KingSide => Some(MoveKind::QueenSide),
                _ => None,
            };
            moves.last = self.castling(kind);
            if moves.last.is_some() {
                return moves.last;
            }
        }
        None
    }

    /// Closes a victim without aggressors left and asks for the next.
    fn close_victim(&mut self, moves: &mut MoveLoop, to: u8) {
        self.spend(cost::VICTIM);
        let Latches {
            en_passant, spent, ..
        } = self.latches;
        if en_passant != 0 && to == en_passant && !spent {
            // The square passed over is an empty square from now on.
            self.latches.spent = true;
            self.select();
            self.bus.write_disable(Disable::Own);
        } else {
            self.bus.write_disable(Disable::Close(to));
        }
        let victim = self.bus.victim();
        moves.begin(victim);
    }

    fn kind(&self, from: u8, to: u8) -> MoveKind {
        if self.squares[usize::from(from)] & 7 != Kind::Pawn as u8 {
            MoveKind::Plain
        } else if !(8..56).contains(&to) {
            MoveKind::Queen
        } else if to != 0 && to == self.latches.en_passant {
            MoveKind::EnPassant
        } else {
            MoveKind::Plain
        }
    }

    /// A castling that is allowed but for its last square, which is tested as any king's move.
    fn castling(&mut self, kind: MoveKind) -> Option<MoveCode> {
        self.spend(cost::CASTLING);
        let first = if self.white_to_move { 0 } else { 56 };
        let right = if self.white_to_move { 1 } else { 4 } << u8::from(kind == MoveKind::QueenSide);
        let (between, crossed, to) = if kind == MoveKind::KingSide {
            (&[5, 6][..], 5, 6)
        } else {
            (&[1, 2, 3][..], 3, 2)
        };
        let is_free = between
            .iter()
            .all(|&file| self.squares[usize::from(first + file)] == EMPTY);
        if self.latches.rights & right == 0 || !is_free {
            return None;
        }
        // The king is put on the square it crosses as well, and CHECK tests both.
        let king = self.own(Kind::King);
        self.bus.write_square(first + crossed, king);
        let is_attacked = self.bus.check();
        self.bus.write_square(first + crossed, EMPTY);
        self.bus.write_square(first + 4, king);
        if is_attacked {
            return None;
        }
        Some(MoveCode {
            from: first + 4,
            to: first + to,
            kind,
        })
    }

    fn own(&self, kind: Kind) -> u8 {
        if self.white_to_move {
            kind.white()
        } else {
            kind.black()
        }
    }

    /// Corner and new square of the rook that castles with a king.
    fn rook_squares(made: MoveCode) -> (u8, u8) {
        if made.kind == MoveKind::KingSide {
            (made.to + 1, made.to - 1)
        } else {
            (made.to - 2, made.to + 1)
        }
    }

    /// Makes a move and selects the next ply.
    pub(super) fn make(&mut self, made: MoveCode) -> Undo {
        self.spend(cost::MAKE);
        let MoveCode { from, to, kind } = made;
        let [moved, captured] = [from, to].map(|square| self.squares[usize::from(square)]);
        let undo = Undo {
            made,
            moved,
            captured,
            latches: self.latches,
        };
        self.write(from, EMPTY);
        match kind {
            MoveKind::EnPassant => self.write(from & 0o70 | to & 0o07, EMPTY),
            MoveKind::KingSide | MoveKind::QueenSide => {
                let (corner, rook) = Devices::rook_squares(made);
                self.write(corner, EMPTY);
                self.write(rook, self.own(Kind::Rook));
            }
            _ => {}
        }
        let put = match kind.promotion() {
            Some(piece) => self.own(piece),
            None => moved,
        };
        self.write(to, put);
        let lost = RIGHTS_LOST
            .iter()
            .filter(|(square, _)| [from, to].contains(square));
        let rights = lost.fold(self.latches.rights, |rights, (_, lost)| rights & !lost);
        if rights != self.latches.rights {
            self.bus.write_rights(rights);
        }
        let is_double = moved & 7 == Kind::Pawn as u8 && from.abs_diff(to) == 16;
        let passed = if is_double && self.enemy_pawn_beside(to) {
            (from + to) / 2
        } else {
            0
        };
        self.latches = Latches {
            en_passant: passed,
            spent: false,
            rights,
        };
        self.ply += 1;
        self.white_to_move = !self.white_to_move;
        self.select();
        undo
    }

    fn enemy_pawn_beside(&self, square: u8) -> bool {
        let pawn = self.own(Kind::Pawn) ^ BLACK;
        let file = square & 7;
        let is_there = |beside: u8| self.squares[usize::from(beside)] == pawn;
        file > 0 && is_there(square - 1) || file < 7 && is_there(square + 1)
    }

    /// Takes a move back.
    pub(super) fn unmake(&mut self, undo: &Undo) {
        self.spend(cost::UNMAKE);
        let Undo {
            made,
            moved,
            captured,
            latches,
        } = *undo;
        let MoveCode { from, to, kind } = made;
        self.ply -= 1;
        self.white_to_move = !self.white_to_move;
        if latches.rights != self.latches.rights {
            self.bus.write_rights(latches.rights);
        }
        self.latches = latches;
        self.select();
        self.write(to, captured);
        match kind {
            MoveKind::EnPassant => {
                self.write(from & 0o70 | to & 0o07, self.own(Kind::Pawn) ^ BLACK)
            }
            MoveKind::KingSide | MoveKind::QueenSide => {
                let (corner, rook) = Devices::rook_squares(made);
                self.write(rook, EMPTY);
                self.write(corner, self.own(Kind::Rook));
            }
            _ => {}
        }
        self.write(from, moved);
    }
}
