//! Moves that leave a slice: captures, promotions and pawn moves. Their results are already known.

use shakmaty::attacks::{attacks, between, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, Piece, Position, Rank, Role, Square};

use crate::build::layout::{Layout, Legal};
use crate::file::loaded::LoadedTable;
use crate::file::table::{Table, Tables};
use crate::index::like_pieces::{MAX_SLOTS, Squares};
use crate::index::material::{Material, ROLES, slot_order};
use crate::index::numbering::Row;
use crate::index::position::chess;
use crate::index::symmetry::square;
use crate::score::{Metric, Score};

#[derive(Debug)]
pub(crate) struct LeavingMoves<'a> {
    layout: &'a Layout,
    metric: Metric,
    /// The ending itself, for pawn moves into finished slices.
    own: &'a LoadedTable,
    /// Slots of White's and of Black's pieces.
    slots_of: [Vec<usize>; 2],
    /// By captured slot.
    captures: Vec<Link<'a>>,
    /// By pawn and promotion.
    promotions: Vec<Vec<Link<'a>>>,
    /// By pawn, captured slot and promotion.
    capturing_promotions: Vec<Vec<Vec<Link<'a>>>>,
}

struct Collector<'a> {
    leaving: &'a LeavingMoves<'a>,
    row: &'a Row,
    turn: Color,
    /// Squares of all pieces but the black king.
    occupied: Bitboard,
    /// The black king's squares that make the position legal.
    legal: u64,
    best: &'a mut [Score; 64],
    /// The black king's squares with such a move.
    found: u64,
}

impl<'a> LeavingMoves<'a> {
    /// `None` if a table is missing.
    pub(crate) fn new(
        layout: &'a Layout,
        metric: Metric,
        own: &'a LoadedTable,
        tables: &'a Tables,
    ) -> Option<LeavingMoves<'a>> {
        let slots = &layout.slots;
        let promote = |pawn: usize, victim: Option<usize>| -> Option<Vec<Link<'a>>> {
            let to = if slots[pawn].role == Role::Pawn {
                &ROLES[..4]
            } else {
                &[]
            };
            to.iter()
                .map(|&role| Link::new(slots, victim, Some((pawn, role)), tables))
                .collect()
        };
        let with_victims = |pawn: usize| -> Option<Vec<Vec<Link<'a>>>> {
            let capture = |victim: usize| match slots[victim].color == slots[pawn].color {
                true => Some(vec![]),
                false => promote(pawn, Some(victim)),
            };
            (0..slots.len()).map(capture).collect()
        };
        let all = 0..slots.len();
        let of = |color| all.clone().filter(|&s| slots[s].color == color).collect();
        Some(LeavingMoves {
            layout,
            metric,
            own,
            slots_of: [Color::White, Color::Black].map(of),
            captures: all
                .clone()
                .map(|v| Link::new(slots, Some(v), None, tables))
                .collect::<Option<_>>()?,
            promotions: all
                .clone()
                .map(|p| promote(p, None))
                .collect::<Option<_>>()?,
            capturing_promotions: all.clone().map(with_victims).collect::<Option<_>>()?,
        })
    }

    /// Raises `best`, the scores of a row's 64 positions, to those of the best moves of `turn` that
    /// leave the slice. Returns the set of positions that have such a move.
    pub(crate) fn collect(
        &self,
        row: &Row,
        legal: &Legal,
        turn: Color,
        best: &mut [Score; 64],
    ) -> u64 {
        let legal = legal.of(turn);
        if legal == 0 {
            return 0;
        }
        let Some(occupied) = self.layout.occupied(row) else {
            return 0;
        };
        let mut collector = Collector {
            leaving: self,
            row,
            turn,
            occupied,
            legal,
            best,
            found: 0,
        };
        for (slot, piece) in self.layout.slots.iter().enumerate() {
            if piece.color != turn {
                collector.king_captures(slot);
            } else if piece.role == Role::Pawn {
                collector.pawn_moves(slot);
            } else {
                collector.piece_captures(slot);
            }
        }
        collector.found
    }
}

