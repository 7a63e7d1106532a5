//! The full evaluator in packages: a file of the board a cycle.
//!
//! ```text
//!  buses --> PROM --> RAMs --> file 0, 1 ... 7 --> rays, jumps --> PROMs --+--> adders --> PROMs --+
//!                  |                     ^            |     (count)  latch         (weigh)  latch
//!                  |                     +-registers<-+                                            +--> SUM --> CLAMP
//!                  +--> file 7, 6 ... 0 --> the same, from the right ------+                       |
//!                  +--> pawns of three files --> PROMs --latch--> PROMs --------------------latch--+
//! ```
//!
//! The authentic circuit takes a direction a cycle for all 64 squares. The boards here take a file
//! a cycle for all directions, which Deep Blue's evaluation did too (F064): rays and jumps to the
//! right are found by a unit that sweeps from the first file to the last and keeps what leaves each
//! file in registers, those to the left by the same unit turned round. The value is a sum over
//! squares and directions, so it does not matter in which order they come, and both have it after
//! eleven cycles.
//!
//! The board is in RAMs, decoded before it is written. Lines from them are low when they say yes: a
//! RAM that is not enabled says no to everything.
//!
//! Two things are taken to hold that the authentic circuit does not need: each side has one king,
//! which stands where the king register says, and there are no pawns on the first and the last
//! rank.
//!
//! Fidelity: decided.

use roms::STAGES;
use roms::full::{CYCLES, FULL_MARGIN, TERMS, full_weight};

use crate::board::{Board, HIGH, LOW, Net};
use crate::parts::part_for;

/// The three boards.
pub const BOARDS: [&str; 3] = [
    "rays to the right",
    "rays to the left",
    "pawns, posts and sum",
];

/// The boards of the two units.
const UNITS: [&str; 2] = [BOARDS[0], BOARDS[1]];
const RANKS: usize = 8;
/// The ranks on which pawns stand.
const PAWN_RANKS: std::ops::Range<usize> = 1..7;
/// Places from which on the sum of a file's numbers is late.
const WIDE: usize = 9;
/// The code of no pawn: above all ranks where the lowest is looked for, below them for the highest.
const NO_LOWEST: usize = 7;
const NO_HIGHEST: usize = 0;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// Both of them, in the order in which arrays have them.
pub const SIDES: [Side; 2] = [Side::White, Side::Black];

impl Side {
    fn other(self) -> usize {
        1 - self as usize
    }

    fn name(self) -> &'static str {
        ["white", "black"][self as usize]
    }

    /// The rank as this side sees it, and back.
    fn rank(self, rank: usize) -> usize {
        match self {
            Side::White => rank,
            Side::Black => 7 - rank,
        }
    }
}

/// What a unit's RAMs say of the file that it is at: lines low, by rank, and by side where there
/// are two.
#[derive(Clone, Debug)]
pub struct File {
    /// The square is empty.
    pub empty: Vec<Net>,
    /// Own rooks.
    pub rook: [Vec<Net>; 2],
    /// Own bishops.
    pub bishop: [Vec<Net>; 2],
    /// Own queens.
    pub queen: [Vec<Net>; 2],
    /// Own knights.
    pub knight: [Vec<Net>; 2],
    /// Any own piece.
    pub own: [Vec<Net>; 2],
    /// Own pawns.
    pub pawn: [Vec<Net>; 2],
    /// Own pawns on the file that comes next.
    pub pawn_next: [Vec<Net>; 2],
}

/// What a unit finds for a side, in each of its four directions: nets by rank.
#[derive(Clone, Debug)]
pub struct UnitOutputs {
    /// The number of the first direction in [`roms::full::DIRECTIONS`].
    pub first: usize,
    /// A rook's or bishop's ray arrives, low.
    pub rider: [Vec<Net>; 4],
    /// A queen's ray arrives, low.
    pub queen: [Vec<Net>; 4],
    /// A knight's jump arrives, low.
    pub knight: [Vec<Net>; 4],
    /// Any of them arrives.
    pub any: [Vec<Net>; 4],
    /// Squares that count for mobility.
    pub safe: Vec<Net>,
    /// Squares round the enemy's king.
    pub ring: Vec<Net>,
}

/// A sum of numbers, for the proof that the adders add.
#[derive(Clone, Debug)]
pub struct Summed {
    /// What is added, each number's lowest wire first.
    pub numbers: Vec<Vec<Net>>,
    /// The sum.
    pub sum: Vec<Net>,
}

/// A number that a PROM gives for a side's terms.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// Whose; the bishop pairs of both sides are White's.
    pub side: Side,
    /// Which terms.
    pub group: Group,
    /// What it exceeds the value by.
    pub offset: i32,
    /// The number.
    pub number: Vec<Net>,
}

/// Terms that are weighed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Doubled and isolated pawns, and those of the isolated that are exposed.
    Isolated,
    /// Backward pawns, and those of them that are exposed.
    Backward,
    /// Connected pawns, and knights guarded by a pawn on the ranks without outposts.
    Connected,
    /// Outposts, and knights guarded by a pawn on their ranks.
    Outposts,
    /// Rooks on open and half-open files.
    Rooks,
    /// Passed pawns and candidates.
    Passer,
    /// Bishop pairs.
    Pairs,
    /// Mobility and pressure, which are summed for both sides before they are weighed.
    Mobility,
}

/// The evaluator, and the nets that proofs look at.
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// The packages.
    pub board: Board,
    /// The files that the two units are at.
    pub files: [File; 2],
    /// What each unit finds for each side.
    pub found: Vec<UnitOutputs>,
    /// The sums.
    pub sums: Vec<Summed>,
    /// The numbers that are added to the value.
    pub weighed: Vec<Weighed>,
    /// The file's number, three wires.
    pub file: Vec<Net>,
    /// The square of each side's king.
    pub kings: [Vec<Net>; 2],
    /// The stage class.
    pub class: Vec<Net>,
    /// An evaluation is at one of its eight files, and is not abandoned.
    pub enabled: Net,
    /// The same, low.
    pub off: Net,
    /// The last file is being weighed.
    pub last: Net,
    /// The next value of the SUM register, but for the first file's start.
    pub next_sum: Vec<Net>,
    /// The SUM register.
    pub sum: Vec<Net>,
    /// The first file is being added.
    pub first: Net,
    /// The clamped value of the SUM register.
    pub value: Vec<Net>,
}

/// The weight of a term by its name.
fn weight(name: &str, class: usize) -> i32 {
    let term = TERMS.iter().position(|term| term.name == name);
    full_weight(term.expect("a term of the table"), class).into()
}

/// Builds the boards.
struct Builder {
    board: Board,
    clock: Net,
    /// Latches between counting, weighing and adding are there; proofs leave them out, since all
    /// that goes to the sum passes the same number of them.
    pipelined: bool,
    sums: Vec<Summed>,
    weighed: Vec<Weighed>,
}

