//! The move generator: the most valuable victim, then the least valuable aggressor.
//!
//! Inputs: `p0` to `p3`, the piece registers; `dis`, the disabled squares; `adr`, the victim whose
//! aggressors are wanted; `aggressor`, low for FIND VICTIM and high for FIND AGGRESSOR; `wtm`,
//! White to move; `ep` and `ep_open`, the en-passant square. Outputs: `sq`, the square found, and
//! `line`, its class, one wire a class with the best first, all low if `none` is high; `check`, an
//! enemy king can be taken.

use logic::{Netlist, Signal, netlist::Bus};
use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

use super::{Board, Turn, Wire, all, equals, number, some};

/// Classes of victims before the last, which is that of the empty squares.
const VICTIMS: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

const AGGRESSORS: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// The six classes, best first, and in each the wires of the 64 squares that answer.
type Answers<'n> = Vec<Vec<Wire<'n>>>;

pub fn specification() -> Netlist {
    let net = Netlist::new();
    let find = Find {
        board: Board::input(&net),
        disabled: net.input_plane("dis"),
        address: net.input_address("adr"),
        aggressor: net.input_wire("aggressor"),
        turn: Turn::input(&net),
        en_passant: net.input_address("ep"),
        en_passant_open: net.input_wire("ep_open"),
        net: &net,
    };
    find.outputs();
    net
}

struct Find<'n> {
    net: &'n Netlist,
    board: Board<'n>,
    disabled: Bus<'n, 64>,
    address: Bus<'n, 6>,
    aggressor: Wire<'n>,
    turn: Turn<'n>,
    en_passant: Bus<'n, 6>,
    en_passant_open: Wire<'n>,
}

impl<'n> Find<'n> {
    fn outputs(&self) {
        let answers: Answers = (self.victims().iter().zip(&self.aggressors()))
            .map(|(victims, aggressors)| {
                let answer = |square: Square| {
                    !self.aggressor & victims[square.to_usize()]
                        | self.aggressor & aggressors[square.to_usize()]
                };
                Square::ALL.map(answer).to_vec()
            })
            .collect();

        let first = self.best_class_then_lowest_square(&answers);
        let line: Vec<Wire> = first
            .iter()
            .map(|squares| self.some(squares.iter().copied()))
            .collect();
        let squares: Vec<_> = first
            .iter()
            .flat_map(|squares| squares.iter().copied().enumerate())
            .collect();
        self.net.output_wires("sq", &number(self.net, 6, &squares));
        self.net.output("none", !self.some(line.iter().copied()));
        self.net.output_wires("line", &line);
        self.net
            .output("check", !self.aggressor & self.king_can_be_taken());
    }

    /// Of all answers only that of the lowest square in the best class that has any.
    fn best_class_then_lowest_square(&self, answers: &Answers<'n>) -> Answers<'n> {
        (0..answers.len())
            .map(|class| {
                let better_class = self.some(answers[..class].concat());
                (0..64)
                    .map(|square| {
                        let lower_square = self.some(answers[class][..square].to_vec());
                        answers[class][square] & !better_class & !lower_square
                    })
                    .collect()
            })
            .collect()
    }

    /// FIND VICTIM: enemy pieces that can be taken and empty squares that can be moved to, unless
    /// disabled. The open en-passant square stands for a pawn, disabled or not, and is not an empty
    /// square to move to.
    fn victims(&self) -> Answers<'n> {
        let mut answers: Answers = VICTIMS
            .iter()
            .map(|&role| {
                let victim = |square| {
                    self.enemy(role, square) & self.can_be_taken(square) & self.enabled(square)
                };
                Square::ALL.map(victim).to_vec()
            })
            .collect();
        let pawns = &mut answers[4];
        for square in Square::ALL {
            let passed = self.some(Square::ALL.map(|from| self.takes(Role::Pawn, from, square)));
            let pawn = &mut pawns[square.to_usize()];
            *pawn = *pawn | self.is_open_en_passant(square) & passed;
        }
        let empty = |square| {
            let reached = self.some(
                Square::ALL
                    .into_iter()
                    .flat_map(|from| AGGRESSORS.map(|role| self.moves(role, from, square))),
            );
            self.board.empty(square)
                & reached
                & self.enabled(square)
                & !self.is_open_en_passant(square)
        };
        answers.push(Square::ALL.map(empty).to_vec());
        answers
    }