impl<'a> Collector<'a> {
    fn victims(&self) -> impl Iterator<Item = (usize, Square)> + use<'a> {
        let squares = self.row.squares;
        let slots = &self.leaving.slots_of[self.turn.fold_wb(1, 0)];
        slots
            .iter()
            .map(move |&victim| (victim, square(squares[victim])))
    }

    /// Raises the scores of the black king squares in `kings` to those of a capture or promotion
    /// along `link`.
    fn convert(&mut self, link: &Link<'_>, kings: u64, white_king: u8, squares: &Squares) {
        let scores = link.scores(!self.turn, white_king, Bitboard(kings), squares);
        for king in Bitboard(kings) {
            self.raise(
                king,
                self.leaving.metric.conversion(scores[usize::from(king)]),
            );
        }
    }

    fn raise(&mut self, king: Square, score: Score) {
        if score != Score::NONE {
            let best = &mut self.best[usize::from(king)];
            *best = score.max(*best);
            self.found |= 1 << u32::from(king);
        }
    }

    fn king_captures(&mut self, victim: usize) {
        let leaving = self.leaving;
        let (link, at) = (&leaving.captures[victim], self.row.squares[victim]);
        match self.turn {
            Color::White if king_attacks(square(self.row.white_king)).contains(square(at)) => {
                self.convert(link, self.legal, at, &self.row.squares);
            }
            Color::White => {}
            Color::Black => {
                let score = link.score(
                    Color::White,
                    self.row.white_king,
                    square(at),
                    &self.row.squares,
                );
                for king in king_attacks(square(at)) & Bitboard(self.legal) {
                    self.raise(king, leaving.metric.conversion(score));
                }
            }
        }
    }

    fn piece_captures(&mut self, slot: usize) {
        let leaving = self.leaving;
        let piece = leaving.layout.slots[slot];
        let from = square(self.row.squares[slot]);
        let reach = attacks(from, piece, self.occupied);
        for (victim, to) in self.victims().filter(|&(_, to)| reach.contains(to)) {
            let crossed = if piece.role == Role::Knight {
                Bitboard::EMPTY
            } else {
                between(from, to)
            };
            let squares = self.moved(slot, to);
            self.convert(
                &leaving.captures[victim],
                self.legal & !crossed.0,
                self.row.white_king,
                &squares,
            );
        }
    }

    fn pawn_moves(&mut self, slot: usize) {
        let leaving = self.leaving;
        let from = square(self.row.squares[slot]);
        let reach = pawn_attacks(self.turn, from);
        for (victim, to) in self.victims().filter(|&(_, to)| reach.contains(to)) {
            let squares = self.moved(slot, to);
            let links = match self.turn.relative_rank(to.rank()) {
                Rank::Eighth => &leaving.capturing_promotions[slot][victim][..],
                _ => std::slice::from_ref(&leaving.captures[victim]),
            };
            for link in links {
                self.convert(link, self.legal, self.row.white_king, &squares);
            }
        }
        let Some(to) = forward(self.turn, from).filter(|&to| !self.occupied.contains(to)) else {
            return;
        };
        let kings = self.legal & !Bitboard::from(to).0;
        if self.turn.relative_rank(to.rank()) == Rank::Eighth {
            let squares = self.moved(slot, to);
            for link in &leaving.promotions[slot] {
                self.convert(link, kings, self.row.white_king, &squares);
            }
            return;
        }
        self.push(slot, to, kings, None);
        let unmoved = self.turn.relative_rank(from.rank()) == Rank::Second;
        let double = forward(self.turn, to).filter(|&to| unmoved && !self.occupied.contains(to));
        if let Some(double) = double {
            self.push(slot, double, kings & !Bitboard::from(double).0, Some(to));
        }
    }

    /// A pawn move to another slice of the ending; `crossed` is the square that a double step
    /// passes over.
    fn push(&mut self, slot: usize, to: Square, kings: u64, crossed: Option<Square>) {
        let leaving = self.leaving;
        let squares = self.moved(slot, to);
        for king in Bitboard(kings) {
            let mut score =
                leaving
                    .own
                    .score(!self.turn, self.row.white_king, king as u8, &squares);
            if score != Score::ILLEGAL
                && let Some(crossed) = crossed
            {
                score = self.with_en_passant(score, slot, crossed, king as u8, &squares);
            }
            self.raise(king, leaving.metric.push(score));
        }
    }

    /// The score of a position just after a double step, given its score without en passant.
    fn with_en_passant(
        &self,
        score: Score,
        slot: usize,
        crossed: Square,
        king: u8,
        squares: &Squares,
    ) -> Score {
        let leaving = self.leaving;
        let mut capture = Score::NONE;
        for (capturer, at) in self.victims() {
            let is_pawn = leaving.layout.slots[capturer].role == Role::Pawn;
            if is_pawn && pawn_attacks(!self.turn, at).contains(crossed) {
                let mut after = *squares;
                after[capturer] = crossed as u8;
                let result = leaving.captures[slot].score(
                    self.turn,
                    self.row.white_king,
                    square(king),
                    &after,
                );
                capture = capture.max(leaving.metric.conversion(result));
            }
        }
        let row = Row {
            squares: *squares,
            ..*self.row
        };
        let loses = capture < Score::DRAW && capture != Score::NONE;
        if loses
            && score == Score::DRAW
            && let Some(position) = chess(&leaving.layout.slots, &row, king, !self.turn)
            && position.legal_moves().is_empty()
        {
            // Stalemate but for the capture en passant, which is forced.
            return capture;
        }
        score.max(capture)
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

/// The target of a kind of capture or promotion, with the mapping of slots to the target's slots.
#[derive(Debug)]
struct Link<'a> {
    /// The table; `None` if only the kings are left.
    table: Option<&'a Table>,
    flip: bool,
    order: [u8; MAX_SLOTS],
}