/// The evaluator, with the latches between its stages.
pub fn evaluator() -> Evaluator {
    build(true)
}

/// The evaluator without the latches between its stages.
pub fn at_once() -> Evaluator {
    build(false)
}

fn build(pipelined: bool) -> Evaluator {
    let mut board = Board::default();
    for name in BOARDS {
        board.enter(name);
    }
    let clock = board.input("clock", 1)[0];
    let mut builder = Builder {
        board,
        clock,
        pipelined,
        sums: Vec::new(),
        weighed: Vec::new(),
    };
    builder.evaluator()
}

impl Builder {
    fn evaluator(&mut self) -> Evaluator {
        let bus_square = self.board.input("bus_square", 6);
        let bus_piece = self.board.input("bus_piece", 4);
        let write = self.board.input("bus_write", 1)[0];
        let class = self.board.input("class", 3);
        let orders = ["commit", "evaluate", "halt"].map(|name| self.board.input(name, 1)[0]);

        self.board.enter(BOARDS[2]);
        let sequence = self.sequence(orders, write);
        let kings = self.kings(&bus_square, &bus_piece, write);
        self.decode(&bus_piece);
        let mut files = Vec::new();
        let mut found = Vec::new();
        let mut pawns_before = Vec::new();
        for (unit, name) in UNITS.into_iter().enumerate() {
            self.board.enter(name);
            let file = self.rams(unit, &sequence, &bus_square, write);
            let before = file.pawn.clone().map(|pawns| self.registers(&pawns));
            for side in SIDES {
                found.push(self.rays(unit, side, &file, &before, &sequence, &kings));
            }
            files.push(file);
            pawns_before.push(before);
        }
        let [left, right]: [File; 2] = files.try_into().expect("two units");

        self.mobility(&found, &class);
        self.board.enter(BOARDS[2]);
        self.pawns(&left, &pawns_before[0], &found, &class);
        self.pairs(&left, &sequence, &class);
        let mut numbers = Vec::new();
        for weighed in self.weighed.clone() {
            numbers.push(self.latched(&weighed.number));
        }
        let total = self.sum(numbers, WIDE);
        let (sum, next_sum) = self.accumulated(total, &sequence);
        let value = self.clamp(&sum);
        self.value_latch(&value, &sequence);
        self.board.add_drivers();
        Evaluator {
            board: self.board.clone(),
            files: [left, right],
            found,
            sums: std::mem::take(&mut self.sums),
            weighed: std::mem::take(&mut self.weighed),
            file: sequence.files[0].clone(),
            kings,
            class,
            enabled: sequence.enabled,
            off: sequence.off,
            last: sequence.last,
            next_sum,
            sum,
            first: sequence.first,
            value,
        }
    }

    fn register(&mut self, next: Net) -> Net {
        let name = format!("{}.q", self.board.name(next));
        let now = self.board.net(name);
        let inputs = vec![self.clock, next];
        self.board.drive(part_for("reg"), inputs, vec![now]);
        now
    }

    fn registers(&mut self, next: &[Net]) -> Vec<Net> {
        next.iter()
            .map(|&net| {
                if net == HIGH {
                    HIGH
                } else {
                    self.register(net)
                }
            })
            .collect()
    }

    /// A latch between two stages.
    fn latched(&mut self, nets: &[Net]) -> Vec<Net> {
        if self.pipelined {
            let tied = |net: Net| net == HIGH || net == LOW;
            nets.iter()
                .map(|&net| if tied(net) { net } else { self.register(net) })
                .collect()
        } else {
            nets.to_vec()
        }
    }

    /// One number and another, a place wider than the wider of them.
    fn add(&mut self, cell: &str, one: &[Net], other: &[Net]) -> Vec<Net> {
        let width = one.len().max(other.len());
        let place = |number: &[Net], place: usize| number.get(place).copied().unwrap_or(LOW);
        let mut carry = LOW;
        let mut sum = Vec::new();
        for first in (0..width).step_by(4) {
            let mut inputs = vec![carry];
            inputs.extend((first..first + 4).map(|at| place(one, at)));
            inputs.extend((first..first + 4).map(|at| place(other, at)));
            let outputs = self.board.section(cell, "sum", &inputs);
            sum.extend(&outputs[..4]);
            carry = outputs[4];
        }
        sum.push(carry);
        sum.truncate(width + 1);
        sum
    }

    /// A tree of adders, the narrowest first: Schottky parts from this width on.
    fn sum(&mut self, numbers: Vec<Vec<Net>>, fast: usize) -> Vec<Net> {
        let mut waiting = numbers.clone();
        while waiting.len() > 1 {
            waiting.sort_by_key(|number| std::cmp::Reverse(number.len()));
            let one = waiting.pop().expect("two are left");
            let other = waiting.pop().expect("two are left");
            let cell = if one.len().max(other.len()) < fast {
                "add4"
            } else {
                "add4s"
            };
            let sum = self.add(cell, &one, &other);
            waiting.insert(0, sum);
        }
        let sum = waiting.remove(0);
        self.sums.push(Summed {
            numbers,
            sum: sum.clone(),
        });
        sum
    }
}

/// What the sequence says.
struct Sequence {
    /// The files of the left and the right unit.
    files: [Vec<Net>; 2],
    /// A file is looked at, and the evaluation is not abandoned.
    enabled: Net,
    /// The same, low.
    off: Net,
    /// Not enabled, or there is no other file.
    next_off: Net,
    /// The last file is weighed.
    last: Net,
    /// The first file is added.
    first: Net,
    /// No file is added.
    not_adding: Net,
    clamping: Net,
    /// The value is still that of the board.
    kept: Net,
}

