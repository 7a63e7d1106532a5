//! Moves that leave a slice: captures, promotions and pawn moves, whose results are already known.

use shakmaty::attacks::{attacks, between, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use crate::build::layout::{Layout, Legal};
use crate::build::link::Link;
use crate::file::loaded::{LoadedTable, LoadedTables};
use crate::index::material::ROLES;
use crate::index::numbering::Row;
use crate::index::numbering::Squares;
use crate::index::position::has_legal_move;
use crate::index::symmetry::square;
use crate::metric::Metric;
use crate::score::Score;

/// Everything needed to value the moves that leave a slice of one ending.
#[derive(Debug)]
pub(crate) struct LeavingMoves<'a> {
    layout: &'a Layout,
    metric: Metric,
    /// The ending itself, for pawn moves into slices that are done.
    own: &'a LoadedTable,
    /// Slots of White's and of Black's men.
    men: [Vec<usize>; 2],
    /// By the slot of the man taken.
    captures: Vec<Link>,
    /// By pawn and piece.
    promotions: Vec<Vec<Link>>,
    /// By pawn, man taken, and piece.
    capturing_promotions: Vec<Vec<Vec<Link>>>,
}

/// One row and what is being collected about it: for each square of the black king the best score of the moves
/// seen so far.
struct Collector<'a> {
    outside: &'a LeavingMoves<'a>,
    row: &'a Row,
    turn: Color,
    /// Squares of all men but the black king.
    occupied: Bitboard,
    /// The black king's squares that make the position legal.
    legal: u64,
    best: &'a mut [Score],
}

impl<'a> LeavingMoves<'a> {
    /// `None` if a table is missing.
    pub(crate) fn new(
        layout: &'a Layout,
        metric: Metric,
        own: &'a LoadedTable,
        tables: &LoadedTables,
    ) -> Option<LeavingMoves<'a>> {
        let slots = &layout.slots;
        let is_pawn = |slot: usize| slots[slot].role == Role::Pawn;
        let promote = |pawn: usize, victim: Option<usize>| -> Option<Vec<Link>> {
            let to = if is_pawn(pawn) { &ROLES[..4] } else { &[] };
            to.iter().map(|&role| Link::new(slots, victim, Some((pawn, role)), tables)).collect()
        };
        let all = 0..slots.len();
        let captures = all.clone().map(|v| Link::new(slots, Some(v), None, tables)).collect::<Option<_>>()?;
        let promotions = all.clone().map(|p| promote(p, None)).collect::<Option<_>>()?;
        let with_victims = |p: usize| -> Option<Vec<Vec<Link>>> {
            let taken =
                |v: usize| if slots[v].color == slots[p].color { Some(vec![]) } else { promote(p, Some(v)) };
            all.clone().map(taken).collect()
        };
        let capturing_promotions = all.clone().map(with_victims).collect::<Option<_>>()?;
        let men =
            [Color::White, Color::Black].map(|c| all.clone().filter(|&s| slots[s].color == c).collect());
        Some(LeavingMoves { layout, metric, own, men, captures, promotions, capturing_promotions })
    }

    /// Raises `best`, the scores of a row's 64 positions, to those of the best moves of `turn` that leave the slice.
    pub(crate) fn collect(&self, row: &Row, legal: &Legal, turn: Color, best: &mut [Score]) {
        let legal = turn.fold_wb(legal.white, legal.black);
        let Some(occupied) = self.layout.occupied(row) else { return };
        if legal == 0 {
            return;
        }
        let mut collector = Collector { outside: self, row, turn, occupied, legal, best };
        for (slot, man) in self.layout.slots.iter().enumerate() {
            if man.color != turn {
                collector.king_takes(slot);
            } else if man.role == Role::Pawn {
                collector.pawn_moves(slot);
            } else {
                collector.piece_takes(slot);
            }
        }
    }
}

