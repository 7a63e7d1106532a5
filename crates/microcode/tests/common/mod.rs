//! Signatures of `selftest.mc`, from a plain model of moves and evaluation.

use std::collections::{HashMap, VecDeque};

use logic::Lanes;
use machine::evaluator::full::full_value;
use machine::microengine::constants::CONSTANTS;
use roms::{
    CENTRALIZATION, Kind, MATERIAL, PIECE_SQUARE, SAFETY, STAGE, STAGE_CLASS, WING_NONE, king_wing,
    wing_bit,
};
use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

/// A board of 4-bit piece codes, and where the kings were last put.
#[derive(Clone)]
struct Board {
    pieces: [u8; 64],
    kings: [usize; 2],
}

/// The signature: three times what it was, and the word.
#[derive(Default)]
struct Signature(u16);

impl Signature {
    fn sign(&mut self, word: u16) {
        self.0 = self.0.wrapping_mul(3).wrapping_add(word);
    }
}

fn packed(to: usize, from: usize, kind: usize) -> u16 {
    (to | from << 6 | kind << 12) as u16
}

impl Board {
    fn empty() -> Board {
        Board {
            pieces: [0; 64],
            kings: [6, 62],
        }
    }

    fn put(&mut self, square: usize, piece: u8) {
        self.pieces[square] = piece;
        if piece & 7 == Kind::King as u8 {
            self.kings[usize::from(piece >> 3)] = square;
        }
    }

    fn squares(&self, wanted: impl Fn(u8) -> bool) -> Bitboard {
        let found = Square::ALL
            .into_iter()
            .filter(|&square| wanted(self.pieces[usize::from(square)]));
        found.collect()
    }

    /// The squares the piece on a square can move to, without the enemy king's, which no victim
    /// line names.
    fn targets(&self, from: usize) -> Vec<usize> {
        let piece = self.pieces[from];
        let Some(&role) = Role::ALL.get(usize::from(piece & 7).wrapping_sub(1)) else {
            return Vec::new();
        };
        let (square, color) = (Square::new(from as u32), Color::from_white(piece & 8 == 0));
        let full = self.squares(|code| code != 0);
        let enemy = self.squares(|code| code != 0 && code & 8 != piece & 8);
        let mut reached = attacks::attacks(square, Piece { color, role }, full);
        if role == Role::Pawn {
            let ahead = |from: Bitboard| from.shift(color.fold_wb(8, -8)) & !full;
            let once = ahead(square.into());
            let home = Bitboard::from(color.fold_wb(Rank::Second, Rank::Seventh)).contains(square);
            reached = reached & enemy | once | if home { ahead(once) } else { Bitboard::EMPTY };
        }
        let kept = reached & (enemy | !full) & !self.squares(|code| code & 7 == Kind::King as u8);
        kept.into_iter().map(usize::from).collect()
    }

    fn own(&self, white: bool) -> Vec<usize> {
        let color = if white { 0 } else { 8 };
        (0..64)
            .filter(|&square| self.pieces[square] != 0 && self.pieces[square] & 8 == color)
            .collect()
    }

    /// All moves of both sides, victims by falling value and aggressors by rising value, then by
    /// square.
    fn all_moves(&self, captures_only: bool) -> u16 {
        let mut signature = Signature::default();
        for white in [true, false] {
            let (last, behind, pawn) = if white { (7, -8, 1) } else { (0, 8, 9) };
            let mut moves = Vec::new();
            for from in self.own(white) {
                for to in self.targets(from) {
                    let victim = self.pieces[to] & 7;
                    let promotes =
                        || to / 8 == last && self.pieces[(to as i32 + behind) as usize] == pawn;
                    if !captures_only || victim != 0 || promotes() {
                        moves.push((7 - victim, to, self.pieces[from] & 7, from));
                    }
                }
            }
            moves.sort_unstable();
            moves
                .iter()
                .for_each(|&(_, to, _, from)| signature.sign(packed(to, from, 0)));
        }
        signature.0
    }

    /// The lazy value from White's side.
    fn lazy(&self) -> i16 {
        let (mut value, mut stage, mut wings) = (0, 0, [[0; 2]; 2]);
        for (square, &piece) in self.pieces.iter().enumerate() {
            value += MATERIAL[usize::from(piece)] + PIECE_SQUARE[square][usize::from(piece)];
            stage += usize::from(STAGE[usize::from(piece)]);
            let flipped = if piece & 8 != 0 { square ^ 56 } else { square };
            if piece & 7 == 1
                && let Some((wing, bit)) = wing_bit(flipped)
            {
                wings[usize::from(piece >> 3)][wing] |= 1 << bit;
            }
        }
        let class = usize::from(STAGE_CLASS[stage]);
        for side in 0..2 {
            let square = self.kings[side] ^ (56 * side);
            let wing = king_wing(square);
            let safety = if wing == WING_NONE {
                0
            } else {
                SAFETY[class][wings[side][wing]]
            };
            let worth = safety + CENTRALIZATION[class][square];
            value += if side == 0 { worth } else { -worth };
        }
        value
    }

    /// The full value from White's side: the circuits', which are held against a plain model
    /// elsewhere.
    fn full(&self) -> i16 {
        let plane = |bit: usize| {
            (0..64)
                .map(|square| u64::from(self.pieces[square] >> bit & 1) << square)
                .sum()
        };
        let stage: usize = self
            .pieces
            .iter()
            .map(|&piece| usize::from(STAGE[usize::from(piece)]))
            .sum();
        full_value(
            Lanes,
            [plane(0), plane(1), plane(2), plane(3)],
            STAGE_CLASS[stage],
        )
    }

