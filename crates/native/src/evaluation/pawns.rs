//! Pawn structure: doubled, isolated, backward, connected pawns, candidates, space.

use super::numbers::{BACKWARD, CANDIDATE, DEFENDED, DOUBLED, ISOLATED, PHALANX, SPACE};
use super::shelter::add_shelter;
use super::sink::{Position, Sink, Sum};
use board::{Bitboard, Color, Cpu, Kernel, Kind, Square, TaperedScore, attacks};

/// Files c to f, ranks 2 to 4 of each side.
const SPACE_AREA: [Bitboard; 2] = [Bitboard(0x3c3c_3c00), Bitboard(0x003c_3c3c_0000_0000)];
/// Fourth to sixth rank of each side.
const OUTPOSTS: [Bitboard; 2] = [
    Bitboard(0x0000_ffff_ff00_0000),
    Bitboard(0x0000_00ff_ffff_0000),
];

#[derive(Clone, Copy, Debug)]
pub(super) struct Structure {
    /// White's value less Black's.
    pub(super) score: TaperedScore,
    pub(super) passed: [Bitboard; 2],
    pub(super) attacks: [Bitboard; 2],
    /// Files without a pawn of each side.
    pub(super) open: [Bitboard; 2],
    /// Outposts: defended by a pawn, out of reach of enemy pawns.
    pub(super) outposts: [Bitboard; 2],
    /// Central squares behind each side's pawns that no enemy pawn attacks.
    pub(super) space: [Bitboard; 2],
    /// King squares, and the value of their shelter there for White.
    kings: [Option<Square>; 2],
    pub(super) shelter: [TaperedScore; 2],
}

/// All squares in front of these, from `color`'s side.
#[inline(always)]
pub(super) fn ahead(squares: Bitboard, color: Color) -> Bitboard {
    let mut fill = squares.forward(color);
    fill |= fill.forward(color);
    fill |= fill.forward(color).forward(color);
    fill | fill
        .forward(color)
        .forward(color)
        .forward(color)
        .forward(color)
}

impl Structure {
    pub(super) fn without_pawns() -> Structure {
        Structure {
            score: TaperedScore::ZERO,
            passed: [Bitboard::EMPTY; 2],
            attacks: [Bitboard::EMPTY; 2],
            open: [Bitboard::ALL; 2],
            outposts: [Bitboard::EMPTY; 2],
            space: [Bitboard::EMPTY; 2],
            kings: [None; 2],
            shelter: [TaperedScore::ZERO; 2],
        }
    }

    #[inline(never)]
    pub(super) fn of<C: Cpu>(board: &Position<C>) -> Structure {
        board.cpu().vectorize(Compute { board })
    }

    #[inline(always)]
    fn compute<C: Cpu>(board: &Position<C>) -> Structure {
        let mut structure = Structure::without_pawns();
        // Squares that each side's pawns may attack as they advance.
        let mut spans = [Bitboard::EMPTY; 2];
        for color in Color::ALL {
            let (own, theirs) = (
                board.pieces(color, Kind::Pawn),
                board.pieces(!color, Kind::Pawn),
            );
            let (at, before, behind) = (color as usize, ahead(own, color), ahead(own, !color));
            structure.attacks[at] = attacks::pawns(color, own);
            spans[at] = before.east() | before.west();
            structure.open[at] = !(before | behind | own);
            let blocked = ahead(theirs, !color);
            let stoppers = blocked | blocked.east() | blocked.west();
            structure.passed[at] = own & !stoppers & !behind;
            structure.space[at] = safe_space(board, color) & behind;
        }
        for color in Color::ALL {
            structure.outposts[color as usize] = OUTPOSTS[color as usize]
                & structure.attacks[color as usize]
                & !spans[!color as usize];
        }
        let mut sum = Sum::default();
        add(board, &mut sum);
        structure.score = sum.0;
        structure.move_kings(board);
        structure
    }

    /// Updates the shelter of a king that has moved.
    #[inline(always)]
    pub(super) fn move_kings<C: Cpu>(&mut self, board: &Position<C>) {
        self.move_king(board, Color::White);
        self.move_king(board, Color::Black);
    }

    #[inline(always)]
    fn move_king<C: Cpu>(&mut self, board: &Position<C>, color: Color) {
        let king = Some(board.king(color));
        if self.kings[color as usize] != king {
            let mut sum = Sum::default();
            add_shelter(board, &self.open, color, &mut sum);
            (self.kings[color as usize], self.shelter[color as usize]) = (king, sum.0);
        }
    }
}

struct Compute<'a, C: Cpu> {
    board: &'a Position<C>,
}

impl<C: Cpu> Kernel for Compute<'_, C> {
    type Output = Structure;

    #[inline(always)]
    fn run(self) -> Structure {
        Structure::compute(self.board)
    }
}

/// Squares of a side's space area without own pawns or enemy pawn attacks.
#[inline(always)]
fn safe_space<C: Cpu>(board: &Position<C>, color: Color) -> Bitboard {
    let attacked = attacks::pawns(!color, board.pieces(!color, Kind::Pawn));
    SPACE_AREA[color as usize] & !board.pieces(color, Kind::Pawn) & !attacked
}

#[inline(always)]
pub(super) fn add<C: Cpu>(board: &Position<C>, sink: &mut impl Sink) {
    of_color(board, Color::White, sink);
    of_color(board, Color::Black, sink);
}

#[inline(always)]
fn of_color<C: Cpu>(board: &Position<C>, color: Color, sink: &mut impl Sink) {
    let count = |set: Bitboard| board.cpu().count(set) as i32;
    let (own, theirs) = (
        board.pieces(color, Kind::Pawn),
        board.pieces(!color, Kind::Pawn),
    );
    let (beside, behind) = (own.east() | own.west(), ahead(own, !color));
    let files = ahead(own, color) | behind | own;
    sink.add(DOUBLED, color, count(own & behind));

    let phalanx = own & beside;
    let isolated = own & !(files.east() | files.west());
    // No own pawn beside or behind it on adjacent files, and its stop square attacked by a pawn.
    let backward = own
        & !(isolated | phalanx | ahead(beside, color))
        & attacks::pawns(!color, theirs).forward(!color);
    let opposed = ahead(theirs, !color);
    for (weight, weak) in [(ISOLATED, isolated), (BACKWARD, backward)] {
        sink.add(weight, color, count(weak & opposed));
        sink.add(weight + 1, color, count(weak & !opposed));
    }
    let rank = |square: Square| usize::from(square.relative(color).rank());
    for square in phalanx {
        sink.add(PHALANX + rank(square), color, 1);
    }
    for square in own & attacks::pawns(color, own) {
        sink.add(DEFENDED + rank(square), color, 1);
    }
    let held = ahead(theirs.east() | theirs.west(), !color);
    for square in own & held & !opposed {
        if is_candidate(board, square, color) {
            sink.add(CANDIDATE + rank(square), color, 1);
        }
    }
    sink.add(SPACE, color, count(safe_space(board, color)));
}

/// Whether a half-free pawn has at least as many helpers as enemy guards.
#[inline(always)]
fn is_candidate<C: Cpu>(board: &Position<C>, square: Square, color: Color) -> bool {
    let (own, theirs) = (
        board.pieces(color, Kind::Pawn),
        board.pieces(!color, Kind::Pawn),
    );
    let (before, behind) = (ahead(square.bb(), color), ahead(square.bb(), !color));
    let helpers = (behind | square.bb()).east() | (behind | square.bb()).west();
    let guards = before.east() | before.west();
    board.cpu().count(helpers & own) >= board.cpu().count(guards & theirs)
}
