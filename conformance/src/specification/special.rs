//! The small circuits for special moves.

use logic::{Logic, Netlist, netlist::Bus};
use shakmaty::{Color, Rank, Role, Square};

use super::{Board, Turn, Wire, all, equals, level, number, some};

/// Inputs `moved0` to `moved2`, the kind of the piece that moves, `to`, and `ep`, the en-passant square or 0 for none;
/// outputs `promotion`: a pawn goes to the first or last rank, and `takes`: it goes to the en-passant square.
pub fn special() -> Netlist {
    let net = Netlist::new();
    let moved = ["moved0", "moved1", "moved2"].map(|name| net.input_wire(name));
    let (promotion, takes) = lines(&net, &moved, net.input_address("to"), net.input_address("ep"));
    net.output("promotion", promotion);
    net.output("takes", takes);
    net
}

/// Both lines, for the kind of the piece that moves, its target and the en-passant square.
pub(super) fn lines<'n>(
    net: &'n Netlist,
    moved: &[Wire<'n>],
    to: Bus<'n, 6>,
    passed: Bus<'n, 6>,
) -> (Wire<'n>, Wire<'n>) {
    let pawn = all(net, (0..3).map(|bit| level(moved[bit], Role::Pawn as usize >> bit & 1 != 0)));
    let ends = Square::ALL.into_iter().filter(|square| [Rank::First, Rank::Eighth].contains(&square.rank()));
    let squares = Square::ALL.into_iter().filter(|square| *square != Square::A1);
    let same =
        squares.map(|square| equals(net, to, square.to_usize()) & equals(net, passed, square.to_usize()));
    let ends = some(net, ends.map(|square| equals(net, to, square.to_usize())));
    (pawn & ends, pawn & some(net, same))
}

/// Inputs `kind0` and `kind1`, the low bits of the kind register; output `piece`, the kind a pawn becomes:
/// queen, knight, rook, bishop in this order.
pub fn promoted() -> Netlist {
    let net = Netlist::new();
    let register = ["kind0", "kind1"].map(|name| net.input_wire(name));
    net.output_wires("piece", &becomes(&net, register));
    net
}

/// The kind that a pawn becomes, by the low bits of the kind register.
pub(super) fn becomes<'n>(net: &'n Netlist, register: [Wire<'n>; 2]) -> Vec<Wire<'n>> {
    let becomes: Vec<_> = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop]
        .into_iter()
        .enumerate()
        .map(|(code, role)| {
            (role as usize, level(register[0], code & 1 != 0) & level(register[1], code & 2 != 0))
        })
        .collect();
    number(net, 3, &becomes)
}

/// Inputs `p0` to `p3` and `wtm`; output `barred`: the squares that are barred.
pub fn barred_empties() -> Netlist {
    let net = Netlist::new();
    let board = Board::input(&net);
    let turn = Turn::input(&net);
    net.output_wires("barred", &Square::ALL.map(|square| barred(&net, &board, turn, square)));
    net
}

/// The square is empty, and not one of the mover's last rank that one of the mover's pawns stands right before.
pub(super) fn barred<'n>(net: &'n Netlist, board: &Board<'n>, turn: Turn<'n>, square: Square) -> Wire<'n> {
    let promotes = |color: Color| {
        let [last, before] = color.fold_wb([Rank::Eighth, Rank::Seventh], [Rank::First, Rank::Second]);
        let pawn = board.piece(color, Role::Pawn, Square::from_coords(square.file(), before));
        if square.rank() == last { turn.of(color) & pawn } else { net.wire(false) }
    };
    board.empty(square) & !some(net, Color::ALL.map(promotes))
}