impl Builder {
    /// Three numbers of four places, one a stage; the highest place says that there is a file.
    fn sequence(&mut self, [commit, evaluate, halt]: [Net; 3], write: Net) -> Sequence {
        let board = &mut self.board;
        let not_halt = board.gate("nots", "not_halt", &[halt]);
        let goes_on = [
            board.gate("nand2s", "no_halt", &[commit, halt]),
            board.gate("nand3s", "no_start", &[commit, evaluate, not_halt]),
            board.gate("nots", "no_write", &[write]),
        ];
        let starts = board.gate("not", "starts", &[goes_on[1]]);
        let kept = board.gate("and3", "kept", &goes_on);
        let clears = board.gate("nand3", "clears", &goes_on);

        let mut reporting = Vec::new();
        for bit in 0..4 {
            reporting.push(board.net(format!("reporting{bit}")));
        }
        let mut inputs = vec![reporting[3]];
        inputs.extend(&reporting);
        inputs.extend([LOW; 4]);
        let more = board.section("add4", "reporting_more", &inputs);
        let mut next = Vec::new();
        for &bit in &more[..3] {
            next.push(board.gate("and2", "reporting_next", &[bit, kept]));
        }
        next.push(board.gate("mux2", "reporting_next", &[clears, more[3], starts]));
        for (&next, &now) in next.iter().zip(&reporting) {
            board.drive(part_for("reg"), vec![self.clock, next], vec![now]);
        }
        let counting = self.kept_register(&reporting, kept);
        let weighing = self.kept_register(&counting, kept);
        let board = &mut self.board;
        let complete = board.gate("and4", "complete", &weighing);
        let clamping = self.kept_register(&[complete], kept)[0];
        let stages = if self.pipelined {
            [&reporting, &counting, &weighing]
        } else {
            [&reporting; 3]
        };

        let board = &mut self.board;
        let inputs = [reporting[3], goes_on[0], goes_on[1], goes_on[2]];
        let off = board.gate("nand4s", "off", &inputs);
        let enabled = board.gate("nots", "enabled", &[off]);
        let last_file = board.gate("nand3", "not_last_file", &reporting[..3]);
        let next_off = board.gate("nand2s", "next_off", &[enabled, last_file]);
        let last = board.gate("and4", "last", stages[1]);
        let adding = stages[2][3];
        let none = board.gate("nor3", "first_file", &stages[2][..3]);
        let first = board.gate("and2", "first", &[none, adding]);
        let not_adding = board.gate("not", "not_adding", &[adding]);
        let mut right = Vec::new();
        for &bit in &reporting[..3] {
            right.push(board.gate("not", "file_right", &[bit]));
        }
        Sequence {
            files: [reporting[..3].to_vec(), right],
            enabled,
            off,
            next_off,
            last,
            first,
            not_adding,
            clamping,
            kept,
        }
    }

    fn kept_register(&mut self, next: &[Net], kept: Net) -> Vec<Net> {
        let mut now = Vec::new();
        for &bit in next {
            let bit = self.board.gate("and2", "stage_next", &[bit, kept]);
            now.push(self.register(bit));
        }
        now
    }

    /// The square of each side's king: that of the last one written.
    fn kings(&mut self, square: &[Net], piece: &[Net], write: Net) -> [Vec<Net>; 2] {
        let board = &mut self.board;
        let not = [0, 3].map(|bit| board.gate("not", "not_piece", &[piece[bit]]));
        let is_king = board.gate("and4", "is_king", &[not[0], piece[1], piece[2], write]);
        [not[1], piece[3]].map(|color| {
            let keeps = self.board.gate("nand2", "keeps_king", &[is_king, color]);
            let mut king = Vec::new();
            for &bit in square {
                let now = self.board.net("king");
                let inputs = vec![self.clock, keeps, bit];
                self.board.drive(part_for("rege"), inputs, vec![now]);
                king.push(now);
            }
            king
        })
    }

    /// The piece on the bus decoded for the RAMs, so that their lines are low when they say yes.
    fn decode(&mut self, piece: &[Net]) {
        let kinds = |piece: usize| {
            let is = |kind: usize, black: usize| piece == kind + 8 * black;
            let mut lines = vec![piece & 7 == 0];
            for black in [0, 1] {
                lines.extend([4, 3, 5, 2].map(|kind| is(kind, black)));
            }
            for black in [0, 1] {
                lines.push(piece & 7 != 0 && piece >> 3 == black);
                lines.push(is(1, black));
            }
            lines
        };
        let word = |piece: usize, first: usize| {
            let mut word = 0;
            for (place, yes) in kinds(piece).into_iter().skip(first).take(8).enumerate() {
                // The 74S189 inverts what it holds.
                let inverted = first + place >= 9;
                word |= u8::from(yes == inverted) << place;
            }
            word
        };
        self.board.prom("decode", piece, 8, |piece| word(piece, 0));
        self.board.prom("decode", piece, 5, |piece| word(piece, 8));
    }

    /// The RAMs of a unit: its file by rank, and the pawns of the file that comes next, which are
    /// written under the number of the file before.
    fn rams(&mut self, unit: usize, sequence: &Sequence, bus: &[Net], write: Net) -> File {
        let board = &mut self.board;
        let mut inputs = vec![LOW, bus[0], bus[1], bus[2], LOW];
        inputs.extend(if unit == 0 {
            [HIGH; 4]
        } else {
            [HIGH, LOW, LOW, LOW]
        });
        let beside = board.section("add4s", "bus_file_beside", &inputs);
        let file = &sequence.files[unit];
        let mut address = vec![sequence.off];
        let mut next_address = vec![sequence.next_off];
        for bit in 0..3 {
            address.push(board.gate("mux2s", "file", &[write, file[bit], bus[bit]]));
            next_address.push(board.gate("mux2s", "file_next", &[write, file[bit], beside[bit]]));
        }
        next_address.push(board.gate("mux2s", "file_next", &[write, LOW, beside[3]]));
        board.section("dec8s", "write_rank", &[bus[3], bus[4], bus[5], LOW, write]);

        let sides = || [vec![HIGH; RANKS], vec![HIGH; RANKS]];
        let mut lines = File {
            empty: Vec::new(),
            rook: sides(),
            bishop: sides(),
            queen: sides(),
            knight: sides(),
            own: sides(),
            pawn: sides(),
            pawn_next: sides(),
        };
        for rank in 0..RANKS {
            let name = format!("ram{unit}.{rank}");
            let mut pieces = Vec::new();
            for bit in 0..9 {
                pieces.push(board.net(format!("{name}.{bit}")));
            }
            board.drive(part_for("ram64x9"), address.clone(), pieces.clone());
            lines.empty.push(pieces[0]);
            let mut others = Vec::new();
            for bit in 9..13 {
                others.push(board.net(format!("{name}.{bit}")));
            }
            board.drive(part_for("ram16x4"), address.clone(), others.clone());
            for side in 0..2 {
                let kinds = &pieces[1 + 4 * side..];
                lines.rook[side][rank] = kinds[0];
                lines.bishop[side][rank] = kinds[1];
                lines.queen[side][rank] = kinds[2];
                lines.knight[side][rank] = kinds[3];
                lines.own[side][rank] = others[2 * side];
            }
            if !PAWN_RANKS.contains(&rank) {
                continue;
            }
            let next = [0, 1].map(|side| board.net(format!("{name}.next{side}")));
            board.drive(part_for("ram16x4"), next_address.clone(), next.to_vec());
            for side in 0..2 {
                lines.pawn[side][rank] = others[2 * side + 1];
                lines.pawn_next[side][rank] = next[side];
            }
        }
        lines
    }
}

