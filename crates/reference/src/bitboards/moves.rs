//! Victims and aggressors by bitboards, in the machine's order, found on demand.

use arrayvec::ArrayVec;

use super::state::{Bitboards, VICTIMS};
use crate::{Move, Promotion, Victim};
use board::{Bitboard, Cpu, Kind, KingThreats, Square, attacks};

/// Aggressors that are not pawns, the least first.
const AGGRESSORS: [Kind; 5] = [
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
    Kind::King,
];

/// A piece of the mover's other than a pawn, and its legal targets (a king's may be attacked).
struct Aggressor {
    kind: Kind,
    from: Square,
    reach: Bitboard,
}

pub(super) struct Finder<'a, C: Cpu> {
    board: &'a Bitboards<C>,
    /// Checkers and blockers of the mover's king.
    king_threats: KingThreats,
    /// Targets of pieces other than the king: in check, those that end it.
    targets: Bitboard,
    pawns: Bitboard,
    /// In the order of the machine; no board has more than one for each square.
    aggressors: ArrayVec<Aggressor, 64>,
    /// All squares that any of them reaches.
    reached: Bitboard,
}

impl<'a, C: Cpu> Finder<'a, C> {
    #[inline(always)]
    pub(super) fn new(board: &'a Bitboards<C>) -> Self {
        let (us, sets) = (board.turn, &board.sets);
        let king_threats = sets.king_threats(us);
        let king = sets.king(us);
        let targets = match king_threats.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if king_threats.checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker) | king_threats.checkers,
        };
        let pawns = sets.pieces(us, Kind::Pawn);
        Finder {
            board,
            king_threats,
            targets,
            pawns,
            aggressors: ArrayVec::new(),
            reached: Bitboard::EMPTY,
        }
    }

    /// Finds the aggressors; to be called first. Not part of [`Finder::new`], to avoid copying the list.
    #[inline(always)]
    pub(super) fn find_aggressors(&mut self) {
        let (us, sets) = (self.board.turn, &self.board.sets);
        for kind in AGGRESSORS {
            for from in sets.pieces(us, kind) {
                let reach = self.reach(kind, from) & !sets.color(us);
                self.reached |= reach;
                self.aggressors.push(Aggressor { kind, from, reach });
            }
        }
    }

    /// Attacks of a piece other than a pawn, on its pin line; a king's may be attacked.
    #[inline(always)]
    fn reach(&self, kind: Kind, from: Square) -> Bitboard {
        let (cpu, occupied) = (self.board.cpu, self.board.sets.occupied());
        match kind {
            Kind::King | Kind::Pawn => attacks::king(from),
            Kind::Knight => attacks::knight(from) & self.allowed(from),
            Kind::Bishop => cpu.bishop(from, occupied) & self.allowed(from),
            Kind::Rook => cpu.rook(from, occupied) & self.allowed(from),
            Kind::Queen => cpu.queen(from, occupied) & self.allowed(from),
        }
    }

    /// Legal targets of a piece other than the king on a square.
    #[inline(always)]
    fn allowed(&self, from: Square) -> Bitboard {
        if self.king_threats.blockers.has(from) {
            self.targets & attacks::line(self.board.sets.king(self.board.turn), from)
        } else {
            self.targets
        }
    }

    /// Tries the captures; true if one cuts.
    #[inline(always)]
    pub(super) fn captures(&self, attempt: &mut impl FnMut(Move) -> bool) -> bool {
        let (us, sets) = (self.board.turn, &self.board.sets);
        let enemy = sets.color(!us);
        let attacked = self.reached | attacks::pawns(us, self.pawns);
        for (victim, kind) in Victim::ALL.into_iter().zip(VICTIMS) {
            let mut squares = sets.kind(kind) & enemy & attacked;
            if kind == Kind::Pawn {
                squares |= self.board.in_passing();
            }
            for to in squares {
                if self.pawns_take(victim, to, attempt) {
                    return true;
                }
                // On an open en-passant square only pawns take.
                if enemy.has(to) && self.others_take(victim, to, attempt) {
                    return true;
                }
            }
        }
        false
    }

    #[inline(always)]
    fn pawns_take(
        &self,
        victim: Victim,
        to: Square,
        attempt: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let (us, sets) = (self.board.turn, &self.board.sets);
        for from in attacks::pawn(!us, to) & self.pawns {
            let legal = if self.board.in_passing().has(to) {
                sets.may_capture_en_passant(self.board.cpu, us, from, to)
            } else {
                self.allowed(from).has(to)
            };
            if legal && pawn_moves(victim, from, to, attempt) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn others_take(
        &self,
        victim: Victim,
        to: Square,
        attempt: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        self.aggressors
            .iter()
            .any(|aggressor| aggressor.reach.has(to) && self.goes(aggressor, victim, to, attempt))
    }

    #[inline(always)]
    fn goes(
        &self,
        by: &Aggressor,
        victim: Victim,
        to: Square,
        attempt: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let &Aggressor { kind, from, .. } = by;
        if kind == Kind::King {
            let (cpu, us, sets) = (self.board.cpu, self.board.turn, &self.board.sets);
            if sets.attacked(cpu, to, !us, sets.occupied() ^ from.bb()) {
                return false;
            }
        }
        attempt(simple(victim, to, kind, from))
    }

    /// Tries the promotions that take nothing; true if one cuts.
    #[inline(always)]
    pub(super) fn promotions(&self, attempt: &mut impl FnMut(Move) -> bool) -> bool {
        let (one, _) = self.steps();
        for to in one & Bitboard::rank(7).relative(self.board.turn) {
            let from = to.offset(-self.board.turn.up());
            if self.allowed(from).has(to) && pawn_moves(Victim::Empty, from, to, attempt) {
                return true;
            }
        }
        false
    }

    /// Tries the moves that take nothing, but for castling; true if one cuts.
    #[inline(always)]
    pub(super) fn non_captures(&self, attempt: &mut impl FnMut(Move) -> bool) -> bool {
        let empty = !self.board.sets.occupied();
        let up = self.board.turn.up();
        let (one, two) = self.steps();
        // Which aggressors reach each square, a bit for each.
        let mut reaching = [Bitboard::EMPTY; 64];
        for (index, aggressor) in self.aggressors.iter().enumerate() {
            for to in aggressor.reach & empty {
                reaching[to.index()] |= Square::new(index as u8).bb();
            }
        }
        for to in one | two | self.reached & empty {
            if (one | two).has(to) {
                let from = to.offset(if one.has(to) { -up } else { -2 * up });
                if self.allowed(from).has(to) && pawn_moves(Victim::Empty, from, to, attempt) {
                    return true;
                }
            }
            for index in reaching[to.index()] {
                if let Some(aggressor) = self.aggressors.get(index.index())
                    && self.goes(aggressor, Victim::Empty, to, attempt)
                {
                    return true;
                }
            }
        }
        false
    }

    /// The squares that pawns step to, by one and by two.
    #[inline(always)]
    fn steps(&self) -> (Bitboard, Bitboard) {
        let (us, empty) = (self.board.turn, !self.board.sets.occupied());
        let one = self.pawns.forward(us) & empty;
        (
            one,
            (one & Bitboard::rank(2).relative(us)).forward(us) & empty,
        )
    }

    /// Tries castling; true if one cuts.
    #[inline(always)]
    pub(super) fn castling(&self, attempt: &mut impl FnMut(Move) -> bool) -> bool {
        let &Bitboards {
            cpu,
            ref sets,
            turn,
            rights,
            ..
        } = self.board;
        let rights = rights >> (2 * turn as u8) & 3;
        if rights == 0 || self.king_threats.checkers.not_empty() {
            return false;
        }
        let king = sets.king(turn);
        // The right, the file the king goes to, and the files between king and rook.
        [(1, 6, 0b0110_0000), (2, 2, 0b0000_1110)]
            .into_iter()
            .any(|(right, file, between)| {
                rights & right != 0
                    && sets.castling_path_is_free(cpu, turn, file, between)
                    && attempt(simple(
                        Victim::Empty,
                        Square::at(file, king.rank()),
                        Kind::King,
                        king,
                    ))
            })
    }
}

impl<C: Cpu> Bitboards<C> {
    /// The open en-passant square, if any.
    #[inline(always)]
    pub(super) fn in_passing(&self) -> Bitboard {
        Bitboard(u64::from(self.latch != 0) << (self.latch & 63))
    }

    /// Tries the captures on a square by its first aggressor; true if one cuts. Legality is checked afterwards.
    #[inline(always)]
    pub(super) fn exchange(&self, target: Square, attempt: &mut impl FnMut(Move) -> bool) -> bool {
        let (cpu, us, sets) = (self.cpu, self.turn, &self.sets);
        let is_victim =
            |&(_, kind): &(Victim, Kind)| (sets.kind(kind) & sets.color(!us)).has(target);
        let Some((victim, _)) = Victim::ALL.into_iter().zip(VICTIMS).find(is_victim) else {
            return false;
        };
        let own = |kind| sets.pieces(us, kind);
        if let Some(from) = (attacks::pawn(!us, target) & own(Kind::Pawn)).first() {
            return pawn_moves(victim, from, target, attempt);
        }
        let occupied = sets.occupied();
        let first = |kind, reach: Bitboard| (reach & own(kind)).first().map(|from| (kind, from));
        let found = first(Kind::Knight, attacks::knight(target)).or_else(|| {
            let (bishop, rook) = (cpu.bishop(target, occupied), cpu.rook(target, occupied));
            first(Kind::Bishop, bishop)
                .or_else(|| first(Kind::Rook, rook))
                .or_else(|| first(Kind::Queen, bishop | rook))
                .or_else(|| first(Kind::King, attacks::king(target)))
        });
        found.is_some_and(|(kind, from)| attempt(simple(victim, target, kind, from)))
    }
}

#[inline(always)]
fn simple(victim: Victim, to: Square, aggressor: Kind, from: Square) -> Move {
    let (to, from) = (to.index() as u8, from.index() as u8);
    let aggressor = roms::Kind::ALL[aggressor as usize];
    Move {
        victim,
        to,
        aggressor,
        from,
        promotion: Promotion::None,
    }
}

/// Tries the moves of a pawn to a square: on the last rank, one for each piece it may become.
#[inline(always)]
fn pawn_moves(
    victim: Victim,
    from: Square,
    to: Square,
    attempt: &mut impl FnMut(Move) -> bool,
) -> bool {
    let m = simple(victim, to, Kind::Pawn, from);
    if matches!(to.rank(), 0 | 7) {
        Promotion::ALL
            .into_iter()
            .any(|promotion| attempt(Move { promotion, ..m }))
    } else {
        attempt(m)
    }
}