    /// The lowest square a piece has not left yet.
    fn step(&self, from: usize, left: &[bool; 64]) -> Option<usize> {
        self.targets(from).into_iter().filter(|&to| !left[to]).min()
    }
}

/// The pieces each test of moves adds to the board; small letters are Black's.
const STEPS: [(&str, &str, bool); 4] = [
    ("test_rays", "Qe4 Bc1 Ra8 rh1 bh7 qb2", false),
    ("test_knights_and_kings", "Nd6 nh8 na1 Kg1 kc8", false),
    ("test_pawns", "Pa2 Pc4 Ph5 pa4 pg3 pd5 pf7", false),
    ("test_empties", "Qd3 Bf3 Nb4 rb6 Pb7 Pe7 pf2", true),
];

fn walks() -> u16 {
    let mut signature = Signature::default();
    for white in [true, false] {
        for (kind, piece) in (4..).zip([Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop]) {
            let mut board = Board::empty();
            let mut at = if white { 0 } else { 56 };
            let code = if white { piece.white() } else { piece.black() };
            let mut left = [false; 64];
            board.put(at, code);
            while let Some(to) = board.step(at, &left) {
                board.put(at, 0);
                board.put(to, code);
                signature.sign(packed(to, at, kind));
                signature.sign(if white { board.lazy() } else { -board.lazy() } as u16);
                left[at] = true;
                at = to;
            }
        }
    }
    signature.0
}

fn roms() -> u16 {
    let mut signature = Signature::default();
    let mut board = Board::empty();
    let (mut at, mut left) = (0, [false; 64]);
    board.put(at, Kind::King.white());
    while let Some(to) = board.step(at, &left) {
        board.put(at, 0);
        board.put(to, Kind::King.white());
        signature.sign(packed(to, at, 0));
        for kind in Kind::ALL {
            board.put(at, kind.black());
            let worth = board.lazy();
            // With the kings it is both added, or Black's king would cancel itself.
            let worth = if kind == Kind::King { worth } else { -worth };
            signature.0 = signature.0.wrapping_add(worth as u16);
            board.put(at, kind.white());
            signature.0 = signature.0.wrapping_add(board.lazy() as u16);
        }
        board.put(at, 0);
        left[at] = true;
        at = to;
    }
    signature.0
}

/// The tests that end with a signature, and what it must be.
pub(crate) fn signatures() -> Vec<(&'static str, u16)> {
    let mut board = Board::empty();
    let mut out = Vec::new();
    for (test, pieces, captures_only) in STEPS {
        for piece in pieces.split(' ').map(str::as_bytes) {
            let kind = Role::from_char(char::from(piece[0])).unwrap() as u8;
            let code = kind | if piece[0].is_ascii_lowercase() { 8 } else { 0 };
            board.put(usize::from(piece[1] - b'a' + 8 * (piece[2] - b'1')), code);
        }
        out.push((test, board.all_moves(captures_only)));
    }
    out.push(("test_full_evaluator", board.full() as u16));
    out.push(("test_walks", walks()));
    out.push(("test_roms", roms()));
    out
}

/// The words that bring a number into the accumulator, as few as there can be, from the constants
/// that no weight changes: how a signature is written in the program.
pub(crate) fn sum(number: u16) -> String {
    let constants = CONSTANTS
        .iter()
        .filter(|constant| !constant.name.ends_with("_margin"));
    let constants: Vec<(String, u16)> = constants
        .map(|constant| (format!("constant.{}", constant.name), constant.value as u16))
        .collect();
    let steps = |acc: Option<u16>| {
        let mut out = vec![("zero".to_owned(), 0), ("zero + 1".to_owned(), 1)];
        for (name, value) in &constants {
            out.push((name.clone(), *value));
            out.push((format!("-{name}"), value.wrapping_neg()));
        }
        if let Some(acc) = acc {
            let add = |value: u16| acc.wrapping_add(value);
            out = vec![
                ("acc + acc".to_owned(), add(acc)),
                ("acc + acc + 1".to_owned(), add(acc).wrapping_add(1)),
            ];
            out.push(("-acc".to_owned(), acc.wrapping_neg()));
            for (name, value) in &constants {
                out.push((format!("acc + {name}"), add(*value)));
                out.push((format!("acc + {name} + 1"), add(*value).wrapping_add(1)));
                out.push((format!("acc - {name}"), acc.wrapping_sub(*value)));
            }
        }
        out
    };
    // Breadth first over all sixteen-bit numbers: how each is reached, and from where.
    let mut reached: HashMap<u16, (String, Option<u16>)> = HashMap::new();
    let mut queue = VecDeque::from([None]);
    while let Some(from) = queue.pop_front() {
        for (step, to) in steps(from) {
            reached.entry(to).or_insert_with(|| {
                queue.push_back(Some(to));
                (step, from)
            });
        }
    }
    let (mut words, mut at) = (Vec::new(), Some(number));
    while let Some(to) = at {
        let (step, from) = &reached[&to];
        words.push(format!("    acc <- {step}\n"));
        at = *from;
    }
    words.reverse();
    words.concat()
}