/// A line by rank; none says no outside the board.
fn at(lines: &[Net], rank: i32) -> Net {
    match usize::try_from(rank) {
        Ok(rank) => lines.get(rank).copied().unwrap_or(HIGH),
        Err(_) => HIGH,
    }
}

impl Builder {
    /// Rays and jumps of a side in a unit's four directions. `up` is the way in which the first of
    /// them runs along the file.
    fn rays(
        &mut self,
        unit: usize,
        side: Side,
        file: &File,
        before: &[Vec<Net>; 2],
        sequence: &Sequence,
        kings: &[Vec<Net>; 2],
    ) -> UnitOutputs {
        let up = if (unit == 0) == (side == Side::White) {
            1
        } else {
            -1
        };
        let own = side as usize;
        let (rooks, bishops, queens) = (&file.rook[own], &file.bishop[own], &file.queen[own]);
        let along = |builder: &mut Self, lines: &[Net]| builder.along("mux2s", file, lines, up);
        let over = |builder: &mut Self, lines: &[Net], dy: i32| builder.across(file, lines, dy);
        let rider = [
            along(self, rooks),
            over(self, bishops, up),
            over(self, rooks, 0),
            over(self, bishops, -up),
        ];
        let queen = [
            along(self, queens),
            over(self, queens, up),
            over(self, queens, 0),
            over(self, queens, -up),
        ];
        let one_before = self.registers(&file.knight[own]);
        let mut two_before = Vec::new();
        for &line in &one_before {
            let now = self.board.net("knight_two_before");
            let inputs = vec![self.clock, sequence.off, line, HIGH];
            self.board.drive(part_for("regmux"), inputs, vec![now]);
            two_before.push(now);
        }
        let jump = |lines: &[Net], dy: i32| {
            let ranks = 0..RANKS as i32;
            ranks.map(|rank| at(lines, rank - dy)).collect::<Vec<Net>>()
        };
        let knight = [
            jump(&one_before, 2 * up),
            jump(&two_before, up),
            jump(&two_before, -up),
            jump(&one_before, -2 * up),
        ];
        let mut any: [Vec<Net>; 4] = Default::default();
        for (direction, any) in any.iter_mut().enumerate() {
            for rank in 0..RANKS {
                let lines = [&rider, &queen, &knight].map(|lines| lines[direction][rank]);
                let lines: Vec<Net> = lines.into_iter().filter(|&line| line != HIGH).collect();
                any.push(match (lines.is_empty(), direction) {
                    (true, _) => LOW,
                    (false, 0) => self.board.any_low_at_once("any", &lines),
                    (false, _) => self.board.any_low("any", &lines),
                });
            }
        }

        let forward = [1, -1][own];
        let mut safe = Vec::new();
        for rank in 0..RANKS as i32 {
            let mut lines = vec![at(&file.own[own], rank)];
            for pawns in [&before[side.other()], &file.pawn_next[side.other()]] {
                lines.push(at(pawns, rank + forward));
            }
            lines.retain(|&line| line != HIGH);
            safe.push(match lines.len() {
                1 => lines[0],
                _ => self.board.gate("and3", "safe", &lines),
            });
        }
        let mut address = kings[side.other()].clone();
        address.extend(&sequence.files[unit]);
        let ring = self.board.prom("ring", &address, 8, |address| {
            let (king_file, king_rank) = (address & 7, address >> 3 & 7);
            let count = address >> 6;
            let mut word = 0;
            for rank in 0..RANKS {
                let (files, ranks) = (king_file.abs_diff(count), king_rank.abs_diff(rank));
                word |= u8::from(files.max(ranks) == 1) << rank;
            }
            word
        });
        UnitOutputs {
            first: 4 * unit,
            rider,
            queen,
            knight,
            any,
            safe,
            ring,
        }
    }

    /// Rays along the file: an empty square passes on what arrives.
    fn along(&mut self, cell: &str, file: &File, sources: &[Net], dy: i32) -> Vec<Net> {
        let mut arrives = vec![HIGH; RANKS];
        let mut rank = if dy > 0 { 0 } else { RANKS - 1 };
        while let Some(after) = rank.checked_add_signed(dy as isize)
            && after < RANKS
        {
            arrives[after] = if arrives[rank] == HIGH {
                sources[rank]
            } else {
                let inputs = [file.empty[rank], arrives[rank], sources[rank]];
                self.board.gate(cell, "along", &inputs)
            };
            rank = after;
        }
        arrives
    }

    /// Rays to the next file: what leaves this one is kept in registers, with the multiplexers
    /// before them.
    fn across(&mut self, file: &File, sources: &[Net], dy: i32) -> Vec<Net> {
        let leaves = |rank: usize| (0..RANKS as i32).contains(&(rank as i32 + dy));
        let mut kept = vec![HIGH; RANKS];
        for (rank, kept) in kept.iter_mut().enumerate() {
            if leaves(rank) {
                *kept = self.board.net(format!("across.{rank}"));
            }
        }
        let mut arrives = Vec::new();
        for rank in 0..RANKS {
            let arriving = at(&kept, rank as i32 - dy);
            arrives.push(arriving);
            if leaves(rank) {
                let inputs = vec![self.clock, file.empty[rank], arriving, sources[rank]];
                self.board
                    .drive(part_for("regmux"), inputs, vec![kept[rank]]);
            }
        }
        arrives
    }
}

/// What is counted on the squares that a unit finds.
#[derive(Clone, Copy)]
enum Mobility {
    Rook,
    Bishop,
    Queen,
    Knight,
    Pressure,
}

impl Builder {
    /// Counts what is found and weighs it. A PROM counts two ranks in four directions; for Black it
    /// gives the number that is left to the greatest, so that a sum is White's less Black's.
    fn mobility(&mut self, found: &[UnitOutputs], class: &[Net]) {
        use Mobility::{Bishop, Knight, Pressure, Queen, Rook};
        let mut counts: Vec<[Vec<Vec<Net>>; 5]> = Vec::new();
        for (unit, name) in UNITS.into_iter().enumerate() {
            self.board.enter(name);
            let mut of_unit: [Vec<Vec<Net>>; 5] = Default::default();
            for side in SIDES {
                for rank in (0..RANKS).step_by(2) {
                    let of_ranks = self.counted(&found[2 * unit + side as usize], side, rank);
                    for (all, count) in of_unit.iter_mut().zip(of_ranks) {
                        let count = self.latched(&count);
                        all.push(count);
                    }
                }
            }
            counts.push(of_unit);
        }
        for kind in [Rook, Bishop, Queen, Knight, Pressure] {
            let mut sums = Vec::new();
            for (unit, counts) in counts.iter().enumerate() {
                self.board.enter(BOARDS[unit]);
                sums.push(self.sum(counts[kind as usize].clone(), WIDE));
            }
            self.board.enter(BOARDS[2]);
            let count = self.sum(sums, 0);
            let (greatest, term) = match kind {
                Rook => (7, "rook mobility"),
                Bishop => (7, "bishop mobility"),
                Queen => (15, "queen mobility"),
                Knight => (15, "knight mobility"),
                Pressure => (15, "king pressure"),
            };
            // Eight numbers are Black's, and of sixteen squares and directions there are twice as
            // many on each side.
            let none = 8 * greatest;
            let most = if greatest == 7 { 32 } else { 64 };
            let constant = (0..STAGES).all(|class| weight(term, class) == 4);
            if constant {
                let number = [&[LOW, LOW], &count[..]].concat();
                self.weighed.push(Weighed {
                    side: Side::White,
                    group: Group::Mobility,
                    offset: 4 * none,
                    number,
                });
                continue;
            }
            let width = count.len();
            let address = [&count[..], class].concat();
            self.weigh(Group::Mobility, Side::White, &address, |address| {
                let difference = (address & ((1 << width) - 1)) as i32 - none;
                let possible = difference.abs() <= most;
                possible.then(|| difference * weight(term, address >> width))
            });
        }
    }

