//! The full evaluator's cells, term by term, as docs/decisions/evaluation-full.md defines them; and
//! the clamp. How the reports are weighed is proved in [`algebra`](crate::algebra).

use logic::{Logic, Netlist, Signal};
use shakmaty::{Color, Role, Square as Place};

use super::{Board, Wire, equals, is_at, some};

/// File and rank from the owner's side, 0 to 7 on the board.
type Square = (i32, i32);
/// Directions of the rays, files to the right and ranks forward: forward, and on clockwise.
const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
/// The knight's jumps, likewise.
const JUMPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

const LINES: [[&str; 7]; 2] = [
    [
        "white0", "white1", "white2", "white3", "white4", "white5", "white6",
    ],
    [
        "black0", "black1", "black2", "black3", "black4", "black5", "black6",
    ],
];

/// Inputs `p0` to `p3` and `adr`, the cycle in its lower three wires. Outputs `white0` to `white6`
/// and `black0` to `black6`: on which squares, from the owner's side, the line's term of this cycle
/// is there.
pub fn cells() -> Netlist {
    let net = Netlist::new();
    let board = Board::input(&net);
    let address = net.input_address("adr");
    let in_cycle: Vec<Wire> = (0..8)
        .map(|cycle| {
            some(
                &net,
                (0..8).map(|class| equals(&net, address, cycle + 8 * class)),
            )
        })
        .collect();
    for (color, names) in Color::ALL.into_iter().zip(LINES) {
        let side = Side {
            net: &net,
            board: &board,
            color,
        };
        for (line, name) in names.into_iter().enumerate() {
            let reported = squares().map(|square| {
                let cycles =
                    (0..8).map(|cycle| in_cycle[cycle] & side.reported(line, cycle, square));
                some(&net, cycles)
            });
            net.output_wires(name, &reported.collect::<Vec<_>>());
        }
    }
    net
}

/// Input `sum`, signed; output `value`: the sum, but not more than `margin` and not less than its
/// opposite.
pub fn clamp(margin: i16) -> Netlist {
    let net = Netlist::new();
    let sum = net.input_word("sum");
    // The sign inverted, signed numbers stand in the order of unsigned ones.
    let place = |number: i16| number as u16 ^ 0x8000;
    let wire = |bit: usize| {
        if bit == 15 {
            !sum.bit(15)
        } else {
            sum.bit(bit)
        }
    };
    let bit_of = |number: i16, bit: usize| place(number) >> bit & 1 != 0;
    let alike_above = |number: i16, bit: usize| {
        super::all(
            &net,
            (bit + 1..16).map(|above| is_at(wire(above), bit_of(number, above))),
        )
    };
    let differs_at = |number: i16, bit: usize, greater: bool| match bit_of(number, bit) {
        one if one != greater => alike_above(number, bit) & is_at(wire(bit), greater),
        _ => (&net).wire(false),
    };
    let above = some(&net, (0..16).map(|bit| differs_at(margin, bit, true)));
    let below = some(&net, (0..16).map(|bit| differs_at(-margin, bit, false)));
    let value = |bit: usize| {
        let tied = |number: i16| (&net).wire(number >> bit & 1 != 0);
        (above & tied(margin)) | (below & tied(-margin)) | (!(above | below) & sum.bit(bit))
    };
    net.output_wires("value", &(0..16).map(value).collect::<Vec<_>>());
    net
}

fn squares() -> impl Iterator<Item = Square> {
    (0..64).map(|square| (square % 8, square / 8))
}

fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

/// The board as one side sees it, its own first rank at the bottom.
struct Side<'n, 'b> {
    net: &'n Netlist,
    board: &'b Board<'n>,
    color: Color,
}