    /// FIND AGGRESSOR: the mover's pieces, unless disabled, that could go to the addressed square
    /// in their own way. A pawn moves to an empty square and takes on any other; to the open
    /// en-passant square a pawn goes by taking, and no other piece is wanted.
    fn aggressors(&self) -> Answers<'n> {
        let could_go = |role, from, to| {
            let (empty, passing) = (self.board.empty(to), self.is_open_en_passant(to));
            match role {
                Role::Pawn => {
                    empty & !passing & self.moves(role, from, to)
                        | (!empty | passing) & self.takes(role, from, to)
                }
                _ => !passing & self.takes(role, from, to),
            }
        };
        let answer = |role, from| {
            let goes = Square::ALL.map(|to| self.is_addressed(to) & could_go(role, from, to));
            self.some(goes) & self.enabled(from)
        };
        AGGRESSORS
            .iter()
            .map(|&role| Square::ALL.map(|from| answer(role, from)).to_vec())
            .collect()
    }

    fn king_can_be_taken(&self) -> Wire<'n> {
        self.some(
            Square::ALL.map(|square| self.enemy(Role::King, square) & self.can_be_taken(square)),
        )
    }

    /// A piece of the mover's takes on `to`, if there is something to take.
    fn can_be_taken(&self, to: Square) -> Wire<'n> {
        self.some(
            Square::ALL
                .into_iter()
                .flat_map(|from| AGGRESSORS.map(|role| self.takes(role, from, to))),
        )
    }

    /// The mover's piece of this role stands on `from` and takes on `to`, if there is something to
    /// take.
    fn takes(&self, role: Role, from: Square, to: Square) -> Wire<'n> {
        self.movers_piece_goes(role, from, to, |color| {
            attacks_on_empty_board(color, role, from).contains(to)
        })
    }

    /// The mover's piece of this role stands on `from` and moves to `to`, if nothing stands there.
    fn moves(&self, role: Role, from: Square, to: Square) -> Wire<'n> {
        match role {
            Role::Pawn => self.movers_piece_goes(role, from, to, |color| {
                pawn_moves(color, from).contains(&to)
            }),
            _ => self.takes(role, from, to),
        }
    }

    /// The mover's piece of this role stands on `from`, pieces of its color go to `to`, and the way
    /// is clear.
    fn movers_piece_goes(
        &self,
        role: Role,
        from: Square,
        to: Square,
        goes: impl Fn(Color) -> bool,
    ) -> Wire<'n> {
        let colors = Color::ALL.into_iter().filter(|&color| goes(color));
        let piece = self
            .some(colors.map(|color| self.turn.of(color) & self.board.piece(color, role, from)));
        piece & self.way_is_clear(from, to)
    }

    fn way_is_clear(&self, from: Square, to: Square) -> Wire<'n> {
        all(
            self.net,
            attacks::between(from, to)
                .into_iter()
                .map(|square| self.board.empty(square)),
        )
    }

    fn enemy(&self, role: Role, square: Square) -> Wire<'n> {
        self.some(
            Color::ALL.map(|color| self.turn.of(!color) & self.board.piece(color, role, square)),
        )
    }

    fn enabled(&self, square: Square) -> Wire<'n> {
        !self.disabled.bit(square.to_usize())
    }

    fn is_addressed(&self, square: Square) -> Wire<'n> {
        equals(self.net, self.address, square.to_usize())
    }

    fn is_open_en_passant(&self, square: Square) -> Wire<'n> {
        self.en_passant_open
            & equals(self.net, self.en_passant, square.to_usize())
            & self.board.empty(square)
    }

    fn some(&self, wires: impl IntoIterator<Item = Wire<'n>>) -> Wire<'n> {
        some(self.net, wires)
    }
}

/// The squares that a piece attacks, on an empty board.
fn attacks_on_empty_board(color: Color, role: Role, from: Square) -> Bitboard {
    attacks::attacks(from, Piece { color, role }, Bitboard::EMPTY)
}

/// The squares to which a pawn moves, on an empty board: one rank forward, from its second rank
/// also two.
fn pawn_moves(color: Color, from: Square) -> Vec<Square> {
    let forward = |ranks: i32| from.offset(color.fold_wb(8 * ranks, -8 * ranks));
    let second_rank = color.fold_wb(Rank::Second, Rank::Seventh);
    let double_step = if from.rank() == second_rank {
        forward(2)
    } else {
        None
    };
    forward(1).into_iter().chain(double_step).collect()
}