    /// Two ranks' counts, by [`Mobility`].
    fn counted(&mut self, found: &UnitOutputs, side: Side, rank: usize) -> [Vec<Net>; 5] {
        let address = |squares: &[Net], lines: &[Vec<Net>; 4]| {
            let mut address = squares[rank..rank + 2].to_vec();
            for lines in lines {
                address.extend(&lines[rank..rank + 2]);
            }
            address
        };
        // The wires of a direction by number, on the squares that count.
        let count = |address: usize, directions: &[usize], low: bool| {
            let mut count = 0;
            for direction in directions {
                for square in 0..2 {
                    let line = address >> (2 + 2 * direction + square) & 1 != 0;
                    count += u8::from(line != low && address >> square & 1 != 0);
                }
            }
            count
        };
        let number = |count: u8, greatest: u8| match side {
            Side::White => count,
            Side::Black => greatest - count,
        };
        let all = |address: usize, low: bool| number(count(address, &[0, 1, 2, 3], low), 15);
        let rider = address(&found.safe, &found.rider);
        let rider = self.board.prom("riders", &rider, 6, |address| {
            let rooks = number(count(address, &[0, 2], true), 7);
            let bishops = number(count(address, &[1, 3], true), 7);
            rooks | bishops << 3
        });
        let queen = address(&found.safe, &found.queen);
        let queen = self
            .board
            .prom("queens", &queen, 4, |address| all(address, true));
        let knight = address(&found.safe, &found.knight);
        let knight = self
            .board
            .prom("knights", &knight, 4, |address| all(address, true));
        let any = address(&found.ring, &found.any);
        let pressure = self
            .board
            .prom("pressure", &any, 4, |address| all(address, false));
        [
            rider[..3].to_vec(),
            rider[3..].to_vec(),
            queen,
            knight,
            pressure,
        ]
    }

    /// A PROM of weighed values, of as many places as they need. `value` is none where no such
    /// address comes. Black's are subtracted.
    fn weigh(
        &mut self,
        group: Group,
        side: Side,
        address: &[Net],
        value: impl Fn(usize) -> Option<i32>,
    ) {
        let signed = |address: usize| {
            let value = value(address)?;
            Some(if side == Side::White { value } else { -value })
        };
        let values: Vec<i32> = (0..1 << address.len()).filter_map(signed).collect();
        let least = *values.iter().min().expect("a PROM has values");
        let most = *values.iter().max().expect("a PROM has values");
        let width = ((most - least) as u32).checked_ilog2().unwrap_or(0) as usize + 1;
        let name = format!("{}.{group:?}", side.name());
        let mut number = Vec::new();
        for first in (0..width).step_by(8) {
            let outputs = (width - first).min(8);
            number.extend(self.board.prom(&name, address, outputs, |address| {
                let word = signed(address).unwrap_or(0) - least;
                (word >> first) as u8
            }));
        }
        self.weighed.push(Weighed {
            side,
            group,
            offset: -least,
            number,
        });
    }
}

/// The lowest and the highest pawn of a line of six squares.
#[derive(Clone)]
struct Ends {
    lowest: Vec<Net>,
    highest: Vec<Net>,
}

impl Ends {
    /// The one that is furthest ahead as a side sees it; [`Side::rank`] of its code is 0 for none.
    fn foremost(&self, side: Side) -> &[Net] {
        match side {
            Side::White => &self.highest,
            Side::Black => &self.lowest,
        }
    }

    /// The one that is furthest back; [`Side::rank`] of its code is 7 for none.
    fn hindmost(&self, side: Side) -> &[Net] {
        match side {
            Side::White => &self.lowest,
            Side::Black => &self.highest,
        }
    }
}

/// What is known of a side's pawns and pieces on a file, behind the latches. Lines of one square
/// each are in the order in which the side sees the ranks.
struct Standing {
    /// Pawns on the six ranks, low.
    pawns: Vec<Net>,
    /// There are own pawns beside, on the six ranks.
    beside: Vec<Net>,
    ends: Ends,
    ends_beside: Ends,
    /// The foremost pawn has own pawns level or behind on a neighbor file, on both.
    helps: Vec<Net>,
    /// There are enemy pawns ahead of it on a neighbor file, on both.
    stops: Vec<Net>,
    /// It is guarded; an enemy piece stands before it; a rook's ray arrives at it from behind.
    guarded: Net,
    stopped: Net,
    behind_own: Net,
    /// A rook's ray arrives at the enemy's foremost pawn from behind.
    behind_enemy: Net,
    /// Connected pawns on the six ranks.
    connected: Vec<Net>,
    /// Knights on the second to the seventh square, low; bishops on the third to the fifth.
    knights: Vec<Net>,
    bishops: Vec<Net>,
    rooks: Vec<Net>,
}

/// What becomes of the foremost pawn, and what the file is.
struct Foremost {
    code: Vec<Net>,
    passed: Net,
    open: Net,
    half_open: Net,
}

/// Codes of the foremost pawn: passed on the second or third rank, on the fourth and so on; or a
/// candidate.
const AT_HOME: u8 = 1;
const CANDIDATE: u8 = 6;
const PASSED: [&str; 5] = [
    "passed pawn, at home",
    "passed pawn, fourth rank",
    "passed pawn, fifth rank",
    "passed pawn, sixth rank",
    "passed pawn, seventh rank",
];

impl Builder {
    fn ends(&mut self, lines: &[Net], low: bool) -> Ends {
        let code = self.board.prom("ends", lines, 6, |address| {
            let pawns = if low { !address & 0x3F } else { address };
            let is_pawn = |rank: &usize| pawns >> (rank - PAWN_RANKS.start) & 1 != 0;
            let lowest = PAWN_RANKS.clone().find(is_pawn).unwrap_or(NO_LOWEST);
            let highest = PAWN_RANKS.clone().rev().find(is_pawn).unwrap_or(NO_HIGHEST);
            (lowest | highest << 3) as u8
        });
        Ends {
            lowest: code[..3].to_vec(),
            highest: code[3..].to_vec(),
        }
    }

