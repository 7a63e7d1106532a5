//! The full value computed square by square, to test the full evaluator's circuits.
//!
//! Written from the definitions in `docs/decisions/evaluation-full.md` and the weights in
//! `roms::full`, with plain loops over squares. Terms are found by the names they have in the
//! table.

use roms::full::{CYCLES, DIRECTIONS, FULL_MARGIN, FULL_TERMS, FULL_WEIGHT, JUMPS, TERMS};
use roms::{BLACK, EMPTY, Kind};

/// Counts of each of [`TERMS`] for White and Black, on a board of piece codes, a1 first.
pub fn full_counts(board: &[u8; 64]) -> [[i32; 2]; FULL_TERMS] {
    let white = Side::new(*board);
    // Black sees the board flipped, with the colors exchanged.
    let black = Side::new(std::array::from_fn(|square| match board[square ^ 56] {
        piece if piece & 7 == EMPTY => EMPTY,
        piece => piece ^ BLACK,
    }));
    let (white, black) = (white.counts(), black.counts());
    std::array::from_fn(|term| [white[term], black[term]])
}

/// The full value in centipawns from White's side at a stage class (0 to 7).
pub fn full_value(board: &[u8; 64], stage_class: u8) -> i16 {
    weighed(&full_counts(board), stage_class)
}

/// The full value from the counts: their sum goes as far as the lazy margin and not beyond it.
pub fn weighed(counts: &[[i32; 2]; FULL_TERMS], stage_class: u8) -> i16 {
    let margin = i32::from(FULL_MARGIN);
    weighed_without_limit(counts, stage_class).clamp(-margin, margin) as i16
}

/// The sum of the counts by their weights.
pub(super) fn weighed_without_limit(counts: &[[i32; 2]; FULL_TERMS], stage_class: u8) -> i32 {
    let weights = &FULL_WEIGHT[usize::from(stage_class)];
    (0..FULL_TERMS)
        .map(|t| (counts[t][0] - counts[t][1]) * i32::from(weights[t]))
        .sum()
}

/// A board from one side's view: own pieces are white and move up.
struct Side {
    board: [u8; 64],
    /// The squares of the side's own pieces, by kind code.
    pieces: [Vec<Square>; 7],
}

type Square = (i32, i32);

fn squares() -> impl Iterator<Item = Square> {
    (0..64).map(|square| (square % 8, square / 8))
}

impl Side {
    fn new(board: [u8; 64]) -> Side {
        let mut pieces = [const { Vec::new() }; 7];
        for (square, piece) in squares().zip(board) {
            if let Some(kind) = Kind::of(piece)
                && piece == kind.white()
            {
                pieces[kind as usize].push(square);
            }
        }
        Side { board, pieces }
    }

    /// The piece code on a square; beyond the edge there is nothing.
    fn at(&self, (file, rank): Square) -> u8 {
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        if inside {
            self.board[(8 * rank + file) as usize]
        } else {
            EMPTY
        }
    }

    fn is_empty(&self, square: Square) -> bool {
        self.at(square) & 7 == EMPTY
    }

    fn is_own(&self, square: Square) -> bool {
        !self.is_empty(square) && self.at(square) & BLACK == 0
    }

    fn own(&self, kind: Kind) -> impl Iterator<Item = Square> {
        self.pieces[kind as usize].iter().copied()
    }

    fn own_pawn(&self, square: Square) -> bool {
        self.at(square) == Kind::Pawn.white()
    }

    fn enemy_pawn(&self, square: Square) -> bool {
        self.at(square) == Kind::Pawn.black()
    }

    /// Whether a pawn that goes up attacks the square.
    fn guarded(&self, (file, rank): Square) -> bool {
        self.own_pawn((file - 1, rank - 1)) || self.own_pawn((file + 1, rank - 1))
    }

    /// Whether an enemy pawn attacks the square.
    fn attacked(&self, (file, rank): Square) -> bool {
        self.enemy_pawn((file - 1, rank + 1)) || self.enemy_pawn((file + 1, rank + 1))
    }