impl<'a> Link<'a> {
    /// The link of a move that captures slot `victim` and promotes slot `promoted`; `None` if the
    /// table is missing.
    fn new(
        slots: &[Piece],
        victim: Option<usize>,
        promoted: Option<(usize, Role)>,
        tables: &'a Tables,
    ) -> Option<Link<'a>> {
        let mut pieces: Vec<(usize, Piece)> = slots.iter().copied().enumerate().collect();
        if let Some((slot, role)) = promoted {
            pieces[slot].1.role = role;
        }
        pieces.retain(|(slot, _)| Some(*slot) != victim);
        let (material, flip) = Material::from_pieces(pieces.iter().map(|(_, p)| *p));
        if flip {
            pieces.iter_mut().for_each(|(_, p)| p.color = !p.color);
        }
        pieces.sort_by_key(|(_, p)| slot_order(*p));
        let mut order = [0; MAX_SLOTS];
        for (place, (slot, _)) in pieces.iter().enumerate() {
            order[place] = *slot as u8;
        }
        let table = match material {
            Material::BARE_KINGS => None,
            _ => Some(tables.get(&material)?),
        };
        Some(Link { table, flip, order })
    }

    #[inline]
    fn score(&self, turn: Color, white_king: u8, black_king: Square, squares: &Squares) -> Score {
        self.scores(turn, white_king, black_king.into(), squares)[usize::from(black_king)]
    }

    /// The scores with the black king on each square of `black_kings`.
    #[inline]
    fn scores(
        &self,
        turn: Color,
        white_king: u8,
        black_kings: Bitboard,
        squares: &Squares,
    ) -> [Score; 64] {
        match self.table {
            None => {
                let mut scores = [Score::DRAW; 64];
                for king in king_attacks(square(white_king)).with(square(white_king)) {
                    scores[usize::from(king)] = Score::ILLEGAL;
                }
                scores
            }
            Some(table) if self.flip => {
                let squares = self.order.map(|slot| squares[usize::from(slot)] ^ 56);
                let number = |king| table.index.of(king ^ 56, white_king ^ 56, &squares);
                table.tested_scores(!turn, black_kings, number)
            }
            Some(table) => {
                let squares = self.order.map(|slot| squares[usize::from(slot)]);
                table.tested_scores(turn, black_kings, |king| {
                    table.index.of(white_king, king, &squares)
                })
            }
        }
    }
}