    fn latched_ends(&mut self, ends: &Ends) -> Ends {
        Ends {
            lowest: self.latched(&ends.lowest),
            highest: self.latched(&ends.highest),
        }
    }

    /// Pawns and posts of the left unit's file.
    fn pawns(&mut self, file: &File, before: &[Vec<Net>; 2], found: &[UnitOutputs], class: &[Net]) {
        let mut beside = [vec![LOW; RANKS], vec![LOW; RANKS]];
        for (side, lines) in beside.iter_mut().enumerate() {
            for rank in PAWN_RANKS {
                let files = [before[side][rank], file.pawn_next[side][rank]];
                lines[rank] = self.board.any_low("beside", &files);
            }
        }
        let of = |builder: &mut Self, lines: &[Vec<Net>; 2], low: bool| {
            [0, 1].map(|side: usize| builder.ends(&lines[side][PAWN_RANKS], low))
        };
        let ends = of(self, &file.pawn, true);
        let ends_before = of(self, before, true);
        let ends_next = of(self, &file.pawn_next, true);
        let ends_beside = of(self, &beside, false);

        let mut standing = Vec::new();
        for side in SIDES {
            let (own, enemy) = (side as usize, side.other());
            let foremost = ends[own].foremost(side);
            let neighbors = [&ends_before, &ends_next];
            let helpers = neighbors.map(|ends| ends[own].hindmost(side));
            let helps = self.compared(side, foremost, helpers, |own, other| other <= own);
            let stoppers = neighbors.map(|ends| ends[enemy].foremost(side));
            let stops = self.compared(side, foremost, stoppers, |own, other| other > own);

            let forward: i32 = [1, -1][own];
            let by_rank =
                |line: &dyn Fn(i32) -> Net| -> Vec<Net> { (0..RANKS as i32).map(line).collect() };
            let guards = by_rank(&|rank| match at(&beside[own], rank - forward) {
                HIGH => LOW,
                line => line,
            });
            let blockers = by_rank(&|rank| at(&file.own[enemy], rank + forward));
            let guarded = self.chosen(foremost, &guards)[0];
            let stopped = self.chosen(foremost, &blockers)[1];
            let behind_own = self.chosen(foremost, &found[own].rider[0])[1];
            let backward = self.along("mux2", file, &file.rook[own], -forward);
            let enemy_foremost = ends[enemy].foremost(SIDES[enemy]);
            let behind_enemy = self.chosen(enemy_foremost, &backward)[1];

            let mut connected = Vec::new();
            for rank in PAWN_RANKS {
                let level_or_behind = [beside[own][rank], guards[rank]];
                let apart = match guards[rank] {
                    LOW => self.board.gate("not", "apart", &level_or_behind[..1]),
                    _ => self.board.gate("nor2", "apart", &level_or_behind),
                };
                let inputs = [file.pawn[own][rank], apart];
                connected.push(self.board.gate("nor2", "connected", &inputs));
            }
            let seen = |lines: &[Net], ranks: std::ops::Range<usize>| -> Vec<Net> {
                ranks.map(|rank| lines[side.rank(rank)]).collect()
            };
            let rooks = self.board.prom("rooks", &file.rook[own], 4, |lines| {
                (!lines as u8).count_ones() as u8
            });
            let single = [guarded, stopped, behind_own, behind_enemy];
            let single = self.latched(&single);
            standing.push(Standing {
                pawns: self.latched(&seen(&file.pawn[own], PAWN_RANKS)),
                beside: self.latched(&seen(&beside[own], PAWN_RANKS)),
                ends: self.latched_ends(&ends[own]),
                ends_beside: self.latched_ends(&ends_beside[own]),
                helps: self.latched(&helps),
                stops: self.latched(&stops),
                guarded: single[0],
                stopped: single[1],
                behind_own: single[2],
                behind_enemy: single[3],
                connected: self.latched(&connected),
                knights: self.latched(&seen(&file.knight[own], 2..8)),
                bishops: self.latched(&seen(&file.bishop[own], 3..6)),
                rooks: self.latched(&rooks),
            });
        }
        let foremost = SIDES.map(|side| self.foremost(side, &standing));
        for side in SIDES {
            self.structure(side, &standing, class);
            self.posts(side, &standing, class);
            self.rooks(side, &standing, &foremost, class);
            self.passer(side, &standing, &foremost, class);
        }
    }

    /// Whether codes of two neighbor files compare so with that of the foremost pawn: one of them,
    /// both.
    fn compared(
        &mut self,
        side: Side,
        foremost: &[Net],
        others: [&[Net]; 2],
        compare: impl Fn(usize, usize) -> bool,
    ) -> Vec<Net> {
        let address = [foremost, others[0], others[1]].concat();
        self.board.prom("compared", &address, 2, |address| {
            let [own, one, other] = [0, 3, 6].map(|place| side.rank(address >> place & 7));
            let [one, other] = [one, other].map(|other| compare(own, other));
            u8::from(one || other) | u8::from(one && other) << 1
        })
    }

    /// The line of the rank with this code, and its opposite.
    fn chosen(&mut self, code: &[Net], lines: &[Net]) -> Vec<Net> {
        self.board
            .section("mux8", "chosen", &[code, lines].concat())
    }

    fn foremost(&mut self, side: Side, standing: &[Standing]) -> Foremost {
        let (own, enemy) = (&standing[side as usize], &standing[side.other()]);
        let address = [
            own.ends.foremost(side),
            enemy.ends.foremost(side),
            &own.helps,
            &own.stops,
        ]
        .concat();
        let verdict = self.board.prom("foremost", &address, 6, |address| {
            let [rank, enemy] = [0, 3].map(|place| side.rank(address >> place & 7));
            let is_high = |place: usize| address >> place & 1 != 0;
            let [helped, helped_twice, stopped, stopped_twice] = [6, 7, 8, 9].map(is_high);
            let is_free = rank != NO_HIGHEST && enemy <= rank;
            let passed = is_free && !stopped;
            let helps_suffice = helped_twice || (helped && !stopped_twice);
            let code = match rank {
                _ if is_free && stopped && helps_suffice => CANDIDATE,
                1 | 2 if passed => AT_HOME,
                3..7 if passed => rank as u8 - 1,
                _ => 0,
            };
            let (no_own, no_enemy) = (rank == NO_HIGHEST, enemy == NO_HIGHEST);
            code | u8::from(passed) << 3
                | u8::from(no_own && no_enemy) << 4
                | u8::from(no_own && !no_enemy) << 5
        });
        Foremost {
            code: verdict[..3].to_vec(),
            passed: verdict[3],
            open: verdict[4],
            half_open: verdict[5],
        }
    }