impl<'a> Collector<'a> {
    /// The squares of the men that may be taken, with their slots.
    fn victims(&self) -> impl Iterator<Item = (usize, Square)> + use<'a> {
        let squares = self.row.squares;
        let men = &self.outside.men[self.turn.fold_wb(1, 0)];
        men.iter().map(move |&victim| (victim, square(squares[victim])))
    }

    /// Raises the scores of the black king's squares in `kings` to those of a capture or promotion along `link`.
    fn convert(&mut self, link: &Link, kings: u64, white_king: u8, squares: &Squares) {
        for king in Bitboard(kings) {
            let score = link.score(!self.turn, white_king, king as u8, squares);
            self.raise(king, self.outside.metric.conversion(score));
        }
    }

    fn raise(&mut self, king: Square, score: Score) {
        let best = &mut self.best[usize::from(king)];
        *best = score.max(*best);
    }

    fn king_takes(&mut self, victim: usize) {
        let outside = self.outside;
        let (link, at) = (&outside.captures[victim], self.row.squares[victim]);
        match self.turn {
            Color::White if king_attacks(square(self.row.white_king)).contains(square(at)) => {
                self.convert(link, self.legal, at, &self.row.squares);
            }
            Color::White => {}
            Color::Black => {
                let score = link.score(Color::White, self.row.white_king, at, &self.row.squares);
                for king in king_attacks(square(at)) & Bitboard(self.legal) {
                    self.raise(king, outside.metric.conversion(score));
                }
            }
        }
    }

    fn piece_takes(&mut self, slot: usize) {
        let outside = self.outside;
        let man = outside.layout.slots[slot];
        let from = square(self.row.squares[slot]);
        let reach = attacks(from, man, self.occupied);
        for (victim, to) in self.victims().filter(|&(_, to)| reach.contains(to)) {
            let open = if man.role == Role::Knight { Bitboard::EMPTY } else { between(from, to) };
            let squares = self.moved(slot, to);
            self.convert(&outside.captures[victim], self.legal & !open.0, self.row.white_king, &squares);
        }
    }

    fn pawn_moves(&mut self, slot: usize) {
        let outside = self.outside;
        let from = square(self.row.squares[slot]);
        let reach = pawn_attacks(self.turn, from);
        for (victim, to) in self.victims().filter(|&(_, to)| reach.contains(to)) {
            let squares = self.moved(slot, to);
            let links = match self.turn.relative_rank(to.rank()) {
                Rank::Eighth => &outside.capturing_promotions[slot][victim][..],
                _ => std::slice::from_ref(&outside.captures[victim]),
            };
            for link in links {
                self.convert(link, self.legal, self.row.white_king, &squares);
            }
        }
        let Some(to) = forward(self.turn, from).filter(|&to| !self.occupied.contains(to)) else { return };
        let kings = self.legal & !Bitboard::from(to).0;
        if self.turn.relative_rank(to.rank()) == Rank::Eighth {
            let squares = self.moved(slot, to);
            for link in &outside.promotions[slot] {
                self.convert(link, kings, self.row.white_king, &squares);
            }
            return;
        }
        self.push(slot, to, kings, None);
        let from_home = self.turn.relative_rank(from.rank()) == Rank::Second;
        let double = forward(self.turn, to).filter(|&to| from_home && !self.occupied.contains(to));
        if let Some(double) = double {
            self.push(slot, double, kings & !Bitboard::from(double).0, Some(to));
        }
    }

    /// A pawn's move within the ending, to another slice; `crossed` is the square a double step passes over.
    fn push(&mut self, slot: usize, to: Square, kings: u64, crossed: Option<Square>) {
        let outside = self.outside;
        let squares = self.moved(slot, to);
        for king in Bitboard(kings) {
            let mut score = outside.own.score(!self.turn, self.row.white_king, king as u8, &squares);
            if let Some(crossed) = crossed.filter(|_| score != Score::ILLEGAL) {
                score = self.with_en_passant(score, slot, crossed, king as u8, &squares);
            }
            self.raise(king, outside.metric.push(score));
        }
    }

    /// The score of a position just after a double step, given its score without the right to take en passant.
    fn with_en_passant(
        &self,
        score: Score,
        slot: usize,
        crossed: Square,
        king: u8,
        squares: &Squares,
    ) -> Score {
        let outside = self.outside;
        let mut taking = Score::NONE;
        for (taker, at) in self.victims() {
            let is_pawn = outside.layout.slots[taker].role == Role::Pawn;
            if is_pawn && pawn_attacks(!self.turn, at).contains(crossed) {
                let mut after = *squares;
                after[taker] = crossed as u8;
                let result = outside.captures[slot].score(self.turn, self.row.white_king, king, &after);
                taking = taking.max(outside.metric.conversion(result));
            }
        }
        let row = Row { squares: *squares, ..*self.row };
        if taking < Score::DRAW
            && taking != Score::NONE
            && score == Score::DRAW
            && !has_legal_move(&outside.layout.slots, &row, king, !self.turn)
        {
            // Stalemate, but for the capture en passant, which is forced.
            return taking;
        }
        score.max(taking)
    }

    fn moved(&self, slot: usize, to: Square) -> Squares {
        let mut squares = self.row.squares;
        squares[slot] = to as u8;
        squares
    }
}

fn forward(color: Color, from: Square) -> Option<Square> {
    from.offset(color.fold_wb(8, -8))
}
