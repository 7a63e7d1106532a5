//! The full value on bitboards: counts of the 26 terms of `docs/decisions/evaluation-full.md`.

use roms::full::{CYCLES, DIRECTIONS, FULL_TERMS, FULL_WEIGHT, JUMPS, full_term};

use super::pawns::Pawns;
use crate::full::within_margin;
use board::{Bitboard, Color, Cpu, Kind, PieceSets, Square, attacks};

/// Index of a term in the table, found at compile time.
const fn row(name: &str) -> usize {
    let name = name.as_bytes();
    let mut term = 0;
    while term < FULL_TERMS {
        let found = full_term(term).name.as_bytes();
        let mut same = 0;
        while same < name.len() && same < found.len() && found[same] == name[same] {
            same += 1;
        }
        if same == name.len() && same == found.len() {
            return term;
        }
        term += 1;
    }
    panic!("the table has no such term")
}

/// Counts of each term for White and Black, in the table's order.
pub(super) fn counts<C: Cpu>(cpu: C, sets: &PieceSets) -> [[i32; 2]; FULL_TERMS] {
    let mut counts = [[0; 2]; FULL_TERMS];
    each_count(cpu, sets, |term, color, count| {
        counts[term][color as usize] += count
    });
    counts
}

/// The full value in centipawns from White's side at a phase class.
#[inline(always)]
pub(super) fn value<C: Cpu>(cpu: C, sets: &PieceSets, stage_class: u8) -> i16 {
    let weights = &FULL_WEIGHT[usize::from(stage_class)];
    let mut sum = 0;
    each_count(cpu, sets, |term, color, count| {
        let points = i32::from(weights[term]) * count;
        sum += if color == Color::White {
            points
        } else {
            -points
        };
    });
    within_margin(sum)
}

/// Passes each term's row in the table, the side and a count to `add`; a term may come several times.
#[inline(always)]
fn each_count<C: Cpu>(cpu: C, sets: &PieceSets, mut add: impl FnMut(usize, Color, i32)) {
    let (white, black) = (
        Side::new(cpu, sets, Color::White),
        Side::new(cpu, sets, Color::Black),
    );
    let (white_passed, black_passed) = (white.pawns.passed(), black.pawns.passed());
    white.add(white_passed, black_passed.flipped(), &mut |term, count| {
        add(term, Color::White, count)
    });
    black.add(black_passed, white_passed.flipped(), &mut |term, count| {
        add(term, Color::Black, count)
    });
}

/// The board from one side's view, moving up.
struct Side<C> {
    cpu: C,
    /// Its pieces by kind.
    sets: [Bitboard; 6],
    own: Bitboard,
    enemy: Bitboard,
    pawns: Pawns,
    /// Squares next to the enemy's king.
    ring: Bitboard,
}

impl<C: Cpu> Side<C> {
    #[inline(always)]
    fn new(cpu: C, sets: &PieceSets, color: Color) -> Self {
        let of = |color: Color, kind| sets.pieces(color, kind).relative(color);
        Side {
            cpu,
            sets: Kind::ALL.map(|kind| of(color, kind)),
            own: sets.color(color).relative(color),
            enemy: sets.color(!color).relative(color),
            pawns: Pawns::new(
                of(color, Kind::Pawn),
                sets.pieces(!color, Kind::Pawn).relative(color),
            ),
            ring: attacks::king(sets.king(!color).relative(color)),
        }
    }