    /// Doubled, isolated, backward, exposed and connected pawns.
    fn structure(&mut self, side: Side, standing: &[Standing], class: &[Net]) {
        let (own, enemy) = (&standing[side as usize], &standing[side.other()]);
        let enemy_ahead = enemy.ends.foremost(side);
        let isolated = self.board.gate("and3", "isolated", &own.ends_beside.lowest);
        let address = [&own.pawns[..], enemy_ahead, &[isolated]].concat();
        let counts = self.board.prom("isolated", &address, 6, |address| {
            let pawns = !address & 0x3F;
            let enemy = side.rank(address >> 6 & 7);
            let exposed = if address >> 9 != 0 {
                exposed(pawns, enemy)
            } else {
                0
            };
            pawns.count_ones() as u8 | (exposed as u8) << 3
        });
        let address = [&counts[..], &[isolated], class].concat();
        self.weigh(Group::Isolated, side, &address, |address| {
            let (pawns, exposed) = ((address & 7) as i32, (address >> 3 & 7) as i32);
            let (isolated, class) = (address >> 6 & 1 != 0, address >> 7);
            if exposed > pawns || pawns > 6 {
                return None;
            }
            let doubled = (pawns - 1).max(0);
            let alone = if isolated { pawns } else { 0 };
            Some(
                doubled * weight("doubled pawn", class)
                    + alone * weight("isolated pawn", class)
                    + exposed * weight("exposed pawn", class),
            )
        });

        // Backward pawns on the first four of the six ranks; a pawn attacks what is before them.
        let hindmost = own.ends_beside.hindmost(side);
        let enemies = enemy.beside.iter().rev().copied().collect::<Vec<Net>>();
        let address = [&own.pawns[..4], &enemies[2..], hindmost].concat();
        let backward = self.board.prom("backward", &address, 4, |address| {
            let helper = side.rank(address >> 8);
            let helper_is_ahead = |place: usize| helper != NO_LOWEST && place + 1 < helper;
            let mut backward = 0;
            for place in 0..4 {
                let pawn = address >> place & 1 == 0;
                let attacked = address >> (4 + place) & 1 != 0;
                backward |= u8::from(pawn && attacked && helper_is_ahead(place)) << place;
            }
            backward
        });
        let address = [&backward[..], enemy_ahead, class].concat();
        self.weigh(Group::Backward, side, &address, |address| {
            let (pawns, class) = (address & 0xF, address >> 7);
            let exposed = exposed(pawns, side.rank(address >> 4 & 7)) as i32;
            let backward = pawns.count_ones() as i32;
            Some(
                backward * weight("backward pawn", class) + exposed * weight("exposed pawn", class),
            )
        });
    }

    fn posts(&mut self, side: Side, standing: &[Standing], class: &[Net]) {
        let (own, enemy) = (&standing[side as usize], &standing[side.other()]);
        // The ranks of outposts, and their guards one rank behind.
        let guards = &own.beside[1..4];
        let attackers = enemy.ends_beside.foremost(side);
        let counted = |address: usize| {
            let attacker = side.rank(address >> 3 & 7);
            let (mut guarded, mut outposts) = (0, 0);
            for place in 0..3 {
                let piece = address >> (6 + place) & 1 == 0;
                if piece && address >> place & 1 != 0 {
                    guarded += 1;
                    outposts += u8::from(attacker <= place + 3);
                }
            }
            outposts | guarded << 2
        };
        let address = [guards, attackers, &own.knights[1..4]].concat();
        let knights = self.board.prom("knight_posts", &address, 4, counted);
        let address = [guards, attackers, &own.bishops].concat();
        let bishops = self
            .board
            .prom("bishop_posts", &address, 2, |address| counted(address) & 3);
        let address = [&knights[..], &bishops, class].concat();
        self.weigh(Group::Outposts, side, &address, |address| {
            let count = |place: usize| (address >> place & 3) as i32;
            let (outposts, guarded, class) = (count(0), count(2), address >> 6);
            let possible = outposts <= guarded;
            possible.then(|| {
                outposts * weight("knight outpost", class)
                    + guarded * weight("knight guarded by a pawn", class)
                    + count(4) * weight("bishop outpost", class)
            })
        });

        let mut address = Vec::new();
        for place in [0, 4, 5] {
            address.push(own.beside[place]);
        }
        for place in [0, 4, 5] {
            address.push(own.knights[place]);
        }
        let guarded = self.board.prom("guarded", &address, 2, |address| {
            (address & !(address >> 3) & 7).count_ones() as u8
        });
        let address = [&own.connected[..], &guarded, class].concat();
        self.weigh(Group::Connected, side, &address, |address| {
            let connected = (address & 0x3F).count_ones() as i32;
            let (guarded, class) = ((address >> 6 & 3) as i32, address >> 8);
            Some(
                connected * weight("connected pawn", class)
                    + guarded * weight("knight guarded by a pawn", class),
            )
        });
    }

    fn rooks(
        &mut self,
        side: Side,
        standing: &[Standing],
        foremost: &[Foremost; 2],
        class: &[Net],
    ) {
        let own = side as usize;
        let file = [foremost[own].open, foremost[own].half_open];
        let address = [&standing[own].rooks[..], &file, class].concat();
        self.weigh(Group::Rooks, side, &address, |address| {
            let (rooks, class) = ((address & 0xF) as i32, address >> 6);
            let each = match address >> 4 & 3 {
                0 => 0,
                1 => weight("rook on open file", class),
                2 => weight("rook on half-open file", class),
                _ => return None,
            };
            if rooks <= RANKS as i32 {
                Some(rooks * each)
            } else {
                None
            }
        });
    }

    fn passer(
        &mut self,
        side: Side,
        standing: &[Standing],
        foremost: &[Foremost; 2],
        class: &[Net],
    ) {
        let own = &standing[side as usize];
        let enemy_passed = foremost[side.other()].passed;
        let inputs = [own.behind_enemy, enemy_passed];
        let behind_enemy = self.board.gate("and2", "behind_enemy", &inputs);
        let single = [own.guarded, own.stopped, own.behind_own, behind_enemy];
        let address = [&foremost[side as usize].code[..], &single, class].concat();
        self.weigh(Group::Passer, side, &address, |address| {
            let (code, class) = (address & 7, address >> 7);
            let is_high = |place: usize| address >> place & 1 != 0;
            let mut value = 0;
            if let Some(rank) = code.checked_sub(AT_HOME.into())
                && let Some(term) = PASSED.get(rank)
            {
                value += weight(term, class);
                for (place, term) in [
                    (3, "guarded passed pawn"),
                    (4, "blocked passed pawn"),
                    (5, "rook behind own passed pawn"),
                ] {
                    if is_high(place) {
                        value += weight(term, class);
                    }
                }
            } else if code == CANDIDATE.into() {
                value += weight("candidate pawn", class);
            }
            if is_high(6) {
                value += weight("rook behind enemy passed pawn", class);
            }
            Some(value)
        });
    }