    fn safe(&self, square: Square) -> bool {
        !self.is_own(square) && !self.attacked(square)
    }

    /// Whether the square is next to the enemy's king.
    fn in_ring(&self, (file, rank): Square) -> bool {
        DIRECTIONS
            .iter()
            .any(|(dx, dy)| self.at((file + dx, rank + dy)) == Kind::King.black())
    }

    /// The squares a ray from `from` reaches, the first piece on its way included.
    fn ray(&self, from: Square, (dx, dy): (i32, i32)) -> Vec<Square> {
        let mut reached = Vec::new();
        let (mut file, mut rank) = (from.0 + dx, from.1 + dy);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            reached.push((file, rank));
            if !self.is_empty((file, rank)) {
                break;
            }
            (file, rank) = (file + dx, rank + dy);
        }
        reached
    }

    fn enemy_pawn_above(&self, (file, rank): Square) -> bool {
        (rank + 1..8).any(|higher| self.enemy_pawn((file, higher)))
    }

    fn own_pawn_above(&self, (file, rank): Square) -> bool {
        (rank + 1..8).any(|higher| self.own_pawn((file, higher)))
    }

    /// Whether an own pawn stands on the square's file, on its rank or below.
    fn has_helper(&self, (file, rank): Square) -> bool {
        (0..=rank).any(|lower| self.own_pawn((file, lower)))
    }

    fn own_pawn_on_file(&self, file: i32) -> bool {
        self.own_pawn_above((file, -1))
    }

    fn enemy_pawn_on_file(&self, file: i32) -> bool {
        self.enemy_pawn_above((file, -1))
    }

    fn isolated(&self, (file, _): Square) -> bool {
        !self.own_pawn_on_file(file - 1) && !self.own_pawn_on_file(file + 1)
    }

    fn backward(&self, (file, rank): Square) -> bool {
        !self.isolated((file, rank))
            && !self.has_helper((file - 1, rank))
            && !self.has_helper((file + 1, rank))
            && self.attacked((file, rank + 1))
    }

    fn passed(&self, (file, rank): Square) -> bool {
        let stopped = (file - 1..=file + 1).any(|beside| self.enemy_pawn_above((beside, rank)));
        !stopped && !self.own_pawn_above((file, rank))
    }

    fn candidate(&self, (file, rank): Square) -> bool {
        if self.enemy_pawn_above((file, rank)) || self.own_pawn_above((file, rank)) {
            return false;
        }
        let beside = [(file - 1, rank), (file + 1, rank)];
        let stops = beside
            .iter()
            .filter(|&&square| self.enemy_pawn_above(square))
            .count();
        let helps = beside
            .iter()
            .filter(|&&square| self.has_helper(square))
            .count();
        stops > 0 && helps >= stops
    }

    fn enemy_passed(&self, (file, rank): Square) -> bool {
        self.enemy_pawn((file, rank))
            && (0..rank).all(|lower| {
                !self.enemy_pawn((file, lower))
                    && (file - 1..=file + 1).all(|beside| !self.own_pawn((beside, lower)))
            })
    }

    fn outpost(&self, (file, rank): Square) -> bool {
        let can_be_chased =
            self.enemy_pawn_above((file - 1, rank)) || self.enemy_pawn_above((file + 1, rank));
        (3..=5).contains(&rank) && self.guarded((file, rank)) && !can_be_chased
    }

    fn counts(&self) -> [i32; FULL_TERMS] {
        let mut counts = [0; FULL_TERMS];
        let mut add = |name: &str, count: usize| {
            if count > 0 {
                let term = TERMS.iter().position(|term| term.name == name).expect(name);
                counts[term] += count as i32;
            }
        };
        self.mobility(&mut add);
        self.pawns(&mut add);
        self.posts(&mut add);
        counts
    }

    /// Mobility and pressure, direction by direction.
    fn mobility(&self, add: &mut impl FnMut(&str, usize)) {
        let ring: Vec<Square> = squares().filter(|&square| self.in_ring(square)).collect();
        for cycle in 0..CYCLES {
            let direction = DIRECTIONS[cycle];
            let straight = direction.0 == 0 || direction.1 == 0;
            let (rider, name) = if straight {
                (Kind::Rook, "rook mobility")
            } else {
                (Kind::Bishop, "bishop mobility")
            };
            let rays = |kind| {
                self.own(kind)
                    .flat_map(|from| self.ray(from, direction))
                    .collect::<Vec<_>>()
            };
            let (riders, queens) = (rays(rider), rays(Kind::Queen));
            let jump = |(file, rank): Square| (file + JUMPS[cycle].0, rank + JUMPS[cycle].1);
            let on_board = |(file, rank): &Square| (0..8).contains(file) && (0..8).contains(rank);
            let jumps: Vec<_> = self.own(Kind::Knight).map(jump).filter(on_board).collect();

            let count_safe =
                |reached: &[Square]| reached.iter().filter(|&&square| self.safe(square)).count();
            add(name, count_safe(&riders));
            add("queen mobility", count_safe(&queens));
            add("knight mobility", count_safe(&jumps));
            let pressed = |square: &&Square| {
                [&riders, &queens, &jumps]
                    .iter()
                    .any(|all| all.contains(square))
            };
            add("king pressure", ring.iter().filter(pressed).count());
        }
    }

    fn pawns(&self, add: &mut impl FnMut(&str, usize)) {
        for square in self.own(Kind::Pawn) {
            let (file, rank) = square;
            let weak = self.isolated(square) || self.backward(square);
            add("doubled pawn", self.own_pawn_above(square).into());
            add("isolated pawn", self.isolated(square).into());
            add("backward pawn", self.backward(square).into());
            add(
                "exposed pawn",
                (weak && !self.enemy_pawn_above(square)).into(),
            );
            let beside = self.own_pawn((file - 1, rank)) || self.own_pawn((file + 1, rank));
            add("connected pawn", (beside || self.guarded(square)).into());
            add("candidate pawn", self.candidate(square).into());
            if self.passed(square) {
                match rank {
                    6 => add("passed pawn, seventh rank", 1),
                    5 => add("passed pawn, sixth rank", 1),
                    4 => add("passed pawn, fifth rank", 1),
                    3 => add("passed pawn, fourth rank", 1),
                    1 | 2 => add("passed pawn, at home", 1),
                    _ => {}
                }
                add("guarded passed pawn", self.guarded(square).into());
                let stop = (file, rank + 1);
                add(
                    "blocked passed pawn",
                    (!self.is_empty(stop) && !self.is_own(stop)).into(),
                );
            }
        }
    }

    fn posts(&self, add: &mut impl FnMut(&str, usize)) {
        for square in self.own(Kind::Knight) {
            add("knight outpost", self.outpost(square).into());
            add("knight guarded by a pawn", self.guarded(square).into());
        }
        for square in self.own(Kind::Bishop) {
            add("bishop outpost", self.outpost(square).into());
        }
        let dark = self
            .own(Kind::Bishop)
            .any(|(file, rank)| (file + rank) % 2 == 0);
        let light = self
            .own(Kind::Bishop)
            .any(|(file, rank)| (file + rank) % 2 == 1);
        add("bishop pair", (dark && light).into());

        for square in self.own(Kind::Rook) {
            let no_own_pawn = !self.own_pawn_on_file(square.0);
            add(
                "rook on open file",
                (no_own_pawn && !self.enemy_pawn_on_file(square.0)).into(),
            );
            add(
                "rook on half-open file",
                (no_own_pawn && self.enemy_pawn_on_file(square.0)).into(),
            );
            let at_end = |direction| self.ray(square, direction).last().copied();
            let guards = |pawn: &Square| self.own_pawn(*pawn) && self.passed(*pawn);
            add(
                "rook behind own passed pawn",
                at_end((0, 1)).iter().filter(|pawn| guards(pawn)).count(),
            );
            let chases = |pawn: &Square| self.enemy_passed(*pawn);
            add(
                "rook behind enemy passed pawn",
                at_end((0, -1)).iter().filter(|pawn| chases(pawn)).count(),
            );
        }
    }
}