    #[inline(always)]
    fn of(&self, kind: Kind) -> Bitboard {
        self.sets[kind as usize]
    }

    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.own | self.enemy
    }

    #[inline(always)]
    fn count(&self, set: Bitboard) -> i32 {
        self.cpu.count(set) as i32
    }

    /// All terms of the side, given its passed pawns and the enemy's.
    #[inline(always)]
    fn add(&self, passed: Bitboard, enemy_passed: Bitboard, add: &mut impl FnMut(usize, i32)) {
        self.add_mobility(add);
        self.add_pawns(passed, add);
        self.add_posts(add);
        self.add_rooks(passed, enemy_passed, add);
    }

    /// Mobility and pressure. No two rays of one direction reach the same square, for the piece that is nearer stops the
    /// other; so squares are counted piece by piece.
    #[inline(always)]
    fn add_mobility(&self, add: &mut impl FnMut(usize, i32)) {
        let safe = !(self.own | self.pawns.attacked);
        let mut reach = |term: usize, reached: Bitboard| {
            add(term, self.count(reached & safe));
            add(
                const { row("king pressure") },
                self.count(reached & self.ring),
            );
        };
        for from in self.of(Kind::Bishop) {
            reach(
                const { row("bishop mobility") },
                self.cpu.bishop(from, self.occupied()),
            );
        }
        for from in self.of(Kind::Rook) {
            reach(
                const { row("rook mobility") },
                self.cpu.rook(from, self.occupied()),
            );
        }
        for from in self.of(Kind::Queen) {
            reach(
                const { row("queen mobility") },
                self.cpu.queen(from, self.occupied()),
            );
        }
        for from in self.of(Kind::Knight) {
            reach(const { row("knight mobility") }, attacks::knight(from));
        }
        for from in self.of(Kind::Knight) {
            if (attacks::knight(from) & self.ring).not_empty() {
                add(const { row("king pressure") }, -self.pressed_twice(from));
            }
        }
    }

    /// Squares next to the enemy's king that a ray and this knight reach in the same cycle, and which count once.
    fn pressed_twice(&self, knight: Square) -> i32 {
        let straight = self.of(Kind::Rook) | self.of(Kind::Queen);
        let oblique = self.of(Kind::Bishop) | self.of(Kind::Queen);
        let twice = |&cycle: &usize| {
            let Some(to) = step(knight, JUMPS[cycle]).filter(|&to| self.ring.has(to)) else {
                return false;
            };
            let (files, ranks) = DIRECTIONS[cycle];
            // Back along the ray to the first piece.
            let mut from = step(to, (-files, -ranks));
            while let Some(square) = from
                && !self.occupied().has(square)
            {
                from = step(square, (-files, -ranks));
            }
            let riders = if files == 0 || ranks == 0 {
                straight
            } else {
                oblique
            };
            from.is_some_and(|from| riders.has(from))
        };
        (0..CYCLES).filter(twice).count() as i32
    }

    #[inline(always)]
    fn add_pawns(&self, passed: Bitboard, add: &mut impl FnMut(usize, i32)) {
        let pawns = &self.pawns;
        add(const { row("doubled pawn") }, self.count(pawns.doubled()));
        add(const { row("isolated pawn") }, self.count(pawns.isolated()));
        add(const { row("backward pawn") }, self.count(pawns.backward()));
        add(const { row("exposed pawn") }, self.count(pawns.exposed()));
        add(
            const { row("connected pawn") },
            self.count(pawns.connected()),
        );
        add(
            const { row("candidate pawn") },
            self.count(pawns.candidates()),
        );
        if passed.is_empty() {
            return;
        }
        let on = |rank| passed & Bitboard::rank(rank);
        add(
            const { row("passed pawn, seventh rank") },
            self.count(on(6)),
        );
        add(const { row("passed pawn, sixth rank") }, self.count(on(5)));
        add(const { row("passed pawn, fifth rank") }, self.count(on(4)));
        add(const { row("passed pawn, fourth rank") }, self.count(on(3)));
        add(
            const { row("passed pawn, at home") },
            self.count(on(2) | on(1)),
        );
        add(
            const { row("guarded passed pawn") },
            self.count(passed & pawns.guarded),
        );
        add(
            const { row("blocked passed pawn") },
            self.count(passed & self.enemy.forward(Color::Black)),
        );
    }

    #[inline(always)]
    fn add_posts(&self, add: &mut impl FnMut(usize, i32)) {
        let (knights, bishops) = (self.of(Kind::Knight), self.of(Kind::Bishop));
        let outposts = self.pawns.outposts();
        add(
            const { row("knight outpost") },
            self.count(knights & outposts),
        );
        add(
            const { row("knight guarded by a pawn") },
            self.count(knights & self.pawns.guarded),
        );
        add(
            const { row("bishop outpost") },
            self.count(bishops & outposts),
        );
        let pair =
            (bishops & Bitboard::DARK).not_empty() && (bishops & !Bitboard::DARK).not_empty();
        add(const { row("bishop pair") }, i32::from(pair));
    }

    #[inline(always)]
    fn add_rooks(
        &self,
        passed: Bitboard,
        enemy_passed: Bitboard,
        add: &mut impl FnMut(usize, i32),
    ) {
        let rooks = self.of(Kind::Rook);
        if rooks.is_empty() {
            return;
        }
        let free = rooks & !self.pawns.files;
        add(
            const { row("rook on open file") },
            self.count(free & !self.pawns.enemy_files),
        );
        add(
            const { row("rook on half-open file") },
            self.count(free & self.pawns.enemy_files),
        );
        // A rook's ray arrives at a pawn if the first piece on the way from the pawn is the rook.
        let is_rook =
            |first: Option<Square>| i32::from(first.is_some_and(|first| rooks.has(first)));
        for pawn in passed {
            let behind = Bitboard(pawn.bb().0 - 1) & Bitboard::file(pawn.file()) & self.occupied();
            add(
                const { row("rook behind own passed pawn") },
                is_rook(behind.last()),
            );
        }
        for pawn in enemy_passed {
            let behind = Bitboard(!(pawn.bb().0 - 1) ^ pawn.bb().0)
                & Bitboard::file(pawn.file())
                & self.occupied();
            add(
                const { row("rook behind enemy passed pawn") },
                is_rook(behind.first()),
            );
        }
    }
}

fn step(from: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    let (file, rank) = (
        i32::from(from.file()) + files,
        i32::from(from.rank()) + ranks,
    );
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside.then(|| Square::at(file as u8, rank as u8))
}