    /// The bishop pairs: which colors have been seen, weighed with the last file.
    fn pairs(&mut self, file: &File, sequence: &Sequence, class: &[Net]) {
        let mut seen = Vec::new();
        for bishops in &file.bishop {
            let on = |first: usize| [0, 2, 4, 6].map(|rank| bishops[first + rank]);
            let even = self.board.gate("nand4", "even_bishop", &on(0));
            let odd = self.board.gate("nand4", "odd_bishop", &on(1));
            let odd_file = sequence.files[0][0];
            for colors in [[odd, even], [even, odd]] {
                let inputs = [odd_file, colors[0], colors[1]];
                let here = self.board.gate("mux2", "bishop_here", &inputs);
                let before = self.board.net("bishop_seen");
                let either = self.board.gate("or2", "bishop", &[before, here]);
                let next = self
                    .board
                    .gate("and2", "bishop_next", &[either, sequence.enabled]);
                let inputs = vec![self.clock, next];
                self.board.drive(part_for("reg"), inputs, vec![before]);
                seen.push(if self.pipelined { before } else { next });
            }
        }
        let address = [&seen[..], &[sequence.last], class].concat();
        self.weigh(Group::Pairs, Side::White, &address, |address| {
            let is_pair = |place: usize| i32::from(address >> place & 3 == 3);
            let pairs = is_pair(0) - is_pair(2);
            let last = address >> 4 & 1 != 0;
            Some(if last {
                pairs * weight("bishop pair", address >> 5)
            } else {
                0
            })
        });
    }
}

/// How many of these pawns, the lowest place being the second rank, have no enemy pawn before them.
fn exposed(pawns: usize, enemy: usize) -> u32 {
    let first = enemy.saturating_sub(PAWN_RANKS.start);
    (pawns >> first).count_ones()
}

impl Builder {
    /// The SUM register, which holds the margin more than the value.
    fn accumulated(&mut self, total: Vec<Net>, sequence: &Sequence) -> (Vec<Net>, Vec<Net>) {
        let offset: i32 = self.weighed.iter().map(|weighed| weighed.offset).sum();
        let start = i32::from(FULL_MARGIN) - CYCLES as i32 * offset;
        let not_first = self.board.gate("not", "not_first", &[sequence.first]);
        let mut sum = Vec::new();
        let mut base = Vec::new();
        for place in 0..16 {
            let now = self.board.net(format!("sum{place}"));
            base.push(if start >> place & 1 != 0 {
                self.board.gate("or2", "sum_before", &[now, sequence.first])
            } else {
                self.board.gate("and2", "sum_before", &[now, not_first])
            });
            sum.push(now);
        }
        let mut next = self.add("add4s", &base, &total);
        next.truncate(16);
        self.sums.push(Summed {
            numbers: vec![base, total],
            sum: next.clone(),
        });
        for (&next, &now) in next.iter().zip(&sum) {
            let inputs = vec![self.clock, sequence.not_adding, next];
            self.board.drive(part_for("rege"), inputs, vec![now]);
        }
        (sum, next)
    }

    /// The value within the margin: the sum holds the margin more, so it is from nothing to twice
    /// the margin, 384.
    fn clamp(&mut self, sum: &[Net]) -> Vec<Net> {
        let any = |board: &mut Board, lines: &[Net]| {
            let none = [0, 3].map(|first| board.gate("nor3", "none", &lines[first..first + 3]));
            board.gate("nand2", "any", &none)
        };
        let low = any(&mut self.board, &sum[..6]);
        let high = any(&mut self.board, &sum[9..15]);
        let address = [sum[6], sum[7], sum[8], high, sum[15], low];
        let places = self.board.prom("clamp", &address, 4, |address| {
            let is_high = |place: usize| address >> place & 1 != 0;
            let (steps, rest) = ((address & 7) as i32, is_high(5));
            let margin = i32::from(FULL_MARGIN) / 64;
            let (steps, within) = if is_high(4) {
                (-margin, false)
            } else if is_high(3) || steps > 2 * margin || (steps == 2 * margin && rest) {
                (margin, false)
            } else {
                (steps - margin, true)
            };
            (steps & 3) as u8 | u8::from(steps < 0) << 2 | u8::from(within) << 3
        });
        let mut value = Vec::new();
        for &bit in &sum[..6] {
            value.push(self.board.gate("and2", "value", &[bit, places[3]]));
        }
        value.extend(&places[..2]);
        value.resize(16, places[2]);
        value
    }

    /// The value latch: its upper places are all the sign.
    fn value_latch(&mut self, value: &[Net], sequence: &Sequence) {
        let mut full = Vec::new();
        for &bit in &value[..9] {
            let now = self.board.net("full");
            let next = self
                .board
                .gate("mux2", "full_next", &[sequence.clamping, now, bit]);
            let next = self.board.gate("and2", "full_next", &[next, sequence.kept]);
            let inputs = vec![self.clock, next];
            self.board.drive(part_for("reg"), inputs, vec![now]);
            full.push(now);
        }
        full.resize(16, full[8]);
        self.board.output("full", full);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Kind;
    use crate::parts::register;
    use crate::timing::timing;

    #[test]
    fn evaluation_takes_cycles_of_240_ns() {
        let board = evaluator().board;
        let worst = timing(&board, |figure| figure.worst, register().output.worst);
        let slowest = worst.paths.first().expect("a board has a path");
        assert!(slowest.time <= 240.0, "{} ns", slowest.time);
    }

    #[test]
    fn outputs_pull_all_their_inputs_low() {
        evaluator().board.assert_outputs_pull_inputs_low();
    }

    /// What is proved without the latches between the stages holds with them: nothing else differs.
    #[test]
    fn latches_between_stages_are_all_that_proofs_leave_out() {
        let count = |evaluator: &Evaluator, kind: Kind| {
            let sections = evaluator.board.sections().iter();
            let drivers = |name: &str| name == "buf";
            sections
                .filter(|section| section.part.cell.kind == kind)
                .filter(|section| !drivers(section.part.cell.name))
                .count()
        };
        let (real, proved) = (evaluator(), at_once());
        for kind in [Kind::Gates, Kind::Programmed, Kind::Memory] {
            assert_eq!(count(&real, kind), count(&proved, kind));
        }
        assert!(count(&real, Kind::Stored) > count(&proved, Kind::Stored));
    }
}