impl<'n> Side<'n, '_> {
    /// The term that a line stands for in a cycle.
    fn reported(&self, line: usize, cycle: usize, square: Square) -> Wire<'n> {
        match line {
            0 => self.safe(square) & self.reached_by_rider(cycle, square),
            1 => self.safe(square) & self.reached_by_ray(Role::Queen, cycle, square),
            2 => self.safe(square) & self.reached_by_knight(cycle, square),
            3 => {
                self.next_to_enemy_king(square)
                    & (self.reached_by_rider(cycle, square)
                        | self.reached_by_ray(Role::Queen, cycle, square)
                        | self.reached_by_knight(cycle, square))
            }
            4 => self.pawn_term(cycle, square),
            5 => self.passer_term(cycle, square),
            _ => self.post_term(cycle, square),
        }
    }

    fn pawn_term(&self, cycle: usize, square: Square) -> Wire<'n> {
        let pawn = self.own(Role::Pawn, square);
        pawn & match cycle {
            0 => self.own_pawn_before(square),
            1 => self.isolated(square),
            2 => self.backward(square),
            3 => (self.isolated(square) | self.backward(square)) & !self.enemy_pawn_before(square),
            4 => {
                self.guarded(square)
                    | self.some(beside(square).map(|next| self.own(Role::Pawn, next)))
            }
            _ => self.never(),
        }
    }

    fn passer_term(&self, cycle: usize, square: Square) -> Wire<'n> {
        let on = |ranks: &[i32]| {
            if ranks.contains(&square.1) {
                self.passed(square)
            } else {
                self.never()
            }
        };
        match cycle {
            0 => on(&[6]),
            1 => on(&[5]),
            2 => on(&[4]),
            3 => on(&[3]),
            4 => on(&[1, 2]),
            5 => self.candidate(square),
            6 => self.passed(square) & self.guarded(square),
            _ => self.passed(square) & self.enemy_piece((square.0, square.1 + 1)),
        }
    }

    fn post_term(&self, cycle: usize, square: Square) -> Wire<'n> {
        match cycle {
            0 => self.passed(square) & self.reached_by_ray(Role::Rook, 0, square),
            1 => self.own(Role::Knight, square) & self.outpost(square),
            2 => self.rook_without_own_pawns(square) & !self.enemy_pawn_on_file(square.0),
            3 => self.own(Role::Bishop, square) & self.outpost(square),
            4 => self.enemy_passed(square) & self.reached_by_ray(Role::Rook, 4, square),
            5 if square == (0, 0) => {
                let on = |color: i32| {
                    let squares = squares().filter(move |(file, rank)| (file + rank) % 2 == color);
                    self.some(squares.map(|square| self.own(Role::Bishop, square)))
                };
                on(0) & on(1)
            }
            5 => self.never(),
            6 => self.rook_without_own_pawns(square) & self.enemy_pawn_on_file(square.0),
            _ => self.own(Role::Knight, square) & self.guarded(square),
        }
    }

    /// A rook along ranks and files, a bishop along diagonals.
    fn reached_by_rider(&self, cycle: usize, to: Square) -> Wire<'n> {
        let (dx, dy) = DIRECTIONS[cycle];
        let rider = if dx == 0 || dy == 0 {
            Role::Rook
        } else {
            Role::Bishop
        };
        self.reached_by_ray(rider, cycle, to)
    }

    /// An own piece of this role looks in the cycle's direction, and up to `to` there is nothing in
    /// between.
    fn reached_by_ray(&self, role: Role, cycle: usize, to: Square) -> Wire<'n> {
        let (dx, dy) = DIRECTIONS[cycle];
        let behind = |steps: i32| (to.0 - steps * dx, to.1 - steps * dy);
        self.some(
            (1..8)
                .filter(|&steps| on_board(behind(steps)))
                .map(|steps| {
                    let clear = super::all(
                        self.net,
                        (1..steps).map(|between| self.empty(behind(between))),
                    );
                    self.own(role, behind(steps)) & clear
                }),
        )
    }

    fn reached_by_knight(&self, cycle: usize, to: Square) -> Wire<'n> {
        let (dx, dy) = JUMPS[cycle];
        self.own(Role::Knight, (to.0 - dx, to.1 - dy))
    }

    /// No enemy pawn attacks it and no own piece stands on it.
    fn safe(&self, square: Square) -> Wire<'n> {
        let real = self.place(square).expect("a square of the board");
        let own_piece =
            !self.board.empty(real) & is_at(self.board.black(real), self.color.is_black());
        !self.attacked(square) & !own_piece
    }

    fn next_to_enemy_king(&self, (file, rank): Square) -> Wire<'n> {
        self.some(DIRECTIONS.map(|(dx, dy)| self.enemy(Role::King, (file + dx, rank + dy))))
    }

    fn isolated(&self, (file, _): Square) -> Wire<'n> {
        !(self.own_pawn_on_file(file - 1) | self.own_pawn_on_file(file + 1))
    }

    fn backward(&self, square: Square) -> Wire<'n> {
        let (file, rank) = square;
        let helped = self.helper((file - 1, rank)) | self.helper((file + 1, rank));
        !self.isolated(square) & !helped & self.attacked((file, rank + 1))
    }

    /// An own pawn, nothing of pawns before it and no enemy pawn beside and further up.
    fn passed(&self, square: Square) -> Wire<'n> {
        let stopped = self.some(beside(square).map(|next| self.enemy_pawn_before(next)));
        self.free_before(square) & !stopped
    }

    /// Not passed, but each file on which it can be stopped from the side is made up for by one
    /// with a helper.
    fn candidate(&self, square: Square) -> Wire<'n> {
        let stops = beside(square).map(|next| self.enemy_pawn_before(next));
        let helps = beside(square).map(|next| self.helper(next));
        let one_stop = stops[0] ^ stops[1];
        let two_stops = stops[0] & stops[1];
        self.free_before(square)
            & ((one_stop & (helps[0] | helps[1])) | (two_stops & (helps[0] & helps[1])))
    }

    fn free_before(&self, square: Square) -> Wire<'n> {
        self.own(Role::Pawn, square)
            & !(self.own_pawn_before(square) | self.enemy_pawn_before(square))
    }

    /// An enemy pawn with no pawn of its own before it, and no own pawn before it or beside its
    /// way.
    fn enemy_passed(&self, (file, rank): Square) -> Wire<'n> {
        let below = |file: i32| (0..rank).map(move |rank| (file, rank));
        let own = (file - 1..=file + 1)
            .flat_map(below)
            .map(|square| self.own(Role::Pawn, square));
        let enemy = below(file).map(|square| self.enemy(Role::Pawn, square));
        self.enemy(Role::Pawn, (file, rank)) & !(self.some(own) | self.some(enemy))
    }

    /// On the fourth to the sixth rank, guarded by a pawn, where no enemy pawn can ever attack.
    fn outpost(&self, square: Square) -> Wire<'n> {
        let chased = self.some(beside(square).map(|next| self.enemy_pawn_before(next)));
        if (3..=5).contains(&square.1) {
            self.guarded(square) & !chased
        } else {
            self.never()
        }
    }

    fn rook_without_own_pawns(&self, square: Square) -> Wire<'n> {
        self.own(Role::Rook, square) & !self.own_pawn_on_file(square.0)
    }

    /// An own pawn on this square of the file, or behind it.
    fn helper(&self, (file, rank): Square) -> Wire<'n> {
        self.some((0..=rank).map(|rank| self.own(Role::Pawn, (file, rank))))
    }

    fn own_pawn_before(&self, (file, rank): Square) -> Wire<'n> {
        self.some((rank + 1..8).map(|rank| self.own(Role::Pawn, (file, rank))))
    }

    fn enemy_pawn_before(&self, (file, rank): Square) -> Wire<'n> {
        self.some((rank + 1..8).map(|rank| self.enemy(Role::Pawn, (file, rank))))
    }

    fn own_pawn_on_file(&self, file: i32) -> Wire<'n> {
        self.own_pawn_before((file, -1))
    }

    fn enemy_pawn_on_file(&self, file: i32) -> Wire<'n> {
        self.enemy_pawn_before((file, -1))
    }

    fn guarded(&self, (file, rank): Square) -> Wire<'n> {
        self.own(Role::Pawn, (file - 1, rank - 1)) | self.own(Role::Pawn, (file + 1, rank - 1))
    }

    fn attacked(&self, (file, rank): Square) -> Wire<'n> {
        self.enemy(Role::Pawn, (file - 1, rank + 1)) | self.enemy(Role::Pawn, (file + 1, rank + 1))
    }

    fn own(&self, role: Role, square: Square) -> Wire<'n> {
        self.piece(self.color, role, square)
    }

    fn enemy(&self, role: Role, square: Square) -> Wire<'n> {
        self.piece(!self.color, role, square)
    }

    fn enemy_piece(&self, square: Square) -> Wire<'n> {
        self.place(square).map_or(self.never(), |real| {
            !self.board.empty(real) & is_at(self.board.black(real), self.color.is_white())
        })
    }

    fn piece(&self, color: Color, role: Role, square: Square) -> Wire<'n> {
        self.place(square)
            .map_or(self.never(), |real| self.board.piece(color, role, real))
    }

    fn empty(&self, square: Square) -> Wire<'n> {
        self.board
            .empty(self.place(square).expect("a square of the board"))
    }

    /// The square as both sides call it.
    fn place(&self, square: Square) -> Option<Place> {
        let place = Place::new((8 * square.1 + square.0).rem_euclid(64) as u32);
        on_board(square).then(|| self.color.fold_wb(place, place.flip_vertical()))
    }

    fn some(&self, wires: impl IntoIterator<Item = Wire<'n>>) -> Wire<'n> {
        some(self.net, wires)
    }

    fn never(&self) -> Wire<'n> {
        self.net.wire(false)
    }
}

fn beside((file, rank): Square) -> [Square; 2] {
    [(file - 1, rank), (file + 1, rank)]
}
